#!/bin/sh
# run_if_cpu_has.sh '<CPU flag>...' <command>...: runs the command, or exits with 77 if the CPU lacks a flag.
flags=$1
shift
for flag in $flags; do
  if ! grep -qw "$flag" /proc/cpuinfo; then
    echo "skipped: this CPU has no $flag"
    exit 77
  fi
done
exec "$@"
