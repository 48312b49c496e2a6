#include "sem/blur.h"

#include "base/map64.h"
#include "base/mem.h"
#include "sem/sem_impl.h"

enum {
  FEW = 6,  // values of a number that are told apart
  FEW_ADDRESSES = 64,
  SPLIT = 3,   // with more symbolic values than this in a state their signs are not told apart
  CASES = 512  // of one state: beyond, nothing more is told apart
};

typedef enum sign { SIGN_ANY, SIGN_NEGATIVE, SIGN_POSITIVE } sign;

typedef enum home { HOME_NONE, HOME_COMMON, HOME_OWN } home;  // the part that a number belongs to

typedef struct blurred {
  expr marker, literal;  // the literal stands for it while its state is stepped
  sort so;
  sign sign;
  home home;
  uint32_t number;
  expr renamed;  // while a state is numbered: its new marker
} blurred;

struct blur {
  world *m;
  VEC(blurred) kinds;
  map64 index;         // marker -> index in kinds
  map64 literals;      // literal -> index in kinds
  VEC(uint32_t) seen;  // kinds in the state at hand
};

blur *blur_new(sem *m) {
  blur *b = MEM_NEW(blur);
  b->m = (world *)m;
  return b;
}

void blur_free(blur *b) {
  if (!b) return;
  vec_free(&b->kinds);
  vec_free(&b->seen);
  map64_fini(&b->index);
  map64_fini(&b->literals);
  mem_free(b);
}

static expr fresh(blur *b, sort so) {
  return expr_var(b->m->base.terms, so, &(expr_var_info){.name = "unknown value", .at = PLACE_NONE});
}

static expr marker_of(blur *b, sort so, sign s, home h, uint32_t number) {
  for (size_t i = 0; i < b->kinds.len; i++) {
    const blurred *k = &b->kinds.data[i];
    if (k->so.width == so.width && k->so.elem == so.elem && k->sign == s && k->home == h && k->number == number)
      return k->marker;
  }
  blurred k = {.marker = fresh(b, so), .literal = fresh(b, so), .so = so, .sign = s, .home = h, .number = number};
  map64_put(&b->index, k.marker.id, b->kinds.len);
  map64_put(&b->literals, k.literal.id, b->kinds.len);
  vec_push(&b->kinds, k);
  return k.marker;
}

static expr has_sign(expr_table *t, expr e, sign s) {
  expr zero = expr_const(t, expr_width(t, e), 0);
  switch (s) {
  case SIGN_ANY: break;
  case SIGN_NEGATIVE: return expr_slt(t, e, zero);
  case SIGN_POSITIVE: return expr_slt(t, zero, e);
  }
  return expr_bool(t, true);
}

// --- sharpening ----------------------------------------------------------------------------------------------------

static bool kind_of(const blur *b, value v, uint32_t *kind) {
  uint64_t found;
  if (value_is_concrete(v) || !map64_get(&b->index, v.e.id, &found)) return false;
  *kind = (uint32_t)found;
  return true;
}

static void see(blur *b, uint32_t kind) {
  for (size_t i = 0; i < b->seen.len; i++)
    if (b->seen.data[i] == kind) return;
  vec_push(&b->seen, kind);
}

static value sharpened(void *arg, value v) {
  blur *b = arg;
  uint32_t kind;
  if (!kind_of(b, v, &kind)) return v;
  see(b, kind);
  v.e = b->kinds.data[kind].literal;
  return v;
}

static void assume(blur *b, state *s, expr c, smt_answer answer) {
  pathcond *pc = pathcond_add(b->m->base.solver, s->pc, c, answer);
  state_set_pathcond(s, pc);
}

void blur_sharpen(blur *b, state *s) {
  if (b->kinds.len == 0) return;
  vec_clear(&b->seen);
  state_map_values(s, sharpened, b);
  for (size_t i = 0; i < b->seen.len; i++) {
    const blurred *k = &b->kinds.data[b->seen.data[i]];
    if (k->sign == SIGN_ANY) continue;
    expr c = has_sign(b->m->base.terms, k->literal, k->sign);
    assume(b, s, c, pathcond_may(b->m->base.solver, s->pc, c));
  }
}

// --- numbers -------------------------------------------------------------------------------------------------------

static void note_seen(void *arg, const value *v) {
  uint32_t kind;
  if (kind_of(arg, *v, &kind)) see(arg, kind);
}

static value renamed(void *arg, value v) {
  blur *b = arg;
  uint32_t kind;
  if (kind_of(b, v, &kind)) v.e = b->kinds.data[kind].renamed;
  return v;
}

void blur_number(blur *b, state *s, bool common) {
  if (b->kinds.len == 0) return;
  vec_clear(&b->seen);
  state_each_value(s, note_seen, b);
  if (b->seen.len == 0) return;
  for (uint32_t i = 0; i < b->seen.len; i++) {
    blurred k = b->kinds.data[b->seen.data[i]];
    expr marker = marker_of(b, k.so, k.sign, common ? HOME_COMMON : HOME_OWN, i);
    b->kinds.data[b->seen.data[i]].renamed = marker;
  }
  state_map_values(s, renamed, b);
}

// --- cases ---------------------------------------------------------------------------------------------------------

typedef struct symbolic {
  expr e;
  bool is_address;
} symbolic;
typedef struct finder {
  blur *b;
  VEC(symbolic) found;  // without duplicates
  expr_vec vars;
} finder;

static void note_symbolic(void *arg, const value *v) {
  finder *f = arg;
  if (value_is_concrete(*v) || map64_get(&f->b->index, v->e.id, NULL)) return;
  for (size_t i = 0; i < f->found.len; i++) {
    if (!expr_same(f->found.data[i].e, v->e)) continue;
    f->found.data[i].is_address |= v->obj != 0;
    return;
  }
  vec_clear(&f->vars);
  expr_collect_vars(f->b->m->base.terms, v->e, &f->vars);
  if (f->vars.len > 0) vec_push(&f->found, ((symbolic){v->e, v->obj != 0}));
}

typedef struct exchange {
  expr_table *t;
  expr from;
  value to;
} exchange;

static value exchanged(void *arg, value v) {
  const exchange *x = arg;
  if (!expr_same(v.e, x->from)) return v;
  value to = x->to;
  to.obj = v.obj;
  return to;
}

// Adds the case c, in which e is `to`.
static void add_case(blur *b, const state *s, expr c, smt_answer answer, expr e, value to, blur_states *work) {
  state *t = state_fork((state *)s);
  assume(b, t, c, answer);
  exchange x = {b->m->base.terms, e, to};
  state_map_values(t, exchanged, &x);
  vec_push(work, t);
}

// Is e a literal of which nothing is known, but perhaps that it has the sign `known`?
static bool is_free(blur *b, const state *s, expr e, sign known) {
  expr_table *t = b->m->base.terms;
  if (expr_get_op(t, e) != EXPR_VAR) return false;
  expr_vec conjuncts = {0}, vars = {0};
  pathcond_conjuncts(s->pc, &conjuncts);
  bool found = false;
  expr own = known == SIGN_ANY ? EXPR_NONE : has_sign(t, e, known);
  for (size_t i = 0; i < conjuncts.len; i++)
    if (!expr_same(conjuncts.data[i], own)) expr_collect_vars(t, conjuncts.data[i], &vars);
  for (size_t i = 0; i < vars.len && !found; i++) found = expr_same(vars.data[i], e);
  vec_free(&conjuncts);
  vec_free(&vars);
  return !found;
}

// Appends up to limit + 1 values. SMT_UNSAT: that is all of them.
static smt_answer values_of(blur *b, const state *s, expr e, size_t limit, expr_vec *out) {
  expr_table *t = b->m->base.terms;
  expr_vec query = {0};
  pathcond_conjuncts(s->pc, &query);
  smt_answer answer = SMT_SAT;
  while (out->len <= limit && answer == SMT_SAT) {
    model *found = NULL;
    answer = smt_check(b->m->base.solver, query.data, query.len, &found);
    if (answer == SMT_SAT) {
      expr v = expr_eval(t, e, found);
      vec_push(out, v);
      vec_push(&query, expr_ne(t, e, v));
    }
    model_free(found);
  }
  vec_free(&query);
  return answer;
}

// Its values one by one, if there are few. False: nothing was done.
static bool enumerate(blur *b, const state *s, const symbolic *x, blur_states *work) {
  expr_table *t = b->m->base.terms;
  size_t limit = x->is_address ? FEW_ADDRESSES : FEW;
  expr_vec values = {0};
  bool few = values_of(b, s, x->e, limit, &values) == SMT_UNSAT && values.len <= limit;
  for (size_t i = 0; i < values.len && few; i++)
    add_case(b, s, expr_eq(t, x->e, values.data[i]), SMT_SAT, x->e, value_from_term(t, values.data[i]), work);
  vec_free(&values);
  return few;
}

// Behind those that the state holds already.
static uint32_t next_number(blur *b, const state *s) {
  vec_clear(&b->seen);
  state_each_value(s, note_seen, b);
  return (uint32_t)b->seen.len;
}

static void split_by_sign(blur *b, const state *s, expr e, blur_states *work) {
  expr_table *t = b->m->base.terms;
  for (sign k = SIGN_NEGATIVE; k <= SIGN_POSITIVE; k++) {
    expr c = has_sign(t, e, k);
    smt_answer may = pathcond_may(b->m->base.solver, s->pc, c);
    expr marker = marker_of(b, expr_sort(t, e), k, HOME_NONE, next_number(b, s));
    if (may != SMT_UNSAT) add_case(b, s, c, may, e, value_term(marker), work);
  }
  expr zero = expr_eq(t, e, expr_const(t, expr_width(t, e), 0));
  smt_answer may = pathcond_may(b->m->base.solver, s->pc, zero);
  if (may != SMT_UNSAT) add_case(b, s, zero, may, e, value_word(0), work);
}

// One symbolic value less. False: an address with too many values.
static bool reduce(blur *b, const state *s, const finder *f, bool coarse, blur_states *work) {
  expr_table *t = b->m->base.terms;
  const symbolic *x = &f->found.data[0];
  sort so = expr_sort(t, x->e);
  bool is_number = !so.elem && so.width <= 64;
  uint64_t kind;
  sign known = map64_get(&b->literals, x->e.id, &kind) ? b->kinds.data[kind].sign : SIGN_ANY;
  bool bare = !x->is_address && is_number && so.width > 3 && is_free(b, s, x->e, known);
  if (bare && known != SIGN_ANY) {  // as it was before the step
    expr marker = marker_of(b, so, known, HOME_NONE, next_number(b, s));
    add_case(b, s, expr_bool(t, true), SMT_SAT, x->e, value_term(marker), work);
    return true;
  }
  bool tries = is_number && (x->is_address || (!coarse && !bare));
  if (tries && enumerate(b, s, x, work)) return true;
  if (x->is_address) return false;
  if (is_number && !coarse && f->found.len <= SPLIT) {
    split_by_sign(b, s, x->e, work);
    return true;
  }
  expr marker = marker_of(b, so, SIGN_ANY, HOME_NONE, next_number(b, s));
  add_case(b, s, expr_bool(t, true), SMT_SAT, x->e, value_term(marker), work);
  return true;
}

static void forget_history(state *s) {
  state_set_pathcond(s, NULL);
  state_inputs_unref(s->inputs);
  s->inputs = NULL;
}

bool blur_cases(blur *b, state *s, blur_states *out) {
  size_t first = out->len;
  bool possible = true;
  blur_states work = {0};
  vec_push(&work, s);
  while (work.len > 0) {
    state *now = vec_pop(&work);
    finder f = {.b = b};
    // Without inputs of this step, and with nothing blurred ever, there are no literals: states may be large.
    if (possible && (now->inputs || b->kinds.len > 0)) state_each_value(now, note_symbolic, &f);
    if (f.found.len > 0) {
      possible = reduce(b, now, &f, out->len - first + work.len > CASES, &work);
      state_unref(now);
    } else {
      forget_history(now);
      vec_push(out, now);
    }
    vec_free(&f.found);
    vec_free(&f.vars);
  }
  vec_free(&work);
  while (!possible && out->len > first) {
    state *dropped = vec_pop(out);
    state_unref(dropped);
  }
  return possible;
}

void blur_cell(blur *b, state *s, uint32_t obj, uint64_t offset, uint32_t size) {
  objref o;
  uint64_t number;
  if (!mem_object(b->m, s, obj, &o) || !layout_find(o.l, o.elements, offset, size, &number)) return;
  uint32_t width = layout_cell(o.l, number)->bits;
  if (mem_is_array(b->m, s, &o) || width > 64) return;
  value v = mem_get(b->m, s, &o, number);
  if (!value_is_concrete(v) || v.obj || v.bits == 0) return;
  sign k = v.bits >> (width - 1) & 1 ? SIGN_NEGATIVE : SIGN_POSITIVE;
  mem_set(b->m, s, &o, number, value_term(marker_of(b, sort_bv(width), k, HOME_NONE, next_number(b, s))));
}
