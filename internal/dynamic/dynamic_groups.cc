// Runs groups of rows that have a dynamic layer each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "../contract/call_workspace.h"
#include "../contract/dynamic_linear.h"
#include "../contract/engine_state.h"
#include "../epilogue/overlap.h"
#include "../gemm/divide_work.h"
#include "../gemm/run_in_context.h"
#include "../gemm/validate.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "dynamic_run.h"
#include "validate_dynamic.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Rows of a group that one thread takes at a time: enough to make reading the
// weights once more worth it.
constexpr int kRowsOfAPiece = 64;
// Fewer pieces for each thread leave some of them waiting for the last one.
constexpr int kPiecesPerThread = 2;

struct Piece {
  int group, first, rows;
};

class GroupsRun {
 public:
  GroupsRun(const DynamicGroups& groups, const RealMatrix& x,
            const RealMatrix& y)
      : groups_(groups), x_(x), y_(y) {}

  int Begin(int group) const { return groups_.offsets[group]; }
  int RowsOf(int group) const { return Begin(group + 1) - Begin(group); }
  const DynamicLinearState* LayerOf(int group) const {
    return groups_.layer_of(groups_.layers, group);
  }

  // How many rows of a group make a piece.
  int RowsOfAPiece(int group) const {
    return LayerOf(group)->arithmetic.scope == DynamicScope::kTensor
               ? RowsOf(group)
               : std::min(RowsOf(group), kRowsOfAPiece);
  }
  int PiecesOf(int group) const {
    return RowsOf(group) == 0 ? 0
                              : (RowsOf(group) - 1) / RowsOfAPiece(group) + 1;
  }
  int Pieces() const {
    int pieces = 0;
    for (int g = 0; g < groups_.count; ++g) pieces += PiecesOf(g);
    return pieces;
  }
  Piece PieceAt(int index) const {
    int group = 0;
    for (; index >= PiecesOf(group); ++group) index -= PiecesOf(group);
    const int first = index * RowsOfAPiece(group);
    return {group, first, std::min(RowsOfAPiece(group), RowsOf(group) - first)};
  }
  Piece Whole(int group) const { return {group, 0, RowsOf(group)}; }

  Status Prepare(const Piece& piece, const GemmResources& resources,
                 DynamicRun* run) const {
    const int first = Begin(piece.group) + piece.first;
    RealMatrix x = x_, y = y_;
    x.rows = y.rows = piece.rows;
    const auto row_of = [first](const RealMatrix& matrix) {
      return static_cast<const std::uint8_t*>(matrix.data) +
             std::ptrdiff_t{first} * matrix.stride * SizeOf(matrix.type);
    };
    y.data = row_of(y_);
    const std::int32_t* index = nullptr;
    if (groups_.index != nullptr) {
      index = groups_.index + first;
    } else {
      x.data = row_of(x_);
    }
    return run->Prepare(*LayerOf(piece.group), x, index, y, resources);
  }

  // The most memory that a piece takes, the largest and the last one of each
  // group among them.
  Status BytesOfAPiece(const GemmResources& resources, bool whole,
                       std::size_t* bytes) const {
    std::uint64_t most = 0;
    for (int g = 0; g < groups_.count; ++g) {
      if (RowsOf(g) == 0) continue;
      const int rows = whole ? RowsOf(g) : RowsOfAPiece(g);
      const int last = (RowsOf(g) - 1) % rows + 1;
      for (const Piece& piece : {Piece{g, 0, rows}, Piece{g, 0, last}}) {
        DynamicRun run;
        const Status status = Prepare(piece, resources, &run);
        if (!status.ok()) return status;
        most = std::max(most, run.bytes());
        if (rows == last) break;
      }
    }
    *bytes = static_cast<std::size_t>(RoundUpToAlignment(most));
    return Status();
  }

  double Work() const {
    double work = 0;
    for (int g = 0; g < groups_.count; ++g) {
      if (RowsOf(g) == 0) continue;
      const DynamicLinearState& layer = *LayerOf(g);
      // A row of weights that is read once takes as long as two products.
      work += std::max(2, RowsOf(g)) * static_cast<double>(layer.k) * layer.n;
    }
    return work;
  }

 private:
  const DynamicGroups& groups_;
  const RealMatrix& x_;
  const RealMatrix& y_;
};

Status ValidateOffsets(const DynamicGroups& groups, const RealMatrix& x,
                       const RealMatrix& y) {
  if (groups.count < 0) {
    return InvalidArgument("groups", groups.count, "is negative");
  }
  if (groups.offsets == nullptr) {
    return InvalidArgument("offsets", 0, "is a null pointer");
  }
  if (groups.offsets[0] != 0) {
    return InvalidArgument("offsets", groups.offsets[0],
                           "is the first one and not 0");
  }
  for (int g = 0; g < groups.count; ++g) {
    if (groups.offsets[g + 1] < groups.offsets[g]) {
      return InvalidArgument("offsets", g + 1,
                             "is the index of one that is smaller than the one "
                             "before it");
    }
  }
  if (groups.offsets[groups.count] != y.rows) {
    return InvalidArgument("y.rows", y.rows, "is not the last one of offsets");
  }
  if (groups.index == nullptr) {
    return x.rows == y.rows
               ? Status()
               : InvalidArgument("y.rows", y.rows,
                                 "differs from x.rows, and there is no index");
  }
  for (int row = 0; row < y.rows; ++row) {
    if (groups.index[row] < 0 || groups.index[row] >= x.rows) {
      return InvalidArgument("index", groups.index[row], "is not a row of x");
    }
  }
  return Status();
}

Status Validate(const DynamicGroups& groups, const RealMatrix& x,
                const RealMatrix& y) {
  Status status = ValidateOffsets(groups, x, y);
  if (!status.ok()) return status;
  if (y.rows > 0 && groups.layers == nullptr) {
    return InvalidArgument("layers", 0, "is a null pointer");
  }
  for (int g = 0; g < groups.count; ++g) {
    if (groups.offsets[g] == groups.offsets[g + 1]) continue;
    const DynamicLinearState* const layer = groups.layer_of(groups.layers, g);
    if (layer == nullptr) return InvalidArgument("layers", g, "is empty");
    status = ValidateDynamicShape(*layer, x, y);
    if (status.ok()) status = ValidateDynamicOverlap(*layer, x, y);
    if (!status.ok()) return status;
  }
  if (y.rows > 0 &&
      (OverlapsBytes(RefOf(y), groups.offsets,
                     (std::int64_t{groups.count} + 1) * 4) ||
       OverlapsBytes(RefOf(y), groups.index, std::int64_t{y.rows} * 4))) {
    return InvalidArgument("y.data", 0, "overlaps offsets or index");
  }
  return Status();
}

}  // namespace

Status RunDynamicGroups(const DynamicGroups& groups, const RealMatrix& x,
                        const RealMatrix& y, const GemmResources& resources) {
  Status status = ValidateResources(resources);
  if (status.ok()) status = Validate(groups, x, y);
  if (!status.ok() || y.rows == 0) return status;
  status = CheckNotInUse(*resources.state);
  if (!status.ok()) return status;
  const GroupsRun all(groups, x, y);
  const Executor executor = resources.MakeExecutor();
  ThreadsOfWork threads = {1, 0};
  if (executor.parallel_for != nullptr) {
    threads = ThreadsFor(all.Work(), resources.max_threads);
  }
  const int pieces = all.Pieces();
  const bool shares_pieces =
      threads.count > 1 && pieces >= threads.count * kPiecesPerThread;
  GemmResources alone = resources;
  alone.max_threads = 1;
  alone.executor_of = nullptr;
  std::size_t bytes = 0;
  status = all.BytesOfAPiece(shares_pieces ? alone : resources, !shares_pieces,
                             &bytes);
  if (!status.ok()) return status;
  const Extent total = Extent(bytes) * static_cast<std::uint64_t>(
                                           shares_pieces ? threads.count : 1);
  void* workspace;
  if (!total.FitsMemory()) {
    return Status(StatusCode::kResourceExhausted, "y.rows", y.rows,
                  "need more memory than this machine addresses");
  }
  status = TakeWorkspace(resources.state,
                         static_cast<std::size_t>(total.value()), &workspace);
  if (!status.ok()) return status;
  const InUse in_use(resources.state);
  const FloatEnvironment environment;
  // Preparing cannot fail: it has been tried.
  if (!shares_pieces) {
    for (int g = 0; g < groups.count; ++g) {
      if (all.RowsOf(g) == 0) continue;
      DynamicRun run;
      (void)all.Prepare(all.Whole(g), resources, &run);
      run.Run(workspace, executor, run.product().threads_to_wake);
    }
    return Status();
  }
  struct Worker {
    int slot;
  };
  ParallelFor<Worker>({executor, threads.count, threads.to_wake, true}, pieces,
                      [&](int share, Worker* worker) {
                        DynamicRun run;
                        (void)all.Prepare(all.PieceAt(share), alone, &run);
                        run.Run(
                            static_cast<std::uint8_t*>(workspace) +
                                static_cast<std::size_t>(worker->slot) * bytes,
                            Executor{}, 0);
                      });
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
