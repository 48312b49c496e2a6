// Instructions of x86 that compute: numbers of bits, shifts, products, sums with a carry, moves under a condition and with another width.
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_asm.h"

static ir_operand drawn(instruction *I, ir_type t, const char *name) {
  low *L = I->A->L;
  ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
  return low_emit(L, &(ir_instr){.op = IR_NONDET, .type = t, .dst = dst, .text = name});
}

// Any values in the first of these registers: the time (rdtsc, rdtscp), or what the processor says of itself (cpuid).
void asm_read_processor(instruction *I, uint32_t registers, const char *what) {
  static const char *const WHERE[] = {"ax", "dx", "cx", "bx"};
  I->bits = 32;
  for (uint32_t i = 0; i < registers; i++) {
    asm_arg to = {.kind = ARG_LOC, .loc = asm_find_loc(I->A, WHERE[i])};
    if (to.loc) asm_write(I->A, &to, drawn(I, I->A->L->t_i32, what));  // else clobbered
  }
}

// The number of the highest or the lowest bit that is set; of zero the register is undefined.
static void find_bit(instruction *I, bool highest) {
  low *L = I->A->L;
  ir_type t = asm_type(I);
  ir_operand v = asm_read(I->A, &I->args[0], t);
  if (I->A->bad || !low_open(L)) return;
  ir_operand zeros = low_zeros(L, v, I->bits, highest);
  ir_operand found = highest ? low_bin(L, IR_SUB, t, low_num(L, t, I->bits - 1), zeros) : zeros;
  ir_reg result = ir_reg_new(L->out, NULL, t, L->at);
  ir_block none = ir_block_new(L->out), on = ir_block_new(L->out);
  low_move(L, result, found);
  ir_emit_branch(L->out, low_bin(L, IR_NE, L->t_bool, v, low_zero(L, t)), on, none, L->at);
  ir_block_begin(L->out, none);
  low_move(L, result, drawn(I, t, "bit of zero"));
  ir_emit_jump(L->out, on, L->at);
  ir_block_begin(L->out, on);
  asm_write(I->A, &I->args[1], ir_reg_operand(L->out, result));
  I->A->flags.of = FLAGS_NONE;
}

static void swap_bytes(instruction *I) {
  ir_operand v = asm_read(I->A, &I->args[0], asm_type(I));
  if (I->args[0].kind != ARG_LOC || I->bits < 32) asm_refuse(I);
  if (!I->A->bad) asm_write(I->A, &I->args[0], low_bytes_reversed(I->A->L, v, I->bits));
}

static void count_bits(instruction *I) {
  ir_operand v = asm_read(I->A, &I->args[0], asm_type(I));
  if (I->A->bad) return;
  asm_write(I->A, &I->args[1], low_ones(I->A->L, v, I->bits));
  I->A->flags.of = FLAGS_NONE;
}

// By a number that is written there, by the lowest byte of cx, or, without one, by one; modulo 32, or 64 for long words. False: refused.
static bool shift_count(instruction *I, ir_operand *out) {
  low *L = I->A->L;
  ir_type t = asm_type(I), byte = low_int(L, 8);
  asm_arg one = {.kind = ARG_IMMEDIATE, .number = 1}, *by = I->n == 2 ? &I->args[0] : &one;
  if (by->kind == ARG_MEMORY || by->kind == ARG_STACK) asm_refuse(I);
  if (I->A->bad) return false;
  ir_operand n = low_fit(L, asm_read(I->A, by, byte), t, false);
  *out = low_bin(L, IR_AND, t, n, low_num(L, t, I->bits == 64 ? 63 : 31));
  return !I->A->bad;
}

static void shift(instruction *I, ir_op op) {
  asm_arg *to = &I->args[I->n - 1];
  ir_operand n;
  if (!shift_count(I, &n)) return;
  ir_operand v = asm_read(I->A, to, asm_type(I));
  if (!I->A->bad) asm_write(I->A, to, low_bin(I->A->L, op, asm_type(I), v, n));
  I->A->flags.of = FLAGS_NONE;
}

// Two shifts: one by the width gives nothing.
static void rotate(instruction *I, bool left) {
  low *L = I->A->L;
  ir_type t = asm_type(I);
  asm_arg *to = &I->args[I->n - 1];
  ir_operand n, one = low_num(L, t, 1), last = low_num(L, t, I->bits - 1);
  if (!shift_count(I, &n)) return;
  ir_operand v = asm_read(I->A, to, t);
  if (I->A->bad) return;
  n = low_bin(L, IR_AND, t, n, last);
  ir_operand rest = low_bin(L, IR_SUB, t, last, n);
  ir_op there = left ? IR_SHL : IR_LSHR, back = left ? IR_LSHR : IR_SHL;
  ir_operand a = low_bin(L, there, t, v, n), b = low_bin(L, back, t, low_bin(L, back, t, v, one), rest);
  asm_write(I->A, to, low_bin(L, IR_OR, t, a, b));
  I->A->flags.of = FLAGS_NONE;
}

static void change_all(instruction *I, ir_op op) {
  ir_operand v = asm_read(I->A, &I->args[0], asm_type(I));
  if (!I->A->bad) asm_write(I->A, &I->args[0], low_un(I->A->L, op, asm_type(I), v));
  if (op == IR_NEG) I->A->flags.of = FLAGS_NONE;  // `not` leaves them as they are
}

// ax times what is named: the upper half goes to dx.
static void multiply_wide(instruction *I, bool is_signed) {
  low *L = I->A->L;
  asm_arg ax = asm_named(I, "ax"), dx = {.kind = ARG_LOC, .loc = asm_find_loc(I->A, "dx")};
  if (I->bits == 8 || ax.kind != ARG_LOC) asm_refuse(I);
  if (I->A->bad) return;
  ir_type t = asm_type(I), wide = low_int(L, 2 * I->bits);
  ir_operand a = asm_read(I->A, &ax, t), b = asm_read(I->A, &I->args[0], t);
  if (I->A->bad) return;
  ir_operand all = low_bin(L, IR_MUL, wide, low_fit(L, a, wide, is_signed), low_fit(L, b, wide, is_signed));
  asm_write(I->A, &ax, low_fit(L, all, t, false));
  ir_operand upper = low_bin(L, IR_LSHR, wide, all, low_num(L, wide, I->bits));
  if (dx.loc) asm_write(I->A, &dx, low_fit(L, upper, t, false));  // else clobbered
  I->A->flags.of = FLAGS_NONE;
}

// The factors stand first; the last one, or a third operand, gets the product.
static void multiply(instruction *I) {
  low *L = I->A->L;
  ir_type t = asm_type(I);
  asm_arg *to = &I->args[I->n - 1];
  if (I->bits == 8 || to->kind != ARG_LOC) asm_refuse(I);
  if (I->A->bad) return;
  ir_operand a = asm_read(I->A, &I->args[0], t), b = asm_read(I->A, &I->args[1], t);
  if (!I->A->bad) asm_write(I->A, to, low_bin(L, IR_MUL, t, a, b));
  I->A->flags.of = FLAGS_NONE;
}

// Nobody here sees what goes out of a port, and what comes in is any value.
static void read_port(instruction *I) {
  if (!I->A->bad) asm_write(I->A, &I->args[1], drawn(I, asm_type(I), "port"));
}

// The carry is that of the instruction before: a number of 0 or 1.
static ir_operand carry_in(instruction *I, ir_type t) { return low_fit(I->A->L, asm_condition(I->A, "c"), t, false); }

// `sbbl %0,%0`: all ones if the carry is set, whatever was in it.
static bool is_all_borrow(instruction *I, bool subtracts) {
  return subtracts && I->args[0].kind == ARG_LOC && I->args[0].loc == I->args[1].loc;
}

// In twice the width, where the bit above tells the next carry.
static void add_with_carry(instruction *I, bool subtracts) {
  low *L = I->A->L;
  ir_type t = asm_type(I), wide = low_int(L, 2 * I->bits);
  ir_op op = subtracts ? IR_SUB : IR_ADD;
  ir_operand c = carry_in(I, wide), a = low_zero(L, wide), b = a;
  if (!is_all_borrow(I, subtracts)) {
    b = low_fit(L, asm_read(I->A, &I->args[0], t), wide, false);
    a = low_fit(L, asm_read(I->A, &I->args[1], t), wide, false);
  }
  if (I->A->bad) return;
  ir_operand all = low_bin(L, op, wide, low_bin(L, op, wide, a, b), c);
  asm_write(I->A, &I->args[1], low_fit(L, all, t, false));
  ir_operand above = low_bin(L, IR_LSHR, wide, all, low_num(L, wide, I->bits));
  ir_operand next = low_fit(L, low_bin(L, IR_AND, wide, above, low_num(L, wide, 1)), L->t_bool, false);
  I->A->flags = (asm_flags){.of = FLAGS_BIT, .a = next, .b = next, .result = next};
}

// Both are read whether it moves or not, and of a register of 64 bits the upper half becomes zero either way.
static void move_if(instruction *I, const char *condition) {
  if (I->n != 2 || I->args[1].kind != ARG_LOC || I->bits == 8) asm_refuse(I);
  if (I->A->bad) return;
  ir_type t = asm_moved_type(I);
  ir_operand c = asm_condition(I->A, condition);
  ir_operand v = asm_read(I->A, &I->args[0], t), old = asm_read(I->A, &I->args[1], t);
  if (!I->A->bad) asm_write(I->A, &I->args[1], low_select(I->A->L, t, c, v, old));
}

// `cmovl` is the condition `l`, `cmovel` the condition `e` of 32 bits.
static bool moves_if(instruction *I, const char *name) {
  char condition[8] = {0};
  size_t n = strlen(name);
  if (!str_starts(name, "cmov") || n < 5 || n - 4 >= sizeof condition) return false;
  memcpy(condition, name + 4, n - 4);
  if (!asm_is_condition(condition)) {
    condition[n - 5] = 0;
    if (!asm_is(I, name + n - 1, "") || !asm_is_condition(condition)) return false;
  } else {
    asm_is(I, "", "");
  }
  if (!asm_has_width(I)) return false;
  move_if(I, condition);
  return true;
}

// `movzbl`, `movslq`: from the first width to the second.
static bool widens(instruction *I, const char *name) {
  static const char WIDTHS[] = "bwlq";
  bool is_signed = str_starts(name, "movs");
  if (I->n != 2 || strlen(name) != 6 || (!is_signed && !str_starts(name, "movz"))) return false;
  const char *from = strchr(WIDTHS, name[4]), *to = strchr(WIDTHS, name[5]);
  if (!from || !to || from >= to || I->args[1].kind != ARG_LOC) return false;
  I->bits = 8u << (to - WIDTHS);
  if (!asm_has_width(I)) return false;
  ir_type narrow = low_int(I->A->L, 8u << (from - WIDTHS));
  ir_operand v = asm_read(I->A, &I->args[0], narrow);
  if (!I->A->bad) asm_write(I->A, &I->args[1], low_fit(I->A->L, v, asm_type(I), is_signed));
  return true;
}

// How many zeros there are above or below the bits that are set; of zero: all.
static void count_zeros(instruction *I, bool above) {
  ir_operand v = asm_read(I->A, &I->args[0], asm_type(I));
  if (I->A->bad) return;
  asm_write(I->A, &I->args[1], low_zeros(I->A->L, v, I->bits, above));
  I->A->flags.of = FLAGS_NONE;
}

// --- which one

static bool shifts(instruction *I, const char *name) {
  static const struct {
    const char *name;
    ir_op op;
  } SHIFTS[] = {{"shl", IR_SHL}, {"sal", IR_SHL}, {"shr", IR_LSHR}, {"sar", IR_ASHR}};
  if (I->n != 1 && I->n != 2) return false;
  for (size_t i = 0; i < sizeof SHIFTS / sizeof *SHIFTS; i++)
    if (asm_is(I, name, SHIFTS[i].name) && asm_has_width(I)) {
      if (I->bits < 32 && SHIFTS[i].op == IR_ASHR) asm_refuse(I);  // by more than the width
      shift(I, SHIFTS[i].op);
      return true;
    }
  bool left = asm_is(I, name, "rol") && asm_has_width(I);
  if (!left && !(asm_is(I, name, "ror") && asm_has_width(I))) return false;
  rotate(I, left);
  return true;
}

static bool bits_of_words(instruction *I, const char *name) {
  if (I->n == 1 && asm_is(I, name, "bswap") && asm_has_width(I)) {
    swap_bytes(I);
    return true;
  }
  static const char *const FINDS[] = {"bsf", "bsr"}, *const COUNTS[] = {"tzcnt", "lzcnt"};
  for (int above = 0; above < 2; above++) {
    if (I->n == 2 && asm_is(I, name, FINDS[above]) && asm_has_width(I) && I->bits >= 16) {
      find_bit(I, above);
      return true;
    }
    if (I->n == 2 && asm_is(I, name, COUNTS[above]) && asm_has_width(I) && I->bits >= 16) {
      count_zeros(I, above);
      return true;
    }
  }
  return false;
}

bool asm_numbers(instruction *I, const char *name) {
  if (shifts(I, name) || bits_of_words(I, name) || moves_if(I, name) || widens(I, name)) return true;
  bool two = I->n == 2;
  if (I->n == 1 && asm_is(I, name, "neg") && asm_has_width(I))
    change_all(I, IR_NEG);
  else if (I->n == 1 && asm_is(I, name, "not") && asm_has_width(I))
    change_all(I, IR_NOT);
  else if (I->n == 1 && asm_is(I, name, "mul") && asm_has_width(I))
    multiply_wide(I, false);
  else if (I->n == 1 && asm_is(I, name, "imul") && asm_has_width(I))
    multiply_wide(I, true);
  else if ((two || I->n == 3) && asm_is(I, name, "imul") && asm_has_width(I))
    multiply(I);
  else if (two && asm_is(I, name, "adc") && asm_has_width(I))
    add_with_carry(I, false);
  else if (two && asm_is(I, name, "sbb") && asm_has_width(I))
    add_with_carry(I, true);
  else if (two && asm_is(I, name, "popcnt") && asm_has_width(I) && I->bits >= 16)
    count_bits(I);
  else if (two && asm_is(I, name, "in") && asm_has_width(I) && I->bits <= 32)
    read_port(I);
  else
    return two && asm_is(I, name, "out") && asm_has_width(I) && I->bits <= 32;
  return true;
}
