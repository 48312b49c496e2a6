// Operations on the kernel of a simulation: they become actions of the edge, which ends where the process gives way.
#include "engine/cegar/cfa_ops.h"

enum { MOST_DELAYS = 8 };

static step_end gap(cwalk *w, uint32_t from, const ir_instr *i, const char *why) {
  cwalk_gap(w, from, i, why);
  return STEP_DONE;
}

static step_end go_on(cwalk *w) {
  w->pc++;
  w->ops++;
  return STEP_NEXT;
}

// The step is over: others may go on.
static step_end give_way(cwalk *w, uint32_t from) {
  w->pc++;
  w->depth = 0;
  cwalk_finish(w, from, cfa_location(w->c, w));
  return STEP_DONE;
}

static void add_act(cwalk *w, kact a) { vec_push(&w->acts, a); }

// A delay is signed and not negative. Few are told apart; others must be known exactly.
static step_end delay_of(cwalk *w, uint32_t from, const ir_instr *i, const ir_operand *o, expr *out) {
  expr_table *t = w->c->terms;
  expr v = cfa_operand(w, o);
  expr negative = expr_slt(t, v, expr_const(t, expr_width(t, v), 0));
  if (!cwalk_fails(w, from, negative, i, IR_CHECK_DELAY, NULL)) return STEP_DROP;
  *out = expr_resize(t, v, 64, true);
  if (expr_is_const(t, v) || expr_width(t, v) > 64) return STEP_NEXT;
  expr_range r = expr_get_range(t, v);
  if (r.umax - r.umin > MOST_DELAYS) return STEP_NEXT;
  expr_vec all = {0};
  for (uint64_t d = r.umin; d <= r.umax && d >= r.umin; d++) vec_push(&all, expr_const(t, expr_width(t, v), d));
  bool done = cwalk_split(w, o, v, &all);
  vec_free(&all);
  return done ? STEP_DROP : STEP_NEXT;
}

static step_end on_event(cwalk *w, uint32_t from, const ir_instr *i) {
  kact a = {.kind = i->op == IR_NOTIFY ? KACT_NOTIFY : i->op == IR_CANCEL ? KACT_CANCEL : KACT_NOTIFY_AFTER};
  if (i->op == IR_NOTIFY && w->inst > w->c->entry) return gap(w, from, i, "an immediate notification in an update");
  step_end end = cwalk_address(w, from, i, &i->args[0], &a.what);
  if (end == STEP_NEXT && i->op == IR_NOTIFY_AFTER) end = delay_of(w, from, i, &i->args[1], &a.amount);
  if (end != STEP_NEXT) return end;
  add_act(w, a);
  return go_on(w);
}

static step_end on_process(cwalk *w, uint32_t from, const ir_instr *i) {
  expr p = cfa_operand(w, &i->args[0]);
  uint64_t number = expr_is_const(w->c->terms, p) ? expr_const_u64(w->c->terms, p) : 0;
  if (!number || number > w->c->ir->n_procs) return gap(w, from, i, "which process is meant is not known");
  add_act(w, (kact){.kind = i->op == IR_SUSPEND ? KACT_SUSPEND : KACT_RESUME, .what = p});
  return i->op == IR_SUSPEND && number == w->inst ? give_way(w, from) : go_on(w);
}

static step_end wait(cwalk *w, uint32_t from, const ir_instr *i) {
  if (w->inst >= w->c->entry) return gap(w, from, i, "a wait outside of a process");
  if (i->dst.id || i->sub & IR_WAIT_ARRAY) return gap(w, from, i, "such a wait");
  uint32_t n = i->n_args - (i->sub & IR_WAIT_TIMEOUT ? 1 : 0);
  kact a = {.kind = KACT_WAIT, .all = i->sub & IR_WAIT_ALL};
  step_end end = STEP_NEXT;
  for (uint32_t k = 0; k < n && end == STEP_NEXT; k++) {
    kact event = {.kind = KACT_EVENT};
    end = cwalk_address(w, from, i, &i->args[k], &event.what);
    if (end == STEP_NEXT) add_act(w, event);
  }
  if (end == STEP_NEXT && i->sub & IR_WAIT_TIMEOUT) end = delay_of(w, from, i, &i->args[n], &a.amount);
  if (end != STEP_NEXT) return end;
  add_act(w, a);
  return give_way(w, from);
}

static step_end start(cwalk *w, uint32_t from, const ir_instr *i) {
  if (w->inst != w->c->entry || i->sub != IR_START_IVL || i->dst.id) return gap(w, from, i, "such a start");
  kact a = {.kind = KACT_START};
  if (i->n_args) a.amount = expr_resize(w->c->terms, cfa_operand(w, &i->args[0]), 64, true);
  add_act(w, a);
  return give_way(w, from);
}

static step_end request(cwalk *w, uint32_t from, const ir_instr *i) {
  if (i->n_args > 1) return gap(w, from, i, "the argument of an update");
  add_act(w, (kact){.kind = KACT_UPDATE, .what = expr_const(w->c->terms, 32, i->args[0].value)});
  return go_on(w);
}

static step_end time(cwalk *w, const ir_instr *i) {
  expr_table *t = w->c->terms;
  if (!expr_some(w->result)) {
    expr_var_info info = {.name = "time"};
    w->result = expr_var(t, sort_bv(64), &info);
    w->sync = CSYNC_TIME;
  }
  uint32_t bits = ir_type_get(w->c->ir, i->type)->bits;
  if (i->dst.id) cfa_set(w, cfa_reg_var(w->c, w->ctx, i->dst.id), expr_resize(t, w->result, bits, false));
  return go_on(w);
}

bool cwalk_kernel(cwalk *w, uint32_t from, const ir_instr *i, step_end *end) {
  switch ((uint32_t)i->op) {
  case IR_NOTIFY:
  case IR_NOTIFY_AFTER:
  case IR_CANCEL: *end = on_event(w, from, i); return true;
  case IR_SUSPEND:
  case IR_RESUME: *end = on_process(w, from, i); return true;
  case IR_WAIT: *end = wait(w, from, i); return true;
  case IR_START: *end = start(w, from, i); return true;
  case IR_REQUEST_UPDATE: *end = request(w, from, i); return true;
  case IR_TIME: *end = time(w, i); return true;
  case IR_STOP:
    add_act(w, (kact){.kind = KACT_STOP});
    *end = go_on(w);
    return true;
  case IR_ATOMIC_BEGIN:
  case IR_ATOMIC_END: *end = go_on(w); return true;
  case IR_LOCK:
  case IR_UNLOCK:
  case IR_TRYLOCK:
  case IR_HOLDS:
  case IR_LIFE:
  case IR_JOIN:
  case IR_DETACH:
  case IR_SPAWN:
  case IR_AWAIT_BEGIN:
  case IR_SELF:
    *end = gap(w, from, i, arena_printf(w->c->mem, "the operation `%s` in a simulation", ir_op_text(i->op)));
    return true;
  }
  return false;
}
