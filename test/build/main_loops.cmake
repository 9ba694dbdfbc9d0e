# No main loop of a backend with vector registers may touch the stack or copy a vector register. Checked on the
# library's objects. Not under sanitizers, which put checks into the loops.
function(lowp_main_loops_test name objects)
  add_test(NAME ${name} COMMAND main_loops ${ARGN} ${LOWP_OBJDUMP} $<TARGET_OBJECTS:${objects}> COMMAND_EXPAND_LISTS)
endfunction()

if(LOWP_SANITIZE)
  add_test(NAME main_loops COMMAND ${CMAKE_COMMAND} -E echo "skipped: the main loops of a sanitized build hold its checks")
  set_tests_properties(main_loops PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
  return()
endif()

add_executable(main_loops build/machine_code.cc build/main_loops.cc)
target_compile_options(main_loops PRIVATE ${LOWP_COMPILE_OPTIONS})
foreach(backend IN LISTS LOWP_BUILT_BACKENDS)
  if(NOT LOWP_BACKEND_FAMILY_${backend} STREQUAL "scalar")
    lowp_main_loops_test(main_loops_${backend} lowp_backend_${backend})
  endif()
endforeach()

# Proves that the check can fail: these loops have each of the faults.
if(LOWP_PROCESSOR STREQUAL x86_64)
  add_library(lowp_spilling_kernel OBJECT build/spilling_kernel.cc)
  target_compile_options(lowp_spilling_kernel PRIVATE -O2 -mavx2)
  lowp_main_loops_test(main_loops_fails lowp_spilling_kernel)
  set_tests_properties(main_loops_fails PROPERTIES WILL_FAIL ON)
  lowp_main_loops_test(main_loops_finds_Branching lowp_spilling_kernel)
  set_tests_properties(main_loops_finds_Branching PROPERTIES PASS_REGULAR_EXPRESSION "BranchingKernel: no main loop")
  foreach(fault "Copying:register copy" "Spilling:stack" "Storing:store")
    string(REGEX MATCH "^([A-Za-z]+):(.*)$" fault "${fault}")
    lowp_main_loops_test(main_loops_finds_${CMAKE_MATCH_1} lowp_spilling_kernel)
    set_tests_properties(main_loops_finds_${CMAKE_MATCH_1} PROPERTIES
      PASS_REGULAR_EXPRESSION "${CMAKE_MATCH_1}Kernel, loop at [^\n]*, [0-9]+ at fault\n  ${CMAKE_MATCH_2}:")
  endforeach()
endif()
