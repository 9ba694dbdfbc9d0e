# lowp_register_family(<name> <processor> [<flag>...]): one row of the table of register families, which comes before
# that of the backends. It builds nothing itself.
#
# lowp_backend(<name> <processor> FAMILY <family> [EXTENDS <backend>] [<flag>...]): one row of the backend table. With
# EXTENDS, <name> adds kernels to a backend of a later row (Backend::extends), without which it cannot be built.
#
# If the target has <processor> (or it is "any"), the compiler accepts the flags, and LOWP_BACKENDS is empty or contains
# <name>, this builds internal/backends/<name>.cc with the flags into the object library lowp_backend_<name> and appends
# <name> to LOWP_BUILT_BACKENDS. The first backend of a family also builds internal/backends/family_<family>.cc, with
# the family's own flags, into the object library lowp_family_<family>, and appends <family> to LOWP_BUILT_FAMILIES.
# After the last row, lowp_write_backend_table() writes backends.inc, with a line LOWP_BACKEND(<name>) for each, which
# internal/backends/backend_list.cc expands.
include(CheckCXXSourceCompiles)

set(LOWP_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)
set(LOWP_BUILT_BACKENDS "")
set(LOWP_BUILT_FAMILIES "")
set(LOWP_BACKEND_NAMES "")

set(LOWP_PROCESSOR ${CMAKE_SYSTEM_PROCESSOR})
if(LOWP_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(LOWP_PROCESSOR x86_64)
elseif(LOWP_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  set(LOWP_PROCESSOR aarch64)
endif()
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  set(LOWP_PROCESSOR ${LOWP_PROCESSOR}_32)
endif()

# Adds the object library <target> from the source of a backend or a register family. It is always optimised, because
# kernels are useless otherwise, and never takes part in link-time optimisation, which could move its code past the CPU
# check. It has no exceptions, because the tables they need are weak symbols.
#
# Under sanitizers a backend's inlined loops grow so much that -O3 would take minutes, and with Clang so would checks of
# pointers whose accesses AddressSanitizer checks, too.
#
# -falign-loops: otherwise a small loop falls on cache lines by chance, and is much slower if it straddles two of them.
#
# -frename-registers: in some x86 loops GCC's register allocator copies accumulators in and out of assembly; the pass
# that renames registers removes the copies. -fira-region: the regions that the allocator works on. On x86 it copies
# registers at the borders of loops that hold two tiles at once, unless every loop is a region; on Arm it does so where
# a loop loads registers for its next turn, unless the whole function is one region.
#
# Without debug information sanitized backends compile in 0.8x the time; a report then names functions, not lines.
#
# On x86 loops say themselves what to unroll: GCC's -O3 would add 51 KB to the backends and a sixth to the families, for
# no speed. Without vectors by that cost model some transforms take five times as long. Clang needs -O3 to unroll all of
# what loops say; and on Arm, where instructions alone were counted, a product by dotprod has a fifth more of them
# without it.
set(LOWP_BACKEND_OPTIMISATION -O3)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND LOWP_PROCESSOR STREQUAL x86_64)
  set(LOWP_BACKEND_OPTIMISATION -O2 -ftree-vectorize -fvect-cost-model=dynamic)
endif()
if(LOWP_SANITIZE)
  set(LOWP_BACKEND_OPTIMISATION -O1 -g0)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND LOWP_SANITIZE MATCHES address)
    list(APPEND LOWP_BACKEND_OPTIMISATION -fno-sanitize=null,pointer-overflow)
  endif()
endif()
set(LOWP_BACKEND_OPTIONS -fno-exceptions -fno-lto)
if(LOWP_PROCESSOR STREQUAL x86_64)
  list(APPEND LOWP_BACKEND_OPTIONS -falign-loops=32 "$<$<CXX_COMPILER_ID:GNU>:-frename-registers;-fira-region=all>")
elseif(LOWP_PROCESSOR STREQUAL aarch64)
  list(APPEND LOWP_BACKEND_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-fira-region=one>)
endif()
# On Windows GCC saves wide registers with aligned moves at addresses that are not aligned (GCC bug 54412).
if(MINGW)
  list(APPEND LOWP_BACKEND_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-Wa,-muse-unaligned-vector-move>)
endif()
function(lowp_backend_objects target source optimisation)
  add_library(${target} OBJECT ${source})
  target_compile_definitions(${target} PRIVATE LOWP_BACKEND_TRANSLATION_UNIT)
  target_compile_options(${target} PRIVATE
    ${LOWP_LIBRARY_OPTIONS} ${LOWP_INTRINSICS_OPTIONS} ${LOWP_BACKEND_OPTIONS} ${optimisation} ${ARGN})
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON
    INTERPROCEDURAL_OPTIMIZATION OFF)
endfunction()

function(lowp_register_family name processor)
  set(LOWP_FAMILY_PROCESSOR_${name} ${processor} PARENT_SCOPE)
  set(LOWP_FAMILY_FLAGS_${name} ${ARGN} PARENT_SCOPE)
endfunction()

function(lowp_backend name processor)
  cmake_parse_arguments(arg "" "FAMILY;EXTENDS" "" ${ARGN})
  set(flags ${arg_UNPARSED_ARGUMENTS})
  set(family ${arg_FAMILY})
  set(LOWP_BACKEND_NAMES ${LOWP_BACKEND_NAMES} ${name} PARENT_SCOPE)
  if(NOT LOWP_FAMILY_PROCESSOR_${family} STREQUAL processor)
    message(FATAL_ERROR "lowp: the backend ${name} is for ${processor}, its register family \"${family}\" is not")
  endif()
  if(LOWP_BACKENDS AND NOT name IN_LIST LOWP_BACKENDS)
    return()
  endif()
  if(NOT processor STREQUAL "any" AND NOT processor STREQUAL LOWP_PROCESSOR)
    return()
  endif()
  if(arg_EXTENDS AND LOWP_BACKENDS AND NOT arg_EXTENDS IN_LIST LOWP_BACKENDS)
    message(FATAL_ERROR "lowp: LOWP_BACKENDS has ${name}, which needs ${arg_EXTENDS} too")
  endif()
  list(JOIN flags " " CMAKE_REQUIRED_FLAGS)
  foreach(flag IN LISTS LOWP_FAMILY_FLAGS_${family})
    string(APPEND CMAKE_REQUIRED_FLAGS " ${flag}")
  endforeach()
  if(CMAKE_REQUIRED_FLAGS)
    check_cxx_source_compiles("int main() {}" LOWP_COMPILER_HAS_${name})
    if(NOT LOWP_COMPILER_HAS_${name})
      message(WARNING "lowp: no ${name} backend, the compiler does not take ${CMAKE_REQUIRED_FLAGS}")
      return()
    endif()
  endif()
  lowp_backend_objects(lowp_backend_${name} internal/backends/${name}.cc ${LOWP_BACKEND_OPTIMISATION} ${flags})
  list(APPEND LOWP_BUILT_BACKENDS ${name})
  set(LOWP_BUILT_BACKENDS ${LOWP_BUILT_BACKENDS} PARENT_SCOPE)
  set(LOWP_BACKEND_FLAGS_${name} ${flags} PARENT_SCOPE)
  set(LOWP_BACKEND_FAMILY_${name} ${family} PARENT_SCOPE)

  if(NOT family IN_LIST LOWP_BUILT_FAMILIES)
    lowp_backend_objects(lowp_family_${family} internal/backends/family_${family}.cc
                         ${LOWP_BACKEND_OPTIMISATION} ${LOWP_FAMILY_FLAGS_${family}})
    list(APPEND LOWP_BUILT_FAMILIES ${family})
    set(LOWP_BUILT_FAMILIES ${LOWP_BUILT_FAMILIES} PARENT_SCOPE)
  endif()
endfunction()

# lowp_write_backend_table(<directory> <name>...)
function(lowp_write_backend_table directory)
  list(REMOVE_ITEM LOWP_BACKENDS ${LOWP_BACKEND_NAMES})
  if(LOWP_BACKENDS)
    list(JOIN LOWP_BACKEND_NAMES ", " names)
    message(FATAL_ERROR "lowp: LOWP_BACKENDS has ${LOWP_BACKENDS}, which is none of ${names}")
  endif()
  if(NOT ARGN)
    message(FATAL_ERROR "lowp: none of LOWP_BACKENDS can be built for ${CMAKE_SYSTEM_PROCESSOR}")
  endif()
  list(TRANSFORM ARGN REPLACE "(.+)" "LOWP_BACKEND(\\1)\n" OUTPUT_VARIABLE rows)
  list(JOIN rows "" rows)
  file(CONFIGURE OUTPUT ${directory}/backends.inc CONTENT "${rows}" @ONLY)
endfunction()
