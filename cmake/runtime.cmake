# The models of runtime/ compiled to bitcode for both widths of pointers, and the child process that holds them.
# Their local variables become values here, so that constants are seen through when a model is inlined at a call; no
# other pass runs on those in C and on the C++ library. The tool makes them a library, of which programs take what they need.
add_executable(allways-divide ${CMAKE_SOURCE_DIR}/src/front/llvm/divide/divide.c)
target_link_libraries(allways-divide PRIVATE allways_flags base allways_llvm)
allways_link_plainly(allways-divide)
file(GLOB model_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.c)
file(GLOB model_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.h)
file(GLOB_RECURSE cxx_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/cxx/*)
file(GLOB cxx_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/cxx/*.cpp)
set(ALLWAYS_MODEL_FLAGS -O1 -Xclang -disable-llvm-passes -Xclang -disable-lifetime-markers -g0 -fno-builtin
    -fno-stack-protector -fexceptions -U__OPTIMIZE__ -Wall -Wextra -Wno-unused-parameter
    -Wno-missing-prototypes -Werror -I${CMAKE_SOURCE_DIR}/runtime)
# Those in C++ see the headers that programs see (src/front/clang/clang.c) and are compiled as programs are.
set(ALLWAYS_CXX_MODEL_FLAGS -std=gnu++17 -isystem ${CMAKE_SOURCE_DIR}/runtime/cxx/include -D_GLIBCXX_ASSERTIONS
    -D_GLIBCXX_EXTERN_TEMPLATE=0 -Xclang -mno-constructor-aliases -fno-threadsafe-statics)
set(all_models)
foreach(bits 32 64)
  set(models)
  foreach(source IN LISTS model_sources cxx_sources)
    get_filename_component(name ${source} NAME_WE)
    set(model ${CMAKE_BINARY_DIR}/runtime/${name}-${bits}.bc)
    set(more -std=gnu17)
    set(headers ${model_headers})
    if(source MATCHES "cpp$")
      set(model ${CMAKE_BINARY_DIR}/runtime/cxx-${name}-${bits}.bc)
      set(more ${ALLWAYS_CXX_MODEL_FLAGS})
      set(headers ${model_headers} ${cxx_headers})
    endif()
    add_custom_command(OUTPUT ${model} DEPENDS ${source} ${headers} VERBATIM COMMAND_EXPAND_LISTS
      COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${ALLWAYS_CLANG} -m${bits} ${ALLWAYS_MODEL_FLAGS} ${more} -emit-llvm -c ${source} -o ${model}
      COMMENT "Model ${name} (${bits} bits)")
    list(APPEND models ${model})
  endforeach()
  set(all ${CMAKE_BINARY_DIR}/runtime/models-${bits}.library)
  add_custom_command(OUTPUT ${all} DEPENDS ${models} allways-divide VERBATIM COMMAND_EXPAND_LISTS
    COMMAND allways-divide --promote ${all} ${models} COMMENT "Models (${bits} bits)")
  list(APPEND all_models ${all})
endforeach()
# The library of SystemC: for programs with sc_main alone, which have 64 bits.
file(GLOB systemc_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/systemc/*.cpp)
file(GLOB_RECURSE systemc_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/systemc/*)
set(models)
foreach(source IN LISTS systemc_sources)
  get_filename_component(name ${source} NAME_WE)
  set(model ${CMAKE_BINARY_DIR}/runtime/systemc-${name}.bc)
  add_custom_command(OUTPUT ${model} DEPENDS ${source} ${model_headers} ${cxx_headers} ${systemc_headers}
    VERBATIM COMMAND_EXPAND_LISTS
    COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${ALLWAYS_CLANG} ${ALLWAYS_MODEL_FLAGS} -isystem ${CMAKE_BINARY_DIR}/include/allways
            -isystem ${CMAKE_SOURCE_DIR}/runtime/systemc ${ALLWAYS_CXX_MODEL_FLAGS} -D__ALLWAYS__=1
            -emit-llvm -c ${source} -o ${model}
    COMMENT "SystemC ${name}")
  list(APPEND models ${model})
endforeach()
# Inside of it there is nothing to be found, so small functions are put in place of their calls: a third of what the interpreter
# executed there was calls and returns. Passes are those that neither combine accesses nor turn branches into selections.
set(systemc_blocks "simplifycfg<bonus-inst-threshold=0;no-forward-switch-cond;no-switch-range-to-icmp;no-switch-to-lookup")
string(APPEND systemc_blocks ";no-hoist-common-insts;no-sink-common-insts;no-speculate-blocks>")
set(systemc_passes "function(mem2reg),cgscc(inline),function(sroa<preserve-cfg>,early-cse<memssa>,${systemc_blocks},adce),globaldce")
set(all ${CMAKE_BINARY_DIR}/runtime/models-systemc)
add_custom_command(OUTPUT ${all}.library DEPENDS ${models} allways-divide VERBATIM
  COMMAND ${LLVM_BINARY_DIR}/llvm-link ${models} -o ${all}.linked
  COMMAND ${LLVM_BINARY_DIR}/opt "-passes=${systemc_passes}" -aa-pipeline=basic-aa -inline-threshold=100
          -enable-noalias-to-md-conversion=false -S ${all}.linked -o ${all}.ll
  COMMAND sed -i -E "/^ +store .* (undef|poison), ptr /d" ${all}.ll  # padding of structures that were taken apart
  COMMAND ${LLVM_BINARY_DIR}/opt -passes=globaldce ${all}.ll -o ${all}.bc
  COMMAND allways-divide ${all}.library ${all}.bc
  COMMENT "SystemC")
list(APPEND all_models ${all}.library)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/runtime)
add_custom_target(models DEPENDS ${all_models})

add_dependencies(front_llvm models)
set(models_at ${CMAKE_BINARY_DIR}/runtime/models)
set(model_holder ${CMAKE_SOURCE_DIR}/src/front/llvm/llvm_models.c)
set_source_files_properties(${model_holder} PROPERTIES OBJECT_DEPENDS "${all_models}" COMPILE_OPTIONS -fno-lto
  COMPILE_DEFINITIONS "ALLWAYS_MODELS_64=\"${models_at}-64.library\";ALLWAYS_MODELS_32=\"${models_at}-32.library\";ALLWAYS_MODELS_SYSTEMC=\"${models_at}-systemc.library\"")

add_executable(allways-cc src/app/cc_main.c)
target_link_libraries(allways-cc PRIVATE allways_flags front_llvm)
allways_link_plainly(allways-cc)
add_dependencies(allways allways-cc)
install(TARGETS allways-cc RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/allways)

# The headers that programs include, beside the executable as they are installed (src/front/clang/clang.c).
set(header_folder ${CMAKE_BINARY_DIR}/include)
set(header_home ${CMAKE_INSTALL_DATADIR}/allways/include)
foreach(pair .=include/allways.h .=include/pthread.h .=include/gcc_text.h .=intrinsics.h allways=intrinsics.h)
  string(REGEX MATCH "^[^=]*" folder ${pair})
  string(REGEX REPLACE "^[^=]*=" "" header ${pair})
  get_filename_component(name ${header} NAME)
  file(MAKE_DIRECTORY ${header_folder}/allways/${folder})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/runtime/${header} ${header_folder}/allways/${folder}/${name} SYMBOLIC)
  install(FILES runtime/${header} DESTINATION ${header_home}/allways/${folder})
endforeach()
foreach(pair systemc=systemc symcpp=symcpp cxx=cxx/include)
  string(REGEX MATCH "^[^=]*" name ${pair})
  string(REGEX REPLACE "^[^=]*=" "" folder ${pair})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/runtime/${folder} ${header_folder}/${name} SYMBOLIC)
  if(EXISTS ${CMAKE_SOURCE_DIR}/runtime/${folder})
    install(DIRECTORY runtime/${folder}/ DESTINATION ${header_home}/${name} PATTERN "*.cpp" EXCLUDE PATTERN "*.txt" EXCLUDE)
  endif()
endforeach()

# What `replay --native` links with the program (src/app/native.c).
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/runtime/native ${CMAKE_BINARY_DIR}/native SYMBOLIC)
install(FILES runtime/native/native.c DESTINATION ${CMAKE_INSTALL_DATADIR}/allways/native)

# Paths of the reference library that are no files here (src/front/clang/clang.c looks there after our own headers).
file(STRINGS ${CMAKE_SOURCE_DIR}/runtime/systemc/forward.txt forwarded REGEX "^[^#]")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/systemc/forward.txt)
foreach(line IN LISTS forwarded)
  string(REPLACE " " ";" words ${line})
  list(GET words 0 path)
  list(GET words 1 header)
  file(CONFIGURE OUTPUT ${header_folder}/forward/${path} CONTENT "#include <${header}>\n")
endforeach()
install(DIRECTORY ${header_folder}/forward/ DESTINATION ${header_home}/forward)

# The header of SystemC, precompiled, and one with TLM: reading it takes longer than everything else
# (src/front/clang/clang.c). It names the headers it was made of, so an installed one is made of the installed headers.
file(STRINGS ${CMAKE_SOURCE_DIR}/src/front/clang/flags.def flag_lines REGEX "^CLANG_FLAG")
set(pch_flags)
foreach(line IN LISTS flag_lines)
  string(REGEX REPLACE "^CLANG_FLAG\\(\"([^\"]*)\".*" "\\1" word "${line}")
  if(NOT word STREQUAL "-emit-llvm" AND NOT word STREQUAL "-c")
    list(APPEND pch_flags ${word})
  endif()
endforeach()
function(pch_command headers name from out)
  set(${out} ${ALLWAYS_CLANG} ${pch_flags} -isystem ${headers}/allways -isystem ${headers}/systemc
      -isystem ${headers}/cxx -fpch-instantiate-templates -x c++-header ${headers}/systemc/${from} -o ${headers}/${name}.pch PARENT_SCOPE)
endfunction()
set(pch_made)
foreach(pair systemc=systemc tlm=allways_tlm.h)
  string(REGEX MATCH "^[^=]*" name ${pair})
  string(REGEX REPLACE "^[^=]*=" "" from ${pair})
  pch_command(${header_folder} ${name} ${from} built)
  add_custom_command(OUTPUT ${header_folder}/${name}.pch VERBATIM COMMAND_EXPAND_LISTS COMMAND ${built}
    DEPENDS ${model_headers} ${cxx_headers} ${systemc_headers} ${CMAKE_SOURCE_DIR}/src/front/clang/flags.def
            ${CMAKE_SOURCE_DIR}/runtime/include/allways.h
    COMMENT "Precompiled header ${name}")
  list(APPEND pch_made ${header_folder}/${name}.pch)
  pch_command("\${CMAKE_INSTALL_PREFIX}/${header_home}" ${name} ${from} installed)
  list(JOIN installed " " installed)
  install(CODE "if(\"\$ENV{DESTDIR}\" STREQUAL \"\")\n  execute_process(COMMAND ${installed})\nendif()")
endforeach()
add_custom_target(systemc_header DEPENDS ${pch_made})
add_dependencies(allways systemc_header)
