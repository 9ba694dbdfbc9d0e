// Chooses a kernel.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "select_kernel.h"

#include <cstring>

#include "../compiler.h"
#include "../contract/core_costs.h"
#include "../runtime/found_once.h"
#include "../runtime/os.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The form that A has without a copy.
AForm FormAsIs(const KernelQuery& query) {
  return query.a_is_packed  ? AForm::kPanel
         : query.a_runs > 0 ? AForm::kCopiedRuns
                            : AForm::kInPlace;
}

// `other`: OtherCostsHere.
const KernelCost& CostIn(const CoreCosts* other, const Backend& backend,
                         const GemmKernel& kernel) {
  return other != nullptr ? other->kernels[&kernel - backend.kernels]
                          : kernel.cost;
}

// A product as all kernels of a backend see it. What does not depend on the
// kernel is computed once: the first call of a small product takes much of its
// time to choose.
class Selection {
 public:
  Selection(const Backend& backend, const KernelQuery& query)
      : backend_(backend),
        query_(query),
        other_(OtherCostsHere(backend)),
        reading_(other_ != nullptr ? other_->reading : backend.reading),
        as_is_(FormAsIs(query)),
        m_(static_cast<float>(query.m)),
        n_(static_cast<float>(query.n)),
        k_(static_cast<float>(query.k)),
        panels_(static_cast<float>(PanelCount(backend.panel, query.n))),
        panels_in_place_(n_ / static_cast<float>(backend.panel.nr)) {
    const bool copies_panels = backend.copy_panel_rows != nullptr;
    if (query.a_is_packed ? !copies_panels : query.a_is_contiguous) {
      a_forms_as_is_ = static_cast<std::uint8_t>(as_is_);
    }
    if (query.a_is_packed ? copies_panels : query.a_runs == 0) {
      a_forms_copied_ = static_cast<std::uint8_t>(AForm::kCopied);
    }
    if (!query.b_is_packed) {
      b_form_in_place_ =
          query.b_is_contiguous ? BForm::kInPlace : BForm::kLines;
      reading_panels_ = reading_panels_unaided_ = reading_.pack * n_ * k_;
    } else if (query.m <= kMaxRowsInPlace) {
      const MemoryCosts& memory = MemoryHere(backend);
      if (n_ * k_ > static_cast<float>(memory.far_packed_bytes)) {
        reading_panels_unaided_ = memory.far_value * n_ * k_;
      }
    }
  }

  // As the function of that name in the header.
  LOWP_ALWAYS_INLINE const char* WhyNot(const GemmKernel& kernel) const {
    if (!kernel.m.Has(query_.m)) return "is not for this many rows";
    if (!kernel.n.Has(query_.n)) return "is not for this many columns";
    if (!kernel.k.Has(query_.k)) return "is not for such k";
    if (query_.b_range < kernel.b_range) {
      return kernel.b_range == BRange::kReduced
                 ? "needs packed values of B from -64 to 64"
                 : "needs packed values of B from -127 to 127";
    }
    if (kernel.scales_to_bytes && !query_.scales_to_bytes) {
      return "needs an epilogue that scales to bytes in registers";
    }
    if (kernel.sum == nullptr && !query_.in_registers) {
      return "needs an epilogue in registers";
    }
    if (IsInPlace(kernel.b_form) && kernel.b_form != b_form_in_place_) {
      return kernel.b_form == BForm::kInPlace
                 ? "needs columns in place, contiguous in k"
                 : "needs values of k in place, contiguous along columns";
    }
    if ((kernel.a_forms & (a_forms_as_is_ | a_forms_copied_)) == 0) {
      return "cannot read these rows";
    }
    if (query_.a_runs > 0 && query_.k / query_.a_runs % kernel.run_step != 0) {
      return "needs runs of whole tiles";
    }
    return nullptr;
  }

  // As the function of that name in the header.
  LOWP_ALWAYS_INLINE KernelChoice CostOf(const GemmKernel& kernel) const {
    const KernelCost& cost = CostIn(other_, backend_, kernel);
    float cycles = MultiplyingAndFinishing(kernel, cost);
    if (!IsInPlace(kernel.b_form)) {
      cycles += kernel.prefetches ? reading_panels_ : reading_panels_unaided_;
    }
    if ((kernel.a_forms & a_forms_as_is_) == 0) {
      return {&kernel, AForm::kCopied, cycles + reading_.copy * m_ * k_};
    }
    AForm form = as_is_;
    if (cost.flip != 0 && FlipsInPlace(kernel)) {
      cycles += Flips(kernel, cost, &form);
    }
    return {&kernel, form, cycles};
  }

 private:
  LOWP_ALWAYS_INLINE float MultiplyingAndFinishing(
      const GemmKernel& kernel, const KernelCost& cost) const;

  // Whether the kernel flips the sign of rows where they lie.
  bool FlipsInPlace(const GemmKernel& kernel) const {
    return as_is_ == AForm::kInPlace &&
           ValueShift(SignednessOfRows(backend_, kernel, as_is_),
                      query_.a_scalar) != 0;
  }
  // The cost of the flips, or of a flipped copy if that costs less.
  float Flips(const GemmKernel& kernel, const KernelCost& cost,
              AForm* form) const;

  const Backend& backend_;
  const KernelQuery& query_;
  const CoreCosts* const other_;
  const ReadingCost& reading_;
  const AForm as_is_;
  std::uint8_t a_forms_as_is_ = 0;         // as_is_, or none
  std::uint8_t a_forms_copied_ = 0;        // kCopied, or none
  BForm b_form_in_place_ = BForm::kPanel;  // kPanel: none
  // What it costs to pack B or to read its packed panels, by kernels that
  // prefetch and by those that do not.
  float reading_panels_ = 0, reading_panels_unaided_ = 0;
  const float m_, n_, k_, panels_, panels_in_place_;
};

float Selection::MultiplyingAndFinishing(const GemmKernel& kernel,
                                         const KernelCost& cost) const {
  const int m_step = kernel.m_step;
  float rows = m_;
  if (query_.a_runs > 0 && kernel.even_rows != 1) {
    rows *= static_cast<float>(RoundUpTo(kernel.even_rows, query_.a_line)) /
            static_cast<float>(query_.a_line);
  } else if (query_.m < m_step) {
    rows = static_cast<float>(m_step);
  } else if (m_step != 1) {
    // As floats: for the largest m an int would overflow.
    rows = static_cast<float>((query_.m - 1) / m_step + 1) *
           static_cast<float>(m_step);
  }
  float columns = n_;
  float panels = panels_in_place_;
  if (!IsInPlace(kernel.b_form)) {
    const int step =
        kernel.n_step == 0 ? backend_.panel.nr_step : kernel.n_step;
    columns = static_cast<float>(RoundUpToPower(step, std::int64_t{query_.n}));
    panels = panels_;
  }
  const float element = cost.element + (query_.scales_by_column ? cost.channel
                                        : query_.stores_sums    ? cost.store
                                                                : 0);
  const float mac =
      cost.mac_from_l2 != 0 && k_ * static_cast<float>(backend_.panel.nr) >
                                   static_cast<float>(DetectedCacheSizes().l1d)
          ? cost.mac + cost.mac_from_l2
          : cost.mac;
  return cost.call + panels * (cost.panel + rows * cost.row) +
         columns * (rows * (element + mac * k_) + cost.load * k_) +
         rows * static_cast<float>(query_.a_runs) * cost.run;
}

float Selection::Flips(const GemmKernel& kernel, const KernelCost& cost,
                       AForm* form) const {
  const float values = m_ * k_;
  const bool is_narrow = kernel.min_flipped_k > 0 &&
                         query_.k >= kernel.min_flipped_k &&
                         query_.n % backend_.panel.nr != 0;
  const float last = is_narrow ? cost.narrow_flip : cost.flip;
  const float flips = (cost.flip * (panels_ - 1) + last) * values;
  if (!backend_.copied_rows.are_flipped ||
      (kernel.a_forms & a_forms_copied_) == 0) {
    return flips;
  }
  const FlippedCopyCost& copy = reading_.flipped_copy;
  const bool is_near =
      values <= copy.near_l2s * static_cast<float>(DetectedCacheSizes().l2);
  const float of_copy = copy.call + m_ * copy.row +
                        values * (is_near ? copy.near_value : copy.far_value);
  if (of_copy >= flips) return flips;
  *form = AForm::kCopied;
  return of_copy;
}

}  // namespace

const KernelCost& CostHere(const Backend& backend, const GemmKernel& kernel) {
  return CostIn(OtherCostsHere(backend), backend, kernel);
}

const char* WhyNot(const Backend& backend, const GemmKernel& kernel,
                   const KernelQuery& query) {
  return Selection(backend, query).WhyNot(kernel);
}

KernelChoice CostOf(const Backend& backend, const GemmKernel& kernel,
                    const KernelQuery& query) {
  return Selection(backend, query).CostOf(kernel);
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
  const Selection selection(backend, query);
  const GemmKernel* const end = backend.kernels + backend.kernel_count;
  for (const GemmKernel* kernel = backend.kernels; kernel != end; ++kernel) {
    if (forced.name != nullptr && std::strcmp(kernel->name, forced.name) != 0) {
      continue;
    }
    const char* const reason = selection.WhyNot(*kernel);
    if (reason == nullptr) {
      const KernelChoice found = selection.CostOf(*kernel);
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
