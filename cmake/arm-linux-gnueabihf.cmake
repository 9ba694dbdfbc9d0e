# Toolchain: 32-bit Arm with Debian's g++-arm-linux-gnueabihf, run by qemu-arm.
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
lowp_cross_toolchain(armv7l arm-linux-gnueabihf armhf qemu-arm)
