#!/usr/bin/env bash
# run.sh <way>: builds the consumer program with one way of using the library, runs it, and checks its output.
# consumers.cmake sets the environment, which names the source tree, the build tree and the tools.
set -euo pipefail
way=$1
here=$LOWP_SOURCE_DIR/test/compat/consumers
prefix=$LOWP_CONSUMER_DIR/prefix
work=$LOWP_CONSUMER_DIR/$way

# Configures and builds the CMake project in $here for this way, with any further arguments, and runs the program.
build_with_cmake() {
  "$CMAKE_COMMAND" -S "$here" -B "$work" -DCONSUMER_WAY="$way" -DCMAKE_BUILD_TYPE=Debug "$@"
  "$CMAKE_COMMAND" --build "$work" --target consumer
  "$work/consumer"
}

# use_exported <directory of its config> [<argument>...]: builds and runs a project that uses what this one exports.
use_exported() {
  local config=$1
  shift
  rm -rf "$work/user"
  "$CMAKE_COMMAND" -S "$here/exported" -B "$work/user" -Dconsumer_DIR="$config" "$@"
  "$CMAKE_COMMAND" --build "$work/user"
  "$work/user/exported"
}

# Every dynamic symbol that the shared library defines must belong to gemmlowp::lowp or the C API, and none to a
# backend.
check_exports() {
  local symbols
  symbols=$(nm -D -C --defined-only --extern-only "$1" | cut -d' ' -f3-)
  grep -q 'gemmlowp::lowp::' <<<"$symbols"
  if grep -vE 'gemmlowp::lowp::|^lowp_|^LOWP_C' <<<"$symbols"; then
    echo "exported by $1 without being the library's own" >&2
    return 1
  fi
  if grep '_backend$' <<<"$symbols"; then
    echo "exported by $1 without need" >&2
    return 1
  fi
}

rm -rf "$work"
mkdir -p "$work"
export LD_LIBRARY_PATH=$(dirname "$LOWP_LIBRARY")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
case $way in
  install)
    rm -rf "$prefix"
    "$CMAKE_COMMAND" --install "$LOWP_BUILD_DIR" --prefix "$prefix"
    [ -n "$(find "$prefix" -name LICENSE)" ] || { echo "the licence was not installed" >&2; exit 1; }
    ;;
  find_package_*)
    build_with_cmake -DCMAKE_PREFIX_PATH="$prefix"
    ;;
  subdirectory)
    build_with_cmake -DLOWP_SOURCE_DIR="$LOWP_SOURCE_DIR" -DBUILD_SHARED_LIBS=ON -DLOWP_BACKENDS=scalar \
      -DLOWP_CPUINFO=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    check_exports "$(find "$work" -name 'liblowp.so' | head -n 1)"
    if grep -E '"command": .*/(consumer|product)\.cc' "$work/compile_commands.json" | grep -e -ffp-contract -e -fno-tree; then
      echo "options of lowp reached the project around it" >&2
      exit 1
    fi
    "$CMAKE_COMMAND" --build "$work"
    "$CMAKE_COMMAND" --install "$work" --prefix "$work/prefix"
    use_exported "$work/exported" -Dlowp_DIR="$work/lowp/generated"
    use_exported "$work/prefix/lib/cmake/consumer" -DCMAKE_PREFIX_PATH="$work/prefix"
    ;;
  cpuinfo)
    # Where cpuinfo comes from shows in what is linked.
    mkdir "$work/package"
    printf 'add_library(cpuinfo::cpuinfo INTERFACE IMPORTED)
      target_link_libraries(cpuinfo::cpuinfo INTERFACE cpuinfo_of_a_package)' >"$work/package/cpuinfo-config.cmake"
    configure() {
      "$CMAKE_COMMAND" -S "$here" -B "$work/$1" -DCONSUMER_WAY=subdirectory -DLOWP_SOURCE_DIR="$LOWP_SOURCE_DIR" \
        -DLOWP_BACKENDS=scalar "${@:2}"
      grep -rqe "-l$1" "$work/$1"
    }
    configure cpuinfo_of_the_project -DCONSUMER_HAS_CPUINFO=ON
    PKG_CONFIG_LIBDIR=/nowhere configure cpuinfo_of_a_package -Dcpuinfo_DIR="$work/package"
    ;;
  pkg_config)
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name lowp.pc)")
    export PKG_CONFIG_PATH
    read -ra flags <<<"$(pkg-config --cflags --libs lowp)"
    "$CXX" -std=c++17 "$here/consumer.cc" "$here/old_paths.cc" "${flags[@]}" -o "$work/consumer"
    "$work/consumer"
    "${CC:-cc}" -std=c99 "$LOWP_SOURCE_DIR/doc/examples/quickstart.c" "${flags[@]}" -o "$work/c_program"
    "$work/c_program"
    ;;
  c_program)
    "$CMAKE_COMMAND" -S "$here/c_program" -B "$work" -DCMAKE_PREFIX_PATH="$prefix" -DLOWP_SOURCE_DIR="$LOWP_SOURCE_DIR"
    "$CMAKE_COMMAND" --build "$work"
    "$work/c_program"
    ;;
  plain_include)
    "$CXX" -std=c++17 -I "$LOWP_SOURCE_DIR" "$here/consumer.cc" "$LOWP_LIBRARY" -lcpuinfo -pthread -o "$work/consumer"
    "$work/consumer"
    ;;
  *)
    echo "unknown way: $way" >&2
    exit 2
    ;;
esac
