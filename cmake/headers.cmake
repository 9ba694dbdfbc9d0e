# The staged include tree <build>/include/gemmlowp/: every header that a user can include, laid out as installed.
set(LOWP_STAGED_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)
set(LOWP_USER_HEADERS "")

# Adds the file staged at <path> to the list of headers that a user can include, and to the installed files.
macro(lowp_user_header path)
  list(APPEND LOWP_USER_HEADERS ${path})
  if(LOWP_INSTALL)
    get_filename_component(folder ${path} DIRECTORY)
    install(FILES ${LOWP_STAGED_INCLUDE_DIR}/gemmlowp/${path}
            DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gemmlowp/${folder})
  endif()
endmacro()

# lowp_headers(<path>...): headers that keep their path.
macro(lowp_headers)
  foreach(header IN ITEMS ${ARGN})
    configure_file(${header} ${LOWP_STAGED_INCLUDE_DIR}/gemmlowp/${header} COPYONLY)
    lowp_user_header(${header})
  endforeach()
endmacro()

# lowp_c_headers(<path>...): the headers of the C API in public/c, which stand by themselves: include/<path>.
macro(lowp_c_headers)
  foreach(header IN ITEMS ${ARGN})
    configure_file(public/c/${header} ${LOWP_STAGED_INCLUDE_DIR}/${header} COPYONLY)
    if(LOWP_INSTALL)
      get_filename_component(folder ${header} DIRECTORY)
      install(FILES public/c/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
    endif()
  endforeach()
endmacro()

# lowp_compat_header(<old path> <name>): internal/compat/<name>, and a header at gemmlowp's path that includes it.
macro(lowp_compat_header old_path name)
  lowp_headers(internal/compat/${name})
  file(CONFIGURE OUTPUT ${LOWP_STAGED_INCLUDE_DIR}/gemmlowp/${old_path} @ONLY
       CONTENT "// Where gemmlowp has this header.\n#include \"../internal/compat/${name}\"\n")
  lowp_user_header(${old_path})
endmacro()

# lowp_umbrella_header(<path>): a header that includes all those of public/ that have been added.
macro(lowp_umbrella_header path)
  set(lowp_included ${LOWP_USER_HEADERS})
  list(FILTER lowp_included INCLUDE REGEX "^public/.*[.]h$")
  list(SORT lowp_included)
  list(TRANSFORM lowp_included REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lowp_included)
  list(JOIN lowp_included "" lowp_included)
  file(CONFIGURE OUTPUT ${LOWP_STAGED_INCLUDE_DIR}/gemmlowp/${path} @ONLY CONTENT "// All of lowp.\n#pragma once\n@lowp_included@")
  lowp_user_header(${path})
endmacro()
