// Source sets underneath the reduction [AAPOR]: the sets of a node begin with one process and grow by
// the races that the graph shows, as in dynamic partial order reduction; what the automata say may still come is not
// asked.
//
// A race at a node n: a step of the set of n, and a location of a process q outside of the set that the graph comes to
// behind n, whose steps depend on it. Then q enters the set, or those without whom it cannot go on, and the graph is
// continued.
//
// When no race is left, no run from n by processes outside of its set has a step that depends on the set: suppose
// e1..ek is a shortest one over all nodes, ek of q. Then e1..ek-1 can be run behind a step of the set, too; the sets
// there contain a first step of it, as these runs are shorter and nobody is passed over for ever (cycles.c), and so on:
// the graph comes to where q stands before ek, and the race is seen. So the set contains an initial of every run: it is
// a source set. With aapor, runs and dependence are those of the program in which what is outside of the precision may
// have any value (por.c); all sets are looked at under the last precision, so nothing is noted about their validity.
#include "engine/cegar/arg.h"

enum { MOST_BYTES = 1 << 29 };

typedef struct races {
  cegar *g;
  bitset *next;   // by location: what its steps touch, writes in the upper half
  bitset *below;  // by node: locations of processes at it and behind it
} races;

static bool is_open(const anode *n) { return !n->removed && !n->covered_by && n->expanded; }

static void find_next(races *r) {
  const cfa *c = r->g->c;
  size_t n = cfa_objects(c);
  r->next = MEM_NEW_N(bitset, c->locs.len);
  for (size_t l = 1; l < c->locs.len; l++) r->next[l] = bitset_new(2 * n);
  for (size_t i = 1; i < c->edges.len; i++) {
    const cedge *e = &c->edges.data[i];
    for (size_t o = 1; o < n; o++) {
      if (bitset_has(&e->reads, o) || bitset_has(&e->writes, o)) bitset_add(&r->next[e->from], o);
      if (bitset_has(&e->writes, o)) bitset_add(&r->next[e->from], o + n);
    }
  }
}

// Least fixed point; children have larger numbers than their parents.
static void find_below(races *r) {
  cegar *g = r->g;
  r->below = MEM_NEW_N(bitset, g->nodes.len);
  for (size_t id = 1; id < g->nodes.len; id++) {
    const anode *n = &g->nodes.data[id];
    if (n->removed || n->covered_by) continue;
    r->below[id] = bitset_new(g->c->locs.len);
    for (size_t p = 1; p < g->c->insts.len; p++)
      if (n->locs[p]) bitset_add(&r->below[id], n->locs[p]);
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t id = g->nodes.len; id-- > 1;) {
      const anode *n = &g->nodes.data[id];
      for (size_t i = 0; is_open(n) && i < n->children.len; i++) {
        const anode *m = &g->nodes.data[n->children.data[i]];
        uint32_t to = m->covered_by ? m->covered_by : m->id;
        if (!g->nodes.data[to].removed) grew |= bitset_union(&r->below[id], &r->below[to]);
      }
    }
  }
}

static bool look_at(races *r, anode *n, bitset *by_inst) {
  const cfa *c = r->g->c;
  for (size_t p = 1; p < c->insts.len; p++) bitset_clear(&by_inst[p]);
  for (size_t l = 1; l < c->locs.len; l++)
    if (bitset_has(&r->below[n->id], l)) bitset_union(&by_inst[c->locs.data[l].inst], &r->next[l]);
  return por_close(r->g, n, by_inst);
}

static bool is_whole(const cegar *g, const anode *n) {
  for (size_t p = 1; p < g->c->insts.len; p++)
    if (bitset_has(&n->enabled, p) && !bitset_has(&n->chosen, p)) return false;
  return true;
}

uint32_t por_check_races(cegar *g) {
  if (!g->config.source || (g->config.por != CEGAR_BASIC && g->config.por != CEGAR_AAPOR)) return 0;
  // A graph that is too large for it is left to the futures of the automata.
  bool small = g->nodes.len * (g->c->locs.len / 8 + 16) < MOST_BYTES;
  races r = {.g = g};
  bitset *by_inst = MEM_NEW_N(bitset, g->c->insts.len);
  for (size_t p = 1; p < g->c->insts.len; p++) by_inst[p] = bitset_new(2 * cfa_objects(g->c));
  if (small) find_next(&r);
  if (small) find_below(&r);
  uint32_t grown = 0;
  for (uint32_t id = 1; id < g->nodes.len; id++) {
    anode *n = &g->nodes.data[id];
    if (!is_open(n) || is_whole(g, n)) continue;
    if (!(small ? look_at(&r, n, by_inst) : por_close(g, n, NULL))) continue;
    arg_requeue(g, id);
    grown++;
  }
  for (size_t p = 1; p < g->c->insts.len; p++) bitset_fini(&by_inst[p]);
  for (size_t l = 1; r.next && l < g->c->locs.len; l++) bitset_fini(&r.next[l]);
  for (size_t id = 1; r.below && id < g->nodes.len; id++) bitset_fini(&r.below[id]);
  mem_free(by_inst);
  mem_free(r.next);
  mem_free(r.below);
  return grown;
}
