// A kernel: a row in its backend's table. It says what the kernel reads, where
// it may run and what it costs; the engine takes the cheapest row that fits.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_KERNEL_H_
#define LOWP_INTERNAL_CONTRACT_KERNEL_H_

#include <cstdint>

#include "../detect_platform.h"
#include "gemm_tasks.h"
#include "panel_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// How kernels find columns of B.
enum class BForm : std::uint8_t {
  kPanel,     // packed
  kUnpacked,  // a panel that GemmKernel::unpack has made wider
  kInPlace,   // the caller's bytes, contiguous in k; never packed
  kLines,     // the same, contiguous along columns
};

LOWP_INLINE constexpr bool IsInPlace(BForm form) {
  return form == BForm::kInPlace || form == BForm::kLines;
}

// min <= size <= max.
struct SizeRange {
  int min = 1;
  int max = 0x7fffffff;
  LOWP_INLINE constexpr bool Has(int size) const {
    return size >= min && size <= max;
  }
};

// What packing learnt about the values of B as kernels read them. Each range
// lies within the one before.
enum class BRange : std::uint8_t {
  kAny,
  // From -127 to 127, as symmetric quantization has them: their negatives are
  // bytes, and int16 holds the sum of two products with signed bytes,
  // 2 * 128 * 127.
  kSymmetric,
  // From -64 to 64: int16 holds the sum of two products with unsigned bytes,
  // 2 * 255 * 64. Weights are quantized to 7 bits for that: reduce_range of
  // ONNX Runtime's quantize_static and quantize_dynamic.
  kReduced,
};

// The largest magnitude of values in a range.
LOWP_INLINE constexpr int MaxMagnitude(BRange range) {
  return range == BRange::kReduced     ? 64
         : range == BRange::kSymmetric ? 127
                                       : 128;
}

// In cycles of the processor that the figures were measured on; only their
// proportions matter. A product costs
//   call + panels * (panel + rows * row)
//        + columns * (rows * (element + mac * k) + load * k)
//        + columns * rows * channel, if each column has a scale of its own, or
//          the scale is a float
//        + columns * rows * store, if the sums are the result
//        + columns * rows * k * mac_from_l2, if a panel is larger than L1
//        + n * k * MemoryCosts::far_value, if few rows meet packed panels from
//          memory, and the kernel does not prefetch them
//        + rows * runs * run, if rows are in copied runs
//        + panels * m * k * flip, if rows in place have another sign than the
//          kernel multiplies (narrow_flip for a last panel that is not whole);
//          or FlippedCopyCost, if there can be such a copy and it costs less
// where rows is m rounded up to a multiple of GemmKernel::m_step, columns is n
// rounded up to a multiple of n_step, and runs is the number of runs of a row.
// Of copied runs, the rows of each line are rounded up to a multiple of
// GemmKernel::even_rows. Columns in place are not rounded, and nr of them count
// as a panel.
struct KernelCost {
  float mac;
  float element;
  float row;
  float panel;
  float call;
  float load;  // of a value of B, once: to unpack it, or from L2
  float channel = 0;
  float store = 0;
  float mac_from_l2 = 0;  // tiles of few rows read their panel too often
  float run = 0;          // to go on with the next one
  float flip = 0;         // 0: it takes no time
  float narrow_flip = 0;  // for a narrow panel (GemmKernel::min_flipped_k)
};

// No kernel may need more rows than this: some products are computed in blocks
// of this size.
constexpr int kMaxMinRows = 24;

struct GemmKernel {
  const char* name;
  std::uint8_t a_forms;  // bits of AForm
  BForm b_form = BForm::kPanel;
  SizeRange m, n, k;
  // Rows are multiplied in tiles of this size. The last tile repeats rows
  // rather than being smaller.
  int m_step = 1;
  int n_step = 0;  // 0: PanelFormat::nr_step
  // Of copied runs: values of k that a run is a multiple of, and rows that have
  // to lie evenly to be multiplied together; 1: any.
  int run_step = 1, even_rows = 1;
  // The widest range of B whose products are right.
  BRange b_range = BRange::kAny;
  // Of the values of A that it multiplies, if not CopiedRows::signedness.
  Signedness a_signedness = Signedness::kAsStored;
  // Whether it multiplies values of both signs: rows in place as they are.
  bool takes_both_signs = false;
  // Rows in place of at least as many values are flipped before they are
  // multiplied by a panel that is not whole. 0: no rows are.
  int min_flipped_k = 0;
  // Whether it is for epilogues that scale to bytes in registers alone.
  bool scales_to_bytes = false;
  // Whether `sum` can leave rows n values apart.
  bool sums_densely = false;
  KernelCost cost;
  // Of BForm::kUnpacked.
  void (*unpack)(const UnpackTask& task) = nullptr;
  // Multiplies and finishes in registers, for epilogues that
  // FinishesInRegisters() with RegisterFamily::scales_in_floats; null: `sum`
  // is as fast.
  void (*run)(const GemmTask& task) = nullptr;
  // Multiplies only; null: other epilogues have other kernels.
  void (*sum)(const GemmTask& task, const SumTarget& target) = nullptr;
  // mr, rows of the usual tile.
  int mr = 1;
  // Whether `run` takes several panels at once.
  bool takes_panels = false;
  // Whether it follows GemmTask::prefetches. Kernels for lines always prefetch.
  bool prefetches = false;
};

// Whether an epilogue scales each column by another factor.
LOWP_ALWAYS_INLINE constexpr bool ScalesByColumn(const Epilogue& epilogue) {
  return epilogue.form == EpilogueForm::kFixedPoint
             ? epilogue.fixed_point.along == Along::kCols
             : epilogue.form == EpilogueForm::kFloat &&
                   epilogue.floating.scale.along == Along::kCols;
}

// Whether kernels that finish sums in registers may have that epilogue: the
// usual ones, which do not vary along rows. `in_floats`: they scale by floats
// where that suits, see RegisterFamily. By integers they leave special scalings
// to others.
LOWP_ALWAYS_INLINE constexpr bool FinishesInRegisters(const Epilogue& epilogue,
                                                      bool in_floats) {
  switch (epilogue.form) {
    case EpilogueForm::kStore:
      return true;
    case EpilogueForm::kFixedPoint:
      return epilogue.fixed_point.along != Along::kRows &&
             epilogue.fixed_point.path != FixedPointPath::kSingleAway &&
             (!epilogue.fixed_point.special ||
              (in_floats && epilogue.fixed_point.suits_floats));
    case EpilogueForm::kFloat:
      return epilogue.floating.scale.along != Along::kRows &&
             !epilogue.floating.clamps_first;
    case EpilogueForm::kReal:
    case EpilogueForm::kList:
      return false;
  }
  return false;
}

// What kernels are chosen by of an epilogue.
struct EpilogueShape {
  EpilogueForm form;
  bool in_registers;      // FinishesInRegisters(), by integers or by floats
  bool needs_floats;      // but by floats alone
  bool scales_by_column;  // ScalesByColumn()

  LOWP_ALWAYS_INLINE bool operator==(const EpilogueShape& other) const {
    return form == other.form && in_registers == other.in_registers &&
           needs_floats == other.needs_floats &&
           scales_by_column == other.scales_by_column;
  }
};

LOWP_ALWAYS_INLINE EpilogueShape ShapeOf(const Epilogue& epilogue) {
  const bool in_registers = FinishesInRegisters(epilogue, true);
  return {epilogue.form, in_registers,
          in_registers && !FinishesInRegisters(epilogue, false),
          ScalesByColumn(epilogue)};
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_KERNEL_H_
