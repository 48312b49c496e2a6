// links: ltl
// Every small formula on every small lasso: the automaton accepts a run exactly if the definition says that the formula holds, and the automaton of
// the negation exactly if not. And what the parser takes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "ltl/ltl.h"

enum { MOST_LENGTH = 4 };

// --- acceptance, by reachability alone -------------------------------------------------------------------------------

typedef struct product {
  const ltl_automaton *a;
  const uint64_t *labels;
  size_t n, loop;
  bool *reach;  // from node to node, by at least one edge
  size_t size;
} product;

static size_t place_behind(const product *p, size_t k) { return k + 1 < p->n ? k + 1 : p->loop; }

static bool may_take(const product *p, size_t k, const ltl_edge *e) {
  return !(e->yes & ~p->labels[k]) && !(e->no & p->labels[k]);
}

static void close_up(product *p) {
  for (size_t q = 0; q < p->a->states.len; q++)
    for (size_t k = 0; k < p->n; k++)
      for (uint32_t i = 0; i < p->a->states.data[q].count; i++) {
        const ltl_edge *e = &p->a->edges.data[p->a->states.data[q].first + i];
        if (may_take(p, k, e)) p->reach[(q * p->n + k) * p->size + e->to * p->n + place_behind(p, k)] = true;
      }
  for (size_t m = 0; m < p->size; m++)
    for (size_t i = 0; i < p->size; i++)
      for (size_t j = 0; j < p->size && p->reach[i * p->size + m]; j++)
        if (p->reach[m * p->size + j]) p->reach[i * p->size + j] = true;
}

// The marks on all edges between nodes that reach each other with this one.
static uint64_t marks_around(const product *p, size_t node) {
  uint64_t marks = 0;
  for (size_t q = 0; q < p->a->states.len; q++)
    for (size_t k = 0; k < p->n; k++)
      for (uint32_t i = 0; i < p->a->states.data[q].count; i++) {
        const ltl_edge *e = &p->a->edges.data[p->a->states.data[q].first + i];
        size_t from = q * p->n + k, to = e->to * p->n + place_behind(p, k);
        bool inside = (from == node || p->reach[node * p->size + from]) &&
                      (to == node || p->reach[to * p->size + node]);
        if (inside && may_take(p, k, e) && p->reach[node * p->size + node]) marks |= e->marks;
      }
  return marks;
}

static bool accepts(const ltl_automaton *a, const uint64_t *labels, size_t n, size_t loop) {
  product p = {.a = a, .labels = labels, .n = n, .loop = loop, .size = a->states.len * n};
  p.reach = MEM_NEW_N(bool, p.size *p.size + 1);
  close_up(&p);
  bool found = false;
  for (size_t node = 0; node < p.size && !found; node++) {
    bool begun = node == 0 || p.reach[node];
    if (begun && p.reach[node * p.size + node]) found = (marks_around(&p, node) & a->marks) == a->marks;
  }
  mem_free(p.reach);
  return found;
}

// --- lassos and formulas ---------------------------------------------------------------------------------------------

static unsigned compared;

static void compare_on(const char *text, const ltl *f, const ltl_automaton *yes, const ltl_automaton *no, uint64_t code,
                       size_t n, size_t loop) {
  uint64_t labels[MOST_LENGTH];
  for (size_t k = 0; k < n; k++) labels[k] = code >> (2 * k) & 3;
  bool holds = ltl_holds(f, labels, n, loop);
  compared++;
  if (accepts(yes, labels, n, loop) == holds && accepts(no, labels, n, loop) != holds) return;
  fprintf(stderr, "%s: labels %llx, length %zu, loop %zu: holds %d\n", text, (unsigned long long)code, n, loop, holds);
  assert_true(false);
}

static void compare(const char *text, size_t most) {
  strbuf error = {0};
  ltl *f = ltl_parse(text, &error);
  if (!f) fprintf(stderr, "%s: %s\n", text, sb_text(&error));
  assert_true(f != NULL);
  // Both conditions have the numbers 0 and 1 whatever comes first, and however many there are.
  ltl_automaton *yes = ltl_translate(f, false), *no = ltl_translate(f, true);
  assert_true(yes && no);
  for (size_t n = 1; n <= most; n++)
    for (size_t loop = 0; loop < n; loop++)
      for (uint64_t code = 0; code < 1ull << (2 * n); code++) compare_on(text, f, yes, no, code, n, loop);
  ltl_automaton_free(yes);
  ltl_automaton_free(no);
  ltl_free(f);
  sb_fini(&error);
}

static void put_random(rng *r, unsigned depth, strbuf *out) {
  static const char *const unary[] = {"!", "X", "F", "G"};
  static const char *const binary[] = {"&", "|", "U", "R", "W", "->", "<->"};
  uint64_t kind = depth ? rng_below(r, 12) : 0;
  if (kind == 0) {
    sb_puts(out, rng_below(r, 2) ? "p" : "q");
  } else if (kind < 5) {
    sb_printf(out, "%s (", unary[kind - 1]);
    put_random(r, depth - 1, out);
    sb_puts(out, ")");
  } else {
    sb_puts(out, "(");
    put_random(r, depth - 1, out);
    sb_printf(out, " %s ", binary[kind - 5]);
    put_random(r, depth - 1, out);
    sb_puts(out, ")");
  }
}

// All formulas with at most two operators, and drawn ones.
static void small_formulas(void **state) {
  (void)state;
  static const char *const unary[] = {"", "! ", "X ", "F ", "G "};
  static const char *const binary[] = {"&", "|", "U", "R", "W", "->", "<->"};
  char text[100];
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 5; b++) {
      snprintf(text, sizeof text, "%s%sp", unary[a], unary[b]);
      compare(text, 3);
      for (int c = 0; c < 7; c++) {
        snprintf(text, sizeof text, "%sp %s %sq", unary[a], binary[c], unary[b]);
        compare(text, 3);
        snprintf(text, sizeof text, "%s%s(p %s q)", unary[a], unary[b], binary[c]);
        compare(text, 2);
      }
    }
  for (int a = 0; a < 7; a++)
    for (int b = 0; b < 7; b++) {
      snprintf(text, sizeof text, "p %s (q %s p)", binary[a], binary[b]);
      compare(text, 3);
      snprintf(text, sizeof text, "(p %s q) %s p", binary[a], binary[b]);
      compare(text, 3);
    }
}

static void drawn_formulas(void **state) {
  (void)state;
  rng r = rng_new(7);
  for (int i = 0; i < 60; i++) {
    strbuf text = {0};
    put_random(&r, 3, &text);
    compare(sb_text(&text), 2);
    sb_fini(&text);
  }
}

// Equal texts, equal meanings.
static void same(const char *a, const char *b) {
  strbuf error = {0};
  ltl *f = ltl_parse(a, &error), *g = ltl_parse(b, &error);
  assert_true(f && g);
  assert_true(f->atoms.len == g->atoms.len);
  for (uint64_t code = 0; code < 64; code++)
    for (size_t loop = 0; loop < 3; loop++) {
      uint64_t labels[] = {code & 3, code >> 2 & 3, code >> 4 & 3};
      assert_true(ltl_holds(f, labels, 3, loop) == ltl_holds(g, labels, 3, loop));
    }
  ltl_free(f);
  ltl_free(g);
  sb_fini(&error);
}

static void spelling(void **state) {
  (void)state;
  same("p U q & p", "(p U q) & p");
  same("p -> q -> p", "p -> (q -> p)");
  same("p U q U p", "p U (q U p)");
  same("p | q & p", "p | (q & p)");
  same("p <-> q -> p", "p <-> (q -> p)");
  same("[] p || <> q", "G p or F q");
  same("! p && q", "(not p) and q");
  same("p W q", "(p U q) | G p");
  same("p R q", "! (! p U ! q)");
  same("GF p -> FG (q)", "G F p -> F G q");
  same("FGF ! p & GF [] q", "F G F ! p & G F G q");
}

static void conditions(void **state) {
  (void)state;
  strbuf error = {0};
  ltl *f = ltl_parse("G ((x + 1) * 2 < y -> F a.b[i - 1] != 3) & (x::y = 1 U done)", &error);
  assert_true(f != NULL);
  static const char *const texts[] = {"(x + 1) * 2 < y", "a.b[i - 1] != 3", "x::y = 1", "done"};
  assert_true(f->atoms.len == 4);
  for (size_t i = 0; i < 4; i++) assert_string_equal(f->atoms.data[i].text, texts[i]);
  assert_true(f->atoms.data[1].col == 25);
  ltl_free(f);
  f = ltl_parse("GF U FG & FF == 1 & F GG div 2 < 3", &error);  // variables
  assert_true(f != NULL);
  assert_true(f->atoms.len == 4);
  ltl_free(f);
  static const char *const wrong[] = {"", "G", "p &", "(p", "p)", "p U", "& p", "G (p -> )"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    sb_clear(&error);
    assert_true(!ltl_parse(wrong[i], &error));
    assert_true(!strncmp(sb_text(&error), "column ", 7));
  }
  sb_fini(&error);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_formulas),
      cmocka_unit_test(drawn_formulas),
      cmocka_unit_test(spelling),
      cmocka_unit_test(conditions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL) || compared < 20000;
}
