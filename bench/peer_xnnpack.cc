// XNNPACK as two peers: fully connected operators of s8 and of u8, as Debian
// builds them. One-shot, an operator is made in each call, which packs.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <pthreadpool.h>
#include <xnnpack.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "work.h"

namespace lowp_bench {
namespace {

void Require(xnn_status status) {
  if (status != xnn_status_success) std::abort();
}

struct DeleteOperator {
  void operator()(xnn_operator_t made) const { xnn_delete_operator(made); }
};
using Operator = std::unique_ptr<xnn_operator, DeleteOperator>;

struct DestroyPool {
  void operator()(pthreadpool_t pool) const { pthreadpool_destroy(pool); }
};
using Pool = std::unique_ptr<pthreadpool, DestroyPool>;

struct Instance {
  Work work;
  bool is_signed;
  Operator prepared;  // if weights are packed ahead
  Pool pool;          // null: the caller's thread
};

Operator MakeOperator(const Instance& instance) {
  const Work& work = instance.work;
  const std::size_t depth = static_cast<std::size_t>(work.depth);
  const std::size_t columns = static_cast<std::size_t>(work.cols);
  const float scale =
      static_cast<float>(std::ldexp(work.multiplier, -31 - work.shift));
  xnn_operator_t made = nullptr;
  if (instance.is_signed) {
    Require(xnn_create_fully_connected_nc_qs8(
        depth, columns, depth, columns, kInputZeroPoint - 128, scale, 1,
        work.weights, work.bias, kOutputZeroPoint - 128, 1, -128, 127, 0,
        &made));
  } else {
    Require(xnn_create_fully_connected_nc_qu8(
        depth, columns, depth, columns, kInputZeroPoint, scale, 128, 1,
        work.weights_u8, work.bias, kOutputZeroPoint, 1, 0, 255, 0, &made));
  }
  return Operator(made);
}

void* Create(const Work& work, const Request& request, bool is_signed) {
  if (request.signed_input != is_signed ||
      request.signed_weights != is_signed || request.prepared ||
      request.output != Output::kFixedPoint ||
      xnn_initialize(nullptr) != xnn_status_success) {
    return nullptr;
  }
  auto instance = std::make_unique<Instance>();
  instance->work = work;
  instance->is_signed = is_signed;
  if (request.packed) instance->prepared = MakeOperator(*instance);
  if (request.threads > 1) {
    instance->pool.reset(
        pthreadpool_create(static_cast<std::size_t>(request.threads)));
  }
  return instance.release();
}

void* CreateSigned(const char* /*name*/, const Work& work,
                   const Request& request) {
  return Create(work, request, true);
}

void* CreateUnsigned(const char* /*name*/, const Work& work,
                     const Request& request) {
  return Create(work, request, false);
}

void Run(void* opaque, void* output) {
  const Instance& instance = *static_cast<const Instance*>(opaque);
  const Work& work = instance.work;
  const Operator made =
      instance.prepared == nullptr ? MakeOperator(instance) : nullptr;
  xnn_operator* const use =
      made == nullptr ? instance.prepared.get() : made.get();
  const std::size_t rows = static_cast<std::size_t>(work.rows);
  if (instance.is_signed) {
    Require(xnn_setup_fully_connected_nc_qs8(use, rows, work.input_s8,
                                             static_cast<std::int8_t*>(output),
                                             instance.pool.get()));
  } else {
    Require(xnn_setup_fully_connected_nc_qu8(use, rows, work.input,
                                             static_cast<std::uint8_t*>(output),
                                             instance.pool.get()));
  }
  Require(xnn_run_operator(use, instance.pool.get()));
}

void Destroy(void* instance) { delete static_cast<Instance*>(instance); }

}  // namespace

extern const Library xnnpack_qs8_library, xnnpack_qu8_library;
const Library xnnpack_qs8_library = {
    "xnnpack/qs8", 1,    false,         true, true,
    true,          true, &CreateSigned, &Run, &Destroy};
const Library xnnpack_qu8_library = {
    "xnnpack/qu8", 1,     false,           true, false,
    false,         false, &CreateUnsigned, &Run, &Destroy};

}  // namespace lowp_bench
