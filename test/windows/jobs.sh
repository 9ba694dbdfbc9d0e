# The job `windows` of ./dev, which reads this file.
# Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2086,SC2154

windows_backends="amx;avx512_vnni;avx_vnni;avx512;avx2;scalar"
windows_examples="lowp_example_quickstart lowp_example_convolution lowp_example_packed_weights lowp_example_per_channel"

# windows_build <name> <cmake argument>...: cross-builds the library, lowp-conform and some examples, without cpuinfo.
windows_build() {
  local name=$1 folder=build/windows/$1
  shift
  say "building for $name"
  mkdir -p "$folder"
  cmake -G Ninja -S . -B "$folder" -DCMAKE_BUILD_TYPE=Release -DLOWP_CPUINFO=OFF -DLOWP_BUILD_TESTS=OFF \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" "$@" >"$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
  cmake --build "$folder" --parallel "$jobs" --target lowp lowp-conform $windows_examples
}

# What runs under wine: the digests on every backend, the test of the C API, the examples.
run_in_wine() {
  local folder=build/windows/mingw example sources
  export WINEPREFIX=$PWD/build/windows/wine WINEDEBUG=-all
  say "lowp-conform in wine, on every backend that this machine runs"
  wine "$folder/doc/conform/lowp-conform.exe" --all | tr -d '\r' | diff - doc/conform/digests.txt
  say "the C API and the examples in wine"
  # All but the one that is a program of its own.
  sources=$(find test/c -name '*.c' ! -name abi_layout.c)
  x86_64-w64-mingw32-gcc-posix -std=c99 -Wall -Wextra -Werror -I"$folder/include" $sources -static "$folder/liblowp.a" \
    -lstdc++ -pthread -lm -o "$folder/c_api_test.exe"
  wine "$folder/c_api_test.exe"
  for example in $windows_examples; do wine "$folder/doc/$example.exe" >/dev/null; done
}

windows() {
  local venv=build/windows/venv zig target
  need cmake ninja-build g++-mingw-w64-x86-64-posix wine64 wine python3 python3-venv
  windows_build mingw -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/x86_64-w64-mingw32.cmake" "-DLOWP_BACKENDS=$windows_backends"
  run_in_wine
  [ -x $venv/bin/pip ] || python3 -m venv $venv
  $venv/bin/pip install --quiet --disable-pip-version-check ziglang
  zig=$(echo "$PWD"/$venv/lib/python3*/site-packages/ziglang/zig)
  for target in x86_64-windows-gnu x86_64-macos aarch64-macos; do
    windows_build "$target" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/zig.cmake" -DLOWP_ZIG="$zig" -DLOWP_ZIG_TARGET="$target" \
      "-DLOWP_BACKENDS=avx2;neon;scalar"
  done
}
