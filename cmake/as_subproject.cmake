# Keeps out of lowp what a project around it sets for itself. Nothing of lowp reaches that project either: what is set
# here, and in the files that follow, is set for this directory and those below.

# Whether lowp is configured by itself. (PROJECT_IS_TOP_LEVEL came with CMake 3.21.)
if(CMAKE_SOURCE_DIR STREQUAL PROJECT_SOURCE_DIR)
  set(LOWP_IS_TOP_LEVEL ON)
  return()
endif()
set(LOWP_IS_TOP_LEVEL OFF)

# compile_options.cmake turns off the warnings that the project asks for. These tools of the project would report more.
foreach(tool CLANG_TIDY CPPCHECK CPPLINT INCLUDE_WHAT_YOU_USE)
  set(CMAKE_CXX_${tool} "")
endforeach()
set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)
# Each backend is compiled by itself, with its own instructions.
set(CMAKE_UNITY_BUILD OFF)
