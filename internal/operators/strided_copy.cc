// Copies elements in the order in which they lie in the result: runs that are
// contiguous in both tensors or, where elements side by side in one are apart
// in the other, transposed matrices.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/strided_copy.h"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../backends/backend_list.h"
#include "../contract/check_tasks.h"
#include "../contract/share_out.h"
#include "../contract/strided_copy.h"
#include "insert_in_order.h"
#include "validate.h"
#include "validate_strided_copy.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// An axis of at least two indices, with strides in bytes.
struct CopiedAxis {
  int size;
  std::ptrdiff_t from, to;
};

// Runs of bytes, all of one length.
struct CopiedRuns {
  const std::uint8_t* from;
  std::uint8_t* to;
  int count;
  std::ptrdiff_t from_step, to_step;
};

// Calls copy(to, from) for each of them.
template <class Function>
void ForEachRun(const CopiedRuns& runs, const Function& copy) {
  const std::uint8_t* from = runs.from;
  std::uint8_t* to = runs.to;
  for (int i = 0; i < runs.count; ++i) {
    copy(to, from);
    from += runs.from_step;
    to += runs.to_step;
  }
}

// Of exactly kBytes.
template <std::size_t kBytes>
void CopyWords(const CopiedRuns& runs) {
  ForEachRun(runs, [](std::uint8_t* to, const std::uint8_t* from) {
    std::memcpy(to, from, kBytes);
  });
}

// Of kBytes to twice as many; each half is moved at once. For more than 32
// bytes memcpy takes 0.7x the time.
template <std::size_t kBytes>
void CopyHalves(const CopiedRuns& runs, std::size_t bytes) {
  const std::size_t second = bytes - kBytes;
  ForEachRun(runs, [=](std::uint8_t* to, const std::uint8_t* from) {
    std::uint8_t first_half[kBytes], second_half[kBytes];
    std::memcpy(first_half, from, kBytes);
    std::memcpy(second_half, from + second, kBytes);
    std::memcpy(to, first_half, kBytes);
    std::memcpy(to + second, second_half, kBytes);
  });
}

void CopyRuns(const CopiedRuns& runs, std::size_t bytes) {
  if (bytes == 1) return CopyWords<1>(runs);
  if (bytes == 2) return CopyWords<2>(runs);
  if (bytes < 4) return CopyHalves<2>(runs, bytes);
  if (bytes == 4) return CopyWords<4>(runs);
  if (bytes < 8) return CopyHalves<4>(runs, bytes);
  if (bytes == 8) return CopyWords<8>(runs);
  if (bytes < 16) return CopyHalves<8>(runs, bytes);
  if (bytes <= 32) return CopyHalves<16>(runs, bytes);
  ForEachRun(runs, [=](std::uint8_t* to, const std::uint8_t* from) {
    std::memcpy(to, from, bytes);
  });
}

// Fewer runs than kFewLines give way to those of another axis if all of them
// lie within kNearBytes: 32x32x32 in blocks of 2x2 takes 0.8x the time.
constexpr int kFewLines = 8;
constexpr std::ptrdiff_t kNearBytes = 1 << 14;

class StridedCopy {
 public:
  explicit StridedCopy(const StridedCopyProblem& p)
      : from_(static_cast<const std::uint8_t*>(p.input)),
        to_(static_cast<std::uint8_t*>(p.result)),
        run_bytes_(p.element_size) {
    TakeAxes(p);
    FoldAxes();
    ChooseLines();
  }

  std::size_t lines() const { return Planes() * Count(lines_.size); }
  std::size_t elements(int element_size) const {
    return lines() * Count(across_.size) * Count(run_bytes_) /
           static_cast<std::size_t>(element_size);
  }

  // Some of the lines.
  void Run(const RegisterFamily& family, std::size_t begin,
           std::size_t end) const {
    const std::size_t plane = begin / Count(lines_.size);
    int first = static_cast<int>(begin % Count(lines_.size));
    Place place = PlaceOf(plane);
    for (std::size_t left = end - begin; left > 0;) {
      const int count =
          static_cast<int>(std::min(left, Count(lines_.size) - Count(first)));
      CopyLines(family, place, first, count);
      left -= Count(count);
      first = 0;
      if (left > 0) Advance(&place);
    }
  }

 private:
  // A plane of lines, by its indices.
  struct Place {
    const std::uint8_t* from;
    std::uint8_t* to;
    int index[kMaxStridedCopyAxes];
  };

  static std::size_t Count(int count) {
    return static_cast<std::size_t>(count);
  }
  std::size_t Planes() const {
    std::size_t planes = 1;
    for (int i = 0; i < count_; ++i) planes *= Count(axes_[i].size);
    return planes;
  }

  // Axes of one index are none. Those that lead back in the result are taken
  // from their end on.
  void TakeAxes(const StridedCopyProblem& p) {
    for (int i = 0; i < p.axis_count; ++i) {
      const StridedCopyAxis& given = p.axes[i];
      if (given.size == 1) continue;
      CopiedAxis axis = {given.size, given.input_stride * p.element_size,
                         given.result_stride * p.element_size};
      if (axis.to < 0) {
        from_ += (axis.size - 1) * axis.from;
        to_ += (axis.size - 1) * axis.to;
        axis.from = -axis.from;
        axis.to = -axis.to;
      }
      InsertInOrder(
          axis, axes_, &count_,
          [](const CopiedAxis& a, const CopiedAxis& b) { return a.to > b.to; });
    }
  }

  // An axis whose elements follow one another like those of the axis before
  // belongs to that one, the last one to the runs if it is contiguous.
  void FoldAxes() {
    int kept = 0;
    for (int i = 0; i < count_; ++i) {
      const CopiedAxis axis = axes_[i];
      CopiedAxis* const last = kept > 0 ? &axes_[kept - 1] : nullptr;
      if (last != nullptr && last->from == axis.size * axis.from &&
          last->to == axis.size * axis.to &&
          last->size <= INT_MAX / axis.size) {
        *last = {last->size * axis.size, axis.from, axis.to};
      } else {
        axes_[kept++] = axis;
      }
    }
    count_ = kept;
    if (count_ > 0 && IsContiguous(axes_[count_ - 1].from) &&
        IsContiguous(axes_[count_ - 1].to) &&
        axes_[count_ - 1].size <= INT_MAX / run_bytes_) {
      run_bytes_ *= axes_[--count_].size;
    }
  }

  bool IsContiguous(std::ptrdiff_t stride) const {
    return stride == run_bytes_;
  }

  void ChooseLines() {
    if (count_ == 0) return;
    const CopiedAxis last = axes_[--count_];
    lines_ = last;
    if (!IsContiguous(last.to) ||
        !IsStridedCopySize(static_cast<std::size_t>(run_bytes_))) {
      return TakeMoreLines();
    }
    for (int i = 0; i < count_; ++i) {
      if (!IsContiguous(axes_[i].from)) continue;
      across_ = last;
      lines_ = axes_[i];
      std::copy(axes_ + i + 1, axes_ + count_, axes_ + i);
      --count_;
      return;
    }
  }

  // Where few runs follow one another along the last axis, those along the one
  // before it are lines, if what they lie among stays in L1.
  void TakeMoreLines() {
    if (count_ == 0) return;
    CopiedAxis* const before = &axes_[count_ - 1];
    if (lines_.size < kFewLines && before->size > lines_.size &&
        before->to <= kNearBytes / before->size) {
      std::swap(*before, lines_);
    }
  }

  Place PlaceOf(std::size_t plane) const {
    Place place = {from_, to_, {}};
    for (int i = count_ - 1; i >= 0; --i) {
      const std::size_t size = Count(axes_[i].size);
      place.index[i] = static_cast<int>(plane % size);
      plane /= size;
      place.from += place.index[i] * axes_[i].from;
      place.to += place.index[i] * axes_[i].to;
    }
    return place;
  }

  void Advance(Place* place) const {
    for (int i = count_ - 1; i >= 0; --i) {
      const CopiedAxis& axis = axes_[i];
      if (++place->index[i] < axis.size) {
        place->from += axis.from;
        place->to += axis.to;
        return;
      }
      place->index[i] = 0;
      place->from -= (axis.size - 1) * axis.from;
      place->to -= (axis.size - 1) * axis.to;
    }
  }

  void CopyLines(const RegisterFamily& family, const Place& place, int first,
                 int count) const {
    const std::uint8_t* const from = place.from + first * lines_.from;
    std::uint8_t* const to = place.to + first * lines_.to;
    if (across_.size == 1) {
      return CopyRuns({from, to, count, lines_.from, lines_.to},
                      static_cast<std::size_t>(run_bytes_));
    }
    const TransposeTask task = {
        from, across_.from, to, lines_.to, across_.size, count, run_bytes_};
    Check(task);
    family.transpose(task);
  }

  const std::uint8_t* from_;
  std::uint8_t* to_;
  int run_bytes_;                         // contiguous in both tensors
  CopiedAxis axes_[kMaxStridedCopyAxes];  // of planes, the outermost one first
  int count_ = 0;
  // What a plane has: runs, or the columns of a matrix that is transposed. Its
  // rows lie along the other axis, which is contiguous in the result.
  CopiedAxis lines_ = {1, 0, 0};
  CopiedAxis across_ = {1, 0, 0};
};

}  // namespace

Status RunStridedCopy(const StridedCopyProblem& problem,
                      const GemmResources& resources) {
  const Backend* backend = nullptr;
  Status status = ValidateContext(resources, &backend);
  bool is_empty = false;
  if (status.ok()) status = ValidateStridedCopy(problem, &is_empty);
  if (!status.ok() || is_empty) return status;
  const StridedCopy copy(problem);
  ShareOut(resources, copy.lines(), copy.elements(problem.element_size),
           kCopiedPerThread, [&](std::size_t begin, std::size_t end) {
             copy.Run(*backend->family, begin, end);
           });
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
