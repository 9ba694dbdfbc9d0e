# gemmlowp's own tests and example, from Debian's libgemmlowp-dev, compiled unchanged against lowp.
set(original_doc /usr/share/doc/libgemmlowp-dev)
if(NOT EXISTS ${original_doc}/examples/test/test.cc)
  add_test(NAME original_tests COMMAND ${CMAKE_COMMAND} -E echo "skipped: no ${original_doc}/examples/test")
  set_tests_properties(original_tests PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
  return()
endif()

# They include "../public/gemmlowp.h" from a folder next to public/; any folder of the staged tree will do.
function(original_test name)
  cmake_parse_arguments(arg "NOT_RUN" "" "SOURCES;LABELS;DEFINITIONS" ${ARGN})
  add_executable(original_${name} ${arg_SOURCES})
  target_link_libraries(original_${name} PRIVATE lowp)
  target_include_directories(original_${name} PRIVATE ${LOWP_STAGED_INCLUDE_DIR}/gemmlowp/public)
  target_compile_options(original_${name} PRIVATE -w -O2 -g0)
  target_compile_definitions(original_${name} PRIVATE ${arg_DEFINITIONS})
  if(arg_NOT_RUN)
    set_target_properties(original_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    return()
  endif()
  add_test(NAME original_${name} COMMAND original_${name})
  set_tests_properties(original_${name} PROPERTIES TIMEOUT 600 LABELS "${arg_LABELS}")
endfunction()

set(original_tests ${original_doc}/examples/test)
# The reference of its exhaustive part takes all but one of its 40 seconds. The whole is left to ./dev exhaustive;
# oracle_test compares with the original itself.
original_test(test SOURCES ${original_tests}/test.cc ${original_tests}/test_data.cc
              DEFINITIONS GEMMLOWP_SKIP_EXHAUSTIVE_TESTS)
original_test(whole_test NOT_RUN SOURCES ${original_tests}/test.cc ${original_tests}/test_data.cc)
original_test(test_allocator SOURCES ${original_tests}/test_allocator.cc)
original_test(test_blocking_counter SOURCES ${original_tests}/test_blocking_counter.cc)
original_test(test_fixedpoint SOURCES ${original_tests}/test_fixedpoint.cc LABELS slow)
original_test(test_math_helpers SOURCES ${original_tests}/test_math_helpers.cc)

execute_process(COMMAND gzip -dc ${original_doc}/doc/quantization_example.cc.gz
                OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/quantization_example.cc COMMAND_ERROR_IS_FATAL ANY)
original_test(quantization_example SOURCES ${CMAKE_CURRENT_BINARY_DIR}/quantization_example.cc)
