# What `cmake --install` installs: the library, and the files for find_package(lowp), find_package(gemmlowp) and
# pkg-config.
include(CMakePackageConfigHelpers)

install(TARGETS lowp EXPORT lowp-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

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
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT lowp-targets NAMESPACE lowp:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lowp)

# A static library passes its own dependencies to every program, with or without `pkg-config --static`.
if(BUILD_SHARED_LIBS)
  set(lowp_pc_requires "Requires.private: libcpuinfo")
  set(lowp_pc_libs "")
else()
  set(lowp_pc_requires "Requires: libcpuinfo")
  set(lowp_pc_libs " ${CMAKE_THREAD_LIBS_INIT}")
endif()
file(RELATIVE_PATH lowp_pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/lowp.pc.in ${LOWP_GENERATED_DIR}/lowp.pc @ONLY)
install(FILES ${LOWP_GENERATED_DIR}/lowp.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
