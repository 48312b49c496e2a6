#include "base/place.h"

#include <stddef.h>
#include <string.h>

static bool lies_in(const char *file, const char *folder) {
  const char *found = strstr(file, folder);
  return found && (found == file || found[-1] == '/');
}

bool place_in_library(const char *file) {
  static const char *const homes[] = {"include/systemc/", "include/cxx/", "include/symcpp/", "include/allways/",
                                      "usr/include/",     "include/c++/", "runtime/"};
  for (size_t i = 0; file && i < sizeof homes / sizeof *homes; i++)
    if (lies_in(file, homes[i])) return true;
  return false;
}
