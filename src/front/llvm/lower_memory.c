// Objects, loads, stores, atomic operations with their orderings. A weak
// compare-exchange never fails without a reason.
#include "front/llvm/lower_int.h"

ir_operand low_offset(low *L, ir_operand ptr, uint64_t offset) {
  if (!offset) return ptr;
  if (ptr.kind == IR_OPERAND_GLOBAL) {
    ir_global g = {(uint32_t)ptr.value};
    uint64_t size = ir_type_get(L->out, ir_global_get(L->out, g)->type)->size;
    uint64_t at = ptr.offset + offset;
    if ((int64_t)at >= 0 && at <= size) return ir_global_addr(L->out, g, at);
  }
  return low_bin(L, IR_PTRADD, L->t_ptr, ptr, ir_int(L->out, L->t_i64, offset));
}

static ir_operand aligned_local(low *L, ir_type type, ir_operand count, ir_reg dst, uint32_t align, uint32_t flags) {
  if (!dst.id) dst = ir_reg_new(L->out, NULL, ir_type_ptr(L->out, type), L->at);
  uint32_t sub = align ? (uint32_t)__builtin_ctz(align) : 0;
  return low_emit(L, &(ir_instr){.op = IR_LOCAL,
                                 .sub = sub,
                                 .flags = IR_UNINIT | flags,
                                 .type = type,
                                 .dst = dst,
                                 .args = &count,
                                 .n_args = 1});
}

ir_operand low_local(low *L, ir_type type, ir_operand count, ir_reg dst) {
  return aligned_local(L, type, count, dst, 0, 0);
}

ir_operand low_local_aligned(low *L, ir_type type, uint32_t align) {
  return aligned_local(L, type, ir_int(L->out, L->t_i64, 1), (ir_reg){0}, align, 0);
}

static bool restores_stack(LLVMValueRef v) {
  LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
  if (!f || !LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f)) return false;
  size_t len;
  return !strcmp(LLVMIntrinsicGetName(LLVMGetIntrinsicID(f), &len), "llvm.stackrestore");
}

// Can the instruction be executed again in its frame while what it made before lives? Not an array of variable length: the stack is
// restored at the end of its block.
static bool piles_up(LLVMValueRef alloca) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca)));
  if (LLVMGetInstructionParent(alloca) == entry) return false;
  VEC(LLVMValueRef) open = {0};
  map64 seen = {0};
  bool found = false;
  vec_push(&open, LLVMGetNextInstruction(alloca));
  while (open.len && !found) {
    LLVMValueRef i = vec_pop(&open);
    while (i && i != alloca && !restores_stack(i) && !LLVMIsATerminatorInst(i)) i = LLVMGetNextInstruction(i);
    found = i == alloca;
    unsigned n = i && LLVMIsATerminatorInst(i) ? LLVMGetNumSuccessors(i) : 0;
    for (unsigned k = 0; k < n; k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(i, k);
      uint64_t known;
      if (map64_get(&seen, (uint64_t)(uintptr_t)next, &known)) continue;
      map64_put(&seen, (uint64_t)(uintptr_t)next, 1);
      vec_push(&open, LLVMGetFirstInstruction(next));
    }
  }
  vec_free(&open);
  map64_fini(&seen);
  return found;
}

typedef VEC(LLVMValueRef) value_vec;

// What the frame gets between the mark and the way back to it.
static void allocated_since(LLVMValueRef save, value_vec *out) {
  value_vec open = {0};
  map64 seen = {0};
  vec_push(&open, LLVMGetNextInstruction(save));
  while (open.len) {
    LLVMValueRef i = vec_pop(&open);
    for (; i && !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i)) {
      if (LLVMIsAAllocaInst(i)) vec_push(out, i);
      if (restores_stack(i) && LLVMGetOperand(i, 0) == save) break;
    }
    unsigned n = i && LLVMIsATerminatorInst(i) ? LLVMGetNumSuccessors(i) : 0;
    for (unsigned k = 0; k < n; k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(i, k);
      uint64_t known;
      if (map64_get(&seen, (uint64_t)(uintptr_t)next, &known)) continue;
      map64_put(&seen, (uint64_t)(uintptr_t)next, 1);
      vec_push(&open, LLVMGetFirstInstruction(next));
    }
  }
  vec_free(&open);
  map64_fini(&seen);
}

// The end of the block of an array of variable length. One that was not made on this way is null: its end is none.
void low_restore_stack(low *L, LLVMValueRef v) {
  LLVMValueRef save = LLVMGetOperand(v, 0);
  if (!LLVMIsACallInst(save) || !low_ends_frame_part(L, v)) return;
  value_vec made = {0};
  allocated_since(save, &made);
  for (size_t k = 0; k < made.len; k++) {
    uint64_t known;
    if (!low_open(L) || !map64_get(&L->values, (uint64_t)(uintptr_t)made.data[k], &known)) continue;
    ir_operand object = low_scalar(L, made.data[k]);
    low_do(L, IR_END, 0, &object, 1);
  }
  vec_free(&made);
}

// A `local` that is executed again is the same object, but this one would be a further one. The register is null at first.
static void refuse_second(low *L, ir_reg made) {
  ir_type t = ir_reg_operand(L->out, made).type;
  ir_operand is_first = low_bin(L, IR_EQ, L->t_bool, ir_reg_operand(L->out, made), low_zero(L, t));
  ir_block first = ir_block_new(L->out), second = ir_block_new(L->out);
  if (low_open(L)) ir_emit_branch(L->out, is_first, first, second, L->at);
  ir_block_begin(L->out, second);
  low_unsupported(L, "alloca in a loop");
  ir_block_begin(L->out, first);
}

void low_alloca(low *L, LLVMValueRef v) {
  ir_type type = low_local_type(L, v);
  if (!type.id) {
    low_unsupported(L, "a local variable whose type has no size");
    return;
  }
  ir_operand count = low_fit(L, low_scalar(L, LLVMGetOperand(v, 0)), L->t_i64, false);
  if (!low_open(L)) return;
  uint64_t known;
  ir_reg dst = {0};
  // A second begin of its life makes the same object indeterminate again.
  if (map64_get(&L->values, (uint64_t)(uintptr_t)v, &known))
    dst = (ir_reg){(uint32_t)L->values_of.data[known].p[0].value};
  if (!dst.id) {
    const char *name = low_value_name(L, v);
    dst = ir_reg_new(L->out, name, ir_type_ptr(L->out, type), low_value_place(L, v, L->at));
    low_define1(L, v, ir_reg_operand(L->out, dst));
  }
  if (piles_up(v)) refuse_second(L, dst);
  aligned_local(L, type, count, dst, low_local_align(L, v, type), low_is_readonly(L, v) ? IR_CONST : 0);
}

// Widths that are no power of two bytes occupy fewer bytes in LLVM's memory than an integer of the IR: such numbers
// are accessed in pieces, the lowest first.
static uint32_t piece_bits(uint32_t bytes_left) {
  uint32_t b = 1;
  while (b * 2 <= bytes_left) b *= 2;
  return 8 * b;
}

static bool is_odd(low *L, ir_type t) {
  if (!low_is_int(L, t)) return false;
  uint32_t bits = low_bits(L, t), bytes = (bits + 7) / 8;
  return bits % 8 || (bytes & (bytes - 1));
}

// Flags of an access that is to be lowered: those of its instruction, and its ordering above them.
enum { ORDERING_SHIFT = 16 };
static uint32_t own_flags(uint32_t flags) { return flags & ((1u << ORDERING_SHIFT) - 1); }
static uint8_t ordering_in(uint32_t flags) { return (uint8_t)(flags >> ORDERING_SHIFT); }

static ir_ordering ordering_of(LLVMAtomicOrdering o) {
  switch (o) {
  case LLVMAtomicOrderingNotAtomic: return IR_SC;  // the flag `atomic` says that it is none
  case LLVMAtomicOrderingUnordered:
  case LLVMAtomicOrderingMonotonic: return IR_RLX;
  case LLVMAtomicOrderingAcquire: return IR_ACQ;
  case LLVMAtomicOrderingRelease: return IR_REL;
  case LLVMAtomicOrderingAcquireRelease: return IR_ACQ_REL;
  case LLVMAtomicOrderingSequentiallyConsistent: return IR_SC;
  }
  return IR_RLX;  // what is not known orders least
}

static ir_operand load_plain(low *L, ir_type t, ir_operand ptr, uint32_t flags) {
  if (!low_open(L)) return low_zero(L, t);
  ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
  return low_emit(L, &(ir_instr){.op = IR_LOAD,
                                 .flags = own_flags(flags),
                                 .ordering = ordering_in(flags),
                                 .type = t,
                                 .dst = dst,
                                 .args = &ptr,
                                 .n_args = 1});
}

static void store_plain(low *L, ir_type t, ir_operand ptr, ir_operand v, uint32_t flags) {
  low_emit(L, &(ir_instr){.op = IR_STORE,
                          .flags = own_flags(flags),
                          .ordering = ordering_in(flags),
                          .type = t,
                          .args = (ir_operand[]){ptr, v},
                          .n_args = 2});
}

static ir_operand load_scalar(low *L, ir_type t, ir_operand ptr, uint32_t flags) {
  if (!is_odd(L, t)) return load_plain(L, t, ptr, flags);
  uint32_t bytes = (low_bits(L, t) + 7) / 8;
  ir_type whole = low_int(L, bytes * 8);
  ir_operand sum = {0};
  for (uint32_t at = 0; at < bytes;) {
    uint32_t bits = piece_bits(bytes - at);
    ir_operand piece = low_fit(L, load_plain(L, low_int(L, bits), low_offset(L, ptr, at), flags), whole, false);
    if (at) piece = low_bin(L, IR_SHL, whole, piece, low_num(L, whole, at * 8));
    sum = sum.kind ? low_bin(L, IR_OR, whole, sum, piece) : piece;
    at += bits / 8;
  }
  return low_fit(L, sum, t, false);
}

static void store_scalar(low *L, ir_type t, ir_operand ptr, ir_operand v, uint32_t flags) {
  if (!is_odd(L, t)) {
    store_plain(L, t, ptr, v, flags);
    return;
  }
  uint32_t bytes = (low_bits(L, t) + 7) / 8;
  ir_type whole = low_int(L, bytes * 8);
  ir_operand wide = low_fit(L, v, whole, false);
  for (uint32_t at = 0; at < bytes;) {
    uint32_t bits = piece_bits(bytes - at);
    ir_operand rest = at ? low_bin(L, IR_LSHR, whole, wide, low_num(L, whole, at * 8)) : wide;
    ir_type piece = low_int(L, bits);
    store_plain(L, piece, low_offset(L, ptr, at), low_fit(L, rest, piece, false), flags);
    at += bits / 8;
  }
}

// An 80-bit float of a 32-bit program occupies 12 bytes, ours 16.
static bool has_memory_form(low *L, const low_flat *f, LLVMTypeRef t) {
  if (!f->ok) return false;
  if (LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMSizeOfTypeInBits(L->layout, LLVMGetElementType(t)) % 8)
    return false;
  for (uint32_t i = 0; i < f->n; i++)
    if (LLVMGetTypeKind(f->leaves[i].llvm) == LLVMX86_FP80TypeKind && low_size(L, f->leaves[i].llvm) != 16)
      return false;
  return true;
}

low_parts low_load(low *L, LLVMTypeRef t, ir_operand ptr, uint32_t flags) {
  const low_flat *f = low_flat_of(L, t);
  low_parts p = low_new_parts(L, f->n);
  if (!has_memory_form(L, f, t)) low_unsupported(L, "an access of this type");
  for (uint32_t i = 0; i < f->n; i++)
    p.p[i] = load_scalar(L, f->leaves[i].type, low_offset(L, ptr, f->leaves[i].offset), flags);
  return p;
}

void low_store(low *L, LLVMTypeRef t, ir_operand ptr, low_parts parts, uint32_t flags) {
  const low_flat *f = low_flat_of(L, t);
  if (!has_memory_form(L, f, t)) low_unsupported(L, "an access of this type");
  for (uint32_t i = 0; i < f->n && i < parts.n; i++) {
    // Storing an absent part of an aggregate (padding, a field not set) changes nothing that may be relied on.
    if (f->n > 1 && parts.p[i].kind == IR_OPERAND_NONE && parts.p[i].value == LOW_UNDEF) continue;
    store_scalar(L, f->leaves[i].type, low_offset(L, ptr, f->leaves[i].offset), low_present(L, parts.p[i]), flags);
  }
}

// The bits of a value read as another type: through an object that nobody else sees.
low_parts low_reinterpret(low *L, LLVMTypeRef from, low_parts parts, LLVMTypeRef to) {
  const low_flat *a = low_flat_of(L, from), *b = low_flat_of(L, to);
  if (a->n == 1 && b->n == 1 && a->leaves[0].type.id == b->leaves[0].type.id) return parts;
  ir_type bytes = low_memory_type(L, from, NULL);
  if (!bytes.id || !low_open(L)) return low_new_parts(L, b->n);
  ir_operand object = low_local(L, bytes, ir_int(L->out, L->t_i64, 1), (ir_reg){0});
  low_store(L, from, object, parts, IR_HIDDEN);
  return low_load(L, to, object, IR_HIDDEN);
}

static uint32_t flags_of(const low *L, LLVMValueRef v) {
  LLVMAtomicOrdering o = LLVMGetOrdering(v);
  if (o == LLVMAtomicOrderingNotAtomic && !(L->o->volatile_relaxed && LLVMGetVolatile(v))) return 0;
  ir_ordering own = o == LLVMAtomicOrderingNotAtomic ? IR_RLX : ordering_of(o);
  return IR_ATOMIC | (uint32_t)own << ORDERING_SHIFT;
}

// Constants of the models (options of the run) are read here.
static bool load_constant(low *L, LLVMValueRef v) {
  LLVMValueRef g = low_strip(LLVMGetOperand(v, 0));
  if (!LLVMIsAGlobalVariable(g) || !LLVMIsGlobalConstant(g) || LLVMGetVolatile(v)) return false;
  LLVMValueRef init = LLVMGetInitializer(g);
  if (!init || !LLVMIsAConstantInt(init) || LLVMTypeOf(init) != LLVMTypeOf(v)) return false;
  low_define1(L, v, low_const_int(L, init));
  return true;
}

static LLVMValueRef only_user(LLVMValueRef v) {
  LLVMUseRef use = LLVMGetFirstUse(v);
  return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

static bool is_named(LLVMValueRef v, const char *name) {
  size_t len;
  return str_starts(LLVMGetValueName2(v, &len), name);
}

// Who sets a bit-field reads what stands beside it, to write it back (by clang's names of values). That is no use of a value.
static bool keeps_bits(LLVMValueRef load) {
  if (!is_named(load, "bf.load")) return false;
  LLVMValueRef user = only_user(load);
  if (user && is_named(user, "bf.clear")) user = only_user(user);
  if (user && is_named(user, "bf.set")) user = only_user(user);
  return user && LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == LLVMGetOperand(load, 0);
}

// A struct that is passed, returned or stored at once by value goes through registers, as the ABI has it: with its padding, and with members that have
// no value, which is no use of them. Such loads are of no type of C, so that clang does not say of which.
static bool passes_struct(LLVMValueRef load) {
  unsigned tbaa = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(load)), "tbaa", 4);
  LLVMValueRef from = LLVMGetOperand(load, 0), user = only_user(load);
  if (!user || LLVMGetMetadata(load, tbaa) || LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind) return false;
  size_t len;
  if (LLVMIsAAllocaInst(from) && LLVMGetAllocatedType(from) == LLVMTypeOf(load) &&
      !strstr(LLVMGetValueName2(from, &len), "coerce"))
    return false;  // a variable
  bool stored = LLVMIsAStoreInst(user) && LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic;
  return stored || LLVMIsAReturnInst(user) || LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
}

static void load(low *L, LLVMValueRef v) {
  if (load_constant(L, v)) return;
  ir_operand ptr = low_scalar(L, LLVMGetOperand(v, 0));
  LLVMTypeRef t = LLVMTypeOf(v);
  const low_flat *f = low_flat_of(L, t);
  uint32_t flags = flags_of(L, v) | (keeps_bits(v) || passes_struct(v) ? IR_UNINIT : 0);
  if (f->ok && f->n == 1 && has_memory_form(L, f, t) && !is_odd(L, f->leaves[0].type) && low_open(L)) {
    ir_type type = f->leaves[0].type;
    ir_reg dst = low_result_reg(L, v, type);
    low_define1(L, v,
                low_emit(L, &(ir_instr){.op = IR_LOAD,
                                        .flags = own_flags(flags),
                                        .ordering = ordering_in(flags),
                                        .type = type,
                                        .dst = dst,
                                        .args = &ptr,
                                        .n_args = 1}));
  } else {
    low_define(L, v, low_load(L, t, ptr, flags));
  }
}

static void store(low *L, LLVMValueRef v) {
  LLVMValueRef value = LLVMGetOperand(v, 0);
  low_parts parts = low_value(L, value);
  ir_operand ptr = low_scalar(L, LLVMGetOperand(v, 1));
  low_store(L, LLVMTypeOf(value), ptr, parts, flags_of(L, v) | low_init_flag(L, v, LLVMGetOperand(v, 1)));
}

// One that fails for no reason reads. Where it orders no less than one that succeeds, nothing is to be seen of its writing what is there
// already (doc/semantics-threads.md 5); else it is a read of its own, behind a branch.
static ir_operand swap(low *L, const ir_instr *cas, ir_operand fails) {
  if (!fails.kind || (cas->ordering == IR_SC && cas->failure == IR_SC)) return low_emit(L, cas);
  ir_block spurious = ir_block_new(L->out), real = ir_block_new(L->out), behind = ir_block_new(L->out);
  ir_emit_branch(L->out, fails, spurious, real, L->at);
  ir_block_begin(L->out, spurious);
  low_emit(L, &(ir_instr){.op = IR_LOAD,
                          .flags = IR_ATOMIC,
                          .ordering = cas->failure,
                          .type = cas->type,
                          .dst = cas->dst,
                          .args = cas->args,
                          .n_args = 1});
  ir_emit_jump(L->out, behind, L->at);
  ir_block_begin(L->out, real);
  low_emit(L, cas);
  ir_emit_jump(L->out, behind, L->at);
  ir_block_begin(L->out, behind);
  return ir_reg_operand(L->out, cas->dst);
}

// Success is the old value's being the expected one.
static void compare_exchange(low *L, LLVMValueRef v) {
  ir_operand ptr = low_scalar(L, LLVMGetOperand(v, 0));
  ir_operand expected = low_scalar(L, LLVMGetOperand(v, 1)), wanted = low_scalar(L, LLVMGetOperand(v, 2));
  if (!low_open(L)) return;
  ir_type t = low_flat_of(L, LLVMTypeOf(LLVMGetOperand(v, 1)))->leaves[0].type;
  ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
  bool weak = L->o->weak_may_fail && LLVMGetWeak(v);
  ir_operand fails = {0};
  if (weak) {
    ir_reg drawn = ir_reg_new(L->out, NULL, L->t_bool, L->at);
    fails = low_emit(
        L,
        &(ir_instr){
            .op = IR_NONDET, .sub = IR_NONDET_SPURIOUS, .type = L->t_bool, .dst = drawn, .text = "spurious failure"});
    wanted = low_select(L, t, fails, expected, wanted);
  }
  ir_operand args[] = {ptr, expected, wanted};
  low_parts out = low_new_parts(L, 2);
  out.p[0] = swap(L,
                  &(ir_instr){.op = IR_CAS,
                              .flags = IR_ATOMIC,
                              .type = t,
                              .dst = dst,
                              .args = args,
                              .n_args = 3,
                              .ordering = (uint8_t)ordering_of(LLVMGetCmpXchgSuccessOrdering(v)),
                              .failure = (uint8_t)ordering_of(LLVMGetCmpXchgFailureOrdering(v))},
                  fails);
  out.p[1] = low_bin(L, IR_EQ, L->t_bool, out.p[0], expected);
  if (weak) out.p[1] = low_select(L, L->t_bool, fails, low_zero(L, L->t_bool), out.p[1]);
  low_define(L, v, out);
}

static bool rmw_code(LLVMAtomicRMWBinOp op, ir_rmw *out) {
  switch ((int)op) {
  case LLVMAtomicRMWBinOpXchg: *out = IR_RMW_XCHG; return true;
  case LLVMAtomicRMWBinOpAdd: *out = IR_RMW_ADD; return true;
  case LLVMAtomicRMWBinOpSub: *out = IR_RMW_SUB; return true;
  case LLVMAtomicRMWBinOpAnd: *out = IR_RMW_AND; return true;
  case LLVMAtomicRMWBinOpOr: *out = IR_RMW_OR; return true;
  case LLVMAtomicRMWBinOpXor: *out = IR_RMW_XOR; return true;
  case LLVMAtomicRMWBinOpMax: *out = IR_RMW_SMAX; return true;
  case LLVMAtomicRMWBinOpMin: *out = IR_RMW_SMIN; return true;
  case LLVMAtomicRMWBinOpUMax: *out = IR_RMW_UMAX; return true;
  case LLVMAtomicRMWBinOpUMin: *out = IR_RMW_UMIN; return true;
  }
  return false;
}

// Updates without an operation of their own are an atomic region.
static void rare_update(low *L, LLVMValueRef v, LLVMAtomicRMWBinOp op, ir_type t, ir_operand ptr, ir_operand by) {
  // Of the two accesses each has the part of the ordering that is about it.
  ir_ordering o = ordering_of(LLVMGetOrdering(v));
  ir_ordering read = o == IR_SC ? IR_SC : o == IR_ACQ || o == IR_ACQ_REL ? IR_ACQ : IR_RLX;
  ir_ordering write = o == IR_SC ? IR_SC : o == IR_REL || o == IR_ACQ_REL ? IR_REL : IR_RLX;
  low_do(L, IR_ATOMIC_BEGIN, 0, NULL, 0);
  ir_operand old = load_plain(L, t, ptr, IR_ATOMIC | (uint32_t)read << ORDERING_SHIFT), fresh = old;
  if (op == LLVMAtomicRMWBinOpNand)
    fresh = low_un(L, IR_NOT, t, low_bin(L, IR_AND, t, old, by));
  else if (op == LLVMAtomicRMWBinOpFAdd)
    fresh = low_bin(L, IR_FADD, t, old, by);
  else if (op == LLVMAtomicRMWBinOpFSub)
    fresh = low_bin(L, IR_FSUB, t, old, by);
  else
    low_unsupported(L, "an atomic operation of this kind");
  store_plain(L, t, ptr, fresh, IR_ATOMIC | (uint32_t)write << ORDERING_SHIFT);
  low_do(L, IR_ATOMIC_END, 0, NULL, 0);
  low_define1(L, v, old);
}

static void update(low *L, LLVMValueRef v) {
  ir_operand args[] = {low_scalar(L, LLVMGetOperand(v, 0)), low_scalar(L, LLVMGetOperand(v, 1))};
  if (!low_open(L)) return;
  ir_type t = low_flat_of(L, LLVMTypeOf(v))->leaves[0].type;
  ir_rmw code;
  if (!rmw_code(LLVMGetAtomicRMWBinOp(v), &code)) {
    rare_update(L, v, LLVMGetAtomicRMWBinOp(v), t, args[0], args[1]);
    return;
  }
  bool used = low_used(L, v) || code == IR_RMW_XCHG;
  ir_reg dst = used ? low_result_reg(L, v, t) : (ir_reg){0};
  ir_operand old = low_emit(L, &(ir_instr){.op = IR_RMW,
                                           .sub = code,
                                           .flags = IR_ATOMIC,
                                           .type = t,
                                           .dst = dst,
                                           .args = args,
                                           .n_args = 2,
                                           .ordering = (uint8_t)ordering_of(LLVMGetOrdering(v))});
  low_define1(L, v, used ? old : low_zero(L, t));
}

// One for the thread alone (atomic_signal_fence) orders nothing between threads.
static void fence(low *L, LLVMValueRef v) {
  ir_ordering o = ordering_of(LLVMGetOrdering(v));
  if (!LLVMIsAtomicSingleThread(v) && o != IR_RLX && low_open(L))
    low_emit(L, &(ir_instr){.op = IR_FENCE, .ordering = (uint8_t)o});
}

bool low_memory(low *L, LLVMValueRef v, LLVMOpcode op) {
  switch ((int)op) {
  case LLVMAlloca: low_alloca(L, v); return true;
  case LLVMLoad: load(L, v); return true;
  case LLVMStore: store(L, v); return true;
  case LLVMAtomicCmpXchg: compare_exchange(L, v); return true;
  case LLVMAtomicRMW: update(L, v); return true;
  case LLVMFence: fence(L, v); return true;
  }
  return false;
}
