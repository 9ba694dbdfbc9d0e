// Tensors some of whose axes are reduced to one position.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_REDUCTION_H_
#define LOWP_DOC_NETWORK_REDUCTION_H_

#include <gemmlowp/public/status.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <cstddef>
#include <vector>

#include "graph.h"

namespace lowp_network {

// Which axes of the first operand are reduced: what the second one says, a
// constant that counts them from either end.
gemmlowp::Status ReadReducedAxes(const Graph& graph, const Operator& op,
                                 std::vector<bool>* is_reduced);

// Which result each element belongs to.
class Reduction {
 public:
  // An axis of the input with several positions, and how far results lie apart
  // along it: 0 where they are one.
  struct Axis {
    std::size_t size, result;
  };
  std::vector<Axis> axes;
  std::size_t results = 1;
  std::size_t elements_of_result = 1;

  // Whether the reduced axes are neighbours. They then are the channels of the
  // shape.
  bool FindRun(gemmlowp::TensorShape* shape) const;

  // results[i] = combine(results[i], x) for its elements in order.
  template <typename T, typename Result, typename Combine>
  void Run(const T* elements, Result* to, const Combine& combine) const {
    RunAxis(0, &elements, to, combine);
  }

 private:
  template <typename T, typename Result, typename Combine>
  void RunAxis(std::size_t at, const T** from, Result* to,
               const Combine& combine) const {
    if (at == axes.size()) {
      *to = combine(*to, *(*from)++);
      return;
    }
    const Axis& axis = axes[at];
    if (at + 1 < axes.size()) {
      for (std::size_t i = 0; i < axis.size; ++i) {
        RunAxis(at + 1, from, to + i * axis.result, combine);
      }
      return;
    }
    RunLastAxis(*from, axis, to, combine);
    *from += axis.size;
  }

  // Its elements are those of one result, or of neighbours. Either loop can
  // become one over registers.
  template <typename T, typename Result, typename Combine>
  static void RunLastAxis(const T* from, const Axis& axis, Result* to,
                          const Combine& combine) {
    if (axis.result == 0) {
      Result all = *to;
      for (std::size_t i = 0; i < axis.size; ++i) all = combine(all, from[i]);
      *to = all;
    } else {
      for (std::size_t i = 0; i < axis.size; ++i) {
        to[i] = combine(to[i], from[i]);
      }
    }
  }
};

// Of an operator's two operands and its output, which has as many elements as
// results.
gemmlowp::Status PlanReduction(const Graph& graph, const Operator& op,
                               Reduction* reduction);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_REDUCTION_H_
