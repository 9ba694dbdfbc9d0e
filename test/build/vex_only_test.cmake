# cmake -DOBJDUMP=<objdump> -DOBJECTS=<files> [-DNEEDS=<text>] -P vex_only_test.cmake
# Fails if an object has an EVEX-encoded instruction, which processors without AVX-512 cannot run, or if its listing
# lacks NEEDS. In 64-bit code only EVEX-encoded instructions begin with the byte 62.
cmake_minimum_required(VERSION 3.20)
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${OBJDUMP} -d --insn-width=16 ${object} OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[0-9a-f]+:\t((26|2e|36|3e|64|65|66|67|f2|f3) )*62 [^\n]*" evex "${listing}")
  list(LENGTH evex count)
  if(count GREATER 0)
    list(GET evex 0 first)
    message(SEND_ERROR "evex: ${count} instructions in ${object}, the first at ${first}")
  endif()
  string(FIND "${listing}" "${NEEDS}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "missing: ${NEEDS} in ${object}")
  endif()
endforeach()
