// links: engine
// What always holds of structures (x_fault): nothing is wrong with what was made as it should be, and what is spoilt is seen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/dpor/wakeup.h"
#include "engine/graph/graph.h"
#include "engine/trace/trace.h"
#include "engine/values/number.h"
#include "state/keyset.h"

static void numbered_strings(void **unused) {
  (void)unused;
  keyset k;
  keyset_init(&k);
  bool is_new;
  for (uint32_t i = 0; i < 500; i++) keyset_add(&k, (const uint8_t *)&i, sizeof i, &is_new);
  assert_null(keyset_fault(&k));
  uint32_t at = 0;
  while (!k.slots[at].at) at++;
  struct keyset_slot kept = k.slots[at];
  k.slots[at].hash ^= 1;
  assert_non_null(keyset_fault(&k));
  k.slots[at] = (struct keyset_slot){0};
  assert_non_null(keyset_fault(&k));
  k.slots[at] = kept;
  k.count++;
  assert_non_null(keyset_fault(&k));
  k.count--;
  assert_null(keyset_fault(&k));
  keyset_fini(&k);
}

static touches *access_of(touch_mode mode) {
  footprint f = {0};
  vec_push(&f, ((touch){.mode = mode, .obj = 1, .size = 4}));
  touches *t = touches_new(&f, 1, NULL);
  vec_free(&f);
  return t;
}

// Processes 1 and 2 take turns to write and read one place.
static void open_trace(trace *t) {
  trace_init(t);
  touches *kinds[] = {access_of(TOUCH_WRITE), access_of(TOUCH_READ)};
  for (uint32_t i = 0; i < 12; i++) trace_push(t, 1 + i % 2, kinds[i / 2 % 2]);
  for (unsigned i = 0; i < 2; i++) touches_unref(kinds[i]);
}

static void partial_orders(void **unused) {
  (void)unused;
  trace t;
  open_trace(&t);
  assert_null(trace_fault(&t));
  uint32_t *clock = &t.clocks.data[(size_t)11 * t.stride + 1], kept = *clock;
  assert_true(kept > 1);
  *clock = 1;
  assert_non_null(trace_fault(&t));
  *clock = kept;
  assert_true(t.races.len > 0);
  t.races.data[0].first = t.races.data[0].second;
  assert_non_null(trace_fault(&t));
  trace_clear(&t);
  assert_null(trace_fault(&t));
  trace_fini(&t);
}

static void wakeup_trees(void **unused) {
  (void)unused;
  wakeup_pool w;
  wakeup_init(&w);
  touches *t = access_of(TOUCH_WRITE);
  uint32_t first = 0;
  for (proc_id p = 1; p <= 3; p++) wakeup_append(&w, &first, wakeup_new(&w, p, t));
  uint32_t below = wakeup_new(&w, 4, t);
  wakeup_append(&w, &wakeup_at(&w, first)->child, below);
  assert_null(wakeup_fault(&w));
  wakeup_at(&w, first)->relying = below;
  assert_non_null(wakeup_fault(&w));
  wakeup_at(&w, first)->relying = 0;
  wakeup_drop(&w, first);
  assert_null(wakeup_fault(&w));
  touches_unref(t);
  wakeup_fini(&w);
}

static void execution_graphs(void **unused) {
  (void)unused;
  graph g = {0};
  graph_loc_at(&g, 0);
  for (uint32_t i = 0; i < 3; i++) {
    vec_push(&g.steps, ((graph_step){.proc = 1 + i, .first = i, .n = 1}));
    vec_push(&g.events, ((event){.kind = i < 2 ? EVENT_WRITE : EVENT_READ, .proc = 1 + i, .step = i, .rf = 1}));
  }
  graph_place(&g, 0, GRAPH_NONE);
  graph_place(&g, 1, 0);
  assert_null(graph_fault(&g));
  g.events.data[1].mo_prev = GRAPH_NONE;
  assert_non_null(graph_fault(&g));
  g.events.data[1].mo_prev = 0;
  g.events.data[2].rf = 2;
  assert_non_null(graph_fault(&g));
  g.events.data[2].rf = 1;
  g.events.data[1].placed = false;
  assert_non_null(graph_fault(&g));
  vec_free(&g.events);
  vec_free(&g.steps);
  vec_free(&g.locs);
}

static void intervals(void **unused) {
  (void)unused;
  assert_true(number_is_well_formed(number_top(32)) && number_is_well_formed(number_none()));
  assert_true(number_is_well_formed(number_join(number_one(1), number_one(7))));
  assert_false(number_is_well_formed((number){1, 7, 4}));
  assert_false(number_is_well_formed((number){1, 7, 0}));
  assert_false(number_is_well_formed((number){1, 1, 2}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbered_strings), cmocka_unit_test(partial_orders), cmocka_unit_test(wakeup_trees),
      cmocka_unit_test(execution_graphs), cmocka_unit_test(intervals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
