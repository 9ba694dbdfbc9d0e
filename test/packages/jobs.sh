# The job `packages` of ./dev, which reads this file.
# Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2086,SC2154

# Builds and runs the quickstart with the oldest CMake that suffices, from PyPI, with cpuinfo and without.
package_cmake() {
  local cmake=build/packages/cmake/bin/cmake
  need $build_packages python3-venv
  [ -x "$cmake" ] || { python3 -m venv build/packages/cmake && build/packages/cmake/bin/pip install --quiet \
    --disable-pip-version-check "cmake==3.20.*"; }
  for cpuinfo in ON OFF; do
    say "building with $($cmake --version | head -n 1), LOWP_CPUINFO=$cpuinfo"
    "$cmake" -G Ninja -S . -B "build/packages/cpuinfo-$cpuinfo" -DLOWP_BACKENDS=scalar -DLOWP_CPUINFO=$cpuinfo \
      -DLOWP_BUILD_TESTS=OFF -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" >build/packages/cmake.log ||
      { cat build/packages/cmake.log; exit 1; }
    "$cmake" --build "build/packages/cpuinfo-$cpuinfo" --parallel "$jobs" --target lowp_example_quickstart
    "build/packages/cpuinfo-$cpuinfo/doc/lowp_example_quickstart"
  done
}

# exported <folder>: the files of this version in an empty folder.
exported() {
  rm -rf "$1"
  mkdir -p "$1"
  { git ls-files -z --cached --others --exclude-standard | xargs -0 tar -c --ignore-failed-read; } | tar -x -C "$1"
}

# in_system <dpkg argument>...: dpkg on a copy of its records, and files below $root/system.
in_system() {
  dpkg --instdir="$root/system" --admindir="$root/records" --no-triggers --force-not-root --force-script-chrootless \
    --log="$root/dpkg.log" "$@"
}

# Builds the Debian packages, has lintian look at them, and installs and uses them beside libgemmlowp-dev and instead of
# it: in a copy of the system's records, so that the system stays as it is.
package_debian() {
  local root=$PWD/build/packages/debian usr lib
  need $build_packages debhelper lintian libgemmlowp-dev
  say "building the Debian packages"
  exported "$root/lowp"
  (cd "$root/lowp" && PATH=/usr/lib/ccache:$PATH DEB_BUILD_OPTIONS=parallel=$jobs \
    dpkg-buildpackage --no-sign) >"$root/build.log" 2>&1 || { tail -n 30 "$root/build.log"; exit 1; }
  lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$root"/*.changes
  rm -rf "$root/system" "$root/records"
  mkdir -p "$root/system"
  cp -r /var/lib/dpkg "$root/records"
  dpkg -L libgemmlowp-dev | { grep ^/usr/include/ || true; } | tar -C / -c --no-recursion -T - | tar -x -C "$root/system"
  usr=$root/system/usr

  say "installing them beside libgemmlowp-dev"
  in_system --install "$root"/liblowp0.1_*.deb "$root"/liblowp-dev_*.deb
  cmp "$usr/include/gemmlowp/public/gemmlowp.h" /usr/include/gemmlowp/public/gemmlowp.h
  lib=$(dirname "$(find "$usr" -name liblowp.so)")
  g++ -std=c++17 doc/examples/quickstart.cc -o "$root/beside" \
    $(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs lowp)
  LD_LIBRARY_PATH=$lib "$root/beside"

  say "installing them instead of libgemmlowp-dev"
  in_system --install "$root"/liblowp-gemmlowp-dev_*.deb
  if in_system --status libgemmlowp-dev 2>/dev/null | grep -q '^Status: install'; then
    say "libgemmlowp-dev is still installed"
    exit 1
  fi
  g++ -std=c++17 test/compat/consumers/consumer.cc -I"$usr/include/gemmlowp" -L"$lib" -llowp -pthread -o "$root/instead"
  LD_LIBRARY_PATH=$lib "$root/instead"
  apt-get --simulate install "$root"/*.deb | grep -q '^Remv libgemmlowp-dev' ||
    { say "libgemmlowp-dev would stay where it is replaced"; exit 1; }
}

# The Conan recipe, with Conan from PyPI and a home of its own.
package_conan() {
  local venv=build/packages/conan-venv
  need $build_packages python3-venv
  [ -x $venv/bin/conan ] || { python3 -m venv $venv && $venv/bin/pip install --quiet --disable-pip-version-check "conan>=2,<3"; }
  export CONAN_HOME=$PWD/build/packages/conan CMAKE_CXX_COMPILER_LAUNCHER=$(command -v ccache || true)
  say "creating the Conan package"
  $venv/bin/conan profile detect --force >/dev/null 2>&1
  $venv/bin/conan create . --test-folder test/packages/conan --settings compiler.cppstd=17 \
    --conf "tools.cmake.cmake_layout:test_folder=$PWD/build/packages/conan-test" \
    --options "lowp/*:backends=avx2;scalar" >build/packages/conan.log 2>&1 || { cat build/packages/conan.log; exit 1; }
  grep 'as defined' build/packages/conan.log
}

# An archive of this version, as FetchContent and CPM take it.
package_fetch() {
  local root=$PWD/build/packages/fetch
  need $build_packages
  exported "$root/lowp"
  tar -C "$root" -czf "$root/lowp.tar.gz" lowp
  say "fetching lowp from an archive"
  cmake -G Ninja -S test/packages/fetch_content -B "$root/build" -DLOWP_ARCHIVE="$root/lowp.tar.gz" \
    -DLOWP_BACKENDS=scalar -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" -DCMAKE_BUILD_TYPE=Release >"$root/log"
  cmake --build "$root/build" --parallel "$jobs" --target consumer
  "$root/build/consumer"
}

# same_version <file>: has the version of CMakeLists.txt.
same_version() {
  local version
  version=$(sed -n 's/^project(lowp VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
  grep -qF "\"$version\"" "$1" || { say "$1 has another version than $version"; exit 1; }
}

# The vcpkg port, by a stand-in for vcpkg, whose own files are not on this machine; and a program against what it installs.
package_vcpkg() {
  local root=$PWD/build/packages/vcpkg
  need $build_packages
  same_version cmake/vcpkg/lowp/vcpkg.json
  say "running the vcpkg port"
  rm -rf "$root"
  cmake -DPORT="$PWD/cmake/vcpkg/lowp/portfile.cmake" -DCURRENT_PACKAGES_DIR="$root" -DBACKENDS=scalar \
    -DLAUNCHER="$(command -v ccache || true)" -P test/packages/vcpkg/stand_in.cmake
  g++ -std=c++17 test/compat/consumers/consumer.cc -I"$root/include/gemmlowp" "$root/lib/liblowp.a" -pthread -o "$root/consumer"
  "$root/consumer"
  say "left out: vcpkg itself, which comes from neither Debian nor PyPI"
}

# What Bazel's module is made of, without Bazel: the files that it takes suffice for the build that it asks for.
package_bazel() {
  local root=$PWD/build/packages/bazel folder
  need $build_packages
  same_version MODULE.bazel
  say "building what BUILD.bazel names"
  rm -rf "$root"
  exported "$root/all"
  mkdir -p "$root/sources"
  for folder in CMakeLists.txt LICENSE cmake fixedpoint internal meta public; do mv "$root/all/$folder" "$root/sources/"; done
  cmake -G Ninja -S "$root/sources" -B "$root/build" -DCMAKE_INSTALL_PREFIX="$root/installed" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_LIBDIR=lib -DLOWP_BUILD_CONFORM=OFF -DLOWP_BUILD_DEMO=OFF -DLOWP_BUILD_TESTS=OFF -DLOWP_CPUINFO=OFF \
    -DLOWP_WERROR=OFF -DLOWP_BACKENDS=scalar -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" >"$root/log"
  cmake --build "$root/build" --parallel "$jobs"
  cmake --install "$root/build" >>"$root/log"
  g++ -std=c++17 test/compat/consumers/consumer.cc -I"$root/installed/include/gemmlowp" "$root/installed/lib/liblowp.a" -pthread \
    -o "$root/consumer"
  "$root/consumer"
  say "left out: Bazel itself and rules_foreign_cc, which come from neither Debian nor PyPI"
}

# packages [<kind>...]
packages() {
  local kind
  mkdir -p build/packages
  for kind in "${@:-cmake}"; do "package_$kind"; done
}
