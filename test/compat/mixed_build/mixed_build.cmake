# One program with lowp and the original gemmlowp: multiply.cc is compiled once against each.
add_library(mixed_build_original OBJECT compat/mixed_build/multiply.cc)
target_include_directories(mixed_build_original SYSTEM PRIVATE ${LOWP_ORIGINAL_GEMMLOWP})
target_compile_definitions(mixed_build_original PRIVATE
  MULTIPLY=MultiplyWithOriginal GEMMLOWP_ALLOW_SLOW_SCALAR_FALLBACK)
target_link_libraries(mixed_build_original PRIVATE Threads::Threads)

add_library(mixed_build_lowp OBJECT compat/mixed_build/multiply.cc)
target_compile_definitions(mixed_build_lowp PRIVATE MULTIPLY=MultiplyWithLowp)
target_link_libraries(mixed_build_lowp PRIVATE lowp)

add_executable(mixed_build compat/mixed_build/main.cc
  $<TARGET_OBJECTS:mixed_build_original> $<TARGET_OBJECTS:mixed_build_lowp>)
target_link_libraries(mixed_build PRIVATE lowp)
add_test(NAME mixed_build COMMAND mixed_build)

add_test(NAME mixed_build_symbols COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM}
  "-DORIGINAL=$<TARGET_OBJECTS:mixed_build_original>"
  "-DLOWP=$<TARGET_OBJECTS:mixed_build_lowp>;$<TARGET_FILE:lowp_internals>"
  -P ${CMAKE_CURRENT_SOURCE_DIR}/compat/mixed_build/shared_symbols_test.cmake)
