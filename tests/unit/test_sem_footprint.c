// links: sem front_ivl
// Footprints: what is recorded, and when two steps depend on each other (specification 4.2, 4.18).
#include "test_sem_world.h"

static touch at(touch_mode mode, uint32_t detail, uint32_t obj, uint64_t offset, uint64_t size) {
  return (touch){.mode = mode, .detail = detail, .obj = obj, .offset = offset, .size = size};
}

static bool dependent(touch a, touch b, bool ieee) {
  footprint x = {0}, y = {0};
  footprint_add(&x, a);
  footprint_add(&x, a);
  assert_int_equal(x.len, 1);
  footprint_add(&y, b);
  bool d = footprint_dependent(&x, &y, ieee);
  assert_int_equal(d, footprint_dependent(&y, &x, ieee));
  vec_free(&x);
  vec_free(&y);
  return d;
}

static void rules(void **unused) {
  (void)unused;
  touch read = at(TOUCH_READ, 0, 1, 4, 4), write = at(TOUCH_WRITE, 0, 1, 4, 4), other = at(TOUCH_WRITE, 0, 1, 8, 4);
  touch wide = at(TOUCH_WRITE, 0, 1, 0, 8), elsewhere = at(TOUCH_WRITE, 0, 2, 4, 4);
  assert_false(dependent(read, read, true));
  assert_true(dependent(read, write, true));
  assert_true(dependent(write, write, true));
  assert_false(dependent(read, other, true));
  assert_true(dependent(read, wide, true));
  assert_false(dependent(other, wide, true));
  assert_false(dependent(write, elsewhere, true));
  touch add = at(TOUCH_UPDATE, IR_RMW_ADD, 1, 4, 4), sub = at(TOUCH_UPDATE, IR_RMW_SUB, 1, 4, 4),
        or = at(TOUCH_UPDATE, IR_RMW_OR, 1, 4, 4);
  assert_false(dependent(add, add, true));
  assert_false(dependent(add, sub, true));
  assert_true(dependent(add, or, true));
  assert_true(dependent(add, read, true));
  assert_true(dependent(add, write, true));
  touch notify = at(TOUCH_NOTIFY, 0, 3, 0, 1), wait = at(TOUCH_WAIT, 0, 3, 0, 1),
        later = at(TOUCH_NOTIFY_LATER, 0, 3, 0, 1);
  touch cancel = at(TOUCH_NOTIFY_LATER, 1, 3, 0, 1);
  assert_true(dependent(notify, wait, true));
  assert_false(dependent(later, wait, true));
  assert_true(dependent(notify, later, true));
  assert_false(dependent(notify, later, false));
  assert_false(dependent(later, later, true));
  assert_true(dependent(later, cancel, true));
  assert_false(dependent(notify, at(TOUCH_WAIT, 0, 3, 1, 1), true));
  touch suspend = at(TOUCH_SUSPEND, 0, 1, 0, 1), resume = at(TOUCH_RESUME, 0, 1, 0, 1);
  assert_true(dependent(suspend, at(TOUCH_STEP, 0, 1, 0, 1), true));
  assert_false(dependent(suspend, at(TOUCH_STEP, 0, 2, 0, 1), true));
  assert_true(dependent(suspend, resume, true));
  assert_false(dependent(resume, at(TOUCH_STEP, 0, 1, 0, 1), true));
  assert_true(dependent(at(TOUCH_ASSUME, 0, 0, 0, 0), at(TOUCH_CHECK, 0, 0, 0, 0), true));
  assert_false(dependent(at(TOUCH_CHECK, 0, 0, 0, 0), at(TOUCH_CHECK, 0, 0, 0, 0), true));
}

static bool has(const footprint *f, touch_mode mode, uint32_t detail, uint32_t obj, uint64_t offset, uint64_t size) {
  for (size_t i = 0; i < f->len; i++) {
    const touch *t = &f->data[i];
    if (t->mode == mode && t->detail == detail && t->obj == obj && t->offset == offset && t->size == size) return true;
  }
  return false;
}

static void recorded(void **unused) {
  (void)unused;
  world w;
  sem_options o = world_options();
  o.needs.footprints = true;
  world_open_with(&w, &front_ivl,
                  "int x; int a[4]; event e; int y;\nthread A { x += 2; a[2] = y; notify e, 1; suspend B; wait e; "
                  "}\nthread B { }\nmain { start; }\n",
                  &o);
  world_step(&w, world_start(&w, "0"), 1);
  const footprint *f = &w.out.touched;
  assert_true(has(f, TOUCH_STEP, 0, 1, 0, 1));
  assert_true(has(f, TOUCH_UPDATE, IR_RMW_ADD, 1, 0, 4));
  assert_true(has(f, TOUCH_WRITE, 0, 2, 8, 4));
  assert_true(has(f, TOUCH_READ, 0, 4, 0, 4));
  assert_true(has(f, TOUCH_NOTIFY_LATER, 0, 3, 0, 1));
  assert_true(has(f, TOUCH_SUSPEND, 0, 2, 0, 1));
  assert_true(has(f, TOUCH_WAIT, 0, 3, 0, 1));
  assert_int_equal(f->len, 7);
  world_close(&w);
}

// The footprint of an interrupted step goes on where it stopped; a symbolic index covers the whole array.
static void across_forks(void **unused) {
  (void)unused;
  world w;
  sem_options o = world_options();
  o.needs.footprints = true;
  world_open_with(&w, &front_ivl,
                  "int x = ?(int); int a[4]; int y;\nthread A { a[0] = 1; if (x < 3) y = 1; if (x >= 0 && x < 4) a[x] "
                  "= 2; }\nmain { start; }\n",
                  &o);
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 2);
  state *other = world_take(&w, 1);
  world_step(&w, world_take(&w, 0), 1);
  const footprint *f = &w.out.touched;
  assert_true(has(f, TOUCH_WRITE, 0, 2, 0, 4));
  assert_true(has(f, TOUCH_WRITE, 0, 3, 0, 4));
  state *t = world_take(&w, 0);
  world_step(&w, t, 1);
  assert_true(has(&w.out.touched, TOUCH_WRITE, 0, 2, 0, 16));
  assert_true(has(&w.out.touched, TOUCH_WRITE, 0, 3, 0, 4));
  world_step(&w, other, 1);
  assert_true(has(&w.out.touched, TOUCH_WRITE, 0, 2, 0, 4));
  assert_false(has(&w.out.touched, TOUCH_WRITE, 0, 3, 0, 4));
  world_close(&w);
}

static void long_steps_stay_linear(void **unused) {
  (void)unused;
  world w;
  sem_options o = world_options();
  o.needs.footprints = true;
  world_open_with(
      &w, &front_ivl,
      "int a[20000];\nthread A { for (int i = 0; i < 20000; i = i + 1) a[i] = a[i] + i; }\nmain { start; }\n", &o);
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.data[0].kind, SEM_NEXT);
  assert_int_equal(w.out.touched.len, 40001);
  world_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules),
      cmocka_unit_test(recorded),
      cmocka_unit_test(across_forks),
      cmocka_unit_test(long_steps_stay_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
