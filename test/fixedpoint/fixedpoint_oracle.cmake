# One object includes the original's headers, the test includes lowp's.
add_library(fixedpoint_oracle_original OBJECT fixedpoint/fixedpoint_oracle_original.cc)
lowp_test(fixedpoint_oracle_test OPTIMIZED COST 6
  SOURCES fixedpoint/fixedpoint_oracle_test.cc LIBRARIES fixedpoint_oracle_original)
