// The processes behind the front end for C and C++: clang, one for each source file, and allways-cc, which reads what
// they write through pipes and prints the IR. Few run at once; none outlives this process.
#ifndef FRONT_CLANG_CLANG_RUN_H
#define FRONT_CLANG_CLANG_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"

typedef VEC(const char *) word_vec;

typedef struct clang_job {
  const char *file;  // for messages
  bool silent;       // another job says the same
  word_vec words;    // command line, NULL-terminated; words[0] is searched on PATH
} clang_job;

// Runs the compilers; their outputs are handed to `stage` (a path, then its words) as inputs `fd:N:FILE` in order. What the
// stage prints goes to `out`. False: errors in d; what clang and the stage have to say is on stderr already.
bool clang_run(clang_job *jobs, size_t n, word_vec *stage, strbuf *out, diags *d);
// Runs one compiler for what it says on stderr. False: it cannot be started, errors in d.
bool clang_messages(const char *const *words, const char *file, strbuf *out, diags *d);
// A file without a name that holds both texts; children find it under /proc/self/fd. -1: there is none.
int clang_text_file(const char *head, const char *text, size_t len);

#endif
