// The command line: parsing into `options` (config/options.h), judging combinations, and the texts made from the same
// table (help, lists, manual page).
//
// Everything here reports wrong usage as text and never ends the process; main turns it into exit status 64.
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <stdio.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "config/options.h"
#include "front/front.h"
#include "ir/ir.h"

typedef enum command {
  COMMAND_VERIFY,
  COMMAND_SIMULATE,
  COMMAND_REPLAY,
  COMMAND_IR,
  COMMAND_STUBS,
  COMMAND_HARNESS,
  COMMAND_TASKS,
  COMMAND_MERGE,
  COMMAND_LIST,
  COMMAND_COMPLETION,
  COMMAND_MAN,
  COMMAND_HELP,
  COMMAND_VERSION,
  COMMAND_OPTIONS_JSON
} command;

typedef struct command_line {
  command command;
  options options;
  const char *trace;  // `replay`: the saved counterexample; its program is what is among the files, else what it names
  VEC(const char *) files;     // what is not an option: files, or the word after `list`
  VEC(const char *) flags;     // what follows `--`: words for the compiler
  VEC(front_words) own_flags;  // of each file (app/project.h); empty: none has any
  const char *const *words;    // argv as it came, for messages
  int n_words;
  const char *topic;  // --help=TOPIC: `all` or an engine; NULL: the short help
  arena *mem;         // owns what argv does not
} command_line;

typedef enum option_type {
  OPTION_BOOL,
  OPTION_UINT,
  OPTION_REAL,
  OPTION_ENUM,
  OPTION_TEXT,
  OPTION_RANGE,
  OPTION_LIST
} option_type;

enum { OPTION_VALUES_MAX = 32 };  // of one ENUM

typedef struct option_info {
  option_type type;
  const char *category, *name, *metavar, *where, *help;
  const char *values;          // ENUM: "a|b|c"
  const char *text;            // TEXT: the default
  uint64_t initial, min, max;  // BOOL, UINT, ENUM: the default; UINT, REAL: its range
  size_t offset;               // of the field in `options`
} option_info;

const option_info *option_get(option_id id);
// The i-th word of "a|b|c"; false if there are fewer. *len is its length.
bool option_value(const char *values, size_t i, const char **word, size_t *len);

options options_default(void);
// argv without the program's name. False: *error says what is wrong, without a final newline. Call command_line_fini
// in both cases. Only the words are read here; options_judge looks at their combination.
bool options_parse(int argc, const char *const *argv, command_line *out, strbuf *error);
bool options_judge(const command_line *line, strbuf *error);
// Has each option that was given an effect on this program?
bool options_suit(const options *o, const ir_module *m, strbuf *error);
void command_line_fini(command_line *line);
// `replay`, after judging: the first file is the trace, those behind it are the program.
void command_line_take_trace(command_line *line);
const char *command_name(command c);
const char *command_at(size_t i);               // the i-th; NULL: there are fewer
const char *command_nearest(const char *word);  // the command most like it, or NULL
// The words as one would type them, quoted where a shell needs it.
void command_line_print(const command_line *line, FILE *out);

// One property that was asked for; the name is part of the list given, or static.
typedef struct named_checks {
  const char *name;
  size_t len;
  uint32_t checks;
  bool preset;  // part of a list for a purpose: left out of programs that cannot violate it
} named_checks;
typedef VEC(named_checks) named_checks_vec;
// Each property named by such a list (below), in its order. The caller frees *out.
bool options_properties(const char *properties, named_checks_vec *out, strbuf *error);
// Bits of the checks named by a comma list of properties and of the competition's .prp files. What nothing checks is an
// error: a SAFE would claim too much.
bool options_checks(const char *properties, uint32_t *checks, strbuf *error);
// Bits of the checks that programs of this language can violate; a language that is not known may have them all.
uint32_t options_checks_in(const char *language);
// Those that presets alone ask for: of them only what the program can violate is looked for.
uint32_t options_preset_checks(const char *properties);
// The i-th preset, the list that it stands for, and what it is for; NULL: there are fewer.
const char *options_preset(size_t i, const char **properties, const char **help);
// The i-th name that --property knows; NULL: there are fewer.
const char *options_property_name(size_t i);
// The property that such a word is probably about (`race`, `data-race`, `leak`), or NULL.
const char *options_property_like(const char *word);
// The word of `words` (count n) most like `word`, or NULL if none is near.
const char *options_nearest(const char *word, const char *const *words, size_t n);

// What most users need; all of it by groups (`all`); or what concerns one engine.
void options_print_help(const char *topic, FILE *out);
bool options_help_topic(const char *topic, strbuf *error);
void options_print_json(FILE *out);
void options_print_man(FILE *out);
// What a shell (bash, zsh) needs to complete the command line. False: it is none of them.
bool options_print_completion(const char *shell, FILE *out);
// `what` is engines, options or properties. False: it is none of them.
bool options_print_list(const char *what, FILE *out);

#endif
