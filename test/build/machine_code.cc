// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "machine_code.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace lowp_test {
namespace {

// Whether control may reach the next instruction.
bool GoesOn(const Instruction& i) {
  static constexpr std::array<const char*, 6> kNever = {"jmp", "ret", "retq",
                                                        "b",   "br",  "ud2"};
  return !IsOneOf(i.mnemonic, kNever);
}

// Fills the gap before code that only jumps reach.
bool Pads(const Instruction& i) {
  return StartsWith(i.mnemonic, "nop") || i.mnemonic == "data16" ||
         i.mnemonic == "cs" || i.operands == "%ax,%ax";
}

// The target of a jump, from "40 <f+0x40>" or "x0, 40 <f+0x40>"; 0 if unknown.
std::uint64_t JumpTarget(const Instruction& i) {
  const std::size_t end = i.operands.find(" <");
  if (end == std::string::npos) return 0;
  const std::size_t space = i.operands.rfind(' ', end - 1);
  const std::size_t begin = space == std::string::npos ? 0 : space + 1;
  return std::strtoull(i.operands.c_str() + begin, nullptr, 16);
}

// Reads "   1f:\tvmovd  %eax,%xmm0". False for other lines.
bool ParseInstruction(const std::string& line, Instruction* i) {
  const std::size_t colon = line.find(":\t");
  if (colon == std::string::npos || line[0] != ' ') return false;
  i->address = std::strtoull(line.c_str(), nullptr, 16);
  const std::size_t begin = colon + 2;
  const std::size_t end = line.find_first_of(" \t", begin);
  i->mnemonic = line.substr(begin, end - begin);
  i->operands.clear();
  if (end == std::string::npos) return true;
  const std::size_t operands = line.find_first_not_of(" \t", end);
  if (operands != std::string::npos) i->operands = line.substr(operands);
  return true;
}

// For each position of the function, the positions from which control reaches
// it.
std::vector<std::vector<std::size_t>> Predecessors(const Function& function) {
  const std::vector<Instruction>& code = function.code;
  std::vector<std::vector<std::size_t>> predecessors(code.size());
  bool reached = true;  // from the previous position; padding never is
  for (std::size_t i = 0; i < code.size(); ++i) {
    reached = reached || !Pads(code[i]);
    if (!reached) continue;
    if (Jumps(code[i])) {
      const auto target =
          std::lower_bound(code.begin(), code.end(), JumpTarget(code[i]),
                           [](const Instruction& at, std::uint64_t address) {
                             return at.address < address;
                           });
      if (target != code.end() && target->address == JumpTarget(code[i])) {
        predecessors[static_cast<std::size_t>(target - code.begin())].push_back(
            i);
      }
    }
    reached = GoesOn(code[i]);
    if (i + 1 < code.size() && reached) predecessors[i + 1].push_back(i);
  }
  return predecessors;
}

// The natural loop of the jump from `last` to `head`: all positions that reach
// `last` without passing `head`. Empty if control can enter elsewhere: then it
// is not a loop but code placed after the position to which it returns.
Loop LoopOf(const std::vector<std::vector<std::size_t>>& predecessors,
            std::size_t head, std::size_t last) {
  Loop loop = {head};
  std::vector<std::size_t> waiting;
  std::vector<bool> seen(predecessors.size(), false);
  seen[head] = true;
  const auto visit = [&](std::size_t i) {
    if (seen[i]) return;
    seen[i] = true;
    loop.push_back(i);
    waiting.push_back(i);
  };
  visit(last);
  while (!waiting.empty()) {
    const std::size_t i = waiting.back();
    waiting.pop_back();
    if (i == 0) return {};
    for (const std::size_t before : predecessors[i]) visit(before);
  }
  std::sort(loop.begin(), loop.end());
  return loop;
}

}  // namespace

bool Jumps(const Instruction& i) {
  static constexpr std::array<const char*, 5> kArm = {"b", "cbz", "cbnz", "tbz",
                                                      "tbnz"};
  return i.mnemonic[0] == 'j' || StartsWith(i.mnemonic, "b.") ||
         IsOneOf(i.mnemonic, kArm);
}

std::vector<Function> Disassemble(const std::string& objdump,
                                  const std::string& object) {
  const std::string command =
      "'" + objdump + "' -d -C --no-show-raw-insn '" + object + "'";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::vector<Function> functions;
  std::string line;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c != '\n') {
      line.push_back(static_cast<char>(c));
      continue;
    }
    Instruction instruction;
    const std::size_t name = line.find(" <");
    if (ParseInstruction(line, &instruction)) {
      if (!functions.empty()) functions.back().code.push_back(instruction);
    } else if (name != std::string::npos && line.back() == ':') {
      functions.push_back({line.substr(name + 2, line.size() - name - 4), {}});
    }
    line.clear();
  }
  if (pclose(pipe) != 0) functions.clear();
  return functions;
}

std::vector<Loop> InnermostLoops(const Function& function) {
  const auto predecessors = Predecessors(function);
  std::vector<Loop> loops;
  for (std::size_t head = 0; head < predecessors.size(); ++head) {
    if (predecessors[head].size() < 2) continue;
    Loop all;  // the loops that start here
    for (const std::size_t last : predecessors[head]) {
      Loop merged;
      const Loop loop = LoopOf(predecessors, head, last);
      std::set_union(all.begin(), all.end(), loop.begin(), loop.end(),
                     std::back_inserter(merged));
      all.swap(merged);
    }
    if (!all.empty()) loops.push_back(all);
  }
  std::vector<Loop> innermost;
  for (const Loop& loop : loops) {
    const bool holds_another =
        std::any_of(loops.begin(), loops.end(), [&](const Loop& other) {
          return other.size() < loop.size() &&
                 std::includes(loop.begin(), loop.end(), other.begin(),
                               other.end());
        });
    if (!holds_another) innermost.push_back(loop);
  }
  return innermost;
}

}  // namespace lowp_test
