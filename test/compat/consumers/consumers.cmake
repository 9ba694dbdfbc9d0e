# The project as others use it: one program, built in several ways by run.sh against this build.
set(consumer_env
  "LOWP_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
  "LOWP_BUILD_DIR=${PROJECT_BINARY_DIR}"
  "LOWP_CONSUMER_DIR=${CMAKE_CURRENT_BINARY_DIR}/consumers"
  "LOWP_LIBRARY=$<TARGET_FILE:lowp>"
  "CMAKE_COMMAND=${CMAKE_COMMAND}"
  "CMAKE_GENERATOR=${CMAKE_GENERATOR}"
  "CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
  "CXX=${CMAKE_CXX_COMPILER}")

function(lowp_consumer_test name)
  cmake_parse_arguments(arg "" "" "PROPERTIES" ${ARGN})
  add_test(NAME consumer_${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/compat/consumers/run.sh ${name})
  set_tests_properties(consumer_${name} PROPERTIES
    ENVIRONMENT "${consumer_env}" SKIP_RETURN_CODE 77 LABELS consumer ${arg_PROPERTIES})
endfunction()

if(LOWP_INSTALL)
  lowp_consumer_test(install PROPERTIES FIXTURES_SETUP installed_lowp)
  lowp_consumer_test(find_package_lowp PROPERTIES FIXTURES_REQUIRED installed_lowp)
  lowp_consumer_test(find_package_gemmlowp PROPERTIES FIXTURES_REQUIRED installed_lowp)
  lowp_consumer_test(c_program PROPERTIES FIXTURES_REQUIRED installed_lowp)
  lowp_consumer_test(pkg_config PROPERTIES FIXTURES_REQUIRED installed_lowp)
endif()
lowp_consumer_test(plain_include)
# It builds the library once more, as part of another project, where the compiler makes no difference: by Clang, which
# takes half as long without optimisation.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  lowp_consumer_test(subdirectory PROPERTIES COST 50)
  lowp_consumer_test(cpuinfo)
endif()
