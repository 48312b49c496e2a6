// Files. What is written to one goes nowhere. Files are read in `simulate` alone: those whose names stand in the program
// are part of the module, as they were when it was read (src/front/llvm/llvm_files.c); elsewhere opening one ends UNKNOWN.
#ifndef FILES_H
#define FILES_H

#include "model.h"

extern const unsigned char __allways_files;  // a constant as those of intrinsics.h: files can be read

// The last entry has no name; bytes: NULL if there is no such file, else with a zero behind them.
struct file_entry {
  const char *name, *bytes;
  size_t size;
};
extern const struct file_entry __allways_file_table[];

// Contents of a file, NULL: there is none; ends UNKNOWN if that cannot be said.
const char *__allways_model_file(const char *name, size_t *size);
// A file of this name is opened to be written.
void __allways_model_file_written(const char *name);

// What a FILE * points to, the standard streams apart.
struct file {
  const char *bytes;  // NULL: it is written
  size_t size, at;
  _Bool ended;
};

int file_get(struct file *f);  // -1: the end

#endif
