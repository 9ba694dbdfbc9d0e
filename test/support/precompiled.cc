// Has nothing of its own: its target precompiles the headers of tests.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
