// What one instruction may touch.
#include <stdlib.h>
#include <string.h>

#include "analysis/steps_impl.h"

static int by_contents(const void *x, const void *y) {
  const step_access *a = x, *b = y;
  if (a->obj != b->obj) return a->obj < b->obj ? -1 : 1;
  if (a->mode != b->mode) return a->mode < b->mode ? -1 : 1;
  if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  return a->detail < b->detail ? -1 : a->detail > b->detail;
}

static void add_access(step_info *s, step_access a) {
  if (s->accesses.len == 0 || by_contents(&vec_last(&s->accesses), &a) != 0) vec_push(&s->accesses, a);
}

void step_accesses_done(step_info *s) {
  size_t out = 0;
  if (s->accesses.len) qsort(s->accesses.data, s->accesses.len, sizeof *s->accesses.data, by_contents);
  for (size_t i = 0; i < s->accesses.len; i++) {
    step_access a = s->accesses.data[i];
    if (out == 0 || by_contents(&s->accesses.data[out - 1], &a) != 0) s->accesses.data[out++] = a;
  }
  s->accesses.len = out;
}

static bool is_one_location(const steps *st, uint32_t obj) {
  if (!st->options.as_documented || obj > st->m->n_globals) return false;
  return ir_type_get(st->m, st->m->globals[obj].type)->kind == IR_TYPE_ARRAY;
}

static bool is_memory_mode(access_mode m) { return m <= ACCESS_UPDATE; }

// An address that is exactly known, before any run of the program or in the elaborated design.
static bool exact(const step_site *at, const ir_operand *o, uint32_t *obj, uint64_t *offset) {
  if (!at->st->flow) return points_exact(at->st->pts, at->f, o, obj, offset);
  uint32_t n;
  const flow_atom *a = flow_operand(at->st->flow, at->flow, o, &n);
  if (n != 1 || a[0].obj == 0 || a[0].offset == FLOW_ANY) return false;
  *obj = a[0].obj;
  *offset = a[0].offset;
  return true;
}

static void add_atoms(const step_site *at, const flow_atom *atoms, uint32_t n, uint64_t size, step_access a) {
  for (uint32_t i = 0; i < n; i++) {
    flow_atom t = atoms[i];
    if (t.obj == 0 || t.obj >= FLOW_FUNC) continue;
    if (is_memory_mode(a.mode) && flow_unshared(at->st->flow, t.obj)) continue;
    a.obj = t.obj;
    a.offset = t.offset == FLOW_ANY || size == ACCESS_WHOLE ? 0 : t.offset;
    a.size = t.offset == FLOW_ANY ? ACCESS_WHOLE : size;
    add_access(at->s, a);
  }
}

// Adds the access for each object that the operand may point to.
static void each_target(const step_site *at, const ir_operand *o, uint64_t size, step_access a) {
  steps *st = at->st;
  uint32_t obj, n;
  uint64_t offset;
  if (st->flow) {
    const flow_atom *atoms = flow_operand(st->flow, at->flow, o, &n);
    add_atoms(at, atoms, n, size, a);
    return;
  }
  if (exact(at, o, &obj, &offset)) {
    bool whole = is_one_location(st, obj) && is_memory_mode(a.mode);
    a.obj = obj;
    a.offset = whole ? 0 : offset;
    a.size = whole ? ACCESS_WHOLE : size;
    add_access(at->s, a);
    return;
  }
  const bitset *set = points_of(st->pts, at->f, o);
  a.offset = 0;
  a.size = ACCESS_WHOLE;
  for (uint32_t i = 1; i <= st->n_objects; i++) {
    if (!bitset_has(set, i) || points_private(st->pts, i)) continue;
    a.obj = i;
    add_access(at->s, a);
  }
}

static void memory_access(const step_site *at, const ir_instr *i, uint32_t arg, access_mode mode) {
  step_access a = {.mode = mode};
  if (mode == ACCESS_UPDATE) {
    uint32_t obj;
    uint64_t offset;
    a.detail = i->sub;
    bool direct = exact(at, &i->args[arg], &obj, &offset);
    if (!direct && at->st->options.as_documented) a = (step_access){.mode = ACCESS_WRITE};
  }
  bool ranged = i->op == IR_COPY || i->op == IR_FILL || i->op == IR_FREE || i->op == IR_END || i->op == IR_SEAL;
  each_target(at, &i->args[arg], ranged ? ACCESS_WHOLE : ir_type_get(at->st->m, i->type)->size, a);
}

static void process_access(const step_site *at, const ir_operand *o, access_mode mode) {
  if (o->kind == IR_OPERAND_PROC) {
    add_access(at->s, (step_access){.mode = mode, .obj = (uint32_t)o->value, .size = ACCESS_WHOLE});
    return;
  }
  for (uint32_t p = 1; p <= at->st->n_procs; p++) {
    add_access(at->s, (step_access){.mode = mode, .obj = p, .size = ACCESS_WHOLE});
  }
}

static uint32_t wait_events(const ir_instr *i) { return i->sub & IR_WAIT_TIMEOUT ? i->n_args - 1 : i->n_args; }

static void wait_accesses(const step_site *at, const ir_instr *i) {
  step_access a = {.mode = ACCESS_WAIT};
  if (!(i->sub & IR_WAIT_ARRAY)) {
    for (uint32_t k = 0; k < wait_events(i); k++) each_target(at, &i->args[k], 1, a);
    return;
  }
  // Only programs that build their design wait for what memory holds; without its contents anything may be meant.
  CHECK(at->st->flow, "a list of events in memory needs the elaborated design");
  uint32_t n;
  uint32_t pc = (uint32_t)(i - ir_func_get(at->st->m, at->f)->code);
  const flow_atom *atoms = flow_listed(at->st->flow, at->flow, pc, &n);
  add_atoms(at, atoms, n, 1, a);
  each_target(at, &i->args[0], ACCESS_WHOLE, (step_access){.mode = ACCESS_READ});
}

void step_kernel_accesses(const step_site *at, const ir_instr *i) {
  switch ((int)i->op) {
  case IR_WAIT: wait_accesses(at, i); break;
  case IR_NOTIFY: each_target(at, &i->args[0], 1, (step_access){.mode = ACCESS_NOTIFY}); break;
  case IR_NOTIFY_AFTER: each_target(at, &i->args[0], 1, (step_access){.mode = ACCESS_NOTIFY_LATER}); break;
  case IR_CANCEL: each_target(at, &i->args[0], 1, (step_access){.mode = ACCESS_NOTIFY_LATER, .detail = 1}); break;
  case IR_SUSPEND:
  case IR_DISABLE:
  case IR_ENABLE:
  case IR_KILL:
  case IR_RESET: process_access(at, &i->args[0], ACCESS_SUSPEND); break;
  case IR_RESUME: process_access(at, &i->args[0], ACCESS_RESUME); break;
  }
}

// An access that meets its object whatever happens.
static bool cannot_miss(const step_site *at, const ir_operand *o) {
  uint32_t obj;
  uint64_t offset;
  return exact(at, o, &obj, &offset) && !(at->st->flow && flow_may_be_freed(at->st->flow, obj));
}

// An instruction at which a violation can be found, by itself or by a check of its own.
static bool may_fail(const step_site *at, const ir_instr *i) {
  if (i->op == IR_ASSUME && i->sub != IR_MARK_NONE) return true;  // whether a run comes here is looked at
  if (i->op == IR_CHECK || i->op == IR_UNSUPPORTED || i->op == IR_THROW || i->op == IR_FREE) return true;
  if (i->op == IR_NOTIFY_AFTER || (i->op == IR_WAIT && (i->sub & IR_WAIT_TIMEOUT))) {
    return i->args[i->n_args - 1].kind != IR_OPERAND_INT;
  }
  if (!strchr(ir_op_flags(i->op), 'M') || i->op == IR_LOCAL || i->op == IR_NEW || i->op == IR_END || i->op == IR_SEAL)
    return i->op == IR_NEW;
  return i->op == IR_COPY || i->op == IR_FILL || !cannot_miss(at, &i->args[0]);
}

void step_collect(const step_site *at, const ir_instr *i) {
  uint32_t pc = (uint32_t)(i - ir_func_get(at->st->m, at->f)->code);
  bool assumes = i->op == IR_ASSUME && i->sub == IR_MARK_NONE && !draws_only(at->st->draws, at->f, pc);
  if (assumes) add_access(at->s, (step_access){.mode = ACCESS_ASSUME, .size = 1});
  if (may_fail(at, i)) add_access(at->s, (step_access){.mode = ACCESS_CHECK, .size = 1});
  switch ((int)i->op) {
  case IR_LOAD:
  case IR_VALID: memory_access(at, i, 0, ACCESS_READ); break;
  case IR_STORE:
  case IR_FILL:
  case IR_FREE:
  case IR_END:
  case IR_SEAL:
  case IR_NONDET_MEM:
  case IR_CAS: memory_access(at, i, 0, ACCESS_WRITE); break;
  case IR_RMW: memory_access(at, i, 0, i->dst.id || !ir_rmw_commutative(i->sub) ? ACCESS_WRITE : ACCESS_UPDATE); break;
  case IR_COPY:
    memory_access(at, i, 0, ACCESS_WRITE);
    memory_access(at, i, 1, ACCESS_READ);
    break;
  }
  step_kernel_accesses(at, i);
}

// --- calls that do not wait -----------------------------------------------------------------------------------------

static void note_calls(const steps *st, uint32_t ctx, uint32_t pc, const ir_instr *i, id_vec *calls) {
  uint32_t n;
  const flow_atom *a = flow_operand(st->flow, ctx, &i->args[0], &n);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t inner = a[k].obj >= FLOW_FUNC ? flow_callee(st->flow, ctx, pc, a[k].obj - FLOW_FUNC) : 0;
    if (inner) vec_push(calls, inner);
  }
}

static const below *look_below(steps *st, uint32_t ctx) {
  below *b = &st->below[ctx];
  if (b->known) return b;
  uint32_t func = flow_func(st->flow, ctx);
  const ir_func_info *fi = &st->m->funcs[func];
  step_info own = {0};
  for (uint32_t pc = 0; pc < fi->n_code; pc++) {
    if (!flow_reached(st->flow, ctx, pc)) continue;
    step_collect(&(step_site){st, {func}, ctx, &own}, &fi->code[pc]);
    if (fi->code[pc].op == IR_CALL) note_calls(st, ctx, pc, &fi->code[pc], &b->calls);
  }
  step_accesses_done(&own);
  b->accesses.data = own.accesses.data;
  b->accesses.len = own.accesses.len;
  b->accesses.cap = own.accesses.cap;
  b->known = true;
  return b;
}

void step_collect_below(steps *st, step_info *s, map64 *seen, uint32_t ctx) {
  id_vec work = {0};
  vec_push(&work, ctx);
  while (work.len) {
    uint32_t at = vec_pop(&work);
    if (!map64_put(seen, at, 1)) continue;
    const below *b = look_below(st, at);
    for (size_t k = 0; k < b->accesses.len; k++) vec_push(&s->accesses, b->accesses.data[k]);
    for (size_t k = 0; k < b->calls.len; k++) vec_push(&work, b->calls.data[k]);
  }
  vec_free(&work);
}
