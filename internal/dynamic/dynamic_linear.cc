// Runs dynamic linear layers: rows are quantized, then multiplied. All rows
// first: the weights pass by all of them anyway, and codes are a quarter of the
// floats that they are made of.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/dynamic_linear.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "../contract/engine_state.h"
#include "../epilogue/overlap.h"
#include "../gemm/call_workspace.h"
#include "../gemm/prepare.h"
#include "../gemm/product_run.h"
#include "../gemm/run_in_context.h"
#include "../gemm/validate.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "dynamic_state.h"
#include "quantized_rows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

MatrixRef RefOf(const RealMatrix& matrix) {
  return {matrix.data,   matrix.rows, matrix.cols,
          matrix.stride, true,        StoredAs(matrix.type)};
}

FloatParameter Constant(float value) {
  FloatParameter parameter = {};
  parameter.value = value;
  parameter.along = Along::kAll;
  return parameter;
}

FloatParameter OneOrEach(const std::vector<float>& values, float none) {
  if (values.size() < 2) return Constant(values.empty() ? none : values[0]);
  FloatParameter parameter = {};
  parameter.data = values.data();
  parameter.size = static_cast<int>(values.size());
  parameter.along = Along::kCols;
  return parameter;
}

RealOrder OrderOf(DynamicOrder order) {
  switch (order) {
    case DynamicOrder::kRowFirst:
      return RealOrder::kRowFirst;
    case DynamicOrder::kColumnFirst:
      return RealOrder::kColumnFirst;
    case DynamicOrder::kProductFirst:
      break;
  }
  return RealOrder::kProductFirst;
}

RealEpilogue EpilogueOf(const DynamicLinearState& layer, Real type) {
  RealEpilogue real;
  real.row = Constant(1);
  real.column = OneOrEach(layer.scales, 1);
  real.bias = OneOrEach(layer.bias, -0.0f);
  real.order = OrderOf(layer.arithmetic.order);
  real.fuses_bias = layer.arithmetic.fuses_bias && !layer.bias.empty();
  real.type = type;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  real.clamps = layer.low > -kInfinity || layer.high < kInfinity;
  real.low = layer.low;
  real.high = layer.high;
  return real;
}

// A layer and a number of rows: everything but pointers and values.
class DynamicRun {
 public:
  // Of valid arguments.
  Status Prepare(const DynamicLinearState& layer, const RealMatrix& x,
                 const RealMatrix& y, const GemmResources& resources) {
    layer_ = &layer;
    x_ = x;
    y_ = y;
    form_ = CodeFormFor(*layer.backend, layer.k, layer.arithmetic);
    SetProblem();
    epilogue_.biases = nullptr;
    epilogue_.bias_count = 0;
    epilogue_.has_row_bias = false;
    epilogue_.epilogue.form = EpilogueForm::kReal;
    epilogue_.epilogue.result = problem_.result.scalar;
    epilogue_.epilogue.transposed = false;
    epilogue_.epilogue.real = EpilogueOf(layer, y.type);
    EngineState state;
    state.backend = layer.backend;
    state.kernel = layer.kernel;
    GemmResources own = resources;
    own.state = &state;
    const Status status = internal::Prepare(
        problem_, ShapeOf(epilogue_.epilogue), {false, false}, own, &product_);
    if (!status.ok()) return status;
    rows_ = LayOutQuantizedRows(form_, x.rows, layer.k, layer.arithmetic,
                                Reads(), product_.threads);
    if (!Extent(bytes()).FitsMemory()) {
      return Status(StatusCode::kResourceExhausted, "x.rows", x.rows,
                    "need more memory than this machine addresses");
    }
    return Status();
  }

  std::uint64_t bytes() const {
    return (Extent(product_.layout.total) + rows_.total).value();
  }

  // `multiply(problem, epilogue, workspace)` runs the product.
  template <typename Multiply>
  void Run(void* workspace, const Executor& executor,
           const Multiply& multiply) {
    const PreparedProduct& p = product_;
    const QuantizedRows rows(
        *layer_->backend, layer_->arithmetic, form_, x_,
        layer_->factors_or_null(), rows_,
        static_cast<std::uint8_t*>(workspace) + p.layout.total);
    const bool is_small = std::int64_t{x_.rows} * x_.cols < kFewValues;
    rows.Quantize({executor, is_small ? 1 : p.threads,
                   is_small ? 0 : p.threads_to_wake, true});
    problem_.lhs.matrix.data = rows.codes();
    SetScales(rows);
    multiply(problem_, epilogue_, workspace);
    SetNaNs(rows);
  }

  const PreparedProduct& product() const { return product_; }

 private:
  // Values that are quantized before another thread would have begun.
  static constexpr std::int64_t kFewValues = 1 << 16;

  bool Reads() const {
    return x_.type != Real::kFloat32 || !layer_->factors.empty();
  }
  bool OffsetVaries() const {
    return layer_->arithmetic.scope == DynamicScope::kRow &&
           !HasNoZeroPoint(layer_->arithmetic);
  }

  void SetProblem() {
    problem_ = {};
    problem_.lhs.matrix = {nullptr,      x_.rows, layer_->k,
                           form_.stride, true,    form_.scalar};
    problem_.lhs.is_packed = false;
    problem_.lhs.packed = nullptr;
    problem_.rhs = layer_->rhs;
    problem_.result = RefOf(y_);
    problem_.lhs_offset.value = 0;
    problem_.lhs_offset.along = OffsetVaries() ? Along::kRows : Along::kAll;
    problem_.rhs_offset.value = layer_->offsets[0];
    problem_.rhs_offset.along = Along::kAll;
    if (layer_->offsets.size() > 1) {
      problem_.rhs_offset.data = layer_->offsets.data();
      problem_.rhs_offset.size = layer_->n;
      problem_.rhs_offset.along = Along::kCols;
    }
    problem_.uses_floats = true;
  }

  void SetScales(const QuantizedRows& rows) {
    FloatParameter& scale = epilogue_.epilogue.real.row;
    if (rows.by_row()) {
      scale.data = rows.scales();
      scale.size = x_.rows;
      scale.along = Along::kRows;
    } else {
      scale = Constant(rows.scales()[0]);
    }
    if (OffsetVaries()) {
      problem_.lhs_offset.data = rows.offsets();
      problem_.lhs_offset.size = x_.rows;
    } else {
      problem_.lhs_offset.value = rows.offsets()[0];
    }
  }

  // Rows without a scale become NaN, and NaN that follows from an overflow
  // loses its sign: processors do not agree on it.
  void SetNaNs(const QuantizedRows& rows) const {
    for (int row = 0; row < y_.rows; ++row) {
      const float scale = rows.scales()[rows.by_row() ? row : 0];
      if (scale < layer_->safe_scale) continue;
      const bool all = scale != scale;
      std::uint8_t* const first =
          static_cast<std::uint8_t*>(const_cast<void*>(y_.data)) +
          std::ptrdiff_t{row} * y_.stride * SizeOf(y_.type);
      switch (y_.type) {
        case Real::kFloat32:
          SetNaNs<std::uint32_t>(first, all, 0x7f800000, 0x7fc00000);
          break;
        case Real::kBfloat16:
          SetNaNs<std::uint16_t>(first, all, 0x7f80, 0x7fc0);
          break;
        case Real::kFloat16:
          SetNaNs<std::uint16_t>(first, all, 0x7c00, 0x7e00);
          break;
      }
    }
  }

  template <typename Bits>
  void SetNaNs(std::uint8_t* first, bool all, Bits infinity, Bits nan) const {
    constexpr Bits kMagnitude = static_cast<Bits>(~Bits{0}) >> 1;
    for (int i = 0; i < y_.cols; ++i) {
      std::uint8_t* const place =
          first + static_cast<std::size_t>(i) * sizeof(Bits);
      Bits bits;
      std::memcpy(&bits, place, sizeof(bits));
      if (all || (bits & kMagnitude) > infinity) {
        std::memcpy(place, &nan, sizeof(nan));
      }
    }
  }

  const DynamicLinearState* layer_ = nullptr;
  RealMatrix x_, y_;
  CodeForm form_;
  GemmProblem problem_;
  PreparedEpilogue epilogue_;
  PreparedProduct product_;
  QuantizedRowsLayout rows_;
};

struct MatrixNames {
  const char *rows, *cols, *stride, *data;
};

Status ValidateMatrix(const RealMatrix& matrix, int cols,
                      const MatrixNames& names) {
  if (matrix.rows < 0) {
    return InvalidArgument(names.rows, matrix.rows, "is negative");
  }
  if (matrix.cols != cols) {
    return InvalidArgument(names.cols, matrix.cols,
                           "is not the layer's number");
  }
  if (matrix.stride < cols) {
    return InvalidArgument(names.stride, matrix.stride,
                           "is smaller than the number of columns");
  }
  if (matrix.rows == 0) return Status();
  if (matrix.data == nullptr) {
    return InvalidArgument(names.data, 0, "is a null pointer");
  }
  if (!BytesOfRows(matrix.rows, cols, matrix.stride,
                   static_cast<std::size_t>(SizeOf(matrix.type)))
           .FitsMemory()) {
    return InvalidArgument(names.stride, matrix.stride,
                           "takes rows out of the address space");
  }
  return Status();
}

Status Validate(const DynamicLinearState* layer, const RealMatrix& x,
                const RealMatrix& y) {
  if (layer == nullptr) return InvalidArgument("layer", 0, "is empty");
  Status status =
      ValidateMatrix(x, layer->k, {"x.rows", "x.cols", "x.stride", "x.data"});
  if (!status.ok()) return status;
  if (y.rows != x.rows) {
    return InvalidArgument("y.rows", y.rows, "differs from x.rows");
  }
  status =
      ValidateMatrix(y, layer->n, {"y.rows", "y.cols", "y.stride", "y.data"});
  if (!status.ok() || y.rows == 0) return status;
  if (Overlap(RefOf(x), RefOf(y))) {
    return InvalidArgument("y.data", 0, "overlaps x");
  }
  if (OverlapsBytes(RefOf(y), layer->weights.data(),
                    static_cast<std::int64_t>(layer->weights.size()))) {
    return InvalidArgument("y.data", 0, "overlaps the weights");
  }
  return Status();
}

// As many threads as the executor runs at once.
GemmResources ResourcesOf(const Executor* executor) {
  GemmResources resources;
  resources.max_threads = std::max(1, executor->concurrency);
  resources.context = const_cast<Executor*>(executor);
  if (executor->parallel_for != nullptr && executor->concurrency > 1) {
    resources.executor_of = [](void* context) {
      return *static_cast<const Executor*>(context);
    };
  }
  return resources;
}

}  // namespace

std::size_t DynamicWorkspaceBytes(const DynamicLinearState* layer, int rows,
                                  int concurrency) {
  if (layer == nullptr || rows <= 0 || concurrency < 1) return 0;
  Executor executor;
  executor.concurrency = concurrency;
  executor.parallel_for = [](void*, int, void (*)(void*, int), void*) {};
  // Conversion of rows is counted, whether x needs it or not.
  const RealMatrix x = {nullptr, rows, layer->k, layer->k, Real::kBfloat16};
  const RealMatrix y = {nullptr, rows, layer->n, layer->n, Real::kFloat32};
  DynamicRun run;
  if (!run.Prepare(*layer, x, y, ResourcesOf(&executor)).ok()) return 0;
  return static_cast<std::size_t>(run.bytes()) + kPackedAlignment - 1;
}

Status RunDynamicLinear(const DynamicLinearState* layer, const RealMatrix& x,
                        const RealMatrix& y, void* workspace, std::size_t bytes,
                        const Executor& executor) {
  Status status = Validate(layer, x, y);
  if (!status.ok() || x.rows == 0) return status;
  DynamicRun run;
  status = run.Prepare(*layer, x, y, ResourcesOf(&executor));
  if (!status.ok()) return status;
  void* aligned;
  status = AlignWorkspace(workspace, bytes,
                          static_cast<std::size_t>(run.bytes()), &aligned);
  if (!status.ok()) return status;
  const FloatEnvironment environment;
  const PreparedProduct& p = run.product();
  run.Run(aligned, executor,
          [&](const GemmProblem& problem, const PreparedEpilogue& epilogue,
              void* memory) {
            const ProductCall call = {problem, epilogue, memory, true};
            if (p.is_one_task) {
              GemmTask task = p.task;
              RunOneTask(p, call, &task);
            } else {
              RunShared(p, call, executor, p.threads_to_wake);
            }
          });
  return Status();
}

Status RunDynamicLinear(const DynamicLinearState* layer, const RealMatrix& x,
                        const RealMatrix& y, const GemmResources& resources) {
  Status status = ValidateResources(resources);
  if (status.ok()) status = Validate(layer, x, y);
  if (!status.ok() || x.rows == 0) return status;
  status = CheckNotInUse(*resources.state);
  if (!status.ok()) return status;
  DynamicRun run;
  status = run.Prepare(*layer, x, y, resources);
  if (!status.ok()) return status;
  void* workspace;
  status = TakeWorkspace(resources.state, static_cast<std::size_t>(run.bytes()),
                         &workspace);
  if (!status.ok()) return status;
  const InUse in_use(resources.state);
  const FloatEnvironment environment;
  const PreparedProduct& p = run.product();
  run.Run(workspace, p.threads > 1 ? resources.MakeExecutor() : Executor{},
          [&](const GemmProblem& problem, const PreparedEpilogue& epilogue,
              void* memory) {
            const ProductCall call = {problem, epilogue, memory, true};
            if (p.is_one_task) {
              GemmTask task = p.task;
              RunOneTask(p, call, &task);
            } else {
              RunInShares(p, call, resources);
            }
          });
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
