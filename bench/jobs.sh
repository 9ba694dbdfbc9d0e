# The job `bench` of ./dev, which reads this file.
# Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2086,SC2154

# build_module <commit>: builds the library at <commit>, together with this version's lowp_library.cc, as a module that
# a benchmark can load.
build_module() {
  local commit root=build/against
  commit=$(git rev-parse --verify --quiet "$1^{commit}") || { say "$1 is no commit"; exit 2; }
  module=$PWD/$root/$commit.so
  if [ ! -e "$root/$commit/liblowp.a" ]; then
    say "building the library at $1"
    rm -rf "$root/source"
    mkdir -p "$root/source"
    git archive "$commit" | tar -x -C "$root/source"
    cmake -G Ninja -S "$root/source" -B "$root/$commit" -DCMAKE_BUILD_TYPE=Release -DLOWP_BUILD_TESTS=OFF \
      -DLOWP_BUILD_DEMO=OFF >"build/against.log" 2>&1 || { cat build/against.log; exit 1; }
    cmake --build "$root/$commit" --parallel "$jobs" --target lowp
  fi
  g++ -std=c++17 -O3 -DNDEBUG -fPIC -shared -fvisibility=hidden -I"$root/$commit/include/gemmlowp" \
    bench/lowp_library.cc bench/module.cc "$root/$commit/liblowp.a" $(pkg-config --libs libcpuinfo) -pthread \
    -Wl,--exclude-libs,ALL -o "$module"
}

# Makes the virtual environment of bench wheels. Wheels that cannot be installed are absent in its report.
install_wheels() {
  local wheels
  [ -x "$1/bin/pip" ] || python3 -m venv "$1"
  for wheels in "numpy>=2,<3" "onnxruntime>=1.20,<2 onnx>=1.17,<2" "onednn>=2025,<2027 onednn-devel>=2025,<2027" \
    "ai-edge-litert>=2,<3 flatbuffers>=24"; do
    "$1/bin/pip" install --quiet --disable-pip-version-check $wheels ||
      say "left out: $wheels, which pip cannot install"
  done
}

# wheels_module <name> <g++ argument>...
wheels_module() {
  local name=$1
  shift
  g++ -std=c++17 -O3 -DNDEBUG -fPIC -shared -fvisibility=hidden bench/wheels/entry.cc "bench/wheels/${name}_entry.cc" \
    "$@" -o "build/wheels/$name.so"
}

# layer_module <name> <g++ argument>...
layer_module() {
  local name=$1
  shift
  g++ -std=c++17 -O3 -DNDEBUG -fPIC -shared -fvisibility=hidden "bench/wheels/${name}_entry.cc" "$@" \
    -o "build/wheels/$name.so"
}

bench_wheels() {
  local root=build/wheels venv=$PWD/build/wheels/venv lowp hide=
  case ${1-} in --hide=*)
    hide=${1#--hide=}
    shift
    ;;
  esac
  need $build_packages
  python3 -c 'import ensurepip, venv' 2>/dev/null || need python3 python3-venv
  # Standard output is for the report alone.
  {
    build bench --target lowp
    say "installing wheels in $root/venv"
    install_wheels "$venv"
    say "building the modules"
    lowp="-Ibuild/bench/include/gemmlowp build/bench/liblowp.a $(pkg-config --libs libcpuinfo) -pthread
      -Wl,--exclude-libs,ALL"
    wheels_module lowp bench/lowp_library.cc $lowp
    # Only against the wheel, not against Debian's oneDNN. The loader finds the libraries that it needs by the path below.
    rm -f "$root/onednn.so"
    if [ -e "$venv/include/oneapi/dnnl/dnnl.hpp" ]; then
      wheels_module onednn -isystem "$venv/include" -L"$venv/lib" -ldnnl -Wl,--allow-shlib-undefined ||
        say "left out: oneDNN, for which no module can be built"
    fi
    case ${1-} in
      dynamic) layer_module dynamic $lowp ;;
      batch | int4) layer_module transformer $lowp ;;
      int16) layer_module int16_convolution $lowp ;;
      convolution)
        layer_module lowp_convolution $lowp
        rm -f "$root/onednn_convolution.so"
        if [ -e "$venv/include/oneapi/dnnl/dnnl.hpp" ]; then
          layer_module onednn_convolution -isystem "$venv/include" -L"$venv/lib" -ldnnl -Wl,--allow-shlib-undefined ||
            say "left out: oneDNN, for which no module can be built"
        fi
        ;;
    esac
    if [ -n "$hide" ]; then
      # oneDNN has a handler of its own for the fault by which features are hidden.
      rm -f "$root"/onednn*.so
      gcc -O2 -fPIC -shared -Wl,-z,initfirst bench/wheels/hide_features.c -o "$root/hide_features.so"
    fi
    say "running the benchmarks beside wheels"
  } >&2
  local script
  case ${1-} in
    dynamic) script=(bench/wheels/dynamic.py "$root/dynamic.so" "${@:2}") ;;
    batch | int4) script=("bench/wheels/$1.py" "$root/transformer.so" "${@:2}") ;;
    int16) script=(bench/wheels/int16_convolution.py "$root" "${@:2}") ;;
    convolution) script=(bench/wheels/convolution.py "$root" "${@:2}") ;;
    *) script=(bench/wheels/wheels.py --modules="$root" "$@") ;;
  esac
  # oneDNN reaches the processor by this driver, which its wheel does not register.
  PYTHONDONTWRITEBYTECODE=1 LD_LIBRARY_PATH="$venv/lib" OCL_ICD_FILENAMES="$venv/lib/libintelocl.so" \
    LOWP_HIDE=$hide LD_PRELOAD=${hide:+$PWD/$root/hide_features.so} "$venv/bin/python" "${script[@]}"
}

# run_bench <program> <Debian packages of peers> <argument>...
run_bench() {
  local program=$1 peers=$2
  shift 2
  need $build_packages libbenchmark-dev $peers
  build bench --target "$program"
  say "running $program"
  "build/bench/bench/$program" "$@"
}

bench() {
  local peers="libdnnl-dev libxnnpack-dev libpthreadpool-dev"
  case ${1-} in
    wheels) bench_wheels "${@:2}" ;;
    against)
      need $build_packages git
      build_module "$2"
      run_bench gemm_bench "" --against="$module" "${@:3}"
      ;;
    convolution) run_bench convolution_bench "$peers" "${@:2}" ;;
    dynamic | int4 | kernels | operators | transforms) run_bench "$1_bench" "" "${@:2}" ;;
    *) run_bench gemm_bench "libgemmlowp-dev $peers" "$@" ;;
  esac
}
