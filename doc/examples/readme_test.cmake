# Fails unless README contains the text of EXAMPLE as a C++ block.
#   cmake -DREADME=<file> -DEXAMPLE=<file> -P readme_test.cmake
file(READ "${README}" readme)
file(READ "${EXAMPLE}" example)
string(FIND "${readme}" "```cpp\n${example}```\n" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${README} does not show ${EXAMPLE} as it is")
endif()
