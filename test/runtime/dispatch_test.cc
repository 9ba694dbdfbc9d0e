// Which backend runs: chosen by the library, forced on a context, or named in
// the environment. The environment is read once per process, so those tests run
// this program again.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/contract/core_costs.h"
#include "../../internal/gemm/select_kernel.h"
#include "../../internal/runtime/cpu_features.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::internal::AllBackends;
using gemmlowp::internal::Backend;
using gemmlowp::internal::IsSupported;

// One small product, with the operations that the tests need.
struct Product {
  OwnedMatrix<std::uint8_t> lhs{5, 6, 1};
  OwnedMatrix<std::uint8_t> rhs{6, 7, 2};
  OwnedMatrix<std::int32_t> result{5, 7, 3};

  Status Plan(GemmContext* context, GemmPlan* plan) {
    auto map = result.map();
    return gemmlowp::PlanGemm(context, lhs.const_map(), rhs.const_map(), &map,
                              0, 0, std::tuple<>(), plan);
  }
  Status Try(GemmContext* context) {
    auto map = result.map();
    return gemmlowp::TryGemm(context, lhs.const_map(), rhs.const_map(), &map, 0,
                             0, std::tuple<>());
  }
  void RunOrReport(GemmContext* context) {
    auto map = result.map();
    gemmlowp::GemmWithOutputPipeline(context, lhs.const_map(), rhs.const_map(),
                                     &map, 0, 0, std::tuple<>());
  }
  bool IsRight() const {
    const std::vector<std::int32_t> sums =
        ReferenceSums(lhs.map(), rhs.map(), 0, 0);
    for (int i = 0; i < 35; ++i) {
      if (result(i / 7, i % 7) != sums[static_cast<std::size_t>(i)]) {
        return false;
      }
    }
    return true;
  }
};

const Backend* BestBackend() {
  for (const Backend* backend : AllBackends()) {
    if (IsSupported(*backend)) return backend;
  }
  return nullptr;
}

TEST(DispatchTest, EveryBackendCanBeForced) {
  for (const Backend* backend : AllBackends()) {
    SCOPED_TRACE(backend->name);
    GemmContext context;
    Product product;
    const Status status = context.set_backend(backend->name);
    GemmPlan plan;
    if (!IsSupported(*backend)) {
      EXPECT_EQ(status.code(), StatusCode::kUnsupported);
      EXPECT_NE(status.message().find(backend->name), std::string::npos);
      continue;
    }
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_TRUE(product.Plan(&context, &plan).ok());
    EXPECT_STREQ(plan.backend_name, backend->name);
    ASSERT_TRUE(product.Try(&context).ok());
    EXPECT_TRUE(product.IsRight());
  }
}

TEST(DispatchTest, ThePortableBackendIsBuiltAndComesLast) {
  ASSERT_GT(AllBackends().count, 0);
  const Backend* last = *(AllBackends().end() - 1);
  EXPECT_STREQ(last->name, "scalar");
  EXPECT_EQ(last->required_features, 0u);
  EXPECT_TRUE(IsSupported(*last));
}

// Instructions that multiply more at a time come first, then wider registers.
TEST(DispatchTest, TheTableIsInTheOrderOfPreference) {
  const std::vector<std::string> order = {"amx", "avx512_vnni", "avx_vnni",
                                          "avx512", "avx2"};
  std::size_t next = 0;
  for (const Backend* backend : AllBackends()) {
    const auto at = std::find(order.begin(), order.end(), backend->name);
    if (at == order.end()) continue;
    const auto position = static_cast<std::size_t>(at - order.begin());
    EXPECT_GE(position, next) << backend->name;
    next = position + 1;
  }
}

// It has that one's kernels behind its own, at their costs, and reads what was
// packed for it.
TEST(DispatchTest, AnExtendedBackendHasAllOfTheOther) {
  const Backend* const amx = gemmlowp::internal::BackendNamed("amx");
  if (amx == nullptr) GTEST_SKIP() << "no amx backend in this build";
  const Backend& other = *gemmlowp::internal::BackendNamed("avx512_vnni");
  EXPECT_EQ(amx->required_features,
            other.required_features | gemmlowp::internal::kAmxInt8);
  EXPECT_TRUE(amx->panel == other.panel);
  EXPECT_EQ(amx->family, other.family);
  EXPECT_EQ(amx->int4->multiply, other.int4->multiply);
  EXPECT_EQ(amx->int4->tile_rows, other.int4->tile_rows);
  EXPECT_NE(amx->int4->unpacking.multiply, other.int4->unpacking.multiply);
  EXPECT_EQ(&gemmlowp::internal::Int4CostsHere(*amx), &amx->int4->costs);
  const int own = amx->kernel_count - other.kernel_count;
  ASSERT_GT(own, 0);
  for (int i = 0; i < other.kernel_count; ++i) {
    const gemmlowp::internal::GemmKernel& kernel = amx->kernels[own + i];
    EXPECT_STREQ(kernel.name, other.kernels[i].name);
    EXPECT_EQ(gemmlowp::internal::CostHere(*amx, kernel).mac,
              gemmlowp::internal::CostHere(other, other.kernels[i]).mac);
  }
}

// A processor without AVX-512 must not get a backend that needs it.
TEST(DispatchTest, AvxVnniNeedsNoAvx512) {
  using gemmlowp::internal::kAvx2;
  using gemmlowp::internal::kAvxVnni;
  for (const Backend* backend : AllBackends()) {
    if (std::strcmp(backend->name, "avx_vnni") != 0) continue;
    EXPECT_EQ(backend->required_features, kAvx2 | kAvxVnni);
    return;
  }
  GTEST_SKIP() << "no avx_vnni backend in this build";
}

TEST(DispatchTest, AnUnknownNameIsRefusedAndChangesNothing) {
  GemmContext context;
  ASSERT_TRUE(context.set_backend("scalar").ok());
  for (const char* name :
       {"abacus", "", "SCALAR", "scalar ", "avx", "avx_vnni_evex"}) {
    const Status status = context.set_backend(name);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << name;
    for (const Backend* backend : AllBackends()) {
      EXPECT_NE(status.message().find(std::string(" ") + backend->name),
                std::string::npos)
          << status.message();
    }
    EXPECT_STREQ(status.argument(), "backend");
    ASSERT_NE(status.text(), nullptr);
    EXPECT_STREQ(status.text(), name);
    EXPECT_NE(status.message().find(name), std::string::npos);
  }
  GemmPlan plan;
  ASSERT_TRUE(Product().Plan(&context, &plan).ok());
  EXPECT_STREQ(plan.backend_name, "scalar");
}

TEST(DispatchTest, NullReturnsToTheAutomaticChoice) {
  if (std::getenv("LOWP_BACKEND") != nullptr) {
    GTEST_SKIP() << "LOWP_BACKEND is set";
  }
  GemmContext context;
  GemmPlan plan;
  ASSERT_TRUE(context.set_backend("scalar").ok());
  ASSERT_TRUE(context.set_backend(nullptr).ok());
  ASSERT_TRUE(Product().Plan(&context, &plan).ok());
  EXPECT_EQ(plan.backend, BestBackend());
}

// ---- The environment. The child's argument names what it does; it prints what
// it found: the status's code, what the plan uses, and the message.

int ReportPlan() {
  GemmContext context;
  GemmPlan plan;
  Product product;
  Status status = product.Plan(&context, &plan);
  if (status.ok()) status = product.Try(&context);
  std::printf("%d|%s|%s|%s\n", static_cast<int>(status.code()),
              plan.backend_name, plan.backend_reason, status.message().c_str());
  return status.ok() && !product.IsRight() ? 1 : 0;
}

int ReportKernel() {
  GemmContext context;
  GemmPlan plan;
  Product product;
  Status status = product.Plan(&context, &plan);
  if (status.ok()) status = product.Try(&context);
  std::printf("%d|%s|%s|%s\n", static_cast<int>(status.code()), plan.kernel,
              status.argument(), status.message().c_str());
  return status.ok() && !product.IsRight() ? 1 : 0;
}

int ReportHandled() {
  gemmlowp::SetErrorHandler([](const Status& status) {
    std::printf("handled %s|%s|%s\n", status.argument(),
                status.text() != nullptr ? status.text() : "",
                status.message().c_str());
  });
  Product product;
  const auto before = product.result.entries();
  GemmContext context;
  product.RunOrReport(&context);
  if (product.result.entries() != before) return 1;
  // With a forced backend, the context does not consult the environment.
  if (!context.set_backend("scalar").ok()) return 2;
  product.RunOrReport(&context);
  return product.IsRight() ? 0 : 3;
}

int ReportPack() {
  PackedMatrix packed;
  const Product product;
  const Status status =
      PackedMatrix::Pack(product.lhs.map(), Side::kLhs, &packed);
  std::printf("%d|%s|%s\n", static_cast<int>(status.code()), packed.backend(),
              status.message().c_str());
  return 0;
}

int Abort() {
  GemmContext context;
  Product().RunOrReport(&context);
  return 0;
}

int RunChild(const std::string& what) {
  if (what == "plan") return ReportPlan();
  if (what == "kernel") return ReportKernel();
  if (what == "handled") return ReportHandled();
  if (what == "pack") return ReportPack();
  if (what == "abort") return Abort();
  return 99;
}

struct ChildResult {
  std::string output;  // stdout and stderr
  int status;          // of waitpid
};

// Runs this program with the environment variables, of which null is unset.
ChildResult Child(const std::string& what, const char* backend,
                  const char* kernel = nullptr) {
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof(self) - 1) <= 0) std::abort();
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    unsetenv("LOWP_BACKEND");
    if (backend != nullptr) setenv("LOWP_BACKEND", backend, 1);
    unsetenv("LOWP_KERNEL");
    if (kernel != nullptr) setenv("LOWP_KERNEL", kernel, 1);
    const std::string argument = "--child=" + what;
    execl(self, self, argument.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  ChildResult result = {"", 0};
  char buffer[512];
  ssize_t read_bytes;
  while ((read_bytes = read(ends[0], buffer, sizeof(buffer))) > 0) {
    result.output.append(buffer, static_cast<std::size_t>(read_bytes));
  }
  close(ends[0]);
  waitpid(pid, &result.status, 0);
  return result;
}

void ExpectContains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos)
      << "expected \"" << part << "\" in: " << text;
}

TEST(EnvironmentTest, AValidNameIsHonoured) {
  ForEachBackend([](const Backend& backend) {
    const ChildResult child = Child("plan", backend.name);
    EXPECT_EQ(child.status, 0);
    ExpectContains(child.output, std::string("0|") + backend.name + "|");
    ExpectContains(child.output, "LOWP_BACKEND");
    const ChildResult pack = Child("pack", backend.name);
    ExpectContains(pack.output, std::string("0|") + backend.name + "|");
  });
}

TEST(EnvironmentTest, WithoutANameTheBestRuns) {
  for (const char* value : {static_cast<const char*>(nullptr), ""}) {
    const ChildResult child = Child("plan", value);
    EXPECT_EQ(child.status, 0);
    ExpectContains(child.output, std::string("0|") + BestBackend()->name + "|");
  }
}

// The product is 5x7x6, which some kernels do not take.
TEST(EnvironmentTest, AKernelIsForcedOrRefused) {
  ForEachBackend([](const Backend& backend) {
    int forced = 0;
    for (int i = 0; i < backend.kernel_count; ++i) {
      const char* const kernel = backend.kernels[i].name;
      const ChildResult child = Child("kernel", backend.name, kernel);
      EXPECT_EQ(child.status, 0) << child.output;
      if (child.output.rfind(std::string("0|") + kernel + "|", 0) == 0) {
        ++forced;
      } else {
        ExpectContains(child.output, "1||LOWP_KERNEL|");
        ExpectContains(child.output, kernel);
      }
    }
    EXPECT_GT(forced, 0);
    const ChildResult child = Child("kernel", backend.name, "9x9_abacus");
    ExpectContains(child.output, "1||LOWP_KERNEL|");
    ExpectContains(child.output, "9x9_abacus");
  });
}

TEST(EnvironmentTest, AnUnknownNameIsAnErrorThatNamesItself) {
  const ChildResult child = Child("plan", "abacus");
  EXPECT_EQ(child.status, 0);
  ExpectContains(child.output, "1|");
  ExpectContains(child.output, "LOWP_BACKEND");
  ExpectContains(child.output, "abacus");
  const ChildResult pack = Child("pack", "abacus");
  ExpectContains(pack.output, "1||");
  ExpectContains(pack.output, "LOWP_BACKEND");
  ExpectContains(pack.output, "abacus");
}

TEST(EnvironmentTest, TheHandlerOfVoidFunctionsIsTold) {
  const ChildResult child = Child("handled", "abacus");
  EXPECT_EQ(child.status, 0) << child.output;
  ExpectContains(child.output, "handled LOWP_BACKEND|abacus|");
}

TEST(EnvironmentTest, WithoutAHandlerTheMessageIsPrintedAndTheProgramAborts) {
  const ChildResult child = Child("abort", "abacus");
  ASSERT_TRUE(WIFSIGNALED(child.status)) << child.output;
  EXPECT_EQ(WTERMSIG(child.status), SIGABRT);
  ExpectContains(child.output, "LOWP_BACKEND");
  ExpectContains(child.output, "abacus");
}

TEST(EnvironmentTest, ABackendThatCannotRunIsAnError) {
  for (const Backend* backend : AllBackends()) {
    if (IsSupported(*backend)) continue;
    const ChildResult child = Child("plan", backend->name);
    ExpectContains(child.output, "2|");
    ExpectContains(child.output, "LOWP_BACKEND");
    ExpectContains(child.output, backend->name);
    return;
  }
  GTEST_SKIP() << "this machine runs every backend that was built";
}

}  // namespace
}  // namespace lowp_test

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--child=", 8) == 0) {
      return lowp_test::RunChild(argv[i] + 8);
    }
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
