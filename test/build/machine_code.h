// The machine code of an object as objdump prints it, and its loops.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_BUILD_MACHINE_CODE_H_
#define LOWP_TEST_BUILD_MACHINE_CODE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace lowp_test {

struct Instruction {
  std::uint64_t address = 0;
  std::string mnemonic;
  std::string operands;
};

struct Function {
  std::string name;
  std::vector<Instruction> code;
};

// Ascending indices into a function's code.
using Loop = std::vector<std::size_t>;

template <std::size_t kCount>
bool IsOneOf(const std::string& word,
             const std::array<const char*, kCount>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* w) { return word == w; });
}

inline bool StartsWith(const std::string& text, const char* start) {
  return text.compare(0, std::strlen(start), start) == 0;
}

inline bool Contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// Whether control may go elsewhere; calls and returns do not count.
bool Jumps(const Instruction& i);

// The object's functions; none if objdump fails.
std::vector<Function> Disassemble(const std::string& objdump,
                                  const std::string& object);

// The loops that hold no other loop.
std::vector<Loop> InnermostLoops(const Function& function);

}  // namespace lowp_test

#endif  // LOWP_TEST_BUILD_MACHINE_CODE_H_
