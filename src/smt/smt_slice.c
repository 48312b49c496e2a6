// Independent components: conjuncts that share literals, directly or through others, belong together [AVPE15].
#include "smt/smt_impl.h"

void id_scratch_begin(id_scratch *x) {
  if (++x->now != 0) return;
  id_scratch_fini(x);
  x->now = 1;
}

void id_scratch_put(id_scratch *x, uint32_t id, uint32_t value) {
  size_t page = id >> ID_PAGE_BITS;
  while (x->pages.len <= page) vec_push(&x->pages, NULL);
  if (!x->pages.data[page]) x->pages.data[page] = MEM_NEW_N(id_number, ID_PAGE);
  x->pages.data[page][id & (ID_PAGE - 1)] = (id_number){x->now, value};
}

void id_scratch_fini(id_scratch *x) {
  for (size_t i = 0; i < x->pages.len; i++) mem_free(x->pages.data[i]);
  vec_free(&x->pages);
  x->now = 0;
}

literal_set smt_literals(smt *s, expr e) {
  uint64_t at;
  if (map64_get(&s->literal_index, e.id, &at)) return s->literal_sets.data[at];
  expr_vec list = {0};
  expr_collect_vars(s->t, e, &list);
  literal_set set = {.len = list.len};
  if (list.len) set.data = arena_copy(s->mem, list.data, list.len * sizeof *list.data);
  vec_free(&list);
  map64_put(&s->literal_index, e.id, s->literal_sets.len);
  vec_push(&s->literal_sets, set);
  return set;
}

// Union-find over group numbers with path halving.
static uint32_t find(uint32_t *parent, uint32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

static void join(uint32_t *parent, uint32_t a, uint32_t b) {
  a = find(parent, a);
  b = find(parent, b);
  if (a < b)
    parent[b] = a;
  else
    parent[a] = b;
}

// Puts the literals of e into the group; literals seen before join their group with it.
static void add_to_group(smt *s, expr e, uint32_t group, uint32_t *parent) {
  literal_set set = smt_literals(s, e);
  for (size_t i = 0; i < set.len; i++) {
    uint32_t id = set.data[i].id;
    if (id_scratch_has(&s->scratch, id))
      join(parent, group, id_scratch_get(&s->scratch, id));
    else
      id_scratch_put(&s->scratch, id, group);
  }
}

size_t smt_components(smt *s, const expr *conjuncts, size_t n, uint32_t *part) {
  uint32_t *parent = mem_alloc((n + 1) * sizeof *parent);
  for (size_t i = 0; i < n; i++) parent[i] = (uint32_t)i;
  id_scratch_begin(&s->scratch);
  for (size_t i = 0; i < n; i++) add_to_group(s, conjuncts[i], (uint32_t)i, parent);
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    uint32_t root = find(parent, (uint32_t)i);  // the smallest member, so it is numbered first
    part[i] = root == i ? (uint32_t)count++ : part[root];
  }
  mem_free(parent);
  return count;
}
