// Calls. Parameters are the scalar parts of LLVM's parameters in order; then, for variadic functions, a pointer to the
// variable arguments; then, for results of several parts, a pointer to where they go.
//
// Variable arguments lie one behind the other in a local object of the caller, as on the stack: slots of 8 bytes
// (64-bit programs) or 4. A va_list then says that no registers are left, so that the code that clang makes of va_arg
// takes them all from there.
#include "base/str.h"
#include "front/llvm/llvm_link.h"
#include "front/llvm/lower_int.h"

typedef VEC(ir_operand) operand_vec;

void low_begin_function(low *L) {
  low_sig *s = L->sig;
  uint32_t k = 0;
  for (LLVMValueRef p = LLVMGetFirstParam(L->f); p; p = LLVMGetNextParam(p)) {
    const low_flat *f = low_flat_of(L, LLVMTypeOf(p));
    low_parts parts = low_new_parts(L, f->n);
    for (uint32_t i = 0; i < f->n; i++, k++) {
      const char *name = low_value_name(L, p);
      ir_type t = f->n == 1 ? low_value_type(L, p, s->fixed[k]) : s->fixed[k];
      parts.p[i] = ir_reg_operand(L->out, ir_param(L->out, name, t, low_value_place(L, p, L->at)));
    }
    low_define(L, p, parts);
  }
  L->va_area = s->variadic ? ir_param(L->out, NULL, L->t_ptr, L->at) : (ir_reg){0};
  L->result_area = s->by_pointer ? ir_param(L->out, NULL, L->t_ptr, L->at) : (ir_reg){0};
}

// The argument as a parameter of this type, where old C programs disagree with themselves.
ir_operand low_adapt(low *L, ir_operand v, ir_type to, bool *ok) {
  if (ir_types_agree(L->out, v.type, to)) return v;
  if (low_is_int(L, v.type) && low_is_int(L, to)) return low_fit(L, v, to, true);
  if (low_is_int(L, v.type) && low_is_ptr(L, to)) return low_un(L, IR_INTTOPTR, to, low_fit(L, v, L->t_word, true));
  if (low_is_ptr(L, v.type) && low_is_int(L, to)) return low_fit(L, low_un(L, IR_PTRTOINT, L->t_word, v), to, false);
  *ok = false;
  return low_zero(L, to);
}

static LLVMTypeRef byval_type(LLVMValueRef call, unsigned argument) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

// A struct passed by value: the callee gets a copy of its own.
static ir_operand copied(low *L, ir_operand from, LLVMTypeRef t) {
  ir_type type = low_memory_type(L, t, NULL);
  if (!type.id || !low_open(L)) return from;
  ir_operand to = low_local(L, type, ir_int(L->out, L->t_i64, 1), (ir_reg){0});
  low_do(L, IR_COPY, 0, (ir_operand[]){to, from, ir_int(L->out, L->t_i64, low_size(L, t))}, 3);
  return to;
}

static void push_argument(low *L, LLVMValueRef call, unsigned i, operand_vec *out) {
  LLVMValueRef arg = LLVMGetOperand(call, i);
  LLVMTypeRef by_value = byval_type(call, i);
  low_parts p = low_value(L, arg);
  for (uint32_t k = 0; k < p.n; k++) {
    ir_operand v = low_present(L, p.p[k]);
    vec_push(out, by_value && p.n == 1 ? copied(L, v, by_value) : v);
  }
}

static uint64_t slots_of(low *L, uint64_t bytes) {
  uint64_t slot = L->word_bits / 8;
  return (bytes + slot - 1) / slot * slot;
}

// Where each variable argument lies; returns the size of the whole. `align`: of the whole, 0 if that does not matter.
static uint64_t lay_out(low *L, LLVMValueRef call, unsigned first, unsigned n, uint64_t *at, uint32_t *align) {
  uint64_t end = 0;
  for (unsigned i = first; i < n; i++) {
    LLVMTypeRef by_value = byval_type(call, i);
    LLVMTypeRef t = by_value ? by_value : LLVMTypeOf(LLVMGetOperand(call, i));
    if (L->word_bits == 64 && LLVMABIAlignmentOfType(L->layout, t) >= 16) {
      end = (end + 15) / 16 * 16;
      *align = 16;
    }
    at[i - first] = end;
    end += slots_of(L, low_size(L, t));
  }
  return end;
}

static ir_operand variable_arguments(low *L, LLVMValueRef call, unsigned first, unsigned n) {
  if (first >= n) return ir_null(L->out, L->t_ptr);
  uint64_t *at = MEM_NEW_N(uint64_t, n - first);
  uint32_t align = 0;
  uint64_t size = lay_out(L, call, first, n, at, &align);
  ir_type area = ir_type_array(L->out, ir_type_int(L->out, 8, false, NULL), size ? size : 1);
  ir_operand base = low_local_aligned(L, area, align);
  for (unsigned i = first; i < n && low_open(L); i++) {
    LLVMValueRef arg = LLVMGetOperand(call, i);
    LLVMTypeRef by_value = byval_type(call, i);
    ir_operand to = low_offset(L, base, at[i - first]);
    if (by_value) {
      ir_operand bytes = ir_int(L->out, L->t_i64, low_size(L, by_value));
      low_do(L, IR_COPY, 0, (ir_operand[]){to, low_scalar(L, arg), bytes}, 3);
    } else {
      low_store(L, LLVMTypeOf(arg), to, low_value(L, arg), IR_HIDDEN);
    }
  }
  mem_free(at);
  return base;
}

// --- one call

typedef struct call_state {
  LLVMValueRef call;
  low_sig *as;  // the call's own view
  LLVMTypeRef type;
  operand_vec args;  // parts of all fixed arguments, as the call passes them
  unsigned n_llvm;
} call_state;

static void emit_call(low *L, call_state *c, ir_operand target, low_sig *s, const ir_operand *args, uint32_t n) {
  ir_operand area = {0};
  operand_vec all = {0};
  vec_push(&all, target);
  for (uint32_t i = 0; i < n; i++) vec_push(&all, args[i]);
  if (s->variadic)
    vec_push(&all, variable_arguments(L, c->call, LLVMCountParamTypes(c->type), c->as->variadic ? c->n_llvm : 0));
  if (s->by_pointer && low_open(L)) {
    area = low_local(L, low_memory_type(L, s->llvm_result, NULL), ir_int(L->out, L->t_i64, 1), (ir_reg){0});
    vec_push(&all, area);
  }
  if (!low_open(L)) {
    vec_free(&all);
    return;
  }
  bool wanted = low_used(L, c->call) && LLVMGetTypeKind(LLVMTypeOf(c->call)) != LLVMVoidTypeKind;
  ir_instr i = {.op = IR_CALL, .type = s->result, .args = all.data, .n_args = (uint32_t)all.len};
  if (s->result.id && wanted) i.dst = low_result_reg(L, c->call, s->result);
  ir_block unwind = {0};
  if (LLVMIsAInvokeInst(c->call)) {
    unwind = low_unwind_block(L, c->call);
    i.targets = &unwind;
    i.n_targets = 1;
  }
  ir_operand result = low_emit(L, &i);
  vec_free(&all);
  const low_flat *f = low_flat_of(L, LLVMTypeOf(c->call));
  if (s->by_pointer) {
    if (wanted) low_define(L, c->call, low_load(L, s->llvm_result, area, IR_HIDDEN));
  } else if (f->n == 1 && wanted) {
    bool ok = true;
    ir_operand v = s->result.id ? low_adapt(L, result, f->leaves[0].type, &ok)
                                : low_drawn(L, f->leaves[0].type, LOW_RESULT);
    if (!ok) low_unsupported(L, "a call of a function by a type whose result is another");
    low_define1(L, c->call, v);
  } else if (f->n == 0) {
    low_define(L, c->call, low_new_parts(L, 0));
  }
}

// A function called by a type that is not its own: the arguments are made to fit, surplus ones dropped.
static bool fits(low *L, const low_sig *as, const low_sig *own, uint32_t n_args) {
  if (own->n_fixed > n_args || own->by_pointer != as->by_pointer || own->variadic != as->variadic) return false;
  if (own->by_pointer && own->llvm_result != as->llvm_result) return false;
  bool value = own->result.id && as->result.id;
  return !value || ir_types_agree(L->out, own->result, as->result) ||
         (ir_type_get(L->out, own->result)->kind != IR_TYPE_FLOAT &&
          ir_type_get(L->out, as->result)->kind != IR_TYPE_FLOAT);
}

static void call_adapted(low *L, call_state *c, ir_operand target, low_sig *own, const char *name) {
  if (!fits(L, c->as, own, (uint32_t)c->args.len)) {
    low_unsupported(L, "call of %s by a type that is not its own", name);
    return;
  }
  operand_vec args = {0};
  bool ok = true;
  for (uint32_t i = 0; i < own->n_fixed; i++) vec_push(&args, low_adapt(L, c->args.data[i], own->fixed[i], &ok));
  if (ok)
    emit_call(L, c, target, own, args.data, own->n_fixed);
  else
    low_unsupported(L, "call of %s with arguments of other types", name);
  vec_free(&args);
}

static bool same_sig(low *L, const low_sig *a, const low_sig *b, uint32_t n_args) {
  if (a->result.id != b->result.id || a->by_pointer != b->by_pointer || a->variadic != b->variadic) return false;
  if (b->n_fixed != n_args) return false;
  for (uint32_t i = 0; i < n_args && i < a->n_fixed; i++)
    if (!ir_types_agree(L->out, a->fixed[i], b->fixed[i])) return false;
  return a->n_fixed == b->n_fixed;
}

static void call_direct(low *L, call_state *c, LLVMValueRef f) {
  if (!LLVMGetFirstBasicBlock(f)) {
    low_missing(L, f);
    return;
  }
  low_sig *own = low_sig_of(L, LLVMGlobalGetValueType(f));
  ir_operand target = ir_func_addr(L->out, low_func(L, f));
  uint32_t n = (uint32_t)c->args.len;
  if (LLVMGlobalGetValueType(f) == c->type)
    emit_call(L, c, target, own, c->args.data, n < own->n_fixed ? n : own->n_fixed);  // f(...) does not look at more
  else
    call_adapted(L, c, target, own, low_function_name(L, f));
}

// Results of the branches of an indirect call meet in one list of registers.
static low_parts meeting_registers(low *L, call_state *c) {
  const low_flat *f = low_flat_of(L, LLVMTypeOf(c->call));
  low_parts p = low_new_parts(L, low_used(L, c->call) ? f->n : 0);
  for (uint32_t i = 0; i < p.n; i++)
    p.p[i] = ir_reg_operand(L->out, ir_reg_new(L->out, NULL, f->leaves[i].type, L->at));
  return p;
}

static void meet(low *L, call_state *c, low_parts to, ir_block join) {
  if (!low_open(L)) return;
  low_parts from = to.n ? low_value(L, c->call) : to;
  for (uint32_t i = 0; i < to.n && i < from.n; i++)
    low_move(L, (ir_reg){(uint32_t)to.p[i].value}, low_present(L, from.p[i]));
  ir_emit_jump(L->out, join, L->at);
}

// A call through a table of virtual functions: what it holds has the type of the call.
static bool is_virtual(const low *L, LLVMValueRef called) {
  if (!L->is_cxx || !LLVMIsALoadInst(called)) return false;
  LLVMValueRef slot = LLVMGetOperand(called, 0);
  if (LLVMIsAGetElementPtrInst(slot)) slot = LLVMGetOperand(slot, 0);
  return LLVMIsALoadInst(slot);
}

static uint32_t registers_of(const low_sig *s) { return s->n_fixed + s->variadic + s->by_pointer; }

// Variable arguments come as one address, which the parameter of a function without them would take for its own.
static bool is_confused(const low_sig *as, const low_sig *own) {
  return as->variadic != own->variadic && registers_of(as) == registers_of(own);
}

// Functions of another type that are passed around (thread functions without parameter, say) are compared first.
static void call_pointer(low *L, call_state *c, ir_operand target) {
  VEC(LLVMValueRef) others = {0};
  bool any = !is_virtual(L, LLVMGetCalledValue(c->call));
  for (size_t i = 0; i < L->adaptable.len && any; i++) {
    LLVMValueRef f = L->adaptable.data[i];
    low_sig *own = low_sig_of(L, LLVMGlobalGetValueType(f));
    if (!same_sig(L, c->as, own, (uint32_t)c->args.len) && fits(L, c->as, own, (uint32_t)c->args.len))
      vec_push(&others, f);
  }
  for (size_t i = 0; i < L->taken.len && any; i++) {
    LLVMValueRef f = L->taken.data[i];
    if (is_confused(c->as, low_sig_of(L, LLVMGlobalGetValueType(f)))) vec_push(&others, f);
  }
  low_parts result = meeting_registers(L, c);
  ir_block join = others.len ? ir_block_new(L->out) : (ir_block){0};
  for (size_t i = 0; i < others.len && low_open(L); i++) {
    ir_operand f = ir_func_addr(L->out, low_func(L, others.data[i]));
    ir_operand is_it = low_bin(L, IR_EQ, L->t_bool, target, f);
    ir_block yes = ir_block_new(L->out), no = ir_block_new(L->out);
    if (low_open(L)) ir_emit_branch(L->out, is_it, yes, no, L->at);
    ir_block_begin(L->out, yes);
    call_adapted(L, c, f, low_sig_of(L, LLVMGlobalGetValueType(others.data[i])), low_function_name(L, others.data[i]));
    meet(L, c, result, join);
    ir_block_begin(L->out, no);
  }
  emit_call(L, c, target, c->as, c->args.data, (uint32_t)c->args.len);
  if (others.len) {
    meet(L, c, result, join);
    ir_block_begin(L->out, join);
    low_define(L, c->call, result);
  }
  vec_free(&others);
}

static bool is_plain_call(LLVMValueRef call) {
  return LLVMGetInstructionOpcode(call) == LLVMCall || LLVMGetInstructionOpcode(call) == LLVMInvoke;
}

void low_call(low *L, LLVMValueRef v) {
  LLVMValueRef target = low_strip(LLVMGetCalledValue(v));
  if (!is_plain_call(v)) {
    low_unsupported(L, "a call of this kind");
    return;
  }
  if (LLVMIsAInlineAsm(target)) {
    low_asm(L, v, target);
    return;
  }
  bool function = LLVMIsAFunction(target);
  size_t len = 0;
  const char *name = function ? LLVMGetValueName2(target, &len) : "";
  bool body = function && LLVMGetFirstBasicBlock(target);
  if (function && LLVMGetIntrinsicID(target)) {
    low_intrinsic(L, v, target);
    return;
  }
  if (function && !body && str_starts(name, "__allways_")) {
    low_model(L, v, name);
    return;
  }
  bool own = body && !llvm_has_mark(target, LLVM_MARK_MODEL);
  if (function && !own && low_printf(L, v, name)) return;
  call_state c = {.call = v, .type = LLVMGetCalledFunctionType(v), .n_llvm = LLVMGetNumArgOperands(v)};
  c.as = low_sig_of(L, c.type);
  unsigned fixed = c.as->variadic ? LLVMCountParamTypes(c.type) : c.n_llvm;
  if (!c.as->ok) low_unsupported(L, "a call with values of these types");
  for (unsigned i = 0; i < fixed; i++) push_argument(L, v, i, &c.args);
  if (function)
    call_direct(L, &c, target);
  else
    call_pointer(L, &c, low_scalar(L, target));
  vec_free(&c.args);
}
