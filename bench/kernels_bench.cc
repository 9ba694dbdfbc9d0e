// Every kernel of every table on a grid of products: what it costs beside what
// the table says, where it is the best and by how much, and what the choice by
// cost loses.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "../internal/backends/backend_list.h"
#include "../internal/contract/core_costs.h"
#include "../internal/gemm/select_kernel.h"
#include "clock_rate.h"
#include "kernel_costs.h"
#include "kernel_grid.h"
#include "mean.h"
#include "table.h"

namespace lowp_bench {
namespace {

using gemmlowp::internal::Backend;
using gemmlowp::internal::GemmKernel;
using gemmlowp::internal::KernelCost;
using gemmlowp::internal::ReadingCost;

std::string Cost(double measured, double said) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.3g (%.3g)", measured, said);
  return text;
}

void PrintCosts(const Backend& backend, const std::vector<Sample>& samples) {
  Table table({"kernel", "products", "mac x nr", "element x nr", "row", "panel",
               "call", "load", "channel x nr", "store x nr", "error"});
  for (int i = 0; i < backend.kernel_count; ++i) {
    const GemmKernel& kernel = backend.kernels[i];
    const FittedCost fitted = FitCost(backend, kernel, samples);
    if (fitted.products == 0) continue;
    const double nr = backend.panel.nr;
    const KernelCost& said = gemmlowp::internal::CostHere(backend, kernel);
    table.Add({kernel.name, std::to_string(fitted.products),
               Cost(fitted.mac * nr, said.mac * nr),
               Cost(fitted.element * nr, said.element * nr),
               Cost(fitted.row, said.row), Cost(fitted.panel, said.panel),
               Cost(fitted.call, said.call), Cost(fitted.load, said.load),
               Cost(fitted.channel * nr, said.channel * nr),
               Cost(fitted.store * nr, said.store * nr),
               Percent(fitted.error)});
  }
  table.Print(std::string(backend.name) +
              ": costs in cycles, measured (in the table)");
  for (int i = 0; i < backend.kernel_count; ++i) {
    const GemmKernel& kernel = backend.kernels[i];
    const FittedCost fitted = FitCost(backend, kernel, samples);
    if (fitted.products == 0) continue;
    std::printf("%s: {%.3gf, %.3gf, %.3gf, %.0f, %.0f, %.3gf, %.3gf, %.3gf}\n",
                kernel.name, fitted.mac, fitted.element, fitted.row,
                fitted.panel, fitted.call, fitted.load, fitted.channel,
                fitted.store);
  }
  const FittedReading reading = FitReading(backend, samples);
  const ReadingCost& said = gemmlowp::internal::ReadingCostHere(backend);
  std::printf("Reading: copy %s, pack %s cycles a value.\n\n",
              Cost(reading.copy, said.copy).c_str(),
              Cost(reading.pack, said.pack).c_str());
}

// The best kernel of each product, and by how much.
struct Gain {
  int best = 0;  // products
  double largest = 1;
  std::string where;
};

void PrintGains(const Backend& backend, const std::vector<Sample>& samples) {
  std::map<std::string, std::vector<const Sample*>> by_product;
  for (const Sample& sample : samples) {
    if (sample.backend == &backend) {
      by_product[NameOf(sample.product)].push_back(&sample);
    }
  }
  std::map<std::string, Gain> gains;
  std::vector<double> losses;
  Table lost({"product", "chosen", "best", "loss"});
  for (auto& [name, all] : by_product) {
    std::sort(all.begin(), all.end(), [](const Sample* a, const Sample* b) {
      return a->cycles < b->cycles;
    });
    Gain& gain = gains[all[0]->kernel->name];
    ++gain.best;
    if (all.size() > 1 && all[1]->cycles / all[0]->cycles > gain.largest) {
      gain.largest = all[1]->cycles / all[0]->cycles;
      gain.where = name;
    }
    for (const Sample* sample : all) {
      if (!sample->is_chosen) continue;
      const double loss = sample->cycles / all[0]->cycles;
      losses.push_back(loss);
      if (loss > 1.05) {
        lost.Add(
            {name, sample->kernel->name, all[0]->kernel->name, Times(loss)});
      }
    }
  }
  Table table({"kernel", "best of", "largest gain", "in"});
  for (int i = 0; i < backend.kernel_count; ++i) {
    const char* const name = backend.kernels[i].name;
    const Gain& gain = gains[name];
    table.Add(
        {name, std::to_string(gain.best), Times(gain.largest), gain.where});
  }
  table.Print(std::string(backend.name) + ": gain over the next best kernel");
  std::printf(
      "The choice by cost takes %s of the best kernel's time in the geometric "
      "mean of %zu products.\n\n",
      Times(GeometricMean(losses)).c_str(), losses.size());
  lost.Print(std::string(backend.name) + ": choices that lose more than 5%");
}

void PrintSamples(const Backend& backend, const std::vector<Sample>& samples) {
  Table table({"product", "kernel", "cycles", "chosen"});
  for (const Sample& sample : samples) {
    table.Add({NameOf(sample.product), sample.kernel->name,
               std::to_string(std::llround(sample.cycles)),
               sample.is_chosen ? "yes" : ""});
  }
  table.Print(std::string(backend.name) + ": all that was measured");
}

// [backend] [samples]
int Main(int argc, char** argv) {
  const char* const wanted = argc > 1 ? argv[1] : nullptr;
  const bool prints_samples = argc > 2 && std::strcmp(argv[2], "samples") == 0;
  const double cycles_per_second = ClockRate();
  std::printf("Clock: %.2f GHz\n\n", cycles_per_second / 1e9);
  for (const Backend* backend : gemmlowp::internal::AllBackends()) {
    if (!gemmlowp::internal::IsSupported(*backend) ||
        std::strcmp(backend->name, "scalar") == 0 ||
        (wanted != nullptr && std::strcmp(backend->name, wanted) != 0)) {
      continue;
    }
    const std::vector<Sample> samples =
        MeasureGrid(*backend, cycles_per_second);
    PrintCosts(*backend, samples);
    PrintGains(*backend, samples);
    if (prints_samples) PrintSamples(*backend, samples);
  }
  return 0;
}

}  // namespace
}  // namespace lowp_bench

int main(int argc, char** argv) { return lowp_bench::Main(argc, argv); }
