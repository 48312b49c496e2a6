// Which options go together: one place for every rule that is not about a single word.
#include "app/options.h"

#include <string.h>

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
  const char *name = command_name(line->command), *engine;
  size_t len;
  if (!has_word(info->where, name, strlen(name))) {
    sb_printf(error, "--%s does not apply to `%s`", info->name, name);
    return false;
  }
  if (line->command != COMMAND_VERIFY || !names_engine(info->where)) return true;
  option_value(option_get(OPTION_engine)->values, (size_t)line->options.engine, &engine, &len);
  if (has_word(info->where, engine, len)) return true;
  sb_printf(error, "--%s does not apply to --engine=%.*s", info->name, (int)len, engine);
  return false;
}

static bool judge_files(const command_line *line, strbuf *error) {
  if (line->command == COMMAND_MAN || line->command == COMMAND_HELP) {
    if (line->files.len) sb_printf(error, "`%s` takes no file", command_name(line->command));
    return !line->files.len;
  }
  if (line->files.len == 1) return true;
  const char *wanted = line->command == COMMAND_LIST     ? "one of engines, options, properties"
                       : line->command == COMMAND_REPLAY ? "one .trace file"
                                                         : "one program file";
  sb_printf(error, "`%s` takes %s", command_name(line->command), wanted);
  if (line->files.len > 1) sb_printf(error, ", not also `%s`", line->files.data[1]);
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

bool options_judge(const command_line *line, strbuf *error) {
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (line->options.given[i] && !judge_option(line, option_get((option_id)i), error)) return false;
  if (!judge_files(line, error)) return false;
  if (line->options.quiet && line->options.json) {
    sb_puts(error, "--quiet and --json exclude each other");
    return false;
  }
  uint32_t checks;
  if (line->options.given[OPTION_property] && !options_checks(line->options.property, &checks, error)) return false;
  return judge_lists(line, error);
}

// --- properties -----------------------------------------------------------------------------------------------------

// Nothing looks for these in any language, so accepting them would let a SAFE claim what was never checked.
static bool is_checked(ir_check c) { return c != IR_CHECK_LEAK && c != IR_CHECK_RACE && c != IR_CHECK_UNINIT; }

uint32_t options_checks_in(const char *language) {
  uint32_t checks = 0;
  bool ivl = strcmp(language, "ivl") == 0;
  for (int c = 0; c < IR_CHECK_COUNT; c++) {
    bool foreign = c == IR_CHECK_UNREACH || c == IR_CHECK_EXCEPTION;  // no error function and no exceptions in IVL
    if (is_checked((ir_check)c) && !(ivl && foreign)) checks |= 1u << c;
  }
  return checks;
}

static bool add_property(const char *word, size_t len, uint32_t *checks, strbuf *error) {
  const char *names[IR_CHECK_COUNT];
  uint32_t found = 0;
  size_t n = 0;
  for (int c = 0; c < IR_CHECK_COUNT; c++) {
    const char *property = ir_check_property((ir_check)c);
    if (!is_checked((ir_check)c)) continue;
    names[n++] = property;
    if (strlen(property) == len && memcmp(property, word, len) == 0) found |= 1u << c;
  }
  *checks |= found;
  if (found) return true;
  char copy[64];
  snprintf(copy, sizeof copy, "%.*s", (int)len, word);
  const char *near = options_nearest(copy, names, n);
  sb_printf(error, "--property: nothing checks `%s`", copy);
  if (near)
    sb_printf(error, ", did you mean `%s`?", near);
  else
    sb_puts(error, "; `allways list properties` lists what can be checked");
  return false;
}

bool options_checks(const char *properties, uint32_t *checks, strbuf *error) {
  *checks = 0;
  for (const char *at = properties;; at++) {
    size_t len = strcspn(at, ",");
    if (!add_property(at, len, checks, error)) return false;
    at += len;
    if (!*at) return true;
  }
}
