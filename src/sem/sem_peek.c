#include "sem/peek.h"

#include "base/hash.h"
#include "sem/sem_impl.h"

// As run_operand: a thread-local variable is the process's own.
static value operand(world *m, proc_id p, const frame *f, const ir_operand *o) {
  return o->kind == IR_OPERAND_REG ? f->regs[o->value] : world_constant(m, p, o);
}

#define ANY_BYTES UINT64_MAX

// An access of `bytes`; one of none is no access. What is not known exactly covers the whole object.
static void note(footprint *out, touch_mode mode, value ptr, uint64_t bytes, uint32_t flags) {
  touch t = {.mode = mode, .obj = ptr.obj, .flags = flags, .offset = ptr.bits, .size = bytes};
  if (bytes == 0) return;
  if (!value_is_concrete(ptr) || bytes == ANY_BYTES) {
    t.offset = 0;
    t.size = ANY_BYTES;
  }
  vec_push(out, t);
}

static uint64_t length(world *m, proc_id p, const frame *f, const ir_operand *o) {
  value v = operand(m, p, f, o);
  return value_is_concrete(v) && !v.obj ? v.bits : ANY_BYTES;
}

static peek_kind peek_memory(const footprint *touched) { return touched->len ? PEEK_MEMORY : PEEK_NOTHING; }

peek_kind sem_peek(sem *base, const state *s, proc_id p, footprint *touched, proc_id *other) {
  world *m = (world *)base;
  vec_clear(touched);
  if (s->k->flags[p] & PROC_FRESH) return PEEK_NOTHING;
  // Blocked inside of a region: whatever lets it go on, the rest of the region comes with it.
  const thread_rec *t = state_thread(s, p);
  if (t && t->depth) return PEEK_REGION;
  const frame *f = state_top(s, p);
  const ir_instr *i = &m->funcs[f->func].ir->code[f->pc];
  uint32_t flags = i->flags & IR_ATOMIC ? TOUCH_ATOMIC : 0;
  value v = i->n_args ? operand(m, p, f, &i->args[0]) : value_word(0);
  uint64_t size = i->type.id ? ir_type_get(base->ir, i->type)->size : 0;
  switch ((int)i->op) {
  case IR_LOAD: note(touched, TOUCH_READ, v, size, flags); return PEEK_MEMORY;
  case IR_STORE:
  case IR_RMW:
  case IR_NONDET_MEM: note(touched, TOUCH_WRITE, v, size, flags); return peek_memory(touched);
  case IR_CAS: note(touched, TOUCH_WRITE, v, size, flags | TOUCH_VARIES); return PEEK_MEMORY;
  case IR_NEW:
    if (!ir_order(i)) return PEEK_NOTHING;
    note(touched, TOUCH_READ, operand(m, p, f, ir_order(i)), 1, TOUCH_ATOMIC);
    return PEEK_MEMORY;
  case IR_FREE:
    note(touched, TOUCH_WRITE, v, ANY_BYTES, flags);
    if (ir_order(i)) note(touched, TOUCH_WRITE, operand(m, p, f, ir_order(i)), 1, TOUCH_ATOMIC);
    return PEEK_MEMORY;
  case IR_FILL:
  case IR_COPY: {
    value from = operand(m, p, f, &i->args[1]);
    uint64_t bytes = length(m, p, f, &i->args[2]);
    if (bytes_part(m, s, i, v, from, &bytes)) note(touched, TOUCH_WRITE, v, bytes, flags);
    if (i->op == IR_COPY) note(touched, TOUCH_READ, from, bytes, flags);
    return peek_memory(touched);
  }
  case IR_LOCK:
  case IR_UNLOCK:
  case IR_TRYLOCK:
  case IR_LIFE: note(touched, TOUCH_ACQUIRE, v, 1, flags); return PEEK_MUTEX;
  case IR_JOIN:
    if (!value_is_concrete(v) || v.obj) return PEEK_REGION;
    *other = (proc_id)v.bits;
    return PEEK_JOIN;
  case IR_AWAIT_BEGIN:
  case IR_ATOMIC_BEGIN:
  case IR_STOP: return PEEK_REGION;
  }
  return PEEK_NOTHING;
}

bool sem_next(sem *base, const state *s, proc_id p, uint64_t *where) {
  if (p == PROC_KERNEL || p > s->k->n || !threads_live(s->k, p) || !threads_may_step((world *)base, s, p)) return false;
  const frame *f = state_top(s, p);
  *where = (uint64_t)f->func << 32 | f->pc;
  for (f = f->caller; f; f = f->caller) *where = hash_combine(*where, (uint64_t)f->func << 32 | f->pc);
  return true;
}

uint32_t sem_procs(const state *s) { return s->k->n; }

static sem_turn turn_in_kernel(const world *m, const state *s, proc_id p) {
  if (p == PROC_KERNEL) return SEM_TURN_BLOCKED;
  if (!sysc_exists(m, s->k, p)) return SEM_TURN_ABSENT;
  if (s->k->flags[p] & PROC_ENDED) return SEM_TURN_ENDED;
  bool turn = s->k->phase == PHASE_EVAL && (!state_calls(s) || state_called(s) == p);
  return turn && (state_calls(s) || sysc_enabled(s->k, p)) ? SEM_TURN_READY : SEM_TURN_BLOCKED;
}

sem_turn sem_turn_of(sem *m, const state *s, proc_id p) {
  if (m->ir->scheduler == IR_SCHED_SYSTEMC) return turn_in_kernel((world *)m, s, p);
  uint8_t flags = s->k->flags[p];
  if (!(flags & PROC_STARTED)) return SEM_TURN_ABSENT;
  if (flags & PROC_ENDED) return SEM_TURN_ENDED;
  if (flags & PROC_STOPPED) return SEM_TURN_STOPPED;
  if (flags & PROC_CUT) return SEM_TURN_CUT;
  return flags & PROC_FRESH || threads_may_step((world *)m, s, p) ? SEM_TURN_READY : SEM_TURN_BLOCKED;
}

bool sem_guard_holds(sem *m, const state *s, proc_id p) {
  if (m->ir->scheduler == IR_SCHED_SYSTEMC && !ir_observer_looks(m->ir, (ir_proc){p}))
    return turn_in_kernel((world *)m, s, p) == SEM_TURN_READY && !sem_at_begin(s, p);
  bool live = m->ir->scheduler == IR_SCHED_SYSTEMC || threads_live(s->k, p);
  return live && threads_may_step((world *)m, s, p);
}

void sem_live(const sem *m, const state *s, proc_vec *out) {
  (void)m;
  for (proc_id p = 1; p <= s->k->n; p++)
    if (threads_live(s->k, p)) vec_push(out, p);
}

bool sem_object_site(const sem *base, uint32_t obj, uint32_t *func, uint32_t *pc) {
  const alloc_site *site = heap_site((const world *)base, obj);
  if (!site || site->func == SITE_BY_TYPE) return false;
  *func = site->func;
  *pc = site->pc;
  return true;
}

bool sem_value_at(sem *base, const state *s, uint32_t obj, uint64_t offset, ir_type type, value *out) {
  const world *m = (const world *)base;
  objref o;
  const ir_type_info *info = ir_type_get(base->ir, type);
  if (!obj || obj >= STATE_FUNC_BASE || !mem_object(m, s, obj, &o) || offset + info->size > o.size) return false;
  cell c = {.offset = offset,
            .size = (uint32_t)info->size,
            .bits = info->bits,
            .type = type,
            .is_pointer = info->kind == IR_TYPE_PTR};
  *out = bytes_peek(m, s, &o, &c);
  return !value_is_special(*out);
}

bool sem_register(sem *base, const state *s, proc_id p, ir_reg r, value *out) {
  (void)base;
  const frame *f = p <= s->k->n ? state_top(s, p) : NULL;
  if (!f) return false;
  *out = f->regs[r.id];
  return !value_is_special(*out);
}

bool sem_object_holds(const sem *base, const state *s, uint32_t obj, uint64_t offset, uint64_t bytes) {
  objref o;
  if (!obj || obj >= STATE_FUNC_BASE || !mem_object((const world *)base, s, obj, &o)) return false;
  return bytes == UINT64_MAX || (offset <= o.size && bytes <= o.size - offset);
}

bool sem_object_alive(const sem *base, const state *s, uint32_t obj) {
  return sem_object_holds(base, s, obj, 0, UINT64_MAX);
}

uint32_t sem_last_object(const sem *base) {
  const world *m = (const world *)base;
  return m->env->first_dynamic + base->ir->n_globals + m->n_dynamic - 1;
}

static void each_cell(const world *m, const state *s, uint32_t obj, uint64_t most, sem_cell_fn *each, void *arg) {
  objref o;
  if (!mem_object(m, s, obj, &o) || o.elements * o.l->n_cells > most || mem_is_array(m, s, &o)) return;
  for (uint64_t k = 0; k < o.elements * o.l->n_cells; k++) {
    value v = mem_get(m, s, &o, k);
    if (!value_is_special(v)) each(arg, obj, layout_cell_offset(o.l, k), layout_cell(o.l, k), v);
  }
}

void sem_each_cell(sem *base, const state *s, uint64_t most, sem_cell_fn *each, void *arg) {
  const world *m = (const world *)base;
  for (uint32_t g = 1; g <= base->ir->n_globals; g++)
    if (!base->ir->globals[g].is_const && !base->ir->globals[g].is_thread_local) each_cell(m, s, g, most, each, arg);
  uint32_t first = m->env->first_dynamic;
  for (uint32_t leaf = 0; s->objects && leaf < s->objects->n; leaf++) {
    const dir_leaf *l = s->objects->leaf[leaf];
    for (uint32_t k = 0; l && k < DIR_LEAF; k++) {
      uint32_t obj = first + (leaf << DIR_LEAF_BITS) + k;
      // The names behind the first ones belong to globals whose cells have changed.
      if (l->obj[k] && obj >= first + base->ir->n_globals) each_cell(m, s, obj, most, each, arg);
    }
  }
}
