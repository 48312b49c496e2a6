// Path conditions: a list from the newest conjunct to the oldest, shared between the states of a search.
//
// A node that was asked pathcond_may remembers the models it was told, because the caller is about to add one of the
// conjuncts it asked for (both branches of a fork in the usual case).
#include "smt/pathcond.h"

#include "base/hash.h"
#include "smt/pathcond_impl.h"

// --- shared models --------------------------------------------------------------------------------------------------

static shared_model *share(model *m) {
  shared_model *x = MEM_NEW(shared_model);
  *x = (shared_model){1, m};
  return x;
}

static shared_model *share_ref(shared_model *x) {
  if (x) x->refs++;
  return x;
}

static void share_unref(shared_model *x) {
  if (!x || --x->refs) return;
  model_free(x->m);
  mem_free(x);
}

// --- lifetime -------------------------------------------------------------------------------------------------------

pathcond *pathcond_ref(pathcond *pc) {
  if (pc) pc->refs++;
  return pc;
}

void pathcond_unref(pathcond *pc) {
  VEC(pathcond *) later = {0};
  for (;;) {
    while (pc && --pc->refs == 0) {
      pathcond *prev = pc->prev;
      share_unref(pc->m);
      for (unsigned i = 0; i < ASKED; i++) share_unref(pc->asked[i].m);
      if (pc->collected) vec_push(&later, pc->collected);
      mem_free(pc);
      pc = prev;
    }
    if (later.len == 0) break;
    pc = vec_pop(&later);
  }
  vec_free(&later);
}

void pathcond_mark(smt *s, pathcond *pc) {
  uint32_t now = expr_collections(s->t) + 1;
  VEC(pathcond *) later = {0};
  for (;;) {
    for (; pc && pc->marked != now; pc = pc->prev) {
      pc->marked = now;
      expr_mark(s->t, pc->c);
      if (pc->m) model_mark(s->t, pc->m->m);
      for (unsigned i = 0; i < ASKED; i++) {
        if (!pc->asked[i].m) continue;
        expr_mark(s->t, pc->asked[i].c);
        model_mark(s->t, pc->asked[i].m->m);
      }
      if (pc->collected) vec_push(&later, pc->collected);
    }
    if (later.len == 0) break;
    pc = vec_pop(&later);
  }
  vec_free(&later);
}

static uint64_t conjunct_hash(expr c) { return hash_u64(c.id + UINT64_C(0x5bd1e995)); }

// Takes over the reference to prev.
static pathcond *cons(smt *s, pathcond *prev, expr c) {
  pathcond *pc = MEM_NEW(pathcond);
  pc->prev = prev;
  pc->c = c;
  pc->refs = 1;
  pc->serial = ++s->serial;
  pc->length = pathcond_length(prev) + 1;
  pc->hash = pathcond_hash(prev) + conjunct_hash(c);  // a sum: the order of conjuncts does not matter
  pc->uncertain = pathcond_uncertain(prev);
  return pc;
}

bool pathcond_uncertain(const pathcond *pc) { return pc && pc->uncertain; }
size_t pathcond_length(const pathcond *pc) { return pc ? pc->length : 0; }
uint64_t pathcond_hash(const pathcond *pc) { return pc ? pc->hash : 0; }

void pathcond_conjuncts(const pathcond *pc, expr_vec *out) {
  size_t n = pathcond_length(pc), at = out->len + n;
  vec_reserve(out, at);
  out->len = at;
  for (; pc; pc = pc->prev) out->data[--at] = pc->c;
}

// --- models ---------------------------------------------------------------------------------------------------------

const model *pathcond_model(smt *s, pathcond *pc) {
  if (!pc) return s->nothing;
  if (pc->m) return pc->m->m;
  if (pc->model_tried) return NULL;
  expr_vec list = {0};
  model *m = NULL;
  pathcond_conjuncts(pc, &list);
  smt_answer a = smt_check(s, list.data, list.len, &m);
  vec_free(&list);
  if (a == SMT_SAT) {
    pc->m = share(m);
    pc->uncertain = false;  // a model of the whole settles it
    return m;
  }
  pc->model_tried = true;
  return NULL;
}

// What was found for pc & c, for the pathcond_add that follows.
static void remember(pathcond *pc, expr c, shared_model *m) {
  if (!pc) return;
  asked *slot = &pc->asked[pc->next_asked];
  pc->next_asked = (pc->next_asked + 1) % ASKED;
  share_unref(slot->m);
  *slot = (asked){c, share_ref(m)};
}

static shared_model *recall(const pathcond *pc, expr c) {
  for (unsigned i = 0; pc && i < ASKED; i++)
    if (pc->asked[i].m && expr_same(pc->asked[i].c, c)) return pc->asked[i].m;
  return NULL;
}

// A model of pc that also satisfies c: its own, or one found for an earlier question.
static bool cached_model(smt *s, pathcond *pc, expr c) {
  const model *own = pathcond_model(s, pc);
  if (own && expr_eval_true(s->t, c, own)) {
    if (pc) remember(pc, c, pc->m);
    return true;
  }
  for (unsigned i = 0; pc && i < ASKED; i++) {
    shared_model *m = pc->asked[i].m;
    if (!m || !expr_eval_true(s->t, c, m->m)) continue;
    share_ref(m);  // the slot may be the one that is overwritten
    remember(pc, c, m);
    share_unref(m);
    return true;
  }
  return false;
}

// The model of pc with the literals of the checked component replaced by what was found for them.
static model *combine(smt *s, const model *base, const model *found, const expr *component, size_t n) {
  model *m = model_dup(base);
  for (size_t i = 0; i < n; i++) {
    literal_set set = smt_literals(s, component[i]);
    for (size_t j = 0; j < set.len; j++) {
      expr v = set.data[j], k = model_get(found, v);
      sort so = expr_sort(s->t, v);
      if (!expr_some(k)) {
        if (!expr_some(model_get(m, v))) continue;  // absent in both: 0
        k = expr_const(s->t, so.elem ? so.elem : so.width, 0);
        if (so.elem) k = expr_const_array(s->t, so.width, k);
      }
      model_set(m, v, k);
    }
  }
  return m;
}

// --- questions ------------------------------------------------------------------------------------------------------

static smt_answer ask_solver(smt *s, pathcond *pc, expr c) {
  expr_vec query = {0};
  const model *base = pathcond_model(s, pc);
  // Slicing needs the rest to be satisfiable, which only a model shows.
  if (base)
    pathcond_related(s, pc, &c, 1, &query);
  else
    pathcond_conjuncts(pc, &query);
  vec_push(&query, c);
  model *found = NULL;
  smt_answer a = smt_check(s, query.data, query.len, &found);
  if (a == SMT_SAT && pc) {
    shared_model *m = share(base ? combine(s, base, found, query.data, query.len) : model_dup(found));
    remember(pc, c, m);
    share_unref(m);
  }
  model_free(found);
  vec_free(&query);
  return a;
}

smt_answer pathcond_may(smt *s, pathcond *pc, expr c) {
  if (smt_interrupted(s)) return SMT_UNKNOWN;
  if (expr_is_false(s->t, c)) return SMT_UNSAT;
  if (expr_is_true(s->t, c)) return pathcond_model(s, pc) ? SMT_SAT : SMT_UNKNOWN;
  if (cached_model(s, pc, c)) {
    s->stats.queries++;
    s->stats.by_model++;
    return SMT_SAT;
  }
  return ask_solver(s, pc, c);
}

// A known model of pc & c, with a reference for the caller; NULL if none is at hand.
static shared_model *model_for(smt *s, pathcond *pc, expr c) {
  shared_model *m = recall(pc, c);
  if (!m && pc && pc->m && expr_eval_true(s->t, c, pc->m->m)) m = pc->m;
  if (!m && !pc && expr_eval_true(s->t, c, s->nothing)) return share(model_new());
  return share_ref(m);
}

pathcond *pathcond_add(smt *s, pathcond *pc, expr c, smt_answer answer) {
  CHECK(answer != SMT_UNSAT, "an impossible conjunct is not added");
  pathcond *r = pathcond_ref(pc);
  shared_model *m = model_for(s, pc, c);
  expr_vec parts = {0};
  smt_split(s->t, c, &parts);
  for (size_t i = 0; i < parts.len; i++) {
    if (pathcond_contains(s, r, parts.data[i])) continue;
    r = cons(s, r, parts.data[i]);
    r->m = share_ref(m);
    if (m)
      r->uncertain = false;
    else if (answer == SMT_UNKNOWN)
      r->uncertain = true;
  }
  vec_free(&parts);
  share_unref(m);
  return r;
}

static bool has_exactly(const pathcond *pc, const expr_vec *conjuncts) {
  if (pathcond_length(pc) != conjuncts->len) return false;
  for (size_t i = conjuncts->len; i-- > 0; pc = pc->prev)
    if (!expr_same(pc->c, conjuncts->data[i])) return false;
  return true;
}

pathcond *pathcond_collect(smt *s, pathcond *pc, const expr *live, size_t n) {
  // Dropping a component is exact only if it is satisfiable.
  if (!pc || pc->uncertain) return pathcond_ref(pc);
  expr_vec kept = {0};
  pathcond_related(s, pc, live, n, &kept);
  pathcond *r = NULL;
  if (kept.len == pc->length) {
    r = pathcond_ref(pc);
  } else if (kept.len && has_exactly(pc->collected, &kept)) {
    r = pathcond_ref(pc->collected);
  } else if (kept.len) {
    for (size_t i = 0; i < kept.len; i++) r = cons(s, r, kept.data[i]);
    r->m = share_ref(pc->m);
    pathcond_unref(pc->collected);
    pc->collected = pathcond_ref(r);
  }
  vec_free(&kept);
  return r;
}
