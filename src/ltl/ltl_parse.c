#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "ltl/ltl_int.h"

enum { MOST_DEPTH = 100, MOST_NODES = 200 };

typedef struct parser {
  ltl *f;
  const char *text, *pos;
  strbuf *error;
  bool failed;
  unsigned depth;
} parser;

static void fail(parser *p, const char *what) {
  if (!p->failed) sb_printf(p->error, "column %u: %s", (unsigned)(p->pos - p->text) + 1, what);
  p->failed = true;
}

// --- formulas --------------------------------------------------------------------------------------------------------

uint32_t ltl_make(ltl *f, ltl_op op, uint32_t a, uint32_t b) {
  for (uint32_t i = 0; i < f->nodes.len; i++) {
    const ltl_node *n = &f->nodes.data[i];
    if (n->op == op && n->a == a && n->b == b) return i;
  }
  vec_push(&f->nodes, ((ltl_node){op, a, b}));
  return (uint32_t)f->nodes.len - 1;
}

static uint32_t no(ltl *f, uint32_t a) {
  return f->nodes.data[a].op == LTL_NOT ? f->nodes.data[a].a : ltl_make(f, LTL_NOT, a, 0);
}
static uint32_t both(ltl *f, uint32_t a, uint32_t b) { return ltl_make(f, LTL_AND, a, b); }
static uint32_t either(ltl *f, uint32_t a, uint32_t b) { return ltl_make(f, LTL_OR, a, b); }

// --- tokens ----------------------------------------------------------------------------------------------------------

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static const char *skip_blanks(const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
  return at;
}

typedef struct sign {
  const char *text;
  char letter;  // which operator
} sign;

static const sign binary_signs[] = {{"<->", '='}, {"->", '>'},  {"||", '|'}, {"|", '|'}, {"or", '|'}, {"&&", '&'},
                                    {"&", '&'},   {"and", '&'}, {"U", 'U'},  {"R", 'R'}, {"V", 'R'},  {"W", 'W'}};
static const sign unary_signs[] = {{"!", '!'},  {"not", '!'}, {"X", 'X'}, {"F", 'F'},
                                   {"<>", 'F'}, {"G", 'G'},   {"[]", 'G'}};

// Does the sign stand here? Words end where letters do; `!=` is no negation.
static size_t stands(const char *at, const char *text) {
  size_t n = strlen(text);
  if (strncmp(at, text, n)) return 0;
  if (is_letter(text[0]) && is_letter(at[n])) return 0;
  return text[0] == '!' && at[n] == '=' ? 0 : n;
}

static char find_sign(const sign *list, size_t count, const char *at, size_t *len) {
  for (size_t i = 0; i < count; i++) {
    *len = stands(at, list[i].text);
    if (*len) return list[i].letter;
  }
  return 0;
}

#define BINARY(at, len) find_sign(binary_signs, sizeof binary_signs / sizeof *binary_signs, at, len)
#define UNARY(at, len) find_sign(unary_signs, sizeof unary_signs / sizeof *unary_signs, at, len)

// `GF p`: words of G and F before something that no operator or comparison begins are operators. A variable of that name has one behind it.
static char find_joined(const char *at) {
  size_t len, n = strspn(at, "GF");
  if (n < 2 || is_letter(at[n])) return 0;
  const char *next = skip_blanks(at + n);
  bool word = is_letter(*next) && !BINARY(next, &len) && !stands(next, "div") && !stands(next, "mod");
  return word || *next == '(' || stands(next, "!") || stands(next, "[]") ? *at : 0;
}

// --- conditions ------------------------------------------------------------------------------------------------------

// Behind the parenthesis that belongs to the one here; NULL: there is none.
static const char *behind_group(const char *at) {
  unsigned open = 0;
  for (; *at; at++) {
    if (*at == '(') open++;
    if (*at == ')' && --open == 0) return at + 1;
  }
  return NULL;
}

// Is the group in parentheses a part of a condition, because arithmetic or a comparison goes on behind it?
static bool goes_on(const char *behind) {
  size_t len;
  const char *at = skip_blanks(behind);
  if (!*at || BINARY(at, &len)) return false;
  return strchr("+-*/%<>=!.[", *at) || stands(at, "div") || stands(at, "mod");
}

static const char *end_of_condition(const char *at) {
  size_t len;
  while (*at && *at != ')') {
    if (*at == '(') {
      const char *behind = behind_group(at);
      if (!behind) return at + strlen(at);
      at = behind;
    } else if (BINARY(at, &len)) {
      return at;
    } else if (is_letter(*at)) {
      while (is_letter(*at) || (at[0] == ':' && at[1] == ':') || (at[0] == ':' && at[-1] == ':')) at++;
    } else {
      at++;
    }
  }
  return at;
}

static uint32_t condition(parser *p) {
  const char *end = end_of_condition(p->pos);
  size_t len = (size_t)(end - p->pos);
  while (len && isspace((unsigned char)p->pos[len - 1])) len--;
  if (!len) fail(p, "expected a formula");
  if (p->failed) return 0;
  const char *from = p->pos;
  p->pos = end;
  if (len == 4 && !strncmp(from, "true", 4)) return 0;
  if (len == 5 && !strncmp(from, "false", 5)) return no(p->f, 0);
  for (uint32_t i = 0; i < p->f->atoms.len; i++) {
    const char *known = p->f->atoms.data[i].text;
    if (strlen(known) == len && !strncmp(known, from, len)) return ltl_make(p->f, LTL_ATOM, i, 0);
  }
  if (p->f->atoms.len == LTL_MOST_ATOMS) fail(p, "more than 32 conditions");
  if (p->failed) return 0;
  vec_push(&p->f->atoms, ((ltl_atom){mem_strndup(from, len), (uint32_t)(from - p->text) + 1}));
  return ltl_make(p->f, LTL_ATOM, (uint32_t)p->f->atoms.len - 1, 0);
}

// --- operators -------------------------------------------------------------------------------------------------------

static uint32_t formula(parser *p, int level);

static uint32_t apply_unary(parser *p, char letter, uint32_t a) {
  ltl *f = p->f;
  switch (letter) {
  case 'X': f->has_next = true; return ltl_make(f, LTL_NEXT, a, 0);
  case 'F': return ltl_make(f, LTL_UNTIL, 0, a);
  case 'G': return ltl_make(f, LTL_RELEASE, no(f, 0), a);
  }
  return no(f, a);
}

static uint32_t primary(parser *p) {
  size_t len;
  if (++p->depth > MOST_DEPTH) fail(p, "nested too deeply");
  p->pos = skip_blanks(p->pos);
  uint32_t result = 0;
  char letter = p->failed ? 0 : UNARY(p->pos, &len);
  if (!letter && !p->failed) {
    letter = find_joined(p->pos);
    len = 1;
  }
  const char *behind = *p->pos == '(' ? behind_group(p->pos) : NULL;
  if (letter) {
    p->pos += len;
    result = apply_unary(p, letter, primary(p));
  } else if (!p->failed && *p->pos == '(' && !behind) {
    fail(p, "this parenthesis is not closed");
  } else if (!p->failed && behind && !goes_on(behind)) {
    p->pos++;
    result = formula(p, 0);
    p->pos = skip_blanks(p->pos);
    if (*p->pos != ')') fail(p, "expected an operator or `)`");
    if (!p->failed) p->pos++;
  } else if (!p->failed) {
    result = condition(p);
  }
  p->depth--;
  return result;
}

static uint32_t apply_binary(parser *p, char letter, uint32_t a, uint32_t b) {
  ltl *f = p->f;
  switch (letter) {
  case '=': return either(f, both(f, a, b), both(f, no(f, a), no(f, b)));
  case '>': return either(f, no(f, a), b);
  case '|': return either(f, a, b);
  case '&': return both(f, a, b);
  case 'U': return ltl_make(f, LTL_UNTIL, a, b);
  case 'R': return ltl_make(f, LTL_RELEASE, a, b);
  }
  return ltl_make(f, LTL_RELEASE, b, either(f, a, b));  // W
}

// Weakest first.
static const char *const levels[] = {"=", ">", "|", "&", "URW"};
enum { N_LEVELS = sizeof levels / sizeof *levels };

static uint32_t formula(parser *p, int level) {
  if (level == N_LEVELS) return primary(p);
  if (++p->depth > MOST_DEPTH * N_LEVELS) fail(p, "nested too deeply");
  uint32_t a = formula(p, level + 1);
  for (;;) {
    size_t len;
    if (!p->failed) p->pos = skip_blanks(p->pos);
    char letter = p->failed ? 0 : BINARY(p->pos, &len);
    if (!letter || !strchr(levels[level], letter)) break;
    p->pos += len;
    bool right = level == 1 || level == 4;
    uint32_t b = formula(p, right ? level : level + 1);
    if (!p->failed) a = apply_binary(p, letter, a, b);
    if (p->f->nodes.len > MOST_NODES) fail(p, "the formula is too large");
  }
  p->depth--;
  return a;
}

ltl *ltl_parse(const char *text, strbuf *error) {
  ltl *f = MEM_NEW(ltl);
  parser p = {.f = f, .text = text, .pos = text, .error = error};
  vec_push(&f->nodes, ((ltl_node){.op = LTL_TRUE}));
  f->root = formula(&p, 0);
  if (!p.failed && *skip_blanks(p.pos)) fail(&p, "expected an operator or the end");
  if (!p.failed) return f;
  ltl_free(f);
  return NULL;
}

void ltl_free(ltl *f) {
  if (!f) return;
  for (size_t i = 0; i < f->atoms.len; i++) mem_free(f->atoms.data[i].text);
  vec_free(&f->atoms);
  vec_free(&f->nodes);
  mem_free(f);
}
