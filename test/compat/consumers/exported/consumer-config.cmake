include(CMakeFindDependencyMacro)
find_dependency(lowp CONFIG)
include("${CMAKE_CURRENT_LIST_DIR}/consumer-targets.cmake")
