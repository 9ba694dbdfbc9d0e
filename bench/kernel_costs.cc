// Fits costs: least squares of relative errors, no cost below zero.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "kernel_costs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "../internal/contract/core_costs.h"
#include "../internal/gemm/select_kernel.h"

namespace lowp_bench {
namespace {

using gemmlowp::internal::Backend;
using gemmlowp::internal::BForm;
using gemmlowp::internal::GemmKernel;

constexpr int kTerms = 6;
// As in KernelCost.
using Terms = std::array<double, kTerms>;

// What each cost is multiplied with (KernelCost).
Terms TermsOf(const Backend& backend, const GemmKernel& kernel,
              const Product& p) {
  const double rows = (p.m + kernel.m_step - 1) / kernel.m_step * kernel.m_step;
  double columns = p.n;
  double panels = columns / backend.panel.nr;
  if (!IsInPlace(kernel.b_form)) {
    columns = gemmlowp::internal::RoundUpToPower(
        kernel.n_step == 0 ? backend.panel.nr_step : kernel.n_step, p.n);
    panels = gemmlowp::internal::PanelCount(backend.panel, p.n);
  }
  return {rows * columns * p.k, rows * columns, panels * rows, panels, 1,
          columns * p.k};
}

double Predict(const Terms& costs, const Terms& terms) {
  double sum = 0;
  for (int i = 0; i < kTerms; ++i) sum += costs[i] * terms[i];
  return sum;
}

// Coordinate descent: each cost in turn takes its best value for the others'.
Terms Solve(const std::vector<Terms>& scaled) {
  Terms costs = {};
  for (int round = 0; round < 5000; ++round) {
    for (int i = 0; i < kTerms; ++i) {
      double numerator = 0, denominator = 0;
      for (const Terms& t : scaled) {
        numerator += t[i] * (1 - Predict(costs, t) + costs[i] * t[i]);
        denominator += t[i] * t[i];
      }
      costs[i] = denominator == 0 ? 0 : std::max(0.0, numerator / denominator);
    }
  }
  return costs;
}

// The additional cycles per element of `special` products, over the same
// products otherwise: the mean over those of at least 256 elements.
double FitSpecial(const GemmKernel& kernel, const std::vector<Sample>& samples,
                  bool Product::*special) {
  std::map<std::string, double> plain;
  for (const Sample& sample : samples) {
    if (sample.kernel == &kernel) plain[NameOf(sample.product)] = sample.cycles;
  }
  double sum = 0;
  int count = 0;
  for (const Sample& sample : samples) {
    Product p = sample.product;
    const double elements = static_cast<double>(p.m) * p.n;
    if (sample.kernel != &kernel || !(p.*special) || elements < 256) continue;
    p.*special = false;
    const auto found = plain.find(NameOf(p));
    if (found == plain.end()) continue;
    sum += (sample.cycles - found->second) / elements;
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace

FittedCost FitCost(const Backend& backend, const GemmKernel& kernel,
                   const std::vector<Sample>& samples) {
  std::vector<Terms> scaled;
  for (const Sample& sample : samples) {
    const Product& p = sample.product;
    if (sample.kernel != &kernel || p.copied || p.int32 || p.channels ||
        (!p.packed && !IsInPlace(kernel.b_form))) {
      continue;
    }
    const double copies =
        sample.copies_a
            ? gemmlowp::internal::ReadingCostHere(backend).copy * p.m * p.k
            : 0;
    Terms terms = TermsOf(backend, kernel, p);
    for (double& term : terms) {
      term /= std::max(sample.cycles - copies, sample.cycles / 2);
    }
    scaled.push_back(terms);
  }
  FittedCost fitted;
  fitted.products = static_cast<int>(scaled.size());
  if (scaled.empty()) return fitted;
  const Terms costs = Solve(scaled);
  fitted.mac = costs[0];
  fitted.element = costs[1];
  fitted.row = costs[2];
  fitted.panel = costs[3];
  fitted.call = costs[4];
  fitted.load = costs[5];
  fitted.channel = FitSpecial(kernel, samples, &Product::channels);
  fitted.store = FitSpecial(kernel, samples, &Product::int32);
  for (const Terms& terms : scaled) {
    fitted.error += std::fabs(Predict(costs, terms) - 1) / fitted.products;
  }
  return fitted;
}

FittedReading FitReading(const Backend& backend,
                         const std::vector<Sample>& samples) {
  // By product and kernel, packed and with rows in place.
  std::map<std::string, double> plain;
  const auto key = [](const Sample& sample, Product product) {
    product.packed = true;
    product.copied = false;
    return NameOf(product) + sample.kernel->name;
  };
  for (const Sample& sample : samples) {
    if (sample.backend == &backend && sample.product.packed &&
        !sample.product.copied) {
      plain[key(sample, sample.product)] = sample.cycles;
    }
  }
  double copies = 0, copied = 0, packs = 0, packed = 0;
  for (const Sample& sample : samples) {
    const Product& p = sample.product;
    const auto found = plain.find(key(sample, p));
    if (found == plain.end() || IsInPlace(sample.kernel->b_form)) {
      continue;
    }
    const double more = sample.cycles - found->second;
    if (p.copied) {
      copies += more;
      copied += static_cast<double>(p.m) * p.k;
    } else if (!p.packed) {
      packs += more;
      packed += static_cast<double>(p.n) * p.k;
    }
  }
  return {copied == 0 ? 0 : copies / copied, packed == 0 ? 0 : packs / packed};
}

}  // namespace lowp_bench
