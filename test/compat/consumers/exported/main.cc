// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "product.h"

int main() { return Product(200, -100) == -20000 ? 0 : 1; }
