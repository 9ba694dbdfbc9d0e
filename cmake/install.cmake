# What `cmake --install` installs: the library, and the files for find_package(lowp), find_package(gemmlowp) and
# pkg-config.
include(CMakePackageConfigHelpers)

install(TARGETS lowp EXPORT lowp-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# A shared library finds its own dependencies.
set(lowp_links_cpuinfo OFF)
if(LOWP_CPUINFO AND NOT BUILD_SHARED_LIBS)
  set(lowp_links_cpuinfo ON)
endif()

# What programs in C need besides to link a static library, which is C++.
set(lowp_runtime "")
if(NOT BUILD_SHARED_LIBS)
  foreach(library stdc++ c++ m)
    if(library IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
      list(APPEND lowp_runtime ${library})
    endif()
  endforeach()
endif()

# lowp's own config comes first: gemmlowp's includes it.
foreach(package lowp gemmlowp)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/${package})
  configure_package_config_file(cmake/${package}-config.cmake.in
    ${LOWP_GENERATED_DIR}/${package}-config.cmake INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file(${LOWP_GENERATED_DIR}/${package}-config-version.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${LOWP_GENERATED_DIR}/${package}-config.cmake
                ${LOWP_GENERATED_DIR}/${package}-config-version.cmake
          DESTINATION ${package_dir})
endforeach()
if(lowp_links_cpuinfo)
  install(FILES cmake/find_cpuinfo.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lowp)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT lowp-targets NAMESPACE lowp:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lowp)
# For projects around lowp that export their build trees.
export(EXPORT lowp-targets NAMESPACE lowp:: FILE ${LOWP_GENERATED_DIR}/lowp-targets.cmake)
if(lowp_links_cpuinfo)
  configure_file(cmake/find_cpuinfo.cmake ${LOWP_GENERATED_DIR}/find_cpuinfo.cmake COPYONLY)
endif()

# A static library passes its own dependencies to every program, with or without `pkg-config --static`.
if(NOT LOWP_CPUINFO)
  set(lowp_pc_requires "Requires:")
elseif(BUILD_SHARED_LIBS)
  set(lowp_pc_requires "Requires.private: libcpuinfo")
else()
  set(lowp_pc_requires "Requires: libcpuinfo")
endif()
set(lowp_pc_libs "")
if(NOT BUILD_SHARED_LIBS AND CMAKE_THREAD_LIBS_INIT)
  set(lowp_pc_libs " ${CMAKE_THREAD_LIBS_INIT}")
endif()
foreach(library IN LISTS lowp_runtime)
  string(APPEND lowp_pc_libs " -l${library}")
endforeach()
file(RELATIVE_PATH lowp_pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/lowp.pc.in ${LOWP_GENERATED_DIR}/lowp.pc @ONLY)
install(FILES ${LOWP_GENERATED_DIR}/lowp.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
