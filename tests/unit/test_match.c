// links: match sem state analysis ir smt expr
// Oracles of the documents for the matching methods (specification 4.11-4.15, 7.7, tables 6.1 and A.1).
#include "test_match_world.h"

static const expr_options rich = {0}, documented = {.as_documented = true}, plain = {.plain = true};

static void swap_sides(bench *w) {
  view v = w->a;
  w->a = w->b;
  w->b = v;
}

#define VERDICT(w, esm, eq, cv, ess)                     \
  do {                                                   \
    assert_int_equal(says_esm((w), true), (esm));        \
    assert_int_equal(says_sbc((w), SBC_EQ, true), (eq)); \
    assert_int_equal(says_sbc((w), SBC_CV, true), (cv)); \
    assert_int_equal(says_ess((w), NULL), (ess));        \
    assert_false(says_refuted(w) && (ess));              \
    bench_next(w);                                       \
  } while (0)

// --- the table of 7.7, row by row ---------------------------------------------------------------------------------

static void verdicts_with(const expr_options *eo, uint32_t width) {
  bench w;
  bench_open(&w, eo);
  w.width = width;
  expr_table *t = w.m.terms;
  expr x1 = literal(&w, "x1"), x2 = literal(&w, "x2"), y1 = literal(&w, "y1"), y2 = literal(&w, "y2"),
       y3 = literal(&w, "y3");
  expr one = number(&w, 1);

  put(&w, &w.a, x1);
  put(&w, &w.b, x2);
  VERDICT(&w, true, true, true, true);

  put(&w, &w.a, plus(&w, times(&w, x1, x2), x1));
  put(&w, &w.b, times(&w, y2, plus(&w, y1, one)));
  VERDICT(&w, false, true, true, true);

  assume(&w.a, expr_slt(t, number(&w, 9), x1));
  put(&w, &w.a, x1);
  assume(&w.b, expr_slt(t, number(&w, 5), x1));
  put(&w, &w.b, x1);
  VERDICT(&w, false, false, true, true);

  assume(&w.a, expr_slt(t, x1, number(&w, 3)));
  put(&w, &w.a, plus(&w, x1, one));
  put(&w, &w.b, plus(&w, x1, one));
  VERDICT(&w, false, false, true, true);

  put(&w, &w.a, times(&w, number(&w, 2), x1));
  put(&w, &w.b, y1);
  VERDICT(&w, false, false, false, true);

  put(&w, &w.a, plus(&w, times(&w, x1, x2), x1));
  put(&w, &w.a, x1);
  put(&w, &w.b, times(&w, y2, plus(&w, y1, one)));
  put(&w, &w.b, y1);
  VERDICT(&w, false, false, false, false);

  put(&w, &w.a, x1);
  put(&w, &w.a, x2);
  put(&w, &w.b, y1);
  put(&w, &w.b, y1);
  VERDICT(&w, false, false, false, false);

  put(&w, &w.a, y1);
  put(&w, &w.a, y1);
  put(&w, &w.b, x1);
  put(&w, &w.b, x2);
  VERDICT(&w, false, false, false, true);

  put(&w, &w.a, plus(&w, times(&w, number(&w, 0), x1), x2));
  put(&w, &w.a, x2);
  put(&w, &w.b, y1);
  put(&w, &w.b, y2);
  VERDICT(&w, false, false, false, true);

  put(&w, &w.a, number(&w, 5));
  assume(&w.b, expr_eq(t, x1, number(&w, 5)));
  put(&w, &w.b, x1);
  VERDICT(&w, false, false, false, true);

  assume(&w.a, expr_eq(t, x1, number(&w, 5)));
  put(&w, &w.a, x1);
  put(&w, &w.b, number(&w, 5));
  VERDICT(&w, false, false, true, true);

  assume(&w.a, expr_ne(t, x1, number(&w, 0)));
  put(&w, &w.a, times(&w, number(&w, 2), x1));
  put(&w, &w.a, x2);
  put(&w, &w.b, plus(&w, y1, one));
  put(&w, &w.b, plus(&w, y2, y3));
  VERDICT(&w, false, false, false, true);
  bench_close(&w);
}

static void test_verdicts(void **unused) {
  (void)unused;
  verdicts_with(&rich, 8);
  verdicts_with(&documented, 8);
  verdicts_with(&rich, 32);
}

// (v:y, w:y) against (v:x1, w:x2): both x's may be equated with y, and witnesses do so.
static void test_witnesses(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &rich);
  expr_table *t = w.m.terms;
  expr x1 = literal(&w, "x1"), x2 = literal(&w, "x2"), y = literal(&w, "y");
  put(&w, &w.a, y);
  put(&w, &w.a, y);
  put(&w, &w.b, x1);
  put(&w, &w.b, x2);
  assert_true(says_witness(&w));
  swap_sides(&w);
  assert_false(says_witness(&w));
  bench_next(&w);
  // A counter x with x < 10 against the same one step later: y := x + 1.
  assume(&w.a, expr_ult(t, x1, number(&w, 9)));
  put(&w, &w.a, plus(&w, x1, number(&w, 1)));
  assume(&w.b, expr_ult(t, y, number(&w, 10)));
  put(&w, &w.b, y);
  assert_true(says_witness(&w));
  assert_false(says_sbc(&w, SBC_CV, true));
  swap_sides(&w);
  assert_false(says_witness(&w));
  bench_close(&w);
}

// v = 2*x, 3 <= x <= 7 is covered by v = x + 5, 0 <= x <= 10, and not the other way round.
static void test_subsumption(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &rich);
  expr_table *t = w.m.terms;
  expr x = literal(&w, "x"), y = literal(&w, "y");
  assume(&w.a, expr_sle(t, number(&w, 3), x));
  assume(&w.a, expr_sle(t, x, number(&w, 7)));
  put(&w, &w.a, times(&w, number(&w, 2), x));
  assume(&w.b, expr_sle(t, number(&w, 0), y));
  assume(&w.b, expr_sle(t, y, number(&w, 10)));
  put(&w, &w.b, plus(&w, y, number(&w, 5)));
  assert_true(says_ess(&w, NULL));
  assert_int_equal(answers_ess(&w), SMT_UNSAT);
  assert_true(says_witness(&w));
  assert_false(says_refuted(&w));
  swap_sides(&w);
  assert_false(says_ess(&w, NULL));
  assert_int_equal(answers_ess(&w), SMT_SAT);  // what the self-check of matches looks for
  assert_true(says_refuted(&w));
  bench_close(&w);
}

// --- structural comparison ----------------------------------------------------------------------------------------

static void test_structure(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &documented);
  expr_table *t = w.m.terms;
  expr x1 = literal(&w, "x1"), x2 = literal(&w, "x2"), x3 = literal(&w, "x3"), x4 = literal(&w, "x4"),
       x5 = literal(&w, "x5");
  expr side[2][2] = {{x2, x3}, {x4, x5}};
  view *views[2] = {&w.a, &w.b};
  for (int i = 0; i < 2; i++) {
    expr p = side[i][0], q = side[i][1];
    assume(views[i], expr_slt(t, x1, number(&w, 5)));
    assume(views[i], expr_slt(t, number(&w, 4), p));
    put(&w, views[i], times(&w, number(&w, 2), plus(&w, x1, q)));
    put(&w, views[i], times(&w, x1, plus(&w, p, number(&w, 1))));
    put(&w, views[i], expr_slt(t, x1, q));
  }
  assert_true(says_esm(&w, true));
  assert_false(says_esm(&w, false));
  assert_true(esm_views(w.structure, &w.a, &w.b, true, true));
  assert_int_equal(esm_image(w.structure, x2).id, x4.id);
  assert_int_equal(esm_image(w.structure, x3).id, x5.id);
  bench_next(&w);
  put(&w, &w.a, plus(&w, x1, number(&w, 1)));
  put(&w, &w.a, plus(&w, x2, number(&w, 1)));
  put(&w, &w.b, plus(&w, x1, number(&w, 1)));
  put(&w, &w.b, plus(&w, x1, number(&w, 1)));
  assert_false(says_esm(&w, true));  // the map must be one-to-one: in both directions
  swap_sides(&w);
  assert_false(says_esm(&w, true));
  bench_close(&w);
}

// A literal that both states have may play different roles in them.
static void test_shared_literal(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &rich);
  expr x1 = literal(&w, "x1"), x2 = literal(&w, "x2");
  put(&w, &w.a, x1);
  put(&w, &w.a, times(&w, x2, number(&w, 3)));
  put(&w, &w.b, x2);
  put(&w, &w.b, times(&w, x1, number(&w, 3)));
  assert_true(says_esm(&w, true));
  assert_false(says_esm(&w, false));
  bench_close(&w);
}

// Operands that look alike are tried in turn: a first choice that fails is taken back.
static void test_ties(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &rich);
  expr x[4], y[4];
  for (int i = 0; i < 4; i++) {
    x[i] = literal(&w, "x");
    y[i] = literal(&w, "y");
  }
  static const int order[4] = {2, 0, 3, 1};
  expr sum_a = x[0], sum_b = y[order[0]];
  for (int i = 1; i < 4; i++) {
    sum_a = plus(&w, sum_a, x[i]);
    sum_b = plus(&w, sum_b, y[order[i]]);
  }
  put(&w, &w.a, sum_a);
  put(&w, &w.b, sum_b);
  expr_table *t = w.m.terms;
  put(&w, &w.a, expr_and(t, plus(&w, x[0], number(&w, 1)), plus(&w, x[1], number(&w, 2))));
  put(&w, &w.b, expr_and(t, plus(&w, y[3], number(&w, 2)), plus(&w, y[1], number(&w, 1))));
  assert_true(says_esm(&w, true));
  assert_int_equal(esm_image(w.structure, x[0]).id, y[1].id);
  // A third value ties x0 to another partner: no consistent map is left.
  put(&w, &w.a, x[0]);
  put(&w, &w.b, y[3]);
  assert_false(says_esm(&w, true));
  bench_close(&w);
}

static void test_types_and_sorts(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &rich);
  expr_table *t = w.m.terms;
  expr_var_info u = {.name = "u", .type_tag = 1}, v = {.name = "v", .type_tag = 2};
  put(&w, &w.a, expr_var(t, sort_bv(8), &u));
  put(&w, &w.b, expr_var(t, sort_bv(8), &v));
  assert_false(says_esm(&w, true));                     // one width, but not one type
  assert_int_equal(count_mappings(&w, NULL, NULL), 1);  // the empty one
  bench_next(&w);
  put(&w, &w.a, expr_var(t, sort_bv(8), &u));
  put(&w, &w.b, expr_var(t, sort_bv(16), &u));
  assert_false(says_esm(&w, true));
  assert_false(says_sbc(&w, SBC_CV, true));
  assert_false(says_ess(&w, NULL));
  bench_close(&w);
}

// Deep terms end in an answer, not in an overflow.
static void test_deep_terms(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &plain);
  expr x = literal(&w, "x"), y = literal(&w, "y");
  expr a = x, b = y;
  for (int i = 0; i < 20000; i++) {
    a = i & 1 ? plus(&w, a, x) : times(&w, a, x);
    b = i & 1 ? plus(&w, b, y) : times(&w, b, y);
  }
  put(&w, &w.a, a);
  put(&w, &w.b, b);
  says_esm(&w, true);
  esm_prefixes(w.structure, &a, &b, 1);
  bench_next(&w);
  a = x, b = y;
  for (int i = 0; i < 1000; i++) {
    a = i & 1 ? plus(&w, a, x) : times(&w, a, x);
    b = i & 1 ? plus(&w, b, y) : times(&w, b, y);
  }
  put(&w, &w.a, a);
  put(&w, &w.b, b);
  assert_true(says_esm(&w, true));
  bench_close(&w);
}

// --- mappings -------------------------------------------------------------------------------------------------------

typedef struct seen {
  expr_vec x, y;
  size_t count;
} seen;

static void note(void *arg, const expr *x, const expr *y, size_t n) {
  seen *s = arg;
  s->count++;
  vec_clear(&s->x);
  vec_clear(&s->y);
  for (size_t i = 0; i < n; i++) {
    vec_push(&s->x, x[i]);
    vec_push(&s->y, y[i]);
  }
}

static bool maps(const seen *s, expr x, expr y) {
  for (size_t i = 0; i < s->x.len; i++) {
    if (expr_same(s->x.data[i], x) && expr_same(s->y.data[i], y)) return true;
  }
  return false;
}

// Table A.1: the constraints of five pairs leave one mapping; without them there are 1546, of which 120 are complete.
static void test_table_a1(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &plain);
  expr x[7], y[7];
  for (int i = 1; i <= 6; i++) {
    x[i] = literal(&w, "x");
    y[i] = i == 6 ? x[i] : literal(&w, "y");
  }
  static const int rows[5][4] = {{1, 3, 1, 4}, {1, 2, 1, 2}, {5, 5, 5, 5}, {3, 4, 3, 4}, {6, 6, 6, 6}};
  for (int i = 0; i < 5; i++) {
    const int *r = rows[i];
    put(&w, &w.a, r[0] == r[1] ? x[r[0]] : plus(&w, x[r[0]], x[r[1]]));
    put(&w, &w.b, r[2] == r[3] ? y[r[2]] : plus(&w, y[r[2]], y[r[3]]));
  }
  seen s = {0};
  assert_int_equal(count_mappings(&w, note, &s), 1);
  assert_int_equal(s.x.len, 6);
  static const int partner[7] = {0, 1, 2, 4, 3, 5, 6};
  for (int i = 1; i <= 6; i++) assert_true(maps(&s, x[i], y[partner[i]]));
  vec_free(&s.x);
  vec_free(&s.y);
  w.o.regular = 0;
  assert_int_equal(count_mappings(&w, NULL, NULL), 1);
  w.o = sbc_default_options();
  w.o.algorithm = 1;
  w.o.max_mappings = UINT32_MAX;
  assert_int_equal(count_mappings(&w, NULL, NULL), 1546);
  w.o.max_mappings = 100;
  assert_int_equal(count_mappings(&w, NULL, NULL), 100);
  bench_close(&w);
}

static void count_complete(void *arg, const expr *x, const expr *y, size_t n) {
  (void)x;
  (void)y;
  *(size_t *)arg += n == 6;
}

static void test_complete_mappings(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &plain);
  expr sum_a = EXPR_NONE, sum_b = EXPR_NONE, shared = literal(&w, "x6");
  for (int i = 0; i < 5; i++) {
    expr x = literal(&w, "x"), y = literal(&w, "y");
    sum_a = i ? plus(&w, sum_a, x) : x;
    sum_b = i ? plus(&w, sum_b, y) : y;
  }
  put(&w, &w.a, plus(&w, sum_a, shared));
  put(&w, &w.b, plus(&w, sum_b, shared));
  w.o.algorithm = 1;
  w.o.max_mappings = UINT32_MAX;
  size_t complete = 0;
  assert_int_equal(count_mappings(&w, count_complete, &complete), 1546);
  assert_int_equal(complete, 120);
  w.o.algorithm = 2;
  assert_int_equal(count_mappings(&w, NULL, NULL), 120);
  bench_close(&w);
}

// Table 6.1: the pairs of Listing 6.7 and the mappings that show them equal.
static void test_table_6_1(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &documented);
  w.width = 8;
  expr_table *t = w.m.terms;
  expr x[7], y[7];
  for (int i = 1; i <= 6; i++) {
    x[i] = literal(&w, "x");
    y[i] = literal(&w, "y");
  }
#define TWO_OR_FOUR(e) expr_or(t, expr_eq(t, (e), number(&w, 2)), expr_eq(t, (e), number(&w, 4)))
#define AX(i) plus(&w, times(&w, x[i], x[(i) + 1]), x[i])
#define BY(i) times(&w, y[(i) + 1], plus(&w, y[i], number(&w, 1)))
  assume(&w.a, TWO_OR_FOUR(x[1]));
  put(&w, &w.a, AX(1));
  assume(&w.b, TWO_OR_FOUR(y[2]));
  put(&w, &w.b, BY(1));
  VERDICT(&w, false, true, true, true);
  assume(&w.a, TWO_OR_FOUR(x[1]));
  assume(&w.a, TWO_OR_FOUR(y[4]));
  put(&w, &w.a, plus(&w, AX(1), BY(3)));
  assume(&w.b, TWO_OR_FOUR(x[1]));
  assume(&w.b, TWO_OR_FOUR(x[3]));
  put(&w, &w.b, plus(&w, AX(1), AX(3)));
  assert_false(says_esm(&w, true));
  assert_true(says_sbc(&w, SBC_EQ, true));
  assert_false(says_sbc(&w, SBC_EQ, false));
  bench_next(&w);
  for (int i = 0; i < 2; i++) {
    view *v = i ? &w.b : &w.a;
    assume(v, TWO_OR_FOUR(x[1]));
    assume(v, TWO_OR_FOUR(y[4]));
    assume(v, TWO_OR_FOUR(i ? x[5] : y[6]));
    put(&w, v, plus(&w, plus(&w, AX(1), BY(3)), i ? AX(5) : BY(5)));
  }
  assert_false(says_esm(&w, true));
  assert_true(says_sbc(&w, SBC_EQ, true));
  swap_sides(&w);
  assert_true(says_sbc(&w, SBC_EQ, true));
  bench_close(&w);
}

// (v:x1+x2, w:x1) against (v:x1+x2, w:x2) needs a mapping that renames what both have.
static void test_break_equalities(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &rich);
  expr x1 = literal(&w, "x1"), x2 = literal(&w, "x2");
  put(&w, &w.a, plus(&w, x1, x2));
  put(&w, &w.a, x1);
  put(&w, &w.b, plus(&w, x1, x2));
  put(&w, &w.b, x2);
  assert_false(says_sbc(&w, SBC_EQ, true));
  assert_false(says_sbc(&w, SBC_CV, true));
  w.o.break_equalities = true;
  assert_true(says_sbc(&w, SBC_EQ, true));
  assert_true(says_sbc(&w, SBC_CV, true));
  bench_close(&w);
}

// Example 3 of H 6.7.2: 2*(x1+x2) with 2*(x3+x4) and y1+(y2*(y3+1)) with y4+((y5*y6)+y5): 12 mappings, 2 with seeds.
static void test_seeds(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &plain);
  expr x[5], y[7], one = number(&w, 1), two = number(&w, 2);
  for (int i = 1; i < 5; i++) x[i] = literal(&w, "x");
  for (int i = 1; i < 7; i++) y[i] = literal(&w, "y");
  put(&w, &w.a, times(&w, two, plus(&w, x[1], x[2])));
  put(&w, &w.a, plus(&w, y[1], times(&w, y[2], plus(&w, y[3], one))));
  put(&w, &w.b, times(&w, two, plus(&w, x[3], x[4])));
  put(&w, &w.b, plus(&w, y[4], plus(&w, times(&w, y[5], y[6]), y[5])));
  assert_int_equal(count_mappings(&w, NULL, NULL), 12);
  assert_true(says_sbc(&w, SBC_EQ, true));
  w.o.seeded = true;
  seen s = {0};
  assert_int_equal(count_mappings(&w, note, &s), 2);
  assert_true(maps(&s, x[1], x[3]) && maps(&s, x[2], x[4]) && maps(&s, y[1], y[4]));
  vec_free(&s.x);
  vec_free(&s.y);
  assert_true(says_sbc(&w, SBC_EQ, true));
  bench_next(&w);
  // x1 is linked with both x2 and x3: taken to differ.
  put(&w, &w.a, plus(&w, x[1], times(&w, number(&w, 5), x[1])));
  put(&w, &w.b, plus(&w, x[2], times(&w, number(&w, 5), x[3])));
  assert_int_equal(count_mappings(&w, NULL, NULL), 0);
  w.o.seeded = false;
  assert_true(count_mappings(&w, NULL, NULL) > 0);
  bench_close(&w);
}

static void test_keys_and_regularity(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &plain);
  expr p = literal_at(&w, "p", 1), q = literal_at(&w, "q", 2), r = literal_at(&w, "r", 1), s = literal_at(&w, "s", 2);
  put(&w, &w.a, plus(&w, p, q));
  put(&w, &w.b, plus(&w, r, s));
  assert_int_equal(count_mappings(&w, NULL, NULL), 2);
  w.o.key_by_place = true;
  seen k = {0};
  assert_int_equal(count_mappings(&w, note, &k), 1);
  assert_true(maps(&k, p, r) && maps(&k, q, s));
  vec_free(&k.x);
  vec_free(&k.y);
  bench_next(&w);
  w.o.key_by_place = false;
  expr u = literal(&w, "u"), v = literal(&w, "v");
  put(&w, &w.a, plus(&w, p, q));
  put(&w, &w.b, plus(&w, plus(&w, r, s), plus(&w, u, v)));
  assert_int_equal(count_mappings(&w, NULL, NULL), 12);  // 4!/2!
  w.o.regular = 2;
  assert_int_equal(count_mappings(&w, NULL, NULL), 12);
  w.o.regular = 1;
  assert_int_equal(count_mappings(&w, NULL, NULL), 0);
  w.o.regular = 0;
  assert_int_equal(count_mappings(&w, NULL, NULL), 0);
  bench_close(&w);
}

// More literals than any word has bits.
static void test_many_literals(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &rich);
  for (int i = 0; i < 100; i++) {
    put(&w, &w.a, plus(&w, times(&w, literal(&w, "x"), number(&w, 6)), number(&w, 6)));
    put(&w, &w.b, times(&w, plus(&w, literal(&w, "y"), number(&w, 1)), number(&w, 6)));
  }
  assert_int_equal(count_mappings(&w, NULL, NULL), 1);
  assert_true(says_sbc(&w, SBC_EQ, true));
  bench_close(&w);
}

// One concrete state is not enough here; a second one, with other values, refutes.
static void test_several_models(void **unused) {
  (void)unused;
  bench w;
  bench_open(&w, &rich);
  expr x = literal(&w, "x"), y = literal(&w, "y");
  put(&w, &w.a, times(&w, x, x));
  put(&w, &w.b, times(&w, y, number(&w, 4)));
  w.o.models = 1;
  assert_false(says_refuted(&w));  // x = 0 is a state of both
  w.o.models = 3;
  assert_true(says_refuted(&w));
  w.o.models = 0;
  assert_false(says_refuted(&w));
  bench_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_verdicts),        cmocka_unit_test(test_witnesses),
      cmocka_unit_test(test_subsumption),     cmocka_unit_test(test_structure),
      cmocka_unit_test(test_shared_literal),  cmocka_unit_test(test_ties),
      cmocka_unit_test(test_types_and_sorts), cmocka_unit_test(test_deep_terms),
      cmocka_unit_test(test_table_a1),        cmocka_unit_test(test_complete_mappings),
      cmocka_unit_test(test_table_6_1),       cmocka_unit_test(test_break_equalities),
      cmocka_unit_test(test_seeds),           cmocka_unit_test(test_keys_and_regularity),
      cmocka_unit_test(test_many_literals),   cmocka_unit_test(test_several_models),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
