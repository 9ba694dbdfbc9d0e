# Includes go in one direction, down: which folder may include which. A folder may always include itself; `public` means
# gemmlowp's own headers there, and the vocabulary that everyone shares.
set(engine "internal internal/contract internal/runtime public")
set(registers "internal internal/contract public fixedpoint")
set(kernels "meta/conv meta/gemm meta/tensor meta/epilogue meta/pack meta/simd ${registers}")
set(features "public/quantization public/dynamic public/int4 public/convolution")
set(floors
  "internal:"
  "fixedpoint: internal"
  "internal/runtime: internal public"
  "internal/contract: internal internal/runtime public public/stages public/rowwise public/dynamic"
  "internal/quantization: internal/runtime public public/stages public/tensor public/quantization public/rowwise fixedpoint"
  "internal/epilogue: ${engine} fixedpoint"
  "internal/gemm: ${engine} internal/epilogue internal/backends public/int4"
  "internal/conv: ${engine} internal/epilogue internal/backends public/convolution"
  "internal/tensor: ${engine} internal/quantization internal/backends public/quantization"
  "internal/operators: ${engine} internal/backends public/convolution public/operators public/quantization public/stages"
  "internal/dynamic: ${engine} internal/gemm internal/epilogue internal/backends public/quantization public/dynamic"
  "internal/frontend: ${engine} public/stages"
  "internal/c: ${engine} internal/epilogue internal/frontend internal/gemm internal/backends public/c public/operators public/stages ${features}"
  "internal/compat: internal internal/runtime public fixedpoint"
  "internal/backends: ${kernels} meta/kernels internal/runtime"
  "meta/simd: ${registers}"
  "meta/pack: meta/simd ${registers}"
  "meta/epilogue: meta/simd ${registers}"
  "meta/gemm: meta/epilogue meta/simd ${registers}"
  "meta/conv: meta/epilogue meta/simd ${registers}"
  "meta/tensor: meta/epilogue meta/simd ${registers}"
  "meta/kernels: ${kernels}"
  "public/python: public ${features} internal/frontend internal/contract internal/backends"
  "public: internal/frontend internal/contract internal/compat public/stages"
  "public/c: public/c/lowp"
  "public/c/lowp:"
  "public/int4: public public/stages internal/frontend internal/contract"
  "public/stages: public public/quantization"
  "public/convolution: public internal/frontend internal/contract"
  "public/quantization: public public/rowwise"
  "public/rowwise: public public/quantization internal/frontend internal/contract"
  "public/dynamic: public public/quantization internal/frontend internal/contract"
  "public/operators: public public/stages public/quantization public/tensor public/convolution internal/frontend internal/contract"
  "public/tensor: public public/stages public/quantization public/rowwise internal/frontend internal/contract")

function(lowp_floors_test name root)
  list(JOIN floors "|" joined)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DROOT=${root} "-DFLOORS=${joined}"
           -P ${CMAKE_CURRENT_SOURCE_DIR}/build/floors_test.cmake)
endfunction()
lowp_floors_test(floors ${PROJECT_SOURCE_DIR})

# Proves that the check can fail: a file that includes upward, and a folder without a row.
lowp_floors_test(floors_finds_a_look_up ${CMAKE_CURRENT_SOURCE_DIR}/build/broken_floors)
set_tests_properties(floors_finds_a_look_up PROPERTIES PASS_REGULAR_EXPRESSION
  "internal/runtime/looks_up.h includes internal/gemm/plan.h")
lowp_floors_test(floors_finds_a_new_folder ${CMAKE_CURRENT_SOURCE_DIR}/build/broken_floors)
set_tests_properties(floors_finds_a_new_folder PROPERTIES PASS_REGULAR_EXPRESSION "internal/attic has no row")
