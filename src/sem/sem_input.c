// Inputs: fresh literals for NONDET and NONDET_MEM, and fixing them to values.
//
// The list of inputs has one entry per scalar in the order drawn, which is the order in which the concrete interpreter
// asks for values.
#include "base/mem.h"
#include "sem/sem_impl.h"

#define LITERALS_PER_OBJECT 64u  // larger integer arrays get one array literal

void sem_leaf_name(const ir_module *ir, ir_type type, uint64_t offset, strbuf *out) {
  for (;;) {
    const ir_type_info *t = ir_type_get(ir, type);
    if (t->kind == IR_TYPE_ARRAY) {
      uint64_t size = ir_type_get(ir, t->elem)->size;
      sb_printf(out, "[%llu]", (unsigned long long)(size ? offset / size : 0));
      offset = size ? offset % size : 0;
      type = t->elem;
    } else if (t->kind == IR_TYPE_RECORD) {
      const ir_field *found = NULL;
      for (uint32_t i = 0; i < t->n_fields && !found; i++) {
        const ir_field *f = &t->fields[i];
        if (offset >= f->offset && offset - f->offset < ir_type_get(ir, f->type)->size) found = f;
      }
      if (!found) return;
      if (!found->name || !str_starts(found->name, IR_BASE_FIELD))
        sb_printf(out, ".%s", found->name ? found->name : "?");
      offset -= found->offset;
      type = found->type;
    } else {
      return;
    }
  }
}

// lo <= x <= hi in the signedness of the type, or EXPR_NONE if no value of the type lies there. The bounds are cut to
// what the type can hold first, so that they keep their meaning in its width.
static expr range_condition(const world *m, expr x, const ir_type_info *type) {
  expr_table *t = m->base.terms;
  int64_t lo = m->base.options.input_lo, hi = m->base.options.input_hi;
  uint32_t w = type->bits;
  bool is_signed = type->is_signed;
  if (!is_signed && lo < 0) lo = 0;
  if (w < 64 || (w == 64 && is_signed)) {
    int64_t least = is_signed ? -(int64_t)((uint64_t)1 << (w - 1)) : 0;
    if (w == 64) least = INT64_MIN;
    int64_t most = w == 64 ? INT64_MAX : (int64_t)(width_mask(w) >> (is_signed ? 1 : 0));
    if (lo < least) lo = least;
    if (hi > most) hi = most;
  }
  if (lo > hi) return EXPR_NONE;
  expr from = expr_resize(t, expr_const(t, 64, (uint64_t)lo), w, true),
       to = expr_resize(t, expr_const(t, 64, (uint64_t)hi), w, true);
  return is_signed ? expr_and(t, expr_sle(t, from, x), expr_sle(t, x, to))
                   : expr_and(t, expr_ule(t, from, x), expr_ule(t, x, to));
}

// Remembers an input that was drawn as `x`. False: stopped, because the declared range excludes all values.
static bool record_input(run *r, expr x, ir_type type, const char *name, place at) {
  const world *m = r->m;
  if (m->base.options.has_input_range) {
    expr c = range_condition(m, x, ir_type_get(m->base.ir, type));
    smt_answer may = expr_some(c) ? pathcond_may(m->base.solver, r->s->pc, c) : SMT_UNSAT;
    if (may == SMT_UNSAT) {
      fork_cut(r);
      return false;
    }
    fork_add(r, r->s, c, may);
  }
  state_add_input(r->s, &(state_input){.name = name, .type = type, .literal = x, .at = at, .proc = r->p});
  // The second interpreter knows no range, and goes round with zeros.
  *(r->m->rounds.on && !m->base.options.has_input_range ? &r->m->rounds.drew : &r->s->acted) = true;
  return true;
}

static expr fresh_literal(const world *m, sort s, ir_type type, const char *name, place at) {
  return expr_var(
      m->base.terms, s,
      &(expr_var_info){
          .name = name, .type_tag = type.id, .is_signed = ir_type_get(m->base.ir, type)->is_signed, .at = at});
}

// One draw per step where a step more costs no interleavings: the choices of a sequential program meet again between its
// draws (doc/semantics-threads.md 2).
static bool begins_step(const run *r) {
  return r->merges && !r->region && !r->guard && r->p != PROC_KERNEL && run_has_drawn(r);
}

static bool watches(const run *r) {
  const sem_options *o = &r->m->base.options;
  return r->m->base.needs.spin && r->p != PROC_KERNEL &&
         (!o->has_input_range || (o->input_lo <= 0 && o->input_hi >= 1));
}

// Loops that wait are looked at: both values, each in a state of its own, so that it is plain which of them leads back.
static act draw_spurious(run *r, const ir_instr *i, const char *name) {
  state *both[] = {r->s, state_fork(r->s)};
  r->out->forks = 1;
  for (uint32_t happens = 0; happens < 2; happens++) {
    state *s = both[happens];
    expr drawn = expr_const(r->m->base.terms, type_bits(r->m, i->type), happens);
    state_add_input(
        s,
        &(state_input){.name = name, .type = i->type, .literal = drawn, .at = i->at, .proc = r->p, .spurious = true});
    frame *f = state_own_top(s, r->stack);
    if (i->dst.id) f->regs[i->dst.id] = value_word(happens);
    f->pc++;
    fork_interrupt(r, s);
  }
  r->s = NULL;
  return ACT_STOP;
}

act mem_nondet(run *r, const ir_instr *i) {
  if (begins_step(r)) return ACT_SWITCH;
  const char *name = i->text ? i->text : "input";
  if (i->sub == IR_NONDET_SPURIOUS && watches(r)) return draw_spurious(r, i, name);
  expr x = fresh_literal(r->m, sort_bv(type_bits(r->m, i->type)), i->type, name, i->at);
  if (!record_input(r, x, i->type, name, i->at)) return ACT_STOP;
  r->s->inputs->no_reason = i->sub == IR_NONDET_SPURIOUS;
  run_set(r, value_term(x));
  return ACT_NEXT;
}

bool input_uninitialised(run *r, ir_type type, expr *out) {
  place at = run_instr(r)->at;
  *out = fresh_literal(r->m, sort_bv(type_bits(r->m, type)), type, "uninitialised", at);
  return record_input(r, *out, type, "uninitialised", at);
}

// One literal per scalar of the type.
static act nondet_cells(run *r, const ir_instr *i, objref *o, uint64_t offset, const layout *l) {
  for (uint64_t number = 0; number < l->count * l->n_cells; number++) {
    cell c = *layout_cell(l, number);
    c.offset = layout_cell_offset(l, number);
    strbuf b = {0};
    sb_puts(&b, i->text ? i->text : "input");
    sem_leaf_name(r->m->base.ir, i->type, c.offset, &b);
    const char *name = intern(r->m->texts, sb_text(&b));
    sb_fini(&b);
    expr x = fresh_literal(r->m, sort_bv(c.bits), c.type, name, i->at);
    if (!record_input(r, x, c.type, name, i->at)) return ACT_STOP;
    c.offset += offset;
    if (!bytes_store(r, o, &c, value_term(x))) return ACT_STOP;
  }
  return ACT_NEXT;
}

static act nondet_array(run *r, const ir_instr *i, const objref *o, const cell *c) {
  expr_table *t = r->m->base.terms;
  const char *whole = i->text ? i->text : "input";
  expr array = fresh_literal(r->m, sort_array(32, c->bits), c->type, whole, i->at);
  for (uint64_t k = 0; k < o->elements; k++) {
    const char *name = sem_text(r->m, "%s[%llu]", whole, (unsigned long long)k);
    if (!record_input(r, expr_select(t, array, expr_const(t, 32, k)), c->type, name, i->at)) return ACT_STOP;
  }
  mem_become_array(r->m, r->s, o, array);
  return ACT_NEXT;
}

act mem_nondet_memory(run *r, const ir_instr *i) {
  value ptr = run_operand(r, &i->args[0]);
  uint64_t bytes = ir_type_get(r->m->base.ir, i->type)->size, offset;
  objref o;
  if (!mem_resolve(r, ptr, bytes, &o) || !mem_writable(r, &o, ptr, bytes)) return ACT_STOP;
  if (!fork_concretise(r, (value){ptr.bits, ptr.e, 0}, 64, "an offset into an object", &offset)) return ACT_STOP;
  if (!threads_may_write(r, ptr, bytes)) return ACT_STOP;
  const layout *l = layout_of(r->m->env->layouts, i->type);
  if (l->too_large) return fork_unknown(r, "a free input of too many parts");
  for (uint32_t k = 0; k < l->n_cells; k++) {
    if (l->cells[k].is_pointer) return fork_unknown(r, "a free input that is a pointer");
  }
  mem_touch(r, TOUCH_WRITE, 0, ptr, &o, bytes);
  bool flat = o.l->uniform && offset == 0 && bytes == o.size && o.elements > LITERALS_PER_OBJECT && l->uniform &&
              l->stride == o.l->stride && l->cells[0].bits == o.l->cells[0].bits && !mem_shares_chunk(r->m, &o);
  return flat ? nondet_array(r, i, &o, &l->cells[0]) : nondet_cells(r, i, &o, offset, l);
}

// --- fixing inputs -------------------------------------------------------------------------------------------------

typedef struct fixer {
  world *m;
  expr_vec vars, terms;
} fixer;

static expr fixed_term(const fixer *f, expr e) {
  return expr_subst(f->m->base.terms, e, f->vars.data, f->terms.data, f->vars.len);
}

static value fixed_value(void *arg, value v) {
  fixer *f = arg;
  expr_table *t = f->m->base.terms;
  if (value_is_concrete(v)) return v;
  expr e = fixed_term(f, v.e);
  if (expr_sort(t, e).elem) return value_term(e);  // an array stays an array, its elements fold when they are read
  value w = value_from_term(t, e);
  w.obj = v.obj;
  return w;
}

// The same list with literals replaced; as far as nothing changes it is shared.
static void fix_list(fixer *f, state *s) {
  VEC(state_input) copies = {0};
  size_t changed = 0;
  for (const state_input *in = s->inputs; in; in = in->older) {
    state_input copy = *in;
    copy.literal = fixed_term(f, in->literal);
    vec_push(&copies, copy);
    if (!expr_same(copy.literal, in->literal)) changed = copies.len;
  }
  state_input *kept = s->inputs;
  for (size_t i = 0; i < changed; i++) kept = kept->older;
  if (kept) kept->refs++;
  state_inputs_unref(s->inputs);
  s->inputs = kept;
  while (changed > 0) state_add_input(s, &copies.data[--changed]);
  vec_free(&copies);
}

void sem_fix_inputs(sem *m, state *s, const model *values) {
  fixer f = {.m = (world *)m};
  expr_vec literals = {0};
  expr_table *t = m->terms;
  state_literals(s, t, &literals);
  for (const state_input *in = s->inputs; in; in = in->older) expr_collect_vars(t, in->literal, &literals);
  for (size_t i = 0; i < literals.len; i++) {
    expr v = model_get(values, literals.data[i]);
    if (!expr_some(v)) continue;
    vec_push(&f.vars, literals.data[i]);
    vec_push(&f.terms, v);
    expr fixed = expr_eq(t, literals.data[i], v);
    smt_answer may = pathcond_may(m->solver, s->pc, fixed);
    // The caller's values satisfy the path condition; if the solver cannot confirm that, what follows is uncertain.
    state_set_pathcond(s, pathcond_add(m->solver, s->pc, fixed, may == SMT_SAT ? SMT_SAT : SMT_UNKNOWN));
  }
  state_map_values(s, fixed_value, &f);
  fix_list(&f, s);
  vec_free(&f.vars);
  vec_free(&f.terms);
  vec_free(&literals);
}
