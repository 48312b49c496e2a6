// links: sem front_ivl
// States and their store: keys are exact, hold what matters and nothing that does not.
#include "sem/forms.h"
#include "state/keyset.h"
#include "state/words.h"
#include "test_sem_world.h"

static void keysets_are_exact(void **unused) {
  (void)unused;
  keyset k;
  keyset_init(&k);
  bool is_new;
  uint8_t data[16];
  for (uint32_t i = 0; i < 20000; i++) {
    size_t n = (size_t)(key_put(key_put(data, i), (uint64_t)i << 32) - data);
    assert_int_equal(keyset_add(&k, data, n, &is_new), i + 1);
    assert_true(is_new);
  }
  for (uint32_t i = 0; i < 20000; i += 7) {
    size_t n = (size_t)(key_put(key_put(data, i), (uint64_t)i << 32) - data);
    assert_int_equal(keyset_add(&k, data, n, &is_new), i + 1);
    assert_false(is_new);
  }
  // Longer than a segment, twice, with short ones between.
  size_t len = 3000000;
  uint8_t *big = mem_zalloc(len);
  uint32_t a = keyset_add(&k, big, len, &is_new);
  assert_true(is_new);
  keyset_add(&k, (const uint8_t *)"x", 1, &is_new);
  big[len - 1] = 1;
  assert_int_not_equal(keyset_add(&k, big, len, &is_new), a);
  assert_true(is_new);
  big[len - 1] = 0;
  assert_int_equal(keyset_add(&k, big, len, &is_new), a);
  assert_int_equal(keyset_add(&k, big, 254, &is_new), a + 3);
  assert_int_equal(keyset_add(&k, big, 255, &is_new), a + 4);
  assert_int_equal(keyset_count(&k), a + 4);
  mem_free(big);
  keyset_fini(&k);
}

// Numbers of every length are written so that they can be told apart.
static void numbers_are_prefix_free(void **unused) {
  (void)unused;
  uint64_t samples[] = {0,         239, 240, 255, 256, 65535, 65536, 0xffffff, 0x1000000, UINT32_MAX, (uint64_t)1 << 40,
                        UINT64_MAX};
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    uint8_t a[KEY_MAX + 8], b[KEY_MAX + 8];
    size_t na = (size_t)(key_put(a, samples[i]) - a);
    uint64_t back;
    assert_ptr_equal(key_get(a, &back), a + na);
    assert_true(back == samples[i]);
    for (size_t j = 0; j < sizeof samples / sizeof *samples; j++) {
      size_t nb = (size_t)(key_put(b, samples[j]) - b);
      if (i != j) assert_false(na <= nb && memcmp(a, b, na) == 0);
    }
  }
}

static uint32_t store(world *w, state_store *st, state *s) {
  bool is_new;
  return state_store_add(st, s, sem_time_abstractable(w->m, s), &is_new).id;
}

static void orders_meet(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int x; int y; int *p; int *q;\nthread A { x = 1; p = new int; *p = 1; } thread B { y = 2; q = new "
                 "int; *q = 2; }\nmain { start; }\n");
  state_store *st = state_store_new(w.terms, w.solver), *second = state_store_new(w.terms, w.solver);
  state *s = world_start(&w, "0");
  state *ab = world_follow(&w, state_fork(s), "AB"), *ba = world_follow(&w, state_fork(s), "BA"),
        *a = world_follow(&w, state_fork(s), "A");
  uint32_t first = store(&w, st, s), both = store(&w, st, ab);
  assert_int_equal(store(&w, second, ab), 1);
  assert_int_equal(store(&w, second, s), 2);
  assert_int_equal(store(&w, st, ba), both);
  assert_int_not_equal(store(&w, st, a), both);
  assert_int_not_equal(store(&w, st, a), first);
  assert_int_equal(store(&w, st, s), first);
  assert_int_equal(state_store_count(st), 3);
  state_unref(a);
  state_unref(ab);
  state_unref(ba);
  state_unref(s);
  state_store_free(st);
  state_store_free(second);
  world_close(&w);
}

// A loop returns to its state: dead temporaries and locals are gone, the time is left out, heap names are used again.
static void loops_close(void **unused) {
  (void)unused;
  static const char *const programs[] = {
      "thread A { while (true) { wait_time 1; } }\nmain { start; }\n",
      "int x; thread A { while (true) { int k = x + 1; x = 3 - k; x = x + k - 3; wait_time 0; } }\nmain { start; }\n",
      "int f(int k) { wait_time 2; return k + 1; } int x; thread A { while (true) { x = f(x) - 1 - x; } }\nmain { "
      "start; }\n",
      "int *p; thread A { while (true) { p = new int; *p = 4; delete p; wait_time 1; } }\nmain { start; }\n",
      "int *p; thread A { while (true) { int *old = p; p = new int; delete old; wait_time 1; } }\nmain { start; }\n",
      "int *p; int g() { int v[2]; p = &v[0]; wait_time 1; return v[1]; } thread A { while (true) g(); }\nmain { "
      "start; }\n",
  };
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    world w;
    world_open(&w, programs[i]);
    state_store *st = state_store_new(w.terms, w.solver);
    state *s = world_start(&w, "0");
    for (int k = 0; k < 20; k++) {
      s = world_follow(&w, s, "A0");
      store(&w, st, s);
    }
    if (state_store_count(st) > 4) print_message("program %zu: %zu states\n", i, state_store_count(st));
    assert_true(state_store_count(st) <= 4);
    state_unref(s);
    state_store_free(st);
    world_close(&w);
  }
}

static void time_is_kept_where_it_shows(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "thread A { while (true) { wait_time 1; } }\nmain { start 100; }\n");
  state_store *st = state_store_new(w.terms, w.solver);
  state *s = world_start(&w, "0");
  for (int k = 0; k < 5; k++) {
    s = world_follow(&w, s, "A0");
    store(&w, st, s);
  }
  assert_int_equal(state_store_count(st), 5);
  state_unref(s);
  state_store_free(st);
  world_close(&w);
}

// Everything that decides the future is in the key: pending notifications, waits, suspension, resumes, requests.
static void kernel_parts_matter(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "event e; event f; int n; update U { n = 1; }\n"
                 "thread A { bool b = ?(bool); if (b) wait e; else wait f; }\n"
                 "thread B { u8 k = ?(u8); if (k == 0) notify e, 1; if (k == 1) notify e, 2; if (k == 2) notify f, 1; "
                 "if (k == 3) request_update U;\n"
                 "  if (k == 4) suspend C; if (k == 5) resume C; if (k == 6) notify e, 0; }\nthread C { wait e; "
                 "}\nmain { start; }\n");
  state_store *st = state_store_new(w.terms, w.solver);
  state *todo[64];
  size_t n = 0, ends = 0;
  todo[n++] = world_start(&w, "0");
  while (n > 0) {  // B alone, all branches
    state *s = todo[--n];
    world_step(&w, s, 2);
    for (size_t i = 0; i < w.out.succs.len; i++) {
      sem_kind kind = w.out.succs.data[i].kind;
      state *t = world_take(&w, i);
      if (kind == SEM_INTERRUPTED) {
        todo[n++] = t;
      } else {
        store(&w, st, t);
        ends++;
        state_unref(t);
      }
    }
  }
  assert_int_equal(ends, 8);
  assert_int_equal(state_store_count(st), 8);
  state_store_free(st);
  world_close(&w);
}

static void path_conditions_of_live_literals(void **unused) {
  (void)unused;
  world w;
  world_open(
      &w, "int x = ?(int); int y; thread A { if (x < 5) y = 0; else y = 0; } thread B { x = 0; }\nmain { start; }\n");
  state_store *st = state_store_new(w.terms, w.solver);
  world_step(&w, world_start(&w, "0"), 1);
  state *yes = world_take(&w, 0), *no = world_take(&w, 1);
  yes = world_go(&w, yes, 1, SEM_NEXT);
  no = world_go(&w, no, 1, SEM_NEXT);
  assert_int_not_equal(store(&w, st, yes), store(&w, st, no));  // x lives: the conditions differ
  yes = world_follow(&w, yes, "B");
  no = world_follow(&w, no, "B");
  assert_int_equal(store(&w, st, yes), store(&w, st, no));  // x is gone: what it was does not matter
  state_unref(yes);
  state_unref(no);
  state_store_free(st);
  world_close(&w);
}

static void many_roots(void **unused) {
  (void)unused;
  strbuf b = {0};
  for (int i = 0; i < 700; i++) sb_printf(&b, "int a%d[3];\n", i);
  sb_puts(&b, "thread A { a0[0] = 1; wait_time 1; a699[2] = 5; wait_time 1; a699[2] = 0; a0[0] = 0; wait_time 1; a0[0] "
              "= 1; wait_time 1; }\nmain { start; }\n");
  world w;
  world_open(&w, sb_text(&b));
  state_store *st = state_store_new(w.terms, w.solver);
  state *s = world_start(&w, "0A");
  uint32_t ids[4];
  for (int i = 0; i < 4; i++) {
    state *masked = state_fork(s);
    ids[i] = store(&w, st, masked);
    state_unref(masked);
    if (i < 3) s = world_follow(&w, s, "0A");
  }
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < i; j++) assert_int_not_equal(ids[i], ids[j]);
  }
  state_unref(s);
  state_store_free(st);
  world_close(&w);
  sb_fini(&b);
}

static void words_of(word_store *in, state *s, pos_vec *at) {
  expr_vec terms = {0};
  vec_clear(at);
  word_store_add(in, s, at, &terms);
  vec_free(&terms);
}

// Parts that states share may have been numbered by another store in between: here the frame of A's caller.
static void stores_take_turns(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int x = ?(int); int r;\n"
                 "void h() { int y = x; wait_time 1; y = y + 1; wait_time 1; r = r + y; }\n"
                 "thread A { int k = 1; int l = 2; int m = 3; h(); r = r + k + l + m; }\n"
                 "thread B { int v = x + 1; wait_time 1; v = v + 2; wait_time 1; r = r + v; }\n"
                 "main { start; }\n");
  word_store *own = word_store_new(), *other = word_store_new(), *fresh = word_store_new();
  pos_vec at = {0}, want = {0};
  state *s = world_start(&w, "0AB0");
  words_of(own, s, &at);
  state *b = world_follow(&w, state_fork(s), "B"), *a = world_follow(&w, state_fork(s), "A");
  state *early = world_start(&w, "0");
  words_of(other, early, &at);  // numbers differ
  state_unref(early);
  words_of(other, a, &at);
  words_of(own, b, &at);
  words_of(fresh, b, &want);
  assert_int_equal(at.len, want.len);
  assert_memory_equal(at.data, want.data, at.len * sizeof *at.data);
  state_unref(a);
  state_unref(b);
  state_unref(s);
  vec_free(&at);
  vec_free(&want);
  word_store_free(own);
  word_store_free(other);
  word_store_free(fresh);
  world_close(&w);
}

static value add_one(void *arg, value v) {
  (void)arg;
  if (v.obj == 0 && v.e.id == 0 && v.bits == 41) v.bits = 42;
  return v;
}

static void mapping_values(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int x; int *p; int f(int k) { wait_time 1; return k; }\nthread A { x = 41; p = new int; *p = 41; x = "
                 "f(41) + x; }\nmain { start; }\n");
  state *s = world_start(&w, "0A");
  state *copy = state_fork(s);
  state_map_values(copy, add_one, NULL);
  copy = world_follow(&w, copy, "0A");
  assert_true(world_shows(&w, copy, "x = 84"));
  s = world_follow(&w, s, "0A");
  assert_true(world_shows(&w, s, "x = 82"));
  state_unref(copy);
  state_unref(s);
  world_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keysets_are_exact),
      cmocka_unit_test(numbers_are_prefix_free),
      cmocka_unit_test(orders_meet),
      cmocka_unit_test(loops_close),
      cmocka_unit_test(time_is_kept_where_it_shows),
      cmocka_unit_test(kernel_parts_matter),
      cmocka_unit_test(path_conditions_of_live_literals),
      cmocka_unit_test(many_roots),
      cmocka_unit_test(stores_take_turns),
      cmocka_unit_test(mapping_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
