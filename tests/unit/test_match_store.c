// links: match sem state analysis ir smt expr front_ivl front_air
// The set of stored states: equal states, states that may be impossible, forgetting, states of real programs.
#include "match/match.h"
#include "match/pack.h"
#include "state/state_impl.h"
#include "test_sem_world.h"

static const char counting[] = "int x = 0; int y = 0;\n"
                               "thread t { while (true) { x += 1; y = x * 3; wait_time 1; } }\n"
                               "main { start; }\n";

static const char drawing[] = "int x = 0; int c = 0;\n"
                              "thread t { while (true) { x = ?(int); c += 1; wait_time 1; } }\n"
                              "main { start; }\n";

// Runs whatever comes first until `times` times something was run; takes s.
static state *run(world *w, state *s, unsigned times) {
  for (unsigned i = 0; i < times; i++) {
    proc_vec procs = {0};
    sem_enabled(w->m, s, &procs);
    assert_true(procs.len > 0);
    proc_id p = procs.data[0];
    vec_free(&procs);
    world_step(w, s, p);
    assert_true(w->out.succs.len > 0);
    s = world_take(w, 0);
  }
  return s;
}

static const match_method methods[] = {METHOD_AUTO,    METHOD_CEQ,     METHOD_PESM,   METHOD_ESM,    METHOD_ESM_H,
                                       METHOD_PSBC_EQ, METHOD_PSBC_CV, METHOD_SBC_EQ, METHOD_SBC_CV, METHOD_ESS};

static void test_same_state(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    world w;
    world_open(&w, drawing);
    match_options o = match_default_options(methods[i]);
    o.confirm = true;
    matcher *m = matcher_new(w.m, &o);
    bool is_new;
    state *s = run(&w, sem_initial(w.m), 4);
    uint32_t id = matcher_find_or_add(m, s, &is_new);
    assert_true(is_new);
    assert_int_equal(matcher_find_or_add(m, s, &is_new), id);
    assert_false(is_new);
    state_unref(s);
    // The same again with another literal: equal up to renaming, identical it is not.
    s = run(&w, sem_initial(w.m), 4);
    matcher_find_or_add(m, s, &is_new);
    bool plain = methods[i] == METHOD_CEQ || methods[i] == METHOD_PESM || methods[i] == METHOD_PSBC_EQ ||
                 methods[i] == METHOD_PSBC_CV;
    assert_int_equal(is_new, plain);
    state_unref(s);
    s = run(&w, sem_initial(w.m), 6);  // c differs
    matcher_find_or_add(m, s, &is_new);
    assert_true(is_new);
    state_unref(s);
    assert_int_equal(matcher_count(m), plain ? 3 : 2);
    assert_int_equal(matcher_get_stats(m)->confirmed, plain ? 1 : 2);
    assert_int_equal(matcher_get_stats(m)->unconfirmed, 0);
    matcher_free(m);
    world_close(&w);
  }
}

// A path condition that the solver could not judge, and that is impossible: nothing was explored from that state.
static void test_uncertain(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    world w;
    world_open(&w, drawing);
    match_options o = match_default_options(methods[i]);
    matcher *m = matcher_new(w.m, &o);
    state *s = run(&w, sem_initial(w.m), 1), *other = run(&w, sem_initial(w.m), 1);
    assert_true(state_is_concrete(s));
    expr_var_info info = {.name = "z"};
    expr z = expr_var(w.terms, sort_bv(32), &info);
    expr never = expr_eq(w.terms, expr_mul(w.terms, z, z), expr_const(w.terms, 32, 2));
    s->pc = pathcond_add(w.solver, NULL, never, SMT_UNKNOWN);
    assert_true(pathcond_uncertain(s->pc));
    bool is_new;
    matcher_find_or_add(m, s, &is_new);
    assert_true(is_new);
    matcher_find_or_add(m, other, &is_new);
    assert_true(is_new);
    state_unref(s);
    state_unref(other);
    matcher_free(m);
    world_close(&w);
  }
}

// Forgetting keeps what is on the path and gives new numbers to what comes back.
static void test_evict(void **unused) {
  (void)unused;
  world w;
  world_open(&w, counting);
  match_options o = match_default_options(METHOD_AUTO);
  o.cache_bytes = SIZE_MAX / 2;
  matcher *m = matcher_new(w.m, &o);
  bool is_new;
  state *s = run(&w, sem_initial(w.m), 2), *first = state_fork(s), *left = NULL;
  uint32_t first_id = matcher_find_or_add(m, s, &is_new), left_id = 0, last_id = 0;
  matcher_set_on_path(m, first_id, true);
  for (unsigned i = 0; i < 400; i++) {
    s = run(&w, s, 1);
    last_id = matcher_find_or_add(m, s, &is_new);
    assert_true(is_new);
    matcher_set_on_path(m, last_id, true);
    if (i == 5) {
      left = state_fork(s);
      left_id = last_id;
    }
    if (i < 350) matcher_set_on_path(m, last_id, false);
  }
  size_t before = matcher_bytes(m), count = matcher_count(m);
  assert_int_equal(count, 401);
  size_t n = matcher_evict(m, before / 4);
  assert_true(n > 0 && n <= 350);
  assert_int_equal(matcher_count(m), count - n);
  assert_int_equal(matcher_get_stats(m)->evicted, n);
  assert_int_equal(matcher_find_or_add(m, first, &is_new), first_id);
  assert_false(is_new);
  assert_int_equal(matcher_find_or_add(m, s, &is_new), last_id);
  assert_false(is_new);
  uint32_t again = matcher_find_or_add(m, left, &is_new);
  assert_true(is_new);
  assert_true(again > left_id && again > last_id);
  assert_int_equal(matcher_find_or_add(m, left, &is_new), again);
  state_unref(s);
  state_unref(first);
  state_unref(left);
  matcher_free(m);
  world_close(&w);
}

// With a limit, old states go by themselves; states whose standing nobody told stay.
static void test_cache_limit(void **unused) {
  (void)unused;
  for (int told = 0; told < 2; told++) {
    world w;
    world_open(&w, counting);
    match_options o = match_default_options(METHOD_ESM_H);
    o.cache_bytes = 1;
    matcher *m = matcher_new(w.m, &o);
    bool is_new;
    state *s = sem_initial(w.m);
    for (unsigned i = 0; i < 300; i++) {
      s = run(&w, s, 1);
      uint32_t id = matcher_find_or_add(m, s, &is_new);
      assert_true(is_new);
      if (told) matcher_set_on_path(m, id, true);
      if (told) matcher_set_on_path(m, id, false);
    }
    assert_int_equal(matcher_get_stats(m)->evicted > 0, told);
    if (!told) assert_int_equal(matcher_count(m), 300);
    state_unref(s);
    matcher_free(m);
    world_close(&w);
  }
}

// What is written to a pack is what comes out of it.
static void test_pack(void **unused) {
  (void)unused;
  expr_options eo = {0};
  expr_table *t = expr_table_new(&eo);
  expr_var_info info = {.name = "x"};
  expr x = expr_var(t, sort_bv(8), &info), y = expr_add(t, x, expr_const(t, 8, 1));
  static const uint64_t words[] = {0, 239, 240, 255, 256, 65535, 65536, UINT32_MAX, (uint64_t)1 << 56, UINT64_MAX, 0};
  pack p;
  pack_init(&p);
  packed at[4];
  view v[4] = {0}, out = {0};
  for (unsigned i = 0; i < 4; i++) {  // no term, one in front, one in the middle, two at the ends
    size_t n = sizeof words / sizeof *words;
    for (size_t k = 0; k < n; k++) {
      bool term = (i == 1 && k == 0) || (i == 2 && k == 5) || (i == 3 && (k == 0 || k == n - 1));
      vec_push(&v[i].words, term ? 0 : words[k]);
      if (term) vec_push(&v[i].mask, (uint32_t)k);
      if (term) vec_push(&v[i].terms, k ? y : x);
    }
    for (unsigned k = 0; k < i; k++) vec_push(&v[i].pc, k ? expr_ne(t, x, expr_const(t, 8, k)) : expr_eq(t, x, y));
    v[i].data = word_store_put(p.words, v[i].words.data, v[i].words.len);
    at[i] = pack_put(&p, &v[i]);
    assert_int_equal(word_store_put(p.words, v[i].words.data, v[i].words.len), at[i].data);
  }
  assert_true(at[0].data != at[2].data);
  for (unsigned i = 0; i < 4; i++) {
    pack_open(&p, at[i], &v[i].mask, true, &out);
    assert_int_equal(out.words.len, v[i].words.len);
    assert_memory_equal(out.words.data, v[i].words.data, out.words.len * sizeof(uint64_t));
    assert_true(pos_same(&out.mask, &v[i].mask));
    assert_int_equal(out.terms.len, v[i].terms.len);
    for (size_t k = 0; k < out.terms.len; k++) assert_int_equal(out.terms.data[k].id, v[i].terms.data[k].id);
    assert_int_equal(out.pc.len, v[i].pc.len);
    for (size_t k = 0; k < out.pc.len; k++) assert_int_equal(out.pc.data[k].id, v[i].pc.data[k].id);
    view_fini(&v[i]);
  }
  view_fini(&out);
  pack_fini(&p);
  expr_table_free(t);
}

// Words without some positions, and words moved to another store; equal words have equal numbers.
static void test_words(void **unused) {
  (void)unused;
  const uint64_t words[] = {7, 300, 0, UINT64_MAX, 5, 300}, less[] = {7, 0, 0, UINT64_MAX, 5, 0};
  word_store *a = word_store_new(), *b = word_store_new();
  pos_vec at = {0};
  vec_push(&at, 1);
  vec_push(&at, 5);
  uint32_t all = word_store_put(a, words, 6), some = word_store_without(a, all, &at);
  assert_int_equal(some, word_store_put(a, less, 6));
  assert_int_not_equal(some, all);
  assert_int_equal(word_store_without(a, some, &at), some);
  map64 moved = {0};
  word_vec out = {0};
  word_store_put(b, words, 3);  // numbers differ
  uint32_t there = word_store_move(b, a, some, &moved);
  assert_int_equal(there, word_store_put(b, less, 6));
  assert_int_equal(word_store_move(b, a, some, &moved), there);
  word_store_read(b, there, &out);
  assert_int_equal(out.len, 6);
  assert_memory_equal(out.data, less, sizeof less);
  map64_fini(&moved);
  vec_free(&out);
  vec_free(&at);
  word_store_free(a);
  word_store_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_state),  cmocka_unit_test(test_uncertain), cmocka_unit_test(test_evict),
      cmocka_unit_test(test_cache_limit), cmocka_unit_test(test_pack),      cmocka_unit_test(test_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
