#!/usr/bin/env bash
# cross_packages.sh <Debian architecture> <folder> <package>...: unpacks Debian's packages for another architecture into
# the folder, for use by a cross compiler. Nothing is installed: apt's lists and downloads are in the folder too, and
# the system's own stay unchanged. A complete folder is left as it is.
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
# A mirror lacks a list now and then while it is being updated. Only finding the packages matters.
"${apt[@]}" update || true
(cd "$folder/.apt" && "${apt[@]}" download "$@")
for package in "$folder"/.apt/*.deb; do dpkg-deb --extract "$package" "$folder"; done
rm -rf "$folder/.apt"
printf '%s\n' "$*" >"$complete"
