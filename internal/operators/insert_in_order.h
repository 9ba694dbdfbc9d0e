// Short arrays that are in order.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_INSERT_IN_ORDER_H_
#define LOWP_INTERNAL_OPERATORS_INSERT_IN_ORDER_H_

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Inserts an item into an array that is in order, behind its equals.
template <class Item, class Function>
void InsertInOrder(const Item& item, Item* items, int* count,
                   const Function& is_before) {
  int at = (*count)++;
  for (; at > 0 && is_before(item, items[at - 1]); --at) {
    items[at] = items[at - 1];
  }
  items[at] = item;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_INSERT_IN_ORDER_H_
