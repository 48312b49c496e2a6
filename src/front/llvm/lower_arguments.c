// What main is called with (doc/llvm.md, "Arguments of main").
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_int.h"

// An object of the program's own that nobody asked for by name.
static ir_global hidden_array(low *L, const char *name, ir_type element, uint64_t n) {
  ir_global g = ir_global_add(L->out, name, ir_type_array(L->out, element, n), PLACE_NONE);
  ir_global_flags(L->out, g, false, false, true);
  return g;
}

static ir_global text_object(low *L, const char *name, const char *text) {
  ir_type c = ir_type_char(L->out);
  size_t len = strlen(text);
  ir_global g = hidden_array(L, name, c, len + 1);
  for (size_t i = 0; i < len; i++) ir_global_init(L->out, g, i, ir_int(L->out, c, (uint64_t)(unsigned char)text[i]));
  return g;
}

static const char *argument_name(low *L, size_t i) { return arena_printf(L->mem, "argument %zu", i); }

// --- given ones

static void given(low *L, ir_global argv) {
  uint64_t slot = L->word_bits / 8;
  for (size_t i = 0; i < L->o->n_arguments; i++) {
    ir_global text = text_object(L, argument_name(L, i + 1), L->o->arguments[i]);
    ir_global_init(L->out, argv, (i + 1) * slot, ir_global_addr(L->out, text, 0));
  }
}

// --- any

// Any bytes, and a zero behind them: one before makes a shorter text of it.
static ir_operand any_text(low *L, size_t i) {
  ir_type byte = ir_type_int(L->out, 8, false, NULL);
  const char *name = argument_name(L, i);
  ir_operand at = ir_global_addr(L->out, hidden_array(L, name, ir_type_char(L->out), L->o->args_length + 1), 0);
  ir_type bytes = ir_type_array(L->out, byte, L->o->args_length);
  low_emit(L, &(ir_instr){.op = IR_NONDET_MEM, .type = bytes, .args = &at, .n_args = 1, .text = name});
  return at;
}

// One after the other, each only if there is one more: how many there are is then known in each run.
static ir_operand any_arguments(low *L, ir_global argv) {
  ir_reg count = ir_reg_new(L->out, NULL, L->t_i32, L->at);
  ir_block done = ir_block_new(L->out);
  low_move(L, count, ir_int(L->out, L->t_i32, 1));
  for (uint32_t i = 1; i <= L->o->args; i++) {
    ir_block more = ir_block_new(L->out);
    ir_reg is = ir_reg_new(L->out, NULL, L->t_bool, L->at);
    const char *name = arena_printf(L->mem, "argument %u exists", i);
    ir_operand exists = low_emit(L, &(ir_instr){.op = IR_NONDET, .type = L->t_bool, .dst = is, .text = name});
    ir_emit_branch(L->out, exists, more, done, L->at);
    ir_block_begin(L->out, more);
    ir_operand to = ir_global_addr(L->out, argv, (uint64_t)i * L->word_bits / 8);
    ir_emit_store(L->out, L->t_ptr, to, any_text(L, i), L->at);
    low_move(L, count, ir_int(L->out, L->t_i32, i + 1));
  }
  ir_emit_jump(L->out, done, L->at);
  ir_block_begin(L->out, done);
  return ir_reg_operand(L->out, count);
}

// One that only counts its arguments may have any number of them; the first is its name. No system allows as many as 2^30.
static ir_operand any_count(low *L) {
  ir_reg dst = ir_reg_new(L->out, NULL, L->t_i32, L->at);
  ir_operand more = low_emit(L,
                             &(ir_instr){.op = IR_NONDET, .type = L->t_i32, .dst = dst, .text = "further arguments"});
  more = low_bin(L, IR_AND, L->t_i32, more, ir_int(L->out, L->t_i32, (1u << 30) - 1));
  return low_bin(L, IR_ADD, L->t_i32, more, ir_int(L->out, L->t_i32, 1));
}

// --- what the program looks at

// Does the function use its parameter? Storing it into a variable that nobody reads is what clang does with all of them.
static bool reads_parameter(LLVMValueRef param) {
  for (LLVMUseRef u = LLVMGetFirstUse(param); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != param) return true;
    LLVMValueRef variable = LLVMGetOperand(user, 1);
    if (!LLVMIsAAllocaInst(variable)) return true;
    for (LLVMUseRef v = LLVMGetFirstUse(variable); v; v = LLVMGetNextUse(v))
      if (LLVMGetUser(v) != user) return true;
  }
  return false;
}

static bool reads(LLVMValueRef f, unsigned i) { return i < LLVMCountParams(f) && reads_parameter(LLVMGetParam(f, i)); }

static bool reads_environment(low *L, LLVMValueRef f) {
  LLVMValueRef asks = LLVMGetNamedFunction(L->m, "getenv");
  return (asks && LLVMGetFirstUse(asks)) || reads(f, 2);
}

bool low_arguments(low *L, LLVMValueRef f, ir_operand *args) {
  bool texts = reads(f, 1), environment = reads_environment(L, f);
  size_t n = L->o->args ? L->o->args : L->o->n_arguments;
  if (n && !LLVMCountParams(f)) {
    diag_error(L->d, low_function_place(L, f), DIAG_LLVM_NO_PARAMETERS);
    return false;
  }
  args[0] = ir_int(L->out, L->t_i32, 1 + L->o->n_arguments);
  args[1] = args[2] = ir_null(L->out, L->t_ptr);
  // A program that looks at its arguments or at the environment is started without any unless some are given.
  if (environment || (texts && !n)) ir_set_without_arguments(L->out, true);
  if (n) ir_set_arguments(L->out, (uint32_t)n, L->o->args ? L->o->args_length : 0);
  if (LLVMCountParams(f) > 1) {
    ir_global name = text_object(L, "program name", "program");
    ir_global argv = hidden_array(L, "argv", L->t_ptr, n + 2);
    ir_global_init(L->out, argv, 0, ir_global_addr(L->out, name, 0));
    given(L, argv);
    args[1] = ir_global_addr(L->out, argv, 0);
    if (L->o->args) args[0] = any_arguments(L, argv);
  }
  bool counts_alone = reads(f, 0) && !texts && !environment && !n;
  if (counts_alone || (L->o->args && LLVMCountParams(f) == 1)) args[0] = any_count(L);
  return true;
}
