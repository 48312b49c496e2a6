#include "match/match.h"

#include "base/hash.h"
#include "base/map64.h"
#include "match/esm.h"
#include "match/sbc.h"
#include "match/view.h"

// Stored states with the same control and the same symbolic positions. For each set of positions that is left out of the
// comparison of concrete data (those symbolic here or in the query) there is an index of its own, made when first asked.
typedef struct position_index {
  pos_vec skip;
  map64 chains;         // hash of the data outside `skip` -> newest entry
  VEC(uint32_t) older;  // by entry of the group: the next one of its chain
} position_index;

typedef struct group {
  pos_vec mask;
  VEC(uint32_t) entries;             // stored states, in order of insertion
  VEC(position_index) indexes;
} group;

typedef struct control { VEC(group) groups; } control;

struct matcher {
  sem *sem;
  match_method method;
  bool concrete_only;      // the program draws no input: the exact store alone decides
  state_store *exact;      // concrete programs
  state_store *controls;
  VEC(control) by_control;
  VEC(view) stored;        // [0] unused
  VEC(uint64_t) blind;     // by stored state: hash of its symbolic parts (esm_h)
  size_t data_bytes;
  esm *esm;
  sbc *sbc;
  match_stats stats;
};

// Comparisons of one query that may fail before `auto` gives up on it; a method that was asked for tries all.
enum { AUTO_FAILURES = 24 };

static bool draws_inputs(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      if (m->funcs[f].code[c].op == IR_NONDET || m->funcs[f].code[c].op == IR_NONDET_MEM) return true;
    }
  }
  return false;
}

matcher *matcher_new(sem *semantics, match_method method) {
  matcher *m = MEM_NEW(matcher);
  m->sem = semantics;
  m->method = method;
  m->concrete_only = !draws_inputs(semantics->ir);
  m->exact = state_store_new(semantics->terms, semantics->solver);
  m->controls = state_store_new(semantics->terms, semantics->solver);
  m->esm = esm_new(semantics->terms);
  sbc_options o = sbc_default_options();
  m->sbc = sbc_new(semantics, &o);
  vec_push(&m->stored, (view){0});
  vec_push(&m->blind, (uint64_t)0);
  return m;
}

static void group_fini(group *g) {
  vec_free(&g->mask);
  vec_free(&g->entries);
  for (size_t i = 0; i < g->indexes.len; i++) {
    vec_free(&g->indexes.data[i].skip);
    vec_free(&g->indexes.data[i].older);
    map64_fini(&g->indexes.data[i].chains);
  }
  vec_free(&g->indexes);
}

void matcher_free(matcher *m) {
  if (!m) return;
  for (size_t i = 0; i < m->by_control.len; i++) {
    control *c = &m->by_control.data[i];
    for (size_t k = 0; k < c->groups.len; k++) group_fini(&c->groups.data[k]);
    vec_free(&c->groups);
  }
  vec_free(&m->by_control);
  for (size_t i = 1; i < m->stored.len; i++) view_fini(&m->stored.data[i]);
  vec_free(&m->stored);
  vec_free(&m->blind);
  state_store_free(m->exact);
  state_store_free(m->controls);
  esm_free(m->esm);
  sbc_free(m->sbc);
  mem_free(m);
}

// --- comparing two views ------------------------------------------------------------------------------------------------

static bool by_esm(matcher *m, const view *s, const view *v, bool rename) {
  bool ordered = m->sem->options.as_documented;
  bool same = pos_same(&s->mask, &v->mask) && esm_views(m->esm, s, v, rename, ordered);
  m->stats.by_esm += same;
  return same;
}

static bool refuted(matcher *m, const view *s, const view *v, const pos_vec *at) {
  bool no = sbc_refuted(m->sbc, s, v, at);
  m->stats.by_filter += no;
  return no;
}

// Cheap first: structure, witnesses, one concrete counterexample, then the quantified question (D 4.3, Fig. 3).
static bool by_all(matcher *m, const view *s, const view *v, const pos_vec *at) {
  if (by_esm(m, s, v, true)) return true;
  if (refuted(m, s, v, at)) return false;
  return sbc_witness(m->sbc, s, v, at) || sbc_subsumed(m->sbc, s, v, at);
}

static bool covered(matcher *m, const view *s, const view *v, const pos_vec *at) {
  switch (m->method) {
    case METHOD_CEQ:
    case METHOD_PESM:
      return by_esm(m, s, v, false);
    case METHOD_ESM:
    case METHOD_ESM_H:
      return by_esm(m, s, v, true);
    case METHOD_PSBC_EQ:
      return sbc_plain(m->sbc, s, v, at, SBC_EQ);
    case METHOD_PSBC_CV:
      return sbc_plain(m->sbc, s, v, at, SBC_CV);
    case METHOD_SBC_EQ:
      return sbc_mapped(m->sbc, s, v, at, SBC_EQ);
    case METHOD_SBC_CV:
      return sbc_mapped(m->sbc, s, v, at, SBC_CV);
    case METHOD_ESS:
      return by_esm(m, s, v, true) || (!refuted(m, s, v, at) && sbc_subsumed(m->sbc, s, v, at));
    case METHOD_AUTO:
      return by_all(m, s, v, at);
  }
  UNREACHABLE("unknown matching method");
}

static bool is_structural(match_method method) {
  return method == METHOD_CEQ || method == METHOD_PESM || method == METHOD_ESM || method == METHOD_ESM_H;
}

// --- candidates ---------------------------------------------------------------------------------------------------------

static position_index *index_for(matcher *m, group *g, const pos_vec *skip) {
  position_index *ix = NULL;
  for (size_t i = 0; i < g->indexes.len && !ix; i++) {
    if (pos_same(&g->indexes.data[i].skip, skip)) ix = &g->indexes.data[i];
  }
  if (!ix) {
    position_index fresh = {0};
    for (size_t i = 0; i < skip->len; i++) vec_push(&fresh.skip, skip->data[i]);
    vec_push(&g->indexes, fresh);
    ix = &vec_last(&g->indexes);
  }
  while (ix->older.len < g->entries.len) {
    uint32_t at = (uint32_t)ix->older.len, id = g->entries.data[at];
    uint64_t h = view_hash_outside(&m->stored.data[id], &ix->skip), newest = 0;
    if (m->method == METHOD_ESM_H) h = hash_combine(h, m->blind.data[id]);
    map64_get(&ix->chains, h, &newest);
    vec_push(&ix->older, (uint32_t)newest);
    map64_put(&ix->chains, h, at + 1);
  }
  return ix;
}

// The newest stored state of the group that covers s, or 0.
static uint32_t find_in_group(matcher *m, group *g, const view *s, uint64_t blind, unsigned *failures) {
  pos_vec skip = {0};
  pos_union(&g->mask, &s->mask, &skip);
  position_index *ix = index_for(m, g, &skip);
  uint64_t h = view_hash_outside(s, &skip), at = 0;
  if (m->method == METHOD_ESM_H) h = hash_combine(h, blind);
  map64_get(&ix->chains, h, &at);
  uint32_t found = 0;
  for (; at && !found && *failures < AUTO_FAILURES; at = ix->older.data[at - 1]) {
    uint32_t id = g->entries.data[at - 1];
    if (!view_equal_outside(s, &m->stored.data[id], &skip)) continue;
    m->stats.hash_matches++;
    if (skip.len == 0 || covered(m, s, &m->stored.data[id], &skip)) {
      found = id;
    } else if (m->method == METHOD_AUTO) {
      ++*failures;
    }
  }
  vec_free(&skip);
  return found;
}

static uint32_t find(matcher *m, const view *s, uint64_t blind) {
  if (s->control >= m->by_control.len) return 0;
  control *c = &m->by_control.data[s->control];
  unsigned failures = 0;
  // First the states that are symbolic in the same places, then the others.
  for (size_t i = 0; i < c->groups.len; i++) {
    if (!pos_same(&c->groups.data[i].mask, &s->mask)) continue;
    uint32_t id = find_in_group(m, &c->groups.data[i], s, blind, &failures);
    if (id) return id;
  }
  for (size_t i = 0; i < c->groups.len && !is_structural(m->method); i++) {
    if (pos_same(&c->groups.data[i].mask, &s->mask)) continue;
    uint32_t id = find_in_group(m, &c->groups.data[i], s, blind, &failures);
    if (id) return id;
  }
  return 0;
}

static group *group_for(matcher *m, const view *s) {
  while (m->by_control.len <= s->control) vec_push(&m->by_control, (control){0});
  control *c = &m->by_control.data[s->control];
  for (size_t i = 0; i < c->groups.len; i++) {
    if (pos_same(&c->groups.data[i].mask, &s->mask)) return &c->groups.data[i];
  }
  group fresh = {0};
  for (size_t i = 0; i < s->mask.len; i++) vec_push(&fresh.mask, s->mask.data[i]);
  vec_push(&c->groups, fresh);
  return &vec_last(&c->groups);
}

static uint32_t add(matcher *m, view *s, uint64_t blind) {
  group *g = group_for(m, s);
  vec_push(&m->stored, *s);
  vec_push(&m->blind, blind);
  uint32_t id = (uint32_t)m->stored.len - 1;
  vec_push(&g->entries, id);
  m->data_bytes += sizeof(view) + s->data.cap * sizeof(value) + s->mask.cap * sizeof(uint32_t);
  return id;
}

uint32_t matcher_find_or_add(matcher *m, state *s, bool *is_new) {
  if (m->concrete_only) {
    uint32_t id = state_store_add(m->exact, s, sem_time_abstractable(m->sem, s), is_new).id;
    m->stats.matches += !*is_new;
    m->stats.hash_matches += !*is_new;
    return id;
  }
  view v;
  view_make(&v, m->sem, m->controls, s);
  uint64_t blind = m->method == METHOD_ESM_H ? esm_blind_hash(m->sem->terms, &v) : 0;
  uint32_t id = find(m, &v, blind);
  m->stats.solver_unknown = sbc_unknown(m->sbc);
  *is_new = id == 0;
  if (id) {
    m->stats.matches++;
    view_fini(&v);
    return id;
  }
  return add(m, &v, blind);
}

size_t matcher_count(const matcher *m) {
  return m->concrete_only ? state_store_count(m->exact) : m->stored.len - 1;
}

size_t matcher_bytes(const matcher *m) {
  return state_store_bytes(m->exact) + state_store_bytes(m->controls) + m->data_bytes;
}

const match_stats *matcher_get_stats(const matcher *m) { return &m->stats; }
