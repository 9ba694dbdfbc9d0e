# Toolchain: `zig c++`, which is Clang with the headers and libraries of other systems. LOWP_ZIG is the program, as PyPI's
# package ziglang has it, and LOWP_ZIG_TARGET one of x86_64-windows-gnu, x86_64-macos and aarch64-macos.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LOWP_ZIG LOWP_ZIG_TARGET)
if(LOWP_ZIG_TARGET MATCHES "windows")
  set(CMAKE_SYSTEM_NAME Windows)
elseif(LOWP_ZIG_TARGET MATCHES "macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  set(CMAKE_OSX_SYSROOT "")
else()
  message(FATAL_ERROR "LOWP_ZIG_TARGET = ${LOWP_ZIG_TARGET}: is neither a Windows nor a macOS")
endif()
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${LOWP_ZIG_TARGET})

# CMake wants one program for each tool.
set(lowp_zig_tools ${CMAKE_BINARY_DIR}/zig-tools)
foreach(tool ar ranlib rc)
  file(WRITE ${lowp_zig_tools}/${tool} "#!/bin/sh\nexec '${LOWP_ZIG}' ${tool} \"$@\"\n")
  file(CHMOD ${lowp_zig_tools}/${tool} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endforeach()
set(CMAKE_C_COMPILER ${LOWP_ZIG} cc -target ${LOWP_ZIG_TARGET})
set(CMAKE_CXX_COMPILER ${LOWP_ZIG} c++ -target ${LOWP_ZIG_TARGET})
set(CMAKE_AR ${lowp_zig_tools}/ar)
set(CMAKE_RANLIB ${lowp_zig_tools}/ranlib)
set(CMAKE_RC_COMPILER ${lowp_zig_tools}/rc)
# Its Clang is newer than any that lowp is tested with: a loop that it does not unroll is slower, and no error.
set(CMAKE_CXX_FLAGS_INIT -Wno-pass-failed)
# A tool for shared libraries, which are not built.
set(CMAKE_INSTALL_NAME_TOOL true)

# Checks of flags compile and do not link: zig would build its C++ library anew for each set of instructions.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
