# A backend's object must define one symbol, its table entry. Checked on the library's objects, and without
# optimisation, where inlining hides nothing.
function(lowp_backend_symbols_test name backend objects)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DBACKEND=${backend}
           "-DOBJECTS=$<TARGET_OBJECTS:${objects}>" -P ${CMAKE_CURRENT_SOURCE_DIR}/build/backend_symbols_test.cmake)
endfunction()

# The same for a source file, compiled by LOWP_CLANG to intermediate code.
function(lowp_unoptimised_symbols_test name backend source flags)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DCLANG=${LOWP_CLANG} "-DFLAGS=-std=c++17;-fno-exceptions;${flags}"
           -DBACKEND=${backend} -DSOURCE=${source} -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${name}.ll
           -P ${CMAKE_CURRENT_SOURCE_DIR}/build/unoptimised_symbols_test.cmake)
endfunction()

if(LOWP_SANITIZE)
  return()
endif()

foreach(backend IN LISTS LOWP_BUILT_BACKENDS)
  lowp_backend_symbols_test(backend_symbols_${backend} ${backend} lowp_backend_${backend})
endforeach()

# Proves that the check can fail: this object has a weak symbol and a stray function.
add_library(lowp_leaky_backend OBJECT build/leaky_backend.cc)
lowp_backend_symbols_test(backend_symbols_finds_weak leaky lowp_leaky_backend)
lowp_backend_symbols_test(backend_symbols_finds_stray leaky lowp_leaky_backend)

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
    lowp_unoptimised_symbols_test(backend_symbols_${backend}_unoptimised ${backend}
      ${PROJECT_SOURCE_DIR}/internal/backends/${backend}.cc "${clang_flags};${LOWP_BACKEND_FLAGS_${backend}}")
  endforeach()
  foreach(kind weak stray)
    lowp_unoptimised_symbols_test(backend_symbols_finds_${kind}_unoptimised leaky
                                  ${CMAKE_CURRENT_SOURCE_DIR}/build/leaky_backend.cc "${clang_flags}")
  endforeach()
endif()
foreach(suffix "" _unoptimised)
  if(TEST backend_symbols_finds_weak${suffix})
    set_tests_properties(backend_symbols_finds_weak${suffix} PROPERTIES PASS_REGULAR_EXPRESSION "weak:[^\n]*Leak")
    set_tests_properties(backend_symbols_finds_stray${suffix} PROPERTIES PASS_REGULAR_EXPRESSION "stray:[^\n]*Stray")
  endif()
endforeach()
