// Terms as SMT-LIB 2 text.
//
// Width-1 terms that are logical (comparisons, connectives, literals) are written as Bool, all others as
// (_ BitVec 1), with conversions where the two meet. Shared operations become let bindings.
#include "expr/expr_impl.h"

#include <ctype.h>
#include <gmp.h>

#include "base/map64.h"

typedef struct piece {
  const char *text;  // or, if NULL, a term
  uint32_t id;
  bool as_bool, is_definition;
} piece;

typedef struct writer {
  const expr_table *t;
  strbuf *out;
  map64 uses;           // id -> number of occurrences in the graph
  VEC(uint32_t) order;  // arguments first
  VEC(piece) stack;
} writer;

static bool is_logical(const expr_table *t, expr e) {
  const enode *n = enode_of(t, e);
  if (n->elem || n->width != 1) return false;
  switch ((expr_op)n->op) {
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
  case EXPR_NOT:
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT:
  case EXPR_ITE: return true;
  case EXPR_ADD:
  case EXPR_MUL:
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM:
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR:
  case EXPR_CONCAT:
  case EXPR_EXTRACT:
  case EXPR_ZEXT:
  case EXPR_SEXT:
  case EXPR_CONST_ARRAY:
  case EXPR_SELECT:
  case EXPR_STORE:
  case EXPR_OP_COUNT: break;
  }
  return false;
}

static void count_uses(writer *w, expr e) {
  const expr_table *t = w->t;
  VEC(uint32_t) stack = {0};
  map64 done = {0};
  vec_push(&stack, e.id);
  map64_put(&w->uses, e.id, 1);
  while (stack.len) {
    uint32_t id = vec_last(&stack);
    const enode *n = enode_at(t, id);
    uint64_t phase = 0;
    map64_get(&done, id, &phase);
    if (phase == 0) {
      map64_put(&done, id, 1);
      for (unsigned i = expr_op_arity((expr_op)n->op); i-- > 0;) {
        uint64_t count = 0;
        map64_get(&w->uses, n->u.arg[i], &count);
        map64_put(&w->uses, n->u.arg[i], count + 1);
        if (!map64_get(&done, n->u.arg[i], NULL)) vec_push(&stack, n->u.arg[i]);
      }
    } else {
      stack.len--;
      if (phase == 1) {
        map64_put(&done, id, 2);
        vec_push(&w->order, id);
      }
    }
  }
  map64_fini(&done);
  vec_free(&stack);
}

static bool is_shared(const writer *w, uint32_t id) {
  uint64_t count = 0;
  map64_get(&w->uses, id, &count);
  return count > 1 && expr_op_arity((expr_op)enode_at(w->t, id)->op) > 0;
}

static void write_symbol(const expr_table *t, expr v, strbuf *out) {
  sb_putc(out, '|');
  for (const char *s = expr_var_get(t, v)->name; *s; s++)
    sb_putc(out, isprint((unsigned char)*s) && *s != '|' && *s != '\\' ? *s : '_');
  sb_printf(out, "!%u|", v.id);
}

static void write_sort(const expr_table *t, expr e, strbuf *out) {
  const enode *n = enode_of(t, e);
  if (n->elem)
    sb_printf(out, "(Array (_ BitVec %u) (_ BitVec %u))", n->width, n->elem);
  else if (n->width == 1 && n->op == EXPR_VAR)
    sb_puts(out, "Bool");
  else
    sb_printf(out, "(_ BitVec %u)", n->width);
}

static void write_const(const expr_table *t, expr e, bool as_bool, strbuf *out) {
  const enode *n = enode_of(t, e);
  if (as_bool) {
    sb_puts(out, n->u.value ? "true" : "false");
    return;
  }
  mpz_t x;
  mpz_init(x);
  mpz_import(x, (n->width + 63) / 64, -1, 8, 0, 0, expr_const_limbs(t, e));
  char *text = MEM_NEW_N(char, mpz_sizeinbase(x, 10) + 2);
  sb_printf(out, "(_ bv%s %u)", mpz_get_str(text, 10, x), n->width);
  mem_free(text);
  mpz_clear(x);
}

static void write_head(const writer *w, expr e) {
  static const char *const name[EXPR_OP_COUNT] = {
#define EXPR_OP(id, arity, commutative, smtlib, readable) smtlib,
#include "expr/ops.def"
#undef EXPR_OP
  };
  const enode *n = enode_of(w->t, e);
  bool logical = is_logical(w->t, e);
  switch ((expr_op)n->op) {
  case EXPR_EXTRACT: sb_printf(w->out, "((_ extract %u %u)", n->u.arg[1], n->u.arg[2]); return;
  case EXPR_ZEXT:
  case EXPR_SEXT:
    sb_printf(w->out, "((_ %s %u)", name[n->op], n->width - enode_width(w->t, enode_arg(w->t, e, 0)));
    return;
  case EXPR_CONST_ARRAY:
    sb_puts(w->out, "((as const ");
    write_sort(w->t, e, w->out);
    sb_puts(w->out, ")");
    return;
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
  case EXPR_NOT: sb_printf(w->out, "(%s", name[n->op] + (logical ? 2 : 0)); return;  // "bvand" or "and"
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_ADD:
  case EXPR_MUL:
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM:
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR:
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT:
  case EXPR_ITE:
  case EXPR_CONCAT:
  case EXPR_SELECT:
  case EXPR_STORE:
  case EXPR_OP_COUNT: break;
  }
  sb_printf(w->out, "(%s", name[n->op]);
}

// Do the operands of e (from the i-th on) have to be Bool?
static bool wants_bool(const expr_table *t, expr e, unsigned i) {
  expr_op op = expr_get_op(t, e);
  if (op == EXPR_ITE && i == 0) return true;
  if (op == EXPR_EQ) return is_logical(t, enode_arg(t, e, 0)) && is_logical(t, enode_arg(t, e, 1));
  bool connective = op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR || op == EXPR_NOT || op == EXPR_ITE;
  return connective && is_logical(t, e);
}

static void push_text(writer *w, const char *text) {
  piece x = {.text = text};
  vec_push(&w->stack, x);
}

static void write_piece(writer *w, piece x) {
  const expr_table *t = w->t;
  expr e = {x.id};
  bool logical = is_logical(t, e), leaf = expr_arity(t, e) == 0;
  if (enode_is(t, e, EXPR_CONST)) {
    write_const(t, e, x.as_bool, w->out);
    return;
  }
  if (logical != x.as_bool) {
    sb_puts(w->out, logical ? "(ite " : "(= ");
    push_text(w, logical ? " #b1 #b0)" : " #b1)");
    x.as_bool = logical;
    vec_push(&w->stack, x);
  } else if (leaf) {
    write_symbol(t, e, w->out);
  } else if (!x.is_definition && is_shared(w, x.id)) {
    sb_printf(w->out, "?%u", x.id);
  } else {
    write_head(w, e);
    push_text(w, ")");
    for (unsigned i = expr_arity(t, e); i-- > 0;) {
      piece arg = {.id = enode_of(t, e)->u.arg[i], .as_bool = wants_bool(t, e, i)};
      vec_push(&w->stack, arg);
      push_text(w, " ");
    }
  }
}

static void write_term(writer *w, piece first) {
  vec_push(&w->stack, first);
  while (w->stack.len) {
    piece x = vec_pop(&w->stack);
    if (x.text)
      sb_puts(w->out, x.text);
    else
      write_piece(w, x);
  }
}

static void write_with_lets(const expr_table *t, expr e, bool as_bool, strbuf *out) {
  writer w = {.t = t, .out = out};
  count_uses(&w, e);
  size_t lets = 0;
  for (size_t i = 0; i < w.order.len; i++) {
    uint32_t id = w.order.data[i];
    if (id == e.id || !is_shared(&w, id)) continue;
    sb_printf(out, "(let ((?%u ", id);
    piece def = {.id = id, .as_bool = is_logical(t, (expr){id}), .is_definition = true};
    write_term(&w, def);
    sb_puts(out, ")) ");
    lets++;
  }
  piece body = {.id = e.id, .as_bool = as_bool, .is_definition = true};
  write_term(&w, body);
  for (size_t i = 0; i < lets; i++) sb_putc(out, ')');
  map64_fini(&w.uses);
  vec_free(&w.order);
  vec_free(&w.stack);
}

void expr_print_smtlib(const expr_table *t, expr e, strbuf *out) { write_with_lets(t, e, is_logical(t, e), out); }

void expr_print_smtlib_declare(const expr_table *t, expr var, strbuf *out) {
  sb_puts(out, "(declare-const ");
  write_symbol(t, var, out);
  sb_putc(out, ' ');
  write_sort(t, var, out);
  sb_puts(out, ")\n");
}

void expr_print_smtlib_assert(const expr_table *t, expr conjunct, strbuf *out) {
  sb_puts(out, "(assert ");
  write_with_lets(t, conjunct, true, out);
  sb_puts(out, ")\n");
}

void expr_print_smtlib_assert_forall(const expr_table *t, const expr *bound, size_t n, expr body, strbuf *out) {
  if (n == 0) {
    expr_print_smtlib_assert(t, body, out);
    return;
  }
  sb_puts(out, "(assert (forall (");
  for (size_t i = 0; i < n; i++) {
    sb_puts(out, i ? " (" : "(");
    write_symbol(t, bound[i], out);
    sb_putc(out, ' ');
    write_sort(t, bound[i], out);
    sb_putc(out, ')');
  }
  sb_puts(out, ") ");
  write_with_lets(t, body, true, out);
  sb_puts(out, "))\n");
}

void expr_print_smtlib_query(expr_table *t, const expr *conjuncts, size_t n, strbuf *out) {
  expr_vec vars = {0};
  for (size_t i = 0; i < n; i++) expr_collect_vars(t, conjuncts[i], &vars);
  sb_puts(out, "(set-logic ALL)\n");
  for (size_t i = 0; i < vars.len; i++) expr_print_smtlib_declare(t, vars.data[i], out);
  for (size_t i = 0; i < n; i++) expr_print_smtlib_assert(t, conjuncts[i], out);
  sb_puts(out, "(check-sat)\n");
  vec_free(&vars);
}

void expr_print_smtlib_forall(expr_table *t, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound,
                              expr body, strbuf *out) {
  expr_vec vars = {0};  // bound ones first: they are not declared
  for (size_t i = 0; i < n_bound; i++) vec_push(&vars, bound[i]);
  for (size_t i = 0; i < n; i++) expr_collect_vars(t, conjuncts[i], &vars);
  expr_collect_vars(t, body, &vars);
  sb_puts(out, "(set-logic ALL)\n");
  for (size_t i = n_bound; i < vars.len; i++) expr_print_smtlib_declare(t, vars.data[i], out);
  for (size_t i = 0; i < n; i++) expr_print_smtlib_assert(t, conjuncts[i], out);
  expr_print_smtlib_assert_forall(t, bound, n_bound, body, out);
  sb_puts(out, "(check-sat)\n");
  vec_free(&vars);
}
