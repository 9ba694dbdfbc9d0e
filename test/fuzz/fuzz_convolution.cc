// A libFuzzer target for convolutions. Any geometry is accepted or refused with
// the name of a field; small ones equal their definition on every backend, in
// memory of exactly the sizes that they need, for int8 inputs and for int16
// inputs with sums of 64 bits. Damaged filters are refused, and forged ones,
// whose checksums are right, run without a wrong access.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/conv/filter_blob.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemm_context.h"
#include "../../public/stages/int64.h"
#include "../support/conv_case.h"
#include "../support/for_each_backend.h"
#include "../support/sealed_blob.h"
#include "fuzz_input.h"

namespace lowp_test {
namespace {

using gemmlowp::ConvZeroPoints;
using gemmlowp::FilterLayout;
using gemmlowp::GemmContext;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::internal::FilterHeader;

// Small, and sometimes anything.
int Size(ByteSource* in, int below) {
  return in->OneIn(64) ? in->Wild() : 1 + in->Below(below);
}

int Padding(ByteSource* in) {
  return in->OneIn(64) ? in->Wild() : in->Below(4);
}

ConvAxis AnyAxis(ByteSource* in) {
  ConvAxis axis;
  axis.input = Size(in, 9);
  axis.kernel = Size(in, 4);
  axis.stride = Size(in, 4);
  axis.dilation = Size(in, 3);
  axis.pad_before = Padding(in);
  axis.pad_after = Padding(in);
  if (in->OneIn(4)) axis.output_padding = Size(in, 3);
  return axis;
}

ConvGeometry AnyGeometry(ByteSource* in) {
  ConvGeometry g;
  g.transposed = in->OneIn(3);
  g.batch = in->OneIn(16) ? 0 : Size(in, 2);
  g.groups = Size(in, 4);
  const int inputs = Size(in, 40), outputs = Size(in, 40);
  const bool fits = std::max({inputs, outputs, g.groups}) < 256 &&
                    std::min({inputs, outputs, g.groups}) > 0;
  g.input_channels = fits ? g.groups * inputs : inputs;
  g.output_channels = fits ? g.groups * outputs : outputs;
  if (in->OneIn(3)) g.groups = g.input_channels;
  if (in->OneIn(8)) g.input_stride = Size(in, 200);
  if (in->OneIn(8)) g.output_stride = Size(in, 200);
  for (ConvOrder* order : {&g.input_order, &g.output_order}) {
    if (in->OneIn(3)) *order = ConvOrder::kChannelsFirst;
    if (in->OneIn(64)) *order = static_cast<ConvOrder>(in->Wild());
  }
  g.width = AnyAxis(in);
  if (!in->OneIn(4)) g.height = AnyAxis(in);
  if (in->OneIn(4)) g.depth = AnyAxis(in);
  return g;
}

// Whether the definition computes it in little time.
bool IsSmall(const ConvGeometry& g, const ConvShape& shape) {
  if (std::max(g.input_stride, g.output_stride) > 800) return false;
  double work = 1, memory = 1, weights = g.output_channels;
  const double images = std::max(g.batch, 1);
  for (double n : {images, double(g.depth.input), double(g.height.input),
                   double(g.width.input)}) {
    memory *= n;
  }
  for (double n : {images, double(shape.depth), double(shape.height),
                   double(shape.width)}) {
    work *= n;
  }
  for (double n : {double(g.depth.kernel), double(g.height.kernel),
                   double(g.width.kernel), double(g.input_channels)}) {
    weights *= n;
  }
  return work * weights < 3e5 && memory * weights < 3e5 && work * 800 < 1e6 &&
         memory * 800 < 1e6;
}

struct Tensors {
  ExactMemory memory;
  std::int8_t* input;
  std::int16_t* input_int16;
  std::int8_t* filter;
  std::int32_t* output;
  std::int64_t* output_int64;
  std::size_t filter_bytes;

  Tensors(const ConvGeometry& g, const ConvShape& shape, ByteSource* in) {
    const std::size_t inputs = InputElements(g);
    filter_bytes = static_cast<std::size_t>(g.output_channels) *
                   (g.input_channels / g.groups) * g.depth.kernel *
                   g.height.kernel * g.width.kernel;
    input = Values(inputs, in);
    filter = Values(filter_bytes, in);
    input_int16 = Int16Values(inputs, in);
    const std::size_t all = OutputElements(g, shape);
    output = reinterpret_cast<std::int32_t*>(memory.Get(4 * all, 4));
    output_int64 = reinterpret_cast<std::int64_t*>(memory.Get(8 * all, 8));
  }

 private:
  std::int8_t* Values(std::size_t count, ByteSource* in) {
    std::uint8_t* const values = memory.Get(count, 1);
    Random random(static_cast<std::uint64_t>(in->Byte()));
    const bool extreme = in->OneIn(4);
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = static_cast<std::uint8_t>(random.Bits());
      if (extreme) values[i] = values[i] < 128 ? 127 : 128;
    }
    return reinterpret_cast<std::int8_t*>(values);
  }
  std::int16_t* Int16Values(std::size_t count, ByteSource* in) {
    auto* const values =
        reinterpret_cast<std::int16_t*>(memory.Get(2 * count, 2));
    Random random(static_cast<std::uint64_t>(in->Byte()));
    const bool extreme = in->OneIn(4);
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = extreme && !random.OneIn(3)
                      ? std::numeric_limits<std::int16_t>::min()
                      : static_cast<std::int16_t>(random.Bits());
    }
    return values;
  }
};

PackedFilter Pack(const ConvGeometry& g, const Tensors& tensors,
                  const char* backend) {
  PackedFilter filter;
  const Status status = PackedFilter::Pack(
      g, tensors.filter, FilterLayout::kODHWI, &filter, backend);
  if (!status.ok()) Fail("packing failed: " + status.message());
  return filter;
}

// Whether a sum has so many terms that int16 inputs may be refused.
bool ManyTerms(const ConvGeometry& g) {
  double terms = g.input_channels / g.groups;
  for (const ConvAxis& axis : {g.depth, g.height, g.width}) {
    terms *= axis.kernel;
  }
  return terms > 33000;
}

// Runs in a workspace of exactly the size needed. False if refused for the
// number of terms.
template <typename Input, typename Output, typename... Stages>
bool Run(GemmContext* context, const ConvGeometry& g,
         const PackedFilter& filter, const ConvZeroPoints& zero_points,
         const std::tuple<Stages...>& pipeline, const Input* input,
         Output* output, ExactMemory* memory) {
  PreparedConvolution convolution;
  Status status = PreparedConvolution::Prepare<Input>(
      context, g, filter, zero_points, pipeline, &convolution);
  if (!status.ok()) {
    if (sizeof(Input) == 2 && ManyTerms(g) &&
        status.code() == StatusCode::kUnsupported) {
      return false;
    }
    Fail("preparing failed: " + status.message());
  }
  const std::size_t bytes = convolution.workspace_bytes();
  status = convolution.Run(input, output, memory->Get(bytes, 1), bytes);
  if (!status.ok()) Fail("running failed: " + status.message());
  return true;
}

template <typename Output>
void CheckValues(const ConvGeometry& g, const ConvShape& shape,
                 const std::vector<Output>& expected, const Output* output) {
  const TensorPlaces places = OutputPlaces(g, shape);
  const Output* wanted = expected.data();
  for (std::int64_t p = 0; p < places.positions; ++p) {
    for (int c = 0; c < places.channels; ++c) {
      if (output[places.At(p, c)] != *wanted++) {
        Fail("wrong values: " + Text(g));
      }
    }
  }
}

// Loads a filter with some bytes changed. Without a new checksum it is refused.
void LoadDamaged(GemmContext* context, const ConvGeometry& g,
                 const PackedFilter& filter, ByteSource* in, Tensors* tensors) {
  const auto* const bytes = static_cast<const std::uint8_t*>(filter.data());
  std::vector<std::uint8_t> blob(bytes, bytes + filter.size());
  for (int edits = 1 + in->Below(4); edits > 0; --edits) {
    if (in->OneIn(4)) {
      blob.resize(blob.size() -
                  static_cast<std::size_t>(in->Byte()) % blob.size());
      continue;
    }
    const std::size_t at =
        (static_cast<std::size_t>(in->Byte()) << 8 | in->Byte()) % blob.size();
    blob[at] ^= static_cast<std::uint8_t>(in->Byte());
  }
  const bool changed = blob.size() != filter.size() ||
                       std::memcmp(blob.data(), bytes, blob.size()) != 0;
  const bool resealed = in->Flag() && blob.size() >= sizeof(FilterHeader);
  if (resealed) {
    FilterHeader header;
    std::memcpy(&header, blob.data(), sizeof(header));
    header.payload_bytes = blob.size() - sizeof(header);
    if (header.is_plain == 0 || header.payload_bytes % 64 == 0) {
      header.checksum = gemmlowp::internal::FilterChecksum(
          header, blob.data() + sizeof(header));
    }
    std::memcpy(blob.data(), &header, sizeof(header));
  }
  // Memory that ends with the blob's last byte.
  std::uint8_t* const exact = tensors->memory.Get(blob.size(), 64);
  if (!blob.empty()) std::memcpy(exact, blob.data(), blob.size());
  PackedFilter loaded;
  const Status status = in->Flag()
                            ? PackedFilter::Load(exact, blob.size(), &loaded)
                            : PackedFilter::Map(exact, blob.size(), &loaded);
  if (!status.ok()) {
    CheckRefusal(status);
    if (!loaded.empty()) Fail("a refused filter was written");
    return;
  }
  if (changed && !resealed) Fail("a damaged filter was loaded");
  PreparedConvolution convolution;
  const Status prepared = PreparedConvolution::Prepare<std::int8_t>(
      context, g, loaded, {}, std::make_tuple(), &convolution);
  if (!prepared.ok()) return;
  if (!convolution.Run(context, tensors->input, tensors->output).ok()) {
    Fail("a prepared convolution was refused");
  }
}

void FuzzConvolution(ByteSource* in) {
  const ConvGeometry g = AnyGeometry(in);
  ConvShape shape;
  const Status status = OutputShape(g, &shape);
  if (!status.ok()) {
    if (std::strncmp(status.argument(), "geometry.", 9) != 0) {
      Fail("no field of the geometry: " + status.message());
    }
    return;
  }
  if (!IsSmall(g, shape)) return;
  Tensors tensors(g, shape, in);
  ConvZeroPoints zero_points;
  if (in->Flag()) zero_points.input = in->Below(256) - 128;
  if (in->OneIn(3)) zero_points.filter = in->Below(256) - 128;
  ConvZeroPoints zero_points_int16 = zero_points;
  zero_points_int16.input = in->OneIn(4) ? in->Below(65536) - 32768 : 0;
  const std::vector<std::int64_t> expected_int64 =
      ReferenceSums<std::int16_t, std::int8_t>(
          g, shape, {tensors.input_int16, zero_points_int16.input, nullptr},
          {tensors.filter, zero_points.filter, nullptr});
  const std::vector<std::int32_t> expected =
      ReferenceConvolution<std::int8_t, std::int8_t>(
          g, shape, {tensors.input, zero_points.input, nullptr},
          {tensors.filter, zero_points.filter, nullptr});
  for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
    GemmContext context;
    if (!context.set_backend(backend->name).ok()) Fail("no such backend");
    const PackedFilter filter = Pack(g, tensors, backend->name);
    Run(&context, g, filter, zero_points, std::make_tuple(), tensors.input,
        tensors.output, &tensors.memory);
    CheckValues(g, shape, expected, tensors.output);
    if (Run(&context, g, filter, zero_points_int16,
            std::make_tuple(gemmlowp::OutputStageStoreInt64()),
            tensors.input_int16, tensors.output_int64, &tensors.memory)) {
      CheckValues(g, shape, expected_int64, tensors.output_int64);
    }
    if (in->left() > 0) {
      LoadDamaged(&context, g, filter, in, &tensors);
    }
  }
}

}  // namespace
}  // namespace lowp_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  lowp_test::ByteSource in(data, size);
  lowp_test::FuzzConvolution(&in);
  return 0;
}
