#!/usr/bin/env bash
# arm_instructions.sh: counts with qemu the instructions of one one-shot product on 64-bit Arm, for lowp's backends and
# the original gemmlowp (Debian's libgemmlowp-dev), for the shapes below. Run ./dev arm first.
set -euo pipefail
cd "$(dirname "$0")/.."
work=build/arm-instructions
mkdir -p "$work"
packages=build/arm64-packages/usr
export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu QEMU_CPU=max

gcc -O2 -fPIC -shared -Wall -Wextra -o "$work/libcount.so" bench/count_instructions.c
cross=(aarch64-linux-gnu-g++ -std=c++17 -O3 bench/arm_calls.cc)
"${cross[@]}" -Ibuild/aarch64/include/gemmlowp build/aarch64/liblowp.a "$packages/lib/aarch64-linux-gnu/libcpuinfo.so" \
  -Wl,-rpath,"$PWD/$packages/lib/aarch64-linux-gnu" -o "$work/lowp" &
"${cross[@]}" -w -march=armv8-a -I"$packages/include/gemmlowp" -o "$work/gemmlowp" &
"${cross[@]}" -w -march=armv8.2-a+dotprod -DGEMMLOWP_DOTPROD_KERNEL -I"$packages/include/gemmlowp" \
  -o "$work/gemmlowp_dotprod" &
wait

# counted <backend> <program> <rows> <depth> <columns> <calls>
counted() {
  LOWP_BACKEND=$1 qemu-aarch64 -plugin "$work/libcount.so" "$work/$2" "$3" "$4" "$5" "$6" 2>&1 >/dev/null |
    sed -n 's/^instructions //p'
}
# of_one_call <backend> <program> <rows> <depth> <columns>
of_one_call() {
  local few=2 many=12 a b
  a=$(counted "$@" $few)
  b=$(counted "$@" $many)
  echo $(((b - a) / (many - few)))
}

printf '%-14s %10s %10s %10s %10s %10s %10s  %s\n' "rows*depth*cols" scalar neon dotprod i8mm gemmlowp +dotprod \
  "gemmlowp / neon, +dotprod / dotprod"
while read -r rows depth columns; do
  counts=()
  for backend in scalar neon dotprod i8mm; do counts+=("$(of_one_call $backend lowp "$rows" "$depth" "$columns")"); done
  for program in gemmlowp gemmlowp_dotprod; do counts+=("$(of_one_call "" $program "$rows" "$depth" "$columns")"); done
  printf '%-14s %10d %10d %10d %10d %10d %10d  %s\n' "$rows*$depth*$columns" "${counts[@]}" \
    "$(awk -v a="${counts[4]}" -v b="${counts[1]}" -v c="${counts[5]}" -v d="${counts[2]}" \
      'BEGIN { printf "%.2f  %.2f", a / b, c / d }')"
done <<'SHAPES'
256 1024 256
64 1024 64
256 1024 8
256 1024 4
256 1024 2
256 1024 1
1 1024 256
4 1024 256
32 32 32
16 16 16
8 8 8
4 4 4
1 16 1
SHAPES
