# The job `fuzz` of ./dev, which reads this file: the fuzzers of which the tests run a sample.
# Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2086,SC2154

fuzzers="fuzz_convolution fuzz_front_door fuzz_int4 fuzz_network fuzz_operators fuzz_quantization fuzz_transforms"

# fuzz_for <seconds> <fuzzer>: prints how many inputs ran, or the report of the one that failed.
fuzz_for() {
  local seconds=$1 name=$2 folder=build/fuzz/$2 seeds=build/asan/test/$2_seeds
  mkdir -p "$folder" "$seeds"
  if ! "build/asan/test/$name" -max_total_time="$seconds" -print_final_stats=1 -artifact_prefix="$folder-" \
    "$folder" "$seeds" >"$folder.log" 2>&1; then
    tail -n 40 "$folder.log"
    return 1
  fi
  printf '%s: %s inputs\n' "$name" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder.log")"
}

fuzz() {
  local seconds=${1-600}
  need $build_packages $test_packages clang-19 libclang-rt-19-dev lld-19
  build asan --target $fuzzers
  say "running ${fuzzers// /, } for $seconds seconds each"
  export -f fuzz_for
  printf '%s\n' $fuzzers | xargs -P "$jobs" -I{} bash -c "fuzz_for $seconds {}"
}
