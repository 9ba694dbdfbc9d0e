// Chooses a kernel.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "select_kernel.h"

#include <algorithm>
#include <cstring>

#include "../contract/core_costs.h"
#include "../runtime/found_once.h"
#include "../runtime/os.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

bool Takes(const GemmKernel& kernel, AForm form) {
  return (kernel.a_forms & static_cast<std::uint8_t>(form)) != 0;
}

// The form that A has without a copy.
AForm FormAsIs(const KernelQuery& query) {
  return query.a_is_packed  ? AForm::kPanel
         : query.a_runs > 0 ? AForm::kCopiedRuns
                            : AForm::kInPlace;
}

bool ReadsAsIs(const Backend& backend, const GemmKernel& kernel,
               const KernelQuery& query) {
  return query.a_is_packed
             ? backend.copy_panel_rows == nullptr &&
                   Takes(kernel, AForm::kPanel)
             : query.a_is_contiguous && Takes(kernel, FormAsIs(query));
}

bool CanCopy(const Backend& backend, const GemmKernel& kernel,
             const KernelQuery& query) {
  return Takes(kernel, AForm::kCopied) && query.a_runs == 0 &&
         (!query.a_is_packed || backend.copy_panel_rows != nullptr);
}

// Whether the kernel flips the sign of rows where they lie.
bool FlipsInPlace(const Backend& backend, const GemmKernel& kernel,
                  const KernelQuery& query) {
  return !query.a_is_packed && query.a_runs == 0 &&
         ValueShift(SignednessOfRows(backend, kernel), query.a_scalar) != 0;
}

// Of the multiplication and the epilogue.
float KernelCycles(const Backend& backend, const GemmKernel& kernel,
                   const KernelCost& cost, const KernelQuery& query) {
  const float step = static_cast<float>(kernel.m_step);
  const float rows =
      static_cast<float>((query.m - 1) / kernel.m_step + 1) * step;
  float columns = static_cast<float>(query.n);
  float panels = columns / static_cast<float>(backend.panel.nr);
  if (!IsInPlace(kernel.b_form)) {
    const int step = kernel.n_step == 0 ? backend.panel.nr_step : kernel.n_step;
    columns = static_cast<float>(RoundUpToPower(step, std::int64_t{query.n}));
    panels = static_cast<float>(PanelCount(backend.panel, query.n));
  }
  const float k = static_cast<float>(query.k);
  const float element = cost.element + (query.scales_by_column ? cost.channel
                                        : query.stores_sums    ? cost.store
                                                               : 0);
  const float mac =
      cost.mac_from_l2 != 0 && k * static_cast<float>(backend.panel.nr) >
                                   static_cast<float>(DetectedCacheSizes().l1d)
          ? cost.mac + cost.mac_from_l2
          : cost.mac;
  return cost.call + panels * (cost.panel + rows * cost.row) +
         columns * (rows * (element + mac * k) + cost.load * k) +
         rows * static_cast<float>(query.a_runs) * cost.run;
}

float FlippedCopyCycles(const FlippedCopyCost& copy, const KernelQuery& query) {
  const float values =
      static_cast<float>(query.m) * static_cast<float>(query.k);
  const bool is_near =
      values <= copy.near_l2s * static_cast<float>(DetectedCacheSizes().l2);
  return copy.call + static_cast<float>(query.m) * copy.row +
         values * (is_near ? copy.near_value : copy.far_value);
}

}  // namespace

const KernelCost& CostHere(const Backend& backend, const GemmKernel& kernel) {
  const CoreCosts* const other = OtherCostsHere(backend);
  return other != nullptr ? other->kernels[&kernel - backend.kernels]
                          : kernel.cost;
}

const char* WhyNot(const Backend& backend, const GemmKernel& kernel,
                   const KernelQuery& query) {
  if (!kernel.m.Has(query.m)) return "is not for this many rows";
  if (!kernel.n.Has(query.n)) return "is not for this many columns";
  if (!kernel.k.Has(query.k)) return "is not for such k";
  if (query.b_range < kernel.b_range) {
    return kernel.b_range == BRange::kReduced
               ? "needs packed values of B from -64 to 64"
               : "needs packed values of B from -127 to 127";
  }
  if (kernel.scales_to_bytes && !query.scales_to_bytes) {
    return "needs an epilogue that scales to bytes in registers";
  }
  if (kernel.sum == nullptr && !query.in_registers) {
    return "needs an epilogue in registers";
  }
  if (kernel.b_form == BForm::kInPlace &&
      (query.b_is_packed || !query.b_is_contiguous)) {
    return "needs columns in place, contiguous in k";
  }
  if (kernel.b_form == BForm::kLines &&
      (query.b_is_packed || query.b_is_contiguous)) {
    return "needs values of k in place, contiguous along columns";
  }
  if (!ReadsAsIs(backend, kernel, query) && !CanCopy(backend, kernel, query)) {
    return "cannot read these rows";
  }
  return nullptr;
}

KernelChoice CostOf(const Backend& backend, const GemmKernel& kernel,
                    const KernelQuery& query) {
  const KernelCost& cost = CostHere(backend, kernel);
  const ReadingCost& reading = ReadingCostHere(backend);
  const float values_of_a =
      static_cast<float>(query.m) * static_cast<float>(query.k);
  const float values_of_b =
      static_cast<float>(query.n) * static_cast<float>(query.k);
  float cycles = KernelCycles(backend, kernel, cost, query);
  if (!query.b_is_packed && !IsInPlace(kernel.b_form)) {
    cycles += reading.pack * values_of_b;
  }
  AForm form = FormAsIs(query);
  if (!ReadsAsIs(backend, kernel, query)) {
    form = AForm::kCopied;
    cycles += reading.copy * values_of_a;
  } else if (cost.flip != 0 && FlipsInPlace(backend, kernel, query)) {
    const float panels = static_cast<float>(PanelCount(backend.panel, query.n));
    float flips = cost.flip * panels * values_of_a;
    if (backend.copied_rows.are_flipped && CanCopy(backend, kernel, query)) {
      const float copies = FlippedCopyCycles(reading.flipped_copy, query);
      if (copies < flips) {
        form = AForm::kCopied;
        flips = copies;
      }
    }
    cycles += flips;
  }
  return {&kernel, form, cycles};
}

ForcedKernel KernelForced(const EngineState& state) {
  if (state.kernel != nullptr) return {state.kernel, "kernel"};
  static FoundOnce<const char*> found;
  const char* const name = found.Get([] { return GetEnv("LOWP_KERNEL"); });
  const bool is_set = name != nullptr && name[0] != '\0';
  return {is_set ? name : nullptr, "LOWP_KERNEL"};
}

Status SelectKernel(const Backend& backend, const KernelQuery& query,
                    const ForcedKernel& forced, KernelChoice* choice) {
  const GemmKernel* const end = backend.kernels + backend.kernel_count;
  for (const GemmKernel* kernel = backend.kernels; kernel != end; ++kernel) {
    if (forced.name != nullptr && std::strcmp(kernel->name, forced.name) != 0) {
      continue;
    }
    const char* const reason = WhyNot(backend, *kernel, query);
    if (reason == nullptr) {
      const KernelChoice found = CostOf(backend, *kernel, query);
      if (choice->kernel == nullptr || found.cycles < choice->cycles) {
        *choice = found;
      }
    } else if (forced.name != nullptr) {
      return Status::OfWord(StatusCode::kInvalidArgument, forced.argument,
                            kernel->name, reason);
    }
  }
  if (choice->kernel != nullptr) return Status();
  return Status::OfWord(StatusCode::kInvalidArgument, forced.argument,
                        forced.name, "is no kernel of the backend");
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
