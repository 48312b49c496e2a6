// Reading whole files with a reason when it fails.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>

// NUL-terminated text (mem_free it) and its length, or NULL with *why set to a static reason
// ("is a directory", "No such file or directory", "is too large").
char *file_read(const char *path, size_t max_size, size_t *len, const char **why);

#endif
