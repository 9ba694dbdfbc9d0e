#!/usr/bin/env bash
# arm_main_loops.sh [<build tree>]: prints how many cycles llvm-mca predicts for one turn of each Arm backend's main
# loop, on the processors that it models. The loop is read from the compiled object (in build/aarch64 by default): of
# the kernel's innermost loops with the fewest loads per multiplication, the longest. Also prints the minimum for the
# multiplications alone (for neon, together with its pairwise additions, which have no other form), the ratio of the
# two, and the loads per multiplication.
set -euo pipefail
cd "$(dirname "$0")/.."
tree=${1-build/aarch64}

# The loop as assembly, with its branch going back to .Lloop.
main_loop() {
  aarch64-linux-gnu-objdump -d --no-show-raw-insn "$1" | awk -v multiplies="$2" '
    /^[0-9a-f]+ <.*>:$/ { count = 0; split("", position); kernel = /SumTile|MultiplyGroups/; next }
    !kernel || !/^ +[0-9a-f]+:\t/ { next }
    {
      split($0, part, ":\t")
      sub(/^ +/, "", part[1])
      text[count] = part[2]
      position[part[1]] = count
      if (text[count] ~ /^(b\.|cbnz|tbnz|cbz)/) {
        target = text[count]
        sub(/ *<.*/, "", target); sub(/.*[\t ]/, "", target)
        # Already seen, so it is a backward jump.
        if (target in position && position[target] < count) {
          first = position[target]; n = 0; loads = 0; inner = 1
          for (i = first; i < count; ++i) {
            if (text[i] ~ "^(" multiplies ")") ++n
            if (text[i] ~ /^ld/) loads += text[i] ~ /^ldp/ ? 2 : 1
            if (text[i] ~ /^(b|b\..*|cbz|cbnz|tbz|tbnz|bl|ret)\t/) inner = 0
          }
          if (inner && n > 0 && (best == "" || loads * most < fewest * n ||
                                 (loads * most == fewest * n && n > most))) {
            most = n; fewest = loads
            best = ".Lloop:\n"
            for (i = first; i < count; ++i) best = best text[i] "\n"
            best = best "b.ne .Lloop\n"
          }
        }
      }
      ++count
    }
    END { printf "%s", best }'
}

# mca <processor> <row of the summary> <loop>
mca() {
  llvm-mca-19 -mtriple=aarch64 -mcpu="$1" -mattr=+dotprod,+i8mm -iterations=1000 <<<"$3" 2>/dev/null |
    sed -n "s/^$2: *//p"
}

printf '%-8s  %-12s  %10s  %10s  %6s  %14s\n' backend processor cycles limit share loads/multiply
for row in dotprod:sdot i8mm:smmla "neon:smull|smlsl"; do
  backend=${row%:*} instruction=${row#*:}
  loop=$(main_loop "$tree/CMakeFiles/lowp_backend_$backend.dir/internal/backends/$backend.cc.o" "$instruction")
  arithmetic=$(grep -E "^($instruction|sadalp)" <<<"$loop")
  multiplications=$(grep -cE "^($instruction)" <<<"$loop")
  loads=$(awk '/^ldp\t/ { n += 2 } /^(ldr|ldur|ld1r?)\t/ { ++n } END { print n + 0 }' <<<"$loop")
  for processor in neoverse-n1 neoverse-v1 neoverse-v2 cortex-a55; do
    # Neither has the instruction.
    if [ "$backend" = i8mm ] && [[ $processor =~ n1|a55 ]]; then continue; fi
    total=$(mca "$processor" "Total Cycles" "$loop")
    limit=$(mca "$processor" "Block RThroughput" "$arithmetic")
    awk -v b="$backend" -v p="$processor" -v t="$total" -v l="$limit" -v m="$multiplications" -v n="$loads" 'BEGIN {
      printf "%-8s  %-12s  %10.2f  %10.2f  %6.3f  %5d / %d = %.3f\n", b, p, t / 1000, l, 1000 * l / t, n, m, n / m }'
  done
done
