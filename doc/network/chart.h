// A chart of a network's layers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_CHART_H_
#define LOWP_DOC_NETWORK_CHART_H_

#include <string>

#include "measure.h"
#include "network.h"

namespace lowp_network {

// Writes an SVG file: a bar for each layer, as long as its time, with its
// kernel and its multiply-adds a cycle. False if it cannot be written.
bool WriteChart(const std::string& path, const std::string& title,
                const Network& network, const Measured& measured,
                double cycles_per_second);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_CHART_H_
