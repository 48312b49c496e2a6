# Compiler flags as one interface target, linked by every room and every test.
add_library(allways_flags INTERFACE)
target_include_directories(allways_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_definitions(allways_flags INTERFACE ALLWAYS_VERSION="${PROJECT_VERSION}")
target_compile_options(allways_flags INTERFACE
  -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum -Wvla -Wundef)
# __FILE__ appears in messages of failed checks: the same bytes on every machine.
target_compile_options(allways_flags INTERFACE -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
if(ALLWAYS_WERROR)
  target_compile_options(allways_flags INTERFACE -Werror)
endif()

if(ALLWAYS_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "ALLWAYS_FUZZ needs clang: -DCMAKE_C_COMPILER=clang")
  endif()
  set(ALLWAYS_SANITIZERS -fsanitize=address,undefined -fno-sanitize-recover=all)
  target_compile_options(allways_flags INTERFACE ${ALLWAYS_SANITIZERS} -fsanitize=fuzzer-no-link)
  target_link_options(allways_flags INTERFACE ${ALLWAYS_SANITIZERS})
  target_compile_definitions(allways_flags INTERFACE ALLWAYS_SANITIZED=1)
elseif(ALLWAYS_SANITIZE)
  set(ALLWAYS_SANITIZERS -fsanitize=address,undefined -fno-sanitize-recover=all)
  target_compile_options(allways_flags INTERFACE ${ALLWAYS_SANITIZERS} -fno-omit-frame-pointer)
  target_link_options(allways_flags INTERFACE ${ALLWAYS_SANITIZERS})
  target_compile_definitions(allways_flags INTERFACE ALLWAYS_SANITIZED=1)
endif()

if(ALLWAYS_COVERAGE)
  target_compile_options(allways_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(allways_flags INTERFACE --coverage)
endif()

# Only gcc makes objects that serve both kinds of link: the executable is optimised across rooms, the many test
# programs are linked plainly, which keeps the build short.
set(ALLWAYS_LTO_ACTIVE OFF)
if(ALLWAYS_LTO AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU"
   AND NOT ALLWAYS_SANITIZE AND NOT ALLWAYS_COVERAGE)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT ALLWAYS_LTO_ACTIVE LANGUAGES C OUTPUT ALLWAYS_LTO_WHY)
endif()
if(ALLWAYS_LTO_ACTIVE)
  target_compile_options(allways_flags INTERFACE -flto=auto -ffat-lto-objects)
endif()

function(allways_link_optimised target)
  if(ALLWAYS_LTO_ACTIVE)
    target_link_options(${target} PRIVATE -O2 -flto=auto)
  endif()
endfunction()

function(allways_link_plainly target)
  if(ALLWAYS_LTO_ACTIVE)
    target_compile_options(${target} PRIVATE -fno-lto)
    target_link_options(${target} PRIVATE -fno-lto)
  endif()
endfunction()
