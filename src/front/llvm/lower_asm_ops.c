// Instructions of x86 that concurrent code writes by hand. Accesses of memory are atomic, as those of the machine are; a
// read-modify-write is one step if it is locked (`xchg` always is), else a read and a write.
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_asm.h"

// Addresses stay addresses where they are only moved and compared.
ir_type asm_moved_type(instruction *I) {
  bool pointer = false;
  for (uint32_t i = 0; i < I->n; i++) pointer = pointer || I->args[i].is_pointer;
  return pointer && I->bits == I->A->L->word_bits ? I->A->L->t_ptr : asm_type(I);
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
  static const char *const READERS[] = {"set", "sbb", "adc", "cmov"};
  for (size_t i = 0; i < sizeof READERS / sizeof *READERS; i++)
    if (strstr(A->text, READERS[i])) return true;
  return A->has_jumps;
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
  ir_type t = asm_type(I);
  if (is_fence(I, x, by, to)) {
    I->A->flags.of = FLAGS_NONE;
    low_do(L, IR_FENCE, 0, NULL, 0);
    return;
  }
  ir_operand b = asm_read(I->A, by, t), a;
  bool needs_old = flags_matter(I->A);
  if (I->is_locked) {
    if (to->kind != ARG_MEMORY || by->kind == ARG_MEMORY) asm_refuse(I);
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
  ir_type t = asm_type(I);
  if (by->kind != ARG_LOC || (I->is_locked ? to->kind != ARG_MEMORY : to->loc == by->loc)) asm_refuse(I);
  if (I->A->bad) return;
  ir_operand b = asm_read(I->A, by, t),
             a = I->is_locked ? locked_update(I, to, IR_RMW_ADD, b, true) : asm_read(I->A, to, t);
  if (I->A->bad) return;
  ir_operand sum = !I->is_locked || flags_matter(I->A) ? low_bin(I->A->L, IR_ADD, t, a, b) : a;
  if (!I->is_locked) asm_write(I->A, to, sum);
  asm_write(I->A, by, a);
  set_flags(I->A, FLAGS_ADD, a, b, sum);
}

static void exchange(instruction *I) {
  asm_arg *reg = &I->args[0], *memory = &I->args[1];
  if (reg->kind == ARG_MEMORY) reg = &I->args[1], memory = &I->args[0];
  if (reg->kind != ARG_LOC || memory->kind != ARG_MEMORY) asm_refuse(I);
  if (I->A->bad) return;
  ir_operand fresh = asm_read(I->A, reg, asm_moved_type(I));
  ir_operand old = locked_update(I, memory, IR_RMW_XCHG, fresh, true);
  if (!I->A->bad) asm_write(I->A, reg, old);
}

// --- compare and exchange

asm_arg asm_named(instruction *I, const char *name) {
  asm_operand *o = asm_find_named(I->A, name);
  asm_arg arg = {.kind = ARG_LOC, .loc = asm_find_loc(I->A, name), .bits = I->bits};
  arg.is_pointer = o && LLVMGetTypeKind(o->type) == LLVMPointerTypeKind;
  if (arg.loc) return arg;
  arg.kind = ARG_VALUE;
  if (o && o->parts.n == 1)
    arg.value = low_present(I->A->L, o->parts.p[0]);
  else
    asm_refuse(I);
  return arg;
}

// Without `lock` others may write between the read and the write.
static ir_operand exchange_in_two(instruction *I, asm_arg *to, ir_operand expected, ir_operand wanted) {
  low *L = I->A->L;
  ir_operand old = asm_read(I->A, to, expected.type);
  if (I->A->bad) return old;
  ir_operand same = low_bin(L, IR_EQ, L->t_bool, old, expected);
  asm_write(I->A, to, low_select(L, expected.type, same, wanted, old));
  return old;
}

static void compare_exchange(instruction *I) {
  low *L = I->A->L;
  asm_arg *fresh = &I->args[0], *to = &I->args[1], ax = asm_named(I, "ax");
  if (to->kind != ARG_MEMORY || ax.kind != ARG_LOC) asm_refuse(I);
  if (I->A->bad) return;
  ir_type t = ax.is_pointer && I->bits == L->word_bits ? L->t_ptr : asm_moved_type(I);
  ir_operand expected = asm_read(I->A, &ax, t), wanted = asm_read(I->A, fresh, t);
  ir_operand args[] = {asm_address(I->A, to, true), expected, wanted};
  asm_address(I->A, to, false);
  if (I->A->bad) return;
  ir_operand old;
  if (I->is_locked) {
    ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
    old = low_emit(L, &(ir_instr){.op = IR_CAS, .flags = IR_ATOMIC, .type = t, .dst = dst, .args = args, .n_args = 3});
  } else {
    old = exchange_in_two(I, to, expected, wanted);
  }
  if (I->A->bad) return;
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
  asm_arg *to = &I->args[0], old[2] = {asm_named(I, "ax"), asm_named(I, "dx")},
          wanted[2] = {asm_named(I, "bx"), asm_named(I, "cx")};
  if (!I->is_locked || to->kind != ARG_MEMORY || old[0].kind != ARG_LOC || old[1].kind != ARG_LOC) asm_refuse(I);
  if (A->bad) return;
  ir_operand expected[2], fresh[2], seen[2], same[2];
  ir_type t[2];
  for (uint32_t i = 0; i < 2; i++) {
    bool pointer = (old[i].is_pointer || wanted[i].is_pointer) && I->bits == L->word_bits;
    t[i] = pointer ? L->t_ptr : asm_type(I);
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

// What becomes of the word; IR_RMW_XCHG: nothing, the bit is only looked at.
static ir_operand changed(low *L, ir_rmw code, ir_operand old, ir_operand by) {
  ir_op op = code == IR_RMW_OR ? IR_OR : code == IR_RMW_AND ? IR_AND : IR_XOR;
  return low_bin(L, op, old.type, old, by);
}

static void bit(instruction *I, ir_rmw code) {
  low *L = I->A->L;
  asm_arg *which = &I->args[0], to = I->args[1];
  ir_type t = asm_type(I);
  bool looks = code == IR_RMW_XCHG;
  if ((I->is_locked && (looks || to.kind != ARG_MEMORY)) || I->bits < 16) asm_refuse(I);
  if (I->A->bad) return;
  ir_operand n = asm_read(I->A, which, t);
  if (which->kind != ARG_IMMEDIATE && to.kind == ARG_MEMORY) address_bit(I, &to, n);
  ir_operand inside = low_bin(L, IR_AND, t, n, low_num(L, t, I->bits - 1));
  ir_operand one = low_bin(L, IR_SHL, t, low_num(L, t, 1), inside);
  ir_operand by = code == IR_RMW_AND ? low_un(L, IR_NOT, t, one) : one;
  ir_operand old = I->is_locked ? locked_update(I, &to, code, by, true) : asm_read(I->A, &to, t);
  if (I->A->bad) return;
  if (!I->is_locked && !looks) asm_write(I->A, &to, changed(L, code, old, by));
  ir_operand was = low_bin(L, IR_NE, L->t_bool, low_bin(L, IR_AND, t, old, one), low_zero(L, t));
  set_flags(I->A, FLAGS_BIT, was, was, was);
}

// --- the others

static void compare(instruction *I, bool is_test) {
  ir_type t = asm_type(I);
  ir_operand b = asm_read(I->A, &I->args[0], t), a = asm_read(I->A, &I->args[1], t);
  if (I->A->bad || I->is_locked) return;
  set_flags(I->A, is_test ? FLAGS_LOGIC : FLAGS_SUB, a, b, is_test ? low_bin(I->A->L, IR_AND, t, a, b) : a);
}

static void move(instruction *I) {
  if (I->args[0].kind == ARG_MEMORY && I->args[1].kind == ARG_MEMORY) asm_refuse(I);
  ir_operand v = asm_read(I->A, &I->args[0], asm_moved_type(I));
  if (!I->A->bad) asm_write(I->A, &I->args[1], v);
}

static void set_byte(instruction *I, const char *condition) {
  if (I->n != 1 || I->is_locked) asm_refuse(I);
  if (I->A->bad) return;
  ir_operand c = asm_condition(I->A, condition);
  if (!I->A->bad) asm_write(I->A, &I->args[0], low_fit(I->A->L, c, I->A->L->t_i8, false));
}

// --- which one

// Is it this instruction, with or without the letter for the width?
bool asm_is(instruction *I, const char *name, const char *base) {
  if (!str_starts(name, base)) return false;
  const char *rest = name + strlen(base);
  I->bits = 0;
  for (uint32_t i = 0; i < I->n; i++)
    if (I->args[i].kind == ARG_LOC || I->args[i].kind == ARG_VALUE) I->bits = I->args[i].bits;
  if (!*rest) return true;
  I->bits = *rest == 'b' ? 8 : *rest == 'w' ? 16 : *rest == 'l' ? 32 : *rest == 'q' ? 64 : 0;
  return I->bits && !rest[1];
}

bool asm_has_width(instruction *I) {
  return I->bits == 8 || I->bits == 16 || I->bits == 32 || (I->bits == 64 && I->A->L->word_bits == 64);
}

static bool arithmetics(instruction *I, const char *name) {
  for (size_t i = 0; i < sizeof TWO / sizeof *TWO; i++)
    if (I->n == 2 && asm_is(I, name, TWO[i].name) && asm_has_width(I)) {
      compute(I, &TWO[i], &I->args[0], &I->args[1]);
      return true;
    }
  for (size_t i = 0; i < sizeof ONE / sizeof *ONE; i++)
    if (I->n == 1 && asm_is(I, name, ONE[i].name) && asm_has_width(I)) {
      asm_arg one = {.kind = ARG_IMMEDIATE, .number = 1};
      compute(I, &ONE[i], &one, &I->args[0]);
      return true;
    }
  return false;
}

static bool atomics(instruction *I, const char *name) {
  bool two = I->n == 2;
  if (two && asm_is(I, name, "xadd") && asm_has_width(I))
    exchange_and_add(I);
  else if (two && asm_is(I, name, "xchg") && asm_has_width(I))
    exchange(I);
  else if (two && asm_is(I, name, "cmpxchg") && asm_has_width(I))
    compare_exchange(I);
  else if (two && asm_is(I, name, "bts") && asm_has_width(I))
    bit(I, IR_RMW_OR);
  else if (two && asm_is(I, name, "btr") && asm_has_width(I))
    bit(I, IR_RMW_AND);
  else if (two && asm_is(I, name, "btc") && asm_has_width(I))
    bit(I, IR_RMW_XOR);
  else if (two && asm_is(I, name, "bt") && asm_has_width(I))
    bit(I, IR_RMW_XCHG);
  else if (I->n == 1 && (!strcmp(name, "cmpxchg16b") || !strcmp(name, "cmpxchg8b"))) {
    I->bits = name[7] == '1' ? 64 : 32;
    if (!asm_has_width(I)) asm_refuse(I);
    compare_exchange_two(I);
  } else {
    return false;
  }
  return true;
}

static bool unlocked(instruction *I, const char *name) {
  bool two = I->n == 2;
  if (two && asm_is(I, name, "mov") && asm_has_width(I))
    move(I);
  else if (two && (asm_is(I, name, "cmp") && asm_has_width(I)))
    compare(I, false);
  else if (two && asm_is(I, name, "test") && asm_has_width(I))
    compare(I, true);
  else if (!I->n && (!strcmp(name, "rdtsc") || !strcmp(name, "rdtscp")))
    asm_read_processor(I, name[5] ? 3 : 2, "time stamp");
  else if (!I->n && !strcmp(name, "cpuid"))
    asm_read_processor(I, 4, "cpuid");
  else
    return asm_numbers(I, name);
  return true;
}

void asm_instruction(asm_state *A, const char *name, bool is_locked, asm_arg *args, uint32_t n) {
  static const char *const NOTHING[] = {"nop", "pause", "lfence", "sfence", "cld"};
  instruction I = {.A = A, .args = args, .n = n, .is_locked = is_locked};
  if (arithmetics(&I, name) || atomics(&I, name)) return;
  if (is_locked) {
    asm_refuse(&I);
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
  if (n == 1 && (str_starts(name, "prefetch") || str_starts(name, "clflush"))) return;
  asm_refuse(&I);
}
