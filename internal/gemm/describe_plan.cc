// Plans in numbers and in words.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "describe_plan.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>

#include "../contract/choose_backend.h"
#include "../contract/prepared_gemm.h"
#include "divide_work.h"
#include "prepare.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

EpiloguePath PathOf(const PreparedProduct& p) {
  if (p.in_registers) return EpiloguePath::kInRegisters;
  return p.key.epilogue.form == EpilogueForm::kList ? EpiloguePath::kInterpreted
                                                    : EpiloguePath::kFused;
}

// The kernels of the table other than the one of the product.
void DescribeOthers(const PreparedProduct& p, GemmPlan* plan) {
  const KernelQuery query = QueryOf(p);
  for (int i = 0; i < p.backend->kernel_count; ++i) {
    const GemmKernel& kernel = p.backend->kernels[i];
    const char* const reason = WhyNot(*p.backend, kernel, query);
    const float cycles =
        reason == nullptr ? CostOf(*p.backend, kernel, query).cycles : 0;
    if (&kernel == p.kernel) {
      plan->cycles = cycles;
    } else if (plan->passed_over_count < GemmPlan::kMaxPassedOver) {
      GemmPlan::PassedOver& other =
          plan->passed_over[plan->passed_over_count++];
      other.kernel = kernel.name;
      other.reason = reason == nullptr ? "" : reason;
      other.cycles = cycles;
    }
  }
  // An insertion sort, which keeps the table's order of equal ones and takes no
  // memory.
  const auto costs_less = [](const auto& x, const auto& y) {
    return x.cycles != 0 && (y.cycles == 0 || x.cycles < y.cycles);
  };
  GemmPlan::PassedOver* const first = plan->passed_over;
  for (auto* next = first; next != first + plan->passed_over_count; ++next) {
    std::rotate(std::upper_bound(first, next, *next, costs_less), next,
                next + 1);
  }
}

}  // namespace

void DescribePlan(const PreparedProduct& p, GemmPlan* plan) {
  *plan = GemmPlan();
  plan->backend = p.backend;
  plan->backend_name = p.backend->name;
  plan->backend_reason = p.backend_reason;
  plan->has_work = true;
  plan->b_side = p.swapped ? Side::kLhs : Side::kRhs;
  plan->transposed_store = p.transposed_store;
  plan->orientation_reason = p.orientation_reason;
  plan->m = p.a.count;
  plan->n = p.b.count;
  plan->k = p.k;
  plan->kernel = p.kernel->name;
  plan->mr = p.kernel->mr;
  plan->nr = p.backend->panel.nr;
  DescribeOthers(p, plan);
  plan->a_source = p.a.is_packed ? ASource::kPacked
                   : p.copies_a  ? ASource::kCopied
                                 : ASource::kInPlace;
  plan->a_reason = p.a_reason;
  plan->b_source = p.b_source;
  plan->unpacks_b = p.kernel->unpack != nullptr;
  plan->max_magnitude = MaxMagnitude(p.kernel->b_range);
  plan->prefetch = p.prefetch;
  plan->epilogue = PathOf(p);
  plan->panels = p.panels;
  plan->panels_per_task = p.panels_per_task;
  plan->row_block = p.row_block;
  plan->row_blocks = p.row_blocks;
  plan->columns_per_task =
      p.b_source == BSource::kInPlace ? ColumnsPerTask(p) : 0;
  plan->threads = p.threads;
  plan->threads_reason = p.threads_reason;
  plan->threads_to_wake = std::max(p.threads_to_wake, 0);
  plan->workspace_bytes = static_cast<std::size_t>(p.layout.total);
}

void DescribeNoWork(const ChosenBackend& chosen, GemmPlan* plan) {
  *plan = GemmPlan();
  plan->backend = chosen.backend;
  plan->backend_name = chosen.backend->name;
  plan->backend_reason = chosen.reason;
}

}  // namespace internal

namespace {

const char* TextOf(Prefetching prefetch) {
  switch (prefetch) {
    case Prefetching::kNothing:
      return "";
    case Prefetching::kPanels:
      return ", prefetched by the panel";
    case Prefetching::kLines:
      return ", prefetched by the line";
  }
  return "";
}

// As an integer, which may be larger than any integer type holds.
std::string Text(double value) {
  char text[std::numeric_limits<double>::max_exponent10 + 3];
  std::snprintf(text, sizeof(text), "%.0f", value);
  return text;
}

}  // namespace

namespace internal {

std::string DescribeTasks(const GemmPlan& plan) {
  std::string text = "backend " + std::string(plan.backend_name) + ": " +
                     plan.backend_reason + "\n";
  if (!plan.has_work) return text + "nothing to do: a dimension is zero\n";
  text += "m " + Text(plan.m) + ", n " + Text(plan.n) + ", k " + Text(plan.k) +
          "; B is the " + (plan.b_side == Side::kLhs ? "lhs" : "rhs") + ": " +
          plan.orientation_reason + "\n";
  text += "kernel " + std::string(plan.kernel) + ", about " +
          Text(plan.cycles) + " cycles; epilogue " + NameOf(plan.epilogue) +
          (plan.epilogue == EpiloguePath::kInRegisters ? "\n" : ", from L1\n");
  for (int i = 0; i < plan.passed_over_count; ++i) {
    const GemmPlan::PassedOver& other = plan.passed_over[i];
    text += "  not " + std::string(other.kernel) +
            (other.cycles == 0 ? std::string(", which ") + other.reason
                               : ", about " + Text(other.cycles) + " cycles") +
            "\n";
  }
  text +=
      "A " + std::string(NameOf(plan.a_source)) + ": " + plan.a_reason + "\n";
  text += "B of " + Text(plan.panels) + " panels, " + NameOf(plan.b_source) +
          (plan.max_magnitude < 128 ? ", within +- " + Text(plan.max_magnitude)
                                    : "") +
          (plan.unpacks_b ? ", unpacked" : "") + TextOf(plan.prefetch) + "\n";
  return text + "tasks of " + Text(plan.row_block) + " rows and " +
         (plan.columns_per_task != 0
              ? Text(plan.columns_per_task) + " columns\n"
              : Text(plan.panels_per_task) + " panels\n");
}

}  // namespace internal

std::string GemmPlan::Describe() const {
  const std::string text = internal::DescribeTasks(*this);
  if (!has_work) return text;
  return text + Text(threads) + (threads == 1 ? " thread: " : " threads: ") +
         threads_reason + "\nworkspace " +
         Text(static_cast<double>(workspace_bytes)) + " bytes\n";
}

}  // namespace lowp
}  // namespace gemmlowp
