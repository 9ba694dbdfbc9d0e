// lowp's main job from end to end: two float matrices are quantized, multiplied
// on every backend of this machine, checked and timed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "../../bench/peak.h"
#include "check.h"
#include "npy.h"
#include "options.h"
#include "problem.h"
#include "run.h"

namespace lowp_demo {
namespace {

constexpr int kCheckFailed = 1;
constexpr int kBadInput = 2;

int Fail(int status, const std::string& problem) {
  std::fprintf(stderr, "lowp_demo: %s\n", problem.c_str());
  return status;
}

const char* TypeName(const QuantizationParams& params) {
  return params.low < 0 ? "s8" : "u8";
}

void PrintProblem(const QuantizedProblem& problem) {
  std::printf("%d x %d times %d x %d, result %d x %d\n", problem.rows,
              problem.depth, problem.depth, problem.cols, problem.rows,
              problem.cols);
  const auto print = [](const char* name, const QuantizationParams& params) {
    std::printf("  %-7s %s  scale %-12.6g zero point %d\n", name,
                TypeName(params), params.scale, params.zero_point);
  };
  print("a", problem.lhs_params);
  print("b", problem.rhs_params);
  print("result", problem.result_params);
  std::printf("  bias    s32 scale %-12.6g zero point 0\n",
              problem.lhs_params.scale * problem.rhs_params.scale);
  std::printf("  output multiplier %d * 2^(%d - 31), clamp to %d..%d\n\n",
              static_cast<int>(problem.multiplier.multiplier),
              problem.multiplier.exponent, problem.clamp_low,
              problem.clamp_high);
}

std::string PlanText(const gemmlowp::GemmPlan& plan) {
  using gemmlowp::ASource;
  using gemmlowp::EpiloguePath;
  std::string text = plan.kernel;
  text += plan.a_source == ASource::kInPlace ? ", A in place" : ", A copied";
  switch (plan.epilogue) {
    case EpiloguePath::kInRegisters:
      text += ", in registers";
      break;
    case EpiloguePath::kFused:
      text += ", fused";
      break;
    case EpiloguePath::kInterpreted:
      text += ", interpreted";
      break;
  }
  if (plan.threads > 1) {
    text += ", " + std::to_string(plan.threads) + " threads";
  }
  return text;
}

std::string GopsText(double gops) {
  char text[16];
  std::snprintf(text, sizeof(text), gops < 10 ? "%.3g" : "%.1f", gops);
  return text;
}

// "97%", or "-" when there is nothing to compare with.
std::string ShareText(double gops, double peak) {
  if (peak <= 0) return "-";
  char text[16];
  std::snprintf(text, sizeof(text), "%.0f%%", 100 * gops / peak);
  return text;
}

// A row of the table.
void PrintRow(const char* backend, const char* plan, const char* packed,
              const char* packed_share, const char* one_shot,
              const char* one_shot_share, const char* worst, const char* mean) {
  std::printf("%-12s %-42s %8s %5s %9s %5s %10s %10s\n", backend, plan, packed,
              packed_share, one_shot, one_shot_share, worst, mean);
}

void PrintHead() {
  PrintRow("backend", "plan", "packed", "of", "one-shot", "of", "worst",
           "mean");
  PrintRow("", "kernel, A, epilogue", "GOPS", "peak", "GOPS", "peak", "error",
           "error");
}

void PrintRun(const std::string& backend, const BackendRun& run, double peak,
              const FloatCheck& errors) {
  char worst[16], mean[16];
  std::snprintf(worst, sizeof(worst), "%.3g", errors.worst);
  std::snprintf(mean, sizeof(mean), "%.3g", errors.mean);
  PrintRow(backend.c_str(), PlanText(run.plan).c_str(),
           GopsText(run.packed_gops).c_str(),
           ShareText(run.packed_gops, peak).c_str(),
           GopsText(run.one_shot_gops).c_str(),
           ShareText(run.one_shot_gops, peak).c_str(), worst, mean);
}

// Reports what is wrong with a backend's result; true if nothing is.
bool ReportChecks(const std::string& backend, const BackendRun& run,
                  const ExactCheck& exact, const FloatCheck& errors,
                  const std::string& first_backend,
                  const std::vector<std::uint8_t>& first_result) {
  bool good = true;
  if (run.result != first_result) {
    std::printf("  FAILED: bytes differ from those of %s\n",
                first_backend.c_str());
    good = false;
  }
  if (!run.packed_agrees) {
    std::printf("  FAILED: packed weights give other bytes\n");
    good = false;
  }
  if (exact.mismatches > 0) {
    std::printf(
        "  FAILED: %ld of %ld entries are not exact; (%d, %d) is %d, not %d\n",
        exact.mismatches, exact.checked, exact.row, exact.col, exact.actual,
        exact.expected);
    good = false;
  }
  if (errors.violations > 0) {
    std::printf(
        "  FAILED: %ld entries are further from the float product than "
        "quantization explains\n",
        errors.violations);
    good = false;
  }
  if (!good) std::printf("  (in the row of %s)\n", backend.c_str());
  return good;
}

bool WriteOutputs(const Options& options, const QuantizedProblem& problem,
                  const std::vector<std::uint8_t>& result, std::string* error) {
  NpyArray array;
  array.shape = {static_cast<std::size_t>(problem.rows),
                 static_cast<std::size_t>(problem.cols)};
  if (!options.quantized_path.empty()) {
    array.dtype = "|u1";
    array.bytes = result;
    if (!WriteNpy(options.quantized_path, array, error)) return false;
    std::printf("wrote %s\n", options.quantized_path.c_str());
  }
  if (!options.output_path.empty()) {
    array.dtype = "<f4";
    array.bytes.resize(result.size() * sizeof(float));
    for (std::size_t i = 0; i < result.size(); ++i) {
      const float real =
          static_cast<float>(Dequantize(result[i], problem.result_params));
      std::memcpy(array.bytes.data() + i * sizeof(float), &real, sizeof(real));
    }
    if (!WriteNpy(options.output_path, array, error)) return false;
    std::printf("wrote %s\n", options.output_path.c_str());
  }
  return true;
}

// Runs, checks and prints every backend; leaves the result in *result.
int RunAll(const Options& options, const FloatProblem& problem,
           const std::vector<double>& product,
           const QuantizedProblem& quantized,
           std::vector<std::uint8_t>* result) {
  const std::vector<std::string> backends = BackendsHere();
  bool good = !backends.empty();
  ExactCheck exact;
  FloatCheck errors;
  PrintHead();
  for (const std::string& backend : backends) {
    // Before and after: a shared machine has faster and slower moments.
    double peak = lowp_bench::MeasurePeakGops(backend.c_str());
    BackendRun run;
    std::string error;
    if (!RunBackend(quantized, backend.c_str(), options.threads, &run,
                    &error)) {
      return Fail(kCheckFailed, error);
    }
    peak = std::max(peak, lowp_bench::MeasurePeakGops(backend.c_str()));
    exact = CheckExact(quantized, run.result);
    errors = CheckFloat(problem, quantized, product, options.clamp_low,
                        options.clamp_high, run.result);
    PrintRun(backend, run, peak * std::max(run.plan.threads, 1), errors);
    if (options.verbose) std::printf("%s\n", run.plan.Describe().c_str());
    if (result->empty()) *result = run.result;
    good &=
        ReportChecks(backend, run, exact, errors, backends.front(), *result);
  }
  if (!good) return Fail(kCheckFailed, "a check failed");
  std::printf(
      "\n%zu backend%s, the same bytes; %ld of %zu entries compared with the "
      "exact arithmetic,\nall equal; every entry closer to the float product "
      "than quantization explains\n(bounds up to %.3g, the result's step is "
      "%.3g; no error above %.0f%% of its bound).\n",
      backends.size(), backends.size() == 1 ? "" : "s", exact.checked,
      result->size(), errors.worst_bound, quantized.result_params.scale,
      100 * errors.closest);
  return 0;
}

int Main(int argc, const char* const* argv) {
  Options options;
  std::string error;
  if (!ParseOptions(argc, argv, &options, &error)) {
    return Fail(kBadInput, error + "\ntry lowp_demo --help");
  }
  if (options.help) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  FloatProblem problem;
  if (!MakeFloatProblem(options, &problem, &error)) {
    return Fail(kBadInput, error);
  }
  const std::vector<double> product = FloatProduct(problem);
  QuantizedProblem quantized;
  if (!QuantizeProblem(options, problem, product, &quantized, &error)) {
    return Fail(kBadInput, error);
  }
  PrintProblem(quantized);
  std::vector<std::uint8_t> result;
  const int status = RunAll(options, problem, product, quantized, &result);
  if (status != 0) return status;
  if (!WriteOutputs(options, quantized, result, &error)) {
    return Fail(kBadInput, error);
  }
  return 0;
}

}  // namespace
}  // namespace lowp_demo

int main(int argc, char** argv) { return lowp_demo::Main(argc, argv); }
