# The machine code of backends and register families stays within a budget: every kernel, epilogue and transform is a
# template, and a template that is instantiated once too often shows nowhere else. Checked on the library's objects as
# GCC makes them, because other compilers unroll and inline differently. Measured with GCC 12.
function(lowp_text_budget_test name max_kb target)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DOBJDUMP=${LOWP_OBJDUMP} -DMAX_KB=${max_kb}
           "-DOBJECTS=$<TARGET_OBJECTS:${target}>" -P ${CMAKE_CURRENT_SOURCE_DIR}/build/text_budget_test.cmake)
endfunction()

# <backend or family_<family>> <max KB>: what was measured and a tenth more. Without a row here an object has 700.
set(text_budgets_x86_64
  "amx 120"
  "avx512_vnni 601"
  "avx2 389"
  "avx512 116"
  "avx_vnni 194"
  "scalar 27"
  "family_avx512 437"
  "family_avx2 398"
  "family_scalar 165")
set(text_budgets_aarch64
  "i8mm 77"
  "dotprod 75"
  "neon 92"
  "family_neon 313"
  "scalar 27"
  "family_scalar 175")

if(LOWP_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT DEFINED text_budgets_${LOWP_PROCESSOR})
  return()
endif()

set(built ${LOWP_BUILT_BACKENDS})
foreach(family IN LISTS LOWP_BUILT_FAMILIES)
  list(APPEND built family_${family})
endforeach()
set(rows ${text_budgets_${LOWP_PROCESSOR}})
foreach(name IN LISTS built)
  if(NOT "${rows}" MATCHES "(^|;)${name} ")
    list(APPEND rows "${name} 700")
  endif()
endforeach()
foreach(row IN LISTS rows)
  string(REGEX MATCH "^([^ ]+) ([0-9]+)$" row "${row}")
  set(name ${CMAKE_MATCH_1})
  set(max_kb ${CMAKE_MATCH_2})
  if(NOT name IN_LIST built)
    continue()
  endif()
  if(name MATCHES "^family_")
    lowp_text_budget_test(text_budget_${name} ${max_kb} lowp_${name})
  else()
    lowp_text_budget_test(text_budget_${name} ${max_kb} lowp_backend_${name})
  endif()
endforeach()

# Proves that the check can fail.
list(GET LOWP_BUILT_BACKENDS 0 first)
lowp_text_budget_test(text_budget_finds_excess 1 lowp_backend_${first})
set_tests_properties(text_budget_finds_excess PROPERTIES PASS_REGULAR_EXPRESSION "[0-9]+ KB of text, more than 1:")
