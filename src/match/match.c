#include "match/match.h"

#include "base/hash.h"
#include "match/match_impl.h"
#include "sem/collect.h"
#include "sem/forms.h"
#include "sem/remember.h"

// `auto` gives up on a query after this many units of comparisons that failed: at first, and after many failures at one
// control. A candidate that is refuted without the solver costs one unit; mappings are tried few at a time. A method
// that was asked for tries all.
enum { AUTO_MOST = 384, AUTO_LEAST = 32, UNITS_SOLVER = 16, UNITS_UNANSWERED = 256, AUTO_MAPPINGS = 8 };

// So many unanswered questions halve the limit of the next ones at the same control, and so many end them.
enum { UNANSWERED_SHARE = 4, UNANSWERED_MOST = 64 };

// Of the limit of a quantified question, for the self-check: most answers are easy.
enum { CONFIRM_SHARE = 16 };

// Growth between two attempts to forget, which look at every stored state.
enum { EVICT_STEP = 4096 };

match_options match_default_options(match_method method) {
  return (match_options){.method = method, .sbc = sbc_default_options()};
}

static bool draws_inputs(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (i->op == IR_NONDET || i->op == IR_NONDET_MEM || i->flags & IR_REUSED) return true;  // the last: addresses
    }
  }
  return false;
}

matcher *matcher_new(sem *semantics, const match_options *o) {
  matcher *m = MEM_NEW(matcher);
  m->sem = semantics;
  m->o = *o;
  // The exact store cannot forget.
  m->concrete_only = !o->cache_bytes && !draws_inputs(semantics->ir);
  m->exact = state_store_new(semantics->terms, semantics->solver);
  m->controls = state_store_new_blank(semantics->terms, semantics->solver);
  m->esm = esm_new(semantics->terms);
  if (o->method == METHOD_AUTO && m->o.sbc.max_mappings > AUTO_MAPPINGS) m->o.sbc.max_mappings = AUTO_MAPPINGS;
  m->sbc = sbc_new(semantics, &m->o.sbc);
  m->evict_at = o->cache_bytes;
  pack_init(&m->pack);
  vec_push(&m->entries, (entry){0});
  vec_push(&m->entry_of, 0);
  return m;
}

void matcher_free(matcher *m) {
  if (!m) return;
  CHECK_WHOLE(matcher_fault(m));
  for (size_t i = 0; i < m->by_control.len; i++) {
    control *c = &m->by_control.data[i];
    for (size_t k = 0; k < c->groups.len; k++) {
      match_drop_indexes(&c->groups.data[k]);
      vec_free(&c->groups.data[k].mask);
      vec_free(&c->groups.data[k].entries);
    }
    vec_free(&c->groups);
  }
  vec_free(&m->by_control);
  vec_free(&m->entries);
  vec_free(&m->entry_of);
  vec_free(&m->unused);
  vec_free(&m->skip);
  view_fini(&m->query);
  view_fini(&m->candidate);
  if (m->has_pinned) expr_unpin_all(m->sem->terms);
  pack_fini(&m->pack);
  apart_fini(&m->apart);
  state_store_free(m->exact);
  state_store_free(m->controls);
  esm_free(m->esm);
  sbc_free(m->sbc);
  mem_free(m);
}

// --- comparing two views ------------------------------------------------------------------------------------------

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

// Resource units for the question whether e covers the new state [AVPE15]. On the stack the limit grows
// with every question that was not answered; for a state that was left it is what its subtree was worth, counted in
// queries because runs must repeat.
static uint64_t question_limit(const matcher *m, const entry *e) {
  uint64_t all = m->o.sbc.ess_rlimit, some = all;
  if (m->o.method != METHOD_AUTO || all == 0) return all;
  if (e->standing == LEFT)
    some = all / 256 + (uint64_t)e->since * 10000;
  else if (e->unanswered < 3)
    some = all >> (2 * (3 - e->unanswered));
  return some == 0 ? 1 : some < all ? some : all;  // 0 would mean: no limit
}

static bool by_ess(matcher *m, const view *s, const view *v, const pos_vec *at, entry *e) {
  uint64_t before = sbc_unknown(m->sbc);
  bool yes = sbc_subsumed(m->sbc, s, v, at, question_limit(m, e));
  if (sbc_unknown(m->sbc) != before && e->unanswered < UINT8_MAX) e->unanswered++;
  return yes;
}

// Cheap first: a concrete counterexample, witnesses, a few mappings, then the quantified question [AVPE15]. What
// fails leaves a concrete state behind that may refute.
static bool by_all(matcher *m, const view *s, const view *v, const pos_vec *at, entry *e) {
  if (refuted(m, s, v, at)) return false;
  uint64_t unknown = sbc_unknown(m->sbc);
  if (sbc_witness(m->sbc, s, v, at) || sbc_mapped(m->sbc, s, v, at, SBC_CV)) return true;
  if (sbc_unknown(m->sbc) != unknown) return false;  // with a quantifier it is no easier
  return !refuted(m, s, v, at) && by_ess(m, s, v, at, e);
}

// Is s covered by the stored state e, seen as v? Equality up to renaming has been looked for already (find_equal).
static bool covered(matcher *m, const view *s, const view *v, const pos_vec *at, entry *e) {
  switch (m->o.method) {
  case METHOD_CEQ:
  case METHOD_PESM: return by_esm(m, s, v, false);
  case METHOD_ESM:
  case METHOD_ESM_H: return by_esm(m, s, v, true);
  case METHOD_PSBC_EQ: return !refuted(m, s, v, at) && sbc_plain(m->sbc, s, v, at, SBC_EQ);
  case METHOD_PSBC_CV: return !refuted(m, s, v, at) && sbc_plain(m->sbc, s, v, at, SBC_CV);
  case METHOD_SBC_EQ: return !refuted(m, s, v, at) && sbc_mapped(m->sbc, s, v, at, SBC_EQ);
  case METHOD_SBC_CV: return !refuted(m, s, v, at) && sbc_mapped(m->sbc, s, v, at, SBC_CV);
  case METHOD_ESS: return !refuted(m, s, v, at) && by_ess(m, s, v, at, e);
  case METHOD_AUTO: return by_all(m, s, v, at, e);
  }
  UNREACHABLE("unknown matching method");
}

static bool is_structural(match_method method) {
  return method == METHOD_CEQ || method == METHOD_PESM || method == METHOD_ESM || method == METHOD_ESM_H;
}

// Methods that accept every pair that is equal up to renaming: that is looked for first, by its own index.
static bool includes_esm(match_method method) {
  return method == METHOD_ESM_H || method == METHOD_ESS || method == METHOD_AUTO;
}

// Self-check: a match by any method is one of exact subsumption [AVPE15], where that answers. A claim that it
// refutes would hide errors: better no answer at all.
static void confirm(matcher *m, const view *s) {
  if (!m->o.confirm || m->skip.len == 0) return;
  smt_answer answer = sbc_subsumption(m->sbc, s, &m->candidate, &m->skip, m->o.sbc.ess_rlimit / CONFIRM_SHARE);
  CHECK(answer != SMT_SAT, "a state was matched that the stored one does not cover");
  m->stats.confirmed += answer == SMT_UNSAT;
  m->stats.unconfirmed += answer == SMT_UNKNOWN;
}

// --- candidates ---------------------------------------------------------------------------------------------------

// Number of the words with 0 at the positions of `skip`, among which are all of the mask, where there is 0 already.
static uint32_t outside(matcher *m, uint32_t data, const pos_vec *mask, const pos_vec *skip) {
  return pos_same(skip, mask) ? data : word_store_without(m->pack.words, data, skip);
}

static uint64_t key_of(uint32_t data, const position_index *ix, uint64_t blind) {
  return ix->blind ? hash_combine(hash_u64(data), blind) : hash_u64(data);
}

static void index_entry(matcher *m, const group *g, position_index *ix) {
  uint32_t at = (uint32_t)ix->older.len, id = g->entries.data[at];
  const entry *e = entry_at(m, id);
  bool own = pos_same(&ix->skip, &g->mask);
  uint32_t data = own ? e->at.data : word_store_without(m->pack.words, e->at.data, &ix->skip);
  if (!own) vec_push(&ix->outside, data);
  uint64_t newest = 0, h = key_of(data, ix, e->blind);
  map64_get(&ix->chains, h, &newest);
  vec_push(&ix->older, (uint32_t)newest);
  if (!ix->blind) {
    vec_push(&ix->newer, newest ? ix->newer.data[newest - 1] : at + 1);
    if (newest) ix->newer.data[newest - 1] = at + 1;
  }
  map64_put(&ix->chains, h, at + 1);
  m->indexed++;
}

static position_index *index_for(matcher *m, group *g, const pos_vec *skip, bool blind) {
  position_index *ix = NULL;
  for (size_t i = 0; i < g->indexes.len && !ix; i++) {
    if (g->indexes.data[i].blind == blind && pos_same(&g->indexes.data[i].skip, skip)) ix = &g->indexes.data[i];
  }
  if (!ix) {
    position_index fresh = {.blind = blind};
    for (size_t i = 0; i < skip->len; i++) vec_push(&fresh.skip, skip->data[i]);
    vec_push(&g->indexes, fresh);
    ix = &vec_last(&g->indexes);
  }
  while (ix->older.len < g->entries.len) index_entry(m, g, ix);
  return ix;
}

// Opens the stored state as m->candidate. Words are read only where the other state has terms.
static void open_candidate(matcher *m, const group *g, const view *s, const entry *e) {
  bool own = pos_same(&g->mask, &s->mask);
  pack_open(&m->pack, e->at, &g->mask, !own, &m->candidate);
  if (!own) view_read(&m->query, m->pack.words);
}

// Concrete states are equal as soon as their words are, unless the stored one may be impossible: then nothing was
// explored from it.
static bool is_settled(const matcher *m, const entry *e) { return m->skip.len == 0 && !e->uncertain; }

// The state that is looked for.
typedef struct query {
  const view *v;
  uint64_t blind;    // hash of its symbolic parts
  uint32_t symbols;  // their number
} query;

// The newest stored state that equals s up to renaming, or 0. The group is symbolic where s is.
static uint32_t find_equal(matcher *m, group *g, const query *q) {
  const view *s = q->v;
  position_index *ix = index_for(m, g, &s->mask, true);
  uint64_t at = 0;
  map64_get(&ix->chains, key_of(s->data, ix, q->blind), &at);
  m->skip.len = 0;
  for (size_t i = 0; i < s->mask.len; i++) vec_push(&m->skip, s->mask.data[i]);
  for (; at; at = ix->older.data[at - 1]) {
    uint32_t id = g->entries.data[at - 1];
    entry *e = entry_at(m, id);
    if (e->at.data != s->data) continue;
    open_candidate(m, g, s, e);
    m->stats.hash_matches++;
    if (!is_settled(m, e) && !by_esm(m, s, &m->candidate, true)) continue;
    confirm(m, s);
    return id;
  }
  return 0;
}

// How much may be spent in vain here: less where it always was.
static uint64_t patience(const matcher *m, const control *c) {
  if (m->o.method != METHOD_AUTO) return UINT64_MAX;
  return AUTO_LEAST + AUTO_MOST * (c->succeeded + 1) / (c->succeeded + c->failed / AUTO_MOST + 1);
}

// Resource units of a question without quantifiers. Questions that were not answered here lower the limit of the next
// ones, to nothing in the end: all of them together cost a few times the limit, however many states there are.
static uint64_t plain_limit(const matcher *m, const control *c) {
  uint64_t all = m->o.sbc.rlimit;
  if (all == 0) return 0;
  uint64_t some = c->unanswered < UNANSWERED_MOST ? all / (1 + c->unanswered / UNANSWERED_SHARE) : 0;
  return some ? some : SMT_NOTHING;
}

// Structural methods: a candidate whose symbolic parts differ in shape need not be opened. In concrete states the path
// condition does not count.
static bool differs_in_shape(const matcher *m, const entry *e, uint32_t data, uint64_t blind) {
  return m->skip.len > 0 && is_structural(m->o.method) && e->at.data == data && e->blind != blind;
}

// Has it been found out before that no state with these terms covers one with those? Costs what it did then.
static bool known_apart(matcher *m, control *c, const group *g, const query *q, const entry *e, uint64_t *left) {
  if (!apart_known(&m->apart, q->symbols, e->symbols) || !pos_same(&g->mask, &q->v->mask)) return false;
  m->stats.hash_matches++;
  m->stats.by_filter++;
  c->failed++;
  --*left;
  return true;
}

// Compares s with an entry of the group; takes what a failure costs off *left.
static bool try_entry(matcher *m, control *c, group *g, const query *q, uint64_t at, uint64_t *left) {
  const view *s = q->v;
  entry *e = entry_at(m, g->entries.data[at - 1]);
  if (differs_in_shape(m, e, s->data, q->blind)) {
    m->stats.hash_matches++;
    c->failed++;
    return false;
  }
  if (known_apart(m, c, g, q, e, left)) return false;
  open_candidate(m, g, s, e);
  m->stats.hash_matches++;
  uint64_t filtered = m->stats.by_filter;
  uint64_t calls = smt_get_stats(m->sem->solver)->solver_calls, unknown = sbc_unknown(m->sbc);
  sbc_set_limit(m->sbc, plain_limit(m, c));
  bool yes = is_settled(m, e) || covered(m, s, &m->candidate, &m->skip, e);
  c->unanswered += sbc_unknown(m->sbc) - unknown;
  uint64_t cost = smt_get_stats(m->sem->solver)->solver_calls > calls ? UNITS_SOLVER : 1;
  if (sbc_unknown(m->sbc) > unknown) cost = UNITS_UNANSWERED;
  if (yes) confirm(m, s);
  if (yes)
    c->succeeded++;
  else
    c->failed += cost;
  if (!yes) *left = *left > cost ? *left - cost : 0;
  if (m->stats.by_filter > filtered && pos_same(&g->mask, &s->mask)) apart_note(&m->apart, q->symbols, e->symbols);
  return yes;
}

// A stored state of the group that covers s, or 0. Candidates are taken from both ends of their chain in turn: the
// newest closes the shortest cycle, the oldest is often the most general.
static uint32_t find_in_group(matcher *m, control *c, group *g, const query *q, uint64_t *left) {
  const view *s = q->v;
  pos_union(&g->mask, &s->mask, &m->skip);
  position_index *ix = index_for(m, g, &m->skip, false);
  uint64_t newest = 0;
  uint32_t data = outside(m, s->data, &s->mask, &m->skip);
  map64_get(&ix->chains, key_of(data, ix, 0), &newest);
  if (!newest) return 0;
  uint64_t oldest = ix->newer.data[newest - 1];
  for (bool turn = true; *left > 0; turn = !turn) {
    uint64_t at = turn ? newest : oldest;
    uint32_t id = g->entries.data[at - 1],
             theirs = ix->outside.len ? ix->outside.data[at - 1] : entry_at(m, id)->at.data;
    if (theirs == data && try_entry(m, c, g, q, at, left)) return id;
    if (newest == oldest) return 0;
    if (turn)
      newest = ix->older.data[newest - 1];
    else
      oldest = ix->newer.data[oldest - 1];
  }
  return 0;
}

// Adds the states of a group that are equal to s outside of what is symbolic, up to *left of them; nothing may be explored from one
// that is uncertain. Returns one of them, or 0.
static uint32_t add_together(matcher *m, group *g, const view *s, size_t *left) {
  pos_union(&g->mask, &s->mask, &m->skip);
  position_index *ix = index_for(m, g, &m->skip, false);
  uint32_t data = outside(m, s->data, &s->mask, &m->skip), some = 0;
  uint64_t at = 0;
  map64_get(&ix->chains, key_of(data, ix, 0), &at);
  for (; at && *left > 0; at = ix->older.data[at - 1]) {
    uint32_t id = g->entries.data[at - 1],
             theirs = ix->outside.len ? ix->outside.data[at - 1] : entry_at(m, id)->at.data;
    if (theirs != data || entry_at(m, id)->uncertain) continue;
    open_candidate(m, g, s, entry_at(m, id));
    sbc_together_add(m->sbc, s, &m->candidate, &m->skip);
    some = id;
    *left -= 1;
  }
  return some;
}

static uint32_t find_together(matcher *m, const query *q) {
  enum { MOST = 16 };
  const view *s = q->v;
  size_t left = MOST;
  uint32_t some = 0;
  if (s->control >= m->by_control.len || s->mask.len == 0) return 0;
  control *c = &m->by_control.data[s->control];
  sbc_together_begin(m->sbc);
  for (size_t i = 0; i < c->groups.len; i++) {
    uint32_t id = add_together(m, &c->groups.data[i], s, &left);
    if (id) some = id;
  }
  if (left + 1 >= MOST || !sbc_together(m->sbc, m->o.sbc.ess_rlimit)) return 0;  // one by itself has been tried
  return some;
}

static uint32_t find(matcher *m, const query *q) {
  const view *s = q->v;
  if (s->control >= m->by_control.len) return 0;
  control *c = &m->by_control.data[s->control];
  uint64_t left = patience(m, c);
  // First the states that are symbolic in the same places, then the others.
  for (size_t i = 0; i < c->groups.len; i++) {
    group *g = &c->groups.data[i];
    if (!pos_same(&g->mask, &s->mask)) continue;
    uint32_t id = includes_esm(m->o.method) ? find_equal(m, g, q) : 0;
    if (!id && m->o.method != METHOD_ESM_H) id = find_in_group(m, c, g, q, &left);
    if (id) return id;
  }
  for (size_t i = 0; i < c->groups.len && !is_structural(m->o.method); i++) {
    if (pos_same(&c->groups.data[i].mask, &s->mask)) continue;
    uint32_t id = find_in_group(m, c, &c->groups.data[i], q, &left);
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

static uint32_t add(matcher *m, const query *q) {
  const view *s = q->v;
  CHECK(m->entry_of.len < UINT32_MAX, "too many stored states");
  uint32_t id = (uint32_t)m->entry_of.len;
  if (m->unused.len == 0) {
    vec_push(&m->unused, (uint32_t)m->entries.len);
    vec_push(&m->entries, (entry){0});
  }
  vec_push(&m->entry_of, vec_pop(&m->unused));
  *entry_at(m, id) =
      (entry){.at = pack_put(&m->pack, s), .blind = q->blind, .symbols = q->symbols, .uncertain = s->uncertain};
  vec_push(&group_for(m, s)->entries, id);
  CHECK_GROWN(id, matcher_fault(m));
  return id;
}

static uint32_t find_or_add_exact(matcher *m, state *s, bool *is_new) {
  uint32_t id = state_store_add(m->exact, s, sem_time_abstractable(m->sem, s), is_new).id;
  m->stats.matches += !*is_new;
  m->stats.hash_matches += !*is_new;
  return id;
}

// The stored state that covers s, or 0. *out: s as it is asked for.
static uint32_t look_up(matcher *m, state *s, query *out) {
  m->queries++;
  view *v = &m->query;
  view_make(v, m->sem, m->controls, m->pack.words, s);
  sbc_begin(m->sbc);
  bool shaped = includes_esm(m->o.method) || is_structural(m->o.method);
  uint32_t symbols = is_structural(m->o.method) ? 0 : apart_number(&m->apart, v);
  *out = (query){v, shaped ? esm_blind_hash(m->sem->terms, v) : 0, symbols};
  uint32_t id = find(m, out);
  if (!id && m->o.together) id = find_together(m, out);
  m->stats.solver_unknown = sbc_unknown(m->sbc);
  return id;
}

static uint32_t find_or_add(matcher *m, state *s, bool *is_new) {
  if (m->concrete_only) return find_or_add_exact(m, s, is_new);
  if (m->evict_at && matcher_bytes(m) > m->evict_at) {
    matcher_evict(m, m->o.cache_bytes - m->o.cache_bytes / 4);
    size_t rest = matcher_bytes(m) + m->o.cache_bytes / 8 +
                  EVICT_STEP;  // what is on the stack stays: not again at once
    m->evict_at = rest > m->o.cache_bytes ? rest : m->o.cache_bytes;
  }
  query q;
  uint32_t id = look_up(m, s, &q);
  *is_new = id == 0;
  if (!id) return add(m, &q);
  m->stats.matches++;
  entry_at(m, id)->hits++;
  return id;
}

uint32_t matcher_find_or_add(matcher *m, state *s, bool *is_new) {
  state *normal = sem_normal(m->sem, s);
  uint32_t id = find_or_add(m, normal, is_new);
  state_unref(normal);
  return id;
}

// A successor that is stored is its own normal form, so none need be made.
uint32_t matcher_find_step(matcher *m, state *s, proc_id p) {
  uint32_t id = m->concrete_only ? sem_step_known(m->sem, s, p, m->exact) : 0;
  m->stats.matches += id != 0;
  m->stats.hash_matches += id != 0;
  return id;
}

bool matcher_covers(matcher *m, state *s) {
  state *normal = sem_normal(m->sem, s);
  query q;
  bool is_new = false;
  bool covers = m->concrete_only ? (find_or_add_exact(m, normal, &is_new), !is_new) : look_up(m, normal, &q) != 0;
  state_unref(normal);
  return covers;
}

// --- collection of terms, sizes -------------------------------------------------------------------------------------

// What is stored stays stored as a rule: each term is pinned once, so a collection costs what was stored since the last one. Answers
// to questions are forgotten by the solver's chain, scratch is emptied here.
void matcher_mark(matcher *m, sem_marks *x) {
  m->has_pinned = true;
  view_clear(&m->query);
  view_clear(&m->candidate);
  apart_forget_terms(&m->apart);
  size_t looked_at = state_store_pin(m->exact) + pack_pin(&m->pack, m->sem->terms);
  sem_marks_count(x, looked_at + sbc_mark(m->sbc));
}

size_t matcher_count(const matcher *m) {
  return m->concrete_only ? state_store_count(m->exact) : m->entry_of.len - 1 - m->gone;
}

size_t matcher_bytes(const matcher *m) {
  enum { PER_INDEXED = 32 };  // an entry of a hash map and its link
  size_t entries = m->entries.cap * sizeof(entry) + m->entry_of.cap * sizeof(uint32_t) + m->indexed * PER_INDEXED;
  return state_store_bytes(m->exact) + state_store_bytes(m->controls) + pack_bytes(&m->pack) + apart_bytes(&m->apart) +
         entries;
}

const match_stats *matcher_get_stats(const matcher *m) { return &m->stats; }
