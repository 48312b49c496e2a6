#include "engine/guide/boolprog.h"

#include "base/hash.h"

enum { MOST_UNDETERMINED = 12, MOST_TRANSITIONS = 20000000 };

static uint32_t n_procs(const boolprog *b) { return b->c->ir->n_procs; }
static const uint32_t *locs_of(const boolprog *b, uint32_t number) {
  return &b->loc_table.data[(size_t)number * n_procs(b)];
}

// --- tables ---------------------------------------------------------------------------------------------------------

static bool same_locs(const boolprog *b, uint32_t number, const uint32_t *locs) {
  for (uint32_t p = 0; p < n_procs(b); p++)
    if (locs_of(b, number)[p] != locs[p]) return false;
  return true;
}

static uint64_t hash_locs(const boolprog *b, const uint32_t *locs) {
  return hash_bytes(locs, n_procs(b) * sizeof *locs, 0);
}

static uint32_t find_locs(const boolprog *b, const uint32_t *locs) {
  uint64_t at;
  if (!map64_get(&b->loc_index, hash_locs(b, locs), &at)) return UINT32_MAX;
  for (uint32_t k = (uint32_t)at; k; k = b->loc_chain.data[k - 1])
    if (same_locs(b, k - 1, locs)) return k - 1;
  return UINT32_MAX;
}

static uint32_t intern_locs(boolprog *b, const uint32_t *locs) {
  uint32_t known = find_locs(b, locs);
  if (known != UINT32_MAX) return known;
  uint64_t hash = hash_locs(b, locs), at = 0;
  map64_get(&b->loc_index, hash, &at);
  vec_push(&b->loc_chain, (uint32_t)at);
  map64_put(&b->loc_index, hash, b->loc_chain.len);
  for (uint32_t p = 0; p < n_procs(b); p++) vec_push(&b->loc_table, locs[p]);
  vec_push(&b->group, 0);
  return (uint32_t)b->loc_chain.len - 1;
}

static uint32_t find_state(const boolprog *b, uint32_t locs, uint64_t bits) {
  uint64_t at;
  if (!map64_get(&b->state_index, hash_combine(bits, locs), &at)) return UINT32_MAX;
  for (uint32_t k = (uint32_t)at; k; k = b->state_chain.data[k - 1]) {
    const bool_state *s = &b->states.data[k - 1];
    if (s->locs == locs && s->bits == bits) return k - 1;
  }
  return UINT32_MAX;
}

static uint32_t intern_state(boolprog *b, uint32_t locs, uint64_t bits) {
  uint32_t known = find_state(b, locs, bits);
  if (known != UINT32_MAX) return known;
  uint64_t hash = hash_combine(bits, locs), at = 0;
  map64_get(&b->state_index, hash, &at);
  vec_push(&b->state_chain, (uint32_t)at);
  vec_push(&b->states, ((bool_state){.bits = bits, .locs = locs, .dist = BOOL_INFINITE}));
  map64_put(&b->state_index, hash, b->states.len);
  vec_push(&b->group_next, b->group.data[locs]);
  b->group.data[locs] = (uint32_t)b->states.len;
  return (uint32_t)b->states.len - 1;
}

uint32_t boolprog_find(const boolprog *b, const uint32_t *locs, uint64_t bits) {
  uint32_t l = find_locs(b, locs);
  return l == UINT32_MAX ? UINT32_MAX : find_state(b, l, bits);
}

bool boolprog_distance(const boolprog *b, const uint32_t *locs, uint64_t bits, uint64_t known, uint32_t *dist) {
  uint32_t l = find_locs(b, locs);
  bool any = false;
  *dist = BOOL_INFINITE;
  if (l == UINT32_MAX) return false;
  for (uint32_t k = b->group.data[l]; k; k = b->group_next.data[k - 1]) {
    const bool_state *s = &b->states.data[k - 1];
    if ((s->bits ^ bits) & known) continue;
    any = true;
    if (s->dist < *dist) *dist = s->dist;
  }
  return any;
}

// --- exploration ----------------------------------------------------------------------------------------------------

static void add_successors(boolprog *b, uint32_t from, uint32_t edge, const bool_effect *e) {
  uint32_t choices[64], n = 0;
  for (uint32_t p = 0; p < b->preds.n; p++)
    if (e->any >> p & 1) choices[n++] = p;
  if (n > MOST_UNDETERMINED) {
    b->refused = "an edge leaves too many predicates undetermined";
    return;
  }
  const fedge *x = &b->c->edges.data[edge];
  VEC(uint32_t) locs = {0};
  for (uint32_t p = 0; p < n_procs(b); p++) vec_push(&locs, locs_of(b, b->states.data[from].locs)[p]);
  locs.data[x->proc - 1] = x->to;
  uint32_t to_locs = intern_locs(b, locs.data);
  vec_free(&locs);
  uint64_t fixed = ((b->states.data[from].bits | e->ones) & ~e->zeros) & ~e->any;
  for (uint32_t way = 0; way < (uint32_t)1 << n; way++) {
    uint64_t bits = fixed;
    for (uint32_t k = 0; k < n; k++) bits |= (uint64_t)(way >> k & 1) << choices[k];
    if (b->options.drop_inconsistent && !bool_consistent(b, bits)) continue;
    vec_push(&b->log, ((bool_edge){from, intern_state(b, to_locs, bits), edge}));
  }
}

static void expand(boolprog *b, uint32_t s) {
  for (uint32_t p = 0; p < n_procs(b) && !b->refused; p++) {
    uint32_t loc = locs_of(b, b->states.data[s].locs)[p];
    for (size_t k = 0; k < b->c->locs.data[loc].out.len && !b->refused; k++) {
      uint32_t edge = b->c->locs.data[loc].out.data[k];
      const fedge *x = &b->c->edges.data[edge];
      bool goal = !x->to && b->options.goal >> x->check & 1;
      if (!x->to && !goal && !(b->options.errors >> x->check & 1)) continue;
      // Once an error is possible, further ones tell nothing.
      if (!x->to && !goal && b->error_found) continue;
      bool_effect e = *bool_effect_of(b, edge, b->states.data[s].bits);
      if (!e.possible) continue;
      if (goal) {
        b->goal_found = true;
        b->states.data[s].dist = 0;
      } else if (!x->to) {
        b->error_found = true;
      } else {
        add_successors(b, s, edge, &e);
      }
    }
  }
}

static uint64_t initial_bits(boolprog *b) {
  model *m = model_new();
  for (size_t v = 1; v < b->c->vars.len; v++) model_set(m, b->c->vars.data[v].sym, b->c->vars.data[v].init);
  uint64_t bits = 0;
  for (uint32_t k = 0; k < b->preds.n; k++) bits |= (uint64_t)expr_eval_true(b->c->terms, b->preds.list[k], m) << k;
  model_free(m);
  return bits;
}

static void explore(boolprog *b) {
  intern_state(b, intern_locs(b, &b->c->start.data[1]), initial_bits(b));
  for (uint32_t s = 0; s < b->states.len && !b->refused; s++) {
    expand(b, s);
    if (b->states.len > b->options.most_states) b->refused = "the abstraction has too many states";
    if (b->log.len > MOST_TRANSITIONS) b->refused = "the abstraction has too many transitions";
    if (b->options.most_queries && b->queries > b->options.most_queries) b->refused = "the abstraction asks too much";
    if (b->options.mode == BOOL_FLY && boolprog_asked_enough(b)) b->refused = "the abstraction asks too much";
    if (b->options.stop && *b->options.stop) b->refused = "interrupted";
    if (smt_interrupted(b->solver)) b->refused = "interrupted";
  }
}

// --- distances ------------------------------------------------------------------------------------------------------

// All incoming transitions count, not those of a search tree alone (MEND-14).
static void incoming(boolprog *b) {
  size_t n = b->states.len;
  b->in_first = MEM_NEW_N(uint32_t, n + 2);
  b->in = MEM_NEW_N(uint32_t, b->log.len + 1);
  for (size_t k = 0; k < b->log.len; k++) b->in_first[b->log.data[k].to + 2]++;
  for (size_t s = 0; s < n; s++) b->in_first[s + 2] += b->in_first[s + 1];
  for (size_t k = 0; k < b->log.len; k++) b->in[b->in_first[b->log.data[k].to + 1]++] = b->log.data[k].from;
}

static void distances(boolprog *b) {
  VEC(uint32_t) queue = {0};
  for (uint32_t s = 0; s < b->states.len; s++)
    if (b->states.data[s].dist == 0) vec_push(&queue, s);
  for (size_t k = 0; k < queue.len; k++) {
    uint32_t s = queue.data[k];
    for (uint32_t i = b->in_first[s]; i < b->in_first[s + 1]; i++) {
      bool_state *from = &b->states.data[b->in[i]];
      if (from->dist != BOOL_INFINITE) continue;
      from->dist = b->states.data[s].dist + 1;
      vec_push(&queue, b->in[i]);
    }
  }
  vec_free(&queue);
}

bool boolprog_asked_enough(const boolprog *b) {
  return b->options.most_effort && smt_effort(b->solver) - b->begun_at > b->options.most_effort;
}

boolprog *boolprog_empty(cfin *c, smt *solver, const preds *p, const bool_options *options) {
  boolprog *b = MEM_NEW(boolprog);
  b->c = c;
  b->solver = solver;
  b->begun_at = smt_effort(solver);
  b->options = *options;
  b->preds = *p;
  return b;
}

void boolprog_put(boolprog *b, const uint32_t *locs, uint64_t bits, uint32_t dist) {
  uint32_t at = intern_state(b, intern_locs(b, locs), bits);
  b->states.data[at].dist = dist;
}

boolprog *boolprog_new(cfin *c, smt *solver, const preds *p, const bool_options *options) {
  boolprog *b = boolprog_empty(c, solver, p, options);
  b->effects = bool_effects_new(b);
  explore(b);
  if (!b->refused) {
    incoming(b);
    distances(b);
  }
  return b;
}

void boolprog_free(boolprog *b) {
  if (!b) return;
  bool_effects_free(b->effects);
  vec_free(&b->states);
  vec_free(&b->log);
  vec_free(&b->loc_table);
  vec_free(&b->loc_chain);
  vec_free(&b->state_chain);
  vec_free(&b->group);
  vec_free(&b->group_next);
  map64_fini(&b->loc_index);
  map64_fini(&b->state_index);
  map64_fini(&b->consistent);
  mem_free(b->in_first);
  mem_free(b->in);
  mem_free(b);
}
