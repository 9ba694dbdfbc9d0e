// Fuzzes 4-bit weights: saved ones, whole and damaged, with and without a
// recomputed checksum, importers, and products with what was accepted.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fuzz_int4.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/int4/gemm_int4.h"
#include "../support/for_each_backend.h"
#include "../support/sealed_blob.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Int4Result;
using gemmlowp::Int4Rows;
using gemmlowp::Int4Scales;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedInt4;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::internal::Int4Header;

std::vector<std::uint8_t> ValidBlob(ByteSource* in) {
  const int group = in->Flag() ? 0 : 16 * (1 + in->Below(3));
  const int k = group == 0 ? in->Below(70) : group * in->Below(4);
  const int n = in->Below(100);
  const int groups = group == 0 ? 1 : k / group;
  std::vector<std::uint8_t> values(static_cast<std::size_t>(k * n) + 1);
  std::vector<float> scales(static_cast<std::size_t>(groups * n) + 1, 0.25f);
  std::vector<std::int32_t> integers(scales.size(), 3);
  Random random(1);
  for (std::uint8_t& x : values) x = random.Bits() & 15;
  const Int4Scales kinds[] = {Int4Scales::None(),
                              Int4Scales::Of(scales.data(), n),
                              Int4Scales::Of(integers.data(), n)};
  gemmlowp::Int4ZeroPoints<std::uint8_t> zero_points;
  if (in->Flag()) zero_points.data = values.data();
  PackedInt4 packed;
  const Status status = PackedInt4::Pack(
      MatrixMap<const std::uint8_t, MapOrder::RowMajor>(values.data(), k, n),
      group, kinds[in->Below(3)], zero_points, &packed);
  if (!status.ok()) Fail("packing failed: " + status.message());
  const auto* const bytes = static_cast<const std::uint8_t*>(packed.data());
  return std::vector<std::uint8_t>(bytes, bytes + packed.size());
}

// Changes a few bytes, fields or the size. Returns whether anything changed.
bool Damage(ByteSource* in, std::vector<std::uint8_t>* blob) {
  const std::vector<std::uint8_t> sound = *blob;
  for (int edits = in->Below(5); edits > 0; --edits) {
    switch (in->Below(4)) {
      case 0:
        if (!blob->empty()) {
          const auto high = static_cast<std::size_t>(in->Byte());
          (*blob)[(high << 8 | static_cast<std::size_t>(in->Byte())) %
                  blob->size()] = static_cast<std::uint8_t>(in->Byte());
        }
        break;
      case 1:
        if (blob->size() >= sizeof(Int4Header)) {
          const std::int32_t value = in->Flag() ? in->Below(64) : in->Wild();
          std::memcpy(blob->data() + 4 * in->Below(sizeof(Int4Header) / 4),
                      &value, sizeof(value));
        }
        break;
      case 2:
        blob->resize(blob->size() -
                     std::min<std::size_t>(blob->size(), in->Byte()));
        break;
      default:
        blob->resize(blob->size() + in->Byte(),
                     static_cast<std::uint8_t>(in->Byte()));
    }
  }
  return *blob != sound;
}

void FuzzBlob(ByteSource* in) {
  const int kind = in->Below(4);
  std::vector<std::uint8_t> bytes;
  bool sound = false;
  if (kind == 3) {
    bytes.assign(in->rest(), in->rest() + in->left());
  } else {
    bytes = ValidBlob(in);
    sound = !Damage(in, &bytes);
  }
  if (kind != 0) Reseal<Int4Header>(bytes.data(), bytes.size());
  const bool is_skewed = in->OneIn(8);
  ExactMemory memory;
  std::uint8_t* const blob =
      memory.GetSkewed(bytes.size(), PackedInt4::kAlignment, is_skewed ? 1 : 0);
  if (!bytes.empty()) std::memcpy(blob, bytes.data(), bytes.size());
  PackedInt4 loaded, mapped;
  const Status load = PackedInt4::Load(blob, bytes.size(), &loaded);
  const Status map = PackedInt4::Map(blob, bytes.size(), &mapped);
  if (sound && !load.ok()) Fail("a sound blob is refused: " + load.message());
  if (load.ok() ? map.ok() == is_skewed : map.ok()) {
    Fail("Load says " + load.message() + ", Map says " + map.message());
  }
  if (!map.ok()) CheckInt4Refusal(map, mapped);
  if (!load.ok()) return CheckInt4Refusal(load, loaded);
  if (loaded.size() != bytes.size() ||
      std::memcmp(loaded.data(), blob, bytes.size()) != 0) {
    Fail("loaded weights are not their blob");
  }
  MultiplyInt4(map.ok() ? mapped : loaded,
               sound ? Results::kExact : Results::kAny, in);
  if (!bytes.empty() && std::memcmp(blob, bytes.data(), bytes.size()) != 0) {
    Fail("a blob was written to");
  }
}

// Runs with rows [first, first + count) and returns the result's elements.
template <typename T, typename Function>
std::vector<T> ResultOf(std::int64_t size, bool may_be_refused,
                        const Function& run) {
  std::vector<T> result(static_cast<std::size_t>(size));
  const Status status = run(result.data());
  if (!status.ok() && !may_be_refused) {
    Fail("weights do not multiply: " + status.message());
  }
  return result;
}

// Each row alone has the bytes that it has among the others.
template <typename T, typename Function>
void CheckRows(int rows, std::int64_t row_size, Results results,
               const Function& run) {
  const auto at = [&](int first, int count) {
    return ResultOf<T>(count * row_size, false,
                       [&](T* result) { return run(first, count, result); });
  };
  const std::vector<T> all = at(0, rows);
  for (int row = 0; row < rows; ++row) {
    const std::vector<T> one = at(row, 1);
    if (results == Results::kExact && !one.empty() &&
        std::memcmp(one.data(), all.data() + row * row_size,
                    one.size() * sizeof(T)) != 0) {
      Fail("a row depends on the batch");
    }
  }
}

}  // namespace

void MultiplyInt4(const PackedInt4& weights, Results results, ByteSource* in) {
  const int k = weights.k(), n = weights.n();
  if (k > 4096 || n > 4096) return;
  const int rows = in->Below(20);
  ExactMemory memory;
  auto* const a = reinterpret_cast<std::int8_t*>(
      memory.Get(static_cast<std::size_t>(rows) * k, 1));
  for (std::int64_t i = 0; i < std::int64_t{rows} * k; ++i) {
    a[i] = static_cast<std::int8_t>(31 * i + in->Byte());
  }
  const std::int32_t zero_point = in->Below(256) - 128;
  GemmContext context;
  const auto& backends = SupportedBackends();
  UseBackend(*backends[static_cast<std::size_t>(in->Byte()) % backends.size()],
             &context);
  context.set_max_num_threads(1 + in->Below(2));
  const auto rows_at = [&](int first, int count) {
    Int4Rows map(MatrixMap<const std::int8_t, MapOrder::RowMajor>(
        a + std::ptrdiff_t{first} * k, count, k));
    map.zero_points = &zero_point;
    map.zero_point_count = 1;
    return map;
  };
  const bool fuses = in->Flag();
  if (weights.scale_type() != gemmlowp::Int4ScaleType::kNone &&
      weights.scale_type() != gemmlowp::Int4ScaleType::kInt32) {
    CheckRows<float>(
        rows, n, results, [&](int first, int count, float* result) {
          gemmlowp::Int4Options options;
          if (fuses) options.sum = gemmlowp::Int4Sum::kFused;
          return gemmlowp::TryGemmInt4(&context, rows_at(first, count), weights,
                                       Int4Result::Of(result, n), options);
        });
  } else {
    CheckRows<std::int64_t>(
        rows, n, results, [&](int first, int count, std::int64_t* sums) {
          return gemmlowp::SumInt4(&context, rows_at(first, count), weights,
                                   sums, n);
        });
  }
  CheckRows<std::int32_t>(rows, std::int64_t{n} * weights.groups(), results,
                          [&](int first, int count, std::int32_t* sums) {
                            return gemmlowp::GroupSumsInt4(
                                &context, rows_at(first, count), weights, sums);
                          });
}

}  // namespace lowp_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  lowp_test::ByteSource in(data, size);
  if (in.Flag()) {
    lowp_test::FuzzInt4Import(&in);
  } else {
    lowp_test::FuzzBlob(&in);
  }
  return 0;
}
