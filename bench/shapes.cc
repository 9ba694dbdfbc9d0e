// The table of shapes, and their names.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "shapes.h"

#include <cstdio>

namespace lowp_bench {

const std::vector<Shape>& ShapeTable() {
  static const std::vector<Shape> table = {
      {"large", 512, 512, 512},
      {"large", 1024, 1024, 1024},
      {"large", 2048, 2048, 2048},
      // ResNet-50's convolutions as products of patches and filters.
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
      // Fully connected layers of transformers, a whole sequence at once.
      {"bert", 128, 768, 768},
      {"bert", 128, 3072, 768},
      {"bert", 128, 768, 3072},
      {"bert", 12, 512, 512},
      // The same for a few words at a time, and a recurrent layer. One row
      // meets 1, 4, 16 and 64 MB of weights.
      {"decode", 1, 1024, 1024},
      {"decode", 1, 2048, 2048},
      {"decode", 1, 4096, 4096},
      {"decode", 1, 8192, 8192},
      {"decode", 4, 4096, 4096},
      {"decode", 16, 4096, 4096},
      {"decode", 1, 800, 3200},
      // Small products that show the overhead of a call.
      {"tiny", 4, 4, 4},
      {"tiny", 8, 8, 8},
      {"tiny", 16, 16, 16},
      {"tiny", 32, 32, 32},
      {"tiny", 64, 64, 64},
      {"tiny", 7, 13, 33},
      {"tiny", 100, 100, 100},
      {"tiny", 128, 128, 128},
      // Hardly any work per element read or written.
      {"skinny", 10000, 4, 36},
      {"skinny", 10000, 8, 36},
      {"skinny", 1000, 1000, 8},
  };
  return table;
}

std::string ShapeName(const Shape& shape) {
  return std::to_string(shape.rows) + "x" + std::to_string(shape.cols) + "x" +
         std::to_string(shape.depth);
}

bool ParseShape(const std::string& text, Shape* shape) {
  constexpr int kLargest = 1 << 24;
  int end = 0;
  Shape parsed = {"own", 0, 0, 0};
  if (std::sscanf(text.c_str(), "%8dx%8dx%8d%n", &parsed.rows, &parsed.cols,
                  &parsed.depth, &end) != 3 ||
      end != static_cast<int>(text.size())) {
    return false;
  }
  for (const int size : {parsed.rows, parsed.cols, parsed.depth}) {
    if (size < 1 || size > kLargest) return false;
  }
  *shape = parsed;
  return true;
}

double MultiplyAdds(const Shape& shape) {
  return static_cast<double>(shape.rows) * shape.cols * shape.depth;
}

double CompulsoryBytes(const Shape& shape) {
  const double rows = shape.rows, cols = shape.cols, depth = shape.depth;
  return rows * depth + cols * depth + rows * cols;
}

}  // namespace lowp_bench
