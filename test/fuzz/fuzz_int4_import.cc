// Fuzzes importers of 4-bit weights: any bytes as values, scales and zero
// points, and sizes that fit no file.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <cstring>

#include "../../public/int4/import_int4.h"
#include "fuzz_int4.h"

namespace lowp_test {
namespace {

using gemmlowp::Float16;
using gemmlowp::Int4ScaleType;
using gemmlowp::PackedInt4;
using gemmlowp::Status;

// Buffers of exactly the bytes that an importer may read; sometimes null, and
// always null once a size is one that no file has.
class Files {
 public:
  explicit Files(ByteSource* in) : in_(in) {}

  // Sometimes a size that no file has.
  int Size(int size) {
    if (!in_->OneIn(24)) return size;
    is_hostile_ = true;
    return in_->Wild();
  }
  template <typename T>
  const T* Buffer(std::int64_t count) {
    if (is_hostile_ || in_->OneIn(64)) return nullptr;
    const auto bytes = static_cast<std::size_t>(count) * sizeof(T);
    std::uint8_t* const data = memory_.Get(bytes, alignof(T));
    const int base = in_->Byte(), step = in_->Byte();
    for (std::size_t i = 0; i < bytes; ++i) {
      data[i] = static_cast<std::uint8_t>(base + step * static_cast<int>(i));
      if (in_->left() > 0 && i % 16 == 0) {
        data[i] = static_cast<std::uint8_t>(in_->Byte());
      }
    }
    return reinterpret_cast<const T*>(data);
  }
  // Mostly finite half-precision values: two bits of the exponent are cleared.
  const Float16* Scales(std::int64_t count) {
    const Float16* const scales = Buffer<Float16>(count);
    if (scales == nullptr || in_->OneIn(8)) return scales;
    auto* const bytes =
        reinterpret_cast<std::uint8_t*>(const_cast<Float16*>(scales));
    for (std::int64_t i = 0; i < count; ++i) bytes[2 * i + 1] &= 0xbb;
    return scales;
  }

 private:
  ByteSource* const in_;
  ExactMemory memory_;
  bool is_hostile_ = false;
};

struct Sizes {
  int k, n, group;
};

Sizes AnySizes(ByteSource* in, Files* files, int group_step, int n_step) {
  const int group = group_step * (1 + in->Below(4));
  const int k = group * in->Below(5), n = n_step * in->Below(12);
  return {files->Size(k), files->Size(n), files->Size(group)};
}

Status ImportNBits(ByteSource* in, Files* files, PackedInt4* packed) {
  const Sizes s = AnySizes(in, files, 16, 7);
  gemmlowp::MatMulNBitsWeights weights;
  weights.k = s.k;
  weights.n = s.n;
  weights.block_size = s.group;
  const std::int64_t groups = s.group > 0 ? s.k / s.group : 0;
  weights.b = files->Buffer<std::uint8_t>(std::int64_t{s.n} * s.k / 2);
  weights.scale_type = static_cast<Int4ScaleType>(in->Below(6));
  const bool is_half = weights.scale_type == Int4ScaleType::kFloat16 ||
                       weights.scale_type == Int4ScaleType::kBfloat16;
  weights.scales = is_half
                       ? static_cast<const void*>(files->Scales(groups * s.n))
                       : files->Buffer<float>(groups * s.n);
  if (in->Flag()) {
    weights.zero_points = files->Buffer<std::uint8_t>((groups + 1) / 2 * s.n);
  }
  return gemmlowp::ImportMatMulNBits(weights, packed);
}

Status ImportGguf(ByteSource* in, Files* files, PackedInt4* packed) {
  const Sizes s = AnySizes(in, files, 32, 5);
  const bool has_8_bits = in->Flag();
  const auto* const blocks = files->Buffer<std::uint8_t>(
      std::int64_t{s.n} * (s.k / 32) * (has_8_bits ? 34 : 18));
  return has_8_bits ? gemmlowp::ImportGgufQ8_0(blocks, s.n, s.k, packed)
                    : gemmlowp::ImportGgufQ4_0(blocks, s.n, s.k, packed);
}

Status ImportGptqFile(ByteSource* in, Files* files, PackedInt4* packed) {
  const Sizes s = AnySizes(in, files, 16, 8);
  gemmlowp::GptqWeights weights;
  weights.k = s.k;
  weights.n = s.n;
  weights.group = in->OneIn(4) ? -1 : s.group;
  weights.version = static_cast<gemmlowp::GptqVersion>(in->Below(4));
  const int group = weights.group == -1 ? s.k : weights.group;
  const std::int64_t groups = group > 0 ? s.k / group : 0;
  weights.qweight = files->Buffer<std::int32_t>(std::int64_t{s.k} / 8 * s.n);
  weights.qzeros = files->Buffer<std::int32_t>(groups * s.n / 8);
  weights.scales = files->Scales(groups * s.n);
  if (in->OneIn(4)) weights.g_idx = files->Buffer<std::int32_t>(s.k);
  return gemmlowp::ImportGptq(weights, packed);
}

Status ImportAwqFile(ByteSource* in, Files* files, PackedInt4* packed) {
  const Sizes s = AnySizes(in, files, 16, 8);
  gemmlowp::AwqWeights weights;
  weights.k = s.k;
  weights.n = s.n;
  weights.group = in->OneIn(4) ? -1 : s.group;
  const int group = weights.group == -1 ? s.k : weights.group;
  const std::int64_t groups = group > 0 ? s.k / group : 0;
  weights.qweight = files->Buffer<std::int32_t>(std::int64_t{s.k} * s.n / 8);
  weights.qzeros = files->Buffer<std::int32_t>(groups * s.n / 8);
  weights.scales = files->Scales(groups * s.n);
  return gemmlowp::ImportAwq(weights, packed);
}

}  // namespace

void FuzzInt4Import(ByteSource* in) {
  Files files(in);
  PackedInt4 packed;
  const auto import = [&] {
    switch (in->Below(4)) {
      case 0:
        return ImportNBits(in, &files, &packed);
      case 1:
        return ImportGguf(in, &files, &packed);
      case 2:
        return ImportGptqFile(in, &files, &packed);
      default:
        return ImportAwqFile(in, &files, &packed);
    }
  };
  const Status status = import();
  if (!status.ok()) return CheckInt4Refusal(status, packed);
  MultiplyInt4(packed, Results::kExact, in);
}

}  // namespace lowp_test
