# The table of tests: a row is a test of ctest, and a folder is a program, or two: tests_of_<folder>, and
# optimized_tests_of_<folder> for tests whose own loops lose more time without optimisation than it costs to compile.
# Most of the time to compile a test goes into what it instantiates of the library and of GoogleTest, which the sources
# of a program share: as one source they take a third of the time. So no name in an unnamed namespace is repeated within
# a folder.

# lowp_test_program(<name>): a program of tests without sources.
function(lowp_test_program name)
  add_executable(${name})
  target_link_libraries(${name} PRIVATE lowp_test_reference lowp_internals)
  target_include_directories(${name} PRIVATE ${LOWP_GENERATED_DIR})
  target_compile_definitions(${name} PRIVATE LOWP_GOLDEN_DIR="${CMAKE_CURRENT_SOURCE_DIR}/golden")
  target_compile_options(${name} PRIVATE ${LOWP_TEST_OPTIONS})
endfunction()

# lowp_folder_program(<program> <headers>): a program to which rows of a folder add their sources, with these precompiled
# headers.
function(lowp_folder_program program headers)
  if(TARGET ${program})
    return()
  endif()
  lowp_test_program(${program})
  target_sources(${program} PRIVATE support/tests_of_sources.cc)
  target_link_libraries(${program} PRIVATE lowp_tested_backends GTest::gtest)
  target_precompile_headers(${program} REUSE_FROM ${headers})
  set_target_properties(${program} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# lowp_test_row(<name> <command>...)
function(lowp_test_row name)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1800 ENVIRONMENT "${LOWP_TEST_ENVIRONMENT}")
  set_property(GLOBAL PROPERTY lowp_command_of_${name} ${ARGN})
endfunction()

# lowp_test([<folder>/]<name> [THREADS] [ALONE] [SHIPPED_BACKENDS] [OPTIMIZED] [COST <seconds>] [SOURCES <file>...]
#           [LIBRARIES <target>...] [DEFINITIONS <name>...] [CPU <flag>...] [LABELS <label>...]): one row of the table.
# The source is <folder>/<name>.cc unless SOURCES is given. The row joins its folder's program, the optimized one if it is
# OPTIMIZED, and <name> is a target that builds it. A row without a folder, or with one of these three, is a program of
# its own:
#   ALONE             it replaces what a whole program uses, defines macros that change headers, or has options of its own
#   SHIPPED_BACKENDS  it uses the library's table of backends instead of lowp_tested_backends
#   CPU               compiled for instructions beyond the baseline (avx2: -mavx2), skipped on a CPU that lacks one
# THREADS: the test runs several threads; ThreadSanitizer builds omit the others. The costliest tests start first, so
# that no core waits for one of them at the end.
function(lowp_test path)
  get_filename_component(name ${path} NAME)
  get_filename_component(folder "${path}" DIRECTORY)
  cmake_parse_arguments(arg "THREADS;ALONE;SHIPPED_BACKENDS;OPTIMIZED" "COST" "SOURCES;LIBRARIES;DEFINITIONS;CPU;LABELS" ${ARGN})
  if(LOWP_SANITIZE MATCHES thread AND NOT arg_THREADS)
    return()
  endif()
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${path}.cc)
  endif()
  set(kind "")
  set(headers lowp_test_headers)
  if(arg_OPTIMIZED)
    set(kind optimized_)
    set(headers lowp_optimized_test_headers)
  endif()
  if(folder AND NOT (arg_ALONE OR arg_SHIPPED_BACKENDS OR arg_CPU))
    set(program ${kind}tests_of_${folder})
    lowp_folder_program(${program} ${headers})
    add_custom_target(${name} DEPENDS ${program})
    list(TRANSFORM arg_SOURCES REPLACE "^.*/" "" OUTPUT_VARIABLE files)
    list(JOIN files "," files)
    set(command ${program} --sources=${files})
  else()
    set(program ${name})
    lowp_test_program(${name})
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
    if(NOT arg_SHIPPED_BACKENDS)
      target_link_libraries(${name} PRIVATE lowp_tested_backends)
    endif()
    set(command ${name})
    if(arg_CPU)
      list(TRANSFORM arg_CPU PREPEND -m OUTPUT_VARIABLE flags)
      target_compile_options(${name} PRIVATE ${LOWP_INTRINSICS_OPTIONS} ${flags})
      list(JOIN arg_CPU " " needed)
      set(command ${CMAKE_CURRENT_SOURCE_DIR}/build/run_if_cpu_has.sh "${needed}" $<TARGET_FILE:${name}>)
    else()
      target_precompile_headers(${name} REUSE_FROM ${headers})
    endif()
  endif()
  if(arg_OPTIMIZED)
    target_compile_options(${program} PRIVATE -O1)
  endif()
  target_sources(${program} PRIVATE ${arg_SOURCES})
  target_link_libraries(${program} PRIVATE ${arg_LIBRARIES})
  target_compile_definitions(${program} PRIVATE ${arg_DEFINITIONS})
  lowp_test_row(${name} ${command})
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
  if(arg_COST)
    set_tests_properties(${name} PROPERTIES COST ${arg_COST})
  endif()
endfunction()
