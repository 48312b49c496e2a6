// What the last two steps accessed, and whether that is a data race; what is reachable at the end of a run
// (doc/semantics-threads.md 4 and 5).
#include <string.h>

#include "replay/machine_int.h"

// --- accesses

static bool contains(const proc_list *list, uint32_t proc) {
  for (size_t i = 0; i < list->len; i++)
    if (list->data[i] == proc) return true;
  return false;
}

// Was `proc`, which is about to step, able to step where the step `before` began? It stands where it stood then. Also
// those that must let a new process go first could have gone. What a step does that begins with a lock or a join outside
// of regions, as long as others are live, nobody else can reach: it does not matter for races.
static bool could_go_first(const machine *m, const access_step *before, uint32_t proc) {
  if (!proc || !before->proc || before->proc == proc || m->procs[proc].ready_seq > before->seq) return false;
  return waiting_may_wait(m, proc) ? contains(&before->guarded, proc) : true;
}

void machine_access_begin(machine *m, uint32_t proc) {
  order_step(m, proc);
  access_step oldest = m->last[1];
  m->last[1] = m->last[0];
  m->last[0] = oldest;
  access_step *now = &m->last[0];
  now->proc = proc;
  now->seq = m->seq;
  now->could_go_first = could_go_first(m, &m->last[1], proc);
  vec_clear(&now->accesses);
  vec_clear(&now->guarded);
  for (size_t i = 0; i < m->at_guard.len; i++)
    if (machine_thread_may(m, m->at_guard.data[i])) vec_push(&now->guarded, m->at_guard.data[i]);
}

const char *machine_variable_name(machine *m, objref r, uint64_t offset) {
  const object *o = memory_object(m, r);
  strbuf name = {0};
  ir_type leaf;
  uint64_t at;
  if (o->kind == OBJ_LOCAL || o->kind == OBJ_THREAD) sb_printf(&name, "%s.", m->procs[o->owner].name);
  sb_puts(&name, o->name ? o->name : "object");
  if (o->kind != OBJ_FUNC && o->kind != OBJ_SHADOW) machine_leaf_name(m, o, offset, &name, &leaf, &at);
  const char *text = arena_strdup(m->mem, sb_text(&name));
  sb_fini(&name);
  return text;
}

static bool conflict(const access *a, const access *b) {
  if (a->obj != b->obj || !(a->write || b->write) || (a->atomic && b->atomic)) return false;
  return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
}

// The user's calls below the one in whose line the access is shown, the innermost first.
void machine_take_calls(const machine *m, place at, place calls[MACHINE_CALLS]) {
  if (!m->options.changed) return;
  const stack *s = m->active;
  size_t entry = m->running <= m->ir->n_procs ? 1 : 0, n = 0;  // what calls main is nothing of the user's
  for (size_t k = s->frames.len; k-- > entry && n < MACHINE_CALLS;) {
    const ir_instr *call = s->frames.data[k].call;
    if (!call || !call->at.line || machine_in_library(m, call->at.file)) continue;
    if (call->at.line != at.line || call->at.file != at.file) calls[n++] = call->at;
  }
}

// For steps of which nothing else can be told: the first thing that others may write, too.
static void note_read(machine *m, const ir_instr *i, cell at) {
  const object *o = m->options.changed && !m->read.obj ? memory_object(m, at.obj) : NULL;
  bool shared = o && o->name && !o->quiet &&
                (o->kind == OBJ_GLOBAL || o->kind == OBJ_HEAP || (o->kind == OBJ_LOCAL && o->owner != m->running));
  if (shared && !o->constant && !(i->flags & IR_HIDDEN)) {
    m->read = at;
    m->read_by_library = !i->at.line || machine_in_library(m, i->at.file);
    m->read_atomic = i->flags & IR_ATOMIC;
  }
}

void machine_note_access(machine *m, const ir_instr *i, cell at, uint64_t size, access_kind kind) {
  if (m->guessing || !m->threads) return;
  process *p = &m->procs[m->running];
  bool may_write = kind == ACCESS_WRITE || i->op == IR_CAS;
  if (may_write && !(i->flags & IR_HIDDEN)) p->region_effects = true;
  order_access(m, i, at, size, kind == ACCESS_WRITE);
  weak_access(m, i, at, size, kind == ACCESS_WRITE);
  if (kind != ACCESS_WRITE && m->running) note_read(m, i, at);
  // Behind a join that ends the other process nothing is next to what that one did.
  if (!m->record || m->order || !m->running || !size || m->step_beyond) return;
  access a = {.obj = at.obj, .offset = at.bits, .size = size, .write = kind == ACCESS_WRITE, .exact = i->at};
  a.atomic = (i->flags & IR_ATOMIC) || p->atomic_depth;
  // Only what races with the step before needs a name.
  access_step *before = &m->last[1];
  bool may_race = m->last[0].could_go_first, meets = false;
  for (size_t k = 0; may_race && k < before->accesses.len && !meets; k++)
    meets = conflict(&a, &before->accesses.data[k]);
  if (meets) a.name = machine_variable_name(m, at.obj, at.bits);
  a.at = machine_user_place(m, m->active, i->at);
  a.held = machine_held_text(m, m->running);
  machine_take_calls(m, a.at, a.calls);
  vec_push(&m->last[0].accesses, a);
}

static bool stands_at(const access *a, place at) { return a->at.line == at.line || a->exact.line == at.line; }

bool machine_race(const machine *m, place wanted, machine_race_info *out) {
  if (m->weak) return weak_race(m, out);
  if (m->order) return order_race(m, wanted, out);
  const access_step *now = &m->last[0], *before = &m->last[1];
  if (!now->proc || !before->proc || !now->could_go_first) return false;
  const access *found[2] = {NULL, NULL};
  for (size_t i = 0; i < now->accesses.len; i++) {
    const access *a = &now->accesses.data[i];
    for (size_t k = 0; k < before->accesses.len; k++) {
      const access *b = &before->accesses.data[k];
      if (!conflict(a, b)) continue;
      bool fits = wanted.line && (stands_at(a, wanted) || stands_at(b, wanted));
      if (found[0] && !fits) continue;
      found[0] = a;
      found[1] = b;
      if (fits || !wanted.line) goto done;
    }
  }
done:
  if (!found[0]) return false;
  for (int k = 0; k < 2; k++) {
    out->proc[k] = k ? before->proc : now->proc;
    out->at[k] = found[k]->at;
    out->exact[k] = found[k]->exact;
    out->write[k] = found[k]->write;
    out->held[k] = found[k]->held;
    memcpy(out->calls[k], found[k]->calls, sizeof out->calls[k]);
  }
  out->missing = NULL;
  out->variable = found[0]->name ? found[0]->name : "memory";
  return true;
}

// --- leaks

typedef struct reach {
  machine *m;
  uint8_t *seen;  // per slot
  VEC(uint32_t) open;
} reach;

static void reach_ref(reach *r, objref ref) {
  if (!memory_object(r->m, ref) || r->seen[obj_slot(ref)]) return;
  r->seen[obj_slot(ref)] = 1;
  vec_push(&r->open, obj_slot(ref));
}

static void reach_all(reach *r) {
  while (r->open.len) {
    const object *o = &r->m->objects.data[vec_pop(&r->open)];
    for (uint64_t i = 0; o->origin && i < o->size; i++) reach_ref(r, o->origin[i]);
    for (size_t i = 0; i < o->shadows.len; i++) reach_ref(r, o->shadows.data[i].obj);
  }
}

static void reach_frames(reach *r, const process *p) {
  for (size_t k = 0; k < p->stack.frames.len; k++) {
    const frame *f = &p->stack.frames.data[k];
    for (size_t i = 0; i < f->locals.len; i++) reach_ref(r, f->locals.data[i].obj);
  }
  for (size_t i = 0; i < p->stack.regs.len; i++) reach_ref(r, p->stack.regs.data[i].obj);
}

// Roots: globals, and what is a process's own: thread_local globals, frames not left, also where the program's end cuts
// it off.
const object *machine_find_leak(machine *m) {
  reach r = {.m = m, .seen = MEM_NEW_N(uint8_t, m->objects.len)};
  for (uint32_t g = 1; g <= m->ir->n_globals; g++) reach_ref(&r, obj_make_ref(g, 1));
  for (uint32_t p = 0; p <= m->n_procs; p++) {
    const process *q = &m->procs[p];
    for (size_t i = 0; i < q->own.len; i++) reach_ref(&r, q->own.data[i]);
    reach_frames(&r, q);
  }
  reach_all(&r);
  const object *lost = NULL;
  for (size_t i = 1; i < m->objects.len && !lost; i++)
    if (m->objects.data[i].kind == OBJ_HEAP && !r.seen[i]) lost = &m->objects.data[i];
  mem_free(r.seen);
  vec_free(&r.open);
  return lost;
}
