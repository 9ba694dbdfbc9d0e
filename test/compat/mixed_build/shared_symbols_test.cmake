# cmake -DNM=<nm> -DORIGINAL=<files> -DLOWP=<files> -P shared_symbols_test.cmake
# Fails if a symbol that names gemmlowp is defined both in an object compiled against the original and in one of lowp's.
cmake_minimum_required(VERSION 3.20)
function(gemmlowp_symbols result)
  execute_process(COMMAND ${NM} --defined-only --extern-only ${ARGN} OUTPUT_VARIABLE symbols
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^ \n]*gemmlowp[^ \n]*(\n|$)" symbols "${symbols}")
  list(TRANSFORM symbols STRIP)
  list(FILTER symbols EXCLUDE REGEX ":$")
  list(REMOVE_DUPLICATES symbols)
  list(LENGTH symbols count)
  if(count EQUAL 0)
    message(FATAL_ERROR "no symbol of gemmlowp in ${ARGN}")
  endif()
  set(${result} "${symbols}" PARENT_SCOPE)
endfunction()

gemmlowp_symbols(original ${ORIGINAL})
gemmlowp_symbols(lowp ${LOWP})
foreach(symbol IN LISTS original)
  if(symbol IN_LIST lowp)
    message(SEND_ERROR "defined by both: ${symbol}")
  endif()
endforeach()
