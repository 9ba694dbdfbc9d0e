// The shapes on which lowp's speed is judged: m x k activations times k x n
// weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_SHAPES_H_
#define LOWP_BENCH_SHAPES_H_

#include <string>
#include <vector>

namespace lowp_bench {

struct Shape {
  std::string group;
  int rows, cols, depth;
};

// The table: what benchmarks measure by default.
const std::vector<Shape>& ShapeTable();

// "512x1024x256": m x n x k.
std::string ShapeName(const Shape& shape);

// Parses what ShapeName writes. False unless `text` is three positive numbers
// whose matrices fit the library.
bool ParseShape(const std::string& text, Shape* shape);

// The number of multiply-adds of a product.
double MultiplyAdds(const Shape& shape);

// Bytes that a product must read and write at least once: both operands, and a
// result of 8-bit values.
double CompulsoryBytes(const Shape& shape);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_SHAPES_H_
