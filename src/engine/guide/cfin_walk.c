// The ways through the steps of a process (cfin.h). Steps begin and end where doc/semantics-threads.md 2 says.
#include "engine/guide/cfin.h"

#include "engine/search/terms.h"

enum { MOST_OPS = 4000, MOST_WAYS = 4096, MOST_REGIONS = 100 };

static uint32_t ended_location(cfin *c, uint32_t proc) { return cfin_location(c, proc, UINT32_MAX); }

uint32_t cfin_location(cfin *c, uint32_t proc, uint32_t pc) {
  uint32_t known = cfin_loc_at(c, proc, pc);
  if (known) return known;
  const ir_func_info *f = ir_func_get(c->ir, c->ir->procs[proc].func);
  uint32_t id = (uint32_t)c->locs.len;
  vec_push(&c->locs, ((floc){.proc = proc, .pc = pc, .at = pc == UINT32_MAX ? f->at : f->code[pc].at}));
  map64_put(&c->loc_index, (uint64_t)proc << 32 | pc, id);
  if (pc != UINT32_MAX) vec_push(&c->worklist, id);
  return id;
}

// --- values of a way ------------------------------------------------------------------------------------------------

expr fwalk_fresh(fwalk *w, uint32_t width, const char *name) {
  expr_var_info info = {.name = name};
  expr v = expr_var(w->c->terms, sort_bv(width), &info);
  vec_push(&w->inputs, v);
  return v;
}

expr fwalk_get(const fwalk *w, uint32_t var) {
  for (size_t k = w->updates.len; k-- > 0;)
    if (w->updates.data[k].var == var) return w->updates.data[k].value;
  return w->c->vars.data[var].sym;
}

void fwalk_set(fwalk *w, uint32_t var, expr value) {
  for (size_t k = 0; k < w->updates.len; k++) {
    if (w->updates.data[k].var != var) continue;
    w->updates.data[k].value = value;
    return;
  }
  vec_push(&w->updates, ((fupdate){var, value}));
}

static fval of_type(const fwalk *w, ir_type type, expr e) {
  const ir_type_info *info = ir_type_get(w->c->ir, type);
  if (info->kind != IR_TYPE_PTR) return (fval){.e = e};
  return (fval){.e = e, .off = expr_const(w->c->terms, 64, 0), .elem = info->elem};
}

// The address of a place in a global: the cell there, or a distance from its first one.
static fval global_address(fwalk *w, const ir_operand *o) {
  cfin *c = w->c;
  const fobj *x = &c->objs.data[o->value];
  if (!x->n) {
    cfin_refuse(c, c->ir->globals[o->value].at, "the address of a variable without contents");
    return (fval){.e = cfin_address(c, 0), .off = expr_const(c->terms, 64, 0)};
  }
  uint32_t k = x->n;
  while (k > 1 && c->vars.data[x->first + k - 1].offset > o->offset) k--;
  const fvar *v = &c->vars.data[x->first + k - 1];
  return (fval){.e = cfin_address(c, v->index), .off = expr_const(c->terms, 64, o->offset - v->offset)};
}

fval fwalk_operand(fwalk *w, const ir_operand *o) {
  cfin *c = w->c;
  uint32_t bits = ir_type_get(c->ir, o->type)->bits;
  switch (o->kind) {
  case IR_OPERAND_REG:
    if (w->written[o->value]) return w->regs[o->value];
    return of_type(w, o->type, c->vars.data[cfin_reg_var(c, w->proc, (uint32_t)o->value)].sym);
  case IR_OPERAND_INT: return (fval){.e = expr_const(c->terms, bits, o->value)};
  case IR_OPERAND_WIDE: return (fval){.e = expr_const_wide(c->terms, bits, o->limbs)};
  case IR_OPERAND_NULL: return of_type(w, o->type, cfin_address(c, 0));
  case IR_OPERAND_GLOBAL: return global_address(w, o);
  case IR_OPERAND_PROC: return (fval){.e = expr_const(c->terms, 32, o->value)};
  case IR_OPERAND_FUNC:
  case IR_OPERAND_UPDATE:
  case IR_OPERAND_NONE: break;
  }
  cfin_refuse(c, w->f->code[w->pc].at, "the address of a function");
  return (fval){.e = cfin_address(c, 0), .off = expr_const(c->terms, 64, 0)};
}

void fwalk_result(fwalk *w, const ir_instr *i, fval v) {
  if (!i->dst.id) return;
  w->regs[i->dst.id] = v;
  w->written[i->dst.id] = true;
}

bool fwalk_restrict(fwalk *w, expr cond) {
  w->guard = expr_and(w->c->terms, w->guard, cond);
  return !expr_is_false(w->c->terms, w->guard);
}

// --- edges ----------------------------------------------------------------------------------------------------------

static void add_edge(cfin *c, fedge e, const fwalk *w, bool effects) {
  for (size_t k = 0; effects && k < w->updates.len; k++) {
    fupdate u = w->updates.data[k];
    if (!expr_same(u.value, c->vars.data[u.var].sym)) vec_push(&e.updates, u);
  }
  for (size_t k = 0; k < w->inputs.len; k++) vec_push(&e.inputs, w->inputs.data[k]);
  e.proc = w->proc;
  e.from = w->from;
  e.at = e.to ? c->locs.data[w->from].at : e.at;
  vec_push(&c->edges, e);
  vec_push(&c->locs.data[w->from].out, (uint32_t)c->edges.len - 1);
}

bool fwalk_fails(fwalk *w, expr cond, const ir_instr *i, ir_check check, bool own) {
  cfin *c = w->c;
  expr guard = expr_and(c->terms, w->guard, cond);
  if (!expr_is_false(c->terms, guard))
    add_edge(c, (fedge){.guard = guard, .check = check, .own_error = own, .at = i->at}, w, false);
  return fwalk_restrict(w, expr_not(c->terms, cond));
}

// The way ends before the code index pc: registers that are read from there on are variables.
static void finish(fwalk *w, uint32_t pc) {
  cfin *c = w->c;
  ir_func func = c->ir->procs[w->proc].func;
  for (uint32_t r = 1; r <= w->f->n_regs && pc != UINT32_MAX; r++)
    if (w->written[r] && live_at(c->live, func, pc, (ir_reg){r}))
      fwalk_set(w, cfin_reg_var(c, w->proc, r), fwalk_scalar(w, w->regs[r]));
  add_edge(
      c,
      (fedge){.to = pc == UINT32_MAX ? ended_location(c, w->proc) : cfin_location(c, w->proc, pc), .guard = w->guard},
      w, true);
}

static fwalk *copy_way(const fwalk *w) {
  fwalk *n = MEM_NEW(fwalk);
  *n = *w;
  n->regs = MEM_NEW_N(fval, w->f->n_regs + 1);
  n->written = MEM_NEW_N(bool, w->f->n_regs + 1);
  for (uint32_t r = 0; r <= w->f->n_regs; r++) {
    n->regs[r] = w->regs[r];
    n->written[r] = w->written[r];
  }
  memset(&n->updates, 0, sizeof n->updates);
  memset(&n->inputs, 0, sizeof n->inputs);
  for (size_t k = 0; k < w->updates.len; k++) vec_push(&n->updates, w->updates.data[k]);
  for (size_t k = 0; k < w->inputs.len; k++) vec_push(&n->inputs, w->inputs.data[k]);
  return n;
}

static void free_way(fwalk *w) {
  mem_free(w->regs);
  mem_free(w->written);
  vec_free(&w->updates);
  vec_free(&w->inputs);
  mem_free(w);
}

// --- one operation --------------------------------------------------------------------------------------------------

static fend refuse(fwalk *w, const ir_instr *i, const char *why) {
  cfin_refuse(w->c, i->at, why);
  return FEND_DONE;
}

// Comparison of addresses: two objects outside of the pools may be one or two (MEND-10). So may be an old address of a slot
// and that of the object that lives there now, if slots with old addresses are taken again (MEND-12); in the search they are not.
static expr same_place(fwalk *w, fval a, fval b) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  expr x = fwalk_pointer(w, a), y = fwalk_pointer(w, b), top = cfin_address(c, c->top);
  expr same = expr_eq(t, x, y);
  expr unsure = expr_and(t, expr_eq(t, x, top), expr_eq(t, y, top));
  for (uint32_t o = 1; o < c->objs.len && c->frees && c->dangling; o++) {
    const fobj *s = &c->objs.data[o];
    for (uint32_t k = 0; s->kind == FOBJ_SLOT && k < s->n; k++)
      unsure = expr_or(t, unsure, expr_and(t, same, expr_eq(t, x, cfin_address(c, c->vars.data[s->first + k].index))));
  }
  if (expr_is_false(t, unsure)) return same;
  return expr_ite(t, unsure, fwalk_fresh(w, 1, "same"), same);
}

static bool is_pointer(fval v) { return expr_some(v.off); }

static fend do_value(fwalk *w, const ir_instr *i) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  const ir_type_info *type = ir_type_get(c->ir, i->type);
  fval v[3] = {{{0}, {0}, {0}}};
  bool pointers = false;
  for (uint32_t k = 0; k < i->n_args && k < 3; k++) {
    v[k] = fwalk_operand(w, &i->args[k]);
    pointers |= is_pointer(v[k]);
    if (ir_type_get(c->ir, i->args[k].type)->kind == IR_TYPE_FLOAT) return refuse(w, i, "floating point numbers");
  }
  fval r = {.e = EXPR_NONE};
  if (i->op == IR_MOV) {
    r = v[0];
  } else if (i->op == IR_PTRADD && is_pointer(v[0]) && !is_pointer(v[1])) {
    r = v[0];
    r.off = expr_add(t, r.off, expr_resize(t, v[1].e, 64, true));
  } else if (i->op == IR_SELECT) {
    r = of_type(w, i->type, expr_ite(t, v[0].e, fwalk_scalar(w, v[1]), fwalk_scalar(w, v[2])));
  } else if (pointers) {
    if ((i->op == IR_EQ || i->op == IR_NE) && is_pointer(v[0]) && is_pointer(v[1]) && !c->reuses) {
      r.e = same_place(w, v[0], v[1]);
      if (i->op == IR_NE) r.e = expr_not(t, r.e);
    }
  } else if (type->kind == IR_TYPE_INT) {
    r.e = i->n_args == 1   ? terms_unary(t, i->op, v[0].e, type->bits)
          : i->n_args == 2 ? terms_binary(t, i->op, v[0].e, v[1].e)
                           : EXPR_NONE;
  }
  if (!expr_some(r.e))
    return refuse(w, i, arena_printf(c->mem, "the operation `%s` on such values", ir_op_text(i->op)));
  fwalk_result(w, i, r);
  w->pc++;
  return FEND_NEXT;
}

// Were all literals drawn on this way? Then nobody has seen them, and the failing part is no run.
static bool drawn_here(const fwalk *w, expr cond) {
  expr_vec vars = {0};
  expr_collect_vars(w->c->terms, cond, &vars);
  bool all = true;
  for (size_t k = 0; k < vars.len && all; k++) {
    all = false;
    for (size_t j = 0; j < w->inputs.len && !all; j++) all = expr_same(vars.data[k], w->inputs.data[j]);
  }
  vec_free(&vars);
  return all;
}

// The process stands still for ever. What a region has done before nobody sees (doc/semantics-threads.md 2).
static void park(fwalk *w, expr cond) {
  expr guard = expr_and(w->c->terms, w->guard, cond);
  if (expr_is_false(w->c->terms, guard)) return;
  add_edge(w->c, (fedge){.to = ended_location(w->c, w->proc), .guard = guard}, w, !w->depth);
}

static fend do_assume(fwalk *w, const ir_instr *i) {
  expr cond = fwalk_operand(w, &i->args[0]).e;
  if (expr_is_const(w->c->terms, cond) || !drawn_here(w, cond)) park(w, expr_not(w->c->terms, cond));
  w->pc++;
  return fwalk_restrict(w, cond) ? FEND_NEXT : FEND_DONE;
}

static fend do_check(fwalk *w, const ir_instr *i) {
  if (w->c->checks >> i->sub & 1) {
    expr bad = expr_not(w->c->terms, fwalk_operand(w, &i->args[0]).e);
    if (!fwalk_fails(w, bad, i, (ir_check)i->sub, false)) return FEND_DONE;
  }
  w->pc++;
  return FEND_NEXT;
}

static fend do_nondet(fwalk *w, const ir_instr *i) {
  const ir_type_info *type = ir_type_get(w->c->ir, i->type);
  if (type->kind != IR_TYPE_INT) return refuse(w, i, "an input that is no integer");
  fwalk_result(w, i, (fval){.e = fwalk_fresh(w, type->bits, i->text ? i->text : "nd")});
  w->drawn = true;
  w->pc++;
  return FEND_NEXT;
}

// --- control --------------------------------------------------------------------------------------------------------

// Goes to a block; a backward jump behind an input ends the step.
static fend go(fwalk *w, ir_block b) {
  uint32_t to = w->f->blocks[b.id].first;
  bool ends = to <= w->pc && w->drawn && !w->depth && !w->in_guard;
  w->pc = to;
  if (!ends) return FEND_NEXT;
  finish(w, to);
  return FEND_DONE;
}

typedef VEC(fwalk *) way_vec;

static void fork_to(fwalk *w, expr cond, ir_block b, way_vec *ways) {
  expr guard = expr_and(w->c->terms, w->guard, cond);
  if (expr_is_false(w->c->terms, guard)) return;
  fwalk *n = copy_way(w);
  n->guard = guard;
  if (go(n, b) == FEND_NEXT)
    vec_push(ways, n);
  else
    free_way(n);
}

static fend do_branch(fwalk *w, const ir_instr *i, way_vec *ways) {
  expr_table *t = w->c->terms;
  expr c = fwalk_operand(w, &i->args[0]).e;
  if (i->op == IR_BRANCH) {
    if (expr_is_const(t, c)) return go(w, i->targets[expr_is_true(t, c) ? 0 : 1]);
    fork_to(w, expr_not(t, c), i->targets[1], ways);
    fork_to(w, c, i->targets[0], ways);
    return FEND_DONE;
  }
  expr other = expr_bool(t, true);
  for (uint32_t k = 1; k < i->n_args; k++) {
    expr is = expr_eq(t, c, fwalk_operand(w, &i->args[k]).e);
    fork_to(w, is, i->targets[k], ways);
    other = expr_and(t, other, expr_not(t, is));
  }
  fork_to(w, other, i->targets[0], ways);
  return FEND_DONE;
}

static fend do_region(fwalk *w, const ir_instr *i) {
  if (i->op == IR_ATOMIC_BEGIN) {
    if (++w->depth > MOST_REGIONS) return refuse(w, i, "regions nested too deeply");
  } else if (i->op == IR_ATOMIC_END) {
    if (!w->depth) return refuse(w, i, "the end of a region that was not begun");
    w->depth--;
  } else if (i->op == IR_AWAIT_BEGIN) {
    if (w->in_guard || (w->depth && w->updates.len))
      return refuse(w, i, "waiting inside of a region that has had effects");
    w->in_guard = true;
  } else {
    w->in_guard = false;
    w->pc++;
    return fwalk_restrict(w, fwalk_operand(w, &i->args[0]).e) ? FEND_NEXT : FEND_DONE;
  }
  w->pc++;
  return FEND_NEXT;
}

static fend do_op(fwalk *w, const ir_instr *i, way_vec *ways) {
  switch ((int)i->op) {
  case IR_LOAD:
  case IR_STORE:
  case IR_RMW:
  case IR_CAS: return fmem_access(w, i);
  case IR_VALID: return fmem_valid(w, i);
  case IR_APART: return refuse(w, i, "a question about two ranges of memory");
  case IR_NEW: return fmem_new(w, i);
  case IR_LOCAL: return fmem_local(w, i);
  case IR_FREE: return fmem_free(w, i);
  case IR_JUMP: return go(w, i->targets[0]);
  case IR_BRANCH:
  case IR_SWITCH: return do_branch(w, i, ways);
  case IR_RETURN:
  case IR_EXIT: finish(w, UINT32_MAX); return FEND_DONE;
  case IR_STOP: park(w, expr_bool(w->c->terms, true)); return FEND_DONE;
  case IR_ASSUME: return do_assume(w, i);
  case IR_CHECK: return do_check(w, i);
  case IR_NONDET: return do_nondet(w, i);
  case IR_ATOMIC_BEGIN:
  case IR_ATOMIC_END:
  case IR_AWAIT_BEGIN:
  case IR_AWAIT: return do_region(w, i);
  case IR_STEP:
  case IR_OUTPUT:
  case IR_NAME:
  case IR_FENCE:
  case IR_RELAX:
  case IR_DECLARE: w->pc++; return FEND_NEXT;
  case IR_CALL: return refuse(w, i, "a call");
  }
  if (ir_op_result(i->op) == 'Y' && !ir_op_flags(i->op)[0]) return do_value(w, i);
  return refuse(w, i, arena_printf(w->c->mem, "the operation `%s`", ir_op_text(i->op)));
}

static void walk_way(fwalk *w, way_vec *ways) {
  for (;;) {
    const ir_instr *i = &w->f->code[w->pc];
    if (w->c->refused) return;
    bool visible = !w->depth && !w->in_guard && ir_begins_step(i);
    if (visible && w->begun) {
      finish(w, w->pc);
      return;
    }
    w->begun |= visible;
    if (++w->ops > MOST_OPS) {
      cfin_refuse(w->c, i->at, "a step that is long or has loops");
      return;
    }
    if (do_op(w, i, ways) == FEND_DONE) return;
  }
}

void cfin_walk_from(cfin *c, uint32_t loc) {
  const floc *l = &c->locs.data[loc];
  const ir_func_info *f = ir_func_get(c->ir, c->ir->procs[l->proc].func);
  fwalk *w = MEM_NEW(fwalk);
  *w = (fwalk){.c = c, .proc = l->proc, .from = loc, .pc = l->pc, .f = f, .guard = expr_bool(c->terms, true)};
  w->regs = MEM_NEW_N(fval, f->n_regs + 1);
  w->written = MEM_NEW_N(bool, f->n_regs + 1);
  // Before the first visible operation a step runs up to it.
  w->begun = !ir_begins_step(&f->code[l->pc]);
  way_vec ways = {0};
  vec_push(&ways, w);
  for (uint32_t n = 0; ways.len; n++) {
    fwalk *next = vec_pop(&ways);
    if (n > MOST_WAYS) cfin_refuse(c, f->code[l->pc].at, "too many ways through one step");
    walk_way(next, &ways);
    free_way(next);
  }
  vec_free(&ways);
}
