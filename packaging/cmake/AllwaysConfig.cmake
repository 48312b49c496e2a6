# find_package(Allways) of an installed Allways: the executable of the same prefix comes first.
get_filename_component(Allways_ROOT "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include("${CMAKE_CURRENT_LIST_DIR}/FindAllways.cmake")
