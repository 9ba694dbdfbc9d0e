// Packing ahead of time, and the blob that a packed matrix is.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/packed_matrix.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "../../public/gemm_context.h"
#include "../backends/backend_list.h"
#include "../contract/gemm.h"
#include "../contract/packed_format.h"
#include "../runtime/os.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr char kMagic[8] = {'l', 'o', 'w', 'p', 'P', 'A', 'C', 'K'};
constexpr std::uint32_t kVersion = 1;

// FNV-1a over 64-bit words, in four lanes so that it runs at memory speed; the
// size is a multiple of 64.
std::uint64_t Checksum(const void* memory, std::size_t size) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t lanes[4] = {0xcbf29ce484222325, 0x84222325cbf29ce4,
                            0x9ce484222325cbf2, 0x2325cbf29ce48422};
  const std::uint8_t* bytes = static_cast<const std::uint8_t*>(memory);
  for (std::size_t i = 0; i < size; i += sizeof(lanes)) {
    std::uint64_t words[4];
    std::memcpy(words, bytes + i, sizeof(words));
    for (int j = 0; j < 4; ++j) {
      lanes[j] = (lanes[j] ^ words[j]) * kPrime;
      lanes[j] ^= lanes[j] >> 32;
    }
  }
  std::uint64_t sum = 0;
  for (std::uint64_t lane : lanes) sum = (sum ^ lane) * kPrime;
  return sum;
}

std::uint64_t BlobChecksum(const PackedHeader& header,
                           const std::uint8_t* payload) {
  PackedHeader blank = header;
  blank.checksum = 0;
  const std::uint64_t sums[8] = {Checksum(&blank, sizeof(blank)),
                                 Checksum(payload, header.payload_bytes)};
  return Checksum(sums, sizeof(sums));
}

// A side's extent along which it is cut into panels, and its depth.
int PanelExtent(int rows, int cols, Side side) {
  return side == Side::kLhs ? rows : cols;
}
int DepthExtent(int rows, int cols, Side side) {
  return side == Side::kLhs ? cols : rows;
}

Status PackingBackend(const char* name, const Backend** backend) {
  const Status status = FindBackend(name, backend);
  if (!status.ok() || *backend != nullptr) return status;
  const BackendChoice& choice = DefaultBackend();
  *backend = choice.backend;
  return choice.status;
}

std::size_t BlobBytes(const MatrixRef& source, Side side,
                      const Backend& backend) {
  return sizeof(PackedHeader) +
         AllPanelsBytes(backend.panel,
                        PanelExtent(source.rows, source.cols, side),
                        DepthExtent(source.rows, source.cols, side));
}

// The largest magnitude of a matrix's numbers, moved to -128..127 if they are
// unsigned.
int SignedMagnitude(const MatrixRef& matrix) {
  const std::uint8_t* data = static_cast<const std::uint8_t*>(matrix.data);
  const int outer = matrix.row_major ? matrix.rows : matrix.cols;
  const int inner = matrix.row_major ? matrix.cols : matrix.rows;
  const std::uint8_t flip = matrix.scalar == Scalar::kInt8 ? 0x80 : 0;
  std::uint8_t least = 128, most = 128;  // of the numbers plus 128
  for (int i = 0; i < outer; ++i, data += matrix.stride) {
    for (int j = 0; j < inner; ++j) {
      const std::uint8_t number = static_cast<std::uint8_t>(data[j] ^ flip);
      least = std::min(least, number);
      most = std::max(most, number);
    }
  }
  return std::max(128 - least, most - 128);
}

void FillHeader(const MatrixRef& source, Side side, const Backend& backend,
                PackedHeader* header) {
  std::memset(header, 0, sizeof(*header));
  std::memcpy(header->magic, kMagic, sizeof(kMagic));
  header->version = kVersion;
  header->header_size = sizeof(PackedHeader);
  std::strncpy(header->backend, backend.name, sizeof(header->backend) - 1);
  header->width = backend.panel.width;
  header->granule = backend.panel.granule;
  header->group = backend.panel.group;
  header->element_size = backend.panel.element_size;
  header->domain = static_cast<std::int32_t>(backend.panel.domain);
  header->side = static_cast<std::int32_t>(side);
  header->scalar = static_cast<std::int32_t>(source.scalar);
  header->rows = source.rows;
  header->cols = source.cols;
  header->magnitude =
      backend.panel.domain == Domain::kSigned ? SignedMagnitude(source) : 0;
  header->payload_bytes =
      BlobBytes(source, side, backend) - sizeof(PackedHeader);
}

void PackPanels(const MatrixRef& source, Side side, const Backend& backend,
                std::uint8_t* panels) {
  const PanelFormat& format = backend.panel;
  const int columns = PanelExtent(source.rows, source.cols, side);
  const bool depth_contiguous = source.row_major == (side == Side::kLhs);
  // Bytes between aligned parts are zero, so that equal matrices give equal
  // blobs.
  PackTask task;
  task.column_stride = depth_contiguous ? source.stride : 1;
  task.depth_stride = depth_contiguous ? 1 : source.stride;
  task.scalar = source.scalar;
  task.depth = DepthExtent(source.rows, source.cols, side);
  const int count = PanelCount(format, columns);
  for (int i = 0; i < count; ++i) {
    task.source =
        static_cast<const std::uint8_t*>(source.data) +
        static_cast<std::ptrdiff_t>(i) * format.width * task.column_stride;
    task.columns = PanelColumns(format, columns, i);
    task.padded_columns = RoundUpToPower(format.granule, task.columns);
    const std::size_t bytes =
        PanelBytes(format, task.padded_columns, task.depth);
    std::memset(panels, 0, bytes);
    task.sums = reinterpret_cast<std::int32_t*>(panels);
    task.panel = panels + PanelDataOffset(task.padded_columns);
    backend.pack(task);
    panels += bytes;
  }
}

Status DataLoss(const char* argument, std::int64_t value, const char* problem) {
  return Status(StatusCode::kDataLoss, argument, value, problem);
}

// Whether the header's fields agree with each other and with a backend that
// runs here. Their bytes are known to be as they were written.
Status ValidateFields(const PackedHeader& header) {
  const Backend* backend = BackendNamed(header.backend);
  if (backend == nullptr || ReaderOf(*backend) == nullptr) {
    return Status::OfWord(
        StatusCode::kUnsupported, "blob.backend",
        backend == nullptr ? "unknown" : backend->name,
        "is the backend whose format the blob holds, and this machine can run "
        "neither it nor another that reads it");
  }
  const PanelFormat format = FormatOf(header);
  if (!(backend->panel == format)) {
    return Status::OfWord(StatusCode::kUnsupported, "blob.backend",
                          backend->name,
                          "had another panel format when the blob was saved");
  }
  const bool known_side = header.side == static_cast<int>(Side::kLhs) ||
                          header.side == static_cast<int>(Side::kRhs);
  const bool known_scalar = header.scalar == static_cast<int>(Scalar::kUint8) ||
                            header.scalar == static_cast<int>(Scalar::kInt8);
  if (!known_side || !known_scalar || header.rows < 0 || header.cols < 0) {
    return DataLoss("blob.header", header.rows, "is damaged");
  }
  const Side side = static_cast<Side>(header.side);
  if (header.payload_bytes !=
      AllPanelsBytes(format, PanelExtent(header.rows, header.cols, side),
                     DepthExtent(header.rows, header.cols, side))) {
    return DataLoss("blob.size",
                    static_cast<std::int64_t>(header.payload_bytes),
                    "is not what the matrix's shape needs");
  }
  return Status();
}

// Everything about a blob, which may lie at any address.
Status ValidateBlob(const void* blob, std::size_t size) {
  if (blob == nullptr) {
    return Status(StatusCode::kInvalidArgument, "blob", 0, "is a null pointer");
  }
  PackedHeader header;
  if (size < sizeof(header)) {
    return DataLoss("blob.size", static_cast<std::int64_t>(size),
                    "is smaller than a packed matrix's header");
  }
  std::memcpy(&header, blob, sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) {
    return DataLoss("blob", 0, "does not begin like a packed matrix");
  }
  if (header.version != kVersion) {
    return Status(StatusCode::kUnsupported, "blob.version", header.version,
                  "is not the version of the packed format that this library "
                  "reads");
  }
  if (header.header_size != sizeof(header) ||
      header.payload_bytes != size - sizeof(header)) {
    return DataLoss("blob.size", static_cast<std::int64_t>(size),
                    "differs from the size that the blob was saved with");
  }
  const std::uint8_t* payload =
      static_cast<const std::uint8_t*>(blob) + sizeof(header);
  if (BlobChecksum(header, payload) != header.checksum) {
    return DataLoss("blob", 0, "is damaged: its checksum does not match");
  }
  // The name of the backend is read as a string.
  if (header.backend[sizeof(header.backend) - 1] != '\0') {
    return DataLoss("blob.backend", 0, "is not a name");
  }
  return ValidateFields(header);
}

Status ValidateOutput(const PackedMatrix* packed) {
  return packed != nullptr ? Status()
                           : Status(StatusCode::kInvalidArgument, "packed", 0,
                                    "is a null pointer");
}

Status ValidatePacking(const MatrixRef& source, const char* backend_name,
                       const Backend** backend) {
  const Status status = ValidateMatrix(source, kSourceNames);
  return status.ok() ? PackingBackend(backend_name, backend) : status;
}

// Writes the whole blob; `memory` is aligned and large enough.
const PackedHeader* WriteBlob(const MatrixRef& source, Side side,
                              const Backend& backend, void* memory) {
  PackedHeader* header = static_cast<PackedHeader*>(memory);
  FillHeader(source, side, backend, header);
  std::uint8_t* payload = static_cast<std::uint8_t*>(memory) + sizeof(*header);
  PackPanels(source, side, backend, payload);
  header->checksum = BlobChecksum(*header, payload);
  return header;
}

bool IsAligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % kPackedAlignment == 0;
}

// Memory that its last user frees; null when the system refuses.
std::shared_ptr<void> SharedMemory(std::size_t bytes) {
  void* memory = AlignedAllocate(bytes, kPackedAlignment);
  if (memory == nullptr) return nullptr;
  const auto release = [bytes](void* p) {
    AlignedFree(p, bytes, kPackedAlignment);
  };
  try {
    return std::shared_ptr<void>(memory, release);
  } catch (const std::bad_alloc&) {
    return nullptr;  // the constructor has freed the memory
  }
}

Status OutOfMemory(std::size_t bytes) {
  return Status(StatusCode::kResourceExhausted, "packed",
                static_cast<std::int64_t>(bytes),
                "bytes were needed and refused by the system");
}

}  // namespace

Operand EraseOperand(const PackedMatrix& packed) {
  Operand operand;
  operand.is_packed = true;
  operand.packed = packed.header();
  if (operand.packed != nullptr) {
    operand.matrix.rows = operand.packed->rows;
    operand.matrix.cols = operand.packed->cols;
    operand.matrix.scalar = static_cast<Scalar>(operand.packed->scalar);
  }
  return operand;
}

}  // namespace internal

using internal::Backend;
using internal::MatrixRef;
using internal::PackedHeader;

Status PackedMatrix::PackErased(const MatrixRef& source, Side side,
                                const char* backend_name,
                                PackedMatrix* packed) {
  const Backend* backend = nullptr;
  Status status = internal::ValidateOutput(packed);
  if (!status.ok()) return status;
  status = internal::ValidatePacking(source, backend_name, &backend);
  if (!status.ok()) return status;
  const std::size_t bytes = internal::BlobBytes(source, side, *backend);
  std::shared_ptr<void> memory = internal::SharedMemory(bytes);
  if (memory == nullptr) return internal::OutOfMemory(bytes);
  packed->header_ = internal::WriteBlob(source, side, *backend, memory.get());
  packed->owner_ = std::move(memory);
  return Status();
}

std::size_t PackedMatrix::BytesNeededErased(const MatrixRef& source, Side side,
                                            const char* backend_name) {
  const Backend* backend = nullptr;
  return internal::ValidatePacking(source, backend_name, &backend).ok()
             ? internal::BlobBytes(source, side, *backend)
             : 0;
}

Status PackedMatrix::PackIntoErased(const MatrixRef& source, Side side,
                                    const char* backend_name, void* memory,
                                    std::size_t bytes, PackedMatrix* packed) {
  const Backend* backend = nullptr;
  Status status = internal::ValidateOutput(packed);
  if (!status.ok()) return status;
  status = internal::ValidatePacking(source, backend_name, &backend);
  if (!status.ok()) return status;
  if (memory == nullptr || !internal::IsAligned(memory)) {
    return Status(StatusCode::kInvalidArgument, "memory",
                  reinterpret_cast<std::intptr_t>(memory),
                  "is null or not aligned to PackedMatrix::kAlignment");
  }
  if (bytes < internal::BlobBytes(source, side, *backend)) {
    return Status(StatusCode::kResourceExhausted, "bytes",
                  static_cast<std::int64_t>(bytes),
                  "is smaller than BytesNeeded");
  }
  packed->header_ = internal::WriteBlob(source, side, *backend, memory);
  packed->owner_ = nullptr;
  return Status();
}

const void* PackedMatrix::data() const { return header_; }

std::size_t PackedMatrix::size() const {
  return header_ == nullptr ? 0 : header_->header_size + header_->payload_bytes;
}

Status PackedMatrix::Load(const void* blob, std::size_t size,
                          PackedMatrix* packed) {
  Status status = internal::ValidateOutput(packed);
  if (!status.ok()) return status;
  status = internal::ValidateBlob(blob, size);
  if (!status.ok()) return status;
  std::shared_ptr<void> memory = internal::SharedMemory(size);
  if (memory == nullptr) return internal::OutOfMemory(size);
  std::memcpy(memory.get(), blob, size);
  packed->header_ = static_cast<const PackedHeader*>(memory.get());
  packed->owner_ = std::move(memory);
  return Status();
}

Status PackedMatrix::Map(const void* blob, std::size_t size,
                         PackedMatrix* packed) {
  Status status = internal::ValidateOutput(packed);
  if (!status.ok()) return status;
  status = internal::ValidateBlob(blob, size);
  if (!status.ok()) return status;
  if (!internal::IsAligned(blob)) {
    return Status(StatusCode::kInvalidArgument, "blob",
                  reinterpret_cast<std::intptr_t>(blob),
                  "is not aligned to PackedMatrix::kAlignment");
  }
  packed->header_ = static_cast<const PackedHeader*>(blob);
  packed->owner_ = nullptr;
  return Status();
}

int PackedMatrix::rows() const {
  return header_ == nullptr ? 0 : header_->rows;
}
int PackedMatrix::cols() const {
  return header_ == nullptr ? 0 : header_->cols;
}

Side PackedMatrix::side() const {
  return header_ == nullptr ? Side::kLhs : static_cast<Side>(header_->side);
}

const char* PackedMatrix::backend() const {
  return header_ == nullptr ? "" : header_->backend;
}

}  // namespace lowp
}  // namespace gemmlowp
