// The extension module lowp._core.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>

#include "../../internal/backends/backend_list.h"
#include "bindings.h"
#include "caller.h"
#include "errors.h"
#include "numpy_arrays.h"
#include "packed.h"
#include "parameter.h"
#include "product.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

nb::tuple Backends(nb::handle every) {
  const bool all = ReadBool("all", every);
  nb::list names;
  for (const internal::Backend* backend : internal::AllBackends()) {
    if (all || internal::IsSupported(*backend)) names.append(backend->name);
  }
  return nb::tuple(names);
}

nb::object Backend() {
  const char* const set = BackendSetting();
  if (set != nullptr) return nb::cast(set);
  const internal::BackendChoice& choice = internal::DefaultBackend();
  Check(choice.status);
  return nb::cast(choice.backend->name);
}

void SetBackendByName(nb::handle name) {
  const std::string text = name.is_none() ? "" : ReadName("backend", name);
  const Status status = SetBackend(name.is_none() ? nullptr : text.c_str());
  if (!status.ok()) Raise(status);
}

void SetThreadCount(nb::handle given) {
  const int count = ReadInt32(given, "count");
  if (count < 0) Refuse("count", count, "is negative");
  SetThreads(count);
}

int Threads() {
  const int set = ThreadsSetting();
  return set == 0 ? internal::UsableCpusForContext() : set;
}

}  // namespace

NB_MODULE(_core, module) {
  LoadNumpy();
  module.doc() = "The compiled part of lowp.";
  module.def("backends", &Backends, nb::kw_only(), "all"_a.none() = false,
             nb::sig("def backends(*, all: bool = False) -> tuple[str, ...]"),
             "The backends that this machine runs, best first; with all=True "
             "those of the build.");
  module.def("backend", &Backend, nb::sig("def backend() -> str"),
             "The backend that products use.");
  module.def("set_backend", &SetBackendByName, "name"_a = nb::none(),
             nb::sig("def set_backend(name: str | None = None) -> None"),
             "Sets the backend of this process; None returns to the best one, "
             "or the one that LOWP_BACKEND names. All give the same results. "
             "What was packed for a backend with another format of weights is "
             "refused from then on.");
  module.def("threads", &Threads, nb::sig("def threads() -> int"),
             "The largest number of threads that a call uses.");
  module.def("set_threads", &SetThreadCount, "count"_a.none(),
             nb::sig("def set_threads(count: int) -> None"),
             "Sets the largest number of threads that a call uses; 0, which is "
             "the default, means the CPUs that this process may use. Small "
             "products use fewer. Results do not depend on it.");
  // (threads, backend) as they were set, for lowp.using().
  module.def("_settings", [] {
    return nb::make_tuple(ThreadsSetting(), BackendSetting() == nullptr
                                                ? nb::none()
                                                : nb::cast(BackendSetting()));
  });
  BindPacked(module);
  BindPlan(module);
  BindProduct(module);
  BindMatmul(module);
  BindLayer(module);
  BindConvolution(module);
  BindDynamic(module);
  BindInt4(module);
  BindQuantization(module);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
