// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "int4_weights.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "../int4/import_int4.h"
#include "array.h"
#include "errors.h"
#include "parameter.h"
#include "progress.h"

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

// A contiguous array of an importer.
class Tensor {
 public:
  Tensor(nb::handle object, const char* name, ElementType type,
         bool may_be_none = false)
      : name_(name) {
    if (may_be_none && object.is_none()) return;
    array_.OpenArray(object, name);
    if (array_.type() != type) {
      Refuse(name, "array " + array_.TypeText(),
             std::string("its elements must be ") + NameOf(type));
    }
    CheckContiguous();
  }
  Tensor(nb::handle object, const char* name) : name_(name) {
    array_.OpenArray(object, name);
    CheckContiguous();
  }

  void CheckDimensions(int min, int max) const {
    if (array_.dimensions() >= min && array_.dimensions() <= max) return;
    RefuseShape(std::to_string(min) +
                (min == max ? "" : " or " + std::to_string(max)) +
                " dimensions");
  }
  void CheckShape(std::int64_t rows, std::int64_t cols) const {
    if (array_.dimensions() == 2 && array_.size(0) == rows &&
        array_.size(1) == cols) {
      return;
    }
    RefuseShape("shape (" + std::to_string(rows) + ", " + std::to_string(cols) +
                ")");
  }
  void CheckCount(std::int64_t count) const {
    if (array_.count() != count) {
      RefuseShape(std::to_string(count) + " elements");
    }
  }

  // A size as an int.
  int Size(std::int64_t size) const {
    if (size > INT32_MAX) RefuseShape("sizes below 2^31");
    return static_cast<int>(size);
  }

  const Array& array() const { return array_; }
  template <typename T>
  const T* data() const {
    return static_cast<const T*>(array_.data());
  }

 private:
  void CheckContiguous() const {
    if (!array_.IsContiguous()) RefuseShape("its elements one after another");
  }
  [[noreturn]] void RefuseShape(const std::string& needed) const {
    Refuse(name_, "array of shape " + array_.ShapeText(),
           "it must have " + needed);
  }

  const char* name_;
  Array array_;
};

// The number of groups; refuses what does not divide k. `all` means one group.
int GroupsOf(int k, int group, int all, const char* name) {
  if (group == all) return 1;
  if (group <= 0 || group % 16 != 0 || k % group != 0) {
    Refuse(
        name, group,
        "is no multiple of 16 that divides in_features, " + std::to_string(k));
  }
  return k / group;
}

template <typename Import>
Int4 Imported(nb::handle progress, const Import& import) {
  ProgressTeller teller(progress);
  Int4 layer;
  Status status;
  {
    nb::gil_scoped_release released;
    status = import(&layer.weights, teller.progress());
  }
  teller.Check();
  Check(status);
  return layer;
}

// Strides of a parameter of shape (n, groups), in elements.
struct GroupStrides {
  std::ptrdiff_t group, column;
};

GroupStrides StridesOf(const Array& array, const char* name, int n,
                       int groups) {
  const bool fits =
      array.dimensions() == 2 && array.size(0) == n && array.size(1) == groups;
  if (!fits) {
    Refuse(name, "array of shape " + array.ShapeText(),
           "it must have shape (" + std::to_string(n) + ", " +
               std::to_string(groups) + "), one for each group");
  }
  const std::int64_t bytes = SizeOf(array.type());
  if (array.stride(0) % bytes != 0 || array.stride(1) % bytes != 0) {
    Refuse(name, "array of shape " + array.ShapeText(),
           "its strides are not multiples of its elements");
  }
  return {static_cast<std::ptrdiff_t>(array.stride(1) / bytes),
          static_cast<std::ptrdiff_t>(array.stride(0) / bytes)};
}

// kNone if it is not a type of floats.
Int4ScaleType FloatScaleTypeOf(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
      return Int4ScaleType::kFloat32;
    case ElementType::kFloat16:
      return Int4ScaleType::kFloat16;
    case ElementType::kBfloat16:
      return Int4ScaleType::kBfloat16;
    default:
      return Int4ScaleType::kNone;
  }
}

Int4Scales ScalesOf(const Array& array, int n, int groups) {
  const GroupStrides strides = StridesOf(array, "scales", n, groups);
  Int4Scales scales;
  scales.data = array.data();
  scales.group_stride = strides.group;
  scales.column_stride = strides.column;
  scales.type = array.type() == ElementType::kInt32
                    ? Int4ScaleType::kInt32
                    : FloatScaleTypeOf(array.type());
  if (scales.type == Int4ScaleType::kNone) {
    Refuse("scales", "array " + array.TypeText(),
           "its elements must be float32, float16, bfloat16 or int32");
  }
  return scales;
}

// `values` is (out_features, in_features); the engine's matrix is its
// transpose.
template <typename T>
Status PackAs(const internal::MatrixRef& values, int group,
              const Int4Scales& scales, const Array& zero_points,
              const GroupStrides& strides, PackedInt4* packed,
              const PackProgress& progress) {
  Int4ZeroPoints<T> points;
  points.data = static_cast<const T*>(zero_points.data());
  points.group_stride = strides.group;
  points.column_stride = strides.column;
  const T* const data = static_cast<const T*>(values.data);
  if (values.row_major) {
    const MatrixMap<const T, MapOrder::ColMajor> map(
        data, values.cols, values.rows, values.stride);
    return PackedInt4::Pack(map, group, scales, points, packed, progress);
  }
  const MatrixMap<const T, MapOrder::RowMajor> map(data, values.cols,
                                                   values.rows, values.stride);
  return PackedInt4::Pack(map, group, scales, points, packed, progress);
}

}  // namespace

Int4 PackInt4(nb::handle values, nb::handle scales, nb::handle group,
              nb::handle zero_points, nb::handle progress) {
  Array array, scale, points;
  array.OpenArray(values, "values");
  CheckTwoDimensions(array, "values");
  const internal::MatrixRef ref = MatrixOf(array, "values");
  const int size = ReadInt32(group, "group");
  const int groups = GroupsOf(ref.cols, size, 0, "group");
  Int4Scales parameters = Int4Scales::None();
  if (!scales.is_none()) {
    scale.OpenArray(scales, "scales");
    parameters = ScalesOf(scale, ref.rows, groups);
  }
  GroupStrides strides = {0, 0};
  if (!zero_points.is_none()) {
    points.OpenArray(zero_points, "zero_points");
    if (points.type() != array.type()) {
      Refuse("zero_points", "array " + points.TypeText(),
             std::string("the values are ") + NameOf(array.type()));
    }
    strides = StridesOf(points, "zero_points", ref.rows, groups);
  }
  const auto pack = ref.scalar == internal::Scalar::kInt8
                        ? &PackAs<std::int8_t>
                        : &PackAs<std::uint8_t>;
  return Imported(progress, [&](PackedInt4* packed, const PackProgress& told) {
    return pack(ref, size, parameters, points, strides, packed, told);
  });
}

Int4 Int4FromMatMulNBits(nb::handle b, nb::handle scales,
                         nb::handle zero_points, nb::handle block_size,
                         nb::handle progress) {
  const Tensor values(b, "b", ElementType::kUint8), scale(scales, "scales"),
      points(zero_points, "zero_points", ElementType::kUint8, true);
  values.CheckDimensions(2, 3);
  MatMulNBitsWeights weights;
  const Array& array = values.array();
  weights.n = values.Size(array.size(0));
  weights.k = values.Size(2 * array.size(1) *
                          (array.dimensions() == 3 ? array.size(2) : 1));
  weights.block_size = ReadInt32(block_size, "block_size");
  const std::int64_t groups =
      GroupsOf(weights.k, weights.block_size, -1, "block_size");
  if (weights.block_size == -1) Refuse("block_size", -1, "is not positive");
  scale.CheckCount(weights.n * groups);
  const ElementType type = scale.array().type();
  const Int4ScaleType scale_type = FloatScaleTypeOf(type);
  if (scale_type == Int4ScaleType::kNone) {
    Refuse("scales", "array " + scale.array().TypeText(),
           "its elements must be float32, float16 or bfloat16");
  }
  if (!zero_points.is_none()) points.CheckCount(weights.n * ((groups + 1) / 2));
  weights.b = values.data<std::uint8_t>();
  weights.scale_type = scale_type;
  weights.scales = scale.data<void>();
  weights.zero_points = points.data<std::uint8_t>();
  return Imported(progress, [&](PackedInt4* packed, const PackProgress& told) {
    return ImportMatMulNBits(weights, packed, told);
  });
}

Int4 Int4FromGguf(nb::handle blocks, nb::handle progress) {
  const Tensor tensor(blocks, "blocks", ElementType::kUint8);
  tensor.CheckDimensions(2, 2);
  constexpr int kBlock = 18, kValues = 32;
  const std::int64_t bytes = tensor.array().size(1);
  if (bytes % kBlock != 0) {
    Refuse("blocks", "array of shape " + tensor.array().ShapeText(),
           "its rows are no multiples of 18 bytes, a block");
  }
  const int n = tensor.Size(tensor.array().size(0));
  const int k = tensor.Size(bytes / kBlock * kValues);
  return Imported(progress, [&](PackedInt4* packed, const PackProgress& told) {
    return ImportGgufQ4_0(tensor.data<void>(), n, k, packed, told);
  });
}

Int4 Int4FromGptq(nb::handle qweight, nb::handle qzeros, nb::handle scales,
                  nb::handle group, nb::handle g_idx, nb::handle version,
                  nb::handle progress) {
  const Tensor values(qweight, "qweight", ElementType::kInt32),
      points(qzeros, "qzeros", ElementType::kInt32),
      scale(scales, "scales", ElementType::kFloat16),
      indices(g_idx, "g_idx", ElementType::kInt32, true);
  values.CheckDimensions(2, 2);
  const int stored = ReadInt32(version, "version");
  if (stored != 1 && stored != 2) {
    Refuse("version", stored, "is neither 1 nor 2");
  }
  GptqWeights weights;
  weights.k = values.Size(8 * values.array().size(0));
  weights.n = values.Size(values.array().size(1));
  weights.group = ReadInt32(group, "group");
  weights.version = static_cast<GptqVersion>(stored);
  const int groups = GroupsOf(weights.k, weights.group, -1, "group");
  points.CheckShape(groups, weights.n / 8);
  scale.CheckShape(groups, weights.n);
  if (!g_idx.is_none()) indices.CheckCount(weights.k);
  weights.qweight = values.data<std::int32_t>();
  weights.qzeros = points.data<std::int32_t>();
  weights.scales = scale.data<Float16>();
  weights.g_idx = indices.data<std::int32_t>();
  return Imported(progress, [&](PackedInt4* packed, const PackProgress& told) {
    return ImportGptq(weights, packed, told);
  });
}

Int4 Int4FromAwq(nb::handle qweight, nb::handle qzeros, nb::handle scales,
                 nb::handle group, nb::handle progress) {
  const Tensor values(qweight, "qweight", ElementType::kInt32),
      points(qzeros, "qzeros", ElementType::kInt32),
      scale(scales, "scales", ElementType::kFloat16);
  values.CheckDimensions(2, 2);
  AwqWeights weights;
  weights.k = values.Size(values.array().size(0));
  weights.n = values.Size(8 * values.array().size(1));
  weights.group = ReadInt32(group, "group");
  const int groups = GroupsOf(weights.k, weights.group, -1, "group");
  points.CheckShape(groups, weights.n / 8);
  scale.CheckShape(groups, weights.n);
  weights.qweight = values.data<std::int32_t>();
  weights.qzeros = points.data<std::int32_t>();
  weights.scales = scale.data<Float16>();
  return Imported(progress, [&](PackedInt4* packed, const PackProgress& told) {
    return ImportAwq(weights, packed, told);
  });
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
