// Reads the machine code of backends and lists what their main loops should not
// contain: loads from the stack, stores of vectors, copies from one vector
// register to another, calls.
//
//   main_loops [--report] <objdump> <object>...
//
// A main loop is an innermost loop with at least one multiply-add instruction
// and no branch but its own: loops that also finish tiles have more. Functions
// that pack or unpack B, read rows of A or correct sums of 4-bit weights in L1
// are left out, because they use the same instructions. If a function's only
// loop also finishes what it summed, the code from its first multiply-add to
// its last one counts as a main loop where it has no branch and several of
// them. Prints each main loop with its faults. Fails if there is any fault, if
// an object has no main loop, or if a function has multiplying loops but no
// main loop. --report also prints the loops without faults, and succeeds.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "machine_code.h"

namespace {

using lowp_test::Contains;
using lowp_test::Function;
using lowp_test::Instruction;
using lowp_test::IsOneOf;
using lowp_test::Jumps;
using lowp_test::Loop;
using lowp_test::StartsWith;

bool MultipliesAndAdds(const Instruction& i) {
  static constexpr std::array<const char*, 17> kMnemonics = {
      "vpdpbusd", "vpmaddwd", "pmaddwd", "sdot",    "udot",   "usdot",
      "smmla",    "ummla",    "usmmla",  "smlal",   "umlal",  "smlal2",
      "umlal2",   "smull",    "smull2",  "tdpbusd", "tdpbssd"};
  // On Arm, 64-bit products belong to an epilogue.
  if (Contains(i.operands, ".2d,")) return false;
  // objdump writes a forced encoding before the mnemonic.
  return IsOneOf(i.mnemonic, kMnemonics) ||
         (i.mnemonic == "{vex}" && StartsWith(i.operands, "vpdpbusd"));
}

bool Calls(const Instruction& i) {
  static constexpr std::array<const char*, 4> kMnemonics = {"call", "callq",
                                                            "bl", "blr"};
  return IsOneOf(i.mnemonic, kMnemonics);
}

bool IsVector(const std::string& reg) {
  return StartsWith(reg, "%xmm") || StartsWith(reg, "%ymm") ||
         StartsWith(reg, "%zmm") ||
         (StartsWith(reg, "v") && Contains(reg, ".16b"));
}

// A plain move between vector registers. Masked moves compute something.
bool CopiesRegister(const Instruction& i) {
  if (!StartsWith(i.mnemonic, "vmov") && !StartsWith(i.mnemonic, "mov")) {
    return false;
  }
  const std::size_t comma = i.operands.find(',');
  if (comma == std::string::npos || Contains(i.operands, "{")) return false;
  const std::size_t second = i.operands.find_first_not_of(' ', comma + 1);
  return second != std::string::npos && IsVector(i.operands) &&
         IsVector(i.operands.substr(second));
}

// Whether rbp holds the function's frame pointer; otherwise it is an ordinary
// register.
bool HasFramePointer(const Function& function) {
  return std::any_of(function.code.begin(), function.code.end(),
                     [](const Instruction& i) {
                       return i.mnemonic == "mov" && i.operands == "%rsp,%rbp";
                     });
}

bool TouchesStack(const Instruction& i, bool frame_pointer) {
  if (StartsWith(i.mnemonic, "lea") || StartsWith(i.mnemonic, "prefetch")) {
    return false;
  }
  return Contains(i.operands, "(%rsp") || Contains(i.operands, "[sp") ||
         (frame_pointer && Contains(i.operands, "(%rbp")) ||
         Contains(i.operands, "[x29");
}

// Whether a vector is stored to memory, where sums must not go before the loop
// ends.
bool StoresVector(const Instruction& i) {
  static constexpr std::array<const char*, 3> kArm = {"str", "stp", "st1"};
  if (StartsWith(i.mnemonic, "vmov") || StartsWith(i.mnemonic, "mov")) {
    return IsVector(i.operands) && i.operands.back() == ')';
  }
  return IsOneOf(i.mnemonic, kArm) &&
         (i.operands[0] == 'q' || i.operands[0] == 'd' || i.operands[0] == '{');
}

// The fault of an instruction in a main loop; "" if it has none.
const char* Fault(const Instruction& i, bool frame_pointer) {
  if (CopiesRegister(i)) return "register copy";
  if (TouchesStack(i, frame_pointer)) return "stack";
  if (StoresVector(i)) return "store";
  if (Calls(i)) return "call";
  return "";
}

struct Count {
  int loops = 0;
  int faults = 0;
  int branching = 0;  // loops with multiplications and branches
};

// The name without the namespaces, which are always the same.
std::string ShortName(std::string name) {
  for (const char* part :
       {"gemmlowp::lowp::internal::", "(anonymous namespace)::"}) {
    for (std::size_t at = name.find(part); at != std::string::npos;
         at = name.find(part)) {
      name.erase(at, std::strlen(part));
    }
  }
  return name.substr(0, name.find('('));
}

void LookAt(const Function& function, const Loop& loop, bool report,
            Count* count) {
  const bool frame_pointer = HasFramePointer(function);
  int multiplies = 0, faults = 0, jumps = 0;
  std::string text;
  for (const std::size_t at : loop) {
    const Instruction& i = function.code[at];
    multiplies += MultipliesAndAdds(i) ? 1 : 0;
    jumps += Jumps(i) ? 1 : 0;
    const char* const fault = Fault(i, frame_pointer);
    if (*fault == '\0') continue;
    ++faults;
    text +=
        std::string("  ") + fault + ": " + i.mnemonic + " " + i.operands + "\n";
  }
  if (multiplies == 0) return;
  if (jumps > 1) {
    ++count->branching;
    return;
  }
  ++count->loops;
  count->faults += faults;
  if (faults == 0 && !report) return;
  std::printf("%s, loop at %llx: %d instructions, %d multiply, %d at fault\n%s",
              ShortName(function.name).c_str(),
              static_cast<unsigned long long>(function.code[loop[0]].address),
              static_cast<int>(loop.size()), multiplies, faults, text.c_str());
}

// Looks at the products of a loop that also finishes them, where those are all
// unrolled. Copies begin sums there, what finishes may load its integers, and a
// vector may be loaded again for every eight products: such kernels fill the
// registers, of which compilers need one more or less.
void LookAtProducts(const Function& function, const Loop& loop, Count* count) {
  constexpr std::ptrdiff_t kProducts = 8;
  const auto multiplies = [&](std::size_t at) {
    return MultipliesAndAdds(function.code[at]);
  };
  const std::ptrdiff_t products =
      std::count_if(loop.begin(), loop.end(), multiplies);
  if (products < kProducts) return;
  const auto first = std::find_if(loop.begin(), loop.end(), multiplies);
  const auto end = std::find_if(loop.rbegin(), loop.rend(), multiplies).base();
  const bool frame_pointer = HasFramePointer(function);
  std::ptrdiff_t loads = 0;
  for (auto at = first; at != end; ++at) {
    const Instruction& i = function.code[*at];
    if (Jumps(i)) return;
    if (CopiesRegister(i) || (!Calls(i) && !Contains(i.operands, "mm"))) {
      continue;
    }
    const std::string fault = Fault(i, frame_pointer);
    if (fault.empty()) continue;
    if (fault == "stack" && !StoresVector(i) &&
        ++loads <= products / kProducts) {
      continue;
    }
    ++count->faults;
    std::printf("%s, products at %llx\n  %s: %s %s\n",
                ShortName(function.name).c_str(),
                static_cast<unsigned long long>(i.address), fault.c_str(),
                i.mnemonic.c_str(), i.operands.c_str());
  }
  ++count->loops;
}

// Judged by the function's own name, not by those of its template arguments.
bool PacksOrSums(const Function& function) {
  std::string name = ShortName(function.name);
  name = name.substr(0, name.find('<'));
  return Contains(name, "Pack") || Contains(name, "Unpack") ||
         Contains(name, "ReadRow") || Contains(name, "CopyPanelRows") ||
         Contains(name, "EndInt4Group");
}

Count LookAt(const std::string& objdump, const std::string& object,
             bool report) {
  Count count;
  for (const Function& function : lowp_test::Disassemble(objdump, object)) {
    if (function.code.empty() || PacksOrSums(function)) continue;
    Count here;
    const std::vector<Loop> loops = lowp_test::InnermostLoops(function);
    for (const Loop& loop : loops) LookAt(function, loop, report, &here);
    if (here.loops == 0) {
      for (const Loop& loop : loops) LookAtProducts(function, loop, &here);
    }
    if (here.loops == 0 && here.branching > 0) {
      ++here.faults;
      std::printf("%s: no main loop\n", ShortName(function.name).c_str());
    }
    count.loops += here.loops;
    count.faults += here.faults;
    count.branching += here.branching;
  }
  std::printf("%s: %d main loops, %d faults; %d loops multiply and branch\n",
              object.c_str(), count.loops, count.faults, count.branching);
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  int next = 1;
  const bool report = next < argc && std::strcmp(argv[next], "--report") == 0;
  if (report) ++next;
  if (argc - next < 2) {
    std::fprintf(stderr,
                 "usage: main_loops [--report] <objdump> <object>...\n");
    return 2;
  }
  bool ok = true;
  const std::string objdump = argv[next];
  for (int i = next + 1; i < argc; ++i) {
    const Count count = LookAt(objdump, argv[i], report);
    ok = ok && count.loops > 0 && count.faults == 0;
  }
  return ok || report ? 0 : 1;
}
