// NumPy's .npy files: how the demo and the tests read and write arrays.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_DEMO_NPY_H_
#define LOWP_DOC_DEMO_NPY_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lowp_demo {

// An array as its file describes it: elements in C order (the last index varies
// fastest), little-endian.
struct NpyArray {
  // The type as NumPy spells it: "<f4", "<i4", "|i1", "|u1".
  std::string dtype;
  // Elements along each dimension; empty for a single element.
  std::vector<std::size_t> shape;
  std::vector<std::uint8_t> bytes;
};

// Reads a file of format 1.0 or 2.0. Refuses big-endian data, Fortran order,
// structured types, and files that are shorter or longer than their header
// says. On failure returns false, sets *error to a sentence that names the
// file, and leaves *array unchanged.
bool ReadNpy(const std::string& path, NpyArray* array, std::string* error);

// Writes format 1.0, or 2.0 if the header needs it. array.bytes must have the
// size that the type and the shape give.
bool WriteNpy(const std::string& path, const NpyArray& array,
              std::string* error);

}  // namespace lowp_demo

#endif  // LOWP_DOC_DEMO_NPY_H_
