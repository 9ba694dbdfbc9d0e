# The object of a backend or a register family must define one symbol, <name>_backend or family_<name>. Checked on the
# library's objects, and without optimisation, where inlining hides nothing.
function(lowp_symbols_test name entry objects)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DENTRY=${entry}
           "-DOBJECTS=$<TARGET_OBJECTS:${objects}>" -P ${CMAKE_CURRENT_SOURCE_DIR}/build/backend_symbols_test.cmake)
endfunction()

# The same for a source file, compiled by LOWP_CLANG to intermediate code.
function(lowp_unoptimised_symbols_test name entry source flags)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DCLANG=${LOWP_CLANG} "-DFLAGS=-std=c++17;-fno-exceptions;${flags}"
           -DENTRY=${entry} -DSOURCE=${source} -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${name}.ll
           -P ${CMAKE_CURRENT_SOURCE_DIR}/build/unoptimised_symbols_test.cmake)
endfunction()

if(LOWP_SANITIZE)
  return()
endif()

foreach(backend IN LISTS LOWP_BUILT_BACKENDS)
  lowp_symbols_test(backend_symbols_${backend} ${backend}_backend lowp_backend_${backend})
endforeach()
foreach(family IN LISTS LOWP_BUILT_FAMILIES)
  lowp_symbols_test(family_symbols_${family} family_${family} lowp_family_${family})
endforeach()

# Proves that the check can fail: this object has a weak symbol and a stray function.
add_library(lowp_leaky_backend OBJECT build/leaky_backend.cc)
lowp_symbols_test(backend_symbols_finds_weak leaky_backend lowp_leaky_backend)
lowp_symbols_test(backend_symbols_finds_stray leaky_backend lowp_leaky_backend)
lowp_symbols_test(backend_symbols_finds_missing family_leaky lowp_leaky_backend)

# Only Clang can output its code before optimisation. GCC's native builds leave the check to Clang's.
set(LOWP_CLANG "")
set(clang_flags -DLOWP_BACKEND_TRANSLATION_UNIT)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(LOWP_CLANG ${CMAKE_CXX_COMPILER})
elseif(CMAKE_CROSSCOMPILING)
  find_program(clang NAMES clang++-19 clang++ NO_CACHE)
  if(clang)
    set(LOWP_CLANG ${clang})
    list(APPEND clang_flags --target=${CMAKE_LIBRARY_ARCHITECTURE})
  endif()
endif()
if(LOWP_CLANG)
  foreach(backend IN LISTS LOWP_BUILT_BACKENDS)
    lowp_unoptimised_symbols_test(backend_symbols_${backend}_unoptimised ${backend}_backend
      ${PROJECT_SOURCE_DIR}/internal/backends/${backend}.cc "${clang_flags};${LOWP_BACKEND_FLAGS_${backend}}")
  endforeach()
  foreach(family IN LISTS LOWP_BUILT_FAMILIES)
    lowp_unoptimised_symbols_test(family_symbols_${family}_unoptimised family_${family}
      ${PROJECT_SOURCE_DIR}/internal/backends/family_${family}.cc "${clang_flags};${LOWP_FAMILY_FLAGS_${family}}")
  endforeach()
  foreach(kind weak stray)
    lowp_unoptimised_symbols_test(backend_symbols_finds_${kind}_unoptimised leaky_backend
                                  ${CMAKE_CURRENT_SOURCE_DIR}/build/leaky_backend.cc "${clang_flags}")
  endforeach()
  lowp_unoptimised_symbols_test(backend_symbols_finds_missing_unoptimised family_leaky
                                ${CMAKE_CURRENT_SOURCE_DIR}/build/leaky_backend.cc "${clang_flags}")
endif()
foreach(suffix "" _unoptimised)
  if(TEST backend_symbols_finds_weak${suffix})
    set_tests_properties(backend_symbols_finds_weak${suffix} PROPERTIES PASS_REGULAR_EXPRESSION "weak:[^\n]*Leak")
    set_tests_properties(backend_symbols_finds_stray${suffix} PROPERTIES PASS_REGULAR_EXPRESSION "stray:[^\n]*Stray")
    set_tests_properties(backend_symbols_finds_missing${suffix} PROPERTIES
                         PASS_REGULAR_EXPRESSION "no [^\n]*family_leaky")
  endif()
endforeach()
