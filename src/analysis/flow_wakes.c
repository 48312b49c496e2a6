// Who may still notify what: all events that code may notify from a place on, in all it may call and in all updates that
// it may request. Answers are kept by place.
#include "analysis/flow_impl.h"

typedef struct walk {
  flow *f;
  VEC(uint64_t) work;  // (context, pc) to be looked at
  map64 seen;
  flow_atoms events;
} walk;

static uint64_t at_key(uint32_t ctx, uint32_t pc) { return (uint64_t)ctx << 32 | pc; }

static void go(walk *w, uint32_t ctx, uint32_t pc) {
  if (!ctx || !flow_reached(w->f, ctx, pc) || !map64_put(&w->seen, at_key(ctx, pc), 1)) return;
  vec_push(&w->work, at_key(ctx, pc));
}

static void go_to_targets(walk *w, uint32_t ctx, const ir_instr *i) {
  const ir_func_info *fi = &w->f->m->funcs[flow_func(w->f, ctx)];
  for (uint32_t k = 0; k < i->n_targets; k++)
    if (i->targets[k].id) go(w, ctx, fi->blocks[i->targets[k].id].first);
}

static void enter_callees(walk *w, uint32_t ctx, uint32_t pc, const ir_instr *i) {
  uint32_t n;
  const flow_atom *a = flow_operand(w->f, ctx, &i->args[0], &n);
  for (uint32_t k = 0; k < n; k++)
    if (a[k].obj >= FLOW_FUNC) go(w, flow_callee(w->f, ctx, pc, a[k].obj - FLOW_FUNC), 0);
}

static void enter_updates(walk *w, uint32_t ctx, const ir_instr *i) {
  uint32_t n = 1, update = (uint32_t)i->args[0].value;
  flow_atom none = {0};
  const flow_atom *a = &none;
  if (w->f->m->funcs[w->f->m->updates[update].func.id].n_params) a = flow_operand(w->f, ctx, &i->args[1], &n);
  for (uint32_t k = 0; k < n; k++) go(w, flow_update_root(w->f, update, a[k]), 0);
}

static void look_at(walk *w, uint32_t ctx, uint32_t pc) {
  const ir_instr *i = &w->f->m->funcs[flow_func(w->f, ctx)].code[pc];
  uint32_t n;
  if (i->op == IR_NOTIFY || i->op == IR_NOTIFY_AFTER) {
    const flow_atom *a = flow_operand(w->f, ctx, &i->args[0], &n);
    for (uint32_t k = 0; k < n; k++) vec_push(&w->events, a[k]);
  }
  if (i->op == IR_CALL) enter_callees(w, ctx, pc, i);
  if (i->op == IR_REQUEST_UPDATE) enter_updates(w, ctx, i);
  go_to_targets(w, ctx, i);
  if (pc + 1 < w->f->m->funcs[flow_func(w->f, ctx)].n_code && !ir_op_ends_block(i->op)) go(w, ctx, pc + 1);
}

static bool is_event(flow_atom a, flow_atom event) {
  return a.obj == event.obj && (a.offset == event.offset || a.offset == FLOW_ANY || event.offset == FLOW_ANY);
}

// What was begun at (ctx, pc) is kept under `name`.
static uint64_t finish(walk *w, uint64_t name) {
  while (w->work.len) {
    uint64_t at = vec_pop(&w->work);
    look_at(w, (uint32_t)(at >> 32), (uint32_t)at);
  }
  map64_fini(&w->seen);
  vec_free(&w->work);
  uint64_t id = w->f->wakes.len;
  vec_push(&w->f->wakes, (flow_wakes){.events = w->events});
  map64_put(&w->f->wakes_at, name, id);
  return id;
}

static bool notifies(const flow *f, uint64_t id, flow_atom event) {
  const flow_atoms *e = &f->wakes.data[id].events;
  for (size_t k = 0; k < e->len; k++)
    if (is_event(e->data[k], event)) return true;
  return false;
}

bool flow_may_notify(flow *f, uint32_t ctx, uint32_t pc, bool behind, flow_atom event) {
  uint64_t name = at_key(ctx, pc) | (uint64_t)behind << 63, id;
  if (!map64_get(&f->wakes_at, name, &id)) {
    walk w = {.f = f};
    if (behind) go_to_targets(&w, ctx, &f->m->funcs[flow_func(f, ctx)].code[pc]);
    go(&w, ctx, pc + behind);
    id = finish(&w, name);
  }
  return notifies(f, id, event);
}

bool flow_update_may_notify(flow *f, uint32_t update, flow_atom argument, flow_atom event) {
  uint32_t root = flow_update_root(f, update, argument);
  return !root || flow_may_notify(f, root, 0, false, event);
}

bool flow_entry_may_notify(flow *f, flow_atom event) {
  uint64_t name = 0, id;
  if (!map64_get(&f->wakes_at, name, &id)) {
    walk w = {.f = f};
    for (uint32_t ctx = 1; ctx < f->contexts.len; ctx++) {
      const flow_context *c = &f->contexts.data[ctx];
      bool update = f->contexts.data[c->root].is_update;
      for (uint32_t pc = 0; !c->proc && !update && pc < f->m->funcs[c->func].n_code; pc++) go(&w, ctx, pc);
    }
    id = finish(&w, name);
  }
  return notifies(f, id, event);
}

void flow_wakes_free(flow *f) {
  for (size_t k = 0; k < f->wakes.len; k++) vec_free(&f->wakes.data[k].events);
  vec_free(&f->wakes);
  map64_fini(&f->wakes_at);
}
