# The C API from C: a program, the interface of a shared library, and the structs. The shared library is linked from the
# static one, so that nothing is compiled twice.
enable_language(C)
set(shared "")
set(LOWP_C_OPTIONS -std=c99 -pedantic -Wall -Wextra $<$<BOOL:${LOWP_WERROR}>:-Werror>)

if(LOWP_SANITIZE)
  # A shared library would need the sanitizer's run-time library first.
  add_library(lowp_for_c ALIAS lowp)
elseif(BUILD_SHARED_LIBS)
  add_library(lowp_for_c ALIAS lowp)
  set(shared lowp)
else()
  add_library(lowp_for_c SHARED c/shared.cc)
  target_link_libraries(lowp_for_c PRIVATE -Wl,--whole-archive,$<TARGET_FILE:lowp>,--no-whole-archive
                                           PkgConfig::lowp_cpuinfo Threads::Threads)
  add_dependencies(lowp_for_c lowp)
  # The build does not wait for a file that is named among linker flags.
  set_target_properties(lowp_for_c PROPERTIES LINK_DEPENDS $<TARGET_FILE:lowp>)
  lowp_export_symbols(lowp_for_c)
  set(shared lowp_for_c)
endif()

# lowp_c_program(<name> <source>...)
function(lowp_c_program name)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE ${LOWP_C_OPTIONS})
  target_include_directories(${name} PRIVATE ${LOWP_STAGED_INCLUDE_DIR})
endfunction()

# lowp_c_test(<name> <source>...): a program that uses the library.
function(lowp_c_test name)
  lowp_c_program(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE lowp_for_c m)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${LOWP_TEST_ENVIRONMENT}")
endfunction()
lowp_c_test(c_api_test c/batch.c c/blas.c c/c_api_test.c c/check.c c/convolution.c c/dynamic.c c/extremes.c c/int16.c c/int4.c
            c/kept.c c/operators.c c/products.c c/stages.c c/strided_copy.c)
lowp_c_test(c_quickstart ${PROJECT_SOURCE_DIR}/doc/examples/quickstart.c)
add_test(NAME c_api_page
  COMMAND ${CMAKE_COMMAND} -DREADME=${PROJECT_SOURCE_DIR}/doc/c_api.md -DLANGUAGE=c
          -DEXAMPLE=${PROJECT_SOURCE_DIR}/doc/examples/quickstart.c
          -P ${PROJECT_SOURCE_DIR}/doc/examples/readme_test.cmake)

if(shared AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  # Clang's nm has other options.
  if(CMAKE_CROSSCOMPILING)
    set(LOWP_NM ${CMAKE_NM})
  else()
    find_program(LOWP_NM nm REQUIRED)
  endif()
  lowp_c_program(abi_layout c/abi_layout.c)
  add_test(NAME abi_test COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/c/abi_test.sh ${LOWP_NM} $<TARGET_FILE:${shared}>
           ${CMAKE_CURRENT_SOURCE_DIR}/c/abi.txt ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:abi_layout>)
  # Proves that the check can fail: the program prints no structs.
  add_test(NAME abi_test_finds_a_change COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/c/abi_test.sh ${LOWP_NM}
           $<TARGET_FILE:${shared}> ${CMAKE_CURRENT_SOURCE_DIR}/c/abi.txt true)
  set_tests_properties(abi_test_finds_a_change PROPERTIES PASS_REGULAR_EXPRESSION "-lowp_product: [0-9]+ bytes")
endif()
