# Fails unless README contains the text of EXAMPLE as a block of that language, usually cpp.
#   cmake -DREADME=<file> -DEXAMPLE=<file> [-DLANGUAGE=<language>] -P readme_test.cmake
if(NOT LANGUAGE)
  set(LANGUAGE cpp)
endif()
file(READ "${README}" readme)
file(READ "${EXAMPLE}" example)
string(FIND "${readme}" "```${LANGUAGE}\n${example}```\n" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${README} does not show ${EXAMPLE} as it is")
endif()
