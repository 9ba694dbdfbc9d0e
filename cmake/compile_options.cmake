# How every file of the project is compiled: warnings, floating point, sanitizers.

# -ffp-contract=off: a fused multiply-add would round once where the specification rounds twice.
set(LOWP_COMPILE_OPTIONS -Wall -Wextra -ffp-contract=off)
# A project around lowp, or the environment, may ask for mathematics that is fast and wrong.
get_property(lowp_inherited_options DIRECTORY PROPERTY COMPILE_OPTIONS)
if("${CMAKE_CXX_FLAGS} ${lowp_inherited_options}" MATCHES "-Ofast|-f[a-z-]+-math")
  list(PREPEND LOWP_COMPILE_OPTIONS -fno-fast-math)
endif()
if(LOWP_WERROR)
  list(APPEND LOWP_COMPILE_OPTIONS -Werror)
elseif(NOT LOWP_IS_TOP_LEVEL)
  # The project around lowp has warnings of its own, in CMAKE_CXX_FLAGS or in its directories.
  list(APPEND LOWP_COMPILE_OPTIONS -w)
endif()

# For the library's own files. GCC reads neighbouring fields of a structure, just written by one store each, with one
# wide load, which a processor cannot forward from its pending stores. This costs 2 to 4% of a tiny product's time on
# Zen 4. (Loops are vectorized nevertheless.)
#
# -O2 where CMake has -O3 for releases: programs get what the tests test. Loops that gain from -O3 are in backends and
# register families, which set their own (backends.cmake).
set(LOWP_LIBRARY_OPTIONS ${LOWP_COMPILE_OPTIONS} -fno-tree-slp-vectorize $<$<CONFIG:Release>:-O2>)

# For files full of intrinsics: GCC warns that a register type loses its attributes as a template argument, and that
# its own _mm512_undefined_epi32() is uninitialized (GCC bug 105593).
set(LOWP_INTRINSICS_OPTIONS
    $<$<CXX_COMPILER_ID:GNU>:-Wno-ignored-attributes>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

if(LOWP_SANITIZE)
  string(REPLACE ";" "," sanitizers "${LOWP_SANITIZE}")
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${sanitizers})
  # Files with many accesses compile in 0.6x to 0.75x the time if checks of accesses are calls, and if AddressSanitizer
  # alone checks the sizes of objects.
  if(LOWP_SANITIZE MATCHES address AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(lowp_checks "-fno-sanitize=object-size -mllvm -asan-instrumentation-with-call-threshold=0")
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:${lowp_checks}>")
  elseif(LOWP_SANITIZE MATCHES address)
    add_compile_options("SHELL:--param asan-instrumentation-with-call-threshold=0")
  endif()
endif()

# A shared <target> exports what cmake/lowp.map.in lists, where the linker knows such lists.
function(lowp_export_symbols target)
  if(NOT UNIX OR APPLE)
    return()
  endif()
  set(map ${LOWP_GENERATED_DIR}/lowp.map)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/lowp.map.in ${map} @ONLY)
  target_link_options(${target} PRIVATE -Wl,--version-script=${map})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
endfunction()

# With LOWP_UNITY_BUILD the files of a folder are compiled as one, so that their unnamed namespaces are one, too.
function(lowp_group_by_folder)
  foreach(source IN LISTS ARGN)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
endfunction()

# How <target>, the library or objects of it, is compiled.
function(lowp_compile_portable target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE ${LOWP_LIBRARY_OPTIONS})
  target_include_directories(${target} PRIVATE ${LOWP_GENERATED_DIR})
  # Without these precompiled most files take twice as long to compile. Builds without tests, such as those of a project
  # around lowp, show that each file includes what it uses.
  if(LOWP_BUILD_TESTS AND NOT LOWP_UNITY_BUILD)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <cstdio> <cstring> <deque> <limits> <memory>
      <mutex> <string> <thread> <tuple> <vector>)
  endif()
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON
    UNITY_BUILD ${LOWP_UNITY_BUILD}
    UNITY_BUILD_MODE GROUP)
endfunction()

# Turns <target>, an empty library, into the lowp library: its sources, the objects of those compiled for size, of the
# backends and of their register families, visibility, dependencies.
function(lowp_library target)
  if(NOT TARGET lowp_for_size)
    add_library(lowp_for_size OBJECT ${lowp_for_size_sources})
    lowp_compile_portable(lowp_for_size)
    target_compile_options(lowp_for_size PRIVATE $<$<NOT:$<CONFIG:Debug>>:-Os>)
  endif()
  lowp_group_by_folder(${lowp_sources} ${lowp_for_size_sources})
  target_sources(${target} PRIVATE ${lowp_sources} $<TARGET_OBJECTS:lowp_for_size>)
  foreach(backend IN LISTS LOWP_BUILT_BACKENDS)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:lowp_backend_${backend}>)
  endforeach()
  foreach(family IN LISTS LOWP_BUILT_FAMILIES)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:lowp_family_${family}>)
  endforeach()
  lowp_compile_portable(${target})
  # The warnings of a project around lowp are not for its headers.
  set(system SYSTEM)
  if(LOWP_IS_TOP_LEVEL)
    set(system "")
  endif()
  target_include_directories(${target} ${system}
    INTERFACE $<BUILD_INTERFACE:${LOWP_STAGED_INCLUDE_DIR}>
              $<BUILD_INTERFACE:${LOWP_STAGED_INCLUDE_DIR}/gemmlowp>
              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/gemmlowp>)
  target_link_libraries(${target} PUBLIC Threads::Threads)
  if(LOWP_CPUINFO)
    target_link_libraries(${target} PRIVATE lowp::cpuinfo)
  endif()
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL SHARED_LIBRARY)
    lowp_export_symbols(${target})
  endif()
endfunction()
