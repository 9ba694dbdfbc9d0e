#!/usr/bin/env bash
# abi_test.sh <nm> <shared library> <abi.txt> <abi_layout>...: compares what a shared library exports, and the structs of
# the C API as the program abi_layout prints them, with the record. Symbols of the C++ API may come and go, but its
# internals are those that the inline code of public headers calls.
set -euo pipefail
nm=$1 library=$2 record=$3
shift 3
symbols=$("$nm" -D --defined-only --with-symbol-versions "$library" | awk '$2 != "A" {print $3}' | LC_ALL=C sort)
if grep -vE '^(lowp_|_Z[A-Z]*8gemmlowp4lowp)' <<<"$symbols"; then
  echo "exported by $library without being the library's own" >&2
  exit 1
fi
functions=$(grep '^lowp_' <<<"$symbols")
internals=$(grep 8internal <<<"$symbols" | sed 's/@.*//' | c++filt | sed 's/(.*//' | grep internal:: | LC_ALL=C sort -u)
structs=$("$@")
interface="# Functions of the C API, with their versions
$functions
# Internals of the C++ API
$internals
# Structs of the C API on 64-bit systems
$structs"
if [ -n "${LOWP_RECORD_ABI-}" ]; then
  printf '%s\n' "$interface" >"$record"
fi
diff -u "$record" - <<<"$interface" && exit
echo "The interface is another one than $record has. What a release has may not change. To record what is new:" >&2
echo "LOWP_RECORD_ABI=1 ctest -R '^abi_test$'" >&2
exit 1
