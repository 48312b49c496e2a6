// Operands, registers and arithmetic. Words up to 64 bits are computed here, wider integers by replay/wide.h.
#include <string.h>

#include "replay/machine_int.h"

bool machine_is_wide(const machine *m, ir_type t) {
  const ir_type_info *info = ir_type_get(m->ir, t);
  return (info->kind == IR_TYPE_INT || info->kind == IR_TYPE_FLOAT) && info->bits > 64;
}

uint64_t machine_cut(uint32_t bits, uint64_t x) { return bits >= 64 ? x : x & (((uint64_t)1 << bits) - 1); }

static int64_t sign_extend(uint32_t bits, uint64_t x) {
  if (bits >= 64) return (int64_t)x;
  uint64_t sign = (uint64_t)1 << (bits - 1);
  return (int64_t)((x ^ sign) - sign);
}

static frame *top_frame(machine *m) { return &vec_last(&m->active->frames); }

// The kernel's copy of a thread_local global is the global itself; so it is before processes have theirs.
static objref global_of(const machine *m, uint32_t g) {
  const process *p = &m->procs[m->running];
  return m->own_index[g] && p->own.len ? p->own.data[m->own_index[g] - 1] : obj_make_ref(g, 1);
}

cell machine_read_operand(machine *m, const ir_operand *o) {
  switch (o->kind) {
  case IR_OPERAND_REG: return m->active->regs.data[top_frame(m)->reg_base + o->value];
  case IR_OPERAND_INT: return CELL_INT(o->value);
  case IR_OPERAND_WIDE: return CELL_INT(o->limbs[0]);
  case IR_OPERAND_NULL: return CELL_INT(0);
  case IR_OPERAND_GLOBAL: return (cell){o->offset, global_of(m, (uint32_t)o->value)};
  case IR_OPERAND_FUNC: return (cell){0, obj_make_ref(m->ir->n_globals + (uint32_t)o->value, 1)};
  case IR_OPERAND_PROC:
  case IR_OPERAND_UPDATE: return CELL_INT(o->value);
  case IR_OPERAND_NONE: break;
  }
  UNREACHABLE("an operand without a value");
}

const uint64_t *machine_read_wide(machine *m, const ir_operand *o) {
  if (o->kind == IR_OPERAND_WIDE) return o->limbs;
  if (o->kind == IR_OPERAND_REG) {
    const frame *f = top_frame(m);
    return m->active->limbs.data + f->limb_base + m->limb_offset[f->func.id][o->value];
  }
  UNREACHABLE("wide operands are registers or constants");
}

void machine_write_reg(machine *m, stack *s, const frame *f, ir_reg r, cell v) {
  const ir_type_info *t = ir_type_get(m->ir, m->ir->funcs[f->func.id].regs[r.id].type);
  // An address keeps its offset whole, also one before the object's begin in 32 bits.
  if (t->kind == IR_TYPE_INT && !v.obj) v.bits = machine_cut(t->bits, v.bits);
  s->regs.data[f->reg_base + r.id] = v;
}

void machine_write_reg_wide(machine *m, stack *s, const frame *f, ir_reg r, const uint64_t *limbs) {
  uint32_t bits = ir_type_get(m->ir, m->ir->funcs[f->func.id].regs[r.id].type)->bits;
  memmove(s->limbs.data + f->limb_base + m->limb_offset[f->func.id][r.id], limbs, wide_limbs(bits) * sizeof *limbs);
}

bool machine_number_operand(machine *m, const ir_operand *o, place at, uint64_t *out) {
  cell v = machine_read_operand(m, o);
  *out = v.bits;
  if (v.obj) machine_stop(m, MACHINE_UNSUPPORTED, at, "the address of an object is used as a number");
  return !v.obj;
}

// --- words

static uint64_t divide_signed(ir_op op, uint32_t bits, uint64_t a, uint64_t b) {
  int64_t x = sign_extend(bits, a), y = sign_extend(bits, b);
  if (op == IR_SDIV) {
    if (y == 0) return x < 0 ? 1 : ~(uint64_t)0;
    return y == -1 ? 0 - (uint64_t)x : (uint64_t)(x / y);
  }
  if (y == 0) return (uint64_t)x;
  return y == -1 ? 0 : (uint64_t)(x % y);
}

static uint64_t shift(ir_op op, uint32_t bits, uint64_t a, uint64_t by) {
  if (op == IR_ASHR) {
    int64_t x = sign_extend(bits, a);
    return (uint64_t)(x >> (by >= bits ? (bits > 63 ? 63 : bits - 1) : by));
  }
  if (by >= bits) return 0;
  return op == IR_SHL ? a << by : a >> by;
}

// `bits` is the width of the operands. The result is cut to its register's width by the caller.
static uint64_t word_binary(ir_op op, uint32_t bits, uint64_t a, uint64_t b) {
  if (op == IR_ADD) return a + b;
  if (op == IR_SUB) return a - b;
  if (op == IR_MUL) return a * b;
  if (op == IR_UDIV) return b ? a / b : ~(uint64_t)0;
  if (op == IR_UREM) return b ? a % b : a;
  if (op == IR_SDIV || op == IR_SREM) return divide_signed(op, bits, a, b);
  if (op == IR_SHL || op == IR_LSHR || op == IR_ASHR) return shift(op, bits, a, b);
  if (op == IR_AND) return a & b;
  if (op == IR_OR) return a | b;
  if (op == IR_XOR) return a ^ b;
  if (op == IR_EQ) return a == b;
  if (op == IR_NE) return a != b;
  if (op == IR_ULT) return a < b;
  if (op == IR_ULE) return a <= b;
  if (op == IR_SLT) return sign_extend(bits, a) < sign_extend(bits, b);
  if (op == IR_SLE) return sign_extend(bits, a) <= sign_extend(bits, b);
  UNREACHABLE("not a binary operation");
}

// --- wide integers

static uint64_t *scratch(machine *m, uint32_t limbs) {
  vec_reserve(&m->scratch, limbs);
  memset(m->scratch.data, 0, limbs * sizeof(uint64_t));
  return m->scratch.data;
}

static uint64_t shift_amount(machine *m, const ir_operand *o) {
  uint32_t n = wide_limbs(ir_type_get(m->ir, o->type)->bits);
  const uint64_t *limbs = machine_read_wide(m, o);
  for (uint32_t i = 1; i < n; i++)
    if (limbs[i]) return ~(uint64_t)0;
  return limbs[0];
}

static bool is_comparison(ir_op op) {
  return op == IR_EQ || op == IR_NE || op == IR_ULT || op == IR_ULE || op == IR_SLT || op == IR_SLE;
}

static bool wide_compare(ir_op op, const uint64_t *a, const uint64_t *b, uint32_t bits) {
  int u = wide_ucmp(a, b, bits), s = wide_scmp(a, b, bits);
  if (op == IR_EQ) return u == 0;
  if (op == IR_NE) return u != 0;
  if (op == IR_ULT) return u < 0;
  if (op == IR_ULE) return u <= 0;
  return op == IR_SLT ? s < 0 : s <= 0;
}

static void wide_logic(ir_op op, uint64_t *to, const uint64_t *a, const uint64_t *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) to[i] = op == IR_AND ? a[i] & b[i] : op == IR_OR ? a[i] | b[i] : a[i] ^ b[i];
}

static void wide_binary(ir_op op, uint64_t *to, uint64_t *other, const uint64_t *a, const uint64_t *b, uint32_t bits) {
  if (op == IR_ADD)
    wide_add(to, a, b, bits);
  else if (op == IR_SUB)
    wide_sub(to, a, b, bits);
  else if (op == IR_MUL)
    wide_mul(to, a, b, bits);
  else if (op == IR_UDIV)
    wide_udivrem(to, other, a, b, bits);
  else if (op == IR_UREM)
    wide_udivrem(other, to, a, b, bits);
  else if (op == IR_SDIV)
    wide_sdivrem(to, other, a, b, bits);
  else if (op == IR_SREM)
    wide_sdivrem(other, to, a, b, bits);
  else
    wide_logic(op, to, a, b, wide_limbs(bits));
}

// One of operands and result is wider than 64 bits.
static flow exec_wide(machine *m, const ir_instr *i) {
  frame *f = top_frame(m);
  ir_type from = i->args[i->op == IR_SELECT ? 1 : 0].type;
  uint32_t from_bits = ir_type_get(m->ir, from)->bits, to_bits = ir_type_get(m->ir, i->type)->bits;
  uint32_t n = wide_limbs(from_bits > to_bits ? from_bits : to_bits);
  uint64_t *to = scratch(m, 3 * n), *other = to + n, *narrow = to + 2 * n;
  const uint64_t *a = narrow;
  const ir_operand *first = &i->args[0];
  if (i->op == IR_SELECT) first = &i->args[machine_read_operand(m, &i->args[0]).bits ? 1 : 2];
  if (machine_is_wide(m, first->type))
    a = machine_read_wide(m, first);
  else {
    cell v;
    if (!machine_number(m, machine_read_operand(m, first), i->at, &v)) return FLOW_SWITCH;
    narrow[0] = v.bits;
  }
  if (is_comparison(i->op)) {
    machine_write_reg(m, m->active, f, i->dst,
                      CELL_INT(wide_compare(i->op, a, machine_read_wide(m, &i->args[1]), from_bits)));
    return FLOW_NEXT;
  }
  if (i->op == IR_ZEXT || i->op == IR_SEXT || i->op == IR_TRUNC) {
    wide_resize(to, to_bits, a, from_bits, i->op == IR_SEXT);
  } else if (i->op == IR_MOV || i->op == IR_SELECT) {
    memcpy(to, a, wide_limbs(to_bits) * sizeof *to);
  } else if (i->op == IR_NOT) {
    for (uint32_t k = 0; k < wide_limbs(to_bits); k++) to[k] = ~a[k];
    wide_cut(to, to_bits);
  } else if (i->op == IR_NEG) {
    wide_neg(to, a, to_bits);
  } else if (i->op == IR_SHL) {
    wide_shl(to, a, shift_amount(m, &i->args[1]), to_bits);
  } else if (i->op == IR_LSHR || i->op == IR_ASHR) {
    wide_shr(to, a, shift_amount(m, &i->args[1]), i->op == IR_ASHR, to_bits);
  } else {
    wide_binary(i->op, to, other, a, machine_read_wide(m, &i->args[1]), to_bits);
  }
  if (to_bits > 64)
    machine_write_reg_wide(m, m->active, f, i->dst, to);
  else
    machine_write_reg(m, m->active, f, i->dst, CELL_INT(to[0]));
  return FLOW_NEXT;
}

// --- pointers

// Bits below the alignment of the object are those of the offset: tests of alignment, rounding, tags.
static bool low_bits(machine *m, ir_op op, cell p, uint64_t k, uint32_t width, cell *out) {
  uint64_t align, mask = machine_cut(width, UINT64_MAX);
  if (!machine_align(m, p.obj, &align)) return false;
  if (op == IR_UREM && k > 0 && k <= align && (k & (k - 1)) == 0) {
    op = IR_AND;
    k--;
  }
  if (op == IR_AND && k < align) {
    *out = CELL_INT(p.bits & k);
  } else if (op == IR_AND && (~k & mask) < align) {
    *out = (cell){p.bits & (k | ~mask), p.obj};
  } else if ((op == IR_OR || op == IR_XOR) && k < align) {
    *out = (cell){op == IR_OR ? p.bits | k : p.bits ^ k, p.obj};
  } else {
    return false;
  }
  return true;
}

// No object lies in the first and the last 4096 bytes of the address space.
static bool is_below(const machine *m, uint64_t word) { return machine_cut(m->ir->pointer_bits, word) < 4096; }
static bool is_above(const machine *m, uint64_t word) {
  uint64_t top = machine_cut(m->ir->pointer_bits, UINT64_MAX);
  return (word & top) > top - 4096;
}

// Bytes of objects that live or lived at the same time are at different addresses.
bool machine_same(machine *m, cell a, cell b, place at, bool *same) {
  *same = a.obj == b.obj && a.bits == b.bits;
  if (a.obj == b.obj) return true;
  if (a.obj && b.obj) {
    lives l = machine_lives(m, a.obj, b.obj);
    if (l == LIVES_UNKNOWN || (l == LIVES_MET && machine_inside(m, a) && machine_inside(m, b))) return true;
  } else {
    uint64_t number = a.obj ? b.bits : a.bits, align;
    if (is_below(m, number) || is_above(m, number) || !machine_align(m, a.obj ? a.obj : b.obj, &align)) return true;
  }
  cell x, y;
  if (!machine_number(m, a, at, &x) || !machine_number(m, b, at, &y)) return false;
  *same = x.bits == y.bits;
  return true;
}

static flow numbers_binary(machine *m, const ir_instr *i, ir_op op, uint32_t width, cell a, cell b, cell *out) {
  cell x, y;
  if (!machine_number(m, a, i->at, &x) || !machine_number(m, b, i->at, &y)) return FLOW_SWITCH;
  *out = CELL_INT(word_binary(op, width, machine_cut(width, x.bits), machine_cut(width, y.bits)));
  return FLOW_NEXT;
}

// Addresses compared by `<` and the like.
static flow address_order(machine *m, const ir_instr *i, ir_op op, uint32_t width, cell a, cell b, cell *out) {
  if (a.obj == b.obj) {
    *out = CELL_INT(word_binary(op, 64, a.bits, b.bits));
    return FLOW_NEXT;
  }
  uint64_t number = a.obj ? b.bits : a.bits;
  bool below = is_below(m, number),
       known = !(a.obj && b.obj) && (op == IR_ULT || op == IR_ULE) && (below || is_above(m, number));
  if (!known) return numbers_binary(m, i, op, width, a, b, out);
  *out = CELL_INT(below == !a.obj);
  return FLOW_NEXT;
}

// Pointers, and integers that carry one (ptrtoint). Sums and differences stay in their object; anything else looks at the address.
static flow address_binary(machine *m, const ir_instr *i, ir_op op, uint32_t width, cell a, cell b, cell *out) {
  bool whole = width >= m->ir->pointer_bits && width <= 64;
  if (op == IR_EQ || op == IR_NE) {
    bool same;
    if (!machine_same(m, a, b, i->at, &same)) return FLOW_SWITCH;
    *out = CELL_INT(same == (op == IR_EQ));
  } else if (is_comparison(op)) {
    return address_order(m, i, op, width, a, b, out);
  } else if (whole && op == IR_SUB && a.obj == b.obj) {
    *out = CELL_INT(machine_cut(width, a.bits - b.bits));
  } else if (!whole || (a.obj && b.obj) || (b.obj && (op == IR_SUB || op == IR_UREM))) {
    return numbers_binary(m, i, op, width, a, b, out);
  } else if (op == IR_ADD || op == IR_SUB) {
    uint64_t by = (uint64_t)sign_extend(width, a.obj ? b.bits : a.bits), from = a.obj ? a.bits : b.bits;
    *out = (cell){op == IR_ADD ? from + by : from - by, a.obj ? a.obj : b.obj};
  } else if (!low_bits(m, op, a.obj ? a : b, a.obj ? b.bits : a.bits, width, out)) {
    return numbers_binary(m, i, op, width, a, b, out);
  }
  return FLOW_NEXT;
}

bool machine_update(machine *m, const ir_instr *i, cell old, cell by, cell *out) {
  static const struct {
    ir_rmw rmw;
    ir_op op;
  } as[] = {{IR_RMW_ADD, IR_ADD}, {IR_RMW_SUB, IR_SUB}, {IR_RMW_AND, IR_AND},
            {IR_RMW_OR, IR_OR},   {IR_RMW_XOR, IR_XOR}, {IR_RMW_MUL, IR_MUL}};
  uint32_t width = ir_type_get(m->ir, i->type)->bits;
  for (size_t k = 0; k < sizeof as / sizeof *as && (old.obj || by.obj); k++)
    if (as[k].rmw == (ir_rmw)i->sub) return address_binary(m, i, as[k].op, width, old, by, out) == FLOW_NEXT;
  if (i->sub != IR_RMW_XCHG && (!machine_number(m, old, i->at, &old) || !machine_number(m, by, i->at, &by)))
    return false;
  *out = machine_rmw_apply(m, (ir_rmw)i->sub, i->type, old, by);
  return true;
}

// An address that is used as an offset is a number.
static flow add_offset(machine *m, const ir_instr *i, cell a, cell b, cell *out) {
  uint32_t bits = ir_type_get(m->ir, i->args[1].type)->bits;
  cell by;
  if (!machine_number(m, b, i->at, &by)) return FLOW_SWITCH;
  *out = (cell){a.bits + (uint64_t)sign_extend(bits, by.bits), a.obj};
  if (!a.obj) *out = b.obj && !a.bits ? b : machine_pointer(m, out->bits);
  return FLOW_NEXT;
}

static flow exec_pointer(machine *m, const ir_instr *i, cell a, cell b, cell *out) {
  if (i->op == IR_PTRADD) return add_offset(m, i, a, b, out);
  if (i->op == IR_PTRDIFF) {
    *out = CELL_INT(a.bits - b.bits);
    cell x, y;
    if (a.obj == b.obj) return FLOW_NEXT;
    if (!machine_number(m, a, i->at, &x) || !machine_number(m, b, i->at, &y)) return FLOW_SWITCH;
    *out = CELL_INT((uint64_t)sign_extend(m->ir->pointer_bits, x.bits - y.bits));
    return FLOW_NEXT;
  }
  // PTRTOINT, INTTOPTR: the integer carries the pointer.
  *out = i->op == IR_INTTOPTR && !a.obj ? machine_pointer(m, a.bits) : a;
  return FLOW_NEXT;
}

// An integer of up to 64 bits carries a pointer, zeros above it.
static bool is_carried(const machine *m, const ir_instr *i) {
  uint32_t from = ir_type_get(m->ir, i->args[0].type)->bits, to = ir_type_get(m->ir, i->type)->bits,
           width = m->ir->pointer_bits;
  bool casts = i->op == IR_ZEXT || (i->op == IR_SEXT && width == 64) || i->op == IR_TRUNC;
  return casts && from >= width && to >= width && to <= 64;
}

static bool is_pointer_op(ir_op op) {
  return op == IR_PTRADD || op == IR_PTRDIFF || op == IR_PTRTOINT || op == IR_INTTOPTR;
}

flow machine_exec_value(machine *m, const ir_instr *i) {
  uint32_t last = i->op == IR_SELECT ? 1 : 0;
  if (machine_is_wide(m, i->type) || machine_is_wide(m, i->args[last].type)) return exec_wide(m, i);
  const ir_type_info *from = ir_type_get(m->ir, i->args[0].type);
  cell a = machine_read_operand(m, &i->args[0]), b = CELL_INT(0), out;
  if (i->op == IR_SELECT) {
    out = machine_read_operand(m, &i->args[a.bits ? 1 : 2]);
  } else if (i->op == IR_MOV) {
    out = a;
  } else if (is_pointer_op(i->op)) {
    if (i->n_args > 1) b = machine_read_operand(m, &i->args[1]);
    if (exec_pointer(m, i, a, b, &out) != FLOW_NEXT) return FLOW_SWITCH;
  } else if (i->n_args == 1 && a.obj && is_carried(m, i)) {
    out = a;
  } else if (i->n_args == 1) {
    if (!machine_number(m, a, i->at, &a)) return FLOW_SWITCH;
    out = CELL_INT(i->op == IR_NOT    ? ~a.bits
                   : i->op == IR_NEG  ? 0 - a.bits
                   : i->op == IR_SEXT ? (uint64_t)sign_extend(from->bits, a.bits)
                                      : a.bits);  // ZEXT, TRUNC
  } else {
    b = machine_read_operand(m, &i->args[1]);
    if (a.obj || b.obj) {
      if (address_binary(m, i, i->op, from->bits, a, b, &out) != FLOW_NEXT) return FLOW_SWITCH;
    } else {
      out = CELL_INT(word_binary(i->op, from->bits, a.bits, b.bits));
    }
  }
  machine_write_reg(m, m->active, top_frame(m), i->dst, out);
  return FLOW_NEXT;
}

// --- read-modify-write

cell machine_rmw_apply(const machine *m, ir_rmw op, ir_type type, cell old, cell by) {
  uint32_t bits = ir_type_get(m->ir, type)->bits;
  bool less_u = by.bits < old.bits, less_s = sign_extend(bits, by.bits) < sign_extend(bits, old.bits);
  switch (op) {
  case IR_RMW_ADD: return CELL_INT(machine_cut(bits, old.bits + by.bits));
  case IR_RMW_SUB: return CELL_INT(machine_cut(bits, old.bits - by.bits));
  case IR_RMW_MUL: return CELL_INT(machine_cut(bits, old.bits * by.bits));
  case IR_RMW_AND: return CELL_INT(old.bits & by.bits);
  case IR_RMW_OR: return CELL_INT(old.bits | by.bits);
  case IR_RMW_XOR: return CELL_INT(old.bits ^ by.bits);
  case IR_RMW_XCHG: return by;
  case IR_RMW_UMIN: return less_u ? by : old;
  case IR_RMW_UMAX: return less_u ? old : by;
  case IR_RMW_SMIN: return less_s ? by : old;
  case IR_RMW_SMAX: return less_s ? old : by;
  case IR_RMW_COUNT: break;
  }
  UNREACHABLE("not an update");
}

void machine_rmw_wide(ir_rmw op, uint32_t bits, uint64_t *to, const uint64_t *old, const uint64_t *by) {
  uint32_t n = wide_limbs(bits);
  bool less_u = wide_ucmp(by, old, bits) < 0, less_s = wide_scmp(by, old, bits) < 0;
  switch (op) {
  case IR_RMW_ADD: wide_add(to, old, by, bits); return;
  case IR_RMW_SUB: wide_sub(to, old, by, bits); return;
  case IR_RMW_MUL: wide_mul(to, old, by, bits); return;
  case IR_RMW_AND: wide_logic(IR_AND, to, old, by, n); return;
  case IR_RMW_OR: wide_logic(IR_OR, to, old, by, n); return;
  case IR_RMW_XOR: wide_logic(IR_XOR, to, old, by, n); return;
  case IR_RMW_XCHG: memcpy(to, by, n * sizeof *to); return;
  case IR_RMW_UMIN: memcpy(to, less_u ? by : old, n * sizeof *to); return;
  case IR_RMW_UMAX: memcpy(to, less_u ? old : by, n * sizeof *to); return;
  case IR_RMW_SMIN: memcpy(to, less_s ? by : old, n * sizeof *to); return;
  case IR_RMW_SMAX: memcpy(to, less_s ? old : by, n * sizeof *to); return;
  case IR_RMW_COUNT: break;
  }
  UNREACHABLE("not an update");
}
