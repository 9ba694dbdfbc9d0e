// The argument `progress` of what packs (lowp/_progress.py).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_PROGRESS_H_
#define LOWP_PUBLIC_PYTHON_PROGRESS_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "../pack_progress.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

// Calls a Python function, or none. An exception that it raises stops the
// packing.
class ProgressTeller {
 public:
  explicit ProgressTeller(nanobind::handle progress)
      : report_(progress.is_none()
                    ? nanobind::none()
                    : nanobind::module_::import_("lowp._progress")
                          .attr("reporter")(progress, "packing")) {}

  PackProgress progress() {
    return report_.is_none() ? PackProgress() : MakePackProgress(this);
  }
  bool operator()(std::size_t done, std::size_t total) {
    nanobind::gil_scoped_acquire acquired;
    try {
      report_(done, total);
    } catch (nanobind::python_error& error) {
      raised_ = std::make_unique<nanobind::python_error>(std::move(error));
    }
    return raised_ == nullptr;
  }
  // Raises what was raised.
  void Check() {
    if (raised_ != nullptr) throw nanobind::python_error(std::move(*raised_));
  }

 private:
  nanobind::object report_;
  std::unique_ptr<nanobind::python_error> raised_;
};

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_PROGRESS_H_
