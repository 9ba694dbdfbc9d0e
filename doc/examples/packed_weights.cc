// Weights packed once: saved to a file, loaded from it, used in place in memory
// that holds the file, and refused when a byte is wrong.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/gemmlowp.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <tuple>
#include <vector>

namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::Status;

constexpr int kRows = 5;
constexpr int kDepth = 64;
constexpr int kCols = 40;

// Memory aligned to PackedMatrix::kAlignment, as mapped files are.
struct alignas(PackedMatrix::kAlignment) Line {
  unsigned char bytes[PackedMatrix::kAlignment];
};

bool Check(const char* what, const Status& status) {
  std::printf("%-24s %s\n", what, status.message().c_str());
  return status.ok();
}

// The product with the weights in any form: a MatrixMap or a PackedMatrix.
template <typename Weights>
std::vector<std::uint8_t> Multiply(const Weights& weights) {
  std::vector<std::uint8_t> input(kRows * kDepth), output(kRows * kCols);
  for (std::size_t i = 0; i < input.size(); ++i) {
    input[i] = static_cast<std::uint8_t>(i * 31);
  }
  const MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs(input.data(),
                                                              kRows, kDepth);
  MatrixMap<std::uint8_t, MapOrder::RowMajor> result(output.data(), kRows,
                                                     kCols);
  const auto pipeline = std::make_tuple(
      gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{1 << 30, -10, 128},
      gemmlowp::OutputStageSaturatingCastToUint8());
  gemmlowp::GemmContext context;
  if (!Check("multiply", gemmlowp::TryGemm(&context, lhs, weights, &result,
                                           -128, 0, pipeline))) {
    output.clear();
  }
  return output;
}

bool Save(const PackedMatrix& packed, const char* path) {
  std::ofstream file(path, std::ios::binary);
  file.write(static_cast<const char*>(packed.data()),
             static_cast<std::streamsize>(packed.size()));
  return file.flush().good();
}

std::vector<char> Read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main() {
  const char* path = "weights.lowp";
  std::vector<std::int8_t> weights(kDepth * kCols);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = static_cast<std::int8_t>(i * 17 % 251 - 125);
  }
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> rhs(weights.data(),
                                                             kDepth, kCols);
  const std::vector<std::uint8_t> expected = Multiply(rhs);

  // For a row-major result, packing the rhs is fastest.
  PackedMatrix packed;
  if (!Check("pack", PackedMatrix::Pack(rhs, gemmlowp::Side::kRhs, &packed)) ||
      !Save(packed, path)) {
    return 1;
  }
  std::printf("%zu bytes in the format of %s\n", packed.size(),
              packed.backend());

  std::vector<char> blob = Read(path);
  std::remove(path);
  PackedMatrix loaded;  // owns a copy
  if (!Check("load", PackedMatrix::Load(blob.data(), blob.size(), &loaded))) {
    return 1;
  }
  std::vector<Line> memory(blob.size() / sizeof(Line) + 1);
  std::memcpy(memory.data(), blob.data(), blob.size());
  PackedMatrix mapped;  // reads `memory`, which must outlive it
  if (!Check("map", PackedMatrix::Map(memory.data(), blob.size(), &mapped))) {
    return 1;
  }
  const bool same = Multiply(packed) == expected &&
                    Multiply(loaded) == expected &&
                    Multiply(mapped) == expected;

  blob[blob.size() / 2] ^= 1;
  PackedMatrix damaged;
  const bool refused =
      !Check("load a damaged file",
             PackedMatrix::Load(blob.data(), blob.size(), &damaged));
  return !expected.empty() && same && refused ? 0 : 1;
}
