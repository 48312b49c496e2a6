#include "base/place.h"

#include <stddef.h>
#include <string.h>

static bool begins_home(const char *path) {
  static const char *const homes[] = {"include/systemc/", "include/cxx/", "include/symcpp/",
                                      "include/allways/", "usr/include/", "include/c++/",
                                      "usr/lib/gcc/",     "usr/lib/llvm", "runtime/"};
  for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
    if (*path == *homes[i] && strncmp(path, homes[i], strlen(homes[i])) == 0) return true;
  return false;
}

// Interpreters ask at every access: one walk along the path.
bool place_in_library(const char *file) {
  if (file && strcmp(file, "driver") == 0) return true;  // what surrounds the texts of the command line
  while (file) {
    if (begins_home(file)) return true;
    file = strchr(file, '/');
    if (file) file++;
  }
  return false;
}

bool place_of_option(const char *file) { return strncmp(file, "--", 2) == 0 || strcmp(file, "driver") == 0; }
