// The module: what the program is surrounded by, and the walk from main to everything that it needs.
#include "front/llvm/llvm_lower.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "front/llvm/llvm_link.h"
#include "front/llvm/lower_int.h"

enum { SOURCE_MAX = 16 << 20 };  // bytes; larger files are not quoted in reports

void low_quote_file(low *L, const char *file) {
  size_t len;
  const char *why;
  if (!map64_put(&L->files, (uint64_t)(uintptr_t)intern(L->out->names, file), 1) || place_in_library(file)) return;
  char *text = file_read(file, SOURCE_MAX, &len, &why);
  if (text) ir_add_source(L->out, file, text, len);
  mem_free(text);
}

// The files of the command line; others, headers of the program's own, where a place in them is first met.
static void add_sources(low *L) {
  for (const char *const *q = L->o->quoted; q && *q; q++) {
    size_t len = strcspn(*q, "=");
    const char *name = intern_n(L->out->names, *q, len), *text = *q + len + 1;
    map64_put(&L->files, (uint64_t)(uintptr_t)name, 1);
    ir_add_source(L->out, name, text, strlen(text));
  }
  for (const char *const *f = L->o->sources; f && *f; f++) low_quote_file(L, *f);
}

// Functions of the program that code passes on (tables of functions do not count): whoever calls them later may do so
// by another type. Thread functions without parameter are the common case.
static void note_function(low *L, map64 *seen, LLVMValueRef v) {
  v = LLVMIsAConstant(v) ? low_strip(v) : v;
  if (!LLVMIsAFunction(v) || !LLVMGetFirstBasicBlock(v) || llvm_has_mark(v, LLVM_MARK_MODEL)) return;
  if (map64_put(seen, (uint64_t)(uintptr_t)v, 1)) vec_push(&L->adaptable, v);
}

static void note_operands(low *L, map64 *seen, LLVMValueRef i) {
  bool call = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i);
  unsigned n = call ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
  for (unsigned k = 0; k < n; k++) note_function(L, seen, LLVMGetOperand(i, k));
}

// Is it used as anything but the target of calls?
static bool is_taken(LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    if (!call || LLVMGetCalledValue(user) != f) return true;
  }
  return false;
}

// An error function counts in tables, too: no call of it is to be missed for its type.
static void note_taken(low *L, map64 *seen, LLVMValueRef f) {
  if (!LLVMGetFirstBasicBlock(f) || !is_taken(f)) return;
  vec_push(&L->taken, f);
  if (llvm_has_mark(f, LLVM_MARK_ERROR)) note_function(L, seen, f);
}

static void find_adaptable(low *L) {
  map64 seen = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(L->m); f; f = LLVMGetNextFunction(f)) note_taken(L, &seen, f);
  for (LLVMValueRef f = LLVMGetFirstFunction(L->m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) note_operands(L, &seen, i);
  map64_fini(&seen);
}

// --- what runs

typedef struct ctor {
  uint64_t priority;
  size_t order;
  LLVMValueRef f;
} ctor;

static int by_priority(const void *a, const void *b) {
  const ctor *x = a, *y = b;
  if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

// Functions of llvm.global_ctors in their order.
static void call_list(low *L, const char *name) {
  LLVMValueRef list = LLVMGetNamedGlobal(L->m, name), init = list ? LLVMGetInitializer(list) : NULL;
  if (!init || LLVMIsNull(init)) return;
  VEC(ctor) all = {0};
  uint64_t n = LLVMGetArrayLength2(LLVMTypeOf(init));
  for (uint64_t i = 0; i < n; i++) {
    LLVMValueRef e = LLVMGetAggregateElement(init, (unsigned)i);
    LLVMValueRef f = e ? low_strip(LLVMGetAggregateElement(e, 1)) : NULL;
    if (!f || LLVMIsNull(f)) continue;
    if (!LLVMIsAFunction(f)) low_unsupported(L, "an entry of %s that is no function", name);
    if (!LLVMIsAFunction(f)) break;
    vec_push(&all, ((ctor){LLVMConstIntGetZExtValue(LLVMGetAggregateElement(e, 0)), i, f}));
  }
  if (all.len) qsort(all.data, all.len, sizeof *all.data, by_priority);
  for (size_t i = 0; i < all.len; i++) {
    LLVMValueRef f = all.data[i].f;
    ir_operand target = ir_func_addr(L->out, low_func(L, f));
    low_emit(L, &(ir_instr){.op = IR_CALL, .args = &target, .n_args = 1});
  }
  vec_free(&all);
}

// What sc_main returns is information: it shows as a variable.
static void keep_result(low *L, ir_operand result) {
  ir_global g = ir_global_add(L->out, "sc_main.result", result.type, PLACE_NONE);
  ir_operand args[] = {ir_global_addr(L->out, g, 0), result};
  low_emit(L, &(ir_instr){.op = IR_STORE, .type = result.type, .args = args, .n_args = 2});
}

static void call_main(low *L, LLVMValueRef f) {
  low_sig *s = low_sig_of(L, LLVMGlobalGetValueType(f));
  ir_operand args[4] = {ir_func_addr(L->out, low_func(L, f))};
  if (!low_arguments(L, f, args + 1)) return;
  bool ok = s->ok && s->n_fixed <= 3 && !s->variadic && !s->by_pointer;
  for (uint32_t i = 0; ok && i < s->n_fixed; i++) args[1 + i] = low_adapt(L, args[1 + i], s->fixed[i], &ok);
  if (!ok) {
    low_unsupported(L, "a main function of this type");
    return;
  }
  ir_reg dst = L->systemc && s->result.id ? ir_reg_new(L->out, NULL, s->result, L->at) : (ir_reg){0};
  low_emit(L, &(ir_instr){.op = IR_CALL, .type = s->result, .dst = dst, .args = args, .n_args = 1 + s->n_fixed});
  if (dst.id) keep_result(L, ir_reg_operand(L->out, dst));
}

static void begin_own(low *L, ir_func f) {
  ir_func_begin(L->out, f);
  ir_block_begin(L->out, ir_block_new(L->out));
  map64_clear(&L->values);
  vec_clear(&L->values_of);
  map64_clear(&L->names);
}

// A function of the program or the models without parameters that the process itself calls, if there is one.
static void call_own(low *L, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(L->m, name);
  if (!f || !LLVMGetFirstBasicBlock(f)) return;
  ir_operand target = ir_func_addr(L->out, low_func(L, f));
  low_emit(L, &(ir_instr){.op = IR_CALL, .args = &target, .n_args = 1});
}

static ir_func make_process(low *L, LLVMValueRef f) {
  L->at = low_function_place(L, f);
  ir_func own = ir_func_declare(L->out, "_start", IR_VOID, L->at);
  begin_own(L, own);
  call_list(L, "llvm.global_ctors");
  call_main(L, f);
  call_own(L, "__allways_main_returned");
  call_own(L, LLVM_AT_EXIT);
  if (!L->systemc) low_do(L, IR_STOP, 0, NULL, 0);
  low_do(L, IR_RETURN, 0, NULL, 0);
  ir_func_end(L->out);
  return own;
}

// The program is a process, or, if it builds a design, the elaboration itself.
static void make_entry(low *L, ir_func entry, ir_func program) {
  begin_own(L, entry);
  low_late_values(L);
  ir_operand target = ir_func_addr(L->out, program);
  if (L->systemc)
    low_emit(L, &(ir_instr){.op = IR_CALL, .args = &target, .n_args = 1});
  else
    low_do(L, IR_START, IR_START_IVL, NULL, 0);
  low_do(L, IR_RETURN, 0, NULL, 0);
  ir_func_end(L->out);
}

static void make_thrower(low *L) {
  if (!L->thrower.id) return;
  ir_func_begin(L->out, L->thrower);
  ir_operand x = ir_reg_operand(L->out, ir_param(L->out, NULL, L->t_ptr, PLACE_NONE));
  ir_block_begin(L->out, ir_block_new(L->out));
  low_do(L, IR_THROW, 0, &x, 1);
  ir_func_end(L->out);
}

static void lower_pending(low *L) {
  while (L->pending.len || L->pending_globals.len) {
    low_pending_globals(L);
    if (L->pending.len) {
      LLVMValueRef f = vec_pop(&L->pending);
      low_body(L, f);
    }
  }
}

// --- begin and end

static void open(low *L, LLVMModuleRef m, const char *language, const llvm_lower_options *o, bool systemc, diags *d) {
  *L = (low){.m = m, .ctx = LLVMGetModuleContext(m), .layout = LLVMGetModuleDataLayout(m), .o = o, .d = d};
  L->mem = arena_new();
  L->scratch = arena_new();
  L->word_bits = 8 * LLVMPointerSize(L->layout);
  L->systemc = systemc;
  L->is_cxx = strcmp(language, "c++") == 0;
  L->out = ir_module_new(language, systemc ? IR_SCHED_SYSTEMC : IR_SCHED_INTERLEAVE, L->word_bits == 32 ? 32 : 64);
  L->t_bool = ir_type_bool(L->out);
  L->t_i8 = low_int(L, 8);
  L->t_i32 = low_int(L, 32);
  L->t_i64 = low_int(L, 64);
  L->t_word = low_int(L, L->word_bits);
  L->t_ptr = ir_type_ptr(L->out, IR_VOID);
#define OF_ALL "assert,unreach-call,bounds,null,div-by-zero"
  ir_set_properties(L->out, systemc ? OF_ALL : OF_ALL ",pthread-misuse");
#undef OF_ALL
}

static void close(low *L) {
  map64 *maps[] = {&L->flats,       &L->sigs,   &L->memory_types, &L->nameless_types, &L->funcs,
                   &L->globals,     &L->kinds,  &L->updates,      &L->type_ids,       &L->values,
                   &L->names,       &L->needed, &L->block_index,  &L->unset,          &L->flags,
                   &L->flag_owners, &L->files,  &L->declared,     &L->const_types,    &L->located};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) map64_fini(maps[i]);
  vec_free(&L->pending);
  vec_free(&L->pending_globals);
  vec_free(&L->adaptable);
  vec_free(&L->taken);
  vec_free(&L->late);
  vec_free(&L->values_of);
  vec_free(&L->blocks);
  vec_free(&L->landings);
  vec_free(&L->settled);
  arena_free(L->mem);
  arena_free(L->scratch);
}

static bool lower_program(low *L, LLVMValueRef start) {
  find_adaptable(L);
  add_sources(L);
  ir_func entry = ir_func_declare(L->out, "entry", IR_VOID, PLACE_NONE);
  ir_set_entry(L->out, entry);
  ir_func program = make_process(L, start);
  if (!L->systemc) ir_proc_add(L->out, "main", program, false, low_function_place(L, start));
  lower_pending(L);
  L->at = low_function_place(L, start);
  make_entry(L, entry, program);
  lower_pending(L);
  make_thrower(L);
  const char *why = NULL;
  if (diags_errors(L->d)) return false;
  if (L->o->survey) return true;
  if (!L->late.len && ir_freeze(L->out, &why)) {
    low_drop_draws(L->out);
    return true;
  }
  diag_error(L->d, PLACE_NONE, DIAG_LLVM_INTERNAL, why ? why : "initial values that depend on each other");
  return false;
}

static LLVMValueRef defined(LLVMModuleRef m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name), alias = LLVMGetNamedGlobalAlias(m, name, strlen(name));
  if (!f && alias) f = low_strip(alias);
  return f && LLVMIsAFunction(f) && LLVMGetFirstBasicBlock(f) ? f : NULL;
}

// Declared in a header of SystemC it has C linkage, otherwise the name that its parameters give it.
static LLVMValueRef find_sc_main(LLVMModuleRef m) {
  static const char *const names[] = {"sc_main", "_Z7sc_mainiPPc", "_Z7sc_mainiPPKc", "_Z7sc_mainv", NULL};
  LLVMValueRef f = NULL;
  for (const char *const *name = names; *name && !f; name++) f = defined(m, *name);
  return f;
}

ir_module *llvm_lower(LLVMModuleRef m, const char *language, const llvm_lower_options *o, diags *d) {
  LLVMValueRef sc_main = find_sc_main(m), start = defined(m, "main");
  if (!start) start = sc_main;
  if (!start) {
    diag_error(d, (place){.file = o->sources ? o->sources[0] : NULL}, DIAG_LLVM_NO_MAIN);
    return NULL;
  }
  low L;
  open(&L, m, language, o, sc_main != NULL, d);
  bool ok = false;
  if (!low_prepare(&L))
    diag_error(d, PLACE_NONE, DIAG_LLVM_INTERNAL, "the passes of LLVM failed");
  else if (L.word_bits != 32 && L.word_bits != 64)
    diag_error(d, PLACE_NONE, DIAG_LLVM_INTERNAL, "pointers are neither 32 nor 64 bits wide");
  else
    ok = lower_program(&L, start);
  close(&L);
  if (!ok || o->survey) ir_module_free(L.out);
  return ok && !o->survey ? L.out : NULL;
}
