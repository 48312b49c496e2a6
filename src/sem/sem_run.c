// The interpreter loop: concrete integers and control at full speed, all else by run_slow and its helpers.
#include "sem/sem_impl.h"

// May a write meet something in use (misuse)?
#define WATCHED(r) ((r)->s->pending && ((r)->m->seals || (r)->m->base.options.checks >> IR_CHECK_MISUSE & 1))

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"

#define STOP_CHECK 4096u  // instructions between two looks at the stop flag

void run_begin(run *r, world *m, state *s, proc_id p, proc_id stack, sem_out *out) {
  DCHECK(s->refs > 0, "a state that nobody owns");
  *r = (run){.m = m, .s = s, .p = p, .stack = stack, .out = out};
  r->left = m->base.options.step_limit ? m->base.options.step_limit : UINT64_MAX;
}

value run_operand(const run *r, const ir_operand *o) {
  return o->kind == IR_OPERAND_REG ? r->f->regs[o->value] : world_constant(r->m, r->p, o);
}

value world_constant(world *m, proc_id p, const ir_operand *o) {
  value v = state_constant(m->env, o);
  if (p == PROC_KERNEL) return v;  // SystemC: the main program has the variables themselves
  if (m->has_tls && o->kind == IR_OPERAND_GLOBAL && m->base.ir->globals[o->value].is_thread_local)
    v.obj = tls_name(m, p, v.obj);
  return v;
}

void run_set(run *r, value v) {
  uint32_t dst = run_instr(r)->dst.id;
  if (dst) r->f->regs[dst] = v;
}

// --- calls ---------------------------------------------------------------------------------------------------------

act run_push(run *r, uint32_t func, const value *args, uint32_t n) {
  const dfunc *df = &r->m->funcs[func];
  uint32_t depth = r->f ? r->f->depth + 1 : 1;
  uint32_t limit = r->m->base.options.depth_limit;
  if (limit && depth > limit) return fork_unknown(r, "recursion deeper than %u calls", limit);
  if (df->ir->n_code == 0) return fork_unknown(r, "call of %s, whose code is missing", df->ir->name);
  if (n != df->ir->n_params) return fork_unknown(r, "call of %s with a wrong number of arguments", df->ir->name);
  frame *f = frame_new(func, df->n_regs, r->f);
  if (n) memcpy(f->regs + 1, args, n * sizeof *args);
  state_set_top(r->s, r->stack, f);
  r->f = f;
  r->df = df;
  return ACT_JUMP;
}

// Drops the top frame; the caller becomes the top and is made writable.
static bool pop_frame(run *r) {
  frame *f = r->f, *caller = f->caller;
  if (r->df->n_regs > r->df->ir->n_regs) heap_end_frame(r, f);
  if (caller) caller->hd.refs++;
  frame_unref(f);
  state_set_top(r->s, r->stack, caller);
  r->f = caller ? state_own_top(r->s, r->stack) : NULL;
  if (r->f) r->df = &r->m->funcs[r->f->func];
  return r->f != NULL;
}

act run_return(run *r, value result) {
  if (result.obj) keep_returned(r->m, r->s, result.obj, r->f);
  if (!pop_frame(r)) return ACT_ENDED;
  run_set(r, result);
  r->f->pc++;
  return ACT_JUMP;
}

void run_leave(run *r, uint32_t depth, value result) {
  while (r->f->depth > depth) pop_frame(r);
  (void)run_return(r, result);
}

static act throw_op(run *r, const ir_instr *i) {
  value thrown = run_operand(r, &i->args[0]);
  // Look before unwinding: an uncaught exception is reported where it was thrown.
  const frame *f = r->f->caller;
  for (; f; f = f->caller) {
    const ir_instr *call = &r->m->funcs[f->func].ir->code[f->pc];
    if (call->n_targets > 0 && call->targets[0].id) break;
  }
  if (!f) return fork_violation(r, IR_CHECK_EXCEPTION, NULL);
  uint32_t depth = f->depth;
  for (const frame *g = r->f; g != f; g = g->caller)
    if (!heap_may_end_frame(r, g)) return ACT_STOP;
  keep_not(r->s, thrown.obj);
  while (r->f->depth > depth) pop_frame(r);
  r->f->pc = r->df->ir->blocks[run_instr(r)->targets[0].id].first;
  r->f->regs[0] = thrown;
  return ACT_JUMP;
}

// A call whose arguments are decoded.
static act call_known(run *r, const dinstr *d) {
  const dfunc *df = &r->m->funcs[d->a];
  uint32_t limit = r->m->base.options.depth_limit;
  if (limit && r->f->depth >= limit) return fork_unknown(r, "recursion deeper than %u calls", limit);
  frame *f = frame_new(d->a, df->n_regs, r->f);
  for (uint32_t k = 0; k < d->d; k++) f->regs[k + 1] = run_arg(r, r->df->args[d->c + k]);
  state_set_top(r->s, r->stack, f);
  r->f = f;
  r->df = df;
  return ACT_JUMP;
}

static act call_op(run *r, const ir_instr *i) {
  uint32_t func;
  if (i->args[0].kind == IR_OPERAND_FUNC) {
    func = (uint32_t)i->args[0].value;
  } else {
    value f = run_operand(r, &i->args[0]);
    if (f.obj == 0) return fork_violation(r, IR_CHECK_NULL, "call through a null pointer");
    if (f.obj < STATE_FUNC_BASE || f.e.id || f.bits)
      return fork_unknown(r, "call through a pointer that is not to a function");
    func = f.obj - STATE_FUNC_BASE;
    const ir_func_info *info = r->m->funcs[func].ir;
    if (info->n_params == i->n_args - 1 && !ir_call_fits(r->m->base.ir, i, info))
      return fork_unknown(r, "call of %s by a type that is not its own", info->name);
  }
  value few[8], *args = i->n_args > 9 ? MEM_NEW_N(value, i->n_args) : few;
  for (uint32_t k = 1; k < i->n_args; k++) args[k - 1] = run_operand(r, &i->args[k]);
  act a = run_push(r, func, args, i->n_args - 1);
  if (args != few) mem_free(args);
  return a;
}

act run_jump(run *r, uint32_t to) {
  bool ends = to <= r->f->pc && r->m->scheduler == &threads_scheduler && run_jump_ends(r);
  r->f->pc = to;
  return ends ? ACT_SWITCH : ACT_JUMP;
}

// --- slow operations -----------------------------------------------------------------------------------------------

static act load_op(run *r, const ir_instr *i) {
  value v;
  if (!mem_load(r, run_operand(r, &i->args[0]), i->type, &v)) return ACT_STOP;
  run_set(r, v);
  return ACT_NEXT;
}

static act store_op(run *r, const ir_instr *i) {
  value v = run_operand(r, &i->args[1]);
  if (i->flags & IR_DATA && !apart_written(r, run_operand(r, &i->args[0]), ir_type_get(r->m->base.ir, i->type)->size))
    return ACT_STOP;
  return mem_store(r, run_operand(r, &i->args[0]), i->type, v) ? ACT_NEXT : ACT_STOP;
}

static act return_op(run *r, const ir_instr *i) {
  if (!heap_may_end_frame(r, r->f)) return ACT_STOP;
  return run_return(r, i->n_args ? run_operand(r, &i->args[0]) : value_word(0));
}

static act branch_op(run *r, const ir_instr *i) {
  const dinstr *d = &r->df->code[r->f->pc];
  value c = run_operand(r, &i->args[0]);
  if (!value_is_concrete(c)) return fork_branch(r, c.e, d->c, d->d);
  return run_jump(r, c.bits ? d->c : d->d);
}

static act landing_op(run *r, const ir_instr *i) {
  (void)i;
  run_set(r, r->f->regs[0]);
  r->f->regs[0] = value_word(0);
  return ACT_NEXT;
}

static act unreachable_op(run *r, const ir_instr *i) {
  (void)i;
  return fork_unknown(r, "code that should be unreachable is reached");
}

static act check_op(run *r, const ir_instr *i) { return fork_check(r, i, run_operand(r, &i->args[0])); }

void run_claim(run *r, const state *s) {
  ir_claims *claims = r->m->base.options.claims;
  if (claims && !r->m->base.needs.aside) ir_claim_see(claims, r->f->func, r->f->pc, !pathcond_uncertain(s->pc));
}

static act assume_op(run *r, const ir_instr *i) {
  act a = fork_assume(r, run_operand(r, &i->args[0]));
  if (a == ACT_NEXT) run_claim(r, r->s);
  return a;
}

static void note_printed(run *r, value v) {
  r->out->printed = hash_combine(hash_combine(r->out->printed, v.bits), v.e.id);
}

// What is printed influences nothing; the concrete interpreter shows it. Whoever asks whether two runs print the same
// gets a hash of it: equal texts of symbolic values may have different ones.
static act output_op(run *r, const ir_instr *i) {
  if (!r->m->base.needs.outputs) return ACT_NEXT;
  const char *format = i->text ? i->text : "";
  r->out->printed = hash_bytes(format, strlen(format), r->out->printed);
  for (uint32_t k = 0; k < i->n_args; k++) note_printed(r, run_operand(r, &i->args[k]));
  return ACT_NEXT;
}

static act write_op(run *r, const ir_instr *i) {
  if (!r->m->base.needs.outputs) return ACT_NEXT;
  value at = run_operand(r, &i->args[1]), n = run_operand(r, &i->args[2]);
  objref o;
  note_printed(r, run_operand(r, &i->args[0]));
  note_printed(r, n);
  if (!value_is_concrete(at) || !value_is_concrete(n) || !at.obj || !mem_object(r->m, r->s, at.obj, &o))
    return ACT_NEXT;
  cell c = {.bits = 8, .size = 1};
  for (uint64_t k = 0; k < n.bits && at.bits + k < o.size; k++) {
    c.offset = at.bits + k;
    note_printed(r, bytes_peek(r->m, r->s, &o, &c));
  }
  return ACT_NEXT;
}

// Structure is for reports.
static act nothing_op(run *r, const ir_instr *i) {
  (void)r;
  (void)i;
  return ACT_NEXT;
}

// The place of an instruction, or the nearest call in the program if it lies in the library.
static place program_place(const run *r, place at) {
  place near = at;
  for (const frame *f = r->f->caller; f && (!near.line || place_in_library(near.file)); f = f->caller)
    near = r->m->funcs[f->func].ir->code[f->pc].at;
  return near.line && !place_in_library(near.file) ? near : at;
}

// A limit of a model ends the run as an assumption that does not hold.
static act unsupported_op(run *r, const ir_instr *i) {
  static const char limit[] = "bounded: ";
  if (i->text && str_starts(i->text, limit)) {
    r->m->base.cut_off = i->text + strlen(limit);
    return fork_assume(r, (value){0});
  }
  return fork_unknown_at(r, program_place(r, i->at), "unsupported: %s", i->text ? i->text : "");
}

// Kernel operations have a table of their own, and what is left are operations on values. Jumps never come here: the
// loop does them.
static op_fn *const slow_ops[IR_OP_COUNT] = {
    [IR_LOAD] = load_op,
    [IR_STORE] = store_op,
    [IR_RMW] = mem_rmw,
    [IR_CAS] = mem_cas,
    [IR_COPY] = mem_copy,
    [IR_FILL] = mem_fill,
    [IR_LOCAL] = heap_local,
    [IR_NEW] = heap_new,
    [IR_END] = heap_end,
    [IR_SEAL] = mem_seal,
    [IR_FREE] = heap_free,
    [IR_BRANCH] = branch_op,
    [IR_SIZE] = heap_size,
    [IR_VALID] = mem_valid,
    [IR_SHADOW] = heap_shadow,
    [IR_RETURN] = return_op,
    [IR_SWITCH] = fork_switch,
    [IR_CALL] = call_op,
    [IR_THROW] = throw_op,
    [IR_LANDING] = landing_op,
    [IR_CHECK] = check_op,
    [IR_ASSUME] = assume_op,
    [IR_NONDET] = mem_nondet,
    [IR_NONDET_MEM] = mem_nondet_memory,
    [IR_OUTPUT] = output_op,
    [IR_UNSUPPORTED] = unsupported_op,
    [IR_UNREACHABLE] = unreachable_op,
    [IR_FENCE] = mem_fence,
    [IR_RELAX] = mem_relax,
    [IR_WRITE] = write_op,
    [IR_DECLARE] = nothing_op,
    [IR_BOUND] = nothing_op,
    [IR_SENSITIVE] = nothing_op,
    [IR_NAME] = design_name,
};

act run_slow(run *r) {
  const ir_instr *i = run_instr(r);
  const dinstr *d = &r->df->code[r->f->pc];
  r->repeats = d->op == D_VISIBLE || d->op == D_VISIBLE_WRITE;
  // The mark of thread-local operands (decode_func).
  if ((r->repeats ? d->from : d->op) == D_SLOW && d->sub && r->m->scheduler == &threads_scheduler && !r->p)
    return fork_unknown(r, "a thread-local variable outside of a thread");
  if (slow_ops[i->op]) return slow_ops[i->op](r, i);
  if (!strchr(ir_op_flags(i->op), 'K')) return term_value_op(r, i);
  const scheduler *sc = r->m->scheduler;
  // The kernel may remember it; of an array of events it remembers the events (sysc_event_array).
  for (uint32_t k = i->op == IR_WAIT && i->sub & IR_WAIT_ARRAY ? 1 : 0; k < i->n_args; k++) {
    if (i->args[k].kind == IR_OPERAND_REG) keep_not(r->s, r->f->regs[i->args[k].value].obj);
  }
  if (sc->kernel_ops[i->op]) return sc->kernel_ops[i->op](r, i);
  return fork_unknown(r, "operation `%s` is not supported by the %s scheduler", ir_op_text(i->op), sc->name);
}

// --- the loop ------------------------------------------------------------------------------------------------------

static uint64_t divide(dop op, uint64_t a, uint64_t b, uint32_t width, uint64_t mask) {
  if (op == D_UDIV) return b ? a / b : mask;  // SMT-LIB: all ones
  if (op == D_UREM) return b ? a % b : a;
  int64_t x = sign_extend(a, width), y = sign_extend(b, width);
  if (y == 0) return op == D_SREM ? a : x < 0 ? 1 : mask;
  if (y == -1) return op == D_SREM ? 0 : (0 - a) & mask;  // the most negative number wraps
  return (uint64_t)(op == D_SREM ? x % y : x / y) & mask;
}

static uint64_t shift(dop op, uint64_t a, uint64_t b, uint32_t width, uint64_t mask) {
  if (op == D_ASHR) {
    int64_t x = sign_extend(a, width);
    return (uint64_t)(x >> (b < width ? b : 63)) & mask;
  }
  if (b >= width) return 0;
  return op == D_SHL ? a << b & mask : a >> b;
}

static uint64_t rmw_word(ir_rmw op, uint64_t old, uint64_t v, uint32_t width) {
  switch (op) {
  case IR_RMW_ADD: return old + v;
  case IR_RMW_SUB: return old - v;
  case IR_RMW_MUL: return old * v;
  case IR_RMW_AND: return old & v;
  case IR_RMW_OR: return old | v;
  case IR_RMW_XOR: return old ^ v;
  case IR_RMW_XCHG: return v;
  case IR_RMW_UMIN: return old < v ? old : v;
  case IR_RMW_UMAX: return old > v ? old : v;
  case IR_RMW_SMIN: return sign_extend(old, width) < sign_extend(v, width) ? old : v;
  case IR_RMW_SMAX: return sign_extend(old, width) > sign_extend(v, width) ? old : v;
  case IR_RMW_COUNT: break;
  }
  UNREACHABLE("unknown update operation");
}

// Ends the step when the budget is used up or somebody wants us to stop. The budget is charged in portions, so that
// the loop counts down one word only.
static act budget_over(run *r) {
  uint64_t limit = r->m->base.options.step_limit;
  if (r->m->base.stop && *r->m->base.stop) return fork_unknown(r, "interrupted");
  if (r->left == 0)
    return fork_unknown(r, "transition does not end within %llu instructions", (unsigned long long)limit);
  return ACT_NEXT;
}

// The slot of a concrete pointer into an array or scalar of a global, or NULL.
static inline const placement *fast_place(const run *r, const value *p, uint32_t width, uint32_t *root,
                                          uint32_t *slot) {
  if (p->e.id || p->obj - 1 >= r->m->base.ir->n_globals) return NULL;
  const placement *at = &r->m->env->statics[p->obj];
  if (!at->l->uniform || at->l->cells[0].bits != width) return NULL;
  uint64_t stride = at->l->stride, number = p->bits / stride;
  if (number >= at->elements || number * stride != p->bits) return NULL;
  uint32_t where = at->base + (uint32_t)number;
  *root = at->first + (where >> at->shift);
  *slot = where & ((1u << at->shift) - 1);
  return at;
}

// The cell of a concrete pointer into a dynamic object: its page, the number of the page and the slot. NULL: not so simple.
static inline chunk *fast_page(const run *r, const value *p, uint32_t width, uint32_t *page, uint32_t *slot) {
  const dir *d = r->s->objects;
  uint32_t at = p->obj - r->m->env->first_dynamic;  // statics wrap around
  if (p->e.id || !d || at >> DIR_LEAF_BITS >= d->n || !d->leaf[at >> DIR_LEAF_BITS]) return NULL;
  const body *b = d->leaf[at >> DIR_LEAF_BITS]->obj[at & (DIR_LEAF - 1)];
  if (!b) return NULL;
  const layout *l = b->l;
  uint64_t number;
  if (l->begins) {
    uint64_t element = p->bits < l->stride ? 0 : p->bits / l->stride;
    uint32_t i = element < b->elements ? l->begins[p->bits - element * l->stride] : 0;
    if (i == 0 || l->cells[i - 1].bits != width) return NULL;
    number = element * l->n_cells + i - 1;
  } else {
    if (!l->uniform || l->cells[0].bits != width) return NULL;
    number = p->bits / l->stride;
    if (number >= b->elements || number * l->stride != p->bits) return NULL;
  }
  *page = (uint32_t)(number >> b->page_shift);
  *slot = (uint32_t)number & ((1u << b->page_shift) - 1);
  chunk *c = b->pages[*page];
  return c->odd ? NULL : c;
}

// The same page, to be written.
static inline chunk *fast_page_rw(run *r, uint32_t obj, uint32_t page, chunk *c) {
  state *s = r->s;
  uint32_t at = obj - r->m->env->first_dynamic;
  dir *d = s->objects;
  dir_leaf *leaf = d->leaf[at >> DIR_LEAF_BITS];
  const body *b = leaf->obj[at & (DIR_LEAF - 1)];
  if (LIKELY(cow_is_open(&d->hd) && cow_is_open(&leaf->hd) && cow_is_open(&b->hd) && cow_is_open(&c->hd))) return c;
  return state_object_page_rw(s, obj, page);
}

// Are two concrete values of any kind equal? False: that needs a closer look.
static inline bool fast_equal(const value *a, const value *b, bool *equal) {
  if (a->e.id | b->e.id) return false;
  *equal = a->obj == b->obj && a->bits == b->bits;
  return a->obj == b->obj || (a->obj | a->bits) == 0 || (b->obj | b->bits) == 0;  // nothing lies at null
}

// What a load may not take over as it is: indeterminate contents, and a symbolic integer where a pointer is read.
static inline bool needs_care(const value *v, const dinstr *d) {
  return v->obj >= STATE_LOST || (d->sub && v->e.id && !v->obj);
}

#define VAL(arg) ((arg)&ARG_CONST ? &consts[(arg) & ~ARG_CONST] : &regs[arg])
#define PLAIN(x) (((x)->e.id | (x)->obj) == 0)
#define BOTH(x, y) (((x)->e.id | (x)->obj | (y)->e.id | (y)->obj) == 0)
#define RESULT(x) (regs[d->dst] = (value){(x), {0}, 0})
#define BINARY(op_, result)                     \
  case op_: {                                   \
    const value *a = VAL(d->a), *b = VAL(d->b); \
    if (UNLIKELY(!BOTH(a, b))) goto slow;       \
    RESULT(result);                             \
    pc++;                                       \
    break;                                      \
  }

act run_code(run *r) {  // NOLINT(readability-function-size): the loop of the interpreter, a case per operation
  const dinstr *code;
  const value *consts;
  value *regs;
  uint32_t pc;
  uint32_t portion, count;
  const bool touching = r->m->base.needs.footprints, watching = r->m->base.needs.spin;
  r->f = state_own_top(r->s, r->stack);
  r->df = &r->m->funcs[r->f->func];

refill:
  portion = count = r->left < STOP_CHECK ? (uint32_t)r->left : STOP_CHECK;
  r->left -= portion;
reload:
  code = r->df->code;
  consts = r->df->consts;
  regs = r->f->regs;
  pc = r->f->pc;
  for (;;) {
    if (UNLIKELY(count == 0)) {
      r->f->pc = pc;
      r->m->base.instructions += portion;
      portion = 0;
      if (budget_over(r) == ACT_STOP) return ACT_STOP;
      goto refill;
    }
    count--;
    const dinstr *d = &code[pc];
    dop op = (dop)d->op;
  again:
    switch (op) {
      BINARY(D_ADD, (a->bits + b->bits) & d->mask)
      BINARY(D_SUB, (a->bits - b->bits) & d->mask)
      BINARY(D_MUL, (a->bits * b->bits) & d->mask)
      BINARY(D_AND, a->bits & b->bits)
      BINARY(D_OR, a->bits | b->bits)
      BINARY(D_XOR, a->bits ^ b->bits)
      BINARY(D_UDIV, divide(D_UDIV, a->bits, b->bits, d->width, d->mask))
      BINARY(D_SDIV, divide(D_SDIV, a->bits, b->bits, d->width, d->mask))
      BINARY(D_UREM, divide(D_UREM, a->bits, b->bits, d->width, d->mask))
      BINARY(D_SREM, divide(D_SREM, a->bits, b->bits, d->width, d->mask))
      BINARY(D_SHL, shift(D_SHL, a->bits, b->bits, d->width, d->mask))
      BINARY(D_LSHR, shift(D_LSHR, a->bits, b->bits, d->width, d->mask))
      BINARY(D_ASHR, shift(D_ASHR, a->bits, b->bits, d->width, d->mask))
    case D_EQ: {
      const value *a = VAL(d->a), *b = VAL(d->b);
      bool equal;
      if (UNLIKELY(!fast_equal(a, b, &equal))) goto slow;
      RESULT(equal);
      pc++;
      break;
    }
    case D_NE: {
      const value *a = VAL(d->a), *b = VAL(d->b);
      bool equal;
      if (UNLIKELY(!fast_equal(a, b, &equal))) goto slow;
      RESULT(!equal);
      pc++;
      break;
    }
      BINARY(D_ULT, a->bits < b->bits)
      BINARY(D_ULE, a->bits <= b->bits)
      BINARY(D_SLT, sign_extend(a->bits, d->width) < sign_extend(b->bits, d->width))
      BINARY(D_SLE, sign_extend(a->bits, d->width) <= sign_extend(b->bits, d->width))
    case D_NOT: {
      const value *a = VAL(d->a);
      if (UNLIKELY(!PLAIN(a))) goto slow;
      RESULT(~a->bits & d->mask);
      pc++;
      break;
    }
    case D_NEG: {
      const value *a = VAL(d->a);
      if (UNLIKELY(!PLAIN(a))) goto slow;
      RESULT((0 - a->bits) & d->mask);
      pc++;
      break;
    }
    case D_ZEXT: {  // and TRUNC
      const value *a = VAL(d->a);
      if (UNLIKELY(!PLAIN(a))) goto slow;
      RESULT(a->bits & d->mask);
      pc++;
      break;
    }
    case D_SEXT: {
      const value *a = VAL(d->a);
      if (UNLIKELY(!PLAIN(a))) goto slow;
      RESULT((uint64_t)sign_extend(a->bits, d->from) & d->mask);
      pc++;
      break;
    }
    case D_MOV:
      regs[d->dst] = *VAL(d->a);
      pc++;
      break;
    case D_SELECT: {
      const value *c = VAL(d->a);
      if (UNLIKELY(c->e.id)) goto slow;
      regs[d->dst] = *(c->bits ? VAL(d->b) : VAL(d->c));
      pc++;
      break;
    }
    case D_PTRADD: {
      const value *a = VAL(d->a), *b = VAL(d->b);
      if (UNLIKELY(a->e.id | b->e.id | b->obj)) goto slow;
      regs[d->dst] = value_pointer(a->obj, a->bits + b->bits);
      pc++;
      break;
    }
    case D_PTRDIFF: {
      const value *a = VAL(d->a), *b = VAL(d->b);
      if (UNLIKELY((a->e.id | b->e.id) || a->obj != b->obj)) goto slow;
      RESULT(a->bits - b->bits);
      pc++;
      break;
    }
    case D_LOAD_SLOT: {
      const chunk *c = memo_chunk(r->m, r->s, d->c);
      if (UNLIKELY(c->odd | touching | needs_care(&c->slots[d->d], d))) goto slow;
      regs[d->dst] = c->slots[d->d];
      pc++;
      break;
    }
    case D_STORE_SLOT: {
      const value *v = VAL(d->b);
      if (UNLIKELY(memo_chunk(r->m, r->s, d->c)->odd | touching) || WATCHED(r)) goto slow;
      if (v->obj) keep_not(r->s, v->obj);
      state_chunk_rw(r->s, d->c)->slots[d->d] = *v;
      pc++;
      break;
    }
    case D_RMW_SLOT: {
      const value *b = VAL(d->b);
      const chunk *c = memo_chunk(r->m, r->s, d->c);
      if (UNLIKELY(c->odd | touching | !BOTH(b, &c->slots[d->d])) || WATCHED(r)) goto slow;
      uint64_t old = c->slots[d->d].bits;
      value fresh = value_word(rmw_word((ir_rmw)d->sub, old, b->bits, d->width) & d->mask);
      state_chunk_rw(r->s, d->c)->slots[d->d] = fresh;
      if (d->dst) RESULT(old);
      pc++;
      break;
    }
    case D_LOAD: {
      uint32_t root, slot;
      if (UNLIKELY(touching)) goto slow;
      const value *p = VAL(d->a);
      const chunk *c = fast_page(r, p, d->width, &root, &slot);
      if (!c) {
        if (UNLIKELY(!fast_place(r, p, d->width, &root, &slot))) goto slow;
        c = memo_chunk(r->m, r->s, root);
      }
      if (UNLIKELY(c->odd | needs_care(&c->slots[slot], d))) goto slow;
      regs[d->dst] = c->slots[slot];
      pc++;
      break;
    }
    case D_STORE: {
      uint32_t root, slot;
      if (UNLIKELY(touching) || WATCHED(r)) goto slow;
      const value *p = VAL(d->a), *v = VAL(d->b);
      chunk *c = fast_page(r, p, d->width, &root, &slot);
      if (c) {
        if (v->obj) keep_unless_in(r->m, r->s, v->obj, p->obj);
        fast_page_rw(r, p->obj, root, c)->slots[slot] = *v;
        pc++;
        break;
      }
      if (UNLIKELY(!fast_place(r, p, d->width, &root, &slot) || memo_chunk(r->m, r->s, root)->odd)) goto slow;
      if (UNLIKELY(r->m->base.ir->globals[p->obj].is_const)) goto slow;
      if (v->obj) keep_not(r->s, v->obj);
      state_chunk_rw(r->s, root)->slots[slot] = *v;
      pc++;
      break;
    }
    case D_JUMP: pc = d->c; break;
    case D_BRANCH: {
      const value *c = VAL(d->a);
      if (UNLIKELY(c->e.id)) goto slow;
      pc = c->bits ? d->c : d->d;
      break;
    }
    case D_JUMP_BACK:
      pc = d->c;
      if (run_jump_ends(r)) goto step_ends;
      break;
    case D_BRANCH_BACK: {
      const value *c = VAL(d->a);
      if (UNLIKELY(c->e.id)) goto slow;
      uint32_t to = c->bits ? d->c : d->d;
      bool ends = to <= pc && run_jump_ends(r);
      pc = to;
      if (ends) goto step_ends;
      break;
    }
    case D_VISIBLE_WRITE:
      if (r->region) run_region_writes(r);
      // fall through
    case D_VISIBLE:
      if (LIKELY(r->free | r->may_begin)) {
        if (UNLIKELY(watching && r->merges && !r->may_begin)) {
          r->f->pc = pc;
          if (spin_passes(r)) goto step_ends;
          regs = r->f->regs;
        }
        r->may_begin = false;
        op = (dop)d->from;
        goto again;
      }
    step_ends:
      r->f->pc = pc;
      r->m->base.instructions += portion - count;
      r->left += count;
      return ACT_SWITCH;
    case D_CHECK: {
      const value *c = VAL(d->a);
      if (UNLIKELY(!d->sub && (c->e.id || !c->bits))) goto slow;
      pc++;
      break;
    }
    case D_ASSUME: {
      const value *c = VAL(d->a);
      if (UNLIKELY(c->e.id || !c->bits)) goto slow;
      pc++;
      break;
    }
    case D_CLAIM:
      // Whether an assumption that is no plain truth is passed turns out later.
      r->f->pc = pc;
      if (d->from != D_ASSUME || (PLAIN(VAL(d->a)) && VAL(d->a)->bits)) run_claim(r, r->s);
      op = (dop)d->from;
      goto again;
    case D_JOIN:
      r->f->pc = pc;
      r->m->base.instructions += portion - count;
      r->left += count;
      return ACT_JOINED;
    case D_CALL: {
      r->f->pc = pc;
      if (UNLIKELY(call_known(r, d) == ACT_STOP)) {
        r->m->base.instructions += portion - count;
        r->left += count;
        return ACT_STOP;
      }
      goto reload;
    }
    case D_RETURN: {
      value v = d->d ? value_word(0) : *VAL(d->a);
      r->f->pc = pc;
      act a = UNLIKELY(r->s->pending) && !heap_may_end_frame(r, r->f) ? ACT_STOP : run_return(r, v);
      if (a != ACT_JUMP) {
        r->m->base.instructions += portion - count;
        r->left += count;
        return a;
      }
      goto reload;
    }
    case D_SLOW:
    slow : {
      r->f->pc = pc;
      act a = run_slow(r);
      if (a == ACT_NEXT) {
        pc++;
        break;
      }
      if (a == ACT_JUMP) goto reload;
      r->m->base.instructions += portion - count;
      r->left += count;
      return a;
    }
    }
  }
}
