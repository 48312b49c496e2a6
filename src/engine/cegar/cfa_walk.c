// Walks the code from one location to the next ones: each way is an edge.
#include "engine/cegar/cfa.h"
#include "engine/cegar/cfa_ops.h"

enum { MOST_WAYS = 512, MOST_OPS = 20000, BLOCK_FORKS = 4, MOST_JUMPS = 64 };

// --- values of variables along a way ---------------------------------------------------------------------------------

expr cfa_get(const cwalk *w, uint32_t var) {
  for (size_t i = w->updates.len; i-- > 0;)
    if (w->updates.data[i].var == var) return w->updates.data[i].value;
  const cvar *v = &w->c->vars.data[var];
  if (v->late) cfa_note_late_read(w->c, var, w->from);
  return v->fixed ? v->init : v->sym;
}

void cfa_set(cwalk *w, uint32_t var, expr value) {
  for (size_t i = 0; i < w->updates.len; i++) {
    if (w->updates.data[i].var != var) continue;
    w->updates.data[i].value = value;
    return;
  }
  vec_push(&w->updates, ((cupdate){var, value}));
}

expr cfa_fresh_of(cwalk *w, sort s, const char *name) {
  expr_var_info info = {.name = name};
  expr v = expr_var(w->c->terms, s, &info);
  vec_push(&w->inputs, v);
  return v;
}

expr cfa_fresh(cwalk *w, uint32_t width, const char *name) { return cfa_fresh_of(w, sort_bv(width), name); }

uint32_t cfa_reg_var(cfa *c, uint32_t ctx, uint32_t reg) {
  uint64_t v;
  if (map64_get(&c->ctxs.data[ctx].regs, reg, &v)) return (uint32_t)v;
  const cctx *x = &c->ctxs.data[ctx];
  const ir_func_info *f = ir_func_get(c->ir, x->func);
  const ir_reg_info *r = &f->regs[reg];
  uint32_t width = cfa_width(c, r->type);
  const char *name = r->name ? arena_printf(c->mem, "%s.%s", c->insts.data[x->inst].name, r->name)
                             : arena_printf(c->mem, "%s.%s.%%%u", c->insts.data[x->inst].name, f->name, reg);
  uint32_t id = cfa_new_var(c, width, x->inst, name, expr_const(c->terms, width, 0));
  c->vars.data[id].ctx = ctx;
  c->vars.data[id].reg = reg;
  c->vars.data[id].entry_zero = reg > f->n_params && live_at(c->live, x->func, 0, (ir_reg){reg});
  map64_put(&c->ctxs.data[ctx].regs, reg, id);
  return id;
}

expr cfa_operand(cwalk *w, const ir_operand *o) {
  cfa *c = w->c;
  switch (o->kind) {
  case IR_OPERAND_REG: return cfa_get(w, cfa_reg_var(c, w->ctx, (uint32_t)o->value));
  case IR_OPERAND_INT: return expr_const(c->terms, cfa_width(c, o->type), o->value);
  case IR_OPERAND_WIDE: return expr_const_wide(c->terms, ir_type_get(c->ir, o->type)->bits, o->limbs);
  case IR_OPERAND_NULL: return expr_const(c->terms, cfa_pointer_bits(c), 0);
  case IR_OPERAND_GLOBAL: return cfa_address(c, cfa_global_object(c, w->inst, (uint32_t)o->value), o->offset);
  case IR_OPERAND_FUNC: return cfa_address(c, cfa_func_object(c, (uint32_t)o->value), 0);
  case IR_OPERAND_PROC: return expr_const(c->terms, 32, o->value);
  case IR_OPERAND_UPDATE:
  case IR_OPERAND_NONE: break;
  }
  UNREACHABLE("an operand without value");
}

// --- locations ------------------------------------------------------------------------------------------------------

static uint32_t add_location(cfa *c, cloc l) {
  vec_push(&c->locs, l);
  return (uint32_t)c->locs.len - 1;
}

uint32_t cfa_location(cfa *c, const cwalk *w) {
  uint64_t key = ((uint64_t)w->ctx << 36) ^ ((uint64_t)w->pc << 16) ^ ((uint64_t)w->depth << 8) ^ w->k, v;
  if (map64_get(&c->loc_index, key, &v)) return (uint32_t)v;
  const ir_func_info *f = ir_func_get(c->ir, c->ctxs.data[w->ctx].func);
  uint32_t id = add_location(c, (cloc){.kind = CLOC_CODE,
                                       .inst = w->inst,
                                       .ctx = w->ctx,
                                       .pc = w->pc,
                                       .depth = w->depth,
                                       .k = w->k,
                                       .at = f->code[w->pc].at});
  map64_put(&c->loc_index, key, id);
  vec_push(&c->worklist, id);
  return id;
}

static uint32_t special(cfa *c, cloc_kind kind, uint32_t inst, uint32_t ctx, uint32_t pc, ir_check check,
                        const char *message, place at) {
  uint64_t key = ((uint64_t)1 << 63) ^ ((uint64_t)kind << 59) ^ ((uint64_t)check << 54) ^ ((uint64_t)ctx << 24) ^ pc, v;
  if (map64_get(&c->loc_index, key, &v)) return (uint32_t)v;
  uint32_t id = add_location(c, (cloc){.kind = kind,
                                       .inst = inst,
                                       .ctx = ctx,
                                       .pc = pc,
                                       .check = check,
                                       .message = arena_strdup(c->mem, message),
                                       .at = at});
  map64_put(&c->loc_index, key, id);
  return id;
}

// --- edges ----------------------------------------------------------------------------------------------------------

// Can the value of a register still matter at a location?
static bool matters(const cfa *c, const cvar *v, uint32_t inst, const cloc *to) {
  if (!v->ctx) return true;
  if (v->inst != inst) {  // argument of a process that is started
    const cctx *x = &c->ctxs.data[v->ctx];
    return live_at(c->live, x->func, 0, (ir_reg){v->reg});
  }
  if (to->kind != CLOC_CODE) return false;
  uint32_t pc = to->pc;
  for (uint32_t x = to->ctx; x; pc = c->ctxs.data[x].call_pc, x = c->ctxs.data[x].parent) {
    const cctx *ctx = &c->ctxs.data[x];
    if (x != v->ctx) continue;
    return x == to->ctx ? live_at(c->live, ctx->func, pc, (ir_reg){v->reg})
                        : live_across(c->live, ctx->func, pc, (ir_reg){v->reg});
  }
  return false;
}

// A way that ends where another one of the same location ended, changing nothing: both are one edge.
static bool joins_other(cwalk *w, uint32_t from, uint32_t to) {
  cfa *c = w->c;
  if (w->updates.len || w->sync != CSYNC_NONE || c->locs.data[to].kind != CLOC_PARKED) return false;
  for (size_t i = 0; i < c->locs.data[from].out.len; i++) {
    cedge *e = &c->edges.data[c->locs.data[from].out.data[i]];
    if (e->to != to || e->updates.len || e->sync != CSYNC_NONE) continue;
    e->guard = expr_or(c->terms, e->guard, w->guard);
    for (size_t k = 0; k < w->inputs.len; k++) vec_push(&e->inputs, w->inputs.data[k]);
    vec_free(&w->inputs);
    vec_free(&w->updates);
    return true;
  }
  return false;
}

static void note_values(cfa *c, const cwalk *w) {
  for (size_t i = 0; i < w->updates.len; i++) {
    cvar *v = &c->vars.data[w->updates.data[i].var];
    if (v->late) cfa_note_late_write(c, w->updates.data[i].var, (uint32_t)c->edges.len);
    if (!v->fixed || expr_same(w->updates.data[i].value, v->init)) continue;
    if (v->late) v->init = v->first;
    v->fixed = v->late = false;
    v->varies = c->grew = true;
  }
}

static void filter_updates(cwalk *w, uint32_t to) {
  cfa *c = w->c;
  size_t n = 0;
  for (size_t i = 0; i < w->updates.len; i++) {
    cupdate u = w->updates.data[i];
    const cvar *v = &c->vars.data[u.var];
    if (v->fixed || expr_same(u.value, v->sym) || !matters(c, v, w->inst, &c->locs.data[to])) continue;
    w->updates.data[n++] = u;
  }
  w->updates.len = n;
}

void cwalk_finish(cwalk *w, uint32_t from, uint32_t to) {
  cfa *c = w->c;
  size_t late = c->late_writes.len;
  note_values(c, w);
  filter_updates(w, to);
  if (joins_other(w, from, to)) {
    c->late_writes.len = late;
    return;
  }
  cedge e = {.id = (uint32_t)c->edges.len,
             .inst = w->inst,
             .from = from,
             .to = to,
             .guard = w->guard,
             .sync = w->sync,
             .operand = w->operand,
             .result = w->result,
             .child = w->child,
             .acts = w->acts,
             .await = w->await,
             .visible = w->visible,
             .fills = w->fills,
             .func = w->func,
             .pc = w->first_pc,
             .at = w->at};
  e.updates.data = w->updates.data;
  e.updates.len = w->updates.len;
  e.updates.cap = w->updates.cap;
  e.inputs = w->inputs;
  vec_push(&c->edges, e);
  vec_push(&c->locs.data[from].out, e.id);
  if (e.await) c->locs.data[from].await = true;
}

void cwalk_drop(cwalk *w) {
  vec_free(&w->acts);
  vec_free(&w->updates);
  vec_free(&w->inputs);
}

cwalk *cwalk_copy(const cwalk *w) {
  cwalk *n = MEM_NEW(cwalk);
  *n = *w;
  n->updates.data = NULL;
  n->updates.len = n->updates.cap = 0;
  n->inputs = (expr_vec){0};
  n->acts = (kact_vec){0};
  for (size_t i = 0; i < w->acts.len; i++) vec_push(&n->acts, w->acts.data[i]);
  for (size_t i = 0; i < w->updates.len; i++) vec_push(&n->updates, w->updates.data[i]);
  for (size_t i = 0; i < w->inputs.len; i++) vec_push(&n->inputs, w->inputs.data[i]);
  return n;
}

bool cwalk_restrict(cwalk *w, expr cond) {
  w->guard = expr_and(w->c->terms, w->guard, cond);
  return !expr_is_false(w->c->terms, w->guard);
}

static void end_aside(cwalk *w, uint32_t from, expr cond, uint32_t to) {
  cwalk *n = cwalk_copy(w);
  if (cwalk_restrict(n, cond))
    cwalk_finish(n, from, to);
  else
    cwalk_drop(n);
  mem_free(n);
}

bool cwalk_fails(cwalk *w, uint32_t from, expr cond, const ir_instr *i, ir_check check, const char *message) {
  cfa *c = w->c;
  if (expr_is_false(c->terms, cond)) return true;
  bool counts = c->options.checks >> check & 1;
  uint32_t to = special(c, counts ? CLOC_ERROR : CLOC_GAP, w->inst, w->ctx, w->pc, check,
                        message ? message : ir_check_message(check), i->at);
  end_aside(w, from, cond, to);
  return cwalk_restrict(w, expr_not(c->terms, cond));
}

void cwalk_gap(cwalk *w, uint32_t from, const ir_instr *i, const char *message) {
  cwalk_finish(w, from, special(w->c, CLOC_GAP, w->inst, w->ctx, w->pc, 0, message, i->at));
}

// The failing side of an assumption, or the end of the program. What a region has done before nobody sees
// (doc/semantics-threads.md 2): the process
// stands still without an effect. If a part of the region was seen, nothing is known.
static void park_aside(cwalk *w, uint32_t from, expr cond, const ir_instr *i) {
  cfa *c = w->c;
  // In a simulation such a run does not exist at all.
  if (expr_is_false(c->terms, cond) || c->entry) return;
  cwalk *n = cwalk_copy(w);
  bool some = cwalk_restrict(n, cond);
  if (!some) {
    cwalk_drop(n);
  } else if (w->depth && w->start_depth) {
    cwalk_gap(n, from, i, "an assumption fails in an atomic region that is not one step");
  } else {
    if (w->depth) vec_clear(&n->updates);
    cwalk_finish(n, from, c->insts.data[w->inst].parked);
  }
  mem_free(n);
}

// --- where an edge ends ---------------------------------------------------------------------------------------------

static bool is_sync(const ir_instr *i) {
  return i->op == IR_LOCK || i->op == IR_UNLOCK || i->op == IR_TRYLOCK || i->op == IR_HOLDS || i->op == IR_JOIN ||
         i->op == IR_SPAWN;
}

// Does an access concern nobody else? Not if others may end the object.
static bool is_own(cwalk *w, const ir_instr *i) {
  if (!w->c->options.large_blocks || (i->op != IR_LOAD && i->op != IR_STORE && i->op != IR_RMW && i->op != IR_CAS))
    return false;
  uint32_t obj;
  uint32_t v = cfa_cell_at(w->c, cfa_operand(w, &i->args[0]), (uint32_t)ir_type_get(w->c->ir, i->type)->size, &obj);
  if (!v || !cfa_is_solo(w->c, v, w->inst, i->op != IR_LOAD)) return false;
  uint32_t alive = w->c->objs.data[obj].alive;
  return !alive || cfa_is_solo(w->c, alive, w->inst, false);
}

// Before the first spawn of the only process nobody else sees anything.
static bool is_alone(const cwalk *w) {
  return w->c->options.large_blocks && w->c->ir->n_procs == 1 && w->inst == 1 && !w->k;
}

// Computes a value from others: a part of the operation that it is computed for, as in an assignment of the source.
static bool is_expression(const ir_instr *i) { return i->op > IR_MOV && i->op <= IR_INTTOPTR; }

static bool must_cut(cwalk *w, const ir_instr *i) {
  if (!w->ops || w->in_guard) return false;
  if (is_sync(i) || i->op == IR_AWAIT_BEGIN) return true;
  if (w->left_region && w->sync == CSYNC_SPAWN) return true;  // cfa_late.c relies on it
  if (w->depth || is_alone(w)) return false;
  if (i->op == IR_ATOMIC_BEGIN || i->op == IR_AWAIT_BEGIN || i->op == IR_STEP) return true;
  if (!w->c->options.large_blocks && w->acted && i->op != IR_JUMP) return true;
  // A process that was started sees what comes next.
  return ir_begins_step(i) && (w->visible || w->left_region || w->sync != CSYNC_NONE) && !is_own(w, i);
}

const cfg *cfa_graph(cfa *c, ir_func f) {
  if (!c->cfgs[f.id]) c->cfgs[f.id] = cfg_new(ir_func_get(c->ir, f));
  return c->cfgs[f.id];
}

// Goes to a block; true: the edge ends there.
static bool enter_block(cwalk *w, ir_block b) {
  ir_func f = w->c->ctxs.data[w->ctx].func;
  w->pc = ir_func_get(w->c->ir, f)->blocks[b.id].first;
  if (w->in_guard) return false;
  if (!w->ops) return ++w->jumps > MOST_JUMPS;  // a loop of jumps alone
  return cfa_graph(w->c, f)->is_loop_head[b.id] || (!w->depth && w->forks >= BLOCK_FORKS);
}

// --- control --------------------------------------------------------------------------------------------------------

void cwalk_later(cwalk *w) {
  vec_push(&w->c->ways, w);
  w->c->n_ways++;
}

static step_end go(cwalk *w, uint32_t from, ir_block b) {
  if (!enter_block(w, b)) return STEP_NEXT;
  cwalk_finish(w, from, cfa_location(w->c, w));
  return STEP_DONE;
}

// The way under `cond` to a block, to be walked later (or ended there).
static void fork_to(cwalk *w, uint32_t from, expr cond, ir_block b) {
  if (expr_is_false(w->c->terms, cond)) return;
  cwalk *n = cwalk_copy(w);
  n->forks++;
  bool some = cwalk_restrict(n, cond);
  if (!some) cwalk_drop(n);
  if (!some || go(n, from, b) == STEP_DONE)
    mem_free(n);
  else
    cwalk_later(n);
}

static step_end take_branch(cwalk *w, uint32_t from, const ir_instr *i) {
  expr_table *t = w->c->terms;
  expr c = cfa_operand(w, &i->args[0]);
  w->ops++;
  if (expr_is_const(t, c)) return go(w, from, i->targets[expr_is_true(t, c) ? 0 : 1]);
  fork_to(w, from, expr_not(t, c), i->targets[1]);
  fork_to(w, from, c, i->targets[0]);
  return STEP_DROP;
}

static step_end take_switch(cwalk *w, uint32_t from, const ir_instr *i) {
  expr_table *t = w->c->terms;
  expr v = cfa_operand(w, &i->args[0]), other = expr_bool(t, true);
  w->ops++;
  for (uint32_t k = 1; k < i->n_args; k++) {
    expr is = expr_eq(t, v, cfa_operand(w, &i->args[k]));
    fork_to(w, from, is, i->targets[k]);
    other = expr_and(t, other, expr_not(t, is));
  }
  fork_to(w, from, other, i->targets[0]);
  return STEP_DROP;
}

step_end cwalk_control(cwalk *w, uint32_t from, const ir_instr *i) {
  cfa *c = w->c;
  if (i->op == IR_JUMP) return go(w, from, i->targets[0]);
  if (i->op == IR_BRANCH) return take_branch(w, from, i);
  if (i->op == IR_SWITCH) return take_switch(w, from, i);
  if (i->op == IR_STOP) {
    park_aside(w, from, expr_bool(c->terms, true), i);
    return STEP_DROP;
  }
  if (i->op == IR_ASSUME) {
    expr cond = cfa_operand(w, &i->args[0]);
    park_aside(w, from, expr_not(c->terms, cond), i);
    w->ops++;
    if (!cwalk_restrict(w, cond)) return STEP_DROP;
    w->pc++;
    return STEP_NEXT;
  }
  cwalk_gap(w, from, i, i->op == IR_UNSUPPORTED ? i->text : "code that the source declares impossible");
  return STEP_DONE;
}

// --- one location ---------------------------------------------------------------------------------------------------

static void walk_way(cwalk *w, uint32_t from) {
  cfa *c = w->c;
  for (;;) {
    const ir_func_info *f = ir_func_get(c->ir, c->ctxs.data[w->ctx].func);
    const ir_instr *i = &f->code[w->pc];
    if (must_cut(w, i)) {
      cwalk_finish(w, from, cfa_location(c, w));
      return;
    }
    if (w->ops > MOST_OPS || c->n_ways > MOST_WAYS) {
      cwalk_gap(w, from, i, "too many ways through one block of code");
      return;
    }
    if (!w->visible && !w->depth && ir_begins_step(i) && !is_own(w, i)) {
      w->visible = true;
      w->func = c->ctxs.data[w->ctx].func.id;
      w->first_pc = w->pc;
      w->at = i->at;
    }
    if (!w->at.file) w->at = i->at;
    if (i->op != IR_JUMP && !is_expression(i)) w->acted = true;
    step_end end = cwalk_step(w, from, i);
    if (end == STEP_DROP) cwalk_drop(w);
    if (end != STEP_NEXT) return;
  }
}

void cfa_walk_from(cfa *c, uint32_t loc) {
  const cloc *l = &c->locs.data[loc];
  cwalk *w = MEM_NEW(cwalk);
  *w = (cwalk){.c = c,
               .inst = l->inst,
               .ctx = l->ctx,
               .pc = l->pc,
               .from = loc,
               .depth = c->entry ? 1 : l->depth,
               .start_depth = l->depth,
               .k = l->k,
               .guard = expr_bool(c->terms, true),
               .only_begun = true};
  c->n_ways = 0;
  cwalk_later(w);
  while (c->ways.len) {
    cwalk *next = vec_pop(&c->ways);
    walk_way(next, loc);
    mem_free(next);
  }
}
