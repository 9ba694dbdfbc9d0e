# Fails unless lowp-conform prints the recorded digests: on every backend of this machine, or in an emulator on the best.
#   cmake -DPROGRAM=<lowp-conform> -DEMULATOR=<command> -DDIGESTS=<file> -P conform_test.cmake
set(mode --all)
if(EMULATOR)
  set(mode --threads=3)
endif()
execute_process(COMMAND ${EMULATOR} ${PROGRAM} ${mode} OUTPUT_VARIABLE digests COMMAND_ERROR_IS_FATAL ANY)
file(READ ${DIGESTS} expected)
if(NOT digests STREQUAL expected)
  message(FATAL_ERROR "other digests than in ${DIGESTS}:\n${digests}")
endif()
