// Packs filters.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/convolution/packed_filter.h"

#include <cstring>
#include <new>
#include <utility>

#include "../backends/backend_list.h"
#include "../contract/blob_header.h"
#include "../contract/panel_format.h"
#include "../runtime/extent.h"
#include "filter_blob.h"
#include "filter_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Where the weights of a layout lie: elements from one to the next.
struct WeightStrides {
  std::ptrdiff_t group, output, input, tap[kConvAxes];
};

WeightStrides StridesOf(const ConvGeometry& g, FilterLayout layout) {
  const std::ptrdiff_t inputs = GroupInputs(g), outputs = GroupOutputs(g);
  const std::ptrdiff_t kd = g.depth.kernel, kh = g.height.kernel,
                       kw = g.width.kernel, taps = kd * kh * kw;
  switch (layout) {
    case FilterLayout::kODHWI:
      return {outputs * taps * inputs,
              taps * inputs,
              1,
              {kh * kw * inputs, kw * inputs, inputs}};
    case FilterLayout::kOIDHW:
      return {outputs * inputs * taps, inputs * taps, taps, {kh * kw, kw, 1}};
    case FilterLayout::kDHWIO: {
      const std::ptrdiff_t all = g.output_channels;
      return {outputs,
              1,
              all,
              {kh * kw * inputs * all, kw * inputs * all, inputs * all}};
    }
    case FilterLayout::kIODHW:
      break;
  }
  return {inputs * outputs * taps, taps, outputs * taps, {kh * kw, kw, 1}};
}

// Copies the taps of a phase for one output channel, in order of taps and input
// channels.
void CopyTaps(const std::uint8_t* weights, const WeightStrides& strides,
              const TapsOfPhase& taps, int inputs, std::uint8_t* to) {
  const auto at = [&](int axis, int i) {
    const PhaseTaps& along = taps.along[axis];
    return (along.first + i * along.step) * strides.tap[axis];
  };
  for (int z = 0; z < taps.along[0].count; ++z) {
    for (int y = 0; y < taps.along[1].count; ++y) {
      for (int x = 0; x < taps.along[2].count; ++x) {
        const std::uint8_t* const from =
            weights + at(0, z) + at(1, y) + at(2, x);
        for (int i = 0; i < inputs; ++i) *to++ = from[i * strides.input];
      }
    }
  }
}

FilterHeader HeaderOf(const ConvGeometry& g, Scalar scalar) {
  FilterHeader header = {};
  std::memcpy(header.magic, kFilterMagic, sizeof(kFilterMagic));
  header.version = kFilterVersion;
  header.header_size = sizeof(FilterHeader);
  header.scalar = static_cast<std::int32_t>(scalar);
  header.is_plain = StaysPlain(g);
  header.input_channels = g.input_channels;
  header.output_channels = g.output_channels;
  header.groups = g.groups;
  header.transposed = g.transposed;
  for (int i = 0; i < kConvAxes; ++i) {
    header.kernel[i] = AxisOf(g, i).kernel;
    header.stride[i] = g.transposed ? AxisOf(g, i).stride : 1;
    header.dilation[i] = g.transposed ? AxisOf(g, i).dilation : 1;
  }
  return header;
}

struct Source {
  const std::uint8_t* weights;
  Scalar scalar;
  WeightStrides strides;
};

// A phase's weights of one group, a column of k contiguous values for each
// output channel.
void CopyGroup(const ConvGeometry& g, const Source& source,
               const TapsOfPhase& taps, int group, std::uint8_t* columns) {
  const std::ptrdiff_t k = std::ptrdiff_t{taps.count()} * GroupInputs(g);
  for (int o = 0; o < GroupOutputs(g); ++o) {
    CopyTaps(source.weights + group * source.strides.group +
                 o * source.strides.output,
             source.strides, taps, GroupInputs(g), columns + o * k);
  }
}

template <typename T>
Status PackPart(const std::uint8_t* columns, int k, int outputs,
                std::uint8_t* memory, std::size_t bytes, const char* backend) {
  const MatrixMap<const T, MapOrder::ColMajor> map(
      reinterpret_cast<const T*>(columns), k, outputs);
  PackedMatrix packed;
  return PackedMatrix::PackInto(map, Side::kRhs, memory, bytes, &packed,
                                backend);
}

std::size_t PartBytes(int k, int outputs, const char* backend) {
  const std::uint8_t somewhere = 0;
  const MatrixMap<const std::uint8_t, MapOrder::ColMajor> map(&somewhere, k,
                                                              outputs);
  return PackedMatrix::BytesNeeded(map, Side::kRhs, backend);
}

// Of all parts of a filter that is not plain.
std::uint64_t PayloadBytes(const ConvGeometry& g, const char* backend) {
  Extent bytes = 0;
  ForEachPhase(g, [&](const Phase& phase) {
    const int taps = TapsOfPhase(g, phase).count();
    if (taps == 0) return;
    bytes = bytes +
            Extent(PartBytes(taps * GroupInputs(g), GroupOutputs(g), backend)) *
                static_cast<std::uint64_t>(g.groups);
  });
  return bytes.value();
}

Status PackParts(const ConvGeometry& g, const Source& source,
                 const char* backend, std::uint8_t* memory) {
  const int outputs = GroupOutputs(g);
  const std::uint64_t longest =
      std::uint64_t{static_cast<std::uint32_t>(g.depth.kernel)} *
      static_cast<std::uint32_t>(g.height.kernel) *
      static_cast<std::uint32_t>(g.width.kernel) *
      static_cast<std::uint32_t>(GroupInputs(g)) *
      static_cast<std::uint32_t>(outputs);
  const std::shared_ptr<std::uint8_t> columns = SharedMemory(longest);
  if (columns == nullptr) return OutOfMemory("packed", longest);
  Status status;
  ForEachPhase(g, [&](const Phase& phase) {
    const TapsOfPhase taps(g, phase);
    if (taps.count() == 0) return;
    const int k = taps.count() * GroupInputs(g);
    const std::size_t bytes = PartBytes(k, outputs, backend);
    for (int group = 0; group < g.groups && status.ok(); ++group) {
      CopyGroup(g, source, taps, group, columns.get());
      status = source.scalar == Scalar::kInt8
                   ? PackPart<std::int8_t>(columns.get(), k, outputs, memory,
                                           bytes, backend)
                   : PackPart<std::uint8_t>(columns.get(), k, outputs, memory,
                                            bytes, backend);
      memory += bytes;
    }
  });
  return status;
}

// The values in the order ODHWI.
void PackPlain(const ConvGeometry& g, const Source& source,
               std::uint8_t* memory) {
  PhaseTaps taps[kConvAxes];
  for (int i = 0; i < kConvAxes; ++i) taps[i] = {0, 1, AxisOf(g, i).kernel};
  const TapsOfPhase all(taps);
  const std::ptrdiff_t bytes =
      std::ptrdiff_t{all.count()} * GroupInputs(g) * GroupOutputs(g);
  for (int group = 0; group < g.groups; ++group) {
    CopyGroup(g, source, all, group, memory + group * bytes);
  }
}

// A filter of a blob that is complete; null `owner`: the caller's memory.
Status MakeState(std::shared_ptr<const void> owner, const std::uint8_t* blob,
                 const FilterHeader& header,
                 std::shared_ptr<const FilterState>* made) {
  try {
    const auto state = std::make_shared<FilterState>();
    state->owner = std::move(owner);
    state->header = header;
    const Status status = FindParts(blob, state.get());
    if (status.ok()) *made = state;
    return status;
  } catch (const std::bad_alloc&) {
    return OutOfMemory("packed", sizeof(FilterState));
  }
}

Status CheckOutput(const PackedFilter* packed) {
  return packed != nullptr ? Status() : NullPointer("packed");
}

}  // namespace
}  // namespace internal

Status PackedFilter::PackErased(const ConvGeometry& geometry,
                                const Weights& weights, const char* backend,
                                PackedFilter* packed) {
  using namespace internal;
  Status status = CheckOutput(packed);
  if (!status.ok()) return status;
  ConvShape shape;
  status = OutputShape(geometry, &shape);
  if (!status.ok()) return status;
  if (weights.layout > FilterLayout::kIODHW) {
    return InvalidArgument("layout", static_cast<int>(weights.layout),
                           "is not a FilterLayout");
  }
  if (weights.data == nullptr) {
    return NullPointer("weights");
  }
  const Backend* found = nullptr;
  status = FindBackend(backend, &found);
  if (!status.ok()) return status;
  if (found == nullptr && !DefaultBackend().status.ok()) {
    return DefaultBackend().status;
  }
  FilterHeader header = HeaderOf(geometry, weights.scalar);
  const bool plain = header.is_plain != 0;
  header.payload_bytes =
      plain ? PlainBytes(geometry) : PayloadBytes(geometry, backend);
  const std::uint64_t bytes =
      (Extent(header.payload_bytes) + sizeof(header)).value();
  const std::shared_ptr<std::uint8_t> memory = SharedMemory(bytes);
  if (memory == nullptr) return OutOfMemory("packed", bytes);
  std::uint8_t* const payload = memory.get() + sizeof(header);
  const Source source = {static_cast<const std::uint8_t*>(weights.data),
                         weights.scalar, StridesOf(geometry, weights.layout)};
  if (plain) {
    std::memset(payload, 0, static_cast<std::size_t>(header.payload_bytes));
    PackPlain(geometry, source, payload);
  } else {
    status = PackParts(geometry, source, backend, payload);
    if (!status.ok()) return status;
  }
  header.checksum = FilterChecksum(header, payload);
  std::memcpy(memory.get(), &header, sizeof(header));
  return MakeState(memory, memory.get(), header, &packed->state_);
}

Status PackedFilter::Load(const void* blob, std::size_t size,
                          PackedFilter* packed) {
  using namespace internal;
  FilterHeader header;
  Status status = CheckOutput(packed);
  if (status.ok()) status = ReadFilterHeader(blob, size, &header);
  if (!status.ok()) return status;
  const std::shared_ptr<std::uint8_t> memory = CopyBlob(header, blob, size);
  if (memory == nullptr) return OutOfMemory("packed", size);
  return MakeState(memory, memory.get(), header, &packed->state_);
}

Status PackedFilter::Map(const void* blob, std::size_t size,
                         PackedFilter* packed) {
  using namespace internal;
  FilterHeader header;
  Status status = CheckOutput(packed);
  if (status.ok()) status = ReadFilterHeader(blob, size, &header);
  if (status.ok()) {
    status = CheckAlignment("blob", blob,
                            "is not aligned to PackedFilter::kAlignment");
  }
  if (!status.ok()) return status;
  return MakeState(nullptr, static_cast<const std::uint8_t*>(blob), header,
                   &packed->state_);
}

const void* PackedFilter::data() const {
  return empty() ? nullptr : state_->blob;
}

std::size_t PackedFilter::size() const {
  return empty() ? 0
                 : sizeof(internal::FilterHeader) +
                       static_cast<std::size_t>(state_->header.payload_bytes);
}

const char* PackedFilter::backend() const {
  if (empty()) return "";
  return state_->parts.empty() ? "any" : state_->parts[0].backend();
}

}  // namespace lowp
}  // namespace gemmlowp
