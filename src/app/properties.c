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
  if (ivl) checks &= ~IR_CHECKS_OF_ENDLESS_RUNS;
  // IVL has no error function and no exceptions either.
  if (ivl)
    checks &= ~(KIND(UNREACH) | KIND(EXCEPTION) | KIND(FAIL) | KIND(GOAL) | KIND(MISUSE) | KIND(OVERLAP) |
                designs_only | threads_only | drivers_only);
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

const char *options_property_name(size_t i) {
  for (int c = 0; c < IR_CHECK_COUNT; c++)
    if (!is_repeated(c) && i-- == 0) return ir_check_property((ir_check)c);
  return i < N_GROUPS ? groups[i].name : NULL;
}

const char *options_property_like(const char *word) {
  const char *names[IR_CHECK_COUNT + N_GROUPS + 1];
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
static void add_named(const char *name, size_t len, uint32_t checks, named_checks_vec *out) {
  for (size_t i = 0; i < out->len; i++)
    if (out->data[i].len == len && memcmp(out->data[i].name, name, len) == 0) return;
  vec_push(out, ((named_checks){name, len, checks}));
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
    add_named(property, strlen(property), checks_of(property, strlen(property)), out);
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
  uint32_t found = checks_of(word, len);
  if (found)
    add_named(word, len, found, out);
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

bool options_checks(const char *properties, uint32_t *checks, strbuf *error) {
  named_checks_vec named = {0};
  bool ok = options_properties(properties, &named, error);
  *checks = 0;
  for (size_t i = 0; i < named.len; i++) *checks |= named.data[i].checks;
  vec_free(&named);
  return ok;
}
