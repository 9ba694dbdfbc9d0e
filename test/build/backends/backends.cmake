# The backends that tests use: the library's, and copies of its kernels in forms that run on more machines. In a program
# that links lowp_tested_backends before the library, its table replaces the library's own. The copies use the register
# families of the library.
set(LOWP_TESTED_BACKENDS ${LOWP_BUILT_BACKENDS})
add_library(lowp_tested_backends OBJECT ${PROJECT_SOURCE_DIR}/internal/backends/backend_list.cc)
target_compile_options(lowp_tested_backends PRIVATE ${LOWP_COMPILE_OPTIONS})

if("avx_vnni" IN_LIST LOWP_BUILT_BACKENDS)
  # Clang's assembler refuses instructions that the flags do not enable, and the flags cannot enable this one: Clang
  # would then turn other multiplications and additions into VEX-encoded vpdpwssd.
  lowp_backend_objects(lowp_backend_avx_vnni_evex build/backends/avx_vnni_evex.cc
                       ${LOWP_BACKEND_OPTIMISATION} -mavx2 -mfma $<$<CXX_COMPILER_ID:Clang>:-fno-integrated-as>)
  target_sources(lowp_tested_backends INTERFACE $<TARGET_OBJECTS:lowp_backend_avx_vnni_evex>)
  list(FIND LOWP_TESTED_BACKENDS avx_vnni at)
  math(EXPR at "${at} + 1")
  list(INSERT LOWP_TESTED_BACKENDS ${at} avx_vnni_evex)
endif()

if("amx" IN_LIST LOWP_BUILT_BACKENDS)
  lowp_backend_objects(lowp_backend_amx_emulated build/backends/amx_emulated.cc
                       ${LOWP_BACKEND_OPTIMISATION} ${LOWP_BACKEND_FLAGS_avx512_vnni})
  target_sources(lowp_tested_backends INTERFACE $<TARGET_OBJECTS:lowp_backend_amx_emulated>)
  # Behind the backend that it extends, so that it is no machine's default one.
  list(FIND LOWP_TESTED_BACKENDS avx512_vnni at)
  math(EXPR at "${at} + 1")
  list(INSERT LOWP_TESTED_BACKENDS ${at} amx_emulated)
endif()

lowp_write_backend_table(${CMAKE_CURRENT_BINARY_DIR}/generated ${LOWP_TESTED_BACKENDS})
target_include_directories(lowp_tested_backends PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated)
