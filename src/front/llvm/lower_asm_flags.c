// Conditions: computed where somebody asks, from what the last instruction that sets the flags had in hand.
#include <string.h>

#include "front/llvm/lower_asm.h"

static ir_operand refuse(asm_state *A) {
  A->bad = true;
  return low_zero(A->L, A->L->t_bool);
}

static ir_operand is_negative(asm_state *A, ir_operand v) {
  if (!low_is_int(A->L, v.type)) return refuse(A);
  return low_bin(A->L, IR_SLT, A->L->t_bool, v, low_zero(A->L, v.type));
}

static ir_operand zero(asm_state *A) {
  asm_flags *f = &A->flags;
  if (f->of == FLAGS_NONE || f->of == FLAGS_BIT) return refuse(A);
  if (f->of == FLAGS_SUB) return low_bin(A->L, IR_EQ, A->L->t_bool, f->a, f->b);
  return low_bin(A->L, IR_EQ, A->L->t_bool, f->result, low_zero(A->L, f->result.type));
}

static ir_operand carry(asm_state *A) {
  low *L = A->L;
  asm_flags *f = &A->flags;
  if (f->of == FLAGS_LOGIC) return low_zero(L, L->t_bool);
  if (f->of == FLAGS_BIT) return f->result;
  if (!low_is_int(L, f->a.type)) return refuse(A);
  if (f->of == FLAGS_ADD) return low_bin(L, IR_ULT, L->t_bool, f->result, f->a);
  if (f->of == FLAGS_SUB) return low_bin(L, IR_ULT, L->t_bool, f->a, f->b);
  return refuse(A);  // inc and dec leave it as it was
}

static bool is_arithmetic(const asm_state *A) { return A->flags.of != FLAGS_NONE && A->flags.of != FLAGS_BIT; }

static ir_operand sign(asm_state *A) {
  asm_flags *f = &A->flags;
  if (!is_arithmetic(A) || !low_is_int(A->L, f->a.type)) return refuse(A);
  if (f->of == FLAGS_SUB) return is_negative(A, low_bin(A->L, IR_SUB, f->a.type, f->a, f->b));
  return is_negative(A, f->result);
}

// Signed: the first operand is the smaller one; after others than a subtraction: the true result is negative.
static ir_operand less(asm_state *A) {
  low *L = A->L;
  asm_flags *f = &A->flags;
  if (!is_arithmetic(A) || !low_is_int(L, f->a.type)) return refuse(A);
  if (f->of == FLAGS_LOGIC) return is_negative(A, f->result);
  if (f->of == FLAGS_SUB || f->of == FLAGS_DEC) return low_bin(L, IR_SLT, L->t_bool, f->a, f->b);
  ir_type t = f->a.type, wide = low_int(L, low_bits(L, t) * 2);
  return is_negative(A, low_bin(L, IR_ADD, wide, low_fit(L, f->a, wide, true), low_fit(L, f->b, wide, true)));
}

static ir_operand overflow(asm_state *A) {
  if (A->flags.of == FLAGS_LOGIC) return low_zero(A->L, A->L->t_bool);
  ir_operand l = less(A), s = sign(A);
  return low_bin(A->L, IR_NE, A->L->t_bool, l, s);
}

static ir_operand either(asm_state *A, ir_operand a, ir_operand b) { return low_bin(A->L, IR_OR, A->L->t_bool, a, b); }

static bool is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(name, *list)) return true;
  return false;
}
#define ONE_OF(name, ...) is_one_of(name, (const char *const[]){__VA_ARGS__, NULL})

static ir_operand positive(asm_state *A, const char *c) {
  if (ONE_OF(c, "e", "z")) return zero(A);
  if (ONE_OF(c, "c", "b", "nae")) return carry(A);
  if (ONE_OF(c, "s")) return sign(A);
  if (ONE_OF(c, "o")) return overflow(A);
  if (ONE_OF(c, "be", "na")) return either(A, carry(A), zero(A));
  if (ONE_OF(c, "l", "nge")) return less(A);
  if (ONE_OF(c, "le", "ng")) return either(A, less(A), zero(A));
  return refuse(A);
}

static const char *const NEGATED[][2] = {{"ne", "e"}, {"nz", "z"}, {"nc", "c"},  {"ae", "b"},   {"nb", "b"},
                                         {"ns", "s"}, {"no", "o"}, {"a", "be"},  {"nbe", "be"}, {"ge", "l"},
                                         {"nl", "l"}, {"g", "le"}, {"nle", "le"}};
enum { NEGATIONS = sizeof NEGATED / sizeof *NEGATED };

bool asm_is_condition(const char *name) {
  for (size_t i = 0; i < NEGATIONS; i++)
    if (!strcmp(name, NEGATED[i][0])) return true;
  return ONE_OF(name, "e", "z", "c", "b", "nae", "s", "o", "be", "na", "l", "nge", "le", "ng");
}

ir_operand asm_condition(asm_state *A, const char *name) {
  for (size_t i = 0; i < NEGATIONS; i++)
    if (!strcmp(name, NEGATED[i][0])) {
      ir_operand c = positive(A, NEGATED[i][1]);
      return low_bin(A->L, IR_XOR, A->L->t_bool, c, low_num(A->L, A->L->t_bool, 1));
    }
  return positive(A, name);
}
