// The shapes that lowp's speed is judged on: rows x depth activations times
// depth x cols weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_SHAPES_H_
#define LOWP_BENCH_SHAPES_H_

#include <string>

namespace lowp_bench {

struct Shape {
  const char* group;
  int rows, cols, depth;
};

constexpr Shape kShapes[] = {
    {"large", 512, 512, 512},
    {"large", 1024, 1024, 1024},
    {"large", 2048, 2048, 2048},
    // ResNet-50's convolutions, as products of patches and filters.
    {"resnet", 12544, 64, 147},
    {"resnet", 3136, 64, 64},
    {"resnet", 3136, 64, 576},
    {"resnet", 3136, 256, 64},
    {"resnet", 784, 128, 1152},
    {"resnet", 784, 512, 128},
    {"resnet", 196, 256, 2304},
    {"resnet", 196, 1024, 256},
    {"resnet", 49, 512, 4608},
    {"resnet", 49, 2048, 512},
    // MobileNet's 1x1 convolutions.
    {"mobile", 12544, 64, 32},
    {"mobile", 3136, 128, 64},
    {"mobile", 784, 256, 128},
    {"mobile", 196, 512, 512},
    {"mobile", 49, 1024, 1024},
    // Fully connected layers of transformers, a sequence at once.
    {"bert", 128, 768, 768},
    {"bert", 128, 3072, 768},
    {"bert", 128, 768, 3072},
    {"bert", 12, 512, 512},
    // The same a few words at a time, and a recurrent layer.
    {"decode", 1, 1024, 1024},
    {"decode", 1, 4096, 4096},
    {"decode", 4, 4096, 4096},
    {"decode", 16, 4096, 4096},
    {"decode", 1, 800, 3200},
    // Where the overhead of a call shows.
    {"tiny", 4, 4, 4},
    {"tiny", 8, 8, 8},
    {"tiny", 16, 16, 16},
    {"tiny", 32, 32, 32},
    {"tiny", 64, 64, 64},
    {"tiny", 7, 13, 33},
    {"tiny", 100, 100, 100},
    {"tiny", 128, 128, 128},
    // Hardly any work for each entry that is read or written.
    {"skinny", 10000, 4, 36},
    {"skinny", 10000, 8, 36},
    {"skinny", 1000, 1000, 8},
};

// "512x512x512": rows x depth x cols.
inline std::string ShapeName(const Shape& shape) {
  return std::to_string(shape.rows) + "x" + std::to_string(shape.depth) + "x" +
         std::to_string(shape.cols);
}

}  // namespace lowp_bench

#endif  // LOWP_BENCH_SHAPES_H_
