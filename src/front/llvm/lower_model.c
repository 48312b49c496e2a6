// The functions that models are written on (runtime/intrinsics.h), and printf.
#include <string.h>

#include "base/str.h"
#include "front/llvm/llvm_link.h"
#include "front/llvm/lower_int.h"

typedef struct model {
  const char *name;
  void (*lower)(low *L, LLVMValueRef v, ir_op op);
  ir_op op;
} model;

static ir_operand arg(low *L, LLVMValueRef v, unsigned i) { return low_scalar(L, LLVMGetOperand(v, i)); }

// The type that an operation's result has in the IR; void: none.
static ir_type own_result(low *L, ir_op op) {
  if (op == IR_SIZE) return L->t_i64;
  if (op == IR_SELF) return L->t_i32;
  if (op == IR_TRYLOCK || op == IR_HOLDS) return L->t_bool;
  return IR_VOID;
}

static void pass_on(low *L, LLVMValueRef v, ir_op op, uint32_t flags) {
  ir_operand args[2];
  unsigned n = LLVMGetNumArgOperands(v);
  if ((int)n != (op == IR_FREE ? 1 : ir_op_args(op))) {
    low_unsupported(L, "operation %s with %u arguments", ir_op_text(op), n);
    return;
  }
  for (unsigned i = 0; i < n; i++) args[i] = arg(L, v, i);
  bool truth = op == IR_ASSUME || op == IR_AWAIT;
  if (truth && low_is_int(L, args[0].type) && low_bits(L, args[0].type) != 1)
    args[0] = low_bin(L, IR_NE, L->t_bool, args[0], low_zero(L, args[0].type));
  ir_type t = own_result(L, op);
  if (!t.id) {
    low_do(L, op, 0, args, n);
    return;
  }
  ir_operand result = low_zero(L, t);
  if (low_open(L)) {
    ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
    result = low_emit(L, &(ir_instr){.op = op, .flags = flags, .type = t, .dst = dst, .args = args, .n_args = n});
  }
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  if (f->n == 1) low_define1(L, v, low_fit(L, result, f->leaves[0].type, false));
}

static void plain(low *L, LLVMValueRef v, ir_op op) { pass_on(L, v, op, 0); }
static void weak(low *L, LLVMValueRef v, ir_op op) { pass_on(L, v, op, IR_WEAK); }

static void relax_as(low *L, LLVMValueRef v, ir_op op, uint32_t sub) {
  ir_operand is = arg(L, v, 0);
  if (low_bits(L, is.type) != 1) is = low_bin(L, IR_NE, L->t_bool, is, low_zero(L, is.type));
  low_do(L, op, sub, &is, 1);
}
static void relax(low *L, LLVMValueRef v, ir_op op) { relax_as(L, v, op, 0); }
static void relax_reads(low *L, LLVMValueRef v, ir_op op) { relax_as(L, v, op, IR_RELAX_READS); }
static void relax_writes(low *L, LLVMValueRef v, ir_op op) { relax_as(L, v, op, IR_RELAX_WRITES); }
static void relax_shared(low *L, LLVMValueRef v, ir_op op) { relax_as(L, v, op, IR_RELAX_SHARED); }

// Under the SystemC scheduler `stop` ends the simulation only.
static void end_program(low *L, LLVMValueRef v, ir_op op) {
  (void)v;
  low_do(L, L->systemc ? IR_HALT : op, 0, NULL, 0);
}

// The function may be a constant or come in a register. A known one gets what it takes: thread functions without
// parameter are common.
static void spawn(low *L, LLVMValueRef v, ir_op op) {
  if (L->systemc) {
    low_unsupported(L, "a thread beside the processes of SystemC");
    return;
  }
  ir_operand args[] = {arg(L, v, 0), arg(L, v, 1)};
  LLVMValueRef f = low_strip(LLVMGetOperand(v, 0));
  uint32_t n = 1;
  bool ok = true;
  if (LLVMIsAFunction(f)) {
    low_sig *s = low_sig_of(L, LLVMGlobalGetValueType(f));
    n = s->n_fixed;
    ok = s->ok && n <= 1 && !s->variadic && !s->by_pointer;
    if (ok && n) args[1] = low_adapt(L, args[1], s->fixed[0], &ok);
  }
  if (ok)
    low_define_op(L, v, op, 0, L->t_i32, args, 1 + n);
  else
    low_unsupported(L, "a thread function of this type");
}

// A throw inside of the function that lands it has to be a call: only calls have a landing.
static void throw_value(low *L, LLVMValueRef v, ir_op op) {
  ir_operand x = arg(L, v, 0);
  if (!LLVMIsAInvokeInst(v)) {
    low_do(L, op, 0, &x, 1);
    return;
  }
  if (!L->thrower.id) L->thrower = ir_func_declare(L->out, "throw", IR_VOID, PLACE_NONE);
  ir_block unwind = low_unwind_block(L, v);
  ir_operand args[] = {ir_func_addr(L->out, L->thrower), x};
  low_emit(L, &(ir_instr){.op = IR_CALL, .args = args, .n_args = 2, .targets = &unwind, .n_targets = 1});
}

// "1B", "N2ns1BE" -> "1B", "2ns1B", as in the name of the destructor.
static const char *class_name(low *L, const char *name) {
  size_t len = strlen(name);
  return *name == 'N' && len > 2 && name[len - 1] == 'E' ? arena_strndup(L->mem, name + 1, len - 2) : name;
}

// Does its destructor exist? Clang calls that of a base in its place if it does the same (-mconstructor-aliases).
static bool has_destructor(low *L, const char *class) {
  for (int kind = 1; kind <= 2; kind++)
    if (LLVMGetNamedFunction(L->m, arena_printf(L->mem, "_ZN%sD%dEv", class, kind))) return true;
  return false;
}

enum { PHIS = 3 };

// What the call of the function says about the object; "": it is called.
static const char *is_told(low *L, LLVMValueRef p, const char *function, int depth) {
  const char *found = NULL;
  size_t len;
  for (LLVMUseRef u = LLVMGetFirstUse(p); u && !found && depth; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAPHINode(user)) found = is_told(L, user, function, depth - 1);
    if (!LLVMIsACallInst(user) || !LLVMIsAFunction(LLVMGetCalledValue(user))) continue;
    if (strcmp(LLVMGetValueName2(LLVMGetCalledValue(user), &len), function) == 0)
      found = LLVMGetNumArgOperands(user) > 1 ? low_text(L, LLVMGetOperand(user, 1)) : "";
  }
  return found;
}

// What a new-expression makes, with "~" behind it if no destructor but its own is called for it; NULL: no new-expression that is known makes it.
static const char *made_class(low *L, LLVMValueRef v) {
  const char *name = is_told(L, v, "__allways_made_as", PHIS);
  if (!name) return NULL;
  size_t len = strlen(name);
  bool no_base = len && name[len - 1] == '~';
  const char *class = class_name(L, no_base ? arena_strndup(L->mem, name, len - 1) : name);
  return no_base || has_destructor(L, class) ? arena_printf(L->mem, "%s~", class) : class;
}

// What a delete-expression takes the object for: the size, "-" if it does not tell it, and the type, or else the destructor that it has called.
static const char *deleted_class(low *L, LLVMValueRef v, const char *bytes, const char *destroyed) {
  const char *name = is_told(L, LLVMGetOperand(v, 0), "__allways_deleted_as", 1);
  if (LLVMGetNamedMetadata(L->m, LLVM_MARK_PLACES, strlen(LLVM_MARK_PLACES))) name = destroyed = NULL;
  if (LLVMGetNamedMetadata(L->m, LLVM_MARK_SHORT, strlen(LLVM_MARK_SHORT))) destroyed = NULL;  // may be a member's
  if (name) return arena_printf(L->mem, "%s %s", bytes, class_name(L, name));
  if (destroyed) return arena_printf(L->mem, "%s ~%s", bytes, destroyed);
  return *bytes == '-' ? NULL : bytes;
}

static ir_operand made_by(low *L, LLVMValueRef v, ir_op op, uint32_t sub, uint32_t flags, const char *class) {
  ir_type byte = ir_type_int(L->out, 8, false, NULL);
  ir_operand count = low_fit(L, arg(L, v, 0), L->t_i64, false);
  if (!low_open(L)) return low_zero(L, L->t_ptr);
  ir_reg dst = ir_reg_new(L->out, NULL, ir_type_ptr(L->out, byte), L->at);
  return low_emit(
      L,
      &(ir_instr){
          .op = op, .sub = sub, .flags = flags, .type = byte, .dst = dst, .args = &count, .n_args = 1, .text = class});
}

static ir_operand made(low *L, ir_op op, uint32_t sub, uint32_t flags, ir_operand bytes) {
  ir_type byte = ir_type_int(L->out, 8, false, NULL);
  ir_operand count = low_fit(L, bytes, L->t_i64, false);
  if (!low_open(L)) return low_zero(L, L->t_ptr);
  ir_reg dst = ir_reg_new(L->out, NULL, ir_type_ptr(L->out, byte), L->at);
  ir_instr i = {.op = op, .sub = sub, .flags = flags, .type = byte, .dst = dst, .args = &count, .n_args = 1};
  return low_emit(L, &i);
}

static void new_bytes(low *L, LLVMValueRef v, ir_op op) { low_define1(L, v, made(L, op, 0, IR_UNINIT, arg(L, v, 0))); }
static void new_scalar(low *L, LLVMValueRef v, ir_op op) {
  uint32_t constant = is_told(L, v, "__allways_made_const", PHIS) ? IR_CONST : 0;
  low_define1(L, v, made_by(L, v, op, 0, IR_UNINIT | IR_SCALAR | constant, made_class(L, v)));
}
static void made_as(low *L, LLVMValueRef v, ir_op op) {
  (void)L;
  (void)v;
  (void)op;
}
static void new_array(low *L, LLVMValueRef v, ir_op op) {
  low_define1(L, v, made_by(L, v, op, 0, IR_UNINIT | IR_ARRAY, made_class(L, v)));
}
static void new_zeroed(low *L, LLVMValueRef v, ir_op op) { low_define1(L, v, made(L, op, 0, 0, arg(L, v, 0))); }

static void free_by(low *L, LLVMValueRef v, uint32_t flags) {
  ir_operand p = arg(L, v, 0);
  const char *text = deleted_class(L, v, "-", NULL);
  low_emit(L, &(ir_instr){.op = IR_FREE, .flags = flags, .args = &p, .n_args = 1, .text = text});
}
static void free_scalar(low *L, LLVMValueRef v, ir_op op) {
  (void)op;
  free_by(L, v, IR_SCALAR);
}
// "_ZN1BD2Ev" -> "1B"; NULL: it is no destructor of a class that can be named.
static const char *destroyed_class(low *L, LLVMValueRef call) {
  size_t len;
  LLVMValueRef f = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  const char *name = f && (LLVMIsAFunction(f) || LLVMIsAGlobalAlias(f)) ? LLVMGetValueName2(f, &len) : "";
  if (!str_starts(name, "_ZN") || len < 8 || name[len - 4] != 'D' || strcmp(name + len - 2, "Ev") != 0) return NULL;
  return name[len - 3] == '1' || name[len - 3] == '2' ? arena_strndup(L->mem, name + 3, len - 7) : NULL;
}

static void free_sized(low *L, LLVMValueRef v, ir_op op) {
  LLVMValueRef told = LLVMGetOperand(v, 1), before = LLVMGetPreviousInstruction(v);
  ir_operand p = arg(L, v, 0);
  while (before && (!LLVMIsACallInst(before) || LLVMIsAIntrinsicInst(before)))
    before = LLVMGetPreviousInstruction(before);
  bool of_this = before && LLVMGetNumArgOperands(before) && LLVMGetOperand(before, 0) == LLVMGetOperand(v, 0);
  unsigned long long bytes = LLVMIsAConstantInt(told) ? LLVMConstIntGetZExtValue(told) : 0;
  const char *size = bytes ? arena_printf(L->mem, "%llu", bytes) : "-";
  const char *text = deleted_class(L, v, size, of_this ? destroyed_class(L, before) : NULL);
  low_emit(L, &(ir_instr){.op = op, .flags = IR_SCALAR, .args = &p, .n_args = 1, .text = text});
}
static void free_array(low *L, LLVMValueRef v, ir_op op) {
  (void)op;
  free_by(L, v, IR_ARRAY);
}

// The object of the second argument takes the place of the first.
static void free_for(low *L, LLVMValueRef v, ir_op op) {
  ir_operand args[3] = {arg(L, v, 0), low_zero(L, L->t_ptr), arg(L, v, 1)};
  low_do(L, op, 0, args, 3);
}

// Bytes, and the power of two that their address is a multiple of.
static void make_aligned(low *L, LLVMValueRef v, ir_op op, uint32_t flags) {
  LLVMValueRef power = LLVMGetOperand(v, 1);
  uint64_t sub = LLVMIsAConstantInt(power) ? LLVMConstIntGetZExtValue(power) : UINT64_MAX;
  if (sub <= IR_ALIGN_MAX)
    low_define1(L, v, made(L, op, (uint32_t)sub, flags, arg(L, v, 0)));
  else
    low_unsupported(L, "an alignment that is not constant");
}

static void new_aligned(low *L, LLVMValueRef v, ir_op op) { make_aligned(L, v, op, IR_UNINIT); }
static void new_scalar_aligned(low *L, LLVMValueRef v, ir_op op) { make_aligned(L, v, op, IR_UNINIT | IR_SCALAR); }
static void new_array_aligned(low *L, LLVMValueRef v, ir_op op) { make_aligned(L, v, op, IR_UNINIT | IR_ARRAY); }
static void new_zeroed_aligned(low *L, LLVMValueRef v, ir_op op) { make_aligned(L, v, op, 0); }

// Members of objects whose memory may be used for other classes stay plain; so does all where functions of others take part, of which
// destructors do not say that they begin.
static bool is_sealed(low *L, LLVMValueRef v) {
  bool member = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2)) == LLVM_SEAL_MEMBER;
  bool foreign = LLVMGetNamedMetadata(L->m, LLVM_MARK_FOREIGN, strlen(LLVM_MARK_FOREIGN)) != NULL;
  bool places = LLVMGetNamedMetadata(L->m, LLVM_MARK_PLACES, strlen(LLVM_MARK_PLACES)) ||
                LLVMGetNamedMetadata(L->m, LLVM_MARK_SHARES, strlen(LLVM_MARK_SHARES));
  return !foreign && !(member && places);
}

static void seal_as(low *L, LLVMValueRef v, ir_seal sub) {
  if (!is_sealed(L, v)) return;
  ir_operand args[] = {arg(L, v, 0), low_fit(L, arg(L, v, 1), L->t_i64, false)};
  low_emit(L, &(ir_instr){.op = IR_SEAL, .sub = sub, .args = args, .n_args = 2});
}
static void seal(low *L, LLVMValueRef v, ir_op op) {
  (void)op;
  seal_as(L, v, IR_SEAL_BEGINS);
}
static void unseal(low *L, LLVMValueRef v, ir_op op) {
  (void)op;
  seal_as(L, v, IR_SEAL_ENDS);
}

// Words rather than bytes: models keep numbers and pointers there.
static void shadow(low *L, LLVMValueRef v, ir_op op) {
  LLVMValueRef size = LLVMGetOperand(v, 1);
  ir_operand address = arg(L, v, 0);
  if (!LLVMIsAConstantInt(size)) {
    low_unsupported(L, "a shadow object of a size that is not constant");
    return;
  }
  uint64_t bytes = LLVMConstIntGetZExtValue(size);
  ir_type unit = bytes % 8 == 0 ? L->t_i64 : bytes % 4 == 0 ? L->t_i32 : L->t_i8;
  uint64_t n = bytes / ir_type_get(L->out, unit)->size;
  ir_type t = ir_array_fits(L->out, unit, n ? n : 1) ? ir_type_array(L->out, unit, n ? n : 1) : unit;
  low_define1(L, v, low_op(L, op, t, &address, 1));
}

static void check(low *L, LLVMValueRef v, ir_op op) {
  (void)op;
  ir_operand holds = arg(L, v, 0);
  const char *kind = low_text(L, LLVMGetOperand(v, 1)), *message = low_text(L, LLVMGetOperand(v, 2));
  if (low_bits(L, holds.type) != 1) holds = low_bin(L, IR_NE, L->t_bool, holds, low_zero(L, holds.type));
  for (uint32_t c = 0; kind && c < IR_CHECK_COUNT; c++)
    if (!strcmp(kind, ir_check_kind((ir_check)c))) {
      const char *text = message && *message ? message : ir_check_message((ir_check)c);
      low_emit(L, &(ir_instr){.op = IR_CHECK, .sub = c, .args = &holds, .n_args = 1, .text = text});
      return;
    }
  low_unsupported(L, "a check of an unknown kind");
}

// "function: what"
static const char *misuse_text(low *L, LLVMValueRef function, const char *what) {
  const char *name = low_text(L, function);
  return arena_printf(L->mem, "%s: %s", name ? name : "the library", what ? what : "misuse");
}

static void misuse(low *L, LLVMValueRef v, ir_op op) {
  ir_operand holds = arg(L, v, 0);
  if (low_bits(L, holds.type) != 1) holds = low_bin(L, IR_NE, L->t_bool, holds, low_zero(L, holds.type));
  const char *text = misuse_text(L, LLVMGetOperand(v, 1), low_text(L, LLVMGetOperand(v, 2)));
  low_emit(L, &(ir_instr){.op = op, .sub = IR_CHECK_MISUSE, .args = &holds, .n_args = 1, .text = text});
}

// An operation that says by its sub-code what counts as misuse, and the function called: (operand[, sub-code], function).
static void use(low *L, LLVMValueRef v, ir_op op) {
  ir_operand of = arg(L, v, 0);
  unsigned n = LLVMGetNumArgOperands(v);
  LLVMValueRef sub = n == 3 ? LLVMGetOperand(v, 1) : NULL;
  const char *function = low_text(L, LLVMGetOperand(v, n - 1));
  if (sub && !LLVMIsAConstantInt(sub)) {
    low_unsupported(L, "a use of a mutex of an unknown kind");
    return;
  }
  uint32_t code = sub ? (uint32_t)LLVMConstIntGetZExtValue(sub) : op == IR_JOIN ? IR_USE_MUTEX : 0;
  uint32_t flags = op == IR_TRYLOCK ? code & IR_WEAK : 0;  // __ALLWAYS_USE_WEAK
  ir_instr i = {.op = op,
                .sub = code & ~flags,
                .flags = flags,
                .args = &of,
                .n_args = 1,
                .text = function ? function : "the library"};
  if (op != IR_TRYLOCK) {
    low_emit(L, &i);
    return;
  }
  if (!low_open(L)) return;
  i.type = L->t_bool;
  i.dst = ir_reg_new(L->out, NULL, L->t_bool, L->at);
  ir_operand taken = low_emit(L, &i);
  low_define1(L, v, low_fit(L, taken, low_flat_of(L, LLVMTypeOf(v))->leaves[0].type, false));
}

static void blank(low *L, LLVMValueRef v, ir_op op) {
  ir_operand args[] = {arg(L, v, 0), low_fit(L, arg(L, v, 1), L->t_i64, false)};
  if (!low_open(L)) return;
  ir_instr i = {.op = op, .sub = IR_VALID_BLANK, .type = L->t_bool, .args = args, .n_args = 2};
  i.dst = ir_reg_new(L->out, NULL, L->t_bool, L->at);
  ir_operand is = low_emit(L, &i);
  low_define1(L, v, low_fit(L, is, low_flat_of(L, LLVMTypeOf(v))->leaves[0].type, false));
}

static void apart(low *L, LLVMValueRef v, ir_op op) {
  (void)op;
  const char *function = low_text(L, LLVMGetOperand(v, 4));
  ir_operand ranges[] = {arg(L, v, 0), low_fit(L, arg(L, v, 1), L->t_i64, false), arg(L, v, 2),
                         low_fit(L, arg(L, v, 3), L->t_i64, false)};
  low_check_apart(L, ranges, IR_APART_STRICT, function);
}

static void unsupported(low *L, LLVMValueRef v, ir_op op) {
  (void)op;
  const char *what = low_text(L, LLVMGetOperand(v, 0));
  low_refuse(L, what ? what : "something that its model does not know");
}

// The variable that gets the value: a register's, the object that it is stored to next; of a value that is returned the name of the function.
static const char *receiver_name(low *L, LLVMValueRef v, int casts) {
  const char *name = low_value_name(L, v);
  for (LLVMUseRef u = LLVMGetFirstUse(v); u && !name; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v) {
      LLVMValueRef to = LLVMGetOperand(user, 1);
      name = low_value_name(L, to);
      if (!name && LLVMIsAGlobalVariable(to)) name = LLVMGetValueName(to);
    } else if (LLVMIsACastInst(user) && casts) {
      name = receiver_name(L, user, casts - 1);
    } else if (LLVMIsAReturnInst(user)) {
      name = low_function_name(L, L->f);
    }
  }
  return name;
}

static const char *input_name(low *L, LLVMValueRef v) {
  const char *given = LLVMGetNumArgOperands(v) ? low_text(L, LLVMGetOperand(v, 0)) : NULL;
  if (given && *given) return given;
  const char *name = receiver_name(L, v, 2);
  return name ? name : "input";
}

static void draw(low *L, LLVMValueRef v, ir_op op, uint32_t sub) {
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  if (f->n != 1 || !low_open(L)) {
    low_unsupported(L, "an input of this type");
    return;
  }
  ir_type t = f->leaves[0].type;
  bool ptr = low_is_ptr(L, t);
  ir_type drawn = ptr ? L->t_word : t;
  ir_reg dst = low_result_reg(L, v, drawn);
  ir_operand x = low_emit(L, &(ir_instr){.op = op, .sub = sub, .type = drawn, .dst = dst, .text = input_name(L, v)});
  low_define1(L, v, ptr ? low_un(L, IR_INTTOPTR, t, x) : x);
}

static void nondet(low *L, LLVMValueRef v, ir_op op) { draw(L, v, op, 0); }
static void spurious(low *L, LLVMValueRef v, ir_op op) { draw(L, v, op, IR_NONDET_SPURIOUS); }

enum { BYTES_MAX = 4096 };  // inputs of one block of memory whose size is known

// The size is often that of one scalar: one input then, else an array of bytes.
static void nondet_memory(low *L, LLVMValueRef v, ir_op op) {
  ir_operand to = arg(L, v, 0);
  LLVMValueRef size = LLVMGetOperand(v, 1);
  uint64_t n = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 0;
  if (!LLVMIsAConstantInt(size) || n > BYTES_MAX) {
    low_unsupported(L, "an input of so many bytes");
    return;
  }
  if (!n) return;
  const char *name = LLVMGetNumArgOperands(v) > 2 ? low_text(L, LLVMGetOperand(v, 2)) : NULL;
  bool scalar = n == 1 || n == 2 || n == 4 || n == 8;
  ir_type byte = ir_type_int(L->out, 8, false, NULL);
  ir_type t = scalar ? low_int(L, (uint32_t)n * 8) : ir_type_array(L->out, byte, n);
  low_emit(L, &(ir_instr){.op = op, .type = t, .args = &to, .n_args = 1, .text = name && *name ? name : "input"});
}

static const model MODELS[] = {
#define MODEL(name, handler, op) {name, handler, IR_##op},
#include "front/llvm/intrinsics.def"
#undef MODEL
};

void low_model(low *L, LLVMValueRef v, const char *name) {
  if (low_is_uninit_call(v)) {
    low_uninit(L, v);
    return;
  }
  const char *rest = name + strlen("__allways_");
  for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++) {
    const char *want = MODELS[i].name;
    size_t len = strlen(want);
    bool family = want[len - 1] == '*';
    if (family ? !strncmp(rest, want, len - 1) : !strcmp(rest, want)) {
      MODELS[i].lower(L, v, MODELS[i].op);
      return;
    }
  }
  low_unsupported(L, "the operation %s", name);
}
