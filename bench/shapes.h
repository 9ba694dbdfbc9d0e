// The shapes that lowp's speed is judged on: rows x depth activations times
// depth x cols weights.
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

// The table: what benchmarks measure unless they are asked for something else.
const std::vector<Shape>& ShapeTable();

// "512x1024x256": rows x cols x depth.
std::string ShapeName(const Shape& shape);

// Reads what ShapeName writes. False if `text` is anything else than three
// positive numbers whose matrices fit the library.
bool ParseShape(const std::string& text, Shape* shape);

// Multiplications, each with an addition, that a product takes.
double MultiplyAdds(const Shape& shape);

// Bytes that a product must read and write at least once: both operands and a
// result of 8-bit numbers.
double CompulsoryBytes(const Shape& shape);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_SHAPES_H_
