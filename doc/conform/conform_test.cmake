# Fails unless lowp-conform prints the recorded digests on every backend of this machine.
#   cmake -DPROGRAM=<lowp-conform> -DEMULATOR=<command> -DDIGESTS=<file> -P conform_test.cmake
execute_process(COMMAND ${EMULATOR} ${PROGRAM} --all OUTPUT_VARIABLE digests COMMAND_ERROR_IS_FATAL ANY)
file(READ ${DIGESTS} expected)
if(NOT digests STREQUAL expected)
  message(FATAL_ERROR "other digests than in ${DIGESTS}:\n${digests}")
endif()
