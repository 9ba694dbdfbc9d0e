// Fuzzes saved matrices: arbitrary bytes, and valid blobs with a few bytes
// changed, with and without a recomputed checksum.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../../internal/contract/panel_format.h"
#include "../../internal/frontend/front_end.h"
#include "../../public/gemmlowp.h"
#include "../support/erase_operand.h"
#include "../support/for_each_backend.h"
#include "../support/gemm_case.h"
#include "../support/sealed_blob.h"
#include "fuzz_input.h"

namespace lowp_test {
namespace {

using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::internal::PackedHeader;

std::vector<std::uint8_t> ValidBlob(ByteSource* in) {
  const auto& backends = SupportedBackends();
  const char* const backend =
      backends[static_cast<std::size_t>(in->Byte()) % backends.size()]->name;
  const Side side = in->Flag() ? Side::kLhs : Side::kRhs;
  const int rows = in->Below(40);
  const int cols = in->Below(80);
  ExactMemory memory;
  const MatrixRef source =
      MakeMatrix(in->Flag() ? Scalar::kInt8 : Scalar::kUint8, rows, cols,
                 in->Flag(), Stride::kTight, &memory);
  Random random(1);
  FillMatrix(source, Fill::kRandom, true, &random);
  PackedMatrix packed;
  const Status status = WithMap(source, [&](const auto& map) {
    return PackedMatrix::Pack(map, side, &packed, backend);
  });
  if (!status.ok()) Fail("packing failed: " + status.message());
  const auto* bytes = static_cast<const std::uint8_t*>(packed.data());
  return std::vector<std::uint8_t>(bytes, bytes + packed.size());
}

// Changes a few bytes, fields or the size. Returns whether anything changed.
bool Damage(ByteSource* in, std::vector<std::uint8_t>* blob) {
  const std::vector<std::uint8_t> sound = *blob;
  for (int edits = in->Below(5); edits > 0; --edits) {
    const int kind = in->Below(4);
    if (kind == 0 && !blob->empty()) {
      const std::size_t at =
          (static_cast<std::size_t>(in->Byte()) << 8 | in->Byte()) %
          blob->size();
      (*blob)[at] = static_cast<std::uint8_t>(in->Byte());
    } else if (kind == 1 && blob->size() >= sizeof(PackedHeader)) {
      const std::int32_t value = in->Wild();
      std::memcpy(blob->data() + 4 * in->Below(sizeof(PackedHeader) / 4),
                  &value, sizeof(value));
    } else if (kind == 2) {
      blob->resize(blob->size() -
                   std::min<std::size_t>(blob->size(), in->Byte()));
    } else if (kind == 3) {
      blob->resize(blob->size() + in->Byte(),
                   static_cast<std::uint8_t>(in->Byte()));
    }
  }
  return *blob != sound;
}

// Multiplies with a matrix of arbitrary values: checks only memory accesses,
// and that the whole result is written.
void Multiply(const PackedMatrix& packed, ByteSource* in) {
  constexpr int kLargest = 4096;
  if (packed.rows() > kLargest || packed.cols() > kLargest) return;
  const bool is_lhs = packed.side() == Side::kLhs;
  const int rows = is_lhs ? packed.rows() : in->Below(20);
  const int cols = is_lhs ? in->Below(20) : packed.cols();
  const int depth = is_lhs ? packed.cols() : packed.rows();
  ExactMemory memory;
  const MatrixRef other = is_lhs
                              ? MakeMatrix(Scalar::kInt8, depth, cols,
                                           in->Flag(), Stride::kTight, &memory)
                              : MakeMatrix(Scalar::kUint8, rows, depth,
                                           in->Flag(), Stride::kTight, &memory);
  const MatrixRef result = MakeMatrix(Scalar::kInt32, rows, cols, in->Flag(),
                                      Stride::kTight, &memory);
  gemmlowp::internal::GemmProblem problem = {};
  problem.lhs = problem.rhs = EraseOperand(packed);
  gemmlowp::internal::Operand& unpacked = is_lhs ? problem.rhs : problem.lhs;
  unpacked = gemmlowp::internal::Operand();
  unpacked.matrix = other;
  problem.result = result;
  problem.lhs_offset.value = in->Wild();
  problem.rhs_offset.value = in->Wild();
  gemmlowp::GemmContext context;
  if (!context.set_backend(packed.backend()).ok()) {
    Fail("a loaded matrix is of no backend");
  }
  const Status status = gemmlowp::internal::RunGemm(
      problem, gemmlowp::internal::ResourcesOf(&context));
  if (!status.ok()) Fail("a loaded matrix is refused: " + status.message());
}

void CheckLoaded(const PackedMatrix& packed, const std::uint8_t* blob,
                 std::size_t size) {
  if (packed.empty() || packed.size() != size ||
      std::memcmp(packed.data(), blob, size) != 0) {
    Fail("a loaded matrix is not its blob");
  }
}

}  // namespace

void FuzzPackedBlob(ByteSource* in) {
  const int kind = in->Below(4);
  const bool map_skewed = in->OneIn(8);
  std::vector<std::uint8_t> bytes;
  bool sound = false;
  if (kind != 3) {
    bytes = ValidBlob(in);
    sound = !Damage(in, &bytes);
  }
  ByteSource shape = *in;
  if (kind == 3) bytes.assign(in->rest(), in->rest() + in->left());
  if (kind != 0) Reseal(bytes.data(), bytes.size());

  ExactMemory memory;
  std::uint8_t* const blob = memory.GetSkewed(
      bytes.size(), PackedMatrix::kAlignment, map_skewed ? 1 : 0);
  if (!bytes.empty()) std::memcpy(blob, bytes.data(), bytes.size());
  PackedMatrix loaded, mapped;
  const Status load = PackedMatrix::Load(blob, bytes.size(), &loaded);
  const Status map = PackedMatrix::Map(blob, bytes.size(), &mapped);
  if (sound && !load.ok()) Fail("a sound blob is refused: " + load.message());
  if (load.ok()) {
    CheckLoaded(loaded, bytes.data(), bytes.size());
    Multiply(loaded, &shape);
  } else {
    CheckRefusal(load);
    if (!loaded.empty()) Fail("a refused blob was loaded");
  }
  if (map.ok()) {
    if (mapped.data() != blob) Fail("a mapped matrix is a copy");
    CheckLoaded(mapped, bytes.data(), bytes.size());
    Multiply(mapped, &shape);
  } else {
    CheckRefusal(map);
    if (!mapped.empty()) Fail("a refused blob was mapped");
  }
  const bool refused_alike = load.ok() && map_skewed
                                 ? map.code() == StatusCode::kInvalidArgument
                                 : Same(load, map);
  if (!refused_alike) {
    Fail("Load says " + load.message() + ", Map says " + map.message());
  }
  const std::vector<std::uint8_t> after(blob, blob + bytes.size());
  if (after != bytes) Fail("a blob was written to");
}

}  // namespace lowp_test
