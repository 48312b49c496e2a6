// goal = "EF" expression. Binding, weakest first: or, and, not, one comparison, + -, * div mod, minus.
#include <string.h>

#include "pass/pass_goal_int.h"

typedef struct parser {
  const ir_module *m;
  const char *option;      // that holds the text
  uint32_t base;           // columns before the text
  const char *text, *pos;  // pos: behind the current token
  const char *tok;
  size_t len;  // of the current token; 0: the end
  design_names *names;
  arena *mem;
  strbuf *error;
  bool failed;
  uint32_t depth;
  uint32_t width;
} parser;

// --- tokens ----------------------------------------------------------------------------------------------------------

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void advance(parser *p) {
  static const char *const signs[] = {"->", "==", "<>", "!=", "<=", ">=", "&&", "||"};
  while (is_blank(*p->pos)) p->pos++;
  p->tok = p->pos;
  p->len = 0;
  if (p->failed || !*p->pos) return;
  if (is_letter(*p->pos) || is_digit(*p->pos)) {
    while (is_letter(*p->pos) || is_digit(*p->pos)) p->pos++;
    // Names of C++: a::b.
    while (is_letter(*p->tok) && p->pos[0] == ':' && p->pos[1] == ':' && is_letter(p->pos[2])) {
      p->pos += 2;
      while (is_letter(*p->pos) || is_digit(*p->pos)) p->pos++;
    }
  } else {
    p->pos++;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
      if (strncmp(p->tok, signs[i], 2) == 0) p->pos = p->tok + 2;
  }
  p->len = (size_t)(p->pos - p->tok);
}

static uint32_t column(const parser *p) { return p->base + (uint32_t)(p->tok - p->text) + 1; }

static void fail(parser *p, uint32_t col, const char *what) {
  if (!p->failed) sb_printf(p->error, "%s: column %u: %s", p->option, col, what);
  p->failed = true;
  p->pos = p->tok = p->text + strlen(p->text);
  p->len = 0;
}

static bool is(const parser *p, const char *text) {
  return p->len == strlen(text) && p->len && memcmp(p->tok, text, p->len) == 0;
}

static bool accept(parser *p, const char *text) {
  if (!is(p, text)) return false;
  advance(p);
  return true;
}

static bool accept_any(parser *p, const char *a, const char *b) { return accept(p, a) || accept(p, b); }

static const char *token_text(parser *p) {
  return p->len ? arena_printf(p->mem, "`%.*s`", (int)p->len, p->tok) : "the end";
}

static void expected(parser *p, const char *what) {
  fail(p, column(p), arena_printf(p->mem, "expected %s, found %s", what, token_text(p)));
}

static void expect(parser *p, const char *text) {
  if (!p->failed && !accept(p, text)) expected(p, arena_printf(p->mem, "`%s`", text));
}

static goal_expr *new_expr(parser *p, goal_kind kind, goal_value value, uint32_t col) {
  goal_expr *e = ARENA_NEW(p->mem, goal_expr);
  *e = (goal_expr){.kind = kind, .is = value, .col = col, .depth = 1};
  return e;
}

// --- paths -----------------------------------------------------------------------------------------------------------

static goal_expr *expression(parser *p);

static const ir_type_info *type_info(const parser *p, ir_type t) { return ir_type_get(p->m, t); }

static bool find_global(const parser *p, ir_global *out) {
  for (uint32_t g = 1; g <= p->m->n_globals; g++) {
    const char *name = p->m->globals[g].name;
    if (strlen(name) != p->len || memcmp(name, p->tok, p->len) != 0) continue;
    *out = (ir_global){g};
    return true;
  }
  return false;
}

static ir_type add_step(parser *p, goal_step ***end, goal_step step) {
  goal_step *s = ARENA_NEW(p->mem, goal_step);
  *s = step;
  **end = s;
  *end = &s->next;
  return s->type;
}

static ir_type follow(parser *p, goal_step ***end, ir_type t) {
  const ir_type_info *i = type_info(p, t);
  if (i->kind == IR_TYPE_PTR && i->elem.id && ir_type_is_complete(p->m, i->elem))
    return add_step(p, end, (goal_step){.kind = GOAL_DEREF, .type = i->elem});
  const char *problem = i->kind == IR_TYPE_PTR ? "what this points to is not known" : "this is no pointer";
  fail(p, column(p), problem);
  return t;
}

static ir_type member(parser *p, goal_step ***end, ir_type t) {
  if (type_info(p, t)->kind == IR_TYPE_PTR) t = follow(p, end, t);
  const ir_type_info *i = type_info(p, t);
  if (p->failed) return t;
  if (i->kind != IR_TYPE_RECORD) fail(p, column(p), "what has no members stands before this");
  for (uint32_t f = 0; f < i->n_fields && !p->failed; f++) {
    const ir_field *field = &i->fields[f];
    if (!field->name || strlen(field->name) != p->len || memcmp(field->name, p->tok, p->len) != 0) continue;
    advance(p);
    return add_step(p, end, (goal_step){.kind = GOAL_FIELD, .type = field->type, .offset = field->offset});
  }
  fail(p, column(p), arena_printf(p->mem, "%s has no member %s", i->name ? i->name : "this", token_text(p)));
  return t;
}

static ir_type element(parser *p, goal_step ***end, ir_type t) {
  goal_expr *index = expression(p);
  if (!p->failed && index->is == GOAL_IS_POINTER) fail(p, index->col, "an index is an integer");
  if (p->failed) return t;
  const ir_type_info *i = type_info(p, t);
  uint64_t count = i->count;
  if (i->kind == IR_TYPE_PTR) {
    t = follow(p, end, t);
    count = 0;
  } else if (i->kind == IR_TYPE_ARRAY) {
    t = i->elem;
  } else {
    fail(p, index->col, "only arrays and what pointers point to have elements");
  }
  return add_step(p, end, (goal_step){.kind = GOAL_INDEX, .type = t, .index = index, .count = count});
}

static void note_integer(parser *p, const ir_type_info *i) {
  uint32_t needs = i->is_signed || i->is_bool ? i->bits : i->bits + 1;
  if (needs > p->width) p->width = needs <= 32 ? 32 : needs <= 64 ? 64 : 128;
}

static void finish_path(parser *p, goal_expr *e) {
  const ir_type_info *i = type_info(p, e->type);
  if (p->failed) return;
  if (i->kind == IR_TYPE_PTR) {
    e->is = GOAL_IS_POINTER;
  } else if (i->kind == IR_TYPE_INT && i->bits <= 64) {
    e->is = i->is_bool ? GOAL_IS_BOOL : GOAL_IS_INT;
    note_integer(p, i);
  } else {
    fail(p, e->col, arena_printf(p->mem, "a value of type %s cannot stand in a goal", ir_type_text(p->m, e->type)));
  }
}

// `top.cpu.ready`, `top.cpus_1.ready`: up to what is no name.
static const char *dotted_name(parser *p) {
  const char *from = p->tok, *end = p->pos;
  advance(p);
  while (is(p, ".") && is_letter(*p->pos)) {
    advance(p);
    end = p->pos;
    advance(p);
  }
  return arena_strndup(p->mem, from, (size_t)(end - from));
}

// A name of the design: of a value that it declares, or of a module with a member behind it.
static goal_expr *named(parser *p) {
  goal_expr *e = new_expr(p, GOAL_NAMED, GOAL_IS_INT, column(p));
  const char *text = dotted_name(p), *last = strrchr(text, '.');
  member_vec members = {0};
  if (last) names_members(p->m, last + 1, &members);
  e->n_members = (uint32_t)members.len;
  if (members.len) {
    member_of *kept = arena_alloc(p->mem, members.len * sizeof *kept);
    memcpy(kept, members.data, members.len * sizeof *kept);
    e->members = kept;
    text = arena_strndup(p->mem, text, (size_t)(last - text));
  }
  e->name = names_add(p->names, p->m, p->mem, members.len ? NAME_MODULE : NAME_SIGNAL, text);
  p->width = 128;  // how wide the value is, and whether it has a sign, is known when the program runs
  vec_free(&members);
  return e;
}

static goal_expr *path(parser *p, uint32_t stars) {
  goal_expr *e = new_expr(p, GOAL_PATH, GOAL_IS_INT, column(p));
  bool known = find_global(p, &e->root);
  if (!known && p->names && !stars) return named(p);
  if (!known) {
    fail(p, column(p), arena_printf(p->mem, "there is no global variable %s", token_text(p)));
    return e;
  }
  ir_type t = ir_global_get(p->m, e->root)->type;
  if (ir_global_get(p->m, e->root)->is_thread_local) fail(p, column(p), "every thread has its own copy of this");
  goal_step **end = &e->steps;
  advance(p);
  while (!p->failed) {
    if (accept_any(p, ".", "->")) {
      t = member(p, &end, t);
    } else if (accept(p, "[")) {
      t = element(p, &end, t);
      expect(p, "]");
    } else {
      break;
    }
  }
  for (; stars && !p->failed; stars--) t = follow(p, &end, t);
  e->type = t;
  finish_path(p, e);
  return e;
}

// --- expressions -----------------------------------------------------------------------------------------------------

static void deepen(parser *p, goal_expr *e, const goal_expr *part) {
  if (part->depth + 1 > e->depth) e->depth = part->depth + 1;
  if (e->depth > GOAL_MAX_DEPTH) fail(p, e->col, "nested too deeply");
}

static goal_expr *number(parser *p, bool negative) {
  goal_expr *e = new_expr(p, GOAL_NUMBER, GOAL_IS_INT, column(p));
  uint64_t value = 0;
  for (size_t i = 0; i < p->len && !p->failed; i++) {
    if (!is_digit(p->tok[i]))
      expected(p, "a number");
    else if (value > (INT64_MAX - (uint64_t)(p->tok[i] - '0')) / 10)
      fail(p, column(p), "this number is too large");
    else
      value = value * 10 + (uint64_t)(p->tok[i] - '0');
  }
  e->value = negative ? -(int64_t)value : (int64_t)value;
  if ((e->value > INT32_MAX || e->value < INT32_MIN) && p->width < 64) p->width = 64;
  advance(p);
  return e;
}

static goal_expr *negative(parser *p, uint32_t col, goal_expr *of) {
  goal_expr *e = new_expr(p, GOAL_BINARY, GOAL_IS_INT, col);
  e->op = GOAL_SUB;
  e->a = new_expr(p, GOAL_NUMBER, GOAL_IS_INT, col);
  e->b = of;
  deepen(p, e, of);
  if (!p->failed && of->is == GOAL_IS_POINTER) fail(p, col, "a pointer is no number");
  return e;
}

static goal_expr *primary(parser *p) {
  uint32_t col = column(p), stars = 0, signs = 0;
  for (; accept(p, "-"); signs++) {
    if (p->len && is_digit(*p->tok)) return number(p, true);
    if (signs == GOAL_MAX_DEPTH) fail(p, col, "nested too deeply");
  }
  for (; accept(p, "*"); stars++) continue;
  goal_expr *e;
  if (p->len && is_digit(*p->tok) && !stars) {
    e = number(p, false);
  } else if (is(p, "true") || is(p, "false")) {
    e = new_expr(p, GOAL_TRUTH, GOAL_IS_BOOL, col);
    e->value = is(p, "true");
    advance(p);
  } else if (is(p, "null") || is(p, "nullptr") || is(p, "NULL")) {
    e = new_expr(p, GOAL_NULL, GOAL_IS_POINTER, col);
    advance(p);
  } else if (!stars && accept(p, "(")) {
    e = expression(p);
    expect(p, ")");
  } else if (p->len && is_letter(*p->tok)) {
    e = path(p, stars);
  } else {
    expected(p, "a value");
    e = new_expr(p, GOAL_NUMBER, GOAL_IS_INT, col);
  }
  for (; signs && !p->failed; signs--) e = negative(p, col, e);
  return e;
}

enum { LEVEL_PRODUCT, LEVEL_SUM, LEVEL_COMPARISON, LEVEL_AND, LEVEL_OR };

static const struct spelling {
  const char *text;
  goal_op op;
  int level;
} operations[] = {
    {"*", GOAL_MUL, LEVEL_PRODUCT},    {"div", GOAL_DIV, LEVEL_PRODUCT},  {"/", GOAL_DIV, LEVEL_PRODUCT},
    {"mod", GOAL_MOD, LEVEL_PRODUCT},  {"%", GOAL_MOD, LEVEL_PRODUCT},    {"+", GOAL_ADD, LEVEL_SUM},
    {"-", GOAL_SUB, LEVEL_SUM},        {"=", GOAL_EQ, LEVEL_COMPARISON},  {"==", GOAL_EQ, LEVEL_COMPARISON},
    {"<>", GOAL_NE, LEVEL_COMPARISON}, {"!=", GOAL_NE, LEVEL_COMPARISON}, {"<", GOAL_LT, LEVEL_COMPARISON},
    {"<=", GOAL_LE, LEVEL_COMPARISON}, {">", GOAL_GT, LEVEL_COMPARISON},  {">=", GOAL_GE, LEVEL_COMPARISON},
    {"and", GOAL_AND, LEVEL_AND},      {"&&", GOAL_AND, LEVEL_AND},       {"or", GOAL_OR, LEVEL_OR},
    {"||", GOAL_OR, LEVEL_OR},
};

static const struct spelling *operation(const parser *p, int level) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (operations[i].level == level && is(p, operations[i].text)) return &operations[i];
  return NULL;
}

static bool may_be_null(const goal_expr *e) { return e->kind == GOAL_NUMBER && e->value == 0; }

static void check_operands(parser *p, goal_expr *e) {
  bool pointers = e->a->is == GOAL_IS_POINTER || e->b->is == GOAL_IS_POINTER;
  if (p->failed || e->op == GOAL_AND || e->op == GOAL_OR || !pointers) return;
  if (e->op != GOAL_EQ && e->op != GOAL_NE) fail(p, e->col, "pointers are compared by = and <> alone");
  if (may_be_null(e->a)) e->a->kind = GOAL_NULL, e->a->is = GOAL_IS_POINTER;
  if (may_be_null(e->b)) e->b->kind = GOAL_NULL, e->b->is = GOAL_IS_POINTER;
  if (e->a->is != e->b->is) fail(p, e->col, "a pointer is compared with a number");
  if (e->a->kind == GOAL_NULL && e->b->kind == GOAL_NULL) fail(p, e->col, "both sides are null");
}

static goal_expr *binary(parser *p, int level);

static goal_expr *negation(parser *p) {
  uint32_t signs = 0, col = column(p);
  while (accept_any(p, "not", "!")) signs++;
  goal_expr *e = binary(p, LEVEL_COMPARISON);
  for (; signs && !p->failed; signs--) {
    goal_expr *n = new_expr(p, GOAL_NOT, GOAL_IS_BOOL, col);
    n->a = e;
    deepen(p, n, e);
    e = n;
  }
  return e;
}

static goal_expr *below(parser *p, int level) {
  if (level == LEVEL_PRODUCT) return primary(p);
  return level == LEVEL_AND ? negation(p) : binary(p, level - 1);
}

static goal_expr *binary(parser *p, int level) {
  goal_expr *a = below(p, level);
  const struct spelling *op;
  while (!p->failed && (op = operation(p, level))) {
    goal_expr *e = new_expr(p, GOAL_BINARY, level <= LEVEL_SUM ? GOAL_IS_INT : GOAL_IS_BOOL, column(p));
    advance(p);
    e->op = op->op;
    e->a = a;
    e->b = below(p, level);
    deepen(p, e, a);
    deepen(p, e, e->b);
    check_operands(p, e);
    a = e;
    if (level == LEVEL_COMPARISON) break;
  }
  return a;
}

static goal_expr *expression(parser *p) {
  if (++p->depth > GOAL_MAX_DEPTH / 4) fail(p, column(p), "nested too deeply");
  goal_expr *e = p->failed ? new_expr(p, GOAL_NUMBER, GOAL_IS_INT, column(p)) : binary(p, LEVEL_OR);
  p->depth--;
  return e;
}

static bool parse_rest(parser *p, goal_tree *out) {
  out->root = expression(p);
  if (!p->failed && p->len) expected(p, "an operation or the end");
  out->width = p->width;
  return !p->failed;
}

bool goal_parse(const ir_module *m, const char *text, arena *mem, goal_tree *out, strbuf *error) {
  parser p = {.m = m, .option = "--goal", .text = text, .pos = text, .mem = mem, .error = error, .width = 32};
  advance(&p);
  expect(&p, "EF");
  return parse_rest(&p, out);
}

bool goal_parse_condition(const ir_module *m, const char *option, const char *text, uint32_t col, design_names *names,
                          arena *mem, goal_tree *out, strbuf *error) {
  parser p = {.m = m, .option = option, .base = col - 1, .text = text, .pos = text, .mem = mem, .error = error};
  p.names = names;
  out->names = names;
  p.width = 32;
  advance(&p);
  return parse_rest(&p, out);
}
