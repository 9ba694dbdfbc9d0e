// Products for one kernel of a backend's table: sizes within its ranges, and
// everything else at random, as far as the kernel takes it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_KERNEL_CASE_H_
#define LOWP_TEST_SUPPORT_KERNEL_CASE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../../internal/contract/kernel.h"
#include "for_each_backend.h"
#include "gemm_case.h"
#include "live_case.h"

namespace lowp_test {

using gemmlowp::internal::AForm;
using gemmlowp::internal::BForm;
using gemmlowp::internal::BRange;
using gemmlowp::internal::GemmKernel;
using gemmlowp::internal::SizeRange;

// A row of a table.
struct TableRow {
  const Backend* backend;
  const GemmKernel* kernel;
  std::string name() const {
    return std::string(backend->name) + "_" + kernel->name;
  }
};
inline void PrintTo(const TableRow& row, std::ostream* out) {
  *out << row.name();
}

// All rows of the backends that this machine runs.
inline std::vector<TableRow> EveryTableRow() {
  std::vector<TableRow> rows;
  for (const Backend* backend : SupportedBackends()) {
    for (const GemmKernel& kernel : KernelsOf(*backend)) {
      rows.push_back({backend, &kernel});
    }
  }
  return rows;
}

// A name for GoogleTest.
inline std::string NameOfTableRow(
    const ::testing::TestParamInfo<TableRow>& info) {
  std::string name = info.param.name();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

// What a kernel takes, from its row and from what the backend can do.
inline bool Takes(const GemmKernel& kernel, AForm form) {
  return (kernel.a_forms & static_cast<int>(form)) != 0;
}
inline bool TakesPackedA(const TableRow& row) {
  return !IsInPlace(row.kernel->b_form) &&
         (row.backend->copy_panel_rows != nullptr
              ? Takes(*row.kernel, AForm::kCopied)
              : Takes(*row.kernel, AForm::kPanel));
}
inline bool TakesUnpackedA(const GemmKernel& kernel, bool contiguous) {
  return Takes(kernel, AForm::kCopied) ||
         (contiguous && Takes(kernel, AForm::kInPlace));
}

inline int Clamped(int size, const SizeRange& range) {
  return std::min(std::max(size, range.min), range.max);
}

// Sizes of a range, ascending: about its ends, as far as they are not too large
// to try, and about multiples of the periods.
inline std::vector<int> SizesOf(const SizeRange& range,
                                std::initializer_list<int> periods) {
  constexpr int kLargest = 2048;
  std::set<int> sizes = {range.min, range.min + 1, range.min + 2};
  if (range.max <= kLargest) sizes.insert({range.max - 1, range.max});
  for (int period : periods) {
    for (int times = 1; times <= 3; ++times) {
      for (int size :
           {times * period - 1, times * period, times * period + 1}) {
        sizes.insert(size);
      }
    }
  }
  std::vector<int> within;
  for (int size : sizes) {
    if (range.Has(size)) within.push_back(size);
  }
  return within;
}

// A product as its kernel sees it. What GemmCase says of the lhs and the rhs is
// set from this.
struct KernelCase {
  int m = 1, n = 1, k = 1;
  bool a_contiguous = true, b_contiguous = true;  // in k
  bool pack_a = false, pack_b = false;
  bool swapped = false;  // A is the rhs
  // The result is not contiguous along B, which must be the only packed side.
  bool transposed_store = false;
  Fill a_fill = Fill::kRandom, b_fill = Fill::kRandom;
  Offset a_offset = Offset::kZero, b_offset = Offset::kZero;
  GemmCase rest;
};

inline GemmCase AsGemmCase(const KernelCase& of) {
  GemmCase c = of.rest;
  c.rows = of.m;
  c.depth = of.k;
  c.cols = of.n;
  c.lhs_row_major = of.a_contiguous;
  c.rhs_row_major = !of.b_contiguous;
  c.result_row_major = !of.transposed_store;
  c.pack_lhs = of.pack_a;
  c.pack_rhs = of.pack_b;
  c.lhs_fill = of.a_fill;
  c.rhs_fill = of.b_fill;
  c.lhs_offset = of.a_offset;
  c.rhs_offset = of.b_offset;
  // A column without gaps is contiguous along A.
  if (of.n == 1 && c.result_stride == Stride::kTight) {
    c.result_stride = Stride::kPadded;
  }
  if (!of.swapped) return c;
  std::swap(c.rows, c.cols);
  c.result_row_major = !c.result_row_major;
  std::swap(c.lhs_row_major, c.rhs_row_major);
  c.lhs_row_major = !c.lhs_row_major;
  c.rhs_row_major = !c.rhs_row_major;
  std::swap(c.pack_lhs, c.pack_rhs);
  std::swap(c.lhs_fill, c.rhs_fill);
  std::swap(c.lhs_offset, c.rhs_offset);
  return c;
}

// Makes products of given sizes for a kernel, all else at random.
class KernelCaseMaker {
 public:
  KernelCaseMaker(const TableRow& row, Random* random)
      : row_(row), kernel_(*row.kernel), random_(random) {}

  KernelCase Make(int m, int n, int k) const {
    KernelCase of;
    of.m = m;
    of.n = n;
    of.k = k;
    of.rest = RandomCase(random_->Between(0, 3), random_);
    of.a_fill = of.rest.lhs_fill;
    of.b_fill = of.rest.rhs_fill;
    of.rest.result = AnyResult();
    of.swapped = random_->OneIn(2);
    SetForms(&of);
    of.a_offset = AnyOffset();
    of.b_offset = AnyOffset();
    return of;
  }

  // Whether the kernel serves offsets and scalings along rows, and lists.
  bool takes_any_epilogue() const { return kernel_.sum != nullptr; }

  Offset AnyOffset() const {
    constexpr Offset kOne[] = {Offset::kZero, Offset::kExtreme, Offset::kWrap};
    return takes_any_epilogue() ? random_->Pick(kEveryOffset)
                                : random_->Pick(kOne);
  }

  // A pipeline that the kernel takes. Half of them could leave registers where
  // kernels may do that.
  Pipeline MakePipeline(const KernelCase& of, LiveCase* live) const {
    const Scalar result = of.rest.result;
    if (!takes_any_epilogue() || random_->OneIn(2)) {
      if (result != Scalar::kFloat32) return InRegisters(of, live);
    }
    if (random_->OneIn(3)) {
      return live->maker().Requantize(result, live->LargestSum());
    }
    StageMaker maker = live->maker();
    Pipeline pipeline;
    pipeline.result = result;
    for (int left = random_->Between(0, 3); left > 0; --left) {
      pipeline.stages.push_back(random_->OneIn(4)
                                    ? maker.User<MixInPosition>("MixInPosition")
                                    : maker.Any());
    }
    if (result != Scalar::kInt32) {
      pipeline.stages.push_back(maker.SaturatingCast(result));
    }
    return pipeline;
  }

 private:
  Scalar AnyResult() const {
    constexpr Scalar kBytes[] = {Scalar::kUint8, Scalar::kInt8};
    constexpr Scalar kIntegers[] = {Scalar::kUint8, Scalar::kInt8,
                                    Scalar::kInt16, Scalar::kInt32};
    return kernel_.scales_to_bytes ? random_->Pick(kBytes)
           : takes_any_epilogue()  ? random_->Pick(kEveryResult)
                                   : random_->Pick(kIntegers);
  }

  void SetForms(KernelCase* of) const {
    of->b_contiguous = kernel_.b_form == BForm::kInPlace ||
                       (kernel_.b_form != BForm::kLines && random_->OneIn(2));
    of->pack_b = !IsInPlace(kernel_.b_form) && random_->OneIn(2);
    if (kernel_.b_range != BRange::kAny) {
      of->pack_b = true;
      of->b_fill = kernel_.b_range == BRange::kReduced ? Fill::kReduced
                                                       : Fill::kSymmetric;
    }
    of->a_contiguous = !TakesUnpackedA(kernel_, false) || random_->OneIn(2);
    if (TakesPackedA(row_) &&
        (!TakesUnpackedA(kernel_, true) || random_->OneIn(3))) {
      of->pack_a = of->pack_b = true;
    }
    of->transposed_store = of->pack_b && !of->pack_a && random_->OneIn(4);
  }

  // Stores the sums, or scales them by fixed point or by floats that do not
  // vary along the rows of A.
  Pipeline InRegisters(const KernelCase& of, LiveCase* live) const {
    StageMaker maker = live->maker();
    Pipeline pipeline;
    pipeline.result = of.rest.result;
    const auto wild = [&] { return random_->WildInt32(); };
    for (int left = random_->Between(0, 2); left > 0; --left) {
      pipeline.stages.push_back(
          maker.Bias(maker.MakeParameter(random_->Pick(kEveryAlong), wild)));
    }
    if (of.rest.result == Scalar::kInt32 && random_->OneIn(2)) return pipeline;
    const Along along = random_->OneIn(2) ? Along::kAll
                        : of.swapped      ? Along::kRows
                                          : Along::kCols;
    const bool narrow = of.rest.result != Scalar::kInt32;
    if (narrow && random_->OneIn(2)) {
      pipeline.stages.push_back(FloatScale(&maker, along));
    } else {
      pipeline.stages.push_back(FixedPointScale(&maker, along));
    }
    if (random_->OneIn(2)) {
      pipeline.stages.push_back(
          maker.Clamp(random_->Between(-100, 20), random_->Between(100, 300)));
    }
    if (narrow)
      pipeline.stages.push_back(maker.SaturatingCast(pipeline.result));
    return pipeline;
  }

  Stage FixedPointScale(StageMaker* maker, Along along) const {
    constexpr FixedPointRounding kRoundings[] = {
        FixedPointRounding::kDouble, FixedPointRounding::kDoubleUpward,
        FixedPointRounding::kSingleUpward,
        FixedPointRounding::kSingleUpward15Bits};
    // Larger right shifts leave no room for the offset.
    const bool far = random_->OneIn(4);
    const int exponent = random_->Between(far ? -31 : -20, -1);
    const StageMaker::Factors factors = maker->MakeFactors(along, [&] {
      return std::max(-31, exponent - random_->Between(0, 3));
    });
    return maker->Scale(factors.multiplier, factors.exponent,
                        far ? 0 : random_->Between(-20, 128),
                        random_->Pick(kRoundings));
  }

  // So small that no scaled sum leaves int32.
  Stage FloatScale(StageMaker* maker, Along along) const {
    const int exponent = random_->Between(-30, -2);
    const Parameter scale = maker->MakeParameter(along, [&] {
      const float mantissa =
          static_cast<float>(random_->Between(1 << 23, 1 << 24));
      return BitsOf(std::ldexp(mantissa, exponent - 24));
    });
    return ScaleFloat(scale, {random_->Between(-20, 128), FloatRounding::kEven,
                              ZeroPointOrder::kAfterRounding});
  }

  const TableRow row_;
  const GemmKernel& kernel_;
  Random* const random_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_KERNEL_CASE_H_
