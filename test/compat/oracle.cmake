# The clients that oracle_test compares: oracle_client.cc with the original gemmlowp and with lowp. Included if
# LOWP_ORIGINAL_GEMMLOWP, the folder with the original's headers, was found and LOWP_TEST_AGAINST_ORIGINAL is set.

# oracle_client.cc numbers its 360 combinations of stages, and every LOWP_ORACLE_STEP-th is compiled: 1, 7 or 11. One in
# 7 includes each bias, each limit and the 40 pairs of a scale and a cast; one in 11, for an emulator, 33 of the pairs.
# The original compiles those with numbers below 162 (for one in 11: below 297) with SIMD too. ./dev exhaustive compiles
# all.
if(LOWP_PROCESSOR STREQUAL x86_64)
  set(LOWP_ORACLE_STEP 7 CACHE STRING "One in so many combinations of stages is compared with the original gemmlowp")
else()
  set(LOWP_ORACLE_STEP 11 CACHE STRING "One in so many combinations of stages is compared with the original gemmlowp")
endif()
set(oracle_combinations 360)
set(oracle_step ${LOWP_ORACLE_STEP})
set(oracle_simd_parts 1)
if(oracle_step EQUAL 1)
  set(oracle_part_size 54)
  set(oracle_simd_parts 3)
  set(oracle_parts 7)
elseif(oracle_step EQUAL 7)
  set(oracle_part_size 24)
  set(oracle_parts 3)
elseif(oracle_step EQUAL 11)
  set(oracle_part_size 27)
  set(oracle_parts 2)
else()
  message(FATAL_ERROR "LOWP_ORACLE_STEP must be 1, 7 or 11")
endif()

find_library(LOWP_ORIGINAL_EIGHT_BIT_INT_GEMM eight_bit_int_gemm)
mark_as_advanced(LOWP_ORIGINAL_EIGHT_BIT_INT_GEMM)

# oracle_client(<build> <parts> <compile option>...): the programs oracle_client_<build>_0, _1, ...
function(oracle_client build parts)
  math(EXPR last "${parts} - 1")
  foreach(part RANGE ${last})
    math(EXPR first "${part} * ${oracle_part_size} * ${oracle_step}")
    math(EXPR count "(${oracle_combinations} - ${first} + ${oracle_step} - 1) / ${oracle_step}")
    if(count GREATER oracle_part_size)
      set(count ${oracle_part_size})
    endif()
    set(client oracle_client_${build}_${part})
    add_executable(${client} compat/oracle_client.cc)
    target_compile_definitions(${client} PRIVATE ORACLE_FIRST=${first} ORACLE_STEP=${oracle_step}
                                                 ORACLE_COUNT=${count})
    target_compile_options(${client} PRIVATE ${ARGN})
    add_dependencies(oracle_test ${client})
    if(build STREQUAL lowp)
      target_link_libraries(${client} PRIVATE lowp_tested_backends lowp_internals)
    else()
      target_include_directories(${client} SYSTEM PRIVATE ${LOWP_ORIGINAL_GEMMLOWP})
      target_link_libraries(${client} PRIVATE Threads::Threads)
    endif()
  endforeach()
endfunction()

# The command that starts a cross build's programs.
string(JOIN " " oracle_emulator ${CMAKE_CROSSCOMPILING_EMULATOR})
lowp_test(compat/oracle_test LABELS slow DEFINITIONS LOWP_ORACLE_DIR="${CMAKE_CURRENT_BINARY_DIR}"
          LOWP_ORACLE_EMULATOR="${oracle_emulator}"
          LOWP_ORACLE_PARTS=${oracle_parts} LOWP_ORACLE_SIMD_PARTS=${oracle_simd_parts})
set_tests_properties(oracle_test PROPERTIES COST 30)

oracle_client(lowp ${oracle_parts} ${LOWP_TEST_OPTIONS} -g0)
add_executable(oracle_eight_bit_client_lowp compat/oracle_eight_bit_client.cc)
target_link_libraries(oracle_eight_bit_client_lowp PRIVATE lowp_tested_backends lowp_internals)
add_dependencies(oracle_test oracle_eight_bit_client_lowp)

# Without optimisation, because the original takes long to compile; with wrapping sums, which its code assumes.
set(original -w -O0 -g0 -fwrapv)
set(original_scalar ${original} -DGEMMLOWP_ALLOW_SLOW_SCALAR_FALLBACK)
if(LOWP_PROCESSOR STREQUAL x86_64)
  oracle_client(original_scalar ${oracle_parts} ${original_scalar})
  oracle_client(original_sse4 ${oracle_simd_parts} ${original} -msse4.1)
  oracle_client(original_avx2 ${oracle_simd_parts} ${original} -mavx2 -DGEMMLOWP_ENABLE_AVX2)
elseif(LOWP_PROCESSOR STREQUAL aarch64)
  # It uses NEON whenever the compiler announces it.
  oracle_client(original_scalar ${oracle_parts} ${original_scalar} -U__ARM_NEON)
  oracle_client(original_neon ${oracle_simd_parts} ${original})
endif()
if(TARGET oracle_client_original_scalar_0 AND LOWP_ORIGINAL_EIGHT_BIT_INT_GEMM)
  add_executable(oracle_eight_bit_client_original compat/oracle_eight_bit_client.cc)
  target_include_directories(oracle_eight_bit_client_original SYSTEM PRIVATE ${LOWP_ORIGINAL_GEMMLOWP})
  target_link_libraries(oracle_eight_bit_client_original
                        PRIVATE ${LOWP_ORIGINAL_EIGHT_BIT_INT_GEMM} Threads::Threads)
  add_dependencies(oracle_test oracle_eight_bit_client_original)
endif()
