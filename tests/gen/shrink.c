#include "gen/shrink.h"

#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

typedef struct shrinker {
  char *text;
  shrink_test test;
  void *arg;
  uint64_t budget;
} shrinker;

// Replaces [from, to) by `with` if the property stays.
static bool try_replace(shrinker *s, size_t from, size_t to, const char *with) {
  if (s->budget == 0) return false;
  s->budget--;
  strbuf b = {0};
  sb_putn(&b, s->text, from);
  sb_puts(&b, with);
  sb_puts(&b, s->text + to);
  if (!s->test(s->arg, sb_text(&b), b.len)) {
    sb_fini(&b);
    return false;
  }
  mem_free(s->text);
  s->text = b.len > 0 ? sb_take(&b) : mem_strdup("");
  return true;
}

static size_t line_end(const char *text, size_t at) {
  const char *nl = strchr(text + at, '\n');
  return nl != NULL ? (size_t)(nl - text) + 1 : strlen(text);
}

// Start of the line after `n` more lines.
static size_t skip_lines(const char *text, size_t at, size_t n) {
  while (n-- > 0 && text[at] != '\0') at = line_end(text, at);
  return at;
}

static bool remove_lines(shrinker *s, size_t chunk) {
  bool any = false;
  size_t at = 0;
  while (s->text[at] != '\0' && s->budget > 0) {
    if (try_replace(s, at, skip_lines(s->text, at, chunk), "")) {
      any = true;
    } else {
      at = line_end(s->text, at);
    }
  }
  return any;
}

// Position after the line that closes the block opened in the line at `at`; 0 if that line opens none.
static size_t block_end(const char *text, size_t at, size_t *last_line) {
  int depth = 0;
  size_t line = at;
  do {
    size_t end = line_end(text, line);
    for (size_t i = line; i < end; i++) depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth <= 0) {
      *last_line = line;
      return line == at ? 0 : end;
    }
    line = end;
  } while (text[line] != '\0');
  return 0;
}

// Whole blocks, then only the two lines around a block.
static bool remove_blocks(shrinker *s) {
  bool any = false;
  size_t at = 0;
  while (s->text[at] != '\0' && s->budget > 0) {
    size_t last = 0, end = block_end(s->text, at, &last);
    if (end == 0) {
      at = line_end(s->text, at);
      continue;
    }
    if (try_replace(s, at, end, "")) {
      any = true;
      continue;
    }
    size_t inner = line_end(s->text, at);
    strbuf body = {0};
    sb_putn(&body, s->text + inner, last - inner);
    if (try_replace(s, at, end, sb_text(&body))) {
      any = true;
    } else {
      at = inner;
    }
    sb_fini(&body);
  }
  return any;
}

static size_t matching(const char *text, size_t open) {
  int depth = 0;
  for (size_t i = open; text[i] != '\0' && text[i] != '\n'; i++) {
    if (text[i] == '(' || text[i] == '[') depth++;
    if (text[i] == ')' || text[i] == ']') depth--;
    if (depth == 0) return i + 1;
  }
  return 0;
}

// `(a op b)` becomes a constant, a, or b: operators stand between blanks outside of inner parentheses.
static bool simplify_group(shrinker *s, size_t open) {
  size_t end = matching(s->text, open);
  if (end == 0 || end - open < 3) return false;
  if (try_replace(s, open, end, "0") || try_replace(s, open, end, "1")) return true;
  int depth = 0;
  for (size_t i = open; i < end; i++) {
    char c = s->text[i];
    if (c == '(' || c == '[') depth++;
    if (c == ')' || c == ']') depth--;
    if (c != ' ' || depth != 1) continue;
    char *left = mem_strndup(s->text + open + 1, i - open - 1);
    char *right = mem_strndup(s->text + i + 1, end - i - 2);
    bool done = try_replace(s, open, end, left) || try_replace(s, open, end, right);
    mem_free(left);
    mem_free(right);
    if (done) return true;
  }
  return false;
}

static bool simplify_expressions(shrinker *s) {
  bool any = false;
  for (size_t at = 0; s->text[at] != '\0' && s->budget > 0; at++) {
    while (s->text[at] == '(' && simplify_group(s, at)) any = true;
    if (s->text[at] == '\0') break;
  }
  return any;
}

static bool word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool simplify_numbers(shrinker *s) {
  bool any = false;
  for (size_t at = 0; s->text[at] != '\0' && s->budget > 0; at++) {
    if (!isdigit((unsigned char)s->text[at]) || (at > 0 && word_char(s->text[at - 1]))) continue;
    size_t end = at;
    while (word_char(s->text[end])) end++;
    if (end == at + 1 && s->text[at] <= '1') continue;
    any = try_replace(s, at, end, "0") || try_replace(s, at, end, "1") || any;
  }
  return any;
}

char *shrink(const char *text, shrink_test test, void *arg, uint64_t budget) {
  shrinker s = {mem_strdup(text), test, arg, budget};
  bool any = true;
  while (any && s.budget > 0) {
    any = remove_blocks(&s);
    size_t lines = 1;
    for (const char *c = s.text; *c != '\0'; c++) lines += *c == '\n';
    for (size_t chunk = lines / 2; chunk >= 1; chunk /= 2) any = remove_lines(&s, chunk) || any;
    any = simplify_expressions(&s) || any;
    any = simplify_numbers(&s) || any;
  }
  return s.text;
}
