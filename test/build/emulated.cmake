# The tests of a cross build, run by the emulator. Included last, because it modifies the registered tests.
#
# All tests run on a processor with every feature, so that those that loop over the backends see each of them. The
# choice of a backend, and its results, are tested again on processors that lack features. Sweeps run a sample of their
# cases (samples.cmake); those that would still take minutes are cut.
set(emulator_model max)

get_property(tests DIRECTORY PROPERTY TESTS)
foreach(test IN LISTS tests)
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT QEMU_CPU=${emulator_model})
endforeach()

lowp_filter(gemm_test -*EverySizeTo130*)
lowp_filter(packed_gemm_test -*RandomShapes*:*RandomPipelines*)
# A program cannot start itself again, because the kernel does not know about the emulator. compat_test and others do
# that to see a message printed on exit, which is the same on every processor.
lowp_filter(compat_test -*DeathTest*)
lowp_filter(guard_page_test -*CatchesAByteTooFar*)
lowp_filter(validate_test -*DeathTest*)
lowp_filter(dispatch_test -EnvironmentTest*)
# qemu 7.2 aborts if a process made by fork() starts a thread, because its table of processors still has the parent's.
lowp_filter(fork_test -*AnInheritedContextWorksAndCanBeDeleted:*GrandchildrenWork)
# A native shell starts the test's clients in the emulator.
if(TEST oracle_test AND LOWP_PROCESSOR STREQUAL aarch64)
  set_tests_properties(oracle_test PROPERTIES ENVIRONMENT "QEMU_CPU=${emulator_model};LOWP_ORACLE_PROBLEMS=270")
endif()

# Refused at compile time.
add_test(NAME big_endian_is_refused COMMAND ${CMAKE_CXX_COMPILER} -mbig-endian -fsyntax-only -x c++
         ${PROJECT_SOURCE_DIR}/internal/detect_platform.h)
set_tests_properties(big_endian_is_refused PROPERTIES PASS_REGULAR_EXPRESSION "needs a little-endian target")

# lowp_emulated_choice(<model> <regular expression> [<value of LOWP_BACKEND>]): what dispatch_test's child prints on
# this processor: the status's code, the backend, and why it was chosen.
function(lowp_emulated_choice model expected)
  set(environment QEMU_CPU=${model})
  set(name ${model}_chooses)
  if(ARGC GREATER 2)
    list(APPEND environment LOWP_BACKEND=${ARGV2})
    string(APPEND name _${ARGV2})
  endif()
  add_test(NAME ${name} COMMAND dispatch_test --child=plan)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${environment}" PASS_REGULAR_EXPRESSION "^${expected}")
endfunction()

if(LOWP_PROCESSOR STREQUAL aarch64)
  lowp_emulated_choice(cortex-a53  "0[|]neon[|]the first of")
  lowp_emulated_choice(neoverse-n1 "0[|]dotprod[|]the first of")
  lowp_emulated_choice(max         "0[|]i8mm[|]the first of")
  lowp_emulated_choice(max         "0[|]neon[|]named by LOWP_BACKEND" neon)
  lowp_emulated_choice(neoverse-n1 "2[|].*LOWP_BACKEND.*cannot run" i8mm)
  lowp_emulated_choice(cortex-a53  "2[|].*LOWP_BACKEND.*cannot run" dotprod)
  lowp_emulated_choice(max         "1[|].*LOWP_BACKEND.*names no backend" abacus)

  foreach(model cortex-a53 neoverse-n1)
    foreach(test cpu_features_test golden_layers_test gemm_test)
      get_property(command GLOBAL PROPERTY lowp_command_of_${test})
      lowp_test_row(${test}_on_${model} ${command})
      set_tests_properties(${test}_on_${model} PROPERTIES
        ENVIRONMENT "QEMU_CPU=${model};${LOWP_TEST_ENVIRONMENT};GTEST_FILTER=-*EverySizeTo130*:*DepthsAt*:*LongAndThin*:*TileEdges*")
    endforeach()
  endforeach()
endif()
