# A backend's object defines one symbol, its table entry. Checked as the library has it, and without optimisation, where
# inlining hides nothing.
function(lowp_backend_symbols_test name backend objects)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DBACKEND=${backend}
           "-DOBJECTS=$<TARGET_OBJECTS:${objects}>" -P ${CMAKE_CURRENT_SOURCE_DIR}/backend_symbols_test.cmake)
endfunction()

if(NOT LOWP_SANITIZE)
  foreach(backend IN LISTS LOWP_BUILT_BACKENDS)
    lowp_backend_objects(lowp_backend_${backend}_unoptimised ${PROJECT_SOURCE_DIR}/internal/backends/${backend}.cc
                         -O0 ${LOWP_BACKEND_FLAGS_${backend}})
    lowp_backend_symbols_test(backend_symbols_${backend} ${backend} lowp_backend_${backend})
    lowp_backend_symbols_test(backend_symbols_${backend}_unoptimised ${backend} lowp_backend_${backend}_unoptimised)
  endforeach()

  # The check itself can fail: this object has a weak symbol and a stray function.
  add_library(lowp_leaky_backend OBJECT leaky_backend.cc)
  lowp_backend_symbols_test(backend_symbols_finds_weak leaky lowp_leaky_backend)
  set_tests_properties(backend_symbols_finds_weak PROPERTIES PASS_REGULAR_EXPRESSION "weak:[^\n]*Leak")
  lowp_backend_symbols_test(backend_symbols_finds_stray leaky lowp_leaky_backend)
  set_tests_properties(backend_symbols_finds_stray PROPERTIES PASS_REGULAR_EXPRESSION "stray:[^\n]*Stray")
endif()
