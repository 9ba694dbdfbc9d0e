# fuzz_front_door, fuzz_quantization and fuzz_transforms: the library under libFuzzer, AddressSanitizer and
# UndefinedBehaviorSanitizer, in Clang builds. build/clang/test/fuzz_front_door without arguments runs until something
# breaks.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR LOWP_SANITIZE)
  return()
endif()

set(fuzz_sanitizers address,undefined)
set(fuzz_sanitizer_options -fsanitize=${fuzz_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
set(fuzz_options ${fuzz_sanitizer_options} -fsanitize=fuzzer-no-link)

# Clang's runtime libraries are a separate package (Debian: libclang-rt-19-dev).
set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer,${fuzz_sanitizers})
check_cxx_source_compiles("extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof(0))) { return 0; }"
                          LOWP_COMPILER_HAS_FUZZER)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT LOWP_COMPILER_HAS_FUZZER)
  foreach(target fuzz_front_door fuzz_quantization fuzz_transforms)
    add_test(NAME ${target} COMMAND ${CMAKE_COMMAND} -E echo "skipped: this Clang has no libFuzzer")
    set_tests_properties(${target} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
  endforeach()
  return()
endif()

# The whole library again, including its backends, with instrumented memory accesses. More instrumentation would take
# minutes to compile in a backend and find little: the other sanitizers' build finds undefined behaviour, and which of a
# backend's instructions run depends on arguments that the rest of the library has checked. Checks by calls compile in
# 0.33x the time of inline ones and run 3x slower, which matters little here.
set(fuzz_backend_options -O1 -fsanitize=address "SHELL:-mllvm -asan-instrumentation-with-call-threshold=0")
#
# One backend with panels of bytes, one with panels of int16, and the portable one: the other backends' entry is the
# same.
set(fuzzed_backends ${LOWP_BUILT_BACKENDS})
list(FILTER fuzzed_backends INCLUDE REGEX "^(avx512_vnni|avx2|i8mm|neon|scalar)$")
function(lowp_fuzzed_library target)
  add_library(${target} STATIC)
  foreach(backend IN LISTS fuzzed_backends)
    lowp_backend_objects(${target}_${backend} ${PROJECT_SOURCE_DIR}/internal/backends/${backend}.cc
                         ${fuzz_backend_options} ${LOWP_BACKEND_FLAGS_${backend}})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${backend}>)
  endforeach()
  set(LOWP_BUILT_BACKENDS "")  # those of the plain library
  lowp_library(${target})
  lowp_write_backend_table(${CMAKE_CURRENT_BINARY_DIR}/fuzzed ${fuzzed_backends})
  target_include_directories(${target} BEFORE PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/fuzzed)
  target_compile_options(${target} PRIVATE ${fuzz_options})
endfunction()
lowp_fuzzed_library(lowp_fuzzed)

# fuzz_target(<name> <runs> <longest input> <source>...)
function(fuzz_target name runs longest)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE lowp_fuzzed GTest::gtest)
  # Without coverage, which would only measure the reference, and be slow.
  target_compile_options(${name} PRIVATE ${LOWP_COMPILE_OPTIONS} ${fuzz_sanitizer_options})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer,${fuzz_sanitizers})
  add_test(NAME ${name} COMMAND ${name} -runs=${runs} -seed=1 -max_len=${longest} -len_control=0 -print_final_stats=1)
  set_tests_properties(${name} PROPERTIES TIMEOUT 1800 LABELS slow COST 60)
endfunction()

fuzz_target(fuzz_front_door 25000 256 fuzz/fuzz_front_door.cc fuzz/fuzz_packed_blob.cc fuzz/fuzz_pipeline.cc
            fuzz/fuzz_product.cc support/reference_gemm.cc)
fuzz_target(fuzz_quantization 200000 512 fuzz/fuzz_quantization.cc)
fuzz_target(fuzz_transforms 50000 512 fuzz/fuzz_dynamic.cc fuzz/fuzz_transforms.cc)
