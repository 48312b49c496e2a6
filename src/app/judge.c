// Which options go together: one place for every rule that is not about a single word.
#include "app/options.h"

#include <string.h>

#include "app/auto.h"
#include "app/cache.h"
#include "app/harness.h"
#include "app/mistakes.h"
#include "engine/parts/parts.h"
#include "front/front.h"
#include "ir/ir.h"
#include "report/report.h"

// Is `word` one of the blank-separated words?
static bool has_word(const char *words, const char *word, size_t len) {
  for (const char *at = words; *at;) {
    size_t n = strcspn(at, " ");
    if (n == len && memcmp(at, word, len) == 0) return true;
    at += n;
    at += strspn(at, " ");
  }
  return false;
}

// Does `where` name an engine at all? Then the others are excluded.
static bool names_engine(const char *where) {
  const char *values = option_get(OPTION_engine)->values, *word;
  size_t len;
  for (size_t i = 0; option_value(values, i, &word, &len); i++)
    if (has_word(where, word, len)) return true;
  return false;
}

static bool judge_option(const command_line *line, const option_info *info, strbuf *error) {
  const char *name = command_name(line->command);
  if (!has_word(info->where, name, strlen(name))) {
    sb_printf(error, "--%s does not apply to `%s`", info->name, name);
    return false;
  }
  if (line->command != COMMAND_VERIFY || !names_engine(info->where)) return true;
  const engine *e = app_engine((size_t)line->options.engine);
  if (has_word(info->where, e->name, strlen(e->name))) return true;
  sb_printf(error, "--%s does not apply to --engine=%s", info->name, e->name);
  return false;
}

// Is the value of the option among those that the engine takes?
static bool judge_value(const command_line *line, option_id id, int given, uint32_t taken, strbuf *error) {
  const char *word;
  size_t len;
  if (!line->options.given[id] || line->command != COMMAND_VERIFY || taken >> given & 1) return true;
  option_value(option_get(id)->values, (size_t)given, &word, &len);
  sb_printf(error, "--%s=%.*s does not apply to --engine=%s", option_get(id)->name, (int)len, word,
            app_engine((size_t)line->options.engine)->name);
  return false;
}

static bool judge_values(const command_line *line, strbuf *error) {
  const options *o = &line->options;
  const engine *e = app_engine((size_t)o->engine);
  uint32_t por = (e->por ? e->por : ENGINE_USUAL_POR) | 1u << OPT_POR_AUTO | 1u << OPT_POR_NONE;
  uint32_t models = e->memory_models ? e->memory_models | 1u << OPT_MEMORY_MODEL_SC : UINT32_MAX;
  return judge_value(line, OPTION_por, o->por, por, error) &&
         judge_value(line, OPTION_memory_model, o->memory_model, models, error) &&
         judge_value(line, OPTION_search, o->search, e->search ? e->search : ENGINE_USUAL_SEARCH, error);
}

// --- what has no effect is refused (config/needs.def) ---------------------------------------------------------------

typedef struct need {
  option_id id, other;
  const char *values;  // of `other`; NULL: it must be given
} need;

static const need needs[] = {
#define NEEDS(field, other, values) {OPTION_##field, OPTION_##other, values},
#define NEEDS_GIVEN(field, other) {OPTION_##field, OPTION_##other, NULL},
#define SUITS(field, kind)
#include "config/needs.def"
#undef NEEDS
#undef NEEDS_GIVEN
#undef SUITS
};
enum { N_NEEDS = sizeof needs / sizeof needs[0] };

// The value in force, if it is one of "a|b".
static bool has_value(const options *o, option_id id, const char *values) {
  const option_info *info = option_get(id);
  const char *word, *wanted;
  size_t len, wanted_len;
  if (!option_value(info->values, (size_t) * (const int *)((const char *)o + info->offset), &word, &len)) return false;
  for (size_t i = 0; option_value(values, i, &wanted, &wanted_len); i++)
    if (wanted_len == len && memcmp(word, wanted, len) == 0) return true;
  return false;
}

// `ir` prints what guides a search without searching.
static bool judge_needs(const command_line *line, strbuf *error) {
  const options *o = &line->options;
  for (size_t i = 0; i < N_NEEDS; i++) {
    const need *n = &needs[i];
    if (!o->given[n->id] || (n->values && line->command == COMMAND_IR)) continue;
    if (n->values ? has_value(o, n->other, n->values) : o->given[n->other]) continue;
    sb_printf(error, "--%s has no effect without --%s", option_get(n->id)->name, option_get(n->other)->name);
    if (n->values) sb_printf(error, "=%s", n->values);
    return false;
  }
  if (o->given[OPTION_fairness] && !o->given[OPTION_ltl] && !strstr(o->property, "progress")) {
    sb_puts(error, "--fairness has no effect without --ltl or --property=progress");
    return false;
  }
  return true;
}

typedef enum program_kind { PROGRAM_C, PROGRAM_THREADS, PROGRAM_KERNEL, PROGRAM_DLANG } program_kind;

static const char *const kind_texts[] = {"C, C++ and SystemC", "programs whose threads interleave freely",
                                         "IVL and SystemC", "dlang"};

// What is not known of a text of the IR is taken to suit.
static bool is_kind(const ir_module *m, program_kind kind) {
  switch (kind) {
  case PROGRAM_C: return !strcmp(m->language, "c") || !strcmp(m->language, "c++") || !strcmp(m->language, "air");
  case PROGRAM_THREADS: return m->scheduler == IR_SCHED_INTERLEAVE;
  case PROGRAM_KERNEL: return m->scheduler == IR_SCHED_SYSTEMC;
  case PROGRAM_DLANG: return !strcmp(m->language, "dlang");
  }
  UNREACHABLE("kind of program");
}

bool options_suit(const options *o, const ir_module *m, strbuf *error) {
  static const struct {
    option_id id;
    program_kind kind;
  } rules[] = {
#define NEEDS(field, other, values)
#define NEEDS_GIVEN(field, other)
#define SUITS(field, kind) {OPTION_##field, PROGRAM_##kind},
#include "config/needs.def"
#undef NEEDS
#undef NEEDS_GIVEN
#undef SUITS
  };
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    if (!o->given[rules[i].id] || is_kind(m, rules[i].kind)) continue;
    sb_printf(error, "--%s has no effect here: it is for %s", option_get(rules[i].id)->name, kind_texts[rules[i].kind]);
    return false;
  }
  const engine *e = app_engine((size_t)o->engine);
  if (e->por && o->given[OPTION_por] && !is_kind(m, PROGRAM_THREADS)) {
    sb_printf(error, "--por has no effect on --engine=%s here: it is for %s", e->name, kind_texts[PROGRAM_THREADS]);
    return false;
  }
  return true;
}

static bool judge_engine(const options *o, strbuf *error) {
  const engine *e = app_engine((size_t)o->engine);
  const char *wrong = e->objection ? e->objection(o) : NULL;
  if (wrong) sb_puts(error, wrong);
  return !wrong;
}

static bool takes_several(const char *file) {
  const front_end *f = front_find(file);
  return f && f->load;
}

static bool judge_files(const command_line *line, strbuf *error) {
  if (line->command == COMMAND_MAN || line->command == COMMAND_HELP) {
    if (line->files.len) sb_printf(error, "`%s` takes no file", command_name(line->command));
    return !line->files.len;
  }
  if (line->command == COMMAND_TASKS && line->files.len <= 1) return true;
  if (line->options.each) {
    if (!line->files.len) sb_puts(error, "--each needs files: each is verified as a program of its own");
    return line->files.len;
  }
  if (line->command == COMMAND_MERGE) {
    if (!line->files.len) sb_puts(error, "`merge` takes the JSON results of all parts");
    return line->files.len > 0;
  }
  size_t first = line->command == COMMAND_REPLAY;  // of the program's files
  bool word = line->command == COMMAND_LIST || line->command == COMMAND_COMPLETION, program = !word && !first;
  if (line->command == COMMAND_VERIFY && line->files.len && mistake_command(line->files.data[0], error)) return false;
  if (program && *line->options.project && !line->files.len) return true;
  if (line->files.len && (line->files.len == 1 || (!word && takes_several(line->files.data[first])))) return true;
  if (line->command == COMMAND_VERIFY && !line->files.len) {
    sb_puts(error, "no program is given: `allways FILE` verifies one, `allways --help` says what else there is");
    return false;
  }
  const char *wanted = line->command == COMMAND_LIST         ? "one of engines, options, properties"
                       : line->command == COMMAND_COMPLETION ? "one of bash, zsh"
                       : line->command == COMMAND_TASKS      ? "one project file"
                       : line->command == COMMAND_REPLAY     ? "one .trace file, and the C or C++ files of its program"
                                                             : "one program file";
  sb_printf(error, "`%s` takes %s", command_name(line->command), wanted);
  if (line->files.len > 1) sb_printf(error, ", not also `%s`", line->files.data[1]);
  return false;
}

// Processes that share the work do not put their sets of traces together (lazy does).
static bool judge_jobs(const options *o, strbuf *error) {
  bool shares = o->engine == OPT_ENGINE_dpor || o->engine == OPT_ENGINE_graph;
  option_id id = o->given[OPTION_trace_set] ? OPTION_trace_set : OPTION_count_traces;
  if (!shares || o->jobs < 2 || !o->given[id]) return true;
  sb_printf(error, "--jobs and --%s exclude each other here; --shard writes the traces of each part",
            option_get(id)->name);
  return false;
}

static bool judge_shard(const options *o, strbuf *error) {
  uint32_t index, count;
  if (o->given[OPTION_pilot] && !o->given[OPTION_shard] && o->jobs < 2) {
    sb_puts(error, "--pilot has no effect without --shard or --jobs");
    return false;
  }
  if (!o->given[OPTION_shard]) return true;
  bool reads = parts_parse(o->shard, &index, &count);
  if (reads && !(o->engine == OPT_ENGINE_auto && o->given[OPTION_jobs])) return true;
  if (reads)
    sb_puts(error, "--jobs has no effect with --shard and --engine=auto: each part has engines of its own");
  else
    sb_printf(error, "--shard takes I/N with 1 <= I <= N <= %d, not `%s`", PARTS_MOST, o->shard);
  return false;
}

static bool judge_lists(const command_line *line, strbuf *error) {
  const options *o = &line->options;
  for (size_t i = 0; i < o->report.len; i++) {
    if (report_find(o->report.items[i])) continue;
    sb_printf(error, "--report: the ending of `%s` is none of", o->report.items[i]);
    for (const report_writer *w = report_writers(); w->ending; w++) sb_printf(error, " %s", w->ending);
    return false;
  }
  for (size_t i = 0; i < o->input.len; i++) {
    const char *equals = strchr(o->input.items[i], '=');
    if (equals && equals != o->input.items[i] && equals[1]) continue;
    sb_printf(error, "--input takes NAME=VALUE, not `%s`", o->input.items[i]);
    return false;
  }
  return true;
}

// What names files and arguments.
static bool judge_program(const options *o, strbuf *error) {
  const char *wrong = NULL;
  const char *unkept = cache_objection(o);
  if (o->each && o->report.len) wrong = "--each makes no reports: name them in a project file (`allways tasks`)";
  if (o->each && o->quiet) wrong = "--each prints a line for each file: --quiet has no effect";
  if (o->arg.len && o->args) wrong = "--arg and --args exclude each other";
  if (wrong) sb_puts(error, wrong);
  if (!wrong && unkept) sb_printf(error, "--cache-dir keeps no files of --%s: leave one of them out", unkept);
  return !wrong && !unkept;
}

// A driver is made around a file that it can include.
static bool judge_harness(const command_line *line, strbuf *error) {
  const options *o = &line->options;
  bool asked = harness_asked(o);
  if (!asked && line->command == COMMAND_HARNESS) {
    sb_puts(error, "`harness` needs --threads or --operations");
    return false;
  }
  if (!harness_texts_judge(o, error)) return false;
  if (!asked) return true;
  size_t first = line->command == COMMAND_REPLAY;
  if (line->files.len > first && !front_includes(line->files.data[first])) {
    sb_printf(error, "a driver is made for C and C++; `%s` is no source file of these", line->files.data[first]);
    return false;
  }
  if (o->arg.len || o->args) {
    sb_puts(error, "--arg and --args have no effect here: the driver has the main function");
    return false;
  }
  return true;
}

bool options_judge(const command_line *line, strbuf *error) {
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (line->options.given[i] && !judge_option(line, option_get((option_id)i), error)) return false;
  if (!judge_values(line, error) || !judge_needs(line, error)) return false;
  if (!judge_files(line, error) || !judge_program(&line->options, error)) return false;
  if (!judge_engine(&line->options, error) || !judge_harness(line, error) || !judge_shard(&line->options, error) ||
      !judge_jobs(&line->options, error))
    return false;
  if (line->options.quiet && line->options.json) {
    sb_puts(error, "--quiet and --json exclude each other");
    return false;
  }
  uint32_t checks;
  if (line->options.given[OPTION_property] && !options_checks(line->options.property, &checks, error)) return false;
  return judge_lists(line, error);
}
