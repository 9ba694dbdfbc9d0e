// A client of gemmlowp's EightBitIntGemm, and of nothing else: it solves a
// fixed sequence of random problems and prints one line per problem, with a
// hash of the result's bytes. It must print the same linked with the original
// library and with lowp (oracle_test.cc).
//
//   oracle_eight_bit_client <seed> <problems> <threads>
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "eight_bit_int_gemm/eight_bit_int_gemm.h"
#include "oracle_random.h"

namespace {

namespace eight_bit = gemmlowp::eight_bit_int_gemm;

using oracle::Random;

int Dimension(Random& random) {
  if (random.OneIn(64)) return 0;
  if (random.OneIn(24)) return random.Between(60, 300);
  return random.OneIn(3) ? random.Between(1, 70) : random.Between(1, 20);
}

// `transposed` is gemmlowp's word for row-major here.
template <typename Scalar>
struct Matrix {
  Matrix(Random& random, bool transposed, int rows, int cols)
      : stride((transposed ? cols : rows) + random.Between(0, 9)),
        data(static_cast<std::size_t>(stride) * (transposed ? rows : cols) +
             1) {
    for (Scalar& value : data)
      value = static_cast<Scalar>(random.Between(0, 255));
  }
  int stride;
  std::vector<Scalar> data;
};

template <typename Scalar>
std::uint64_t HashOf(const std::vector<Scalar>& values) {
  return oracle::Hash(values.data(), values.size() * sizeof(Scalar));
}

void Solve(Random& random) {
  const bool transpose_a = random.OneIn(2);
  const bool transpose_b = random.OneIn(2);
  const bool transpose_c = random.OneIn(2);
  const int m = Dimension(random);
  const int n = Dimension(random);
  const int k = Dimension(random);
  const Matrix<std::uint8_t> a(random, transpose_a, m, k);
  const Matrix<std::uint8_t> b(random, transpose_b, k, n);
  const int a_offset = random.Between(-300, 300);
  const int b_offset = random.Between(-300, 300);
  const auto depth_setting = random.OneIn(2) ? eight_bit::BitDepthSetting::A8B8
                                             : eight_bit::BitDepthSetting::A5B7;
  std::uint64_t hash = 0;
  // With k = 0 the original's float results are leftovers in its scratch
  // memory.
  const bool to_float = random.OneIn(3) && k > 0;
  if (to_float) {
    Matrix<float> c(random, transpose_c, m, n);
    const float scale = static_cast<float>(random.Between(1, 1 << 20)) * 1e-6f;
    eight_bit::EightBitIntGemm(transpose_a, transpose_b, transpose_c, m, n, k,
                               a.data.data(), a_offset, a.stride, b.data.data(),
                               b_offset, b.stride, c.data.data(), scale,
                               c.stride, depth_setting);
    hash = HashOf(c.data);
  } else {
    Matrix<std::uint8_t> c(random, transpose_c, m, n);
    const int c_offset = random.Between(-5000, 5000);
    const int c_mult_int = random.Between(-3, 20);
    const int c_shift = random.Between(0, 24);
    eight_bit::EightBitIntGemm(transpose_a, transpose_b, transpose_c, m, n, k,
                               a.data.data(), a_offset, a.stride, b.data.data(),
                               b_offset, b.stride, c.data.data(), c_offset,
                               c_mult_int, c_shift, c.stride, depth_setting);
    hash = HashOf(c.data);
  }
  std::printf("%dx%dx%d %d%d%d %s %016" PRIx64 "\n", m, k, n, transpose_a,
              transpose_b, transpose_c, to_float ? "float" : "uint8", hash);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s seed problems threads\n", argv[0]);
    return 2;
  }
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  eight_bit::SetMaxNumThreads(std::atoi(argv[3]));
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    Random random(seed * 1000003u + static_cast<std::uint64_t>(i));
    std::printf("%d ", i);
    Solve(random);
  }
  eight_bit::FreePersistentResources();
  return 0;
}
