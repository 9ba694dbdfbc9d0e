#!/usr/bin/env bash
# cross_packages.sh <Debian architecture> <folder> <package>...: unpacks Debian's packages for another architecture into
# the folder, for a cross compiler to find. Nothing is installed: apt's lists and downloads are in the folder too, and
# the system's own stay as they are. A folder that is complete is left alone.
set -euo pipefail
architecture=$1 folder=$2
shift 2

complete=$folder/.complete
[ "$(cat "$complete" 2>/dev/null)" != "$*" ] || exit 0
rm -rf "$folder"
mkdir -p "$folder/.apt/lists/partial" "$folder/.apt/cache/archives/partial"
folder=$(cd "$folder" && pwd)
apt=(apt-get -qq
  -o "APT::Architecture=$architecture" -o "APT::Architectures::=$architecture"
  -o "APT::Sandbox::User=$(id -un)"
  -o "Dir::State::lists=$folder/.apt/lists" -o "Dir::Cache=$folder/.apt/cache" -o Dir::State::status=/dev/null)
# A mirror that is being updated lacks a list now and then. What counts is whether the packages are found.
"${apt[@]}" update || true
(cd "$folder/.apt" && "${apt[@]}" download "$@")
for package in "$folder"/.apt/*.deb; do dpkg-deb --extract "$package" "$folder"; done
rm -rf "$folder/.apt"
printf '%s\n' "$*" >"$complete"
