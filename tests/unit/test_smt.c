// links: smt expr
// The solver chain: rewritings proved by Z3, layers against bare Z3, path conditions against direct questions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "smt/pathcond.h"
#include "smt/smt.h"
#include "smt/smt_impl.h"
#include "test_expr_random.h"

static smt_config bare(void) {
  smt_config c = smt_default_config();
  c.cache = c.slice = c.interval = false;
  c.rlimit = 2000000;
  c.validate = true;
  return c;
}

static expr var(expr_table *t, const char *name, uint32_t width) {
  expr_var_info info = {.name = name, .type_tag = width};
  return expr_var(t, sort_bv(width), &info);
}

// --- rewritings -----------------------------------------------------------------------------------------------------

// The term of another table as it stands, built in the plain table. Test terms are shallow: recursion will do.
static expr copy(term_pool *p, int k, expr e, uint64_t *memo) {
  const expr_table *src = p->table[k];
  expr_table *t = p->table[PLAIN];
  if (memo[e.id]) return (expr){(uint32_t)memo[e.id]};
  expr a[3] = {{0}}, r = EXPR_NONE;
  for (unsigned i = 0; i < expr_arity(src, e); i++) a[i] = copy(p, k, expr_arg(src, e, i), memo);
  expr_op op = expr_get_op(src, e);
  sort s = expr_sort(src, e);
  if (op == EXPR_VAR) {
    for (size_t i = 0; i < p->vars.len; i++)
      if (expr_same(p->vars.data[i].in[k], e)) r = p->vars.data[i].in[PLAIN];
  } else if (op == EXPR_CONST)
    r = expr_const_wide(t, s.width, expr_const_limbs(src, e));
  else if (op == EXPR_NOT)
    r = expr_not(t, a[0]);
  else if (op == EXPR_ITE)
    r = expr_ite(t, a[0], a[1], a[2]);
  else if (op == EXPR_EXTRACT)
    r = expr_extract(t, a[0], expr_extract_hi(src, e), expr_extract_lo(src, e));
  else if (op == EXPR_ZEXT)
    r = expr_zext(t, a[0], s.width);
  else if (op == EXPR_SEXT)
    r = expr_sext(t, a[0], s.width);
  else if (op == EXPR_CONST_ARRAY)
    r = expr_const_array(t, s.width, a[0]);
  else if (op == EXPR_STORE)
    r = expr_store(t, a[0], a[1], a[2]);
  else
    r = expr_binary(t, op, a[0], a[1]);
  memo[e.id] = r.id;
  return r;
}

static void rewritten_terms_are_proved_equal(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 2, 3, 5, 8};
  unsigned proved = 0, open = 0;
  for (uint64_t seed = 1; seed <= 24; seed++) {
    term_pool p;
    pool_init(&p, seed, widths, 5, seed % 3 == 0, seed % 2 == 0);
    for (unsigned i = 0; i < 40; i++) pool_grow(&p);
    smt_config c = bare();
    smt *s = smt_new(p.table[PLAIN], &c);
    for (int k = 0; k < PLAIN; k++) {
      uint64_t *memo = MEM_NEW_N(uint64_t, expr_table_count(p.table[k]) + 1);
      for (size_t i = 6; i < p.terms.len; i++) {
        expr e = copy(&p, k, p.terms.data[i].in[k], memo);
        if (expr_same(e, p.terms.data[i].in[PLAIN])) continue;
        expr differ = expr_ne(p.table[PLAIN], e, p.terms.data[i].in[PLAIN]);
        smt_answer a = smt_check(s, &differ, 1, NULL);
        assert_true(a != SMT_SAT);
        proved += a == SMT_UNSAT;
        open += a == SMT_UNKNOWN;
      }
      mem_free(memo);
    }
    smt_free(s);
    pool_fini(&p);
  }
  assert_true(proved > 400);
  assert_true(open * 20 < proved);
}

// --- the chain ------------------------------------------------------------------------------------------------------

// What path conditions are made of: alternatives for one term, and orders of sums and products with constants.
static expr random_bound(term_pool *p) {
  expr_table *t = p->table[RICH];
  uint32_t w = pool_width(p);
  expr x = rng_below(&p->r, 3) ? pool_var_of(p, w).in[RICH] : pool_any(p, sort_bv(w)).in[RICH];
  uint64_t kind = rng_below(&p->r, 4);
  if (kind < 2) {
    expr any = expr_bool(t, false);
    for (uint64_t k = 1 + rng_below(&p->r, 3); k-- > 0;) {
      expr arm = expr_eq(t, x, expr_const(t, w, rng_next(&p->r)));
      if (rng_below(&p->r, 4) == 0) arm = expr_and(t, arm, pool_any(p, sort_bv(1)).in[RICH]);
      if (rng_below(&p->r, 6) == 0) arm = expr_slt(t, x, expr_const(t, w, rng_next(&p->r)));
      any = expr_or(t, any, arm);
    }
    return any;
  }
  expr k = expr_const(t, w, rng_next(&p->r)), limit = expr_const(t, w, rng_next(&p->r));
  expr y = rng_below(&p->r, 2) ? expr_add(t, x, k) : expr_mul(t, x, expr_const(t, w, rng_below(&p->r, 6)));
  if (rng_below(&p->r, 3) == 0) limit = pool_any(p, sort_bv(w)).in[RICH];
  return kind == 2 ? expr_slt(t, y, limit) : expr_ult(t, limit, y);
}

static void random_conjuncts(term_pool *p, expr *out, size_t n) {
  for (size_t i = 0; i < n; i++) {
    expr_table *t = p->table[RICH];
    if (rng_below(&p->r, 3)) {
      out[i] = random_bound(p);
      continue;
    }
    term a = pool_any(p, sort_bv(1));
    out[i] = rng_below(&p->r, 2) ? a.in[RICH] : expr_not(t, a.in[RICH]);
    if (rng_below(&p->r, 2)) {
      uint32_t w = pool_width(p);
      out[i] = expr_ult(t, pool_any(p, sort_bv(w)).in[RICH], pool_any(p, sort_bv(w)).in[RICH]);
      if (rng_below(&p->r, 2)) out[i] = expr_not(t, out[i]);
    }
  }
}

static void check_model(expr_table *t, const expr *c, size_t n, smt_answer a, model *m) {
  assert_true((a == SMT_SAT) == (m != NULL));
  for (size_t i = 0; m && i < n; i++) assert_true(expr_eval_true(t, c[i], m));
  model_free(m);
}

static void layers_agree_with_bare_solver(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 2, 4, 8, 8};
  unsigned seen[3] = {0};
  for (uint64_t seed = 1; seed <= 12; seed++) {
    term_pool p;
    pool_init(&p, seed + 77, widths, 5, false, seed % 2);
    for (unsigned i = 0; i < 60; i++) pool_grow(&p);
    smt *s[5];
    for (int i = 0; i < 5; i++) {
      smt_config c = bare();
      c.cache = i != 0 && i != 1;
      c.slice = i != 0 && i != 2;
      c.interval = i != 0 && i != 3;
      s[i] = smt_new(p.table[RICH], &c);
    }
    for (int q = 0; q < 60; q++) {
      expr c[6];
      size_t n = 1 + rng_below(&p.r, 6);
      random_conjuncts(&p, c, n);
      smt_answer a[5];
      for (int i = 0; i < 5; i++) {
        model *m;
        a[i] = smt_check(s[i], c, n, &m);
        check_model(p.table[RICH], c, n, a[i], m);
        seen[a[i]]++;
        assert_true(a[i] == a[0] || a[i] == SMT_UNKNOWN || a[0] == SMT_UNKNOWN);
      }
    }
    for (int i = 0; i < 5; i++) smt_free(s[i]);
    pool_fini(&p);
  }
  assert_true(seen[SMT_SAT] > 100 && seen[SMT_UNSAT] > 100 && seen[SMT_UNKNOWN] < 50);
}

// Where the solver gives up at once, assignments are tried: what they answer is what the solver says without a limit.
static void tries_agree_with_the_solver(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 3, 4, 5};
  unsigned seen[3] = {0};
  uint64_t random = 0, enumerated = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    term_pool p;
    pool_init(&p, seed + 1234, widths, 4, false, seed % 2);
    for (unsigned i = 0; i < 40; i++) pool_grow(&p);
    smt_config with = bare(), without = bare();
    with.rlimit = 2;
    with.random = (uint32_t)(seed % 3) * 8;
    with.enumerate = 1u << 16;
    smt *s[2] = {smt_new(p.table[RICH], &with), smt_new(p.table[RICH], &without)};
    for (int q = 0; q < 40; q++) {
      expr c[4];
      size_t n = 1 + rng_below(&p.r, 4);
      random_conjuncts(&p, c, n);
      model *m;
      smt_answer a = smt_check(s[0], c, n, &m);
      check_model(p.table[RICH], c, n, a, m);
      seen[a]++;
      assert_true(a == smt_check(s[1], c, n, NULL) || a == SMT_UNKNOWN);
    }
    random += smt_get_stats(s[0])->by_random;
    enumerated += smt_get_stats(s[0])->by_enumeration;
    for (int i = 0; i < 2; i++) smt_free(s[i]);
    pool_fini(&p);
  }
  assert_true(seen[SMT_SAT] > 20 && seen[SMT_UNSAT] > 20 && random > 5 && enumerated > 20);
}

static void cheap_questions_do_not_reach_the_solver(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  smt *s = smt_new(t, NULL);
  expr x = var(t, "x", 32), y = var(t, "y", 32);
  expr c[4] = {expr_ult(t, x, expr_const(t, 32, 10)), expr_ult(t, expr_const(t, 32, 20), x),
               expr_ult(t, expr_add(t, x, expr_const(t, 32, 5)), expr_const(t, 32, 3)), expr_slt(t, y, x)};
  assert_int_equal(smt_check(s, c, 2, NULL), SMT_UNSAT);
  assert_int_equal(smt_check(s, c, 1, NULL), SMT_SAT);
  assert_int_equal(smt_check(s, (expr[]){c[0], c[2]}, 2, NULL), SMT_UNSAT);
  assert_int_equal(smt_check(s, (expr[]){c[3], expr_not(t, c[3])}, 2, NULL), SMT_UNSAT);
  assert_int_equal(smt_check(s, NULL, 0, NULL), SMT_SAT);
  assert_int_equal(smt_get_stats(s)->solver_calls, 0);
  expr hard = expr_eq(t, expr_mul(t, x, y), expr_const(t, 32, 77));
  expr both[2] = {hard, expr_ult(t, expr_const(t, 32, 1), x)};
  assert_int_equal(smt_check(s, both, 2, NULL), SMT_SAT);
  uint64_t calls = smt_get_stats(s)->solver_calls;
  assert_true(calls > 0);
  expr again[2] = {both[1], both[0]};
  assert_int_equal(smt_check(s, again, 2, NULL), SMT_SAT);
  assert_int_equal(smt_get_stats(s)->solver_calls, calls);
  smt_free(s);
  expr_table_free(t);
}

static expr factors_of(expr_table *t, uint64_t number) {
  expr p = expr_zext(t, var(t, "p", 32), 64), q = expr_zext(t, var(t, "q", 32), 64), one = expr_const(t, 64, 1);
  expr product = expr_eq(t, expr_mul(t, p, q), expr_const(t, 64, number));
  return expr_and(t, product, expr_and(t, expr_ult(t, one, p), expr_and(t, expr_ult(t, one, q), expr_ult(t, p, q))));
}

static expr factoring(expr_table *t) { return factors_of(t, 18446743979220271189u); }  // a semiprime: takes some 0.1 s
static expr primality(expr_table *t) { return factors_of(t, 2305843009213693951u); }   // a prime: hopeless

static void quantified_questions(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  smt *s = smt_new(t, NULL);
  // Specification 4.14: (x1 != 0, a: 2*x1, b: x2) is covered by (true, a: y1+1, b: y2+y3), not the other way round.
  expr x1 = var(t, "x1", 32), x2 = var(t, "x2", 32);
  expr y1 = var(t, "y1", 32), y2 = var(t, "y2", 32), y3 = var(t, "y3", 32);
  expr zero = expr_const(t, 32, 0), one = expr_const(t, 32, 1);
  expr pc = expr_ne(t, x1, zero);
  expr meet = expr_and(t, expr_eq(t, expr_add(t, x1, x1), expr_add(t, y1, one)), expr_eq(t, x2, expr_add(t, y2, y3)));
  expr ys[3] = {y1, y2, y3}, xs[2] = {x1, x2};
  assert_int_equal(smt_check_forall(s, &pc, 1, ys, 3, expr_not(t, meet), 0), SMT_UNSAT);
  assert_int_equal(smt_check_forall(s, NULL, 0, xs, 2, expr_not(t, expr_and(t, pc, meet)), 0), SMT_SAT);
  strbuf text = {0};
  smt_answer read;
  expr_print_smtlib_forall(t, &pc, 1, ys, 3, expr_not(t, meet), &text);
  assert_true(smt_z3_run_script(s, sb_text(&text), &read));
  assert_int_not_equal(read, SMT_SAT);
  sb_fini(&text);
  expr b = var(t, "b", 1), c = var(t, "c", 1);
  assert_int_equal(smt_check_forall(s, NULL, 0, &b, 1, expr_xor(t, b, c), 0), SMT_UNSAT);
  assert_int_equal(smt_check_forall(s, NULL, 0, &b, 1, expr_or(t, expr_not(t, b), c), 0), SMT_SAT);
  // Far too large for its limit: no answer, and none may be made up (there are factors, so it is not satisfiable).
  expr hard = factoring(t);
  expr_vec vars = {0};
  expr_collect_vars(t, hard, &vars);
  assert_true(smt_check_forall(s, NULL, 0, vars.data, vars.len, expr_not(t, hard), 1000) != SMT_SAT);
  vec_free(&vars);
  smt_free(s);
  expr_table_free(t);
}

static void limits_give_unknown(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  smt_config c = smt_default_config();
  c.rlimit = 20000;
  smt *s = smt_new(t, &c);
  expr hard = factoring(t), x = var(t, "x", 32), y = var(t, "y", 32);
  assert_int_equal(smt_check(s, &hard, 1, NULL), SMT_UNKNOWN);
  assert_int_equal(smt_get_stats(s)->unknown, 1);
  // The solver is usable afterwards.
  expr easy = expr_eq(t, expr_xor(t, x, y), expr_const(t, 32, 99));
  model *m;
  assert_int_equal(smt_check(s, &easy, 1, &m), SMT_SAT);
  model_free(m);
  // An undecided condition makes the path uncertain; a later contradiction still ends it.
  assert_int_equal(pathcond_may(s, NULL, hard), SMT_UNKNOWN);
  pathcond *pc = pathcond_add(s, NULL, hard, SMT_UNKNOWN);
  assert_true(pathcond_uncertain(pc));
  assert_null(pathcond_model(s, pc));
  assert_int_equal(pathcond_may(s, pc, expr_not(t, hard)), SMT_UNSAT);
  assert_int_equal(pathcond_may(s, pc, easy), SMT_UNKNOWN);
  pathcond *more = pathcond_add(s, pc, easy, SMT_UNKNOWN);
  assert_true(pathcond_uncertain(more));
  pathcond *kept = pathcond_collect(s, more, &x, 1);
  assert_true(pathcond_uncertain(kept));
  pathcond_unref(kept);
  pathcond_unref(more);
  pathcond_unref(pc);
  smt_free(s);
  expr_table_free(t);
}

static void *interrupt_soon(void *arg) {
  nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  smt_interrupt(arg);
  return NULL;
}

static void interrupt_gives_unknown_for_ever(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  smt *s = smt_new(t, NULL);
  expr hard = primality(t), x = var(t, "x", 8), easy = expr_ult(t, x, expr_const(t, 8, 9));
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt_soon, s);
  assert_int_equal(smt_check(s, &hard, 1, NULL), SMT_UNKNOWN);
  pthread_join(thread, NULL);
  assert_true(smt_interrupted(s));
  assert_int_equal(smt_check(s, &easy, 1, NULL), SMT_UNKNOWN);
  assert_int_equal(pathcond_may(s, NULL, easy), SMT_UNKNOWN);
  assert_int_equal(smt_check_forall(s, NULL, 0, &x, 1, easy, 0), SMT_UNKNOWN);
  smt_free(s);
  expr_table_free(t);
}

static void deep_terms_are_translated(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  smt *s = smt_new(t, NULL);
  expr x = var(t, "x", 32), y = var(t, "y", 32), e = x;
  for (uint32_t i = 0; i < 200000; i++)
    e = i % 2 ? expr_and(t, e, y) : expr_or(t, expr_xor(t, e, expr_const(t, 32, i)), x);
  expr c = expr_ult(t, e, expr_const(t, 32, 5));
  smt_config none = bare();
  none.rlimit = 100000;  // the answer does not matter, surviving within the limit does
  smt *z = smt_new(t, &none);
  assert_true(smt_check(z, &c, 1, NULL) <= SMT_UNKNOWN);
  smt_free(z);
  smt_free(s);
  expr_table_free(t);
}

static void log_holds_what_reaches_the_solver(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  smt_config c = smt_default_config();
  c.log = tmpfile();
  smt *s = smt_new(t, &c);
  expr x = var(t, "x", 32), y = var(t, "a|b", 32);
  expr q[2] = {expr_eq(t, expr_mul(t, x, y), expr_const(t, 32, 35)), expr_ult(t, expr_const(t, 32, 1), x)};
  assert_int_equal(smt_check(s, q, 2, NULL), SMT_SAT);
  assert_int_equal(smt_check(s, q, 2, NULL), SMT_SAT);
  // Every odd number has an inverse: more candidates than counterexamples are tried for.
  expr u = var(t, "u", 8), v = var(t, "v", 8), odd = expr_eq(t, expr_extract(t, u, 0, 0), expr_bool(t, true));
  expr other = expr_ne(t, expr_mul(t, u, v), expr_const(t, 8, 35));
  assert_int_equal(smt_check_forall(s, &odd, 1, &v, 1, other, 0), SMT_UNSAT);
  rewind(c.log);
  char line[256];
  unsigned queries = 0, answers = 0, quantified = 0;
  while (fgets(line, sizeof line, c.log)) {
    queries += strcmp(line, "(check-sat)\n") == 0;
    answers += strcmp(line, "; sat\n") == 0 || strcmp(line, "; unsat\n") == 0;
    quantified += strstr(line, "(forall ((|v!") != NULL;
  }
  assert_int_equal(queries, smt_get_stats(s)->solver_calls);
  assert_int_equal(answers, queries);
  assert_int_equal(quantified, 1);
  fclose(c.log);
  smt_free(s);
  expr_table_free(t);
}

// Sets the literals from the bits of `k`; false when k has more bits than they need.
static bool set_literals(expr_table *t, model *m, const expr *vars, size_t n, uint64_t k) {
  for (size_t i = 0; i < n; i++) {
    uint32_t w = expr_width(t, vars[i]);
    model_set(m, vars[i], expr_const(t, w, k));
    k >>= w;
  }
  return k == 0;
}

static smt_answer forall_by_enumeration(expr_table *t, expr pc, expr body, const expr *free, size_t n_free,
                                        const expr *bound, size_t n_bound) {
  model *m = model_new();
  smt_answer answer = SMT_UNSAT;
  for (uint64_t i = 0; answer == SMT_UNSAT && set_literals(t, m, free, n_free, i); i++) {
    if (!expr_eval_true(t, pc, m)) continue;
    bool all = true;
    for (uint64_t k = 0; all && set_literals(t, m, bound, n_bound, k); k++) all = expr_eval_true(t, body, m);
    if (all) answer = SMT_SAT;
  }
  model_free(m);
  return answer;
}

// Equations that fix bound literals, and what is left, against enumeration.
static void quantified_questions_agree_with_enumeration(void **state) {
  (void)state;
  unsigned seen[3] = {0};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    static const uint32_t widths[] = {1, 3, 3, 2};
    term_pool p;
    pool_init(&p, seed + 900, widths, 4, true, false);
    expr_table *t = p.table[seed % 3];
    smt_config c = bare();
    c.cache = c.slice = c.interval = seed % 2;
    smt *s = smt_new(t, &c);
    expr x[3] = {var(t, "x0", 3), var(t, "x1", 3), var(t, "x2", 1)};
    expr y[3] = {var(t, "y0", 3), var(t, "y1", 3), var(t, "y2", 1)};
    for (int q = 0; q < 8; q++) {
      expr same = expr_bool(t, true), a[2], b[2];
      for (int i = 0; i < 2; i++) {
        expr k = expr_const(t, 3, rng_below(&p.r, 8));
        a[i] = rng_below(&p.r, 2) ? expr_mul(t, x[rng_below(&p.r, 2)], k) : expr_add(t, x[0], x[1]);
        b[i] = rng_below(&p.r, 2) ? expr_mul(t, y[rng_below(&p.r, 2)], k) : expr_sub(t, y[i], y[1 - i]);
        if (rng_below(&p.r, 2)) b[i] = expr_add(t, b[i], x[rng_below(&p.r, 2)]);
        same = expr_and(t, same, rng_below(&p.r, 4) ? expr_eq(t, a[i], b[i]) : expr_ult(t, a[i], b[i]));
      }
      expr bit = rng_below(&p.r, 2) ? expr_xor(t, y[2], x[2]) : expr_ult(t, y[0], expr_mul(t, x[0], x[1]));
      if (rng_below(&p.r, 2)) bit = expr_not(t, bit);
      same = expr_and(t, same, rng_below(&p.r, 2) ? bit : expr_or(t, bit, expr_ult(t, y[1], y[0])));
      expr pc = expr_or(t, expr_eq(t, x[0], expr_const(t, 3, rng_below(&p.r, 8))), expr_ult(t, x[1], x[0]));
      expr body = rng_below(&p.r, 4) ? expr_not(t, same) : same;
      smt_answer want = forall_by_enumeration(t, pc, body, x, 3, y, 3);
      smt_answer got = smt_check_forall(s, &pc, 1, y, 3, body, 0);
      assert_int_equal(got, want);
      seen[got]++;
    }
    smt_free(s);
    pool_fini(&p);
  }
  assert_true(seen[SMT_SAT] > 50 && seen[SMT_UNSAT] > 50);
}

static void printed_queries_mean_the_same(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 2, 8, 8, 70};
  unsigned decided = 0;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    term_pool p;
    pool_init(&p, seed + 400, widths, 5, false, true);
    for (unsigned i = 0; i < 60; i++) pool_grow(&p);
    smt_config cfg = bare();
    for (int k = 0; k < TABLES; k++) {
      smt *s = smt_new(p.table[k], &cfg);
      for (int q = 0; q < 6; q++) {
        expr c[2] = {pool_any(&p, sort_bv(1)).in[k], pool_any(&p, sort_bv(1)).in[k]};
        strbuf text = {0};
        expr_print_smtlib_query(p.table[k], c, 2, &text);
        smt_answer read, direct = smt_check(s, c, 2, NULL);
        assert_true(smt_z3_run_script(s, sb_text(&text), &read));
        assert_true(read == direct || read == SMT_UNKNOWN || direct == SMT_UNKNOWN);
        decided += read != SMT_UNKNOWN;
        sb_fini(&text);
      }
      smt_free(s);
    }
    pool_fini(&p);
  }
  assert_true(decided > 100);
}

// --- path conditions ------------------------------------------------------------------------------------------------

static void assert_model_of(smt *s, pathcond *pc) {
  const model *m = pathcond_model(s, pc);
  assert_non_null(m);
  expr_vec list = {0};
  pathcond_conjuncts(pc, &list);
  assert_int_equal(list.len, pathcond_length(pc));
  for (size_t i = 0; i < list.len; i++) assert_true(expr_eval_true(smt_terms(s), list.data[i], m));
  vec_free(&list);
}

static smt_answer direct(smt *raw, pathcond *pc, expr c) {
  expr_vec list = {0};
  pathcond_conjuncts(pc, &list);
  vec_push(&list, c);
  smt_answer a = smt_check(raw, list.data, list.len, NULL);
  vec_free(&list);
  return a;
}

// Collecting keeps what the live literals depend on: answers about them stay the same.
static void check_collected(smt *s, smt *raw, pathcond *pc, term_pool *p) {
  expr live = pool_any(p, sort_bv(8)).in[RICH], c = expr_ult(p->table[RICH], live, expr_const(p->table[RICH], 8, 7));
  pathcond *kept = pathcond_collect(s, pc, &live, 1);
  assert_true(pathcond_length(kept) <= pathcond_length(pc));
  assert_int_equal(direct(raw, kept, c), direct(raw, pc, c));
  if (kept) assert_model_of(s, kept);
  pathcond_unref(kept);
}

static void walks_agree_with_direct_questions(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 4, 8, 8, 8};
  unsigned seen[3] = {0};
  for (uint64_t seed = 1; seed <= 10; seed++) {
    term_pool p;
    pool_init(&p, seed + 900, widths, 5, false, seed % 4 == 0);
    for (unsigned i = 0; i < 50; i++) pool_grow(&p);
    smt_config plain = bare(), full = smt_default_config();
    full.validate = true;
    smt *s = smt_new(p.table[RICH], &full), *raw = smt_new(p.table[RICH], &plain);
    pathcond *path[3] = {0};
    for (int step = 0; step < 40; step++) {
      pathcond **pc = &path[rng_below(&p.r, 3)];
      expr c[2];
      random_conjuncts(&p, c, 1);
      c[1] = expr_not(p.table[RICH], c[0]);
      pathcond *child[2] = {0};
      for (int i = 0; i < 2; i++) {
        smt_answer a = pathcond_may(s, *pc, c[i]);
        assert_int_equal(a, direct(raw, *pc, c[i]));
        seen[a]++;
        if (a != SMT_SAT) continue;
        child[i] = pathcond_add(s, *pc, c[i], a);
        assert_false(pathcond_uncertain(child[i]));
        if (child[i]) assert_model_of(s, child[i]);
      }
      int pick = child[0] && (!child[1] || rng_below(&p.r, 2)) ? 0 : 1;
      pathcond_unref(child[1 - pick]);
      pathcond_unref(*pc);
      *pc = child[pick];
      if (step % 10 == 9) check_collected(s, raw, *pc, &p);
    }
    for (int i = 0; i < 3; i++) pathcond_unref(path[i]);
    smt_free(s);
    smt_free(raw);
    pool_fini(&p);
  }
  assert_true(seen[SMT_SAT] > 200 && seen[SMT_UNSAT] > 50 && seen[SMT_UNKNOWN] == 0);
}

static void path_conditions_are_sets(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  smt *s = smt_new(t, NULL);
  expr x = var(t, "x", 8), y = var(t, "y", 8);
  expr a = expr_ult(t, x, expr_const(t, 8, 9)), b = expr_ult(t, y, expr_const(t, 8, 9));
  pathcond *p = pathcond_add(s, NULL, expr_and(t, a, b), SMT_SAT);
  pathcond *q0 = pathcond_add(s, NULL, b, SMT_SAT), *q = pathcond_add(s, q0, a, SMT_SAT);
  assert_int_equal(pathcond_length(p), 2);
  assert_true(pathcond_hash(p) == pathcond_hash(q));
  assert_true(pathcond_hash(p) != pathcond_hash(q0));
  pathcond *same = pathcond_add(s, q, b, SMT_SAT);
  assert_ptr_equal(same, q);
  pathcond *only_x = pathcond_collect(s, p, &x, 1);
  assert_int_equal(pathcond_length(only_x), 1);
  expr_vec list = {0};
  pathcond_conjuncts(only_x, &list);
  assert_true(expr_same(list.data[0], a));
  vec_free(&list);
  pathcond_unref(only_x);
  pathcond_unref(same);
  pathcond_unref(q);
  pathcond_unref(q0);
  pathcond_unref(p);
  pathcond *deep = NULL;
  for (int i = 0; i < 3000; i++) {
    pathcond *next = pathcond_add(s, deep, var(t, "b", 1), SMT_SAT);
    pathcond_unref(deep);
    deep = next;
  }
  assert_int_equal(pathcond_length(deep), 3000);
  pathcond_unref(deep);
  smt_free(s);
  expr_table_free(t);
}

static void no_memory_is_left(void **state) {
  (void)state;
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rewritten_terms_are_proved_equal),
      cmocka_unit_test(layers_agree_with_bare_solver),
      cmocka_unit_test(tries_agree_with_the_solver),
      cmocka_unit_test(cheap_questions_do_not_reach_the_solver),
      cmocka_unit_test(quantified_questions),
      cmocka_unit_test(limits_give_unknown),
      cmocka_unit_test(interrupt_gives_unknown_for_ever),
      cmocka_unit_test(deep_terms_are_translated),
      cmocka_unit_test(log_holds_what_reaches_the_solver),
      cmocka_unit_test(quantified_questions_agree_with_enumeration),
      cmocka_unit_test(printed_queries_mean_the_same),
      cmocka_unit_test(walks_agree_with_direct_questions),
      cmocka_unit_test(path_conditions_are_sets),
      cmocka_unit_test(no_memory_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
