// lowp.Int4Linear: products with 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../int4/gemm_int4.h"
#include "bindings.h"
#include "caller.h"
#include "int4_weights.h"
#include "numpy_arrays.h"
#include "parameter.h"
#include "result.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

using internal::Along;

constexpr ArgumentNames kNames = {"x", "weights", "out"};

constexpr char kInt4Doc[] =
    R"(A fully connected layer with weights of 4 bits in groups along in_features.

    weight[j, l] = scales[j, g] * (values[j, l] - zero_points[j, g]),
    g = l // group

They are packed once, by pack() or, from the files of other programs, by
from_matmul_nbits(), from_gguf_q4_0(), from_gptq() or from_awq(): exact shuffles
of bits. progress is that of lowp.Packed. The layer cannot change; threads share
it, and it can be pickled, saved and mapped (lowp.save, lowp.load).)";

constexpr char kCallDoc[] =
    R"(The product with quantized activations.

x has shape (..., in_features), contiguous rows and elements of uint8 or int8;
y has shape (..., out_features). With rows i of x,

    S[i, g, j] = sum over l of group g of (x[i, l] - x_zero_point[i]) *
                                          (values[j, l] - zero_points[j, g])
    total      = 0; for each g:
                 total = total + float32(S[i, g, j]) * scales[j, g]
    y[i, j]    = total * x_scale[i] + bias[j]

S is exact; everything else is float32, rounded after each operation or, with
fused=True, once for each group. y is then rounded to out_dtype: float32, which
is the default, float16 or bfloat16.

x_scale (finite) and x_zero_point (a value of x's type) are numbers, or have one
element for each row; bias, float32, has shape (out_features,).

Where the scales of the weights are int32, or None, y is the exact sum over g of
S[i, g, j] * scales[j, g] as int64, and x_scale, bias and fused do not apply.

out receives y, if given. Raises lowp.InvalidArgument, with nothing written,
where an argument is wrong. The GIL is released meanwhile.)";

constexpr char kPackDoc[] =
    R"(Packs weights of one byte each.

values has shape (out_features, in_features), contiguous rows or columns, and
elements 0..15 of uint8 or -8..7 of int8. group is a multiple of 16 that divides
in_features, or 0: all of in_features. scales has shape (out_features, groups)
and elements of float32, float16 or bfloat16 (finite, kept as they are) or
int32; None means 1. zero_points has the same shape and the type of values; None
means 8 for uint8 and 0 for int8.)";

constexpr char kMatMulNBitsDoc[] =
    R"(From the inputs of ONNX Runtime's operator MatMulNBits, bits = 4.

b is uint8 of shape (n, k / block_size, block_size / 2) or (n, k / 2). scales is
float32, float16 or bfloat16 with n * k / block_size elements. zero_points is
uint8 with n * ceil(k / block_size / 2) elements, two zero points each; None
means 8.)";

constexpr char kGgufDoc[] =
    R"(From a tensor of GGUF's type Q4_0.

blocks is uint8 of shape (n, k / 32 * 18), as package gguf reads it.)";

constexpr char kGptqDoc[] =
    R"(From tensors of GPTQ: qweight, int32 (k / 8, n); qzeros, int32 (groups, n / 8);
scales, float16 (groups, n); g_idx, int32 (k,), or None.

group is a multiple of 16 that divides k, or -1: k. version 1 stores zero points
less 1, version 2 as they are. An order by activation (a g_idx that is not
l // group) is refused.)";

constexpr char kAwqDoc[] =
    R"(From tensors of AutoAWQ: qweight, int32 (k, n / 8); qzeros, int32
(groups, n / 8); scales, float16 (groups, n).

group is a multiple of 16 that divides k, or -1: k.)";

bool HasFloats(const Int4& layer) {
  const Int4ScaleType type = layer.weights.scale_type();
  return type != Int4ScaleType::kNone && type != Int4ScaleType::kInt32;
}

// Refuses what integer results do not have, and returns their type.
ElementType IntegerResult(nb::handle x_scale, nb::handle bias, bool fused,
                          nb::handle out_dtype) {
  constexpr char kProblem[] =
      "does not apply: the scales of the weights are integers";
  if (!x_scale.is_none()) Refuse("x_scale", "given", kProblem);
  if (!bias.is_none()) Refuse("bias", "given", kProblem);
  if (fused) Refuse("fused", "True", kProblem);
  if (!out_dtype.is_none() && TypeOfDtype(out_dtype) != ElementType::kInt64) {
    Refuse("out_dtype", nb::cast<std::string>(nb::str(out_dtype)),
           "is not int64, the type of results of integer scales");
  }
  return ElementType::kInt64;
}

// One value for each of `count`; None is a null pointer.
struct Floats {
  Parameter<float> parameter;
  std::vector<float> copies;

  const float* Read(nb::handle object, const char* name,
                    const ParameterShape& shape) {
    if (object.is_none()) return nullptr;
    parameter.Read(object, name, shape);
    if (parameter.along() != Along::kAll) return parameter.data();
    const int count = shape.of_vector == Along::kRows ? shape.rows : shape.cols;
    copies.assign(static_cast<std::size_t>(count), parameter.value());
    return copies.data();
  }
};

// The zero points of rows, one or many.
struct ZeroPoints {
  Parameter<std::int32_t> parameter;
  std::int32_t one = 0;

  void Read(nb::handle object, int rows, internal::Int4Problem* problem) {
    parameter.Read(object, "x_zero_point", {rows, 1, Along::kRows});
    one = parameter.value();
    const bool is_one = parameter.along() == Along::kAll;
    problem->zero_points = is_one ? &one : parameter.data();
    problem->zero_point_count = is_one ? 1 : parameter.size();
  }
};

internal::MatrixRef RowsOfBytes(const Array& x, const Int4& layer) {
  if (x.type() != ElementType::kUint8 && x.type() != ElementType::kInt8) {
    Refuse("x", "array " + x.TypeText(), "its elements must be uint8 or int8");
  }
  const RowsView rows = RowsOf(x, "x");
  if (rows.cols != layer.weights.k()) {
    Refuse("x", "array of shape " + x.ShapeText(),
           "its last dimension must be in_features, " +
               std::to_string(layer.weights.k()));
  }
  return {rows.data,   rows.rows, rows.cols,
          rows.stride, true,      static_cast<internal::Scalar>(x.type())};
}

nb::object Call(const Int4& layer, nb::handle x, nb::handle x_scale,
                nb::handle x_zero_point, nb::handle bias, nb::handle fuses,
                nb::handle out_dtype, nb::handle out) {
  const bool fused = ReadBool("fused", fuses);
  Array input;
  input.OpenArray(x, "x");
  internal::Int4Problem problem = internal::MakeInt4Problem(layer.weights);
  problem.rows = RowsOfBytes(input, layer);
  const bool is_float = HasFloats(layer);
  const ElementType type = is_float
                               ? RealTypeOfResult(out_dtype, out)
                               : IntegerResult(x_scale, bias, fused, out_dtype);
  const int rows = problem.rows.rows, cols = layer.weights.n();
  Floats scales, added;
  ZeroPoints zero_points;
  problem.row_scales = scales.Read(x_scale, "x_scale", {rows, 1, Along::kRows});
  problem.bias = added.Read(bias, "bias", {1, cols, Along::kCols});
  zero_points.Read(x_zero_point, rows, &problem);
  problem.fused = fused;
  problem.outcome =
      is_float ? internal::Int4Outcome::kFloats : internal::Int4Outcome::kInt64;
  problem.type =
      type == ElementType::kFloat16    ? internal::Int4ResultType::kFloat16
      : type == ElementType::kBfloat16 ? internal::Int4ResultType::kBfloat16
                                       : internal::Int4ResultType::kFloat32;
  ResultView result;
  result.Read(out, type, ShapeWithLast(input, cols));
  const RowsView y = RowsOf(result.array(), "out");
  problem.result = y.data;
  problem.result_stride = y.stride;
  GemmContext* const context = ContextOfThisThread();
  Status status;
  {
    nb::gil_scoped_release released;
    status = internal::RunInt4(problem, internal::ResourcesOf(context));
  }
  Check(status, kNames);
  return result.object();
}

nb::object ScaleDtype(const Int4& layer) {
  const char* name = nullptr;
  switch (layer.weights.scale_type()) {
    case Int4ScaleType::kNone:
      return nb::none();
    case Int4ScaleType::kFloat32:
      name = "float32";
      break;
    case Int4ScaleType::kFloat16:
      name = "float16";
      break;
    case Int4ScaleType::kBfloat16:
      return nb::cast("bfloat16");  // numpy has no such type
    case Int4ScaleType::kInt32:
      name = "int32";
      break;
  }
  return nb::module_::import_("numpy").attr("dtype")(name);
}

std::string Describe(const Int4& layer) {
  return "<lowp.Int4Linear " + std::to_string(layer.weights.k()) + " -> " +
         std::to_string(layer.weights.n()) + ", groups of " +
         std::to_string(layer.weights.group()) + ", " +
         std::to_string(layer.weights.size()) + " bytes>";
}

void BindImporters(nb::class_<Int4>* int4) {
  int4->def_static(
          "pack", &PackInt4, "values"_a.none(), "scales"_a.none(),
          "group"_a.none(), "zero_points"_a = nb::none(), nb::kw_only(),
          "progress"_a = nb::none(),
          nb::sig("def pack(values: Array, scales: Array | None, group: int, "
                  "zero_points: Array | None = None, *, progress: Progress | "
                  "None = None) -> Int4Linear"),
          kPackDoc)
      .def_static(
          "from_matmul_nbits", &Int4FromMatMulNBits, "b"_a.none(),
          "scales"_a.none(), "zero_points"_a = nb::none(), nb::kw_only(),
          "block_size"_a.none() = 32, "progress"_a = nb::none(),
          nb::sig("def from_matmul_nbits(b: Array, scales: Array, zero_points: "
                  "Array | None = None, *, block_size: int = 32, "
                  "progress: Progress | None = None) -> Int4Linear"),
          kMatMulNBitsDoc)
      .def_static("from_gguf_q4_0", &Int4FromGguf, "blocks"_a.none(),
                  nb::kw_only(), "progress"_a = nb::none(),
                  nb::sig("def from_gguf_q4_0(blocks: Array, *, progress: "
                          "Progress | None = None) -> Int4Linear"),
                  kGgufDoc)
      .def_static(
          "from_gptq", &Int4FromGptq, "qweight"_a.none(), "qzeros"_a.none(),
          "scales"_a.none(), nb::kw_only(), "group"_a.none() = 128,
          "g_idx"_a = nb::none(), "version"_a.none() = 1,
          "progress"_a = nb::none(),
          nb::sig("def from_gptq(qweight: Array, qzeros: Array, scales: Array, "
                  "*, group: int = 128, g_idx: Array | None = None, version: "
                  "int = 1, progress: Progress | None = None) -> Int4Linear"),
          kGptqDoc)
      .def_static(
          "from_awq", &Int4FromAwq, "qweight"_a.none(), "qzeros"_a.none(),
          "scales"_a.none(), nb::kw_only(), "group"_a.none() = 128,
          "progress"_a = nb::none(),
          nb::sig("def from_awq(qweight: Array, qzeros: Array, scales: Array, "
                  "*, group: int = 128, progress: Progress | None = None) -> "
                  "Int4Linear"),
          kAwqDoc);
}

}  // namespace

void BindInt4(nb::module_& module) {
  nb::class_<Int4> int4(module, "Int4Linear", nb::is_final(), kInt4Doc);
  BindImporters(&int4);
  int4.def("__call__", &Call, "x"_a.none(), "x_scale"_a = nb::none(),
           "x_zero_point"_a.none() = 0, nb::kw_only(), "bias"_a = nb::none(),
           "fused"_a.none() = false, "out_dtype"_a = nb::none(),
           "out"_a = nb::none(),
           nb::sig("def __call__(self, x: Array, x_scale: Reals | None = None, "
                   "x_zero_point: Integers = 0, *, bias: Reals | None = None, "
                   "fused: bool = False, out_dtype: "
                   "numpy.typing.DTypeLike | None = None, out: Array | None = "
                   "None) -> numpy.ndarray"),
           kCallDoc)
      .def_prop_ro("in_features",
                   [](const Int4& self) { return self.weights.k(); })
      .def_prop_ro("out_features",
                   [](const Int4& self) { return self.weights.n(); })
      .def_prop_ro(
          "group", [](const Int4& self) { return self.weights.group(); },
          "The number of input features that share a scale.")
      .def_prop_ro("scale_dtype", &ScaleDtype,
                   nb::sig("def scale_dtype(self, /) -> numpy.dtype | str | "
                           "None"),
                   "The type of the weights' scales; None without scales.")
      .def("__repr__", &Describe);
  BindBytes(&int4,
            nb::sig("def from_bytes(data: bytes | memoryview | numpy.ndarray, "
                    "*, copy: bool = True) -> Int4Linear"),
            "int4_from_bytes");
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
