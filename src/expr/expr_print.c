// Terms for people: infix, every operand that is itself an operation in parentheses.
//
// Shared parts are printed each time they occur; after PRINT_BUDGET nodes the rest is "..." so that a small graph
// cannot print without end.
#include "expr/expr_impl.h"

#include <gmp.h>

#define PRINT_BUDGET 20000

typedef struct piece {
  const char *text;  // or, if NULL, a term
  expr e;
  bool wrap, is_unsigned;
} piece;

typedef struct printer {
  const expr_table *t;
  strbuf *out;
  VEC(piece) stack;
  unsigned left;
} printer;

static void push_text(printer *p, const char *text) {
  piece x = {.text = text};
  vec_push(&p->stack, x);
}

static void push_term(printer *p, expr e, bool is_unsigned) {
  piece x = {.e = e, .wrap = true, .is_unsigned = is_unsigned};
  vec_push(&p->stack, x);
}

static void print_const(const expr_table *t, expr e, bool is_unsigned, strbuf *out) {
  const enode *n = enode_of(t, e);
  if (n->width == 1) {
    sb_puts(out, n->u.value ? "true" : "false");
  } else if (n->width <= 64) {
    if (is_unsigned)
      sb_printf(out, "%llu", (unsigned long long)n->u.value);
    else
      sb_printf(out, "%lld", (long long)bits_sext(n->u.value, n->width));
  } else {
    mpz_t x;
    mpz_init(x);
    mpz_import(x, (n->width + 63) / 64, -1, 8, 0, 0, n->u.limbs);
    char *text = MEM_NEW_N(char, mpz_sizeinbase(x, 10) + 2);
    mpz_get_str(text, 10, x);
    sb_puts(out, text);
    mem_free(text);
    mpz_clear(x);
  }
}

static bool is_minus_one(const expr_table *t, expr e) {
  const enode *n = enode_of(t, e);
  return n->op == EXPR_CONST && n->width > 1 && n->width <= 64 && n->u.value == bits_mask(n->width);
}

static const char *op_text(expr_op op) {
  static const char *const text[EXPR_OP_COUNT] = {
#define EXPR_OP(name, arity, commutative, smtlib, readable) readable,
#include "expr/ops.def"
#undef EXPR_OP
  };
  return text[op];
}

static void push_infix(printer *p, expr a, const char *op, expr b, bool is_unsigned) {
  push_term(p, b, is_unsigned);
  push_text(p, " ");
  push_text(p, op);
  push_text(p, " ");
  push_term(p, a, is_unsigned);
}

// NOT and the comparisons it hides.
static void push_not(printer *p, expr e) {
  const expr_table *t = p->t;
  expr x = enode_arg(t, e, 0);
  bool is_bool = enode_width(t, e) == 1;
  if (is_bool && enode_is(t, x, EXPR_EQ)) {
    push_infix(p, enode_arg(t, x, 0), "!=", enode_arg(t, x, 1), false);
  } else if (is_bool && enode_is(t, x, EXPR_XOR)) {
    push_infix(p, enode_arg(t, x, 0), "==", enode_arg(t, x, 1), false);
  } else if (is_bool && enode_is(t, x, EXPR_ULT)) {
    push_infix(p, enode_arg(t, x, 1), "<=u", enode_arg(t, x, 0), true);
  } else if (is_bool && enode_is(t, x, EXPR_SLT)) {
    push_infix(p, enode_arg(t, x, 1), "<=", enode_arg(t, x, 0), false);
  } else {
    push_term(p, x, false);
    push_text(p, is_bool ? "!" : "~");
  }
}

static void push_call(printer *p, expr e) {
  const expr_table *t = p->t;
  unsigned arity = expr_arity(t, e);
  push_text(p, ")");
  for (unsigned i = arity; i-- > 0;) {
    piece x = {.e = enode_arg(t, e, i)};
    vec_push(&p->stack, x);
    if (i) push_text(p, ", ");
  }
  push_text(p, "(");
}

static void push_binary(printer *p, expr e) {
  const expr_table *t = p->t;
  expr_op op = expr_get_op(t, e);
  expr a = enode_arg(t, e, 0), b = enode_arg(t, e, 1);
  bool is_bool = enode_width(t, e) == 1;
  if (op == EXPR_MUL && is_minus_one(t, b)) {
    push_term(p, a, false);
    push_text(p, "-");
  } else if (op == EXPR_ADD && enode_is(t, b, EXPR_MUL) && is_minus_one(t, enode_arg(t, b, 1))) {
    push_infix(p, a, "-", enode_arg(t, b, 0), false);
  } else {
    const char *text = op_text(op);
    if (is_bool && op == EXPR_AND) text = "&&";
    if (is_bool && op == EXPR_OR) text = "||";
    if (is_bool && op == EXPR_XOR) text = "!=";
    push_infix(p, a, text, b, op == EXPR_ULT || op == EXPR_UDIV || op == EXPR_UREM || op == EXPR_LSHR);
  }
}

static void print_inner(printer *p, expr e) {
  const expr_table *t = p->t;
  const enode *n = enode_of(t, e);
  switch ((expr_op)n->op) {
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_OP_COUNT: UNREACHABLE("leaves are printed at once");
  case EXPR_ADD:
  case EXPR_MUL:
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM:
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT:
  case EXPR_CONCAT: push_binary(p, e); return;
  case EXPR_NOT: push_not(p, e); return;
  case EXPR_ITE:
    push_infix(p, enode_arg(t, e, 1), ":", enode_arg(t, e, 2), false);
    push_text(p, " ? ");
    push_term(p, enode_arg(t, e, 0), false);
    return;
  case EXPR_EXTRACT:
    sb_printf(p->out, "bits<%u:%u>", n->u.arg[1], n->u.arg[2]);
    push_call(p, e);
    return;
  case EXPR_ZEXT:
  case EXPR_SEXT:
    sb_printf(p->out, "%s<%u>", op_text((expr_op)n->op), n->width);
    push_call(p, e);
    return;
  case EXPR_CONST_ARRAY:
  case EXPR_STORE:
    sb_puts(p->out, op_text((expr_op)n->op));
    push_call(p, e);
    return;
  case EXPR_SELECT: {
    piece index = {.e = enode_arg(t, e, 1), .is_unsigned = true};
    push_text(p, "]");
    vec_push(&p->stack, index);
    push_text(p, "[");
    push_term(p, enode_arg(t, e, 0), false);
    return;
  }
  }
}

static bool looks_atomic(const expr_table *t, expr e) {
  expr_op op = expr_get_op(t, e);
  return op == EXPR_EXTRACT || op == EXPR_ZEXT || op == EXPR_SEXT || op == EXPR_CONST_ARRAY || op == EXPR_STORE ||
         op == EXPR_SELECT;
}

void expr_print(const expr_table *t, expr e, strbuf *out) {
  printer p = {.t = t, .out = out, .left = PRINT_BUDGET};
  piece first = {.e = e};
  vec_push(&p.stack, first);
  while (p.stack.len) {
    piece x = vec_pop(&p.stack);
    if (x.text) {
      sb_puts(out, x.text);
    } else if (enode_is(t, x.e, EXPR_CONST)) {
      print_const(t, x.e, x.is_unsigned, out);
    } else if (enode_is(t, x.e, EXPR_VAR)) {
      sb_puts(out, expr_var_get(t, x.e)->name);
    } else if (p.left == 0) {
      sb_puts(out, "...");
    } else {
      p.left--;
      bool wrap = x.wrap && !looks_atomic(t, x.e);
      if (wrap) {
        sb_putc(out, '(');
        push_text(&p, ")");
      }
      print_inner(&p, x.e);
    }
  }
  vec_free(&p.stack);
}
