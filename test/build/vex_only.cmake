# Backends for processors without AVX-512, and their register family, must have no EVEX-encoded instruction: AVX-VNNI's
# instruction exists in both encodings.
function(lowp_vex_only_test name objects)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DOBJDUMP=${LOWP_OBJDUMP} "-DNEEDS=${ARGN}"
           "-DOBJECTS=$<TARGET_OBJECTS:${objects}>" -P ${CMAKE_CURRENT_SOURCE_DIR}/build/vex_only_test.cmake)
endfunction()

if("avx_vnni" IN_LIST LOWP_BUILT_BACKENDS AND "avx2" IN_LIST LOWP_BUILT_BACKENDS)
  lowp_vex_only_test(vex_only_avx_vnni lowp_backend_avx_vnni "{vex} vpdpbusd")
  lowp_vex_only_test(vex_only_avx2 lowp_backend_avx2 vpmaddwd)
  lowp_vex_only_test(vex_only_family_avx2 lowp_family_avx2 vpmuldq)

  # Proves that the check can fail.
  lowp_vex_only_test(vex_only_finds_evex lowp_backend_avx_vnni_evex vpdpbusd)
  set_tests_properties(vex_only_finds_evex PROPERTIES PASS_REGULAR_EXPRESSION "evex: [1-9]")
  lowp_vex_only_test(vex_only_finds_missing lowp_backend_avx2 "{vex} vpdpbusd")
  set_tests_properties(vex_only_finds_missing PROPERTIES PASS_REGULAR_EXPRESSION "missing: {vex} vpdpbusd")
endif()
