// Instructions of x86 that concurrent code writes by hand. Accesses of memory are atomic, as those of the machine are; a
// read-modify-write is one step if it is locked (`xchg` always is), else a read and a write.
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_asm.h"

typedef struct instruction {
  asm_state *A;
  asm_arg *args;
  uint32_t n, bits;
  bool is_locked;
} instruction;

static void refuse(instruction *I) { I->A->bad = true; }

static ir_type type_of(instruction *I) { return low_int(I->A->L, I->bits); }

// Addresses stay addresses where they are only moved and compared.
static ir_type moved_type(instruction *I) {
  bool pointer = false;
  for (uint32_t i = 0; i < I->n; i++) pointer = pointer || I->args[i].is_pointer;
  return pointer && I->bits == I->A->L->word_bits ? I->A->L->t_ptr : type_of(I);
}

static ir_operand locked_update(instruction *I, asm_arg *to, ir_rmw code, ir_operand by, bool wants_old) {
  low *L = I->A->L;
  ir_operand args[] = {asm_address(I->A, to, true), by};
  asm_address(I->A, to, false);
  if (I->A->bad) return low_zero(L, by.type);
  ir_reg dst = wants_old ? ir_reg_new(L->out, NULL, by.type, L->at) : (ir_reg){0};
  ir_operand old = low_emit(
      L, &(ir_instr){
             .op = IR_RMW, .sub = code, .flags = IR_ATOMIC, .type = by.type, .dst = dst, .args = args, .n_args = 2});
  return wants_old ? old : low_zero(L, by.type);
}

// --- arithmetic

typedef struct arithmetic {
  const char *name;
  ir_op op;
  ir_rmw rmw;
  asm_flags_of flags;
} arithmetic;

static const arithmetic TWO[] = {{"add", IR_ADD, IR_RMW_ADD, FLAGS_ADD},
                                 {"sub", IR_SUB, IR_RMW_SUB, FLAGS_SUB},
                                 {"and", IR_AND, IR_RMW_AND, FLAGS_LOGIC},
                                 {"or", IR_OR, IR_RMW_OR, FLAGS_LOGIC},
                                 {"xor", IR_XOR, IR_RMW_XOR, FLAGS_LOGIC}};
static const arithmetic ONE[] = {{"inc", IR_ADD, IR_RMW_ADD, FLAGS_INC}, {"dec", IR_SUB, IR_RMW_SUB, FLAGS_DEC}};

// Does the text behind decide on the flags? Then the old value is needed. Without it updates commute.
static bool flags_matter(const asm_state *A) {
  for (uint32_t i = 0; i < A->n_operands; i++)
    if (A->operands[i].kind == ASM_FLAG) return true;
  return strstr(A->text, "set") || strstr(A->text, "sbb") || A->has_jumps;
}

static void set_flags(asm_state *A, asm_flags_of of, ir_operand a, ir_operand b, ir_operand result) {
  A->flags = (asm_flags){.of = of, .a = a, .b = b, .result = result};
}

// `lock; addl $0,0(%rsp)`: a fence.
static bool is_fence(instruction *I, const arithmetic *x, asm_arg *by, asm_arg *to) {
  return I->is_locked && to->kind == ARG_STACK && by->kind == ARG_IMMEDIATE && !by->number && x->op != IR_AND;
}

static void compute(instruction *I, const arithmetic *x, asm_arg *by, asm_arg *to) {
  low *L = I->A->L;
  ir_type t = type_of(I);
  if (is_fence(I, x, by, to)) {
    I->A->flags.of = FLAGS_NONE;
    low_do(L, IR_FENCE, 0, NULL, 0);
    return;
  }
  ir_operand b = asm_read(I->A, by, t), a;
  bool needs_old = flags_matter(I->A);
  if (I->is_locked) {
    if (to->kind != ARG_MEMORY || by->kind == ARG_MEMORY) refuse(I);
    a = locked_update(I, to, x->rmw, b, needs_old);
    if (!needs_old || I->A->bad) return;
  } else {
    a = asm_read(I->A, to, t);
  }
  if (I->A->bad) return;
  ir_operand result = low_bin(L, x->op, t, a, b);
  if (!I->is_locked) asm_write(I->A, to, result);
  set_flags(I->A, x->flags, a, b, result);
}

static void exchange_and_add(instruction *I) {
  asm_arg *by = &I->args[0], *to = &I->args[1];
  ir_type t = type_of(I);
  if (by->kind != ARG_LOC || to->kind != ARG_MEMORY || !I->is_locked) refuse(I);
  if (I->A->bad) return;
  ir_operand b = asm_read(I->A, by, t), a = locked_update(I, to, IR_RMW_ADD, b, true);
  if (I->A->bad) return;
  asm_write(I->A, by, a);
  set_flags(I->A, FLAGS_ADD, a, b, flags_matter(I->A) ? low_bin(I->A->L, IR_ADD, t, a, b) : a);
}

static void exchange(instruction *I) {
  asm_arg *reg = &I->args[0], *memory = &I->args[1];
  if (reg->kind == ARG_MEMORY) reg = &I->args[1], memory = &I->args[0];
  if (reg->kind != ARG_LOC || memory->kind != ARG_MEMORY) refuse(I);
  if (I->A->bad) return;
  ir_operand fresh = asm_read(I->A, reg, moved_type(I));
  ir_operand old = locked_update(I, memory, IR_RMW_XCHG, fresh, true);
  if (!I->A->bad) asm_write(I->A, reg, old);
}

// --- compare and exchange

static asm_arg named(instruction *I, const char *name) {
  asm_operand *o = asm_find_named(I->A, name);
  asm_arg arg = {.kind = ARG_LOC, .loc = asm_find_loc(I->A, name), .bits = I->bits};
  arg.is_pointer = o && LLVMGetTypeKind(o->type) == LLVMPointerTypeKind;
  if (arg.loc) return arg;
  arg.kind = ARG_VALUE;
  if (o && o->parts.n == 1)
    arg.value = low_present(I->A->L, o->parts.p[0]);
  else
    refuse(I);
  return arg;
}

static void compare_exchange(instruction *I) {
  low *L = I->A->L;
  asm_arg *fresh = &I->args[0], *to = &I->args[1], ax = named(I, "ax");
  if (!I->is_locked || to->kind != ARG_MEMORY || ax.kind != ARG_LOC) refuse(I);
  if (I->A->bad) return;
  ir_type t = ax.is_pointer && I->bits == L->word_bits ? L->t_ptr : moved_type(I);
  ir_operand expected = asm_read(I->A, &ax, t), wanted = asm_read(I->A, fresh, t);
  ir_operand args[] = {asm_address(I->A, to, true), expected, wanted};
  asm_address(I->A, to, false);
  if (I->A->bad) return;
  ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
  ir_operand old =
      low_emit(L, &(ir_instr){.op = IR_CAS, .flags = IR_ATOMIC, .type = t, .dst = dst, .args = args, .n_args = 3});
  asm_write(I->A, &ax, old);
  set_flags(I->A, FLAGS_SUB, expected, old, old);
}

static ir_operand half(instruction *I, asm_arg *to, uint64_t offset, ir_type t) {
  asm_arg part = *to;
  part.value = low_offset(I->A->L, to->value, offset);
  return asm_read(I->A, &part, t);
}

static void put_half(instruction *I, asm_arg *to, uint64_t offset, ir_operand v) {
  asm_arg part = *to;
  part.value = low_offset(I->A->L, to->value, offset);
  asm_write(I->A, &part, v);
}

// Two words at once, each of its own type: one may be an address. The machine writes even if they differ.
static void compare_exchange_two(instruction *I) {
  asm_state *A = I->A;
  low *L = A->L;
  asm_arg *to = &I->args[0], old[2] = {named(I, "ax"), named(I, "dx")}, wanted[2] = {named(I, "bx"), named(I, "cx")};
  if (!I->is_locked || to->kind != ARG_MEMORY || old[0].kind != ARG_LOC || old[1].kind != ARG_LOC) refuse(I);
  if (A->bad) return;
  ir_operand expected[2], fresh[2], seen[2], same[2];
  ir_type t[2];
  for (uint32_t i = 0; i < 2; i++) {
    bool pointer = (old[i].is_pointer || wanted[i].is_pointer) && I->bits == L->word_bits;
    t[i] = pointer ? L->t_ptr : type_of(I);
    expected[i] = asm_read(A, &old[i], t[i]);
    fresh[i] = asm_read(A, &wanted[i], t[i]);
  }
  if (A->bad) return;
  low_do(L, IR_ATOMIC_BEGIN, 0, NULL, 0);
  for (uint32_t i = 0; i < 2; i++) {
    seen[i] = half(I, to, i * I->bits / 8, t[i]);
    same[i] = low_bin(L, IR_EQ, L->t_bool, seen[i], expected[i]);
  }
  ir_operand both = low_bin(L, IR_AND, L->t_bool, same[0], same[1]);
  for (uint32_t i = 0; i < 2; i++) put_half(I, to, i * I->bits / 8, low_select(L, t[i], both, fresh[i], seen[i]));
  low_do(L, IR_ATOMIC_END, 0, NULL, 0);
  for (uint32_t i = 0; i < 2; i++) asm_write(A, &old[i], seen[i]);
  set_flags(A, FLAGS_SUB, both, low_num(L, L->t_bool, 1), both);
}

// --- bits

// The number of a bit of memory may lie beyond the word if it is in a register.
static void address_bit(instruction *I, asm_arg *to, ir_operand n) {
  low *L = I->A->L;
  uint32_t bytes = I->bits / 8, shift = (uint32_t)__builtin_ctz(I->bits);
  ir_operand wide = low_fit(L, n, L->t_i64, true);
  ir_operand word = low_bin(L, IR_ASHR, L->t_i64, wide, low_num(L, L->t_i64, shift));
  ir_operand offset = low_bin(L, IR_MUL, L->t_i64, word, low_num(L, L->t_i64, bytes));
  to->value = low_bin(L, IR_PTRADD, L->t_ptr, to->value, offset);
}

static void bit(instruction *I, ir_rmw code) {
  low *L = I->A->L;
  asm_arg *which = &I->args[0], to = I->args[1];
  ir_type t = type_of(I);
  if (!I->is_locked || to.kind != ARG_MEMORY || I->bits < 16) refuse(I);
  if (I->A->bad) return;
  ir_operand n = asm_read(I->A, which, t);
  if (which->kind != ARG_IMMEDIATE) address_bit(I, &to, n);
  ir_operand inside = low_bin(L, IR_AND, t, n, low_num(L, t, I->bits - 1));
  ir_operand one = low_bin(L, IR_SHL, t, low_num(L, t, 1), inside);
  ir_operand old = locked_update(I, &to, code, code == IR_RMW_AND ? low_un(L, IR_NOT, t, one) : one, true);
  if (I->A->bad) return;
  ir_operand was = low_bin(L, IR_NE, L->t_bool, low_bin(L, IR_AND, t, old, one), low_zero(L, t));
  set_flags(I->A, FLAGS_BIT, was, was, was);
}

// --- the others

static void compare(instruction *I, bool is_test) {
  ir_type t = type_of(I);
  ir_operand b = asm_read(I->A, &I->args[0], t), a = asm_read(I->A, &I->args[1], t);
  if (I->A->bad || I->is_locked) return;
  set_flags(I->A, is_test ? FLAGS_LOGIC : FLAGS_SUB, a, b, is_test ? low_bin(I->A->L, IR_AND, t, a, b) : a);
}

static void move(instruction *I) {
  if (I->args[0].kind == ARG_MEMORY && I->args[1].kind == ARG_MEMORY) refuse(I);
  ir_operand v = asm_read(I->A, &I->args[0], moved_type(I));
  if (!I->A->bad) asm_write(I->A, &I->args[1], v);
}

// `sbbl %0,%0`: all ones if the carry is set.
static void subtract_borrow(instruction *I) {
  low *L = I->A->L;
  if (I->args[0].kind != ARG_LOC || I->args[0].loc != I->args[1].loc) refuse(I);
  ir_operand c = asm_condition(I->A, "c");
  if (I->A->bad) return;
  ir_type t = type_of(I);
  asm_write(I->A, &I->args[1], low_un(L, IR_NEG, t, low_fit(L, c, t, false)));
  I->A->flags.of = FLAGS_NONE;
}

static ir_operand drawn(instruction *I, ir_type t, const char *name) {
  low *L = I->A->L;
  ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
  return low_emit(L, &(ir_instr){.op = IR_NONDET, .type = t, .dst = dst, .text = name});
}

// Any values in the first of these registers: the time (rdtsc, rdtscp), or what the processor says of itself (cpuid).
static void read_processor(instruction *I, uint32_t registers, const char *what) {
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
  ir_type t = type_of(I);
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
  ir_operand v = asm_read(I->A, &I->args[0], type_of(I));
  if (I->args[0].kind != ARG_LOC || I->bits < 32) refuse(I);
  if (!I->A->bad) asm_write(I->A, &I->args[0], low_bytes_reversed(I->A->L, v, I->bits));
}

static void count_bits(instruction *I) {
  ir_operand v = asm_read(I->A, &I->args[0], type_of(I));
  if (I->A->bad) return;
  asm_write(I->A, &I->args[1], low_ones(I->A->L, v, I->bits));
  I->A->flags.of = FLAGS_NONE;
}

// By a number that is written there, by the lowest byte of cx, or, without one, by one; modulo 32, or 64 for long words. False: refused.
static bool shift_count(instruction *I, ir_operand *out) {
  low *L = I->A->L;
  ir_type t = type_of(I), byte = low_int(L, 8);
  asm_arg one = {.kind = ARG_IMMEDIATE, .number = 1}, *by = I->n == 2 ? &I->args[0] : &one;
  if (by->kind == ARG_MEMORY || by->kind == ARG_STACK) refuse(I);
  if (I->A->bad) return false;
  ir_operand n = low_fit(L, asm_read(I->A, by, byte), t, false);
  *out = low_bin(L, IR_AND, t, n, low_num(L, t, I->bits == 64 ? 63 : 31));
  return !I->A->bad;
}

static void shift(instruction *I, ir_op op) {
  asm_arg *to = &I->args[I->n - 1];
  ir_operand n;
  if (!shift_count(I, &n)) return;
  ir_operand v = asm_read(I->A, to, type_of(I));
  if (!I->A->bad) asm_write(I->A, to, low_bin(I->A->L, op, type_of(I), v, n));
  I->A->flags.of = FLAGS_NONE;
}

// Two shifts: one by the width gives nothing.
static void rotate(instruction *I, bool left) {
  low *L = I->A->L;
  ir_type t = type_of(I);
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
  ir_operand v = asm_read(I->A, &I->args[0], type_of(I));
  if (!I->A->bad) asm_write(I->A, &I->args[0], low_un(I->A->L, op, type_of(I), v));
  if (op == IR_NEG) I->A->flags.of = FLAGS_NONE;  // `not` leaves them as they are
}

// ax times what is named: the upper half goes to dx.
static void multiply_wide(instruction *I, bool is_signed) {
  low *L = I->A->L;
  asm_arg ax = named(I, "ax"), dx = {.kind = ARG_LOC, .loc = asm_find_loc(I->A, "dx")};
  if (I->bits == 8 || ax.kind != ARG_LOC) refuse(I);
  if (I->A->bad) return;
  ir_type t = type_of(I), wide = low_int(L, 2 * I->bits);
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
  ir_type t = type_of(I);
  asm_arg *to = &I->args[I->n - 1];
  if (I->bits == 8 || to->kind != ARG_LOC) refuse(I);
  if (I->A->bad) return;
  ir_operand a = asm_read(I->A, &I->args[0], t), b = asm_read(I->A, &I->args[1], t);
  if (!I->A->bad) asm_write(I->A, to, low_bin(L, IR_MUL, t, a, b));
  I->A->flags.of = FLAGS_NONE;
}

// Nobody here sees what goes out of a port, and what comes in is any value.
static void read_port(instruction *I) {
  if (!I->A->bad) asm_write(I->A, &I->args[1], drawn(I, type_of(I), "port"));
}

static void set_byte(instruction *I, const char *condition) {
  if (I->n != 1 || I->is_locked) refuse(I);
  if (I->A->bad) return;
  ir_operand c = asm_condition(I->A, condition);
  if (!I->A->bad) asm_write(I->A, &I->args[0], low_fit(I->A->L, c, I->A->L->t_i8, false));
}

// --- which one

// Is it this instruction, with or without the letter for the width?
static bool is(instruction *I, const char *name, const char *base) {
  if (!str_starts(name, base)) return false;
  const char *rest = name + strlen(base);
  I->bits = 0;
  for (uint32_t i = 0; i < I->n; i++)
    if (I->args[i].kind == ARG_LOC || I->args[i].kind == ARG_VALUE) I->bits = I->args[i].bits;
  if (!*rest) return true;
  I->bits = *rest == 'b' ? 8 : *rest == 'w' ? 16 : *rest == 'l' ? 32 : *rest == 'q' ? 64 : 0;
  return I->bits && !rest[1];
}

static bool has_width(instruction *I) {
  return I->bits == 8 || I->bits == 16 || I->bits == 32 || (I->bits == 64 && I->A->L->word_bits == 64);
}

static bool arithmetics(instruction *I, const char *name) {
  for (size_t i = 0; i < sizeof TWO / sizeof *TWO; i++)
    if (I->n == 2 && is(I, name, TWO[i].name) && has_width(I)) {
      compute(I, &TWO[i], &I->args[0], &I->args[1]);
      return true;
    }
  for (size_t i = 0; i < sizeof ONE / sizeof *ONE; i++)
    if (I->n == 1 && is(I, name, ONE[i].name) && has_width(I)) {
      asm_arg one = {.kind = ARG_IMMEDIATE, .number = 1};
      compute(I, &ONE[i], &one, &I->args[0]);
      return true;
    }
  return false;
}

static bool atomics(instruction *I, const char *name) {
  bool two = I->n == 2;
  if (two && is(I, name, "xadd") && has_width(I))
    exchange_and_add(I);
  else if (two && is(I, name, "xchg") && has_width(I))
    exchange(I);
  else if (two && is(I, name, "cmpxchg") && has_width(I))
    compare_exchange(I);
  else if (two && is(I, name, "bts") && has_width(I))
    bit(I, IR_RMW_OR);
  else if (two && is(I, name, "btr") && has_width(I))
    bit(I, IR_RMW_AND);
  else if (two && is(I, name, "btc") && has_width(I))
    bit(I, IR_RMW_XOR);
  else if (I->n == 1 && (!strcmp(name, "cmpxchg16b") || !strcmp(name, "cmpxchg8b"))) {
    I->bits = name[7] == '1' ? 64 : 32;
    if (!has_width(I)) refuse(I);
    compare_exchange_two(I);
  } else {
    return false;
  }
  return true;
}

static bool shifts(instruction *I, const char *name) {
  static const struct {
    const char *name;
    ir_op op;
  } SHIFTS[] = {{"shl", IR_SHL}, {"sal", IR_SHL}, {"shr", IR_LSHR}, {"sar", IR_ASHR}};
  if (I->n != 1 && I->n != 2) return false;
  for (size_t i = 0; i < sizeof SHIFTS / sizeof *SHIFTS; i++)
    if (is(I, name, SHIFTS[i].name) && has_width(I)) {
      if (I->bits < 32 && SHIFTS[i].op == IR_ASHR) refuse(I);  // by more than the width
      shift(I, SHIFTS[i].op);
      return true;
    }
  bool left = is(I, name, "rol") && has_width(I);
  if (!left && !(is(I, name, "ror") && has_width(I))) return false;
  rotate(I, left);
  return true;
}

static bool numbers(instruction *I, const char *name) {
  if (shifts(I, name)) return true;
  bool two = I->n == 2;
  if (I->n == 1 && is(I, name, "neg") && has_width(I))
    change_all(I, IR_NEG);
  else if (I->n == 1 && is(I, name, "not") && has_width(I))
    change_all(I, IR_NOT);
  else if (I->n == 1 && is(I, name, "mul") && has_width(I))
    multiply_wide(I, false);
  else if (I->n == 1 && is(I, name, "imul") && has_width(I))
    multiply_wide(I, true);
  else if ((two || I->n == 3) && is(I, name, "imul") && has_width(I))
    multiply(I);
  else if (two && is(I, name, "popcnt") && has_width(I) && I->bits >= 16)
    count_bits(I);
  else if (two && is(I, name, "in") && has_width(I) && I->bits <= 32)
    read_port(I);
  else
    return two && is(I, name, "out") && has_width(I) && I->bits <= 32;
  return true;
}

static bool unlocked(instruction *I, const char *name) {
  bool two = I->n == 2;
  if (two && is(I, name, "mov") && has_width(I))
    move(I);
  else if (two && (is(I, name, "cmp") && has_width(I)))
    compare(I, false);
  else if (two && is(I, name, "test") && has_width(I))
    compare(I, true);
  else if (two && is(I, name, "sbb") && has_width(I))
    subtract_borrow(I);
  else if (!I->n && (!strcmp(name, "rdtsc") || !strcmp(name, "rdtscp")))
    read_processor(I, name[5] ? 3 : 2, "time stamp");
  else if (!I->n && !strcmp(name, "cpuid"))
    read_processor(I, 4, "cpuid");
  else if (two && is(I, name, "bsr") && has_width(I) && I->bits >= 16)
    find_bit(I, true);
  else if (two && is(I, name, "bsf") && has_width(I) && I->bits >= 16)
    find_bit(I, false);
  else if (I->n == 1 && is(I, name, "bswap") && has_width(I))
    swap_bytes(I);
  else
    return numbers(I, name);
  return true;
}

void asm_instruction(asm_state *A, const char *name, bool is_locked, asm_arg *args, uint32_t n) {
  static const char *const NOTHING[] = {"nop", "pause", "lfence", "sfence"};
  instruction I = {.A = A, .args = args, .n = n, .is_locked = is_locked};
  if (arithmetics(&I, name) || atomics(&I, name)) return;
  if (is_locked) {
    refuse(&I);
    return;
  }
  if (unlocked(&I, name)) return;
  if (!strcmp(name, "mfence") && !n) {
    low_do(A->L, IR_FENCE, 0, NULL, 0);
    return;
  }
  if (str_starts(name, "set")) {
    set_byte(&I, name + 3);
    return;
  }
  for (size_t i = 0; i < sizeof NOTHING / sizeof *NOTHING; i++)
    if (!n && !strcmp(name, NOTHING[i])) return;
  refuse(&I);
}
