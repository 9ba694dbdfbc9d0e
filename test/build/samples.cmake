# Sweeps that run a sample of their cases (sample.h) where everything is many times as slow: in an emulator, and under
# AddressSanitizer. Included first. The build's own machine runs them in full, with GCC and with Clang; without the
# variable, so does any Arm.
#
# One case in a prime number that no loop of a sweep has for its length, nor the loops within it together: then all
# values of all loops are in the sample. ThreadSanitizer runs what concerns threads in full, and the rest not at all.
set(LOWP_TEST_ENVIRONMENT "")
if(CMAKE_CROSSCOMPILING AND LOWP_SANITIZE)
  set(LOWP_TEST_ENVIRONMENT LOWP_TEST_ONE_IN=53)
elseif(CMAKE_CROSSCOMPILING OR LOWP_SANITIZE MATCHES address)
  set(LOWP_TEST_ENVIRONMENT LOWP_TEST_ONE_IN=11)
endif()

# lowp_filter(<test> <GoogleTest filter>): of that test only this, in this build.
function(lowp_filter test filter)
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "GTEST_FILTER=${filter}")
endfunction()
