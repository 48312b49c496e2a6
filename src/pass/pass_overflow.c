// Overflow of signed arithmetic becomes a check (property no-overflow).
//
// What counts is an operation whose type is a signed integer with a source name ("int", "i64"): the arithmetic of the
// program. Front ends give what they add themselves (address arithmetic, widening) a type without name, and so does
// this pass. Rules as in C11 (6.5): the exact result of + - * must be representable, unary - not applied to the least
// value, / and % not to the least value and -1 (the zero divisor is another kind), << applied to a value that is not
// negative, by less than the width, with a representable result. Conversions never overflow.
//
// The check stands before the operation and has its place. An atomic update is made first and judged by the old value
// it yields: nothing can come between.
#include "base/mem.h"
#include "base/str.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

typedef struct judge {
  pass_copy *c;
  ir_module *m;
  const ir_instr *i;
  ir_type type, plain, truth;  // of the operation; the same without name; of conditions
  uint32_t bits;
} judge;

static ir_operand compute(judge *j, ir_op op, ir_type t, ir_operand a, ir_operand b) {
  return ir_emit_binary(j->m, op, t, a, b, j->i->at);
}

static ir_operand both(judge *j, ir_operand a, ir_operand b) { return compute(j, IR_AND, j->truth, a, b); }

// The number whose bits below `low` are ones and all others zero, or the complement of that: in two's complement the
// greatest and the least value of low + 1 bits.
static ir_operand extreme(judge *j, ir_type t, uint32_t low, bool least) {
  uint32_t n = (ir_type_get(j->m, t)->bits + 63) / 64;
  uint64_t *limbs = MEM_NEW_N(uint64_t, n);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t ones = low > 64 * k ? low - 64 * k : 0;
    limbs[k] = ones >= 64 ? UINT64_MAX : ((uint64_t)1 << ones) - 1;
    if (least) limbs[k] = ~limbs[k];
  }
  ir_operand made = ir_wide(j->m, t, limbs);
  mem_free(limbs);
  return made;
}

static ir_operand widened(judge *j, ir_operand v, ir_type t) { return ir_emit_unary(j->m, IR_SEXT, t, v, j->i->at); }

// The exact result lies between the least and the greatest value: computed in a type that holds it.
static ir_operand fits(judge *j, ir_op op, ir_operand a, ir_operand b) {
  ir_type wide = ir_type_int(j->m, op == IR_MUL ? 2 * j->bits : j->bits + 1, true, NULL);
  ir_operand exact = compute(j, op, wide, widened(j, a, wide), widened(j, b, wide));
  ir_operand low = compute(j, IR_SLE, j->truth, extreme(j, wide, j->bits - 1, true), exact);
  return both(j, low, compute(j, IR_SLE, j->truth, exact, extreme(j, wide, j->bits - 1, false)));
}

static ir_operand not_least(judge *j, ir_operand a) {
  return compute(j, IR_NE, j->truth, a, extreme(j, j->plain, j->bits - 1, true));
}

static ir_operand divides(judge *j, ir_operand a, ir_operand b) {
  ir_operand other = compute(j, IR_NE, j->truth, b, extreme(j, j->plain, 0, true));
  return compute(j, IR_OR, j->truth, not_least(j, a), other);
}

// a << b is representable iff a is at most the greatest value shifted right by b.
static ir_operand shifts(judge *j, ir_operand a, ir_operand b) {
  ir_operand natural = compute(j, IR_SLE, j->truth, ir_int(j->m, j->plain, 0), a);
  ir_operand short_enough = compute(j, IR_ULT, j->truth, b, ir_int(j->m, j->plain, j->bits));
  ir_operand most = compute(j, IR_LSHR, j->plain, extreme(j, j->plain, j->bits - 1, false), b);
  return both(j, both(j, natural, short_enough), compute(j, IR_SLE, j->truth, a, most));
}

static void demand(judge *j, ir_operand good, const char *what) {
  strbuf text = {0};
  sb_printf(&text, "%s %s", ir_type_text(j->m, j->type), what);
  ir_emit_check(j->m, IR_CHECK_OVERFLOW, good, sb_text(&text), j->i->at);
  sb_fini(&text);
}

static bool is_counted(const ir_module *m, ir_type type) {
  const ir_type_info *t = ir_type_get(m, type);
  return t->kind == IR_TYPE_INT && t->is_signed && t->name;
}

static void judge_update(judge *j, ir_op op, const char *what) {
  ir_operand value = pass_copy_operand(j->c, j->i->args[1]);
  ir_reg old = ir_reg_new(j->m, NULL, j->type, j->i->at);
  ir_instr update = *j->i;
  update.dst = old;
  // The result may go to a register that the operands still need.
  pass_copy_instr(j->c, &update);
  ir_operand before = ir_reg_operand(j->m, old);
  demand(j, fits(j, op, before, value), what);
  if (j->i->dst.id) ir_emit_to(j->m, j->i->dst, IR_MOV, &before, 1, j->i->at);
}

// True: the instruction is in the copy already.
static bool judge_rmw(judge *j) {
  switch ((ir_rmw)j->i->sub) {
  case IR_RMW_ADD: judge_update(j, IR_ADD, "addition"); return true;
  case IR_RMW_SUB: judge_update(j, IR_SUB, "subtraction"); return true;
  case IR_RMW_MUL: judge_update(j, IR_MUL, "multiplication"); return true;
  case IR_RMW_AND:
  case IR_RMW_OR:
  case IR_RMW_XOR:
  case IR_RMW_XCHG:
  case IR_RMW_UMIN:
  case IR_RMW_UMAX:
  case IR_RMW_SMIN:
  case IR_RMW_SMAX:
  case IR_RMW_COUNT: break;
  }
  return false;
}

static bool is_arithmetic(ir_op op) {
  return op == IR_ADD || op == IR_SUB || op == IR_MUL || op == IR_NEG || op == IR_SDIV || op == IR_SREM ||
         op == IR_SHL || op == IR_RMW;
}

// No type can hold an exact product: whoever comes here gets no answer.
static void give_up(judge *j) {
  ir_emit_unsupported(j->m, "overflow of integers as wide as these", j->i->at);
  ir_block_begin(j->m, ir_block_new(j->m));
}

static bool before(pass_copy *c, const ir_instr *i) {
  if (!is_arithmetic(i->op) || !is_counted(c->from, i->type)) return false;
  judge j = {.c = c, .m = c->to, .i = i, .type = i->type, .bits = ir_type_get(c->from, i->type)->bits};
  if (j.bits > IR_BITS_MAX / 2) {
    give_up(&j);
    return false;
  }
  j.plain = ir_type_int(c->to, j.bits, true, NULL);
  j.truth = ir_type_bool(c->to);
  if (i->op == IR_RMW) return judge_rmw(&j);
  ir_operand a = pass_copy_operand(c, i->args[0]);
  ir_operand b = i->n_args > 1 ? pass_copy_operand(c, i->args[1]) : a;
  if (i->op == IR_ADD) demand(&j, fits(&j, IR_ADD, a, b), "addition");
  if (i->op == IR_SUB) demand(&j, fits(&j, IR_SUB, a, b), "subtraction");
  if (i->op == IR_MUL) demand(&j, fits(&j, IR_MUL, a, b), "multiplication");
  if (i->op == IR_NEG) demand(&j, not_least(&j, a), "negation");
  if (i->op == IR_SDIV) demand(&j, divides(&j, a, b), "division");
  if (i->op == IR_SREM) demand(&j, divides(&j, a, b), "remainder");
  if (i->op == IR_SHL) demand(&j, shifts(&j, a, b), "shift");
  return false;
}

static ir_module *run(const ir_module *m) {
  pass_copy c = {.from = m, .before = before};
  pass_copy_module(&c);
  return c.to;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)m;
  return checks >> IR_CHECK_OVERFLOW & 1;
}

const pass pass_overflow = {
    .name = "overflow",
    .help = "checks that signed arithmetic does not overflow",
    .cares = 1u << IR_CHECK_OVERFLOW,
    .wanted = wanted,
    .run = run,
};
