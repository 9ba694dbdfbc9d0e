// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// Nothing: what the shared library has, it has from the static one.
