# Libraries from packages; tools/install-deps.sh installs them on Debian.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(gmp REQUIRED IMPORTED_TARGET gmp)

find_path(Z3_INCLUDE_DIR z3.h PATH_SUFFIXES z3 REQUIRED)
find_library(Z3_LIBRARY z3 REQUIRED)
add_library(allways_z3 INTERFACE)
target_include_directories(allways_z3 SYSTEM INTERFACE ${Z3_INCLUDE_DIR})
target_link_libraries(allways_z3 INTERFACE ${Z3_LIBRARY})

# LLVM is seen by one room and by the child process that compiles C and C++; clang compiles programs and models.
set(ALLWAYS_LLVM_VERSION 19)
find_program(LLVM_CONFIG NAMES llvm-config-${ALLWAYS_LLVM_VERSION} REQUIRED)
find_program(ALLWAYS_CLANG NAMES clang-${ALLWAYS_LLVM_VERSION} REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG} --includedir OUTPUT_VARIABLE LLVM_INCLUDE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --libdir OUTPUT_VARIABLE LLVM_LIBRARY_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --bindir OUTPUT_VARIABLE LLVM_BINARY_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
find_library(LLVM_LIBRARY LLVM-${ALLWAYS_LLVM_VERSION} HINTS ${LLVM_LIBRARY_DIR} REQUIRED)
add_library(allways_llvm INTERFACE)
target_include_directories(allways_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIR})
target_link_libraries(allways_llvm INTERFACE ${LLVM_LIBRARY})

pkg_check_modules(cmocka IMPORTED_TARGET cmocka)
# The distribution's own first: others on the path may take four times as long to start, and tests start it a thousand times.
find_program(Python3_EXECUTABLE NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  # What is found may be a script that looks for the interpreter at each start.
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable)" OUTPUT_VARIABLE Python3_EXECUTABLE
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
