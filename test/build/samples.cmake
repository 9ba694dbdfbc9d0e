# Sweeps run only a sample of their cases (sample.h) where everything is much slower: in an emulator, and under
# sanitizers. Included first. Native builds without sanitizers run all cases unless LOWP_TEST_ONE_IN is set: ./dev test
# sets it for Clang's build, of which ./dev exhaustive runs all cases.
#
# The sample is one case in a prime number that divides neither the length of a sweep's loop nor the product of the
# loops inside it, so that all values of all loops occur.
set(LOWP_TEST_ENVIRONMENT "")
if(CMAKE_CROSSCOMPILING AND LOWP_SANITIZE)
  set(LOWP_TEST_ENVIRONMENT LOWP_TEST_ONE_IN=53)
elseif(CMAKE_CROSSCOMPILING OR LOWP_SANITIZE)
  set(LOWP_TEST_ENVIRONMENT LOWP_TEST_ONE_IN=11)
endif()

# lowp_filter(<test> <GoogleTest filter>): runs only this part of the test in this build. A filter that names tests names
# their suites, too: its program has other tests' suites.
function(lowp_filter test filter)
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "GTEST_FILTER=${filter}")
endfunction()
