// Activations (u8) times weights (s8), with bias, scale, zero point and ReLU.
#include <gemmlowp/public/gemmlowp.h>

#include <cstdint>
#include <cstdio>
#include <tuple>

int main() {
  using namespace gemmlowp;
  const std::uint8_t activations[] = {12, 14, 8,  // 2 x 3, zero point 10
                                      10, 16, 18};
  const std::int8_t weights[] = {10, -20, 30, 5, -7, 40};  // 3 x 2
  const std::int32_t bias[] = {100, -100};                 // one per column
  std::uint8_t output[4];
  MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs(activations, 2, 3);
  MatrixMap<const std::int8_t, MapOrder::RowMajor> rhs(weights, 3, 2);
  MatrixMap<std::uint8_t, MapOrder::RowMajor> result(output, 2, 2);

  using BiasVector = VectorMap<const std::int32_t, VectorShape::Row>;
  const auto pipeline = std::make_tuple(
      OutputStageBiasAddition<BiasVector>{BiasVector(bias, 2)},
      // times 2^30 / 2^31 * 2^-2 = 1/8, plus the result's zero point
      OutputStageScaleInt32ByFixedPointAndExponent{1 << 30, -2, 128},
      OutputStageClamp{128, 255},  // not below zero
      OutputStageSaturatingCastToUint8{});

  GemmContext context;
  const Status status = TryGemm(&context, lhs, rhs, &result, -10, 0, pipeline);
  std::printf("%s: %d %d / %d %d\n", status.message().c_str(), output[0],
              output[1], output[2], output[3]);  // ok: 160 128 / 156 159
  return status.ok() && output[0] == 160 && output[3] == 159 ? 0 : 1;
}
