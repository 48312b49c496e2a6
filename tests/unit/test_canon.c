// links: engine
// Canonical forms of traces: independent events may be exchanged, dependent ones may not; what a region learnt elsewhere does
// not count; swapped pairs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "engine/trace/canon.h"

enum { MAX_EVENTS = 16 };

static touches *touching(touch_mode mode, uint32_t obj, uint64_t offset) {
  footprint f = {0};
  footprint_add(&f, (touch){.mode = mode, .obj = obj, .offset = offset, .size = 8});
  touches *t = touches_new(&f, f.len, NULL);
  vec_free(&f);
  return t;
}

// An execution as text: process, 'r' or 'w', object; "1w1 2r1".
typedef struct execution {
  canon_event events[MAX_EVENTS];
  size_t n;
} execution;

static execution make(const char *text) {
  execution e = {0};
  for (; *text; text += text[3] ? 4 : 3) {
    touches *t = touching(text[1] == 'w' ? TOUCH_WRITE : TOUCH_READ, (uint32_t)(text[2] - '0'), 0);
    e.events[e.n++] = (canon_event){(proc_id)(text[0] - '0'), t};
  }
  return e;
}

static void drop(execution *e) {
  for (size_t i = 0; i < e->n; i++) touches_unref((touches *)e->events[i].touched);
}

static bool equivalent(const char *a, const char *b) {
  execution x = make(a), y = make(b);
  canon cx = {0}, cy = {0};
  canon_make(&cx, x.events, x.n);
  canon_make(&cy, y.events, y.n);
  bool same = cx.bytes.len == cy.bytes.len && memcmp(cx.bytes.data, cy.bytes.data, cx.bytes.len) == 0;
  bool swapped = canon_swapped(x.events, x.n, y.events, y.n);
  assert_int_equal(same, !swapped);  // both have the same events
  canon_fini(&cx);
  canon_fini(&cy);
  drop(&x);
  drop(&y);
  return same;
}

static void orders(void **unused) {
  (void)unused;
  assert_true(equivalent("1w1 2w2", "2w2 1w1"));
  assert_false(equivalent("1w1 2w1", "2w1 1w1"));
  assert_false(equivalent("1w1 2r1", "2r1 1w1"));
  assert_true(equivalent("1r1 2r1", "2r1 1r1"));
  assert_true(equivalent("1w1 2w2 3w1", "2w2 1w1 3w1"));
  assert_false(equivalent("1w1 2r1 2r1", "2r1 1w1 2r1"));
  assert_false(equivalent("2r1 1w1 2r1", "2r1 2r1 1w1"));
  assert_true(equivalent("1w1 1w2 2r3 2w1", "2r3 1w1 1w2 2w1"));
}

static void text(void **unused) {
  (void)unused;
  execution e = make("1w1 2r1 2w2 3r2 1r2");
  canon c = {0};
  strbuf out = {0};
  canon_make(&c, e.events, e.n);
  canon_print(c.bytes.data, c.bytes.len, &out);
  assert_string_equal(sb_text(&out), "1: - 2.1 | 2: 1.0 - | 3: 2.1");
  sb_fini(&out);
  canon_fini(&c);
  drop(&e);
}

// Pairs that somebody has found already give the same bytes, also for a part of the execution.
static void given_pairs(void **unused) {
  (void)unused;
  execution e = make("1w1 2r1 2w2 3r2 1r2");
  uint32_t first[] = {0, 0, 1, 1, 2, 3}, pairs[] = {0, 2, 2};
  canon a = {0}, b = {0};
  canon_make(&a, e.events, e.n);
  canon_append(&b, e.events, 0, e.n, &(canon_pairs){first, pairs});
  assert_int_equal(a.bytes.len, b.bytes.len);
  assert_memory_equal(a.bytes.data, b.bytes.data, a.bytes.len);
  vec_clear(&a.bytes);
  vec_clear(&b.bytes);
  canon_append(&a, e.events, 1, e.n, NULL);
  canon_append(&b, e.events, 1, e.n, &(canon_pairs){first, pairs});
  assert_int_equal(a.bytes.len, b.bytes.len);
  assert_memory_equal(a.bytes.data, b.bytes.data, a.bytes.len);
  canon_fini(&a);
  canon_fini(&b);
  drop(&e);
}

static void learnt(void **unused) {
  (void)unused;
  footprint f = {0};
  footprint_add(&f, (touch){.mode = TOUCH_READ, .obj = 1, .size = 8});
  footprint_add(&f, (touch){.mode = TOUCH_WRITE, .obj = 2, .size = 8});
  touches *region = touches_new(&f, 1, NULL), *other = touching(TOUCH_WRITE, 2, 0);
  assert_true(touches_dependent(region, other));
  assert_false(touches_own_dependent(region, other));
  touches_unref(region);
  touches_unref(other);
  vec_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(orders), cmocka_unit_test(text), cmocka_unit_test(given_pairs),
                                     cmocka_unit_test(learnt)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
