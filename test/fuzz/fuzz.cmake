# The targets below run the library under libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, in Clang's build with
# these sanitizers. build/asan/test/fuzz_front_door without arguments runs until something breaks.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT LOWP_SANITIZE MATCHES address)
  return()
endif()

# Clang's runtime libraries are a separate package (Debian: libclang-rt-19-dev).
set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
check_cxx_source_compiles("extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof(0))) { return 0; }"
                          LOWP_COMPILER_HAS_FUZZER)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT LOWP_COMPILER_HAS_FUZZER)
  foreach(target fuzz_convolution fuzz_front_door fuzz_int4 fuzz_network fuzz_operators fuzz_quantization fuzz_transforms)
    add_test(NAME ${target} COMMAND ${CMAKE_COMMAND} -E echo "skipped: this Clang has no libFuzzer")
    set_tests_properties(${target} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
  endforeach()
  return()
endif()

# The fuzzer follows which code of the library runs, but not inside the backends: what runs there depends only on
# arguments that the rest of the library has checked.
foreach(target lowp lowp_for_size)
  target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
endforeach()

# fuzz_target(<name> <runs> <longest input> <source>... [SEEDS <file>...]): a sample of runs; ./dev fuzz takes more. SEEDS
# are sound files to start from.
function(fuzz_target name runs longest)
  cmake_parse_arguments(arg "" "" "SEEDS" ${ARGN})
  set(seeds "")
  foreach(seed ${arg_SEEDS})
    # Copies, since found inputs are written beside them.
    set(seeds ${CMAKE_CURRENT_BINARY_DIR}/${name}_seeds)
    get_filename_component(file ${seed} NAME)
    configure_file(${CMAKE_CURRENT_SOURCE_DIR}/${seed} ${seeds}/${file} COPYONLY)
  endforeach()
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE lowp_test_reference lowp_internals GTest::gtest)
  # Without coverage, which would only measure the reference, and be slow.
  target_compile_options(${name} PRIVATE ${LOWP_COMPILE_OPTIONS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_test(NAME ${name} COMMAND ${name} -runs=${runs} -seed=1 -max_len=${longest} -len_control=0 -print_final_stats=1
                                    ${seeds})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1800 LABELS slow COST 60)
endfunction()

fuzz_target(fuzz_convolution 4000 128 fuzz/fuzz_convolution.cc)
fuzz_target(fuzz_front_door 12000 256 fuzz/fuzz_front_door.cc fuzz/fuzz_packed_blob.cc fuzz/fuzz_pipeline.cc
            fuzz/fuzz_product.cc)
fuzz_target(fuzz_int4 20000 256 fuzz/fuzz_int4.cc fuzz/fuzz_int4_import.cc)
fuzz_target(fuzz_operators 50000 256 fuzz/fuzz_operators.cc)
fuzz_target(fuzz_quantization 200000 512 fuzz/fuzz_quantization.cc)
fuzz_target(fuzz_transforms 50000 512 fuzz/fuzz_activations.cc fuzz/fuzz_dynamic.cc
            fuzz/fuzz_requantization.cc fuzz/fuzz_rows.cc fuzz/fuzz_transforms.cc)
if(TARGET lowp_networks)
  target_compile_options(lowp_networks PRIVATE -fsanitize=fuzzer-no-link)
  fuzz_target(fuzz_network 10000 20000 fuzz/fuzz_network.cc SEEDS golden/network/medley.tflite
              golden/network/mosaic.tflite golden/network/open_batch.tflite golden/network/unsigned.tflite
              golden/network/wide.tflite)
  target_link_libraries(fuzz_network PRIVATE lowp_networks)
endif()
