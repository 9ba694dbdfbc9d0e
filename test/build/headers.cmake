# Every header that a user can include must compile by itself, from the staged tree, under the project's warnings.
set(sources "")
foreach(header IN LISTS LOWP_USER_HEADERS)
  # fixedpoint_<registers>.h continues fixedpoint.h, which includes it. The compatibility headers are checked at
  # gemmlowp's paths.
  if(header MATCHES "^(fixedpoint/fixedpoint_|internal/compat/)")
    continue()
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include <gemmlowp/${header}>\n" @ONLY)
  list(APPEND sources ${source})
endforeach()
add_library(lowp_headers_alone OBJECT ${sources})
target_link_libraries(lowp_headers_alone PRIVATE lowp)
# gemmlowp's profiler.h requires it too.
target_compile_definitions(lowp_headers_alone PRIVATE GEMMLOWP_PROFILING)
# Users may have more warnings on than the project has.
target_compile_options(lowp_headers_alone PRIVATE ${LOWP_COMPILE_OPTIONS} -Wpedantic -Wconversion -Wsign-conversion
                       -Wold-style-cast -Wshadow -Wundef)
# From C++20 on, compilers look into virtual functions of templates that nobody has called.
set_target_properties(lowp_headers_alone PROPERTIES CXX_STANDARD 20)
