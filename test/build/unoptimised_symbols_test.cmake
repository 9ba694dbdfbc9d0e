# cmake -DCLANG=<compiler> -DFLAGS=<list> -DENTRY=<name> -DSOURCE=<file> -DOUTPUT=<file>
#       -P unoptimised_symbols_test.cmake
# The check of backend_symbols_test.cmake without optimisation, where inlining hides nothing. It uses Clang's
# intermediate code, in which only functions that must be inlined have been. This takes seconds instead of an object's
# minutes.
cmake_minimum_required(VERSION 3.20)
execute_process(COMMAND ${CLANG} ${FLAGS} -O0 -S -emit-llvm -o ${OUTPUT} ${SOURCE} COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${OUTPUT} definitions REGEX "^(define |@[^ ]+ = )")
set(found_entry FALSE)
foreach(definition IN LISTS definitions)
  if(definition MATCHES " (internal|private|external) " OR NOT definition MATCHES "@([A-Za-z0-9_.$]+)")
    continue()
  endif()
  set(name ${CMAKE_MATCH_1})
  if(definition MATCHES " (linkonce|linkonce_odr|weak|weak_odr|common) ")
    message(SEND_ERROR "weak: ${name} in ${SOURCE}")
  elseif(name MATCHES "^_ZN8gemmlowp4lowp8internal[0-9]+${ENTRY}E$")
    set(found_entry TRUE)
  else()
    message(SEND_ERROR "stray: ${name} in ${SOURCE}")
  endif()
endforeach()
if(NOT found_entry)
  message(SEND_ERROR "no ${ENTRY} in ${SOURCE}")
endif()
