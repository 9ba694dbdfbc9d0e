// lowp.matmul and lowp.plan.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "../../internal/frontend/front_end.h"
#include "bindings.h"
#include "caller.h"
#include "parameter.h"
#include "product.h"
#include "scaling.h"
#include "seconds.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

using internal::Along;

constexpr char kMatmulDoc[] =
    R"(The exact product of two matrices of 8-bit integers.

    sum[i, j] = sum over l of (a[i, l] - a_zero_point) *
                              (b[l, j] - b_zero_point)

a has shape (m, k), or (..., k), which counts as rows; b has shape (k, n), and
no more dimensions; the result has shape (m, n) or (..., n). Elements are uint8
or int8, in any combination; either operand may be a lowp.Packed. Arrays are
read where they are: each needs contiguous rows or contiguous columns (b.T will
do), and may have gaps between them. Sums are exact modulo 2**32 for all values.

What becomes of the sums:

    scale  out_dtype           result
    None   None                sum + bias                     int32
    given  None or float32     float32(sum) * scale + bias    float32
    given  int8, uint8, int16  round((sum + bias) * scale) + zero_point

In the last case the product with scale is one of float32, it is rounded to
nearest with ties to even, and the result is clamped to its type: the arithmetic
of ONNX Runtime's QLinearMatMul. With float32 results an integer bias is added
to the sums, and a float bias at the end. For other roundings see lowp.Linear.

a_zero_point is a number or has one element for each row of a; b_zero_point is a
number or has one for each column of b; scale and bias are numbers, or have
shape (n,) or (1, n), or (m, 1). zero_point is a number.

out receives the result, if given: an array of its type and shape, with
contiguous rows or columns, which overlaps neither operand.

Raises lowp.InvalidArgument, with nothing written, where an argument is wrong,
and TypeError where it is no array or number. The GIL is released meanwhile.)";

constexpr char kPlanDoc[] =
    R"(What matmul would do with the same arguments, and why, without doing it.

Returns a lowp.Plan; print it.)";

#define LOWP_PYTHON_MATMUL_ARGUMENTS                                       \
  "(a: Array | Packed, b: Array | Packed, *, a_zero_point: Integers = 0, " \
  "b_zero_point: Integers = 0, scale: Reals | None = None, bias: Reals | " \
  "None = None, zero_point: int = 0, out_dtype: "                          \
  "numpy.typing.DTypeLike | None = None, out: Array | None = None) -> "

// The arguments of a product, and the problem that they make.
class Product {
 public:
  Product(nb::handle a, nb::handle b, nb::handle a_zero_point,
          nb::handle b_zero_point, nb::handle scale, nb::handle bias,
          nb::handle zero_point, nb::handle out_dtype, nb::handle out) {
    a_.Read(a, "a");
    b_.ReadMatrix(b, "b");
    CheckDepths(a_, b_, "a", "b");
    rows_ = a_.operand.matrix.rows;
    cols_ = b_.operand.matrix.cols;
    problem_.lhs = a_.operand;
    problem_.rhs = b_.operand;
    ReadOffset(a_zero_point, "a_zero_point", {rows_, 1, Along::kRows},
               &a_offset_, &problem_.lhs_offset);
    ReadOffset(b_zero_point, "b_zero_point", {1, cols_, Along::kCols},
               &b_offset_, &problem_.rhs_offset);
    scaling_.Read({scale, bias, zero_point, out_dtype},
                  {rows_, cols_, Along::kCols}, false);
    ReadResult(out, scaling_.type(), a_, b_, &result_, &problem_.result);
    problem_.ops = scaling_.ops();
    problem_.op_count = scaling_.count();
    problem_.uses_floats = scaling_.uses_floats();
  }

  nb::object Run() {
    python::Run(&problem_, {});
    return result_.object();
  }
  nb::object Plan() { return python::Plan(problem_, {}); }

  // Of `count` calls of the engine with these arguments.
  double Seconds(int count) {
    internal::EpilogueOp ops[Scaling::kMaxOps];
    GemmContext* const context = ContextOfThisThread();
    return SecondsOf(count, {}, [&] {
      std::copy_n(scaling_.ops(), scaling_.count(), ops);
      internal::GemmProblem problem = problem_;
      problem.ops = ops;  // which the engine rewrites
      return internal::RunGemm(problem, internal::ResourcesOf(context));
    });
  }

 private:
  static void ReadOffset(nb::handle zero_point, const char* name,
                         const ParameterShape& shape,
                         Parameter<std::int32_t>* parameter,
                         internal::Int32Parameter* erased) {
    parameter->Read(zero_point, name, shape);
    parameter->Negate();
    *erased = Erase(*parameter);
  }

  OperandView a_, b_;
  ResultView result_;
  int rows_ = 0, cols_ = 0;
  Parameter<std::int32_t> a_offset_, b_offset_;
  Scaling scaling_;
  internal::GemmProblem problem_;
};

nb::object Matmul(nb::handle a, nb::handle b, nb::handle a_zero_point,
                  nb::handle b_zero_point, nb::handle scale, nb::handle bias,
                  nb::handle zero_point, nb::handle out_dtype, nb::handle out) {
  return Product(a, b, a_zero_point, b_zero_point, scale, bias, zero_point,
                 out_dtype, out)
      .Run();
}

nb::object PlanMatmul(nb::handle a, nb::handle b, nb::handle a_zero_point,
                      nb::handle b_zero_point, nb::handle scale,
                      nb::handle bias, nb::handle zero_point,
                      nb::handle out_dtype, nb::handle out) {
  return Product(a, b, a_zero_point, b_zero_point, scale, bias, zero_point,
                 out_dtype, out)
      .Plan();
}

double MatmulSeconds(int count, nb::handle a, nb::handle b,
                     nb::handle a_zero_point, nb::handle scale,
                     nb::handle zero_point, nb::handle out_dtype,
                     nb::handle out) {
  return Product(a, b, a_zero_point, nb::int_(0), scale, nb::none(), zero_point,
                 out_dtype, out)
      .Seconds(count);
}

template <typename Function>
void Bind(nb::module_& module, const char* name, Function function,
          const nb::sig& signature, const char* doc) {
  module.def(name, function, "a"_a.none(), "b"_a.none(), nb::kw_only(),
             "a_zero_point"_a.none() = 0, "b_zero_point"_a.none() = 0,
             "scale"_a = nb::none(), "bias"_a = nb::none(),
             "zero_point"_a.none() = 0, "out_dtype"_a = nb::none(),
             "out"_a = nb::none(), signature, doc);
}

}  // namespace

void BindMatmul(nb::module_& module) {
  Bind(module, "matmul", &Matmul,
       nb::sig("def matmul" LOWP_PYTHON_MATMUL_ARGUMENTS "numpy.ndarray"),
       kMatmulDoc);
  module.def("_matmul_seconds", &MatmulSeconds, "count"_a, "a"_a, "b"_a,
             "a_zero_point"_a = 0, "scale"_a = nb::none(), "zero_point"_a = 0,
             "out_dtype"_a = nb::none(), "out"_a = nb::none());
  Bind(module, "plan", &PlanMatmul,
       nb::sig("def plan" LOWP_PYTHON_MATMUL_ARGUMENTS "Plan"), kPlanDoc);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
