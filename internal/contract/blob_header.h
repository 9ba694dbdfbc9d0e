// The headers of saved bytes: packed matrices, filters, 4-bit weights. Each
// begins with the fields magic, version and header_size, and has payload_bytes
// and checksum.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_BLOB_HEADER_H_
#define LOWP_INTERNAL_CONTRACT_BLOB_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "../../public/status.h"
#include "../runtime/checksum.h"
#include "../runtime/shared_memory.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline Status DataLoss(const char* argument, std::int64_t value,
                       const char* problem) {
  return Status(StatusCode::kDataLoss, argument, value, problem);
}

// What a kind of blob begins with, and what is said of one that does not.
struct BlobKind {
  const char* magic;  // 8 bytes
  std::uint32_t version;
  const char* is_too_small;
  const char* has_other_magic;
};

// Copies the header, and refuses bytes that do not begin with one of the kind
// or have another size than it states. From then on only the copy is looked at:
// a mapped file may change.
template <typename Header>
Status ReadBlobHeader(const BlobKind& kind, const void* blob, std::size_t size,
                      Header* header) {
  if (blob == nullptr) return NullPointer("blob");
  if (size < sizeof(*header)) {
    return DataLoss("blob.size", static_cast<std::int64_t>(size),
                    kind.is_too_small);
  }
  std::memcpy(header, blob, sizeof(*header));
  if (std::memcmp(header->magic, kind.magic, sizeof(header->magic)) != 0) {
    return DataLoss("blob", 0, kind.has_other_magic);
  }
  if (header->version != kind.version) {
    return Status(StatusCode::kUnsupported, "blob.version", header->version,
                  "is not the version of the packed format that this library "
                  "reads");
  }
  if (header->header_size != sizeof(*header) ||
      header->payload_bytes != size - sizeof(*header)) {
    return DataLoss("blob.size", static_cast<std::int64_t>(size),
                    "differs from the size that the blob was saved with");
  }
  return Status();
}

// A copy of a blob whose header has been read: what is checked from then on is
// the copy, since the caller's bytes may change meanwhile. Null when the system
// refuses the memory.
template <typename Header>
std::shared_ptr<std::uint8_t> CopyBlob(const Header& header, const void* blob,
                                       std::size_t size) {
  std::shared_ptr<std::uint8_t> copy = SharedMemory(size);
  if (copy == nullptr) return copy;
  std::memcpy(copy.get(), &header, sizeof(header));
  std::memcpy(copy.get() + sizeof(header),
              static_cast<const std::uint8_t*>(blob) + sizeof(header),
              size - sizeof(header));
  return copy;
}

// Refuses bytes to be used where they are if they are not aligned; `problem`
// says to what.
inline Status CheckAlignment(const char* argument, const void* blob,
                             const char* problem) {
  return IsSharedAligned(blob)
             ? Status()
             : InvalidArgument(argument, reinterpret_cast<std::intptr_t>(blob),
                               problem);
}

// A blob's checksum, from that of its payload.
template <typename Header>
std::uint64_t ChecksumOfBlob(const Header& header, std::uint64_t of_payload) {
  Header blank = header;
  blank.checksum = 0;
  const std::uint64_t sums[8] = {Checksum(&blank, sizeof(blank)), of_payload};
  return Checksum(sums, sizeof(sums));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_BLOB_HEADER_H_
