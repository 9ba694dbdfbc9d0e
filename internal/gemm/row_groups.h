// Shares out the work of groups of rows that have a product each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_ROW_GROUPS_H_
#define LOWP_INTERNAL_GEMM_ROW_GROUPS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../contract/call_workspace.h"
#include "../contract/context_in_use.h"
#include "../contract/engine_state.h"
#include "../contract/row_groups.h"
#include "../contract/threads_for.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Offsets, index and numbers of rows: what needs no product.
Status ValidateRowGroups(const RowGroups& groups, int x_rows, int y_rows);

// Whether valid groups are apart from a valid y.
Status ValidateGroupsOverlap(const RowGroups& groups, const MatrixRef& y);

// Rows of one group, from row `first` of y on.
struct GroupPiece {
  int group, first, rows;
};

// Runs groups, one of which has rows. What a group does follows from Members:
//
//   using Run = ...            // of a piece
//   bool IsIndivisible(int group)  // its rows have something in common
//   double WorkOfRow(int group)  // in the multiply-adds of ThreadsFor
//   int StepOf(const GroupPiece&)  // pieces of a group with as many rows and
//                                  // the same step take as much memory
//   Status Prepare(const GroupPiece&, const GemmResources&, Run*)
//
// and from Run:
//
//   uint64 bytes()             // of memory, aligned to kPackedAlignment
//   int threads_to_wake()
//   void Run(void* workspace, const Executor&, int threads_to_wake)
//
// If there are enough pieces for all threads, these share the pieces of all
// groups; otherwise they share one group after another.
template <typename Members>
class RowGroupsRun {
 public:
  RowGroupsRun(const RowGroups& groups, const Members& members)
      : groups_(groups), members_(members) {}

  Status Run(const GemmResources& resources, bool uses_floats) const {
    const Threads threads = ThreadsFor(resources, Work());
    const int pieces = Pieces();
    const bool shares_pieces =
        threads.count > 1 && pieces >= threads.count * kPiecesPerThread;
    GemmResources alone = resources;
    alone.max_threads = 1;
    alone.executor_of = nullptr;
    std::size_t bytes = 0;
    Status status = BytesOfAPiece(shares_pieces ? alone : resources,
                                  !shares_pieces, &bytes);
    if (!status.ok()) return status;
    const Extent total = Extent(bytes) * static_cast<std::uint64_t>(
                                             shares_pieces ? threads.count : 1);
    if (!total.FitsMemory()) {
      return Status(StatusCode::kResourceExhausted, "y.rows",
                    groups_.offsets[groups_.count],
                    "need more memory than this machine addresses");
    }
    void* workspace;
    status = TakeWorkspace(resources.state,
                           static_cast<std::size_t>(total.value()), &workspace);
    if (!status.ok()) return status;
    const InUse in_use(resources.state);
    const FloatEnvironment environment(uses_floats);
    if (!shares_pieces) {
      RunOneAfterAnother(workspace, threads.executor, resources);
      return Status();
    }
    struct Worker {
      int slot;
    };
    ParallelFor<Worker>(
        threads.crew(uses_floats), pieces, [&](int share, Worker* worker) {
          RunPiece(PieceAt(share), alone,
                   static_cast<std::uint8_t*>(workspace) +
                       static_cast<std::size_t>(worker->slot) * bytes,
                   Executor{});
        });
    return Status();
  }

 private:
  // Rows of a group that one thread takes at a time: enough to make reading
  // the weights once more worth it.
  static constexpr int kRowsOfAPiece = 64;
  // Fewer pieces for each thread leave some of them waiting for the last one.
  static constexpr int kPiecesPerThread = 2;

  int RowsOfAPiece(int group) const {
    const int rows = groups_.RowsOf(group);
    return members_.IsIndivisible(group) ? rows : std::min(rows, kRowsOfAPiece);
  }
  int PiecesOf(int group) const {
    const int rows = groups_.RowsOf(group);
    return rows == 0 ? 0 : (rows - 1) / RowsOfAPiece(group) + 1;
  }
  int Pieces() const {
    int pieces = 0;
    for (int g = 0; g < groups_.count; ++g) pieces += PiecesOf(g);
    return pieces;
  }
  GroupPiece PieceAt(int index) const {
    int group = 0;
    for (; index >= PiecesOf(group); ++group) index -= PiecesOf(group);
    const int first = index * RowsOfAPiece(group);
    return {group, groups_.Begin(group) + first,
            std::min(RowsOfAPiece(group), groups_.RowsOf(group) - first)};
  }

  double Work() const {
    double work = 0;
    for (int g = 0; g < groups_.count; ++g) {
      const int rows = groups_.RowsOf(g);
      // A row of weights that is read once takes as long as two products.
      if (rows > 0) work += std::max(2, rows) * members_.WorkOfRow(g);
    }
    return work;
  }

  // The memory of the piece that takes most. A piece that is like the one
  // before it takes as much. A group without rows is not looked at: it may have
  // no product.
  Status BytesOfAPiece(const GemmResources& resources, bool whole,
                       std::size_t* bytes) const {
    std::uint64_t max_bytes = 0;
    for (int g = 0; g < groups_.count; ++g) {
      const int rows = groups_.RowsOf(g);
      if (rows == 0) continue;
      const int step = whole ? rows : RowsOfAPiece(g);
      GroupPiece before = {g, 0, 0};
      for (int left = rows; left > 0; left -= step) {
        const GroupPiece piece = {g, groups_.Begin(g) + (rows - left),
                                  std::min(step, left)};
        if (before.rows == piece.rows &&
            members_.StepOf(before) == members_.StepOf(piece)) {
          continue;
        }
        before = piece;
        typename Members::Run run;
        const Status status = members_.Prepare(piece, resources, &run);
        if (!status.ok()) return status;
        max_bytes = std::max(max_bytes, run.bytes());
      }
    }
    *bytes = static_cast<std::size_t>(RoundUpToAlignment(max_bytes));
    return Status();
  }

  void RunOneAfterAnother(void* workspace, const Executor& executor,
                          const GemmResources& resources) const {
    for (int g = 0; g < groups_.count; ++g) {
      if (groups_.RowsOf(g) == 0) continue;
      RunPiece({g, groups_.Begin(g), groups_.RowsOf(g)}, resources, workspace,
               executor);
    }
  }

  void RunPiece(const GroupPiece& piece, const GemmResources& resources,
                void* workspace, const Executor& executor) const {
    typename Members::Run run;
    // Cannot fail: it has been tried.
    (void)members_.Prepare(piece, resources, &run);
    run.Run(workspace, executor, run.threads_to_wake());
  }

  const RowGroups& groups_;
  const Members& members_;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_ROW_GROUPS_H_
