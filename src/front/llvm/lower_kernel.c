// The SystemC kernel's functions (runtime/intrinsics.h, doc/semantics-systemc.md 5) as operations of the IR.
#include <string.h>

#include "front/llvm/lower_int.h"

static ir_operand arg(low *L, LLVMValueRef v, unsigned i) { return low_scalar(L, LLVMGetOperand(v, i)); }

// A constant argument; false with `unsupported` emitted.
static bool constant(low *L, LLVMValueRef v, unsigned i, const char *what, uint64_t *out) {
  LLVMValueRef a = LLVMGetOperand(v, i);
  if (LLVMIsAConstantInt(a)) {
    *out = LLVMConstIntGetZExtValue(a);
    return true;
  }
  low_unsupported(L, "%s that is not constant", what);
  return false;
}

static ir_type result_type(low *L, ir_op op) {
  if (op == IR_SELF) return L->t_ptr;
  if (op == IR_TIME || op == IR_DELTA || op == IR_ACTIVITY) return L->t_i64;
  if (op == IR_WAITED || op == IR_TRIGGERED || op == IR_PENDING) return L->t_bool;
  return IR_VOID;
}

static void emit(low *L, LLVMValueRef v, const ir_instr *i) {
  if (!i->type.id || !low_open(L)) {
    low_emit(L, i);
    return;
  }
  ir_instr with = *i;
  with.dst = ir_reg_new(L->out, NULL, i->type, L->at);
  ir_operand result = low_emit(L, &with);
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  if (f->n == 1) low_define1(L, v, low_is_ptr(L, i->type) ? result : low_fit(L, result, f->leaves[0].type, false));
}

// Arguments as they are; numbers of bytes are as wide as pointers and become 64 bits.
void low_kernel_plain(low *L, LLVMValueRef v, ir_op op) {
  ir_operand args[4];
  unsigned n = LLVMGetNumArgOperands(v);
  if ((int)n != ir_op_args(op)) {
    low_unsupported(L, "operation %s with %u arguments", ir_op_text(op), n);
    return;
  }
  for (unsigned i = 0; i < n; i++) args[i] = arg(L, v, i);
  if (op == IR_WRITE) args[2] = low_fit(L, args[2], L->t_i64, false);
  emit(L, v, &(ir_instr){.op = op, .type = result_type(L, op), .args = args, .n_args = n});
}

void low_kernel_process(low *L, LLVMValueRef v, ir_op op) {
  ir_operand args[] = {arg(L, v, 0), arg(L, v, 1)};
  uint64_t flags;
  if (!constant(L, v, 3, "the kind of a process", &flags) || !low_open(L)) return;
  ir_reg made = ir_reg_new(L->out, NULL, L->t_i32, L->at);
  uint32_t sub = flags & 1 ? IR_SPAWN_METHOD : 0;
  low_emit(L, &(ir_instr){.op = op, .sub = sub, .type = L->t_i32, .dst = made, .args = args, .n_args = 2});
  ir_operand process = ir_reg_operand(L->out, made);
  ir_operand named[] = {process, arg(L, v, 2)};
  if (!LLVMIsNull(LLVMGetOperand(v, 2))) low_emit(L, &(ir_instr){.op = IR_NAME, .args = named, .n_args = 2});
  low_define1(L, v, process);
}

// events, count, all [, time]
void low_kernel_wait(low *L, LLVMValueRef v, ir_op op) {
  uint64_t all;
  ir_operand args[3] = {arg(L, v, 0), arg(L, v, 1)};
  if (!constant(L, v, 2, "the choice of `all` or `any` in a wait", &all)) return;
  LLVMValueRef count = LLVMGetOperand(v, 1);
  bool none = LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 0;
  bool timed = LLVMGetNumArgOperands(v) > 3;
  uint32_t n = none ? 0 : 2, sub = none ? 0 : IR_WAIT_ARRAY;
  if (all && !none) sub |= IR_WAIT_ALL;
  if (timed) {
    args[n++] = arg(L, v, 3);
    sub |= IR_WAIT_TIMEOUT;
  }
  emit(L, v, &(ir_instr){.op = op, .sub = sub, .type = timed ? L->t_bool : IR_VOID, .args = args, .n_args = n});
}

void low_kernel_wait_event(low *L, LLVMValueRef v, ir_op op) {
  ir_operand event = arg(L, v, 0);
  emit(L, v, &(ir_instr){.op = op, .type = IR_VOID, .args = &event, .n_args = 1});
}

// The update functions of the module are those that somebody requests.
void low_kernel_update(low *L, LLVMValueRef v, ir_op op) {
  LLVMValueRef f = low_strip(LLVMGetOperand(v, 0));
  low_sig *s = LLVMIsAFunction(f) ? low_sig_of(L, LLVMGlobalGetValueType(f)) : NULL;
  if (!s || !s->ok || s->n_fixed != 1 || s->result.id || s->variadic || s->by_pointer || !low_is_ptr(L, s->fixed[0])) {
    low_unsupported(L, "an update that is not a known function of one pointer");
    return;
  }
  uint64_t id;
  if (!map64_get(&L->updates, (uint64_t)(uintptr_t)f, &id)) {
    id = ir_upd_add(L->out, low_function_name(L, f), low_func(L, f), low_function_place(L, f)).id;
    map64_put(&L->updates, (uint64_t)(uintptr_t)f, id);
  }
  ir_operand args[] = {ir_upd_operand(L->out, (ir_upd){(uint32_t)id}), arg(L, v, 1)};
  low_emit(L, &(ir_instr){.op = op, .args = args, .n_args = 2});
}

void low_kernel_start(low *L, LLVMValueRef v, ir_op op) {
  ir_operand bound = arg(L, v, 0);
  emit(L, v, &(ir_instr){.op = op, .sub = IR_START_SYSTEMC, .type = L->t_bool, .args = &bound, .n_args = 1});
}

void low_kernel_declare(low *L, LLVMValueRef v, ir_op op) {
  const char *kind = low_text(L, LLVMGetOperand(v, 0));
  ir_operand args[] = {arg(L, v, 1), arg(L, v, 2), arg(L, v, 3), low_fit(L, arg(L, v, 4), L->t_i64, false)};
  low_emit(L, &(ir_instr){.op = op, .args = args, .n_args = 4, .text = kind ? kind : "object"});
}
