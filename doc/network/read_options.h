// The options of an operator: which field of its table is which.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_READ_OPTIONS_H_
#define LOWP_DOC_NETWORK_READ_OPTIONS_H_

#include <cstdint>

#include "flat_tables.h"
#include "graph.h"

namespace lowp_network {

// Reads the options that op->code has here; absent fields keep their defaults.
// False if a field lies outside the file, which the verifier of tables does not
// see.
bool ReadOptions(const flat::Verifier& verifier, const flat::Options& from,
                 Operator* op);

// Likewise the options of a custom operator; others have none. False if the
// bytes, null where there are none, do not hold them.
bool ReadCustomOptions(const flat::Vector<std::uint8_t>* from, Operator* op);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_READ_OPTIONS_H_
