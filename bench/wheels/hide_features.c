/* Hides instruction sets from every library of a process, preloaded into it, so
 * that peers can be measured on processors with less than this one:
 *
 *   LD_PRELOAD=./hide_features.so LOWP_HIDE=avx512,amx,avxvnni program
 *
 * Linux on x86-64, where CPUID can be made to fault (cpuid_fault in
 * /proc/cpuinfo): the fault's handler answers it, without the features that
 * LOWP_HIDE lists. A library with a handler of its own for SIGSEGV cannot be
 * measured so, which oneDNN's SYCL is.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { kSetCpuid = 0x1012 }; /* ARCH_SET_CPUID of arch_prctl */

/* Features of leaf 7, by subleaf: bits of EAX, EBX, ECX and EDX. */
struct Features {
  const char* name;
  uint32_t bits[2][4];
};
static const struct Features kFeatures[] = {
    {"avx512", {{0, 0xDC230000, 0x00005842, 0x0080010C}, {0x20, 0, 0, 0}}},
    {"amx", {{0, 0, 0, 0x03400000}, {0x00200000, 0, 0, 0}}},
    {"avxvnni", {{0, 0, 0, 0}, {0x00800010, 0, 0, 0x00000430}}},
};
enum { kFeatureCount = sizeof(kFeatures) / sizeof(kFeatures[0]) };

static uint32_t hidden[2][4];

static void SetFaulting(int faults) {
  syscall(SYS_arch_prctl, kSetCpuid, faults ? 0 : 1);
}

static void AnswerCpuid(int signal_number, siginfo_t* info, void* context) {
  greg_t* const registers = ((ucontext_t*)context)->uc_mcontext.gregs;
  const uint8_t* const code = (const uint8_t*)registers[REG_RIP];
  if (info->si_code != SI_KERNEL || code[0] != 0x0F || code[1] != 0xA2) {
    signal(signal_number, SIG_DFL); /* a fault of the program's own */
    return;
  }
  const uint32_t leaf = (uint32_t)registers[REG_RAX];
  const uint32_t subleaf = (uint32_t)registers[REG_RCX];
  uint32_t answer[4];
  SetFaulting(0);
  __asm__ volatile("cpuid"
                   : "=a"(answer[0]), "=b"(answer[1]), "=c"(answer[2]),
                     "=d"(answer[3])
                   : "a"(leaf), "c"(subleaf));
  SetFaulting(1);
  if (leaf == 7 && subleaf < 2) {
    for (int i = 0; i < 4; ++i) answer[i] &= ~hidden[subleaf][i];
  }
  registers[REG_RAX] = answer[0];
  registers[REG_RBX] = answer[1];
  registers[REG_RCX] = answer[2];
  registers[REG_RDX] = answer[3];
  registers[REG_RIP] += 2;
}

/* Linked to be initialized first (-z initfirst): before libraries that ask for
 * features when they are loaded, and before the C library can read the
 * environment. */
__attribute__((constructor)) static void Hide(int argc, char** argv,
                                              char** environment) {
  static const char kVariable[] = "LOWP_HIDE=";
  const char* list = NULL;
  (void)argc;
  (void)argv;
  for (; *environment != NULL; ++environment) {
    if (strncmp(*environment, kVariable, sizeof(kVariable) - 1) == 0) {
      list = *environment + sizeof(kVariable) - 1;
    }
  }
  if (list == NULL) return;
  for (int f = 0; f < kFeatureCount; ++f) {
    if (strstr(list, kFeatures[f].name) == NULL) continue;
    for (int s = 0; s < 2; ++s) {
      for (int i = 0; i < 4; ++i) hidden[s][i] |= kFeatures[f].bits[s][i];
    }
  }
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = &AnswerCpuid;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGSEGV, &action, NULL);
  SetFaulting(1);
}
