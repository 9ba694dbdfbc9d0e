// The cost of a kernel is the formula of kernel.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>

#include "../../internal/gemm/select_kernel.h"
#include "../../internal/runtime/cpu_features.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::internal::AForm;
using gemmlowp::internal::Backend;
using gemmlowp::internal::BForm;
using gemmlowp::internal::CostOf;
using gemmlowp::internal::GemmKernel;
using gemmlowp::internal::GemmTask;
using gemmlowp::internal::KernelChoice;
using gemmlowp::internal::KernelQuery;
using gemmlowp::internal::kMaxRowsInPlace;
using gemmlowp::internal::PanelRowsTask;
using gemmlowp::internal::Scalar;
using gemmlowp::internal::Signedness;
using gemmlowp::internal::SumTarget;
using gemmlowp::internal::WhyNot;

TEST(KernelCostTest, CountsReadingPanelsFromL2BeyondL1) {
  const Backend& backend = *SupportedBackends().front();
  Backend measured = backend;
  measured.other_costs = {};
  GemmKernel kernel = {};
  kernel.a_forms =
      static_cast<unsigned char>(gemmlowp::internal::AForm::kInPlace);
  kernel.m_step = 3;
  kernel.cost.mac = 1;
  kernel.cost.mac_from_l2 = 0.5f;
  KernelQuery query = {};
  query.m = 4;  // six rows
  query.n = backend.panel.nr;
  query.a_is_contiguous = true;
  query.b_is_packed = true;
  const int last =
      static_cast<int>(gemmlowp::internal::DetectedCacheSizes().l1d /
                       static_cast<unsigned>(backend.panel.nr));
  for (const int k : {1, last, last + 1, 2 * last}) {
    query.k = k;
    const float products =
        6.0f * static_cast<float>(query.n) * static_cast<float>(k);
    EXPECT_EQ(CostOf(measured, kernel, query).cycles,
              (k > last ? 1.5f : 1.0f) * products)
        << k;
  }
}

// Few rows wait for packed panels that come from memory, unless the kernel
// prefetches them.
TEST(KernelCostTest, CountsFarPanelsThatAreNotPrefetched) {
  Backend measured = *SupportedBackends().front();
  measured.other_costs = {};
  measured.memory.far_packed_bytes = 4096;
  measured.memory.far_value = 0.5f;
  measured.reading.pack = 2;
  GemmKernel kernel = {};
  kernel.a_forms = static_cast<unsigned char>(AForm::kInPlace);
  KernelQuery query = {};
  query.n = measured.panel.nr;
  query.a_is_contiguous = true;
  const int last = 4096 / query.n;
  for (const bool prefetches : {false, true}) {
    kernel.prefetches = prefetches;
    for (const int k : {last, last + 1}) {
      query.k = k;
      for (const int m : {1, kMaxRowsInPlace, kMaxRowsInPlace + 1}) {
        query.m = m;
        const float values = static_cast<float>(query.n * k);
        const bool waits = !prefetches && k > last && m <= kMaxRowsInPlace;
        query.b_is_packed = true;
        EXPECT_EQ(CostOf(measured, kernel, query).cycles,
                  waits ? 0.5f * values : 0.0f)
            << m << " " << k;
        query.b_is_packed = false;
        EXPECT_EQ(CostOf(measured, kernel, query).cycles, 2 * values);
      }
    }
  }
}

// Rows of the other sign are flipped for every panel, or copied if that is
// cheaper: a copy costs more for each value of an A that L2 does not hold.
TEST(KernelCostTest, CountsFlipsOrACopy) {
  Backend measured = *SupportedBackends().front();
  measured.other_costs = {};
  measured.reading.flipped_copy = {1000, 10, 1, 4, 0.25f};
  measured.copied_rows.signedness = Signedness::kUnsigned;
  measured.copied_rows.are_flipped = true;
  GemmKernel kernel = {};
  kernel.a_forms = static_cast<unsigned char>(AForm::kInPlace) |
                   static_cast<unsigned char>(AForm::kCopied);
  kernel.m_step = 1;
  KernelQuery query = {};
  query.k = 1024;
  query.a_is_contiguous = query.b_is_packed = true;
  const auto expect = [&](AForm form, int cycles) {
    const KernelChoice choice = CostOf(measured, kernel, query);
    EXPECT_EQ(choice.a_form, form);
    EXPECT_EQ(choice.cycles, static_cast<float>(cycles));
  };
  const auto l2 = gemmlowp::internal::DetectedCacheSizes().l2;
  const int near = static_cast<int>(l2 / 4 / 1024);
  for (const int panels : {1, 3, 9}) {
    query.n = panels * measured.panel.nr;
    for (const int m : {1, near, near + 1}) {
      query.m = m;
      const int values = m * 1024;
      kernel.cost.flip = 0;
      query.a_scalar = Scalar::kInt8;
      expect(AForm::kInPlace, 0);
      kernel.cost.flip = 1;
      query.a_scalar = Scalar::kUint8;
      expect(AForm::kInPlace, 0);
      query.a_scalar = Scalar::kInt8;
      const int flips = panels * values;
      const int copies = 1000 + 10 * m + (m > near ? 4 : 1) * values;
      expect(copies < flips ? AForm::kCopied : AForm::kInPlace,
             std::min(copies, flips));
    }
  }
  // Without a form for copies, or a flipped one, there are only flips. A kernel
  // may multiply another signedness than others.
  const int flips = 9 * query.m * 1024;
  measured.copied_rows.are_flipped = false;
  expect(AForm::kInPlace, flips);
  measured.copied_rows.are_flipped = true;
  kernel.a_forms = static_cast<unsigned char>(AForm::kInPlace);
  expect(AForm::kInPlace, flips);
  kernel.a_signedness = Signedness::kSigned;
  expect(AForm::kInPlace, 0);
  query.a_scalar = Scalar::kUint8;
  expect(AForm::kInPlace, flips);
  // What is packed is not copied.
  query.a_is_packed = true;
  kernel.a_forms = static_cast<unsigned char>(AForm::kPanel);
  measured.copy_panel_rows = nullptr;
  expect(AForm::kPanel, 0);
}

constexpr unsigned kAFormBits[] = {static_cast<unsigned>(AForm::kInPlace),
                                   static_cast<unsigned>(AForm::kCopied),
                                   static_cast<unsigned>(AForm::kPanel),
                                   static_cast<unsigned>(AForm::kCopiedRuns)};

// The forms, as bits, in which a kernel may read such rows.
unsigned ReadableForms(const Backend& backend, const KernelQuery& query) {
  unsigned forms = 0;
  for (const unsigned form : kAFormBits) {
    GemmKernel kernel = {};
    kernel.a_forms = static_cast<unsigned char>(form);
    kernel.sum = [](const GemmTask&, const SumTarget&) {};
    if (WhyNot(backend, kernel, query) == nullptr) forms |= form;
  }
  return forms;
}

// Rows in memory are read in place if they are contiguous in k, or copied; runs
// of them are copied already; packed ones are copied if the backend has a
// function for it, and read as panels otherwise.
TEST(KernelCostTest, RowsHaveTheFormsOfTheirKind) {
  Backend backend = *SupportedBackends().front();
  const auto bit = [](AForm form) { return static_cast<unsigned>(form); };
  KernelQuery query = {};
  query.m = query.n = query.k = 8;
  query.b_is_packed = true;
  EXPECT_EQ(ReadableForms(backend, query), bit(AForm::kCopied));
  query.a_is_contiguous = true;
  EXPECT_EQ(ReadableForms(backend, query),
            bit(AForm::kInPlace) | bit(AForm::kCopied));
  query.a_runs = 2;
  EXPECT_EQ(ReadableForms(backend, query), bit(AForm::kCopiedRuns));
  query.a_runs = 0;
  query.a_is_contiguous = false;
  query.a_is_packed = true;
  backend.copy_panel_rows = nullptr;
  EXPECT_EQ(ReadableForms(backend, query), bit(AForm::kPanel));
  backend.copy_panel_rows = [](const PanelRowsTask&) {};
  EXPECT_EQ(ReadableForms(backend, query), bit(AForm::kCopied));
}

// Kernels for columns in place need what lies in memory in their order.
TEST(KernelCostTest, ColumnsInPlaceAreForMemoryInTheirOrder) {
  const Backend& backend = *SupportedBackends().front();
  KernelQuery query = {};
  query.m = query.n = query.k = 8;
  query.a_is_contiguous = true;
  GemmKernel kernel = {};
  kernel.a_forms = static_cast<unsigned char>(AForm::kInPlace);
  kernel.sum = [](const GemmTask&, const SumTarget&) {};
  for (const bool packed : {false, true}) {
    for (const bool contiguous : {false, true}) {
      query.b_is_packed = packed;
      query.b_is_contiguous = contiguous;
      kernel.b_form = BForm::kPanel;
      EXPECT_EQ(WhyNot(backend, kernel, query), nullptr);
      kernel.b_form = BForm::kInPlace;
      EXPECT_EQ(WhyNot(backend, kernel, query) == nullptr,
                !packed && contiguous);
      kernel.b_form = BForm::kLines;
      EXPECT_EQ(WhyNot(backend, kernel, query) == nullptr,
                !packed && !contiguous);
    }
  }
}

}  // namespace
}  // namespace lowp_test
