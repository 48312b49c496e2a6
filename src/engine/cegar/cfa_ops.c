// Single operations of the IR on a way: memory, calls, processes, verification.
#include "engine/cegar/cfa_ops.h"
#include "engine/search/terms.h"

enum { MOST_FRAMES = 48, MOST_CONTEXTS = 60000, MOST_REGIONS = 200, MOST_SPAWNS = 40, MOST_SPLIT = 32 };

static void set_result(cwalk *w, const ir_instr *i, expr v) {
  if (i->dst.id) cfa_set(w, cfa_reg_var(w->c, w->ctx, i->dst.id), v);
}

static step_end next(cwalk *w) {
  w->pc++;
  w->ops++;
  w->only_begun = false;
  return STEP_NEXT;
}

static step_end gap(cwalk *w, uint32_t from, const ir_instr *i, const char *why) {
  cwalk_gap(w, from, i, why);
  return STEP_DONE;
}

static uint32_t size_of(const cfa *c, ir_type t) { return (uint32_t)ir_type_get(c->ir, t)->size; }
static uint32_t bits_of(const cfa *c, ir_type t) { return cfa_width(c, t); }

// --- accesses -------------------------------------------------------------------------------------------------------

static const char stale[] = "a pointer to an object that has ended is compared";
static const char moved_far[] = "a pointer is moved very far";
static const char of_another[] = "a thread-local variable of another process";

// Where an access goes; the ways on which it fails become edges of their own. STEP_NEXT: go on with the targets.
static step_end resolve(cwalk *w, uint32_t from, const ir_instr *i, const ir_operand *o, uint64_t size,
                        ctarget_vec *out) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  expr address = cfa_operand(w, o);
  if (expr_width(t, address) != cfa_pointer_bits(c)) return gap(w, from, i, "an address that is not a pointer");
  if (!cfa_targets(w, o, address, size, out)) return gap(w, from, i, "an access to one of too many places");
  expr none = expr_bool(t, true), dead = expr_bool(t, false), constant = expr_bool(t, false);
  bool writes = i->op != IR_LOAD && !(i->flags & IR_INIT);
  for (size_t k = 0; k < out->len; k++) {
    const ctarget *x = &out->data[k];
    if (cfa_is_of_another(w, &c->objs.data[x->obj])) return gap(w, from, i, of_another);
    if (writes && c->objs.data[x->obj].const_fields) return gap(w, from, i, cfa_const_fields);
    none = expr_and(t, none, expr_not(t, x->cond));
    dead = expr_or(t, dead, expr_and(t, x->cond, cfa_dead_if(w, &c->objs.data[x->obj])));
    if (writes && c->objs.data[x->obj].is_const) constant = expr_or(t, constant, x->cond);
  }
  expr part = cfa_object_part(c, address);
  expr null = expr_and(t, none, expr_eq(t, part, expr_const(t, expr_width(t, part), 0)));
  if (!cwalk_fails(w, from, null, i, IR_CHECK_NULL, NULL)) return STEP_DROP;
  if (!cwalk_fails(w, from, none, i, IR_CHECK_BOUNDS, NULL)) return STEP_DROP;
  if (!cwalk_fails(w, from, dead, i, IR_CHECK_FREED, NULL)) return STEP_DROP;
  if (!cwalk_fails(w, from, constant, i, IR_CHECK_READ_ONLY, NULL)) return STEP_DROP;
  if (out->len == 1) out->data[0].cond = expr_bool(t, true);
  return out->len ? STEP_NEXT : STEP_DROP;
}

bool cwalk_split(cwalk *w, const ir_operand *o, expr value, const expr_vec *values) {
  if (o->kind != IR_OPERAND_REG || values->len > MOST_SPLIT) return false;
  for (size_t k = 0; k < values->len; k++) {
    cwalk *n = cwalk_copy(w);
    if (cwalk_restrict(n, expr_eq(w->c->terms, value, values->data[k]))) {
      cfa_set(n, cfa_reg_var(w->c, w->ctx, (uint32_t)o->value), values->data[k]);
      cwalk_later(n);
    } else {
      cwalk_drop(n);
      mem_free(n);
    }
  }
  return true;
}

static bool split_address(cwalk *w, const ir_operand *o, expr address, const bitset *may) {
  cfa *c = w->c;
  expr_vec all = {0};
  for (uint32_t k = 1; k < c->objs.len; k++) {
    const cobj *x = &c->objs.data[k];
    if (x->kind == COBJ_FUNC || !bitset_has(may, x->abstract)) continue;
    for (uint64_t at = 0; at < x->size && all.len <= MOST_SPLIT; at++) vec_push(&all, cfa_address(c, k, at));
  }
  bool done = cwalk_split(w, o, address, &all);
  vec_free(&all);
  return done;
}

// An address of which one byte must be there; the ways on which it is not become edges of their own.
static step_end must_be_there(cwalk *w, uint32_t from, const ir_instr *i, const ir_operand *o) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  expr address = cfa_operand(w, o), part = cfa_object_part(c, address);
  expr none = expr_bool(t, true), dead = expr_bool(t, false);
  const bitset *may = points_of(c->points, c->ctxs.data[w->ctx].func, o);
  for (uint32_t k = 1; k < c->objs.len; k++) {
    const cobj *x = &c->objs.data[k];
    if (x->kind == COBJ_FUNC || !bitset_has(may, x->abstract)) continue;
    expr begin = cfa_address(c, k, 0), size = expr_const(t, cfa_pointer_bits(c), x->size);
    expr of_it = expr_eq(t, part, cfa_object_part(c, begin));
    if (x->sized && !expr_is_false(t, of_it)) return gap(w, from, i, "a place in an object whose size is not constant");
    expr inside = expr_and(t, of_it, expr_ult(t, expr_sub(t, address, begin), size));
    if (cfa_is_of_another(w, x) && !expr_is_false(t, inside)) return gap(w, from, i, of_another);
    none = expr_and(t, none, expr_not(t, inside));
    dead = expr_or(t, dead, expr_and(t, inside, cfa_dead_if(w, x)));
  }
  expr null = expr_and(t, none, expr_eq(t, part, expr_const(t, expr_width(t, part), 0)));
  if (!cwalk_fails(w, from, null, i, IR_CHECK_NULL, NULL)) return STEP_DROP;
  if (!cwalk_fails(w, from, none, i, IR_CHECK_BOUNDS, NULL)) return STEP_DROP;
  if (!cwalk_fails(w, from, dead, i, IR_CHECK_FREED, NULL)) return STEP_DROP;
  return STEP_NEXT;
}

step_end cwalk_address(cwalk *w, uint32_t from, const ir_instr *i, const ir_operand *o, expr *out) {
  expr address = *out = cfa_operand(w, o);
  step_end end = must_be_there(w, from, i, o);
  if (end != STEP_NEXT || expr_is_const(w->c->terms, address)) return end;
  return split_address(w, o, address, points_of(w->c->points, w->c->ctxs.data[w->ctx].func, o)) ? STEP_DROP : STEP_NEXT;
}

static expr read_target(cwalk *w, const ctarget *x, uint32_t size, bool is_pointer) {
  if (!expr_some(x->index)) return cfa_read(w, x->obj, x->offset, size, is_pointer);
  return cfa_array_fits(w->c, x->obj, is_pointer) ? cfa_array_read(w, x) : EXPR_NONE;
}

static expr read_targets(cwalk *w, const ctarget_vec *targets, uint32_t size, bool is_pointer) {
  expr r = EXPR_NONE;
  for (size_t k = targets->len; k-- > 0;) {
    expr v = read_target(w, &targets->data[k], size, is_pointer);
    if (!expr_some(v)) return EXPR_NONE;
    r = expr_some(r) ? expr_ite(w->c->terms, targets->data[k].cond, v, r) : v;
  }
  return r;
}

static bool write_targets(cwalk *w, const ctarget_vec *targets, uint32_t size, bool is_pointer, expr value) {
  for (size_t k = 0; k < targets->len; k++) {
    const ctarget *x = &targets->data[k];
    expr v = value;
    if (!expr_is_true(w->c->terms, x->cond)) {
      expr old = read_target(w, x, size, is_pointer);
      if (!expr_some(old)) return false;
      v = expr_ite(w->c->terms, x->cond, value, old);
    }
    if (expr_some(x->index) && cfa_array_fits(w->c, x->obj, is_pointer))
      cfa_array_write(w, x, v);
    else if (expr_some(x->index) || !cfa_write(w, x->obj, x->offset, size, is_pointer, v))
      return false;
    if (!expr_some(x->index)) cfa_settle(w, x->obj, x->offset, size, expr_bool(w->c->terms, true), x->cond);
  }
  return true;
}

// The way on which `cond` holds ends as a gap. False: nothing else is left.
static bool gap_aside(cwalk *w, uint32_t from, const ir_instr *i, expr cond, const char *why) {
  if (expr_is_false(w->c->terms, cond)) return true;
  cwalk *n = cwalk_copy(w);
  if (cwalk_restrict(n, cond))
    cwalk_gap(n, from, i, why);
  else
    cwalk_drop(n);
  mem_free(n);
  return cwalk_restrict(w, expr_not(w->c->terms, cond));
}

static step_end access(cwalk *w, uint32_t from, const ir_instr *i) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  uint32_t size = size_of(c, i->type), bits = bits_of(c, i->type);
  bool is_pointer = ir_type_get(c->ir, i->type)->kind == IR_TYPE_PTR;
  uint32_t width = cfa_cell_width(c, size, is_pointer);
  ctarget_vec targets = {0};
  step_end end = resolve(w, from, i, &i->args[0], size, &targets);
  bool ok = true;
  if (end == STEP_NEXT) {
    expr old = i->op == IR_STORE ? EXPR_NONE : read_targets(w, &targets, size, is_pointer);
    if (i->op != IR_STORE && !expr_some(old)) ok = false;
    if (ok && i->op != IR_STORE) old = expr_extract(t, old, bits - 1, 0);
    expr value = EXPR_NONE;
    if (ok && i->op == IR_STORE) value = cfa_operand(w, &i->args[1]);
    if (ok && i->op == IR_RMW) value = terms_rmw(t, (ir_rmw)i->sub, old, cfa_operand(w, &i->args[1]));
    if (ok && i->op == IR_CAS && !gap_aside(w, from, i, cfa_meets_ended(w, old, cfa_operand(w, &i->args[1])), stale))
      end = STEP_DROP;
    ok &= end == STEP_NEXT;
    if (ok && i->op == IR_CAS)
      value = expr_ite(t, expr_eq(t, old, cfa_operand(w, &i->args[1])), cfa_operand(w, &i->args[2]), old);
    if (ok && expr_some(value)) ok = write_targets(w, &targets, size, is_pointer, expr_zext(t, value, width));
    if (ok && i->op != IR_STORE) set_result(w, i, old);
  }
  vec_free(&targets);
  if (end != STEP_NEXT) return end;
  return ok ? next(w) : gap(w, from, i, cfa_mixed);
}

static step_end block_access(cwalk *w, uint32_t from, const ir_instr *i) {
  const char *why = cfa_block(w, i);
  return why ? gap(w, from, i, why) : next(w);
}

// --- objects --------------------------------------------------------------------------------------------------------

// False: nothing is left of the way.
static bool bring_to_life(cwalk *w, uint32_t from, const ir_instr *i, uint32_t obj) {
  cfa *c = w->c;
  const cobj *o = &c->objs.data[obj];
  expr yes = expr_bool(c->terms, true);
  if (o->kind == COBJ_HEAP) {
    uint32_t made = o->made;
    if (!gap_aside(w, from, i, cfa_get(w, made), "memory is allocated repeatedly by one place of the program"))
      return false;
    cfa_set(w, made, yes);
  }
  if (o->kind == COBJ_LOCAL && o->made) {
    const char *again = "a local variable that was known beyond its function is made again";
    if (!gap_aside(w, from, i, cfa_local_made_again(w, o), again)) return false;
    cfa_set(w, c->objs.data[obj].made, yes);
  }
  if (c->objs.data[obj].alive) cfa_set(w, c->objs.data[obj].alive, yes);
  return true;
}

// An object whose size is no constant, or a large one: its contents are one array. It is made once, so that "anything" is
// what the array holds from the start on.
static step_end make_array(cwalk *w, uint32_t from, const ir_instr *i, expr n) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  const char *negative = "negative number of elements";
  if (i->op != IR_NEW) return gap(w, from, i, "an object whose size is not constant");
  expr is_negative = expr_slt(t, n, expr_const(t, expr_width(t, n), 0));
  if (!cwalk_fails(w, from, is_negative, i, IR_CHECK_BOUNDS, negative)) return STEP_DROP;
  uint32_t obj = cfa_site_object(c, w->ctx, w->pc, i, 0);
  if (!c->objs.data[obj].sized) c->objs.data[obj].sized = c->grew = true;
  if (!bring_to_life(w, from, i, obj)) return STEP_DROP;
  if (c->objs.data[obj].element) {
    expr fits;
    expr length = cfa_array_length(w, obj, n, size_of(c, i->type), &fits);
    if (!gap_aside(w, from, i, expr_not(t, fits), "a large object")) return STEP_DROP;
    cfa_set(w, c->objs.data[obj].length, length);
    if (!c->objs.data[obj].uninit) cfa_array_zero(w, obj);
  }
  set_result(w, i, cfa_address(c, obj, 0));
  return next(w);
}

static step_end make_object(cwalk *w, uint32_t from, const ir_instr *i) {
  enum { MOST_CELLS = 1 << 16 };
  cfa *c = w->c;
  expr n = cfa_operand(w, &i->args[0]);
  if (!expr_is_const(c->terms, n) || expr_const_u64(c->terms, n) > MOST_CELLS) return make_array(w, from, i, n);
  uint64_t count = expr_const_u64(c->terms, n);
  uint32_t obj = cfa_site_object(c, w->ctx, w->pc, i, count);
  if (c->objs.data[obj].sized) return make_array(w, from, i, n);
  if (c->objs.data[obj].size != count * size_of(c, i->type)) return gap(w, from, i, "an object whose size varies");
  if (!bring_to_life(w, from, i, obj)) return STEP_DROP;
  cfa_reset_cells(w, obj);
  set_result(w, i, cfa_address(c, obj, 0));
  return next(w);
}

static step_end free_object(cwalk *w, uint32_t from, const ir_instr *i) {
  cfa *c = w->c;
  uint32_t obj;
  uint64_t offset;
  expr p = cfa_operand(w, &i->args[0]);
  if (expr_is_const(c->terms, p) && !expr_const_u64(c->terms, p)) return next(w);
  if (!cfa_split_address(c, p, &obj, &offset) || !obj || obj >= c->objs.len || offset ||
      c->objs.data[obj].kind != COBJ_HEAP)
    return gap(w, from, i, "what is freed is not known");
  if (i->text && c->options.checks >> IR_CHECK_DOUBLE_FREE & 1) return gap(w, from, i, "what an object is deleted as");
  uint32_t alive = c->objs.data[obj].alive;
  if (!alive) return next(w);
  expr dead = expr_not(c->terms, cfa_get(w, alive));
  if (!cwalk_fails(w, from, dead, i, IR_CHECK_DOUBLE_FREE, NULL)) return STEP_DROP;
  cfa_set(w, alive, expr_bool(c->terms, false));
  return next(w);
}

static step_end shadow(cwalk *w, uint32_t from, const ir_instr *i) {
  uint32_t obj;
  uint64_t offset;
  if (!cfa_known_place(w, &i->args[0], 0, &obj, &offset)) return gap(w, from, i, "an address that is not known");
  set_result(w, i, cfa_address(w->c, cfa_shadow_object(w->c, obj, offset, i->type), 0));
  return next(w);
}

// --- calls and processes --------------------------------------------------------------------------------------------

uint32_t cfa_context(cfa *c, uint32_t inst, uint32_t parent, uint32_t call_pc, ir_func f) {
  uint64_t key = ((uint64_t)inst << 52) ^ ((uint64_t)parent << 36) ^ ((uint64_t)call_pc << 14) ^ f.id, v;
  if (map64_get(&c->ctx_index, key, &v)) return (uint32_t)v;
  cctx x = {.inst = inst,
            .parent = parent,
            .call_pc = call_pc,
            .func = f,
            .depth = parent ? c->ctxs.data[parent].depth + 1 : 0,
            .again = cfa_comes_again(c, parent, call_pc)};
  vec_push(&c->ctxs, x);
  map64_put(&c->ctx_index, key, c->ctxs.len - 1);
  return (uint32_t)c->ctxs.len - 1;
}

static bool known_function(cwalk *w, const ir_operand *o, ir_func *f) {
  uint32_t obj;
  uint64_t offset;
  if (!cfa_split_address(w->c, cfa_operand(w, o), &obj, &offset) || !obj || obj >= w->c->objs.len) return false;
  *f = (ir_func){w->c->objs.data[obj].abstract};
  return w->c->objs.data[obj].kind == COBJ_FUNC && !offset;
}

static step_end call(cwalk *w, uint32_t from, const ir_instr *i) {
  cfa *c = w->c;
  ir_func f;
  if (!known_function(w, &i->args[0], &f)) return gap(w, from, i, "a call of a function that is not known");
  const ir_func_info *info = ir_func_get(c->ir, f);
  if (!info->n_code) return gap(w, from, i, "a function without code");
  if (c->ctxs.data[w->ctx].depth >= MOST_FRAMES || c->ctxs.len >= MOST_CONTEXTS) return gap(w, from, i, "recursion");
  if (!ir_call_fits(c->ir, i, info)) return gap(w, from, i, "a call of a function by a type that is not its own");
  uint32_t x = cfa_context(c, w->inst, w->ctx, w->pc, f);
  expr_vec args = {0};
  for (uint32_t k = 1; k < i->n_args; k++) vec_push(&args, cfa_operand(w, &i->args[k]));
  for (uint32_t k = 1; k < i->n_args; k++) cfa_set(w, cfa_reg_var(c, x, k), args.data[k - 1]);
  vec_free(&args);
  for (uint32_t r = info->n_params + 1; r <= info->n_regs; r++)
    if (live_at(c->live, f, 0, (ir_reg){r})) {
      uint32_t v = cfa_reg_var(c, x, r);
      cfa_set(w, v, expr_const(c->terms, c->vars.data[v].width, 0));
    }
  w->ctx = x;
  w->pc = 0;
  w->ops++;
  w->only_begun = false;
  return STEP_NEXT;
}

static void end_frame(cwalk *w, uint32_t ctx) {
  cfa *c = w->c;
  for (size_t k = 0; k < c->ctxs.data[ctx].locals.len; k++) {
    uint32_t alive = c->objs.data[c->ctxs.data[ctx].locals.data[k]].alive;
    if (alive) cfa_set(w, alive, expr_bool(c->terms, false));
  }
}

static step_end leave(cwalk *w, uint32_t from, const ir_instr *i) {
  cfa *c = w->c;
  expr v = i->op == IR_RETURN && i->n_args ? cfa_operand(w, &i->args[0]) : EXPR_NONE;
  for (;;) {
    const cctx *x = &c->ctxs.data[w->ctx];
    end_frame(w, w->ctx);
    if (!x->parent) {
      cwalk_finish(w, from, c->insts.data[w->inst].ended);
      return STEP_DONE;
    }
    w->pc = x->call_pc;
    w->ctx = x->parent;
    if (i->op == IR_RETURN) break;
  }
  const ir_instr *at = &ir_func_get(c->ir, c->ctxs.data[w->ctx].func)->code[w->pc];
  if (expr_some(v)) set_result(w, at, v);
  return next(w);
}

uint32_t cfa_instance(cfa *c, uint32_t parent, uint32_t k, ir_func f) {
  uint64_t key = ((uint64_t)parent << 40) ^ ((uint64_t)k << 24) ^ f.id, v;
  if (map64_get(&c->inst_index, key, &v)) return (uint32_t)v;
  const char *name = ir_func_get(c->ir, f)->name;
  uint32_t same = 0;
  for (size_t i = 1; i < c->insts.len; i++) same += c->insts.data[i].func.id == f.id;
  if (same) name = arena_printf(c->mem, "%s#%u", name, same + 1);
  uint32_t id = (uint32_t)c->insts.len;
  vec_push(&c->insts, ((cinst){.parent = parent, .k = k, .func = f, .name = name}));
  c->insts.data[id].root = cfa_context(c, id, 0, 0, f);
  map64_put(&c->inst_index, key, id);
  c->grew = true;
  return id;
}

static step_end spawn(cwalk *w, uint32_t from, const ir_instr *i) {
  cfa *c = w->c;
  ir_func f;
  if (!known_function(w, &i->args[0], &f)) return gap(w, from, i, "a process of a function that is not known");
  if (!ir_func_get(c->ir, f)->n_code) return gap(w, from, i, "a function without code");
  if (w->k >= MOST_SPAWNS || c->insts.len > 128) return gap(w, from, i, "too many processes");
  if (!ir_call_fits(c->ir, i, ir_func_get(c->ir, f))) return gap(w, from, i, "arguments of other types");
  uint32_t child = cfa_instance(c, w->inst, ++w->k, f);
  expr_vec args = {0};
  for (uint32_t k = 1; k < i->n_args; k++) vec_push(&args, cfa_operand(w, &i->args[k]));
  for (uint32_t k = 1; k < i->n_args; k++) cfa_set(w, cfa_reg_var(c, c->insts.data[child].root, k), args.data[k - 1]);
  vec_free(&args);
  w->sync = CSYNC_SPAWN;
  w->child = child;
  set_result(w, i, expr_const(c->terms, 32, child));
  return next(w);
}

static void note_mutex(cfa *c, expr address) {
  for (size_t k = 0; k < c->mutexes.len; k++)
    if (expr_same(c->mutexes.data[k], address)) return;
  vec_push(&c->mutexes, address);
}

static step_end sync(cwalk *w, uint32_t from, const ir_instr *i) {
  cfa *c = w->c;
  csync kind = i->op == IR_LOCK      ? CSYNC_LOCK
               : i->op == IR_UNLOCK  ? CSYNC_UNLOCK
               : i->op == IR_TRYLOCK ? CSYNC_TRYLOCK
               : i->op == IR_HOLDS   ? CSYNC_HOLDS
                                     : CSYNC_JOIN;
  // Ways on which it fails have the operation, too: all edges of a location wait for the same.
  w->operand = cfa_operand(w, &i->args[0]);
  w->sync = kind;
  if (kind != CSYNC_JOIN) {
    step_end end = must_be_there(w, from, i, &i->args[0]);
    if (end != STEP_NEXT) return end;
    if (expr_is_const(c->terms, w->operand)) note_mutex(c, w->operand);
  }
  if (kind == CSYNC_TRYLOCK || kind == CSYNC_HOLDS) {
    expr_var_info info = {.name = "found"};
    w->result = expr_var(c->terms, sort_bv(1), &info);
    set_result(w, i, w->result);
  }
  return next(w);
}

// It changes nothing that this engine looks at.
static step_end life(cwalk *w, uint32_t from, const ir_instr *i) {
  if (i->sub == IR_LIFE_ANEW) return gap(w, from, i, "an object that begins anew");
  step_end end = must_be_there(w, from, i, &i->args[0]);
  return end == STEP_NEXT ? next(w) : end;
}

// --- regions and guards ---------------------------------------------------------------------------------------------

static step_end region(cwalk *w, uint32_t from, const ir_instr *i) {
  if (i->op == IR_ATOMIC_BEGIN) {
    bool begun = w->only_begun;
    if (w->depth >= MOST_REGIONS) return gap(w, from, i, "regions nested too deeply");
    w->depth++;
    next(w);
    w->only_begun = begun;
    return STEP_NEXT;
  }
  if (i->op == IR_ATOMIC_END) {
    if (!w->depth) return gap(w, from, i, "the end of a region that was not begun");
    w->depth--;
    w->left_region |= w->start_depth && !w->depth;
    return next(w);
  }
  if (i->op == IR_AWAIT_BEGIN) {
    if (!w->only_begun || w->start_depth) return gap(w, from, i, "a guard inside of an atomic region");
    w->in_guard = w->await = true;
    return next(w);
  }
  w->in_guard = false;
  if (!cwalk_restrict(w, cfa_operand(w, &i->args[0]))) return STEP_DROP;
  return next(w);
}

static step_end check(cwalk *w, uint32_t from, const ir_instr *i) {
  cfa *c = w->c;
  if (!(c->options.checks >> i->sub & 1)) return next(w);
  expr bad = expr_not(c->terms, cfa_operand(w, &i->args[0]));
  if (!cwalk_fails(w, from, bad, i, (ir_check)i->sub, i->text)) return STEP_DROP;
  return next(w);
}

// A small number that is passed as a pointer, and back: it is the address of no object (doc/ir.md, pointers). Any other number
// is not followed.
static step_end cast(cwalk *w, uint32_t from, const ir_instr *i) {
  expr_table *t = w->c->terms;
  expr v = cfa_operand(w, &i->args[0]);
  expr small = expr_ult(t, v, expr_const(t, expr_width(t, v), CFA_NO_OBJECT));
  if (!gap_aside(w, from, i, expr_not(t, small), "an address as a number")) return STEP_DROP;
  set_result(w, i, expr_resize(t, v, bits_of(w->c, i->type), false));
  return next(w);
}

static step_end value(cwalk *w, uint32_t from, const ir_instr *i) {
  bool casts = i->op == IR_PTRTOINT || i->op == IR_INTTOPTR;
  if (casts && ir_type_get(w->c->ir, i->type)->bits == w->c->ir->pointer_bits &&
      ir_type_get(w->c->ir, i->args[0].type)->bits == w->c->ir->pointer_bits)
    return cast(w, from, i);
  if (!gap_aside(w, from, i, cfa_ends_meet(w, i), "the end of an object is compared with the begin of another one"))
    return STEP_DROP;
  bool equality = i->op == IR_EQ || i->op == IR_NE;
  if (equality &&
      !gap_aside(w, from, i, cfa_meets_ended(w, cfa_operand(w, &i->args[0]), cfa_operand(w, &i->args[1])), stale))
    return STEP_DROP;
  if (!gap_aside(w, from, i, cfa_leads_far(w, i), moved_far)) return STEP_DROP;
  expr v = cfa_value(w, i);
  if (!expr_some(v))
    return gap(w, from, i, arena_printf(w->c->mem, "the operation `%s` on such values", ir_op_text(i->op)));
  set_result(w, i, v);
  return next(w);
}

// Operations in lines, not one a line.
// clang-format off
step_end cwalk_step(cwalk *w, uint32_t from, const ir_instr *i) {
  step_end end;
  if (cfa_names_far(i)) return gap(w, from, i, moved_far);
  if (w->c->entry && cwalk_kernel(w, from, i, &end)) return end;
  switch (i->op) {
  case IR_MOV: case IR_ADD: case IR_SUB: case IR_MUL: case IR_UDIV: case IR_SDIV: case IR_UREM: case IR_SREM:
  case IR_SHL: case IR_LSHR: case IR_ASHR: case IR_AND: case IR_OR: case IR_XOR: case IR_NOT: case IR_NEG:
  case IR_EQ: case IR_NE: case IR_ULT: case IR_ULE: case IR_SLT: case IR_SLE: case IR_ZEXT: case IR_SEXT:
  case IR_TRUNC: case IR_SELECT: case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FREM: case IR_FNEG:
  case IR_FCMP: case IR_FCONV: case IR_FTOS: case IR_FTOU: case IR_STOF: case IR_UTOF: case IR_PTRADD:
  case IR_PTRDIFF: case IR_PTRTOINT: case IR_INTTOPTR:
    return value(w, from, i);
  case IR_LOAD: case IR_STORE: case IR_RMW: case IR_CAS: return access(w, from, i);
  case IR_COPY: case IR_FILL: case IR_NONDET_MEM: return block_access(w, from, i);
  case IR_LOCAL: case IR_NEW: return make_object(w, from, i);
  case IR_FREE: return free_object(w, from, i);
  case IR_SHADOW: return shadow(w, from, i);
  case IR_NONDET: set_result(w, i, cfa_fresh(w, bits_of(w->c, i->type), i->text)); return next(w);
  case IR_CALL: return i->n_targets ? gap(w, from, i, "exceptions") : call(w, from, i);
  case IR_RETURN: case IR_EXIT: return leave(w, from, i);
  case IR_SPAWN: return spawn(w, from, i);
  case IR_LOCK: case IR_UNLOCK: case IR_TRYLOCK: case IR_HOLDS: case IR_JOIN: return sync(w, from, i);
  case IR_ATOMIC_BEGIN: case IR_ATOMIC_END: case IR_AWAIT_BEGIN: case IR_AWAIT: return region(w, from, i);
  case IR_CHECK: return check(w, from, i);
  case IR_SELF:
    if (bits_of(w->c, i->type) != 32) return gap(w, from, i, "the argument of the running process");
    set_result(w, i, expr_const(w->c->terms, 32, w->inst));
    return next(w);
  case IR_TIME: set_result(w, i, expr_const(w->c->terms, 64, 0)); return next(w);
  case IR_LIFE: return life(w, from, i);
  case IR_OUTPUT: case IR_STEP: case IR_FENCE: case IR_RELAX: case IR_DETACH: case IR_DECLARE: case IR_BOUND: case IR_SENSITIVE: case IR_NAME: return next(w);
  case IR_JUMP: case IR_BRANCH: case IR_SWITCH: case IR_STOP: case IR_ASSUME: case IR_UNREACHABLE: case IR_UNSUPPORTED:
    return cwalk_control(w, from, i);
  case IR_END: return gap(w, from, i, "a variable that others may know ends with its block");
  case IR_SEAL: return gap(w, from, i, "an object becomes a constant");
  case IR_APART:
    if (w->c->options.checks >> IR_CHECK_OVERLAP & 1) return gap(w, from, i, "the operation `apart`");
    set_result(w, i, cfa_fresh(w, 1, "apart"));
    return next(w);
  case IR_VALID:
    // Whether bytes are blank is asked for misuse alone, which this engine does not look for.
    if (i->sub != IR_VALID_BLANK) return gap(w, from, i, "the operation `valid`");
    set_result(w, i, cfa_fresh(w, 1, "blank"));
    return next(w);
  case IR_SIZE: case IR_WRITE: case IR_THROW: case IR_LANDING: case IR_START: case IR_WAIT: case IR_NOTIFY: case IR_NOTIFY_AFTER:
  case IR_CANCEL: case IR_SUSPEND: case IR_RESUME: case IR_DISABLE: case IR_ENABLE: case IR_KILL: case IR_RESET:
  case IR_REQUEST_UPDATE: case IR_ARM: case IR_WAITED: case IR_SWITCH_TO: case IR_DELTA: case IR_ACTIVITY: case IR_TRIGGERED: case IR_PENDING: case IR_RESERVE: case IR_PAUSE: case IR_HALT:
  case IR_OP_COUNT:
    return gap(w, from, i, arena_printf(w->c->mem, "the operation `%s`", ir_op_text(i->op)));
  }
  UNREACHABLE("an operation of no known kind");
}
// clang-format on
