// Local objects whose frame has been left.
//
// A context stands for all activations of its function at its chain of calls, one after the other, and so does a local object of it. What
// an older activation left of the object must not count as part of the new one:
// - an address of it, in memory, in another process, or returned: an access finds out by `alive` that the frame was left. As soon as
//   the object is made again the old address would pass for the new one, so that is a gap;
// - a mutex in it that was left locked, or its shadow: they would live on. Made again it is a gap, too, also in one activation.
// An object of neither kind is known to its own frame and those above alone, which end first: it needs nothing. In a context that is
// never entered twice nothing is made again, and the frame is there as long as one of its own callees runs.
#include "engine/cegar/cfa.h"

static void note_instr(cfa *c, ir_func f, const ir_instr *i) {
  bool names = i->op == IR_LOCK || i->op == IR_UNLOCK || i->op == IR_TRYLOCK || i->op == IR_HOLDS || i->op == IR_SHADOW;
  if (names) bitset_union(&c->named, points_of(c->points, f, &i->args[0]));
  if (i->op == IR_RETURN && i->n_args) bitset_union(&c->returned, points_of(c->points, f, &i->args[0]));
}

void cfa_find_lasting(cfa *c) {
  c->returned = bitset_new(points_objects(c->points) + 1);
  c->named = bitset_new(points_objects(c->points) + 1);
  for (uint32_t f = 1; f <= c->ir->n_funcs; f++)
    for (uint32_t i = 0; i < c->ir->funcs[f].n_code; i++) note_instr(c, (ir_func){f}, &c->ir->funcs[f].code[i]);
}

// In a simulation update functions run again and again.
bool cfa_comes_again(cfa *c, uint32_t parent, uint32_t call_pc) {
  if (!parent) return c->ir->scheduler == IR_SCHED_SYSTEMC;
  if (c->ctxs.data[parent].again) return true;
  ir_func f = c->ctxs.data[parent].func;
  return cfg_comes_again(cfa_graph(c, f), ir_func_get(c->ir, f), call_pc);
}

void cfa_open_local(cfa *c, cobj *o, uint32_t pc) {
  ir_func f = c->ctxs.data[o->ctx].func;
  bool leaves = !o->is_private || bitset_has(&c->returned, o->abstract);
  o->is_named = bitset_has(&c->named, o->abstract);
  bool again = (leaves || o->is_named) && c->ctxs.data[o->ctx].again;
  if (o->is_named && !again) again = cfg_comes_again(cfa_graph(c, f), ir_func_get(c->ir, f), pc);
  expr no = expr_bool(c->terms, false);
  if (leaves || again) o->alive = cfa_new_var(c, 1, 0, arena_printf(c->mem, "alive(%s)", o->name), no);
  if (again) o->made = cfa_new_var(c, 1, 0, arena_printf(c->mem, "made(%s)", o->name), no);
}

expr cfa_local_made_again(cwalk *w, const cobj *o) {
  expr_table *t = w->c->terms;
  if (!o->made) return expr_bool(t, false);
  if (o->is_named) return cfa_get(w, o->made);
  return expr_and(t, cfa_get(w, o->made), expr_not(t, cfa_get(w, o->alive)));
}

expr cfa_local_dead(cwalk *w, const cobj *o) {
  for (uint32_t x = w->ctx; x && !o->made; x = w->c->ctxs.data[x].parent)
    if (x == o->ctx) return expr_bool(w->c->terms, false);
  return expr_not(w->c->terms, cfa_get(w, o->alive));
}
