// links: analysis
// Random inclusion constraints: the solution beside one that is found by repeating each constraint until nothing grows.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "analysis/inclusion.h"

enum { OBJECTS = 70, SETS = 40, NODES = OBJECTS + SETS, CONSTRAINTS = 90 };
typedef enum kind { ADD, FLOW, LOAD, STORE, KINDS } kind;

typedef struct constraint {
  kind kind;
  uint32_t a, b;  // of nodes: contents first, then sets
} constraint;

static uint64_t seed;

static uint32_t draw(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

// Few objects, so that sets meet; loads and stores through sets only, flows also between contents.
static uint32_t draw_set(void) { return OBJECTS + draw(SETS); }

static constraint draw_constraint(void) {
  constraint c = {.kind = (kind)draw(KINDS), .a = draw_set(), .b = draw_set()};
  if (c.kind == ADD) c.b = draw(OBJECTS);
  if (c.kind == FLOW && draw(8) == 0) c.a = draw(OBJECTS);
  if (c.kind == FLOW && draw(8) == 0) c.b = draw(OBJECTS);
  return c;
}

static bool join(bool (*sets)[OBJECTS], uint32_t from, uint32_t into) {
  bool grew = false;
  for (uint32_t o = 0; o < OBJECTS; o++) {
    grew |= sets[from][o] && !sets[into][o];
    sets[into][o] |= sets[from][o];
  }
  return grew;
}

static bool apply(bool (*sets)[OBJECTS], constraint c) {
  bool grew = false;
  switch (c.kind) {
  case ADD:
    grew = !sets[c.a][c.b];
    sets[c.a][c.b] = true;
    break;
  case FLOW: grew = join(sets, c.a, c.b); break;
  case LOAD:
    for (uint32_t o = 0; o < OBJECTS; o++) grew |= sets[c.a][o] && join(sets, o, c.b);
    break;
  case STORE:
    for (uint32_t o = 0; o < OBJECTS; o++) grew |= sets[c.b][o] && join(sets, c.a, o);
    break;
  case KINDS: break;
  }
  return grew;
}

static void solve_plainly(const constraint *all, size_t n, bool (*sets)[OBJECTS]) {
  memset(sets, 0, sizeof(bool[NODES][OBJECTS]));
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < n; i++) grew |= apply(sets, all[i]);
  }
}

static inclusion *solve(const constraint *all, size_t n, inc_node *node) {
  inclusion *s = inclusion_new(OBJECTS);
  for (uint32_t o = 0; o < OBJECTS; o++) node[o] = inclusion_contents(s, o);
  inc_node first = inclusion_node(s, SETS);
  for (uint32_t i = 0; i < SETS; i++) node[OBJECTS + i] = first + i;
  for (size_t i = 0; i < n; i++) {
    inc_node a = node[all[i].a], b = node[all[i].b];
    switch (all[i].kind) {
    case ADD: inclusion_add(s, a, all[i].b); break;
    case FLOW: inclusion_flow(s, a, b); break;
    case LOAD: inclusion_load(s, a, b); break;
    case STORE: inclusion_store(s, a, b); break;
    case KINDS: break;
    }
  }
  inclusion_solve(s);
  return s;
}

static void test_random(void **unused) {
  (void)unused;
  static bool plain[NODES][OBJECTS];
  for (seed = 1; seed <= 3000; seed++) {
    uint64_t begin = seed;
    constraint all[CONSTRAINTS];
    inc_node node[NODES];
    size_t n = 10 + draw(CONSTRAINTS - 10);
    for (size_t i = 0; i < n; i++) all[i] = draw_constraint();
    inclusion *s = solve(all, n, node);
    solve_plainly(all, n, plain);
    for (uint32_t i = 0; i < NODES; i++)
      for (uint32_t o = 0; o < OBJECTS; o++)
        if (bitset_has(inclusion_set(s, node[i]), o) != plain[i][o])
          fail_msg("seed %llu: node %u, object %u", (unsigned long long)begin, i, o);
    inclusion_free(s);
    seed = begin;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
