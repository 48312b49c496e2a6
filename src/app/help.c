// The texts made from the option table: --help, `list`, --options=json, the manual page.
#include "app/options.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/auto.h"
#include "front/front.h"
#include "ir/ir.h"
#include "report/report.h"

static const struct {
  const char *usage, *help;
} usages[] = {
    {"allways [verify] FILE... [-- FLAGS]", "say whether a property can be violated, with a counterexample"},
    {"allways simulate FILE... [-- FLAGS]", "one concrete run in the reference order, or a random one (--seed)"},
    {"allways replay FILE.trace", "re-execute a saved counterexample"},
    {"allways ir FILE... [-- FLAGS]", "print the intermediate representation"},
    {"allways stubs FILE... [-- FLAGS]", "C and C++: write stubs for functions without definition and model"},
    {"allways harness FILE... --threads=...", "C and C++: print the driver that --threads stands for"},
    {"allways tasks [allways.yml]", "verify the tasks of a project file and compare with what it expects"},
    {"allways merge RESULT.json...", "put the results of all parts of a search together (--shard)"},
    {"allways list engines|options|properties", "what there is to choose from"},
    {"allways completion bash|zsh", "what the shell needs to complete this command line"},
};
enum { N_USAGES = sizeof usages / sizeof usages[0] };

static const struct {
  const char *name, *title;
} categories[] = {
    {"common", "Common options"},
    {"output", "Output"},
    {"limits", "Limits"},
    {"models", "Library functions of C and C++"},
    {"harness", "Libraries: a driver instead of main"},
    {"search", "Search"},
    {"expert", "Expert"},
    {"debug", "Debugging"},
    {"published", "To reproduce a published algorithm or table"},
};
enum { N_CATEGORIES = sizeof categories / sizeof categories[0] };

static const struct {
  int status;
  const char *help;
} statuses[] = {
    {0, "safe"},
    {1, "unsafe"},
    {2, "unknown"},
    {64, "wrong usage"},
    {65, "bad input"},
    {70, "a bug of allways"},
    {74, "a result or file that could not be written"},
};
enum { N_STATUSES = sizeof statuses / sizeof statuses[0] };

// "--engine=auto|naive", "--timeout=SECONDS", "--stats".
static void put_option(const option_info *info, strbuf *out) {
  sb_printf(out, "--%s", info->name);
  switch (info->type) {
  case OPTION_BOOL:
    if (info->initial) sb_puts(out, "=on|off");
    break;
  case OPTION_ENUM: sb_printf(out, "=%s", info->values); break;
  case OPTION_UINT:
  case OPTION_REAL:
  case OPTION_TEXT:
  case OPTION_RANGE:
  case OPTION_LIST: sb_printf(out, "=%s", info->metavar); break;
  }
}

// The default as one would write it; empty where there is nothing to say.
static void put_default(const option_info *info, strbuf *out) {
  const char *word = "";
  size_t len = 0;
  switch (info->type) {
  case OPTION_BOOL:
    if (info->initial) sb_puts(out, "on");
    break;
  case OPTION_UINT:
    if (info->initial) sb_printf(out, "%llu", (unsigned long long)info->initial);
    break;
  case OPTION_ENUM:
    option_value(info->values, info->initial, &word, &len);
    sb_printf(out, "%.*s", (int)len, word);
    break;
  case OPTION_TEXT: sb_puts(out, info->text); break;
  case OPTION_REAL:
  case OPTION_RANGE:
  case OPTION_LIST: break;
  }
}

// `text` broken at blanks so that lines end before column 100, continued at `indent`; the first line has begun.
static void put_wrapped(strbuf *out, size_t indent, const char *text) {
  size_t column = indent;
  while (*text) {
    size_t len = strcspn(text, " ");
    if (column > indent && column + 1 + len > 100) {
      sb_putc(out, '\n');
      for (column = 0; column < indent; column++) sb_putc(out, ' ');
    } else if (column > indent) {
      sb_putc(out, ' ');
      column++;
    }
    sb_putn(out, text, len);
    column += len;
    text += len;
    text += strspn(text, " ");
  }
  sb_putc(out, '\n');
}

// The option in one line, or, if it has many values, broken behind one of them.
static void put_option_lines(const option_info *info, strbuf *out) {
  strbuf option = {0};
  put_option(info, &option);
  size_t column = 2;
  sb_puts(out, "  ");
  for (const char *at = sb_text(&option); *at;) {
    size_t len = strcspn(at, "|");
    if (column + len > 112) {
      sb_puts(out, "\n      ");
      column = 6;
    }
    len += at[len] == '|';
    sb_putn(out, at, len);
    column += len;
    at += len;
  }
  sb_fini(&option);
}

static void put_option_help(const option_info *info, strbuf *out) {
  strbuf text = {0}, initial = {0};
  size_t from = out->len;
  put_option_lines(info, out);
  if (out->len - from > 26) {
    sb_putc(out, '\n');
    from = out->len;
  }
  while (out->len - from < 28) sb_putc(out, ' ');
  sb_puts(&text, info->help);
  put_default(info, &initial);
  if (initial.len) sb_printf(&text, " [%s]", sb_text(&initial));
  put_wrapped(out, 28, sb_text(&text));
  sb_fini(&text);
  sb_fini(&initial);
}

// What most users need.
static const option_id everyday[] = {OPTION_engine, OPTION_property, OPTION_timeout, OPTION_memory,
                                     OPTION_jobs,   OPTION_project,  OPTION_arg,     OPTION_input,
                                     OPTION_json,   OPTION_report,   OPTION_stats,   OPTION_quiet};
enum { N_EVERYDAY = sizeof everyday / sizeof everyday[0] };

static bool names_engine(const char *where, const char *name) {
  for (const char *at = where; *at; at += strspn(at, " ")) {
    size_t len = strcspn(at, " ");
    if (strlen(name) == len && memcmp(at, name, len) == 0) return true;
    at += len;
  }
  return false;
}

// The engine that an option of the search stands with: the first that it names besides auto.
static bool belongs(const option_info *info, const engine *e) {
  const engine *first = names_engine(info->where, app_engine(0)->name) ? app_engine(0) : NULL;
  for (size_t i = 1; app_engine(i); i++)
    if (names_engine(info->where, app_engine(i)->name)) return app_engine(i) == e;
  return e == first;
}

// The options of a category, and of the search those that stand with this engine (NULL: with none).
static void put_category(size_t c, const engine *e, strbuf *out) {
  bool search = strcmp(categories[c].name, "search") == 0, begun = false;
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const option_info *info = option_get((option_id)i);
    if (strcmp(info->category, categories[c].name) != 0 || (search && !belongs(info, e))) continue;
    if (!begun) sb_printf(out, e ? "\n%s: %s\n" : "\n%s\n", categories[c].title, e ? e->name : "");
    begun = true;
    put_option_help(info, out);
  }
}

static void put_all_options(strbuf *out) {
  for (size_t c = 0; c < N_CATEGORIES; c++) {
    put_category(c, NULL, out);
    for (size_t i = 0; strcmp(categories[c].name, "search") == 0 && app_engine(i); i++)
      put_category(c, app_engine(i), out);
  }
}

// What one engine has that not all have.
static void put_engine_help(const engine *e, strbuf *out) {
  sb_printf(out, "--engine=%s: ", e->name);
  put_wrapped(out, 0, e->help);
  if (e->source) sb_printf(out, "Source: [%s] of doc/papers.md\n", e->source);
  for (size_t c = 0; c < N_CATEGORIES; c++) {
    bool begun = false;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
      const option_info *info = option_get((option_id)i);
      if (strcmp(info->category, categories[c].name) != 0 || !names_engine(info->where, e->name)) continue;
      if (!begun) sb_printf(out, "\n%s\n", categories[c].title);
      begun = true;
      put_option_help(info, out);
    }
  }
}

static void flush(strbuf *text, FILE *out) {
  fputs(sb_text(text), out);
  sb_fini(text);
}

static void put_usage(strbuf *out) {
  sb_puts(out, "Allways verifies concurrent programs: for every input and every schedule.\n\n");
  for (size_t i = 0; i < N_USAGES; i++) sb_printf(out, "  %-41s %s\n", usages[i].usage, usages[i].help);
  sb_puts(out, "  allways --help | --help=all | --help=ENGINE | --version | --options=json\n");
}

static void put_statuses(strbuf *out) {
  strbuf all = {0};
  for (size_t i = 0; i < N_STATUSES; i++)
    sb_printf(&all, "%s %d %s", i ? "," : "Exit status:", statuses[i].status, statuses[i].help);
  sb_putc(out, '\n');
  put_wrapped(out, 0, sb_text(&all));
  sb_fini(&all);
}

bool options_help_topic(const char *topic, strbuf *error) {
  if (strcmp(topic, "all") == 0 || app_engine_find(topic, strlen(topic))) return true;
  sb_printf(error, "--help=%s: there is --help, --help=all and --help=ENGINE, with one of", topic);
  for (size_t i = 0; app_engine(i); i++) sb_printf(error, "%s %s", i ? "," : "", app_engine(i)->name);
  return false;
}

void options_print_help(const char *topic, FILE *out) {
  strbuf text = {0};
  const engine *e = topic ? app_engine_find(topic, strlen(topic)) : NULL;
  if (e) {
    put_engine_help(e, &text);
  } else {
    put_usage(&text);
    if (topic) {
      put_all_options(&text);
    } else {
      sb_puts(&text, "\nOptions (--help=all shows the others, by groups)\n");
      for (size_t i = 0; i < N_EVERYDAY; i++) put_option_help(option_get(everyday[i]), &text);
    }
    put_statuses(&text);
  }
  flush(&text, out);
}

// --- lists ----------------------------------------------------------------------------------------------------------

static void put_engines(strbuf *out) {
  for (size_t i = 0; app_engine(i); i++)
    sb_printf(out, "%-12s %s%s\n", app_engine(i)->name, app_engine(i)->help,
              app_engine(i)->proves ? "" : " (finds bugs only)");
}

// The languages whose programs can violate one of these kinds.
static void put_languages(uint32_t checks, strbuf *out) {
  const char *between = " (";
  for (const front_end *const *f = front_all(); *f; f++) {
    if (!(options_checks_in((*f)->name) & checks)) continue;
    sb_printf(out, "%s%s", between, (*f)->name);
    between = ", ";
  }
  sb_putc(out, ')');
}

// Each property once, with the kinds of violations it reports and the languages; only those that something checks.
static void put_properties(strbuf *out) {
  for (int c = 0; c < IR_CHECK_COUNT; c++) {
    const char *property = ir_check_property((ir_check)c);
    uint32_t checks;
    strbuf error = {0};
    bool known = options_checks(property, &checks, &error);
    sb_fini(&error);
    if (!known || checks & ((1u << c) - 1)) continue;
    sb_printf(out, "%-16s", property);
    const char *between = " ";
    for (int k = c; k < IR_CHECK_COUNT; k++) {
      if (!(checks >> k & 1)) continue;
      sb_printf(out, "%s%s", between, ir_check_message((ir_check)k));
      between = "; ";
    }
    put_languages(checks, out);
    sb_putc(out, '\n');
  }
  const char *list, *help;
  for (size_t i = 0; options_preset(i, &list, &help); i++)
    sb_printf(out, "%-16s %s: %s\n", options_preset(i, &list, &help), help, list);
}

bool options_print_list(const char *what, FILE *out) {
  strbuf text = {0};
  if (strcmp(what, "engines") == 0) {
    put_engines(&text);
  } else if (strcmp(what, "properties") == 0) {
    put_properties(&text);
  } else if (strcmp(what, "options") == 0) {
    for (size_t i = 0; i < OPTION_COUNT; i++) put_option_help(option_get((option_id)i), &text);
  } else {
    return false;
  }
  flush(&text, out);
  return true;
}

// --- JSON -----------------------------------------------------------------------------------------------------------

static json_t *unsigned_value(uint64_t n) {
  return n <= INT64_MAX ? json_integer((json_int_t)n) : json_null();  // null: no bound
}

static json_t *split(const char *words, char at) {
  json_t *list = json_array();
  const char separator[2] = {at, '\0'};
  while (*words) {
    size_t len = strcspn(words, separator);
    json_array_append_new(list, json_stringn(words, len));
    words += len;
    words += strspn(words, separator);
  }
  return list;
}

static json_t *option_value_json(const option_info *info) {
  static const char *const types[] = {"bool", "number", "number", "choice", "text", "range", "list"};
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(info->name));
  json_object_set_new(o, "category", json_string(info->category));
  json_object_set_new(o, "type", json_string(types[info->type]));
  if (info->type == OPTION_BOOL) json_object_set_new(o, "default", json_boolean(info->initial));
  if (info->type == OPTION_TEXT) json_object_set_new(o, "default", json_string(info->text));
  if (info->type == OPTION_UINT || info->type == OPTION_REAL) {
    json_object_set_new(o, "default", unsigned_value(info->initial));
    json_object_set_new(o, "min", unsigned_value(info->min));
    json_object_set_new(o, "max", unsigned_value(info->max));
  }
  if (info->type == OPTION_ENUM) {
    json_t *values = split(info->values, '|');
    json_object_set_new(o, "default", json_incref(json_array_get(values, info->initial)));
    json_object_set_new(o, "values", values);
  }
  json_object_set_new(o, "applies", split(info->where, ' '));
  json_object_set_new(o, "help", json_string(info->help));
  return o;
}

void options_print_json(FILE *out) {
  json_t *all = json_object(), *list = json_array();
  json_object_set_new(all, "allways", json_string(ALLWAYS_VERSION));
  for (size_t i = 0; i < OPTION_COUNT; i++) json_array_append_new(list, option_value_json(option_get((option_id)i)));
  json_object_set_new(all, "options", list);
  json_dumpf(all, out, JSON_INDENT(1));
  fputc('\n', out);
  json_decref(all);
}

#define MANUAL_DATE "2026-11-18"  // when what it says was last looked through

// --- manual page ----------------------------------------------------------------------------------------------------

// Text for troff: no hyphen may turn into a typographic one, no line may begin with a request.
static void put_troff(strbuf *out, const char *text) {
  for (; *text; text++) {
    if (*text == '-')
      sb_puts(out, "\\-");
    else if (*text == '\\')
      sb_puts(out, "\\e");
    else if (*text == '|')
      sb_puts(out, "|\\:");  // a line may end here
    else if (*text == '`')
      sb_puts(out, "\\(oq");
    else if (*text == '\'')
      sb_puts(out, "\\(aq");
    else if (*text == '.' && (out->len == 0 || out->text[out->len - 1] == '\n'))
      sb_puts(out, "\\&.");
    else
      sb_putc(out, *text);
  }
}

// Lines of the source end behind sentences and before column 80.
static void put_man_text(strbuf *out, const char *text) {
  for (size_t column = 0; *text;) {
    strbuf word = {0};
    size_t len = strcspn(text, " ");
    for (size_t i = 0; i < len; i++) sb_putc(&word, text[i]);
    if (column + len > 70) {
      sb_putc(out, '\n');
      column = 0;
    }
    if (column) sb_putc(out, ' ');
    put_troff(out, sb_text(&word));
    column += len + 1;
    if (text[len - (len > 0)] == '.') column = 80;  // the end of a sentence
    sb_fini(&word);
    text += len;
    text += strspn(text, " ");
  }
  sb_putc(out, '\n');
}

static void put_man_item(strbuf *out, const char *term, const char *text) {
  sb_puts(out, ".TP\n.B ");
  put_troff(out, term);
  sb_putc(out, '\n');
  put_man_text(out, text);
}

static void put_man_options(strbuf *out) {
  for (size_t c = 0; c < N_CATEGORIES; c++) {
    sb_printf(out, ".SS %s\n", categories[c].title);
    for (size_t i = 0; i < OPTION_COUNT; i++) {
      const option_info *info = option_get((option_id)i);
      if (strcmp(info->category, categories[c].name) != 0) continue;
      strbuf term = {0}, text = {0}, initial = {0};
      put_option(info, &term);
      put_default(info, &initial);
      sb_puts(&text, info->help);
      if (initial.len) sb_printf(&text, " (default: %s)", sb_text(&initial));
      sb_printf(&text, ". Applies to: %s.", info->where);
      put_man_item(out, sb_text(&term), sb_text(&text));
      sb_fini(&term);
      sb_fini(&text);
      sb_fini(&initial);
    }
  }
}

void options_print_man(FILE *out) {
  strbuf text = {0};
  sb_printf(&text, ".TH ALLWAYS 1 \"%s\" \"allways %s\" \"User Commands\"\n.ad l\n.nh\n", MANUAL_DATE, ALLWAYS_VERSION);
  sb_puts(&text, ".SH NAME\nallways \\- verify concurrent programs for every input and every schedule\n.SH SYNOPSIS\n");
  for (size_t i = 0; i < N_USAGES; i++) {
    sb_puts(&text, i ? ".br\n.B " : ".B ");
    put_troff(&text, usages[i].usage);
    sb_putc(&text, '\n');
  }
  sb_puts(&text, ".PP\nOptions may stand anywhere before\n.BR \\-\\- .\n");
  sb_puts(&text, ".SH COMMANDS\n");
  for (size_t i = 0; i < N_USAGES; i++) put_man_item(&text, usages[i].usage, usages[i].help);
  sb_puts(&text, ".SH OPTIONS\n");
  put_man_options(&text);
  sb_puts(&text, ".SH ENGINES\n");
  for (size_t i = 0; app_engine(i); i++) put_man_item(&text, app_engine(i)->name, app_engine(i)->help);
  sb_puts(&text, ".SH REPORTS\n");
  for (const report_writer *w = report_writers(); w->ending; w++) put_man_item(&text, w->ending, w->help);
  sb_puts(&text, ".SH EXIT STATUS\n");
  for (size_t i = 0; i < N_STATUSES; i++) {
    char number[8];
    snprintf(number, sizeof number, "%d", statuses[i].status);
    put_man_item(&text, number, statuses[i].help);
  }
  flush(&text, out);
}
