// Runs groups of rows that have a dynamic layer each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/dynamic_linear.h"
#include "../gemm/row_groups.h"
#include "../gemm/validate.h"
#include "dynamic_run.h"
#include "validate_dynamic.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// What RowGroupsRun asks for.
class DynamicMembers {
 public:
  using Run = DynamicRun;

  DynamicMembers(const DynamicList& layers, const RowGroups& groups,
                 const RealMatrix& x, const RealMatrix& y)
      : layers_(layers), groups_(groups), x_(x), y_(y) {}

  bool IsIndivisible(int group) const {
    return layers_[group]->arithmetic.scope == DynamicScope::kTensor;
  }
  double WorkOfRow(int group) const {
    return static_cast<double>(layers_[group]->k) * layers_[group]->n;
  }
  int StepOf(const GroupPiece&) const { return 0; }  // rows are quantized
  Status Prepare(const GroupPiece& piece, const GemmResources& resources,
                 DynamicRun* run) const {
    RealMatrix x = x_, y = y_;
    x.rows = y.rows = piece.rows;
    const auto row_of = [&piece](const RealMatrix& matrix) {
      return static_cast<const std::uint8_t*>(matrix.data) +
             std::ptrdiff_t{piece.first} * matrix.stride * SizeOf(matrix.type);
    };
    y.data = row_of(y_);
    const std::int32_t* index = nullptr;
    if (groups_.index != nullptr) {
      index = groups_.index + piece.first;
    } else {
      x.data = row_of(x_);
    }
    return run->Prepare(*layers_[piece.group], x, index, y, resources);
  }

 private:
  const DynamicList& layers_;
  const RowGroups& groups_;
  const RealMatrix& x_;
  const RealMatrix& y_;
};

Status Validate(const DynamicList& layers, const RowGroups& groups,
                const RealMatrix& x, const RealMatrix& y) {
  Status status = ValidateRowGroups(groups, x.rows, y.rows);
  if (!status.ok()) return status;
  if (y.rows > 0 && layers.layers == nullptr) {
    return NullPointer("layers");
  }
  for (int g = 0; g < groups.count; ++g) {
    if (groups.RowsOf(g) == 0) continue;
    const DynamicLinearState* const layer = layers[g];
    if (layer == nullptr) return InvalidArgument("layers", g, "is empty");
    status = ValidateDynamicShape(*layer, x, y);
    if (status.ok()) status = ValidateDynamicOverlap(*layer, x, y);
    if (!status.ok()) return status;
  }
  return y.rows > 0 ? ValidateGroupsOverlap(groups, RefOf(y)) : Status();
}

}  // namespace

Status RunDynamicGroups(const DynamicList& layers, const RowGroups& groups,
                        const RealMatrix& x, const RealMatrix& y,
                        const GemmResources& resources) {
  Status status = ValidateResources(resources);
  if (status.ok()) status = Validate(layers, groups, x, y);
  if (!status.ok() || y.rows == 0) return status;
  status = CheckNotInUse(*resources.state);
  if (!status.ok()) return status;
  const DynamicMembers members(layers, groups, x, y);
  return RowGroupsRun<DynamicMembers>(groups, members).Run(resources, true);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
