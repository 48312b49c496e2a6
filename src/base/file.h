// Reading and writing whole files with a reason when it fails.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

// NUL-terminated text (mem_free it) and its length, or NULL with *why set to a static reason
// ("is a directory", "No such file or directory", "is too large").
char *file_read(const char *path, size_t max_size, size_t *len, const char **why);
// The whole text, or no file: what was begun is removed. False: *why is the reason.
bool file_write(const char *path, const char *text, size_t len, const char **why);
// Why nothing can be written to `path`, as far as that is known without trying; NULL: nothing speaks against it. Makes no file.
const char *file_write_problem(const char *path);

// What belongs to this executable stands beside it where it was built, and has its own place where it is installed: the path of the first
// if it is there, else of the second, both from the folder of the executable. mem_free it.
char *file_beside(const char *built, const char *installed);

#endif
