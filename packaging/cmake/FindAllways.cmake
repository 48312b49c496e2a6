# FindAllways: the verifier and a function that makes tests of it.
#
#   find_package(Allways REQUIRED)
#   allways_add_check(queue PROPERTY assert no-data-race deadlock)
#   allways_add_check(broken NAME broken.races PROPERTY no-data-race EXPECT unsafe OPTIONS --timeout=60)
#
# Sets Allways_FOUND, Allways_EXECUTABLE, Allways_VERSION. Needs CMake 3.16.
#
# allways_add_check(TARGET...
#   [NAME name]            of the test; allways.TARGET of the first target
#   [PROPERTY word...]     what must hold (`allways list properties`); the defaults of Allways
#   [EXPECT verdict]       safe (the default), unsafe or unknown
#   [SOURCES file...]      further files: a driver with main, stubs
#   [OPTIONS word...]      of the command line (--timeout=60)
#   [FLAGS word...])       for the compiler
#
# The program is the C and C++ sources of the targets, with the macros, folders of headers and language standard of the first,
# those of what it links with among them. The answer stands in the log of the test, with the counterexample.
include(FindPackageHandleStandardArgs)

find_program(Allways_EXECUTABLE NAMES allways HINTS ${Allways_ROOT} ENV Allways_ROOT PATH_SUFFIXES bin
             DOC "The verifier of concurrent programs")
mark_as_advanced(Allways_EXECUTABLE)
if(Allways_EXECUTABLE)
  execute_process(COMMAND ${Allways_EXECUTABLE} --version OUTPUT_VARIABLE allways_says ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX REPLACE "^allways " "" Allways_VERSION "${allways_says}")
endif()
find_package_handle_standard_args(Allways REQUIRED_VARS Allways_EXECUTABLE VERSION_VAR Allways_VERSION)

# The C and C++ sources of a target, with whole paths; generated ones are in the folder of the build.
function(allways_sources_of target out)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(built ${target} BINARY_DIR)
  set(found)
  foreach(file IN LISTS sources)
    if(NOT file MATCHES "\\.(c|i|cc|cpp|cxx|C|ii)$")
      continue()
    endif()
    if(NOT IS_ABSOLUTE ${file} AND NOT EXISTS ${folder}/${file})
      set(file ${built}/${file})
    elseif(NOT IS_ABSOLUTE ${file})
      set(file ${folder}/${file})
    endif()
    list(APPEND found ${file})
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

function(allways_add_check)
  cmake_parse_arguments(check "" "NAME;EXPECT" "PROPERTY;SOURCES;OPTIONS;FLAGS" ${ARGN})
  if(NOT check_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "allways_add_check: which target?")
  endif()
  set(files)
  foreach(target IN LISTS check_UNPARSED_ARGUMENTS)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "allways_add_check: there is no target `${target}`")
    endif()
    allways_sources_of(${target} sources)
    list(APPEND files ${sources})
  endforeach()
  foreach(file IN LISTS check_SOURCES)
    get_filename_component(file ${file} ABSOLUTE)
    list(APPEND files ${file})
  endforeach()
  if(NOT files)
    message(FATAL_ERROR "allways_add_check: `${check_UNPARSED_ARGUMENTS}` has no source in C or C++")
  endif()
  list(GET check_UNPARSED_ARGUMENTS 0 first)
  if(NOT check_NAME)
    set(check_NAME allways.${first})
  endif()
  if(NOT check_EXPECT)
    set(check_EXPECT safe)
  endif()
  if(NOT check_EXPECT MATCHES "^(safe|unsafe|unknown)$")
    message(FATAL_ERROR "allways_add_check: EXPECT is safe, unsafe or unknown, not `${check_EXPECT}`")
  endif()
  set(words ${check_OPTIONS})
  if(check_PROPERTY)
    list(JOIN check_PROPERTY "," properties)
    list(APPEND words --property=${properties})
  endif()
  # What is known when the project is generated: usage requirements of libraries are among it.
  set(includes "$<TARGET_PROPERTY:${first},INCLUDE_DIRECTORIES>")
  set(macros "$<TARGET_PROPERTY:${first},COMPILE_DEFINITIONS>")
  set(includes "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>")
  set(macros "$<$<BOOL:${macros}>:-D$<JOIN:${macros},;-D>>")
  allways_standard_of(${first} "${files}" standard)
  add_test(NAME ${check_NAME} COMMAND ${Allways_EXECUTABLE} ${files} ${words} -- ${standard} "${includes}" "${macros}" ${check_FLAGS}
           COMMAND_EXPAND_LISTS)
  string(TOUPPER ${check_EXPECT} verdict)
  # A verdict that is not expected fails, and so does a crash or wrong usage, which print none.
  set_tests_properties(${check_NAME} PROPERTIES PASS_REGULAR_EXPRESSION "(^|\n)${verdict}[ :(\n]")
endfunction()

# The standard of the target, if it has one and all files are in that language: the compiler gets one list of words for all.
function(allways_standard_of target files out)
  set(${out} "" PARENT_SCOPE)
  set(c ${files})
  set(cxx ${files})
  list(FILTER c INCLUDE REGEX "\\.(c|i)$")
  list(FILTER cxx EXCLUDE REGEX "\\.(c|i)$")
  get_target_property(c_standard ${target} C_STANDARD)
  get_target_property(cxx_standard ${target} CXX_STANDARD)
  if(c AND NOT cxx AND c_standard)
    set(${out} -std=gnu${c_standard} PARENT_SCOPE)
  elseif(cxx AND NOT c AND cxx_standard)
    set(${out} -std=gnu++${cxx_standard} PARENT_SCOPE)
  endif()
endfunction()
