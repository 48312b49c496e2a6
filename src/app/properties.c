// Names of properties to kinds of violations: our own, the competition's groups, and its files.
#define _GNU_SOURCE  // memmem
#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "base/file.h"
#include "base/mem.h"
#include "ir/ir.h"

#define KIND(name) (1u << IR_CHECK_##name)
#define DEREF (KIND(NULL) | KIND(FREED) | KIND(BOUNDS) | KIND(READ_ONLY))

// Names for several kinds at once.
static const struct {
  const char *name;
  uint32_t checks;
} groups[] = {
    {"valid-deref", DEREF},
    {"valid-free", KIND(DOUBLE_FREE)},
    {"valid-memsafety", DEREF | KIND(DOUBLE_FREE) | KIND(OVERLAP) | KIND(LEAK)},
};
enum { N_GROUPS = sizeof groups / sizeof groups[0] };

// Lists for a purpose: of each program those of them that its language can violate. Not in `all`: questions, whose answer yes is no
// mistake (goal, determinism).
static const struct {
  const char *name, *properties, *help;
} presets[] = {
    {"all",
     "assert,unreach-call,bounds,null,valid-memtrack,div-by-zero,no-overflow,delay,deadlock,no-data-race,uninitialised,"
     "starvation,"
     "multiple-drivers,pthread-misuse",
     "whatever is a mistake in a program of this language"},
    {"memory", "valid-deref,valid-free,valid-memtrack,uninitialised", "memory is used as it may be, and given back"},
    {"threads", "no-data-race,deadlock,starvation,multiple-drivers,pthread-misuse", "processes do not harm each other"},
    {"competition", "unreach-call,valid-deref,valid-free,valid-memtrack,no-overflow,no-data-race",
     "the properties of the competition on software verification"},
};
enum { N_PRESETS = sizeof presets / sizeof presets[0] };

// What a file of the competition demands: CHECK( init(main()), LTL(G FORMULA) ), one a line.
static const struct {
  const char *formula, *property;
} formulas[] = {
    {"G ! call(reach_error())", "unreach-call"},
    {"G ! call(__VERIFIER_error())", "unreach-call"},
    {"G valid-free", "valid-free"},
    {"G valid-deref", "valid-deref"},
    {"G valid-memtrack", "valid-memtrack"},
    {"G ! overflow", "no-overflow"},
    {"G ! data-race", "no-data-race"},
    {"G ! deadlock", "deadlock"},
    {"F end", "termination"},
};
enum { N_FORMULAS = sizeof formulas / sizeof formulas[0], MAX_FILE = 1 << 20 };

uint32_t options_checks_in(const char *language) {
  bool ivl = strcmp(language, "ivl") == 0, cmin = strcmp(language, "cmin") == 0, c = str_starts(language, "c") && !cmin;
  uint32_t threads_only = KIND(RACE) | KIND(LEAK) | KIND(UNINIT);  // found under the interleaving scheduler alone
  uint32_t checks = (1u << IR_CHECK_COUNT) - 1;
  uint32_t drivers_only = KIND(LINEARIZABLE) | KIND(SEQUENTIAL) | KIND(QUIESCENT);
  uint32_t designs_only = KIND(DRIVERS) | KIND(STARVATION);
  if (ivl) checks &= ~(KIND(PROGRESS) | KIND(TERMINATION));
  // IVL has no error function and no exceptions either.
  if (ivl)
    checks &= ~(KIND(UNREACH) | KIND(EXCEPTION) | KIND(FAIL) | KIND(GOAL) | KIND(MISUSE) | KIND(OVERLAP) |
                KIND(POINTER) | KIND(ROBUST) | designs_only | threads_only | drivers_only);
  if (c) checks &= ~(KIND(DELAY) | KIND(FAIL));
  if (strcmp(language, "dlang") == 0)
    checks = KIND(ASSERT) | KIND(BOUNDS) | KIND(DIV) | KIND(OVERFLOW) | KIND(DEADLOCK) | KIND(GOAL) |
             IR_CHECKS_OF_ENDLESS_RUNS;
  if (cmin) {
    checks = KIND(ASSERT) | KIND(FAIL) | DEREF | KIND(DOUBLE_FREE) | KIND(LEAK) | KIND(DIV) | KIND(OVERFLOW);
    checks |= KIND(DEADLOCK) | KIND(GOAL) | IR_CHECKS_OF_ENDLESS_RUNS;
  }
  return checks;
}

static uint32_t checks_of(const char *word, size_t len) {
  uint32_t found = 0;
  for (int c = 0; c < IR_CHECK_COUNT; c++) {
    const char *property = ir_check_property((ir_check)c);
    if (strlen(property) == len && memcmp(property, word, len) == 0) found |= 1u << c;
  }
  for (size_t i = 0; i < N_GROUPS; i++)
    if (strlen(groups[i].name) == len && memcmp(groups[i].name, word, len) == 0) found |= groups[i].checks;
  return found;
}

// What properties are called elsewhere, and parts of their names.
static const struct {
  const char *theirs, *ours;
} aliases[] = {
    {"race", "no-data-race"},         {"leak", "valid-memtrack"},
    {"memsafety", "valid-memsafety"}, {"memory-safety", "valid-memsafety"},
    {"overflow", "no-overflow"},      {"use-after-free", "valid-deref"},
    {"double-free", "valid-free"},    {"assertion", "assert"},
    {"reach", "unreach-call"},        {"pointer", "valid-deref"},
    {"uninit", "uninitialised"},      {"dead-lock", "deadlock"},
};

// Does a kind before it belong to the same property?
static bool is_repeated(int c) {
  for (int k = 0; k < c; k++)
    if (strcmp(ir_check_property((ir_check)k), ir_check_property((ir_check)c)) == 0) return true;
  return false;
}

const char *options_preset(size_t i, const char **properties, const char **help) {
  if (i >= N_PRESETS) return NULL;
  if (properties) *properties = presets[i].properties;
  if (help) *help = presets[i].help;
  return presets[i].name;
}

const char *options_property_name(size_t i) {
  for (int c = 0; c < IR_CHECK_COUNT; c++)
    if (!is_repeated(c) && i-- == 0) return ir_check_property((ir_check)c);
  if (i < N_GROUPS) return groups[i].name;
  return options_preset(i - N_GROUPS, NULL, NULL);
}

const char *options_property_like(const char *word) {
  const char *names[IR_CHECK_COUNT + N_GROUPS + N_PRESETS + 1];
  size_t n = 0;
  while ((names[n] = options_property_name(n))) n++;
  for (size_t i = 0; i < n; i++)
    if (strcmp(names[i], word) == 0) return names[i];
  for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
    if (strstr(word, aliases[i].theirs)) return aliases[i].ours;
  return strlen(word) < 5 ? NULL : options_nearest(word, names, n);
}

static void say_unknown(const char *word, size_t len, strbuf *error) {
  char copy[64];
  snprintf(copy, sizeof copy, "%.*s", (int)len, word);
  const char *near = options_property_like(copy);
  sb_printf(error, "--property: nothing checks `%s`", copy);
  if (near)
    sb_printf(error, ", did you mean `%s`?", near);
  else
    sb_puts(error, "; `allways list properties` lists what can be checked");
}

// Once, however often it is named.
static void add_named(const char *name, size_t len, uint32_t checks, bool preset, named_checks_vec *out) {
  for (size_t i = 0; i < out->len; i++) {
    named_checks *old = &out->data[i];
    if (old->len != len || memcmp(old->name, name, len) != 0) continue;
    old->preset &= preset;
    return;
  }
  vec_push(out, ((named_checks){name, len, checks, preset}));
}

static void add_preset(const char *list, named_checks_vec *out) {
  for (const char *at = list;; at++) {
    size_t len = strcspn(at, ",");
    add_named(at, len, checks_of(at, len), true, out);
    at += len;
    if (!*at) return;
  }
}

// --- files of the competition ---------------------------------------------------------------------------------------

// One line; blanks are as in the files of the competition.
static bool add_formula(const char *line, size_t len, named_checks_vec *out) {
  const char *at = memmem(line, len, "LTL(", 4);
  if (!at) return false;
  at += 4;
  size_t left = len - (size_t)(at - line);
  for (size_t i = 0; i < N_FORMULAS; i++) {
    size_t n = strlen(formulas[i].formula);
    if (left <= n || memcmp(at, formulas[i].formula, n) != 0 || at[n] != ')') continue;
    const char *property = formulas[i].property;
    add_named(property, strlen(property), checks_of(property, strlen(property)), false, out);
    return true;
  }
  return false;
}

static bool add_lines(const char *path, const char *text, named_checks_vec *out, strbuf *error) {
  bool any = false;
  for (const char *line = text; *line;) {
    size_t len = strcspn(line, "\n");
    if (strspn(line, " \t\r") < len) {
      if (!add_formula(line, len, out)) {
        sb_printf(error, "--property: %s: nothing checks `%.*s`", path, (int)len, line);
        return false;
      }
      any = true;
    }
    line += len;
    line += *line == '\n';
  }
  if (!any) sb_printf(error, "--property: %s demands nothing", path);
  return any;
}

static bool add_file(const char *word, size_t len, named_checks_vec *out, strbuf *error) {
  char *path = mem_strndup(word, len);
  const char *why = "";
  size_t size;
  char *text = file_read(path, MAX_FILE, &size, &why);
  if (!text) sb_printf(error, "--property: %s cannot be read: %s", path, why);
  bool ok = text && add_lines(path, text, out, error);
  mem_free(text);
  mem_free(path);
  return ok;
}

// --- all ------------------------------------------------------------------------------------------------------------

static bool add_property(const char *word, size_t len, named_checks_vec *out, strbuf *error) {
  if (len > 4 && memcmp(word + len - 4, ".prp", 4) == 0) return add_file(word, len, out, error);
  for (size_t i = 0; i < N_PRESETS; i++) {
    if (strlen(presets[i].name) != len || memcmp(presets[i].name, word, len) != 0) continue;
    add_preset(presets[i].properties, out);
    return true;
  }
  uint32_t found = checks_of(word, len);
  if (found)
    add_named(word, len, found, false, out);
  else
    say_unknown(word, len, error);
  return found != 0;
}

bool options_properties(const char *properties, named_checks_vec *out, strbuf *error) {
  for (const char *at = properties;; at++) {
    size_t len = strcspn(at, ",");
    if (!add_property(at, len, out, error)) return false;
    at += len;
    if (!*at) return true;
  }
}

uint32_t options_preset_checks(const char *properties) {
  named_checks_vec named = {0};
  strbuf error = {0};
  uint32_t by_preset = 0, by_name = 0;
  options_properties(properties, &named, &error);
  for (size_t i = 0; i < named.len; i++) *(named.data[i].preset ? &by_preset : &by_name) |= named.data[i].checks;
  vec_free(&named);
  sb_fini(&error);
  return by_preset & ~by_name;
}

bool options_checks(const char *properties, uint32_t *checks, strbuf *error) {
  named_checks_vec named = {0};
  bool ok = options_properties(properties, &named, error);
  *checks = 0;
  for (size_t i = 0; i < named.len; i++) *checks |= named.data[i].checks;
  vec_free(&named);
  return ok;
}
