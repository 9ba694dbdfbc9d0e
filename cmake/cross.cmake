# Shared by the cross toolchain files: Debian's cross compiler for <triplet>, the packages that cmake/cross_packages.sh
# unpacked into build/<architecture>-packages, and the emulator that runs the tests.
macro(lowp_cross_toolchain processor triplet architecture emulator)
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_SYSTEM_PROCESSOR ${processor})
  set(CMAKE_LIBRARY_ARCHITECTURE ${triplet})
  set(CMAKE_C_COMPILER ${triplet}-gcc)
  set(CMAKE_CXX_COMPILER ${triplet}-g++)

  get_filename_component(lowp_packages ${CMAKE_CURRENT_LIST_DIR}/../build/${architecture}-packages ABSOLUTE)
  if(NOT EXISTS ${lowp_packages}/.complete)
    message(FATAL_ERROR "${lowp_packages} is missing: ./dev arm makes it")
  endif()
  set(CMAKE_FIND_ROOT_PATH ${lowp_packages} /usr/${triplet})
  set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
  set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
  set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
  set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
  set(ENV{PKG_CONFIG_LIBDIR} ${lowp_packages}/usr/lib/${triplet}/pkgconfig)
  set(ENV{PKG_CONFIG_SYSROOT_DIR} ${lowp_packages})

  # The environment variable QEMU_CPU selects the processor model.
  set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator} -L /usr/${triplet})
endmacro()
