// Front ends: source text -> IR. The registry chooses one by file name ending; a front end fills a module or reports
// why not through diags, and knows neither solver nor engine.
#ifndef FRONT_FRONT_H
#define FRONT_FRONT_H

#include "base/diag.h"
#include "base/str.h"
#include "ir/ir.h"

typedef struct front_words {
  const char *const *words;
  size_t n;
} front_words;

// What reports quote as the lines of a file of this name.
typedef struct front_text {
  const char *name, *text;
} front_text;

// C and C++: a text that is compiled instead of the first file. It finds that file included, with another name for its main.
typedef struct front_driver {
  const char *text;
  // The same of another file, or once more of the first: a second program with memory of its own, of which this one calls
  // harness_spec_reset, harness_spec_setup and harness_spec_call. NULL: none.
  const char *spec_text, *spec_file;
  const front_text *quoted;
  size_t n_quoted;
} front_driver;

typedef struct front_options {
  // Overflow of signed arithmetic will be a violation: every such operation of the source must stand in the IR, in the
  // type in which the language computes it, and be executed only where the language executes it.
  bool exact_arithmetic;
  bool indexer_attempts;  // dlang: each attempt of an indexer is a step
  bool drivers;           // two writers of one signal will be a violation
  bool uninitialised;     // reading an uninitialised local variable will be a violation
  // C and C++ only: further files of the same program, words for the compiler, choices of the models ("malloc_may_fail=1").
  const char *const *more_files, *const *flags, *const *settings;
  size_t n_more_files, n_flags, n_settings;
  const char *const *arguments;  // C and C++: those of main
  size_t n_arguments;
  uint32_t args, args_length;    // instead: at most so many, any bytes up to that length
  const front_words *own_flags;  // words for the compiler of each file, the first one's first; NULL: none
  const front_driver *driver;    // C and C++; NULL: the files are the program
} front_options;

typedef struct front_end {
  const char *name;            // "ivl"
  const char *const *endings;  // {".ivl", NULL}
  // A frozen module (caller frees) or NULL with errors in d. `text` outlives the call only until it returns.
  ir_module *(*parse)(const char *file, const char *text, size_t len, diags *d);
  // The same with options; NULL if none of them makes a difference.
  ir_module *(*parse_with)(const char *file, const char *text, size_t len, const front_options *o, diags *d);
  // Instead of both: reads its files itself, and takes all options.
  ir_module *(*load)(const char *path, const front_options *o, diags *d);
} front_end;

const front_end *front_find(const char *file);  // by ending; NULL if none fits
const front_end *const *front_all(void);        // NULL-terminated

// Reads and parses a file: directories, missing or binary files, unknown endings are diagnostics like any other.
// The source text is kept by the module. NULL: errors in d.
ir_module *front_load(const char *path, diags *d);
ir_module *front_load_with(const char *path, const front_options *o, diags *d);

// C and C++: the text of a C file with stubs for the functions that the program lacks. False: errors in d.
bool front_stubs(const char *path, const front_options *o, strbuf *out, diags *d);

// C and C++: what the compiler says of a text that finds the file included. False: it cannot be started, errors in d.
bool front_messages(const char *path, const front_options *o, const char *text, strbuf *out, diags *d);
// Can a driver include it?
bool front_includes(const char *path);
bool front_is_cxx(const char *path);

extern const front_end front_air;
extern const front_end front_ivl;
extern const front_end front_dlang;
extern const front_end front_cmin;
extern const front_end front_clang;

#endif
