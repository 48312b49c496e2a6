// Intrinsics on integers: overflow and saturation, least and greatest, counting and moving bits. Vectors part by part.
#include <string.h>

#include "front/llvm/lower_int.h"

typedef struct bit_args {
  ir_operand a, b, c;
  ir_type t;
  uint32_t bits;
} bit_args;

static ir_operand two(low *L, const bit_args *x, ir_op op, ir_operand a, ir_operand b) {
  return low_bin(L, op, x->t, a, b);
}
static ir_operand num(low *L, const bit_args *x, uint64_t n) { return low_num(L, x->t, n); }

// --- results that do not fit

static ir_type wide_type(low *L, ir_op op, uint32_t bits) { return low_int(L, op == IR_MUL ? 2 * bits : bits + 1); }

static ir_operand exact(low *L, const bit_args *x, ir_op op, bool is_signed) {
  ir_type wide = wide_type(L, op, x->bits);
  return low_bin(L, op, wide, low_fit(L, x->a, wide, is_signed), low_fit(L, x->b, wide, is_signed));
}

static void with_overflow(low *L, LLVMValueRef v, const bit_args *x, ir_op op, bool is_signed) {
  ir_operand whole = exact(L, x, op, is_signed);
  low_parts out = low_new_parts(L, 2);
  out.p[0] = low_fit(L, whole, x->t, false);
  ir_operand back = low_fit(L, out.p[0], wide_type(L, op, x->bits), is_signed);
  out.p[1] = low_bin(L, IR_NE, L->t_bool, back, whole);
  low_define(L, v, out);
}

static ir_operand least(low *L, const bit_args *x) { return two(L, x, IR_SHL, num(L, x, 1), num(L, x, x->bits - 1)); }

static ir_operand saturated(low *L, const bit_args *x, ir_op op, bool is_signed) {
  ir_operand whole = exact(L, x, op, is_signed), low_part = low_fit(L, whole, x->t, false);
  ir_operand back = low_fit(L, low_part, wide_type(L, op, x->bits), is_signed);
  ir_operand fits = low_bin(L, IR_EQ, L->t_bool, back, whole);
  ir_operand limit;
  if (is_signed) {
    ir_operand negative = low_bin(L, IR_SLT, L->t_bool, whole, low_num(L, whole.type, 0));
    ir_operand low_end = least(L, x);
    limit = low_select(L, x->t, negative, low_end, low_un(L, IR_NOT, x->t, low_end));
  } else {
    limit = op == IR_SUB ? num(L, x, 0) : low_un(L, IR_NOT, x->t, num(L, x, 0));
  }
  return low_select(L, x->t, fits, low_part, limit);
}

// --- least, greatest, absolute

static ir_operand extreme(low *L, const bit_args *x, ir_op less, bool smaller) {
  ir_operand a_less = low_bin(L, less, L->t_bool, x->a, x->b);
  return smaller ? low_select(L, x->t, a_less, x->a, x->b) : low_select(L, x->t, a_less, x->b, x->a);
}

// The second argument says that the least number, which has none, must not come.
static ir_operand absolute(low *L, const bit_args *x) {
  bool strict = x->b.kind == IR_OPERAND_INT && x->b.value;
  if (L->o->check_poison && strict) {
    ir_operand good = low_bin(L, IR_NE, L->t_bool, x->a, least(L, x));
    low_emit(
        L, &(ir_instr){.op = IR_CHECK, .sub = IR_CHECK_OVERFLOW, .args = &good, .n_args = 1, .text = "absolute value"});
  }
  ir_operand negative = low_bin(L, IR_SLT, L->t_bool, x->a, num(L, x, 0));
  return low_select(L, x->t, negative, low_un(L, IR_NEG, x->t, x->a), x->a);
}

static ir_operand three_way(low *L, const bit_args *x, ir_op less, ir_type t) {
  ir_operand below = low_bin(L, less, L->t_bool, x->a, x->b), above = low_bin(L, less, L->t_bool, x->b, x->a);
  return low_bin(L, IR_SUB, t, low_fit(L, above, t, false), low_fit(L, below, t, false));
}

// --- bits

static ir_operand count_ones(low *L, const bit_args *x, ir_operand v) {
  ir_operand sum = two(L, x, IR_AND, v, num(L, x, 1));
  for (uint32_t i = 1; i < x->bits; i++)
    sum = two(L, x, IR_ADD, sum, two(L, x, IR_AND, two(L, x, IR_LSHR, v, num(L, x, i)), num(L, x, 1)));
  return sum;
}

// Ones below the highest one make the zeros above it countable.
static ir_operand leading_zeros(low *L, const bit_args *x) {
  ir_operand v = x->a;
  for (uint32_t s = 1; s < x->bits; s *= 2) v = two(L, x, IR_OR, v, two(L, x, IR_LSHR, v, num(L, x, s)));
  return count_ones(L, x, low_un(L, IR_NOT, x->t, v));
}

static ir_operand trailing_zeros(low *L, const bit_args *x) {
  ir_operand below = two(L, x, IR_SUB, x->a, num(L, x, 1));
  return count_ones(L, x, two(L, x, IR_AND, low_un(L, IR_NOT, x->t, x->a), below));
}

// The second argument says that a count of the bits of zero is undefined, as `__builtin_clz(0)` is: any number, drawn where zero comes.
static ir_operand zeros(low *L, const bit_args *x, ir_operand count) {
  bool strict = x->b.kind == IR_OPERAND_INT && x->b.value;
  if (!strict || !low_open(L)) return count;
  ir_operand some = low_bin(L, IR_NE, L->t_bool, x->a, num(L, x, 0));
  if (L->o->check_overflow)
    low_emit(L, &(ir_instr){.op = IR_CHECK,
                            .sub = IR_CHECK_OVERFLOW,
                            .args = &some,
                            .n_args = 1,
                            .text = "zeros of the number 0 are counted"});
  ir_reg result = ir_reg_new(L->out, NULL, x->t, L->at);
  ir_block draws = ir_block_new(L->out), on = ir_block_new(L->out);
  low_move(L, result, count);
  ir_emit_branch(L->out, some, on, draws, L->at);
  ir_block_begin(L->out, draws);
  low_move(L, result, low_drawn(L, x->t, LOW_UNDEF));
  ir_emit_jump(L->out, on, L->at);
  ir_block_begin(L->out, on);
  return ir_reg_operand(L->out, result);
}

ir_operand low_zeros(low *L, ir_operand v, uint32_t bits, bool above) {
  bit_args x = {.a = v, .t = v.type, .bits = bits};
  return above ? leading_zeros(L, &x) : trailing_zeros(L, &x);
}

ir_operand low_ones(low *L, ir_operand v, uint32_t bits) {
  return count_ones(L, &(bit_args){.a = v, .t = v.type, .bits = bits}, v);
}

static ir_operand reversed(low *L, const bit_args *x, uint32_t unit) {
  ir_operand mask = num(L, x, unit == 8 ? 0xff : 1), sum = num(L, x, 0);
  for (uint32_t at = 0; at + unit <= x->bits; at += unit) {
    ir_operand piece = two(L, x, IR_AND, two(L, x, IR_LSHR, x->a, num(L, x, at)), mask);
    sum = two(L, x, IR_OR, sum, two(L, x, IR_SHL, piece, num(L, x, x->bits - unit - at)));
  }
  return sum;
}

ir_operand low_bytes_reversed(low *L, ir_operand v, uint32_t bits) {
  return reversed(L, &(bit_args){.a = v, .t = v.type, .bits = bits}, 8);
}

// The upper (left) or lower half of a:b shifted by c modulo the width; two shifts, since one by the width gives 0.
static ir_operand funnel(low *L, const bit_args *x, bool left) {
  ir_operand by = two(L, x, IR_UREM, x->c, num(L, x, x->bits));
  ir_operand rest = two(L, x, IR_SUB, num(L, x, x->bits - 1), by);
  if (left) {
    ir_operand low_half = two(L, x, IR_LSHR, two(L, x, IR_LSHR, x->b, num(L, x, 1)), rest);
    return two(L, x, IR_OR, two(L, x, IR_SHL, x->a, by), low_half);
  }
  ir_operand high = two(L, x, IR_SHL, two(L, x, IR_SHL, x->a, num(L, x, 1)), rest);
  return two(L, x, IR_OR, high, two(L, x, IR_LSHR, x->b, by));
}

static bool one_part(low *L, const bit_args *x, const char *name, ir_type result, ir_operand *out) {
  if (!strcmp(name, "smin"))
    *out = extreme(L, x, IR_SLT, true);
  else if (!strcmp(name, "smax"))
    *out = extreme(L, x, IR_SLT, false);
  else if (!strcmp(name, "umin"))
    *out = extreme(L, x, IR_ULT, true);
  else if (!strcmp(name, "umax"))
    *out = extreme(L, x, IR_ULT, false);
  else if (!strcmp(name, "abs"))
    *out = absolute(L, x);
  else if (!strcmp(name, "scmp"))
    *out = three_way(L, x, IR_SLT, result);
  else if (!strcmp(name, "ucmp"))
    *out = three_way(L, x, IR_ULT, result);
  else if (!strcmp(name, "sadd.sat"))
    *out = saturated(L, x, IR_ADD, true);
  else if (!strcmp(name, "uadd.sat"))
    *out = saturated(L, x, IR_ADD, false);
  else if (!strcmp(name, "ssub.sat"))
    *out = saturated(L, x, IR_SUB, true);
  else if (!strcmp(name, "usub.sat"))
    *out = saturated(L, x, IR_SUB, false);
  else if (!strcmp(name, "ctpop"))
    *out = count_ones(L, x, x->a);
  else if (!strcmp(name, "ctlz"))
    *out = zeros(L, x, leading_zeros(L, x));
  else if (!strcmp(name, "cttz"))
    *out = zeros(L, x, trailing_zeros(L, x));
  else if (!strcmp(name, "bswap"))
    *out = reversed(L, x, 8);
  else if (!strcmp(name, "bitreverse"))
    *out = reversed(L, x, 1);
  else if (!strcmp(name, "fshl"))
    *out = funnel(L, x, true);
  else if (!strcmp(name, "fshr"))
    *out = funnel(L, x, false);
  else
    return false;
  return true;
}

static bool overflow_op(const char *name, ir_op *op, bool *is_signed) {
  if (strlen(name) < 5 || strcmp(name + 4, ".with.overflow")) return false;
  *is_signed = name[0] == 's';
  *op = !strncmp(name + 1, "add", 3) ? IR_ADD : !strncmp(name + 1, "sub", 3) ? IR_SUB : IR_MUL;
  return true;
}

static bit_args arguments(low *L, LLVMValueRef v, uint32_t part) {
  bit_args x = {0};
  ir_operand *to[] = {&x.a, &x.b, &x.c};
  for (unsigned i = 0; i < 3 && i < LLVMGetNumArgOperands(v); i++) {
    low_parts p = low_value(L, LLVMGetOperand(v, i));
    if (part < p.n) *to[i] = low_present(L, p.p[part]);
  }
  x.bits = low_bits(L, x.a.type);
  x.t = low_int(L, x.bits ? x.bits : 1);
  return x;
}

bool low_bits_intrinsic(low *L, LLVMValueRef v, const char *name) {
  name += strlen("llvm.");
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  if (!f->ok || !f->n || !LLVMGetNumArgOperands(v) ||
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, 0))) == LLVMMetadataTypeKind)
    return false;
  ir_op op;
  bool is_signed;
  if (overflow_op(name, &op, &is_signed)) {
    bit_args x = arguments(L, v, 0);
    if (f->n != 2) return false;
    with_overflow(L, v, &x, op, is_signed);
    return true;
  }
  const low_flat *first = low_flat_of(L, LLVMTypeOf(LLVMGetOperand(v, 0)));
  if (!first->ok || first->n != f->n || !low_is_int(L, first->leaves[0].type)) return false;
  low_parts out = low_new_parts(L, f->n);
  for (uint32_t i = 0; i < f->n; i++) {
    bit_args x = arguments(L, v, i);
    if (!one_part(L, &x, name, f->leaves[i].type, &out.p[i])) return false;
  }
  low_define(L, v, out);
  return true;
}
