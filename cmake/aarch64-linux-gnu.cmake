# Toolchain: 64-bit Arm with Debian's g++-aarch64-linux-gnu, run by qemu-aarch64.
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
lowp_cross_toolchain(aarch64 aarch64-linux-gnu arm64 qemu-aarch64)
