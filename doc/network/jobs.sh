# The job `network` of ./dev, which reads this file.
# Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2086,SC2154

# install_converter <environment>: makes the virtual environment; fails if the converter or the reference kernels cannot
# be installed.
install_converter() {
  [ -x "$1/bin/pip" ] || python3 -m venv "$1"
  "$1/bin/pip" install --quiet --disable-pip-version-check "onnxruntime>=1.20,<2" "onnx>=1.17,<2" ||
    say "left out: ONNX Runtime, which pip cannot install"
  "$1/bin/pip" install --quiet --disable-pip-version-check "ai-edge-litert>=2,<3" "flatbuffers>=24" &&
    "$1/bin/pip" install --quiet --disable-pip-version-check "tensorflow-cpu>=2.20,<3"
}

network() {
  local root=build/network venv=$PWD/build/network/venv models=build/network/models model name
  need $build_packages libflatbuffers-dev
  python3 -c 'import ensurepip, venv' 2>/dev/null || need python3 python3-venv
  export PYTHONDONTWRITEBYTECODE=1
  # Standard output is for the report alone.
  {
    build release --target lowp_network lowp_network_module
    say "installing wheels in $root/venv"
    install_converter "$venv" || { say "the converter or the reference kernels cannot be installed"; exit 1; }
    if [ ! -e "$models/complete" ]; then
      say "making the networks in $models"
      "$venv/bin/python" doc/network/make_models.py "$models" >"$root/make_models.log" 2>&1 ||
        { tail -n 30 "$root/make_models.log"; exit 1; }
      touch "$models/complete"
    fi
    say "running the networks"
  } >&2
  "$venv/bin/python" doc/network/compare.py build/release/doc/network/liblowp_network_module.so "$models" "$@"
  for model in "$models"/*.tflite; do
    name=$(basename "$model" .tflite)
    build/release/doc/network/lowp_network "$model" --threads=2 --chart="$root/$name.svg" >"$root/$name.txt" ||
      { tail -n 5 "$root/$name.txt"; say "$name: see $root/$name.txt"; exit 1; }
  done
  say "each layer is in $root/*.txt, the charts are in $root/*.svg" >&2
}
