// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// A faulty object file of a backend: besides the table entry it has a
// weak symbol (an inline function whose address is taken) and an external one.
namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline int Leak(int value) { return value + 1; }

int Stray() { return 0; }

struct LeakyBackend {
  int (*function)(int);
};
extern const LeakyBackend leaky_backend;
const LeakyBackend leaky_backend = {&Leak};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
