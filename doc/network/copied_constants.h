// Constants that do not lie in the file as they are needed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_COPIED_CONSTANTS_H_
#define LOWP_DOC_NETWORK_COPIED_CONSTANTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "graph.h"

namespace lowp_network {

// Copies of constants in Graph::folded: each is copied once, however many
// tensors share it.
class CopiedConstants {
 public:
  explicit CopiedConstants(Graph* graph) : graph_(*graph) {}

  // Of int4, as int8. The low half of a byte is the value before the high half.
  const std::uint8_t* Unpacked(const std::uint8_t* bytes, std::size_t count) {
    return Copied(bytes, count, [bytes](std::size_t i) {
      const int bits = bytes[i / 2] >> (4 * (i % 2)) & 15;
      return static_cast<std::uint8_t>((bits ^ 8) - 8);
    });
  }

  // Of another type, so that elements may be read in place.
  const std::uint8_t* Aligned(const std::uint8_t* bytes, const Tensor& tensor) {
    const auto address = reinterpret_cast<std::uintptr_t>(bytes);
    if (address % tensor.element_bytes() == 0) return bytes;
    return Copied(bytes, tensor.size_in_bytes(),
                  [bytes](std::size_t i) { return bytes[i]; });
  }

 private:
  template <typename ByteAt>
  const std::uint8_t* Copied(const std::uint8_t* bytes, std::size_t count,
                             const ByteAt& byte_at) {
    const std::uint8_t*& copied = copied_[{bytes, count}];
    if (copied == nullptr) {
      std::vector<std::uint8_t> values(count);
      for (std::size_t i = 0; i < count; ++i) values[i] = byte_at(i);
      graph_.folded.push_back(std::move(values));
      copied = graph_.folded.back().data();
    }
    return copied;
  }

  Graph& graph_;
  std::map<std::pair<const std::uint8_t*, std::size_t>, const std::uint8_t*>
      copied_;
};

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_COPIED_CONSTANTS_H_
