// Paces: loops whose counters advance by different amounts in a round go round in step if each makes as many rounds in a turn
// as the counters need to come as far as each other: one that counts by one makes four rounds for each of one that counts by
// four. Only the order of processes is chosen by that, so a wrong guess costs time and nothing else.
#include "engine/cegar/cfa.h"

#include "base/gcd.h"

enum { MOST_ROUNDS = 12, MOST_EDGES = 4000 };

typedef VEC(uint32_t) edge_vec;

// Locations on ways from the head of a loop to the edge that closes it.
static bitset body_of(const cfa *c, const edge_vec *into, const cedge *back) {
  bitset body = bitset_new(c->locs.len);
  edge_vec worklist = {0};
  bitset_add(&body, back->to);
  vec_push(&worklist, back->from);
  while (worklist.len) {
    uint32_t l = vec_pop(&worklist);
    if (bitset_has(&body, l)) continue;
    bitset_add(&body, l);
    for (size_t i = 0; i < into[l].len; i++) vec_push(&worklist, c->edges.data[into[l].data[i]].from);
  }
  vec_free(&worklist);
  return body;
}

// By how much a round of the loop moves the variable, on every way; 0: it differs, or is not told. From the end of the round
// back to its begin: what the variable is at the end, over the state at each location.
static int64_t stride_of(const cfa *c, const edge_vec *into, const bitset *body, const cedge *back, uint32_t v) {
  expr_table *t = c->terms;
  expr *end = MEM_NEW_N(expr, c->locs.len), sym = c->vars.data[v].sym;
  edge_vec worklist = {0};
  bool same = true;
  for (size_t i = 0; i < c->locs.len; i++) end[i] = EXPR_NONE;
  end[back->from] = cfa_before(c, back, sym);
  vec_push(&worklist, back->from);
  while (worklist.len && same) {
    uint32_t l = vec_pop(&worklist);
    if (l == back->to) continue;
    for (size_t i = 0; i < into[l].len && same; i++) {
      const cedge *e = &c->edges.data[into[l].data[i]];
      if (!bitset_has(body, e->from)) continue;
      expr before = cfa_before(c, e, end[l]);
      same = !expr_some(end[e->from]) || expr_same(end[e->from], before);
      if (expr_some(end[e->from])) continue;
      end[e->from] = before;
      vec_push(&worklist, e->from);
    }
  }
  expr far = same && expr_some(end[back->to]) ? expr_sub(t, end[back->to], sym) : EXPR_NONE;
  uint32_t unused = 64 - c->vars.data[v].width;
  int64_t stride = expr_some(far) && expr_is_const(t, far) ? (int64_t)(expr_const_u64(t, far) << unused) >> unused : 0;
  mem_free(end);
  vec_free(&worklist);
  return stride;
}

// Of the variables that the head of the loop asks about, the one that moves least.
static uint64_t stride_of_loop(const cfa *c, const edge_vec *into, const bitset *body, const cedge *back) {
  const cloc *head = &c->locs.data[back->to];
  uint64_t least = 0;
  bitset asked = bitset_new(cfa_objects(c));
  for (size_t i = 0; i < head->out.len; i++) cfa_add_vars(c, c->edges.data[head->out.data[i]].guard, &asked);
  for (uint32_t v = 1; v < c->vars.len; v++) {
    if (!bitset_has(&asked, v) || !c->vars.data[v].width || c->vars.data[v].width > 64) continue;
    int64_t by = stride_of(c, into, body, back, v);
    uint64_t stride = by < 0 ? 0 - (uint64_t)by : (uint64_t)by;
    if (stride && (!least || stride < least)) least = stride;
  }
  bitset_fini(&asked);
  return least;
}

// Others may be on their way while it goes round.
static bool closes_loop(const cfa *c, const cedge *e) {
  bool first = c->ir->n_procs == 1 && e->inst == 1 && !c->locs.data[e->from].k;
  return e->backward && !first;
}

void cfa_find_paces(cfa *c) {
  for (size_t i = 1; i < c->edges.len; i++) c->edges.data[i].pace = 1;
  if (c->entry || c->edges.len > MOST_EDGES) return;
  edge_vec *into = MEM_NEW_N(edge_vec, c->locs.len);
  uint64_t *strides = MEM_NEW_N(uint64_t, c->edges.len), common = 1;
  for (uint32_t i = 1; i < c->edges.len; i++) vec_push(&into[c->edges.data[i].to], i);
  for (size_t i = 1; i < c->edges.len && common <= MOST_ROUNDS; i++) {
    if (!closes_loop(c, &c->edges.data[i])) continue;
    bitset body = body_of(c, into, &c->edges.data[i]);
    strides[i] = stride_of_loop(c, into, &body, &c->edges.data[i]);
    if (strides[i] > MOST_ROUNDS) strides[i] = 0;
    if (strides[i]) common = common / gcd_of(common, strides[i]) * strides[i];
    bitset_fini(&body);
  }
  for (size_t i = 1; i < c->edges.len && common <= MOST_ROUNDS; i++) {
    if (!strides[i]) continue;
    c->edges.data[i].pace = (uint32_t)(common / strides[i]);
    c->paced |= c->edges.data[i].pace > 1;
  }
  for (size_t i = 0; i < c->locs.len; i++) vec_free(&into[i]);
  mem_free(into);
  mem_free(strides);
}
