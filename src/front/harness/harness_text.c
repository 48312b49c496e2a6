// Texts of the command line: where their parts begin and end, and what they assign.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "front/harness/harness_int.h"

// Behind what begins at `at` and is no code: a literal or a comment; else `at` itself.
static size_t skip_apart(const char *text, size_t at) {
  char c = text[at];
  if (c == '/' && text[at + 1] == '/') return at + strcspn(text + at, "\n");
  if (c == '/' && text[at + 1] == '*') {
    const char *end = strstr(text + at + 2, "*/");
    return end ? (size_t)(end + 2 - text) : strlen(text);
  }
  bool digits = c == '\'' && at && isalnum((unsigned char)text[at - 1]);  // 1'000
  if ((c != '"' && c != '\'') || digits) return at;
  size_t end = at + 1;
  while (text[end] && text[end] != c) end += text[end] == '\\' && text[end + 1] ? 2 : 1;
  return end + (text[end] != '\0');
}

static void add_piece(const char *option, const char *text, size_t from, size_t to, harness_pieces *out) {
  while (from < to && isspace((unsigned char)text[from])) from++;
  while (to > from && isspace((unsigned char)text[to - 1])) to--;
  vec_push(out, ((harness_piece){option, text, from, to}));
}

static bool separates(const char *text, size_t at, char separator) {
  if (text[at] != separator) return false;
  return separator != '|' || (text[at + 1] != '|' && text[at + 1] != '=' && (!at || text[at - 1] != '|'));
}

static void split(const char *option, const char *text, size_t at, size_t end, char separator, harness_pieces *out) {
  size_t from = at;
  int depth = 0;
  while (at < end) {
    size_t behind = skip_apart(text, at);
    if (behind > at) {
      at = behind;
      continue;
    }
    if (strchr("([{", text[at])) depth++;
    if (strchr(")]}", text[at]) && depth) depth--;
    if (!depth && separates(text, at, separator)) {
      add_piece(option, text, from, at, out);
      from = at + 1;
    }
    at++;
  }
  add_piece(option, text, from, end, out);
}

void harness_split(const char *option, const char *text, char separator, harness_pieces *out) {
  split(option, text, 0, strlen(text), separator, out);
}

// ---- holes

static bool skip_number(const char *text, size_t *at, long long *value) {
  char *end;
  size_t digits = *at + (text[*at] == '-');
  if (!isdigit((unsigned char)text[digits])) return false;
  *value = strtoll(text + *at, &end, 10);
  *at = (size_t)(end - text);
  return true;
}

// At a question mark behind `before`, the last letter that is no blank: is it a whole argument?
static bool is_hole(const harness_piece *p, size_t at, char before, harness_hole *hole) {
  *hole = (harness_hole){.from = at};
  if (before != '(' && before != ',') return false;
  at++;
  if (skip_number(p->text, &at, &hole->lo)) {
    if (strncmp(p->text + at, "..", 2) != 0) return false;
    at += 2;
    if (!skip_number(p->text, &at, &hole->hi) || hole->hi < hole->lo) return false;
    hole->ranged = true;
  }
  hole->to = at;
  while (at < p->to && isspace((unsigned char)p->text[at])) at++;
  return at < p->to && (p->text[at] == ',' || p->text[at] == ')');
}

void harness_find_holes(const harness_piece *p, harness_holes *out) {
  char before = 0;
  for (size_t at = p->from; at < p->to;) {
    size_t behind = skip_apart(p->text, at);
    harness_hole hole;
    if (behind == at && p->text[at] == '?' && is_hole(p, at, before, &hole)) {
      vec_push(out, hole);
      behind = hole.to;
    }
    if (behind == at) behind++;
    if (!isspace((unsigned char)p->text[behind - 1])) before = p->text[behind - 1];
    at = behind;
  }
}

// ---- assignments

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The length of NAME in `NAME = VALUE`, and where VALUE begins; 0: it is no such statement.
static size_t assigned_name(const harness_piece *p, size_t *value) {
  const char *text = p->text;
  size_t at = p->from;
  if (at >= p->to || isdigit((unsigned char)text[at])) return 0;
  while (at < p->to && is_word(text[at])) at++;
  size_t len = at - p->from;
  while (at < p->to && isspace((unsigned char)text[at])) at++;
  if (!len || at + 1 >= p->to || text[at] != '=' || text[at + 1] == '=') return 0;
  *value = at + 1;
  return len;
}

static bool is_known(const harness_variables *all, const char *name) {
  for (size_t i = 0; i < all->len; i++)
    if (strcmp(all->data[i].name, name) == 0) return true;
  return false;
}

// x = y = f(): y comes first, the value of x is computed with it.
static void add_assigned(harness_piece statement, arena *mem, harness_variables *out) {
  size_t value, len = assigned_name(&statement, &value);
  if (!len) return;
  harness_pieces inner = {0};
  add_piece(statement.option, statement.text, value, statement.to, &inner);
  add_assigned(inner.data[0], mem, out);
  const char *name = arena_strndup(mem, statement.text + statement.from, len);
  if (!is_known(out, name)) vec_push(out, ((harness_variable){name, inner.data[0]}));
  vec_free(&inner);
}

static void add_statements(const harness_piece *part, arena *mem, harness_variables *out) {
  harness_pieces statements = {0};
  split(part->option, part->text, part->from, part->to, ';', &statements);
  for (size_t i = 0; i < statements.len; i++) add_assigned(statements.data[i], mem, out);
  vec_free(&statements);
}

void harness_assigned(const harness *h, arena *mem, harness_variables *out) {
  harness_pieces parts = {0};
  add_piece("--setup", h->setup, 0, strlen(h->setup), &parts);
  harness_split("--threads", h->threads, '|', &parts);
  add_piece("--finally", h->finally, 0, strlen(h->finally), &parts);
  for (size_t i = 0; i < parts.len; i++) add_statements(&parts.data[i], mem, out);
  vec_free(&parts);
}

// Each part of the text must say something.
static bool judge_parts(const char *option, const char *text, char separator, const char *empty, strbuf *error) {
  harness_pieces parts = {0};
  harness_split(option, text, separator, &parts);
  bool ok = true;
  for (size_t i = 0; i < parts.len && ok; i++) {
    ok = parts.data[i].from < parts.data[i].to;
    if (!ok) sb_printf(error, "%s: %s", option, "");
    if (!ok) sb_printf(error, empty, i + 1);
  }
  vec_free(&parts);
  return ok;
}

bool harness_judge(const harness *h, strbuf *error) {
  if (*h->threads) return judge_parts("--threads", h->threads, '|', "thread %zu has no statement", error);
  if (!judge_parts("--operations", h->operations, ',', "operation %zu is empty", error)) return false;
  size_t orders = h->asked ? harness_count_orders(h) : 0;
  if (orders > HARNESS_MOST_ORDERS) {
    sb_printf(error, "--clients=%u and --calls=%u: the calls have more than %d orders", h->clients, h->calls,
              HARNESS_MOST_ORDERS);
    return false;
  }
  return true;
}
