# Libraries from packages; tools/install-deps.sh installs them on Debian.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(gmp REQUIRED IMPORTED_TARGET gmp)

find_path(Z3_INCLUDE_DIR z3.h PATH_SUFFIXES z3 REQUIRED)
find_library(Z3_LIBRARY z3 REQUIRED)
add_library(allways_z3 INTERFACE)
target_include_directories(allways_z3 SYSTEM INTERFACE ${Z3_INCLUDE_DIR})
target_link_libraries(allways_z3 INTERFACE ${Z3_LIBRARY})

pkg_check_modules(cmocka IMPORTED_TARGET cmocka)
find_package(Python3 COMPONENTS Interpreter)
