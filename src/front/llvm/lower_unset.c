// Values that may be absent where they arrive: uninitialised locals, undef and poison, results that were not returned.
//
// A local that is dead where ways meet is merged there all the same (`for (e = head; e && (nx = e->next, 1); e = nx)`), so
// moving a value is no use of it. A phi or selection that an absent part may reach is a register with a flag beside it,
// which tells whether there is a value and, if not, of which kind it is. (A number gets no flag as long as its use is no
// violation: an input that is drawn on the edge serves as well.) Where the value is used, an absent one becomes an
// input, or is the violation `uninitialised`; from then on the register has a value. A copy that was made before draws
// for itself: indeterminate values need not be the same twice.
#include "front/llvm/lower_int.h"

// --- which values

typedef VEC(LLVMValueRef) value_vec;

static uint64_t kinds_of(low *L, LLVMValueRef v) {
  uint64_t kinds = 0;
  map64_get(&L->unset, (uint64_t)(uintptr_t)v, &kinds);
  return kinds;
}

bool low_may_be_unset(low *L, LLVMValueRef v) { return kinds_of(L, v) != 0; }

static bool is_move(LLVMValueRef user, LLVMValueRef v) {
  return LLVMIsAPHINode(user) || (LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) != v);
}

static bool is_read(low *L, LLVMValueRef call) {
  for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAInstruction(user) && !is_move(user, call) && !LLVMIsAReturnInst(user) && low_used(L, call)) return true;
  }
  return false;
}

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

// A number that something reads is drawn where its local begins: one value, whoever reads it. A pointer is not: nothing
// is known of an address that comes from a number.
static bool is_drawn_early(low *L, LLVMValueRef call) {
  return !L->o->check_uninit && is_read(L, call) && !is_pointer(call);
}

static bool may_have_flag(low *L, LLVMValueRef v) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
  bool aggregate = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
  return L->o->check_uninit || aggregate || is_pointer(v);
}

static void add_kinds(low *L, value_vec *work, LLVMValueRef v, uint64_t kinds) {
  uint64_t old = kinds_of(L, v);
  if (!may_have_flag(L, v)) return;
  if ((old | kinds) == old) return;
  map64_put(&L->unset, (uint64_t)(uintptr_t)v, old | kinds);
  vec_push(work, v);
}

static void find_source(low *L, value_vec *work, LLVMValueRef i) {
  if (!low_used(L, i)) return;
  if (low_is_uninit_call(i)) {
    uint64_t kind = low_is_missing_result(i) ? LOW_RESULT : LOW_UNINIT;
    if (!is_drawn_early(L, i)) add_kinds(L, work, i, LOW_KIND(kind));
    return;
  }
  if (!LLVMIsAPHINode(i) && !LLVMIsASelectInst(i)) return;
  bool phi = LLVMIsAPHINode(i);
  unsigned n = phi ? LLVMCountIncoming(i) : 2;
  for (unsigned k = 0; k < n; k++)
    if (LLVMIsUndef(phi ? LLVMGetIncomingValue(i, k) : LLVMGetOperand(i, k + 1)))
      add_kinds(L, work, i, LOW_KIND(LOW_UNDEF));
}

void low_find_unset(low *L, LLVMValueRef f) {
  map64_clear(&L->unset);
  map64_clear(&L->flags);
  map64_clear(&L->flag_owners);
  vec_clear(&L->settled);
  value_vec work = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) find_source(L, &work, i);
  while (work.len) {
    LLVMValueRef v = vec_pop(&work);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      bool part = LLVMIsAInsertValueInst(user) || LLVMIsAExtractValueInst(user);
      if ((is_move(user, v) || part) && low_used(L, user)) add_kinds(L, &work, user, kinds_of(L, v));
    }
  }
  vec_free(&work);
}

// --- flags

enum { KINDS_AT = 32 };

void low_make_flag(low *L, ir_reg r, LLVMValueRef v) {
  uint64_t kinds = kinds_of(L, v);
  if (!kinds) return;
  ir_reg flag = ir_reg_new(L->out, NULL, L->t_i8, L->at);
  map64_put(&L->flags, r.id, kinds << KINDS_AT | flag.id);
  map64_put(&L->flag_owners, r.id, (uint64_t)(uintptr_t)v);
}

bool low_flag(low *L, ir_reg r, ir_reg *flag) {
  uint64_t found;
  if (!L->flags.len || !map64_get(&L->flags, r.id, &found)) return false;
  *flag = (ir_reg){(uint32_t)found};
  return true;
}

ir_operand low_flag_of(low *L, ir_operand part) {
  ir_reg flag;
  if (part.kind == IR_OPERAND_NONE) return ir_int(L->out, L->t_i8, LOW_KIND(part.value));
  bool known = part.kind == IR_OPERAND_REG && low_flag(L, (ir_reg){(uint32_t)part.value}, &flag);
  return known ? ir_reg_operand(L->out, flag) : ir_int(L->out, L->t_i8, 0);
}

static bool is_settled(const low *L, uint32_t r) {
  for (size_t i = 0; i < L->settled.len; i++)
    if (L->settled.data[i] == r) return true;
  return false;
}

static uint64_t kind_to_draw(uint64_t kinds) {
  if (kinds == LOW_KIND(LOW_RESULT)) return LOW_RESULT;
  return kinds & LOW_KIND(LOW_UNINIT) ? LOW_UNINIT : LOW_UNDEF;
}

static void draw_if(low *L, ir_operand absent, ir_operand reg, ir_reg flag, uint64_t kinds) {
  ir_block draws = ir_block_new(L->out), on = ir_block_new(L->out);
  if (!low_open(L)) return;
  ir_emit_branch(L->out, absent, draws, on, L->at);
  ir_block_begin(L->out, draws);
  low_move(L, (ir_reg){(uint32_t)reg.value}, low_drawn(L, reg.type, kind_to_draw(kinds)));
  low_move(L, flag, ir_int(L->out, L->t_i8, 0));
  if (low_open(L)) ir_emit_jump(L->out, on, L->at);
  ir_block_begin(L->out, on);
}

void low_settle(low *L, ir_operand reg) {
  uint64_t found;
  if (!L->flags.len || !map64_get(&L->flags, reg.value, &found)) return;
  if (!low_open(L) || is_settled(L, (uint32_t)reg.value)) return;
  vec_push(&L->settled, (uint32_t)reg.value);
  ir_reg flag = {(uint32_t)found};
  uint64_t kinds = found >> KINDS_AT;
  ir_operand tells = ir_reg_operand(L->out, flag);
  if (L->o->check_uninit && kinds & LOW_KIND(LOW_UNINIT)) {
    uint64_t owner = 0;
    map64_get(&L->flag_owners, reg.value, &owner);
    ir_operand set = low_bin(L, IR_NE, L->t_bool, tells, ir_int(L->out, L->t_i8, LOW_KIND(LOW_UNINIT)));
    low_check_set(L, set, (LLVMValueRef)(uintptr_t)owner);
    kinds &= ~(uint64_t)LOW_KIND(LOW_UNINIT);
  }
  if (kinds) draw_if(L, low_bin(L, IR_NE, L->t_bool, tells, ir_int(L->out, L->t_i8, 0)), reg, flag, kinds);
}

// --- locals

// Only moved on, or a violation where it is used: absent. A pointer that something reads has a register.
void low_uninit(low *L, LLVMValueRef call) {
  const low_flat *f = low_flat_of(L, LLVMTypeOf(call));
  low_parts p = low_new_parts(L, f->n);
  uint64_t kind = low_is_missing_result(call) ? LOW_RESULT : LOW_UNINIT;
  bool early = is_drawn_early(L, call), has_register = !L->o->check_uninit && is_read(L, call) && !early;
  vec_clear(&L->settled);
  for (uint32_t i = 0; i < f->n; i++) {
    ir_type t = f->leaves[i].type;
    ir_operand absent = low_absent(L, t, kind);
    absent.offset = (uint64_t)(uintptr_t)call;  // whose value it would be
    p.p[i] = early ? low_present(L, absent) : absent;
    if (!has_register) continue;
    ir_reg r = low_result_reg(L, call, t), flag;
    low_make_flag(L, r, call);
    low_move(L, r, low_zero(L, t));
    if (low_flag(L, r, &flag)) low_move(L, flag, low_flag_of(L, absent));
    p.p[i] = ir_reg_operand(L->out, r);
  }
  low_define(L, call, p);
}
