# The machine code of backends and register families stays within a budget: every kernel, epilogue and transform is a
# template, and a template that is instantiated once too often shows nowhere else. Checked on the library's objects as
# GCC makes them, because other compilers unroll and inline differently. Measured with GCC 12.
function(lowp_text_budget_test name max_kb)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DOBJDUMP=${LOWP_OBJDUMP} -DMAX_KB=${max_kb} "-DOBJECTS=${objects}"
           -P ${CMAKE_CURRENT_SOURCE_DIR}/build/text_budget_test.cmake)
endfunction()

# <backend or family_<family>>[+...] <max KB>. The sums are budgets by design; the others are what was measured and a
# tenth more.
set(text_budgets_x86_64
  "avx512_vnni+family_avx512 700"
  "avx2+family_avx2 600"
  "avx512 98"
  "avx_vnni 208"
  "scalar 11"
  "family_scalar 177")
set(text_budgets_aarch64
  "i8mm 61"
  "dotprod 58"
  "neon 76"
  "family_neon 288"
  "scalar 13"
  "family_scalar 144")

if(LOWP_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT DEFINED text_budgets_${LOWP_PROCESSOR})
  return()
endif()

set(built ${LOWP_BUILT_BACKENDS})
foreach(family IN LISTS LOWP_BUILT_FAMILIES)
  list(APPEND built family_${family})
endforeach()
set(rows ${text_budgets_${LOWP_PROCESSOR}})
# An object without a row has no budget: the test tells how much it has.
foreach(name IN LISTS built)
  if(NOT "${rows}" MATCHES "(^|[;+])${name}[ +]")
    list(APPEND rows "${name} 0")
  endif()
endforeach()
foreach(row IN LISTS rows)
  string(REGEX MATCH "^([^ ]+) ([0-9]+)$" row "${row}")
  set(max_kb ${CMAKE_MATCH_2})
  string(REPLACE "+" ";" names ${CMAKE_MATCH_1})
  set(missing ${names})
  list(REMOVE_ITEM missing ${built})
  if(missing)
    continue()
  endif()
  set(targets "")
  foreach(name IN LISTS names)
    if(name MATCHES "^family_")
      list(APPEND targets lowp_${name})
    else()
      list(APPEND targets lowp_backend_${name})
    endif()
  endforeach()
  list(JOIN names "_and_" name)
  lowp_text_budget_test(text_budget_${name} ${max_kb} ${targets})
endforeach()

# Proves that the check can fail.
list(GET LOWP_BUILT_BACKENDS 0 first)
lowp_text_budget_test(text_budget_finds_excess 1 lowp_backend_${first})
set_tests_properties(text_budget_finds_excess PROPERTIES PASS_REGULAR_EXPRESSION "[0-9]+ KB of text, more than 1:")
