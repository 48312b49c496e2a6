// Bodies of functions: blocks in reverse post-order, so that definitions are seen before their uses and backward jumps
// are those of loops. Only blocks that lowered code reaches are lowered. A phi is a register that every edge to its
// block sets: all of a block at once, through temporaries where one reads what another sets.
#include <string.h>

#include "front/llvm/llvm_link.h"
#include "front/llvm/lower_int.h"

typedef struct open_edge {
  ir_block block;
  LLVMBasicBlockRef from, to;
} open_edge;

static low_block *block_of(low *L, LLVMBasicBlockRef b) {
  uint64_t at = 0;
  map64_get(&L->block_index, (uint64_t)(uintptr_t)b, &at);
  return &L->blocks.data[at];
}

// --- order

typedef struct visit {
  LLVMBasicBlockRef block;
  unsigned next;
} visit;

static unsigned successors(LLVMBasicBlockRef b) {
  LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
  return t ? LLVMGetNumSuccessors(t) : 0;
}

// The last successor is visited first: in the reversed order the first one then follows its predecessor.
static void order_blocks(low *L, LLVMValueRef f) {
  vec_clear(&L->blocks);
  map64_clear(&L->block_index);
  VEC(visit) stack = {0};
  VEC(LLVMBasicBlockRef) post = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
  map64_put(&L->block_index, (uint64_t)(uintptr_t)entry, 0);
  vec_push(&stack, ((visit){entry, successors(entry)}));
  while (stack.len) {
    visit *v = &vec_last(&stack);
    if (!v->next) {
      vec_push(&post, v->block);
      (void)vec_pop(&stack);
      continue;
    }
    LLVMBasicBlockRef s = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(v->block), --v->next);
    if (map64_put(&L->block_index, (uint64_t)(uintptr_t)s, 0)) vec_push(&stack, ((visit){s, successors(s)}));
  }
  for (size_t i = post.len; i--;) {
    vec_push(&L->blocks, ((low_block){.llvm = post.data[i]}));
    map64_put(&L->block_index, (uint64_t)(uintptr_t)post.data[i], L->blocks.len - 1);
  }
  vec_free(&stack);
  vec_free(&post);
}

static ir_block target(low *L, LLVMBasicBlockRef b) {
  low_block *k = block_of(L, b);
  if (!k->block.id) k->block = ir_block_new(L->out);
  k->reached = true;
  return k->block;
}

// --- phis and edges

static void define_phis(low *L, LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    const low_flat *f = low_flat_of(L, LLVMTypeOf(i));
    if (!low_used(L, i) || !f->ok) continue;
    low_parts p = low_new_parts(L, f->n);
    for (uint32_t k = 0; k < f->n; k++) {
      ir_type t = f->leaves[k].type;
      ir_reg r = f->n == 1 ? low_result_reg(L, i, t) : ir_reg_new(L->out, NULL, t, L->at);
      p.p[k] = ir_reg_operand(L->out, r);
      low_make_flag(L, r, i);
    }
    low_define(L, i, p);
  }
}

static bool has_phis(low *L, LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
    if (low_used(L, i)) return true;
  return false;
}

typedef struct assignment {
  ir_reg to;
  ir_operand from;
} assignment;
typedef VEC(assignment) assignment_vec;

static void add_assignment(assignment_vec *out, ir_reg to, ir_operand from) {
  if (from.kind != IR_OPERAND_REG || from.value != to.id) vec_push(out, ((assignment){.to = to, .from = from}));
}

// Moving is no use: the flag goes with the value.
static void add_copy(low *L, ir_reg to, ir_operand from, assignment_vec *out) {
  ir_reg flag;
  if (!low_flag(L, to, &flag)) {
    add_assignment(out, to, low_present(L, from));
    return;
  }
  add_assignment(out, flag, low_flag_of(L, from));
  add_assignment(out, to, from.kind == IR_OPERAND_NONE ? low_zero(L, from.type) : from);
}

static void collect_copies(low *L, LLVMBasicBlockRef from, LLVMBasicBlockRef to, assignment_vec *out) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    if (!low_used(L, i)) continue;
    low_parts dst = low_value(L, i);
    unsigned n = LLVMCountIncoming(i), k = 0;
    while (k < n && LLVMGetIncomingBlock(i, k) != from) k++;
    if (k == n) continue;
    low_parts src = low_value(L, LLVMGetIncomingValue(i, k));
    for (uint32_t p = 0; p < dst.n && p < src.n; p++) {
      if (dst.p[p].kind == IR_OPERAND_REG) add_copy(L, (ir_reg){(uint32_t)dst.p[p].value}, src.p[p], out);
    }
  }
}

static void copy_to_phis(low *L, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  assignment_vec all = {0};
  collect_copies(L, from, to, &all);
  map64 set = {0};
  for (size_t i = 0; i < all.len; i++) map64_put(&set, all.data[i].to.id, 1);
  for (size_t i = 0; i < all.len && low_open(L); i++) {
    assignment *a = &all.data[i];
    if (a->from.kind != IR_OPERAND_REG || !map64_get(&set, a->from.value, NULL)) continue;
    ir_reg t = ir_reg_new(L->out, NULL, a->from.type, L->at);
    low_move(L, t, a->from);
    a->from = ir_reg_operand(L->out, t);
  }
  for (size_t i = 0; i < all.len; i++) low_move(L, all.data[i].to, all.data[i].from);
  map64_fini(&set);
  vec_free(&all);
}

// A block that does nothing but jump is passed over: what it would set on its way out is set here.
static bool is_empty(low *L, LLVMBasicBlockRef b) {
  LLVMValueRef i = LLVMGetFirstInstruction(b);
  while (i && LLVMIsACallInst(i) && low_is_marker(i) && !low_ends_something(L, i)) i = LLVMGetNextInstruction(i);
  return i && LLVMIsABranchInst(i) && !LLVMIsConditional(i);
}

static void pass_empty(low *L, LLVMBasicBlockRef *from, LLVMBasicBlockRef *to) {
  for (unsigned steps = 0; steps < LOW_DEPTH_MAX && is_empty(L, *to); steps++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(*to), 0);
    if (next == *to) return;
    *from = *to;
    *to = next;
  }
}

static bool has_one_predecessor(LLVMBasicBlockRef b) {
  LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
  return u && !LLVMGetNextUse(u);
}

// A block that only ends lives and then goes where a constant says, set on this edge, is put here: each way through it
// stays a way of its own.
static void pass_ends(low *L, LLVMBasicBlockRef *from, LLVMBasicBlockRef *to) {
  low_path path = {0};
  LLVMBasicBlockRef next;
  low_find_path(*from, *to, &path, &next);
  for (size_t k = 0; k < path.len; k++) {
    copy_to_phis(L, *from, path.data[k]);
    for (LLVMValueRef i = LLVMGetFirstInstruction(path.data[k]); i; i = LLVMGetNextInstruction(i))
      if (low_is_end_of_life(i)) low_end_of_life(L, i);
    *from = path.data[k];
  }
  if (path.len) *to = next;
  vec_free(&path);
}

static bool has_path(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  low_path path = {0};
  LLVMBasicBlockRef next;
  low_find_path(from, to, &path, &next);
  bool any = path.len;
  vec_free(&path);
  return any;
}

// A jump that passes over the end of a loop of the source leads back to that loop's begin: it stands where the loop does, since
// places tell loops with one begin apart (analysis/loops.h).
static place place_of_jump(low *L, LLVMBasicBlockRef to) {
  unsigned loop = LLVMGetMDKindIDInContext(L->ctx, "llvm.loop", (unsigned)strlen("llvm.loop"));
  place at = L->at;
  for (unsigned steps = 0; steps < LOW_DEPTH_MAX && is_empty(L, to); steps++) {
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(to);
    place p = LLVMGetMetadata(jump, loop) ? low_place(L, jump) : PLACE_NONE;
    if (p.line) at = p;
    to = LLVMGetSuccessor(jump, 0);
  }
  return at;
}

static void go(low *L, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  place at = place_of_jump(L, to);
  pass_empty(L, &from, &to);
  pass_ends(L, &from, &to);
  pass_empty(L, &from, &to);
  copy_to_phis(L, from, to);
  if (low_open(L)) ir_emit_jump(L->out, target(L, to), at);
}

// An unconditional jump to a block that nobody else jumps to: it continues this one.
static void go_on(low *L, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  if (!has_one_predecessor(to) || is_empty(L, to) || has_path(from, to)) {
    go(L, from, to);
    return;
  }
  copy_to_phis(L, from, to);
  L->follows = to;
}

typedef VEC(open_edge) edge_vec;

// The block that an edge leads to: its own where phis are to be set.
static ir_block edge(low *L, edge_vec *edges, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  pass_empty(L, &from, &to);
  if (!has_phis(L, to) && !has_path(from, to)) return target(L, to);
  for (size_t i = 0; i < edges->len; i++)
    if (edges->data[i].to == to && edges->data[i].from == from) return edges->data[i].block;
  vec_push(edges, ((open_edge){.block = ir_block_new(L->out), .from = from, .to = to}));
  return vec_last(edges).block;
}

static void close_edges(low *L, edge_vec *edges) {
  for (size_t i = 0; i < edges->len; i++) {
    ir_block_begin(L->out, edges->data[i].block);
    vec_clear(&L->settled);
    go(L, edges->data[i].from, edges->data[i].to);
  }
  vec_free(edges);
}

// --- ends of blocks

static void branch(low *L, LLVMValueRef v, LLVMBasicBlockRef from) {
  if (!LLVMIsConditional(v)) {
    go_on(L, from, LLVMGetSuccessor(v, 0));
    return;
  }
  LLVMBasicBlockRef yes = LLVMGetSuccessor(v, 0), no = LLVMGetSuccessor(v, 1);
  ir_operand c = low_scalar(L, LLVMGetCondition(v));
  if (!low_open(L)) return;
  if (c.kind == IR_OPERAND_INT || yes == no) {
    go(L, from, c.kind != IR_OPERAND_INT || c.value ? yes : no);
    return;
  }
  edge_vec edges = {0};
  ir_block a = edge(L, &edges, from, yes), b = edge(L, &edges, from, no);
  ir_emit_branch(L->out, c, a, b, L->at);
  close_edges(L, &edges);
}

static void switch_on(low *L, LLVMValueRef v, LLVMBasicBlockRef from) {
  edge_vec edges = {0};
  VEC(ir_operand) args = {0};
  VEC(ir_block) targets = {0};
  vec_push(&args, low_scalar(L, LLVMGetOperand(v, 0)));
  if (low_open(L)) {
    vec_push(&targets, edge(L, &edges, from, LLVMGetSwitchDefaultDest(v)));
    int n = LLVMGetNumOperands(v);
    for (int i = 2; i + 1 < n; i += 2) {
      vec_push(&args, low_const_int(L, LLVMGetOperand(v, (unsigned)i)));
      vec_push(&targets, edge(L, &edges, from, LLVMValueAsBasicBlock(LLVMGetOperand(v, (unsigned)i + 1))));
    }
    low_emit(L, &(ir_instr){.op = IR_SWITCH,
                            .args = args.data,
                            .n_args = (uint32_t)args.len,
                            .targets = targets.data,
                            .n_targets = (uint32_t)targets.len});
    close_edges(L, &edges);
  }
  vec_free(&args);
  vec_free(&targets);
}

static void give_back(low *L, LLVMValueRef v) {
  if (!LLVMGetNumOperands(v)) {
    low_do(L, IR_RETURN, 0, NULL, 0);
    return;
  }
  LLVMValueRef value = LLVMGetOperand(v, 0);
  low_parts p = low_value(L, value);
  if (L->sig->by_pointer) {
    low_store(L, LLVMTypeOf(value), ir_reg_operand(L->out, L->result_area), p, IR_HIDDEN);
    low_do(L, IR_RETURN, 0, NULL, 0);
  } else if (p.n == 1) {
    ir_operand r = low_present(L, p.p[0]);
    low_do(L, IR_RETURN, 0, &r, 1);
  } else {
    low_do(L, IR_RETURN, 0, NULL, 0);
  }
}

// --- exceptions

static void landing_registers(low *L, LLVMBasicBlockRef pad) {
  low_block *k = block_of(L, pad);
  if (!k->thrown.id) {
    k->thrown = ir_reg_new(L->out, NULL, L->t_ptr, L->at);
    (void)ir_reg_new(L->out, NULL, L->t_i32, L->at);  // the selector: the next register
  }
}

static ir_reg selector_of(const low_block *k) { return (ir_reg){k->thrown.id + 1}; }

static LLVMValueRef pad_of(LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsALandingPadInst(i)) return i;
  return NULL;
}

uint64_t low_type_id(low *L, LLVMValueRef info) {
  uint64_t id;
  if (map64_get(&L->type_ids, (uint64_t)(uintptr_t)info, &id)) return id;
  id = L->type_ids.len + 1;
  map64_put(&L->type_ids, (uint64_t)(uintptr_t)info, id);
  return id;
}

static void arrive(low *L, LLVMBasicBlockRef from, LLVMBasicBlockRef pad, uint64_t selector) {
  low_move(L, selector_of(block_of(L, pad)), ir_int(L->out, L->t_i32, selector));
  go(L, from, pad);
}

// Which clause takes the exception is decided by a function of the models.
static ir_operand is_caught(low *L, ir_operand thrown, LLVMValueRef info) {
  LLVMValueRef judge = LLVMGetNamedFunction(L->m, LLVM_CATCHES);
  if (!judge || !LLVMGetFirstBasicBlock(judge)) {
    low_unsupported(L, "catching an exception by its type");
    return low_zero(L, L->t_bool);
  }
  low_sig *s = low_sig_of(L, LLVMGlobalGetValueType(judge));
  ir_operand args[] = {ir_func_addr(L->out, low_func(L, judge)), thrown, low_scalar(L, info)};
  ir_operand r = low_op(L, IR_CALL, s->result, args, 3);
  return s->result.id && low_bits(L, s->result) != 1 ? low_bin(L, IR_NE, L->t_bool, r, low_zero(L, s->result)) : r;
}

static void land(low *L, low_landing at) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(at.invoke), pad = LLVMGetUnwindDest(at.invoke);
  LLVMValueRef p = pad_of(pad);
  ir_block_begin(L->out, at.block);
  landing_registers(L, pad);
  ir_reg thrown = block_of(L, pad)->thrown;
  low_emit(L, &(ir_instr){.op = IR_LANDING, .type = L->t_ptr, .dst = thrown});
  ir_operand x = ir_reg_operand(L->out, thrown);
  for (unsigned i = 0; p && i < LLVMGetNumClauses(p) && low_open(L); i++) {
    LLVMValueRef info = low_strip(LLVMGetClause(p, i));
    if (LLVMGetTypeKind(LLVMTypeOf(info)) == LLVMArrayTypeKind) {
      low_unsupported(L, "an exception specification");
      return;
    }
    uint64_t number = low_type_id(L, info);
    if (LLVMIsNull(info)) {
      arrive(L, from, pad, number);
      return;
    }
    ir_operand yes = is_caught(L, x, info);
    ir_block taken = ir_block_new(L->out), next = ir_block_new(L->out);
    if (!low_open(L)) return;
    ir_emit_branch(L->out, yes, taken, next, L->at);
    ir_block_begin(L->out, taken);
    arrive(L, from, pad, number);
    ir_block_begin(L->out, next);
  }
  if (p && LLVMIsCleanup(p))
    arrive(L, from, pad, 0);
  else
    low_do(L, IR_THROW, 0, &x, 1);
}

ir_block low_unwind_block(low *L, LLVMValueRef invoke) {
  ir_block b = ir_block_new(L->out);
  vec_push(&L->landings, ((low_landing){.block = b, .invoke = invoke}));
  return b;
}

static void landing_pad(low *L, LLVMValueRef v) {
  low_block *k = block_of(L, LLVMGetInstructionParent(v));
  low_parts p = low_new_parts(L, 2);
  p.p[0] = ir_reg_operand(L->out, k->thrown);
  p.p[1] = ir_reg_operand(L->out, selector_of(k));
  low_define(L, v, p);
}

static void terminator(low *L, LLVMValueRef v, LLVMBasicBlockRef from) {
  switch ((int)LLVMGetInstructionOpcode(v)) {
  case LLVMRet: give_back(L, v); return;
  case LLVMBr: branch(L, v, from); return;
  case LLVMSwitch: switch_on(L, v, from); return;
  case LLVMUnreachable: low_do(L, IR_UNREACHABLE, 0, NULL, 0); return;
  case LLVMInvoke:
    low_call(L, v);
    if (low_open(L)) go_on(L, from, LLVMGetNormalDest(v));
    return;
  case LLVMResume: {
    low_parts p = low_value(L, LLVMGetOperand(v, 0));
    if (p.n) low_do(L, IR_THROW, 0, (ir_operand[]){low_present(L, p.p[0])}, 1);
    return;
  }
  }
  low_unsupported(L, "a computed jump");
}

// --- instructions

// A local whose life begins at a mark is made there.
static bool begins_later(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    LLVMValueRef f = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    if (!f || !LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f)) continue;
    size_t len;
    if (strcmp(LLVMIntrinsicGetName(LLVMGetIntrinsicID(f), &len), "llvm.lifetime.start") != 0) continue;
    // Of a mark without a size (llvm_link.c) it is not known that everybody comes by it.
    bool clang = LLVMConstIntGetSExtValue(LLVMGetOperand(user, 0)) >= 0;
    if (clang || LLVMGetInstructionParent(user) == LLVMGetInstructionParent(alloca)) return true;
  }
  return false;
}

static void instruction(low *L, LLVMValueRef v) {
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  if (!low_has_effect(v) && !low_used(L, v)) return;
  if (op == LLVMAlloca && begins_later(v)) return;
  if (op == LLVMCall)
    low_call(L, v);
  else if (op == LLVMLandingPad)
    landing_pad(L, v);
  else if (!low_arith(L, v, op) && !low_memory(L, v, op))
    low_unsupported(L, op == LLVMVAArg ? "va_arg of this type" : "an instruction of this kind");
}

// A survey goes on in a block of its own behind an instruction that has no meaning, with any value for it.
static void pass_over(low *L, LLVMValueRef i, LLVMBasicBlockRef b) {
  const low_flat *f = low_flat_of(L, LLVMTypeOf(i));
  low_parts any = low_new_parts(L, f->n);
  ir_block_begin(L->out, ir_block_new(L->out));
  for (uint32_t k = 0; k < f->n; k++) any.p[k] = low_drawn(L, f->leaves[k].type, LOW_UNDEF);
  low_define(L, i, any);
  if (LLVMIsAInvokeInst(i)) {
    (void)low_unwind_block(L, i);
    go_on(L, b, LLVMGetNormalDest(i));
  } else if (LLVMIsATerminatorInst(i)) {
    for (unsigned k = 0; k < successors(b); k++) (void)target(L, LLVMGetSuccessor(i, k));
    low_refuse(L, "");
  }
}

static void lower_instructions(low *L, LLVMBasicBlockRef b) {
  block_of(L, b)->done = true;
  vec_clear(&L->settled);
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && low_open(L); i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAPHINode(i)) continue;
    L->at = low_place(L, i);
    size_t gaps = L->o->survey ? L->o->gaps->all.len : 0;
    if (LLVMIsATerminatorInst(i))
      terminator(L, i, b);
    else
      instruction(L, i);
    if (L->o->survey && L->o->gaps->all.len > gaps && !low_open(L)) pass_over(L, i, b);
  }
}

static void lower_block(low *L, low_block *k) {
  ir_block_begin(L->out, k->block);
  for (LLVMBasicBlockRef b = k->llvm; b; b = L->follows) {
    L->follows = NULL;
    lower_instructions(L, b);
  }
  // Calls of this block that may unwind: their landings follow it.
  while (L->landings.len) {
    low_landing l = vec_pop(&L->landings);
    vec_clear(&L->settled);
    land(L, l);
  }
}

static void lower_blocks(low *L) {
  for (size_t i = 0; i < L->blocks.len; i++) define_phis(L, L->blocks.data[i].llvm);
  (void)target(L, L->blocks.data[0].llvm);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < L->blocks.len; i++) {
      low_block *k = &L->blocks.data[i];
      if (!k->reached || k->done) continue;
      lower_block(L, k);
      more = true;
    }
  }
}

// Its address is somewhere: the place is one where it is taken, if that is in code.
static void missing_taken(low *L, LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u && !L->at.line; u = LLVMGetNextUse(u))
    if (LLVMIsAInstruction(LLVMGetUser(u))) L->at = low_place(L, LLVMGetUser(u));
  low_missing(L, f);
}

void low_body(low *L, LLVMValueRef f) {
  arena_mark mark = arena_get_mark(L->scratch);
  map64_clear(&L->values);
  vec_clear(&L->values_of);
  L->f = f;
  L->sig = low_sig_of(L, LLVMGlobalGetValueType(f));
  L->at = low_function_place(L, f);
  low_collect_names(L, f);
  low_find_needed(L, f);
  low_find_unset(L, f);
  ir_func_begin(L->out, low_func(L, f));
  low_begin_function(L);
  if (!LLVMGetFirstBasicBlock(f) || !L->sig->ok) {
    ir_block_begin(L->out, ir_block_new(L->out));
    if (LLVMGetFirstBasicBlock(f))
      low_unsupported(L, "%s, which has parameters of types without a form here", low_function_name(L, f));
    else
      missing_taken(L, f);
  } else {
    order_blocks(L, f);
    lower_blocks(L);
  }
  ir_func_end(L->out);
  arena_release(L->scratch, mark);
}
