// What the sections of lowp-conform share: inputs, the digest, products.
// doc/specification.md defines all three.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_CONFORM_RUN_H_
#define LOWP_DOC_CONFORM_RUN_H_

#include <lowp.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lowp_conform {

// FNV-1a, 64 bits.
class Digest {
 public:
  void AddByte(std::uint8_t byte) {
    hash_ = (hash_ ^ byte) * std::uint64_t{0x100000001b3};
  }
  // The lowest `bytes` bytes of a value, the lowest first.
  void Add(std::uint32_t bits, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      AddByte(static_cast<std::uint8_t>(bits >> (8 * i)));
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

// SplitMix64, seeded with the digest of a section's name.
class Generator {
 public:
  explicit Generator(const std::string& name) {
    Digest seed;
    for (char c : name) seed.AddByte(static_cast<std::uint8_t>(c));
    state_ = seed.value();
  }
  std::uint64_t Bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::int32_t Between(std::int32_t low, std::int32_t high) {
    const std::int64_t count = std::int64_t{high} - low + 1;
    return static_cast<std::int32_t>(
        low +
        static_cast<std::int64_t>(Bits() % static_cast<std::uint64_t>(count)));
  }
  // An int32 of any magnitude.
  std::int32_t Wild() {
    const std::uint32_t high = static_cast<std::uint32_t>(Bits() >> 32);
    const std::int64_t value = static_cast<std::int32_t>(high);
    const std::int64_t divisor = std::int64_t{1} << (Bits() % 32);
    return static_cast<std::int32_t>(
        (value - (((value % divisor) + divisor) % divisor)) / divisor);
  }
  // A factor between 2^-25 and 2^5, or its negative.
  float Real() {
    const std::int32_t mantissa = Between(1 << 23, (1 << 24) - 1);
    const int exponent = Between(-48, -18);
    const float factor = std::ldexp(static_cast<float>(mantissa), exponent);
    return Bits() % 16 == 0 ? -factor : factor;
  }

 private:
  std::uint64_t state_;
};

// One section on one context.
class Run {
 public:
  // A null backend is the one that the library chooses.
  Run(const std::string& name, const char* backend, lowp_context* context)
      : name_(name), backend_(backend), context_(context), generator_(name) {}

  const char* backend() const { return backend_; }
  Generator& generator() { return generator_; }
  Digest& digest() { return digest_; }

  // Ends the program where the library refuses the product.
  void Multiply(const lowp_product& product);
  void Check(lowp_status status);
  // Ends the program unless two ways to compute gave the same.
  void CheckSame(bool same);

 private:
  std::string name_;
  const char* backend_;
  lowp_context* context_;
  Generator generator_;
  Digest digest_;
};

struct Section {
  std::string name;
  std::function<void(Run*)> run;
  bool uses_threads = false;  // has products that are large enough
};

// In the order of the specification.
void AppendProducts(std::vector<Section>* sections);
void AppendIntegerStages(std::vector<Section>* sections);
void AppendFloatStages(std::vector<Section>* sections);
void AppendLayers(std::vector<Section>* sections);

// Prints what packing proves of weights, on every backend of this machine.
void PrintWeights();

// Stages, values and parameters of one grid: entry (i, j) of the result is what
// the pipeline with the parameters of row i makes of the sum x_j.
struct Grid {
  // The rows' versions of one stage, which differ in `fields` only: offsets in
  // lowp_stage of unions, each of `field_bytes` bytes a value.
  std::vector<lowp_stage> rows;
  std::vector<std::size_t> fields;
  std::size_t field_bytes = sizeof(std::int32_t);
  // Stages before and after it.
  std::vector<lowp_stage> before, after;
  lowp_type result = LOWP_INT32;
};

// Draws the sums, computes the grid with parameters per row, per column and per
// result, and adds it to the digest, row by row.
void AddGrid(const Grid& grid, Run* run);

lowp_stage MakeStage(lowp_stage_kind kind);
int BytesOf(lowp_type type);

constexpr int kGroups = 8;    // grids of a section, unless it says otherwise
constexpr int kRows = 8;      // of a grid
constexpr int kValues = 256;  // sums of a grid

}  // namespace lowp_conform

#endif  // LOWP_DOC_CONFORM_RUN_H_
