// Arithmetic, comparisons, casts, addresses, parts of aggregates: instructions and constant expressions alike. Vectors
// are treated part by part.
#include "front/llvm/lower_int.h"

typedef struct op_map {
  LLVMOpcode llvm;
  ir_op op;
} op_map;

static const op_map BINARY[] = {
    {LLVMAdd, IR_ADD},   {LLVMSub, IR_SUB},   {LLVMMul, IR_MUL},   {LLVMUDiv, IR_UDIV}, {LLVMSDiv, IR_SDIV},
    {LLVMURem, IR_UREM}, {LLVMSRem, IR_SREM}, {LLVMShl, IR_SHL},   {LLVMLShr, IR_LSHR}, {LLVMAShr, IR_ASHR},
    {LLVMAnd, IR_AND},   {LLVMOr, IR_OR},     {LLVMXor, IR_XOR},   {LLVMFAdd, IR_FADD}, {LLVMFSub, IR_FSUB},
    {LLVMFMul, IR_FMUL}, {LLVMFDiv, IR_FDIV}, {LLVMFRem, IR_FREM},
};

static bool find_op(const op_map *table, size_t n, LLVMOpcode llvm, ir_op *op) {
  for (size_t i = 0; i < n; i++)
    if (table[i].llvm == llvm) {
      *op = table[i].op;
      return true;
    }
  return false;
}

static void check_divisor(low *L, ir_operand b) {
  if (b.kind == IR_OPERAND_INT && b.value) return;
  ir_operand ok = low_bin(L, IR_NE, L->t_bool, b, low_zero(L, b.type));
  low_emit(L,
           &(ir_instr){
               .op = IR_CHECK, .sub = IR_CHECK_DIV, .args = &ok, .n_args = 1, .text = ir_check_message(IR_CHECK_DIV)});
}

static void check_shift(low *L, ir_operand b) {
  if (!L->o->check_overflow || (b.kind == IR_OPERAND_INT && b.value < low_bits(L, b.type))) return;
  ir_operand ok = low_bin(L, IR_ULT, L->t_bool, b, low_num(L, b.type, low_bits(L, b.type)));
  low_emit(L, &(ir_instr){.op = IR_CHECK,
                          .sub = IR_CHECK_OVERFLOW,
                          .args = &ok,
                          .n_args = 1,
                          .text = "shift by the width of its type or more"});
}

// --- what LLVM itself forbids

static void demand(low *L, ir_operand good, const char *text) {
  low_emit(L, &(ir_instr){.op = IR_CHECK, .sub = IR_CHECK_OVERFLOW, .args = &good, .n_args = 1, .text = text});
}

static ir_operand same(low *L, ir_operand a, ir_operand b) { return low_bin(L, IR_EQ, L->t_bool, a, b); }

// No bits are lost by the shift to the left; `back` is the shift that makes it undone.
static ir_operand shifts_back(low *L, ir_type t, const ir_operand *x, ir_op there, ir_op back) {
  return same(L, low_bin(L, back, t, low_bin(L, there, t, x[0], x[1]), x[1]), x[0]);
}

static ir_operand is_unsigned_sum(low *L, ir_op op, ir_type t, const ir_operand *x) {
  if (op == IR_SUB) return low_bin(L, IR_ULE, L->t_bool, x[1], x[0]);
  if (op == IR_ADD) return low_bin(L, IR_ULE, L->t_bool, x[0], low_bin(L, IR_ADD, t, x[0], x[1]));
  ir_type wide = low_int(L, 2 * low_bits(L, t));
  ir_operand whole = low_bin(L, IR_MUL, wide, low_fit(L, x[0], wide, false), low_fit(L, x[1], wide, false));
  return same(L, low_fit(L, low_fit(L, whole, t, false), wide, false), whole);
}

// Marks that make the result poison. (nsw of sums and products: a type with a name, see below.)
static void check_marks(low *L, LLVMValueRef v, ir_op op, ir_type t, const ir_operand *x) {
  if (!L->o->check_poison || LLVMIsAConstantExpr(v) || !low_is_int(L, t)) return;
  bool sum = op == IR_ADD || op == IR_SUB || op == IR_MUL;
  if (sum && LLVMGetNUW(v)) demand(L, is_unsigned_sum(L, op, t, x), "unsigned arithmetic that must not wrap (nuw)");
  if (op == IR_SHL && LLVMGetNUW(v)) demand(L, shifts_back(L, t, x, IR_SHL, IR_LSHR), "a shift that loses bits (nuw)");
  if (op == IR_SHL && LLVMGetNSW(v)) demand(L, shifts_back(L, t, x, IR_SHL, IR_ASHR), "a shift that loses bits (nsw)");
  if (op == IR_OR && LLVMGetIsDisjoint(v))
    demand(L, same(L, low_bin(L, IR_AND, t, x[0], x[1]), low_zero(L, t)), "common bits (disjoint)");
  bool divides = op == IR_UDIV || op == IR_SDIV, shifts = op == IR_LSHR || op == IR_ASHR;
  if (!(divides || shifts) || !LLVMGetExact(v)) return;
  if (shifts) demand(L, shifts_back(L, t, x, op, IR_SHL), "a shift that loses bits (exact)");
  if (divides)
    demand(L, same(L, low_bin(L, op == IR_UDIV ? IR_UREM : IR_SREM, t, x[0], x[1]), low_zero(L, t)),
           "a division with a remainder (exact)");
}

static void check_cast(low *L, LLVMValueRef v, LLVMOpcode op, ir_operand from, ir_operand to) {
  if (!L->o->check_poison || LLVMIsAConstantExpr(v)) return;
  if (op == LLVMTrunc && LLVMGetNUW(v))
    demand(L, same(L, low_fit(L, to, from.type, false), from), "a number that does not fit (nuw)");
  if (op == LLVMTrunc && LLVMGetNSW(v))
    demand(L, same(L, low_fit(L, to, from.type, true), from), "a number that does not fit (nsw)");
  if ((op == LLVMZExt || op == LLVMUIToFP) && LLVMGetNNeg(v))
    demand(L, low_bin(L, IR_SLE, L->t_bool, low_zero(L, from.type), from), "a negative number (nneg)");
}

// Arithmetic that the source does in a signed type has a type with a name: pass_overflow looks at it.
static ir_type result_type(low *L, LLVMValueRef v, LLVMOpcode op, ir_type t) {
  if (LLVMIsAConstantExpr(v) || low_bits(L, t) < 2) return t;
  bool wraps_not = (op == LLVMAdd || op == LLVMSub || op == LLVMMul) && LLVMGetNSW(v);
  return wraps_not || op == LLVMSDiv || op == LLVMSRem ? low_source_int(L, low_bits(L, t)) : t;
}

static void binary(low *L, LLVMValueRef v, LLVMOpcode llvm, ir_op op) {
  low_parts a = low_value(L, LLVMGetOperand(v, 0)), b = low_value(L, LLVMGetOperand(v, 1));
  if (a.n != b.n || !a.n) {
    low_unsupported(L, "an operation on values of this type");
    return;
  }
  low_parts out = low_new_parts(L, a.n);
  for (uint32_t i = 0; i < a.n && low_open(L); i++) {
    ir_operand args[2] = {low_present(L, a.p[i]), low_present(L, b.p[i])};
    if (op == IR_UDIV || op == IR_SDIV || op == IR_UREM || op == IR_SREM) check_divisor(L, args[1]);
    if (op == IR_SHL || op == IR_LSHR || op == IR_ASHR) check_shift(L, args[1]);
    if (!low_open(L)) return;
    // Registers of parameters and variables have source types: the operation does not take its type from them.
    ir_type t = args[0].type;
    if (low_is_int(L, t)) check_marks(L, v, op, low_int(L, low_bits(L, t)), args);
    if (low_is_int(L, t)) t = result_type(L, v, llvm, low_int(L, low_bits(L, t)));
    ir_reg dst = a.n == 1 ? low_result_reg(L, v, t) : ir_reg_new(L->out, NULL, t, L->at);
    out.p[i] = low_emit(L, &(ir_instr){.op = op, .type = t, .dst = dst, .args = args, .n_args = 2});
  }
  low_define(L, v, out);
}

// The distance of two addresses: what C's pointer subtraction is made of.
static void pointer_difference(low *L, LLVMValueRef v) {
  ir_operand a = low_scalar(L, LLVMGetOperand(LLVMGetOperand(v, 0), 0));
  ir_operand b = low_scalar(L, LLVMGetOperand(LLVMGetOperand(v, 1), 0));
  low_define1(L, v, low_fit(L, low_bin(L, IR_PTRDIFF, L->t_i64, a, b), L->t_word, true));
}

// Comparisons of constants are decided here: models ask for options and absent arguments.
static bool known_comparison(low *L, LLVMIntPredicate p, ir_operand a, ir_operand b, bool *yes) {
  bool numbers = a.kind == IR_OPERAND_INT && b.kind == IR_OPERAND_INT;
  bool equality = p == LLVMIntEQ || p == LLVMIntNE;
  bool objects = (a.kind == IR_OPERAND_GLOBAL || a.kind == IR_OPERAND_FUNC) && b.kind == IR_OPERAND_NULL;
  if (equality && (numbers || objects || (a.kind == IR_OPERAND_NULL && b.kind == IR_OPERAND_NULL))) {
    bool same = a.kind == b.kind && a.value == b.value;
    *yes = same == (p == LLVMIntEQ);
    return true;
  }
  if (!numbers) return false;
  uint32_t shift = 64 - low_bits(L, a.type);
  uint64_t x = a.value << shift, y = b.value << shift;
  switch ((int)p) {
  case LLVMIntUGT: *yes = x > y; return true;
  case LLVMIntUGE: *yes = x >= y; return true;
  case LLVMIntULT: *yes = x < y; return true;
  case LLVMIntULE: *yes = x <= y; return true;
  case LLVMIntSGT: *yes = (int64_t)x > (int64_t)y; return true;
  case LLVMIntSGE: *yes = (int64_t)x >= (int64_t)y; return true;
  case LLVMIntSLT: *yes = (int64_t)x < (int64_t)y; return true;
  case LLVMIntSLE: *yes = (int64_t)x <= (int64_t)y; return true;
  }
  return false;
}

static ir_operand compare(low *L, LLVMIntPredicate p, ir_operand a, ir_operand b) {
  bool known;
  if (known_comparison(L, p, a, b, &known)) return ir_int(L->out, L->t_bool, known);
  bool is_signed = p == LLVMIntSGT || p == LLVMIntSGE || p == LLVMIntSLT || p == LLVMIntSLE;
  if (is_signed && low_is_ptr(L, a.type)) {
    a = low_un(L, IR_PTRTOINT, L->t_word, a);
    b = low_un(L, IR_PTRTOINT, L->t_word, b);
  }
  switch (p) {
  case LLVMIntEQ: return low_bin(L, IR_EQ, L->t_bool, a, b);
  case LLVMIntNE: return low_bin(L, IR_NE, L->t_bool, a, b);
  case LLVMIntUGT: return low_bin(L, IR_ULT, L->t_bool, b, a);
  case LLVMIntUGE: return low_bin(L, IR_ULE, L->t_bool, b, a);
  case LLVMIntULT: return low_bin(L, IR_ULT, L->t_bool, a, b);
  case LLVMIntULE: return low_bin(L, IR_ULE, L->t_bool, a, b);
  case LLVMIntSGT: return low_bin(L, IR_SLT, L->t_bool, b, a);
  case LLVMIntSGE: return low_bin(L, IR_SLE, L->t_bool, b, a);
  case LLVMIntSLT: return low_bin(L, IR_SLT, L->t_bool, a, b);
  case LLVMIntSLE: return low_bin(L, IR_SLE, L->t_bool, a, b);
  }
  return low_zero(L, L->t_bool);
}

static ir_operand compare_floats(low *L, LLVMRealPredicate p, ir_operand a, ir_operand b) {
  static const ir_fcmp MAP[] = {
      [LLVMRealOEQ] = IR_FCMP_OEQ, [LLVMRealOGT] = IR_FCMP_OGT, [LLVMRealOGE] = IR_FCMP_OGE,
      [LLVMRealOLT] = IR_FCMP_OLT, [LLVMRealOLE] = IR_FCMP_OLE, [LLVMRealONE] = IR_FCMP_ONE,
      [LLVMRealORD] = IR_FCMP_ORD, [LLVMRealUNO] = IR_FCMP_UNO, [LLVMRealUEQ] = IR_FCMP_UEQ,
      [LLVMRealUGT] = IR_FCMP_UGT, [LLVMRealUGE] = IR_FCMP_UGE, [LLVMRealULT] = IR_FCMP_ULT,
      [LLVMRealULE] = IR_FCMP_ULE, [LLVMRealUNE] = IR_FCMP_UNE,
  };
  if (p == LLVMRealPredicateFalse || p == LLVMRealPredicateTrue)
    return ir_int(L->out, L->t_bool, p == LLVMRealPredicateTrue);
  if (!low_open(L)) return low_zero(L, L->t_bool);
  ir_reg dst = ir_reg_new(L->out, NULL, L->t_bool, L->at);
  return low_emit(
      L, &(ir_instr){
             .op = IR_FCMP, .sub = MAP[p], .type = L->t_bool, .dst = dst, .args = (ir_operand[]){a, b}, .n_args = 2});
}

static void comparison(low *L, LLVMValueRef v, bool floats) {
  low_parts a = low_value(L, LLVMGetOperand(v, 0)), b = low_value(L, LLVMGetOperand(v, 1));
  low_parts out = low_new_parts(L, a.n);
  for (uint32_t i = 0; i < a.n && i < b.n; i++) {
    ir_operand x = low_present(L, a.p[i]), y = low_present(L, b.p[i]);
    out.p[i] = floats ? compare_floats(L, LLVMGetFCmpPredicate(v), x, y) : compare(L, LLVMGetICmpPredicate(v), x, y);
  }
  low_define(L, v, out);
}

static ir_operand to_word(low *L, ir_operand v) { return low_fit(L, v, L->t_word, false); }

static ir_operand cast_part(low *L, LLVMOpcode op, ir_operand v, ir_type to) {
  switch ((int)op) {
  case LLVMTrunc:
  case LLVMZExt: return low_fit(L, v, to, false);
  case LLVMSExt: return low_fit(L, v, to, true);
  case LLVMFPTrunc:
  case LLVMFPExt: return low_un(L, IR_FCONV, to, v);
  case LLVMFPToSI: return low_un(L, IR_FTOS, to, v);
  case LLVMFPToUI: return low_un(L, IR_FTOU, to, v);
  case LLVMSIToFP: return low_un(L, IR_STOF, to, v);
  case LLVMUIToFP: return low_un(L, IR_UTOF, to, v);
  case LLVMPtrToInt: return low_fit(L, low_un(L, IR_PTRTOINT, L->t_word, v), to, false);
  case LLVMIntToPtr: return low_un(L, IR_INTTOPTR, to, to_word(L, v));
  }
  return v;
}

static void cast(low *L, LLVMValueRef v, LLVMOpcode op) {
  low_parts a = low_value(L, LLVMGetOperand(v, 0));
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  if (!f->ok || f->n != a.n) {
    low_unsupported(L, "a conversion to this type");
    return;
  }
  low_parts out = low_new_parts(L, a.n);
  for (uint32_t i = 0; i < a.n; i++) {
    ir_operand from = low_present(L, a.p[i]);
    out.p[i] = cast_part(L, op, from, f->leaves[i].type);
    check_cast(L, v, op, from, out.p[i]);
  }
  low_define(L, v, out);
}

static void bit_cast(low *L, LLVMValueRef v) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0)), to = LLVMTypeOf(v);
  low_parts a = low_value(L, LLVMGetOperand(v, 0));
  low_define(L, v, from == to ? a : low_reinterpret(L, from, a, to));
}

// --- addresses

static ir_operand scaled(low *L, ir_operand index, uint64_t size) {
  ir_operand i = low_fit(L, index, L->t_i64, true);
  if (i.kind == IR_OPERAND_INT) return ir_int(L->out, L->t_i64, i.value * size);
  return size == 1 ? i : low_bin(L, IR_MUL, L->t_i64, i, ir_int(L->out, L->t_i64, size));
}

ir_operand low_address(low *L, LLVMValueRef gep) {
  ir_operand base = low_scalar(L, LLVMGetOperand(gep, 0));
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  uint64_t fixed = 0;
  ir_operand moving = {0};
  int n = LLVMGetNumOperands(gep);
  for (int i = 1; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      fixed += LLVMOffsetOfElement(L->layout, t, field);
      t = LLVMStructGetTypeAtIndex(t, field);
      continue;
    }
    if (i > 1) t = LLVMGetElementType(t);
    ir_operand step = scaled(L, low_scalar(L, index), low_size(L, t));
    if (step.kind == IR_OPERAND_INT)
      fixed += step.value;
    else
      moving = moving.kind ? low_bin(L, IR_ADD, L->t_i64, moving, step) : step;
  }
  ir_operand to = low_offset(L, base, fixed);
  return moving.kind ? low_bin(L, IR_PTRADD, L->t_ptr, to, moving) : to;
}

static void address(low *L, LLVMValueRef v) {
  if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind) {
    low_unsupported(L, "a vector of addresses");
    return;
  }
  low_define1(L, v, low_address(L, v));
}

// --- aggregates

static uint32_t leaves_before(low *L, LLVMTypeRef *t, unsigned index) {
  uint32_t at = 0;
  if (LLVMGetTypeKind(*t) == LLVMStructTypeKind) {
    for (unsigned i = 0; i < index; i++) at += low_flat_of(L, LLVMStructGetTypeAtIndex(*t, i))->n;
    *t = LLVMStructGetTypeAtIndex(*t, index);
  } else {
    *t = LLVMGetElementType(*t);
    at = index * low_flat_of(L, *t)->n;
  }
  return at;
}

static void extract_or_insert(low *L, LLVMValueRef v, bool insert) {
  LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(v, 0));
  low_parts whole = low_value(L, LLVMGetOperand(v, 0));
  uint32_t at = 0;
  const unsigned *indices = LLVMGetIndices(v);
  for (unsigned i = 0; i < LLVMGetNumIndices(v); i++) at += leaves_before(L, &t, indices[i]);
  uint32_t n = low_flat_of(L, t)->n;
  if (at + n > whole.n) {
    low_unsupported(L, "a part of a value of this type");
    return;
  }
  low_parts out = low_new_parts(L, insert ? whole.n : n);
  if (insert) {
    low_parts part = low_value(L, LLVMGetOperand(v, 1));
    for (uint32_t i = 0; i < whole.n; i++) out.p[i] = i >= at && i - at < part.n ? part.p[i - at] : whole.p[i];
  } else {
    for (uint32_t i = 0; i < n; i++) out.p[i] = whole.p[at + i];
  }
  low_define(L, v, out);
}

static void vector_element(low *L, LLVMValueRef v, bool insert) {
  low_parts whole = low_value(L, LLVMGetOperand(v, 0));
  LLVMValueRef index = LLVMGetOperand(v, insert ? 2 : 1);
  if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= whole.n) {
    low_unsupported(L, "an element of a vector by a computed index");
    return;
  }
  uint32_t at = (uint32_t)LLVMConstIntGetZExtValue(index);
  low_parts out = low_new_parts(L, insert ? whole.n : 1);
  if (insert) {
    for (uint32_t i = 0; i < whole.n; i++) out.p[i] = whole.p[i];
    out.p[at] = low_scalar(L, LLVMGetOperand(v, 1));
  } else {
    out.p[0] = whole.p[at];
  }
  low_define(L, v, out);
}

static void shuffle(low *L, LLVMValueRef v) {
  low_parts a = low_value(L, LLVMGetOperand(v, 0)), b = low_value(L, LLVMGetOperand(v, 1));
  unsigned n = LLVMGetNumMaskElements(v);
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  if (f->n != n) {
    low_unsupported(L, "a vector of this type");
    return;
  }
  low_parts out = low_new_parts(L, n);
  for (unsigned i = 0; i < n; i++) {
    int from = LLVMGetMaskValue(v, i);
    if (from == LLVMGetUndefMaskElem())
      out.p[i] = low_absent(L, f->leaves[i].type, LOW_UNDEF);
    else
      out.p[i] = (uint32_t)from < a.n ? a.p[from] : b.p[((uint32_t)from - a.n) % b.n];
  }
  low_define(L, v, out);
}

static void give_flag(low *L, LLVMValueRef v, ir_operand part, ir_operand kind) {
  ir_reg r = {(uint32_t)part.value}, flag;
  low_make_flag(L, r, v);
  if (low_flag(L, r, &flag)) low_move(L, flag, kind);
}

// Choosing is no use of what is chosen.
static void choose(low *L, LLVMValueRef v) {
  low_parts c = low_value(L, LLVMGetOperand(v, 0));
  low_parts a = low_value(L, LLVMGetOperand(v, 1)), b = low_value(L, LLVMGetOperand(v, 2));
  low_parts out = low_new_parts(L, a.n);
  for (uint32_t i = 0; i < a.n && i < b.n && c.n; i++) {
    ir_operand which = low_present(L, c.p[c.n == a.n ? i : 0]), x = a.p[i], y = b.p[i];
    bool unset = low_may_be_unset(L, v);
    ir_operand kind = {0};
    if (unset) kind = low_select(L, L->t_i8, which, low_flag_of(L, x), low_flag_of(L, y));
    x = unset && x.kind == IR_OPERAND_NONE ? low_zero(L, x.type) : unset ? x : low_present(L, x);
    y = unset && y.kind == IR_OPERAND_NONE ? low_zero(L, y.type) : unset ? y : low_present(L, y);
    out.p[i] = low_select(L, low_is_int(L, x.type) ? low_int(L, low_bits(L, x.type)) : x.type, which, x, y);
    if (unset && out.p[i].kind == IR_OPERAND_REG) give_flag(L, v, out.p[i], kind);
  }
  low_define(L, v, out);
}

// A frozen value is one value: what is absent is drawn here, once.
static void freeze(low *L, LLVMValueRef v) {
  low_parts a = low_value(L, LLVMGetOperand(v, 0)), out = low_new_parts(L, a.n);
  for (uint32_t i = 0; i < a.n; i++) out.p[i] = low_present(L, a.p[i]);
  low_define(L, v, out);
}

bool low_arith(low *L, LLVMValueRef v, LLVMOpcode op) {
  ir_op ours;
  if (op == LLVMSub && low_is_pointer_difference(v, L->layout)) {
    pointer_difference(L, v);
    return true;
  }
  if (find_op(BINARY, sizeof BINARY / sizeof *BINARY, op, &ours)) {
    binary(L, v, op, ours);
    return true;
  }
  switch ((int)op) {
  case LLVMFNeg: {
    ir_operand a = low_scalar(L, LLVMGetOperand(v, 0));
    low_define_op(L, v, IR_FNEG, 0, a.type, &a, 1);
    return true;
  }
  case LLVMICmp: comparison(L, v, false); return true;
  case LLVMFCmp: comparison(L, v, true); return true;
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast: cast(L, v, op); return true;
  case LLVMBitCast: bit_cast(L, v); return true;
  case LLVMGetElementPtr: address(L, v); return true;
  case LLVMSelect: choose(L, v); return true;
  case LLVMFreeze: freeze(L, v); return true;
  case LLVMExtractValue: extract_or_insert(L, v, false); return true;
  case LLVMInsertValue: extract_or_insert(L, v, true); return true;
  case LLVMExtractElement: vector_element(L, v, false); return true;
  case LLVMInsertElement: vector_element(L, v, true); return true;
  case LLVMShuffleVector: shuffle(L, v); return true;
  }
  return false;
}
