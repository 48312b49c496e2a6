// links: summary replay front
// Steps of the concrete interpreter, which shares no code with sem, satisfy the summary: from the values that the variables of a point have, exactly
// the rules whose guard holds may be taken, and the state that one of them leads to is the one that the interpreter comes to.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "replay/machine.h"
#include "sem/forms.h"
#include "summary/summary.h"
#include "test_sem_world.h"

enum { PROGRAMS = 60, WALKS = 8, STEPS = 60 };

// --- random programs, most of them without end: simulations, and threads that never wait for long

typedef struct writer {
  rng random;
  strbuf text;
} writer;

static uint32_t below(writer *w, uint32_t n) { return (uint32_t)rng_below(&w->random, n); }
static const char *one_of(writer *w, const char *const *list, uint32_t n) { return list[below(w, n)]; }

static const char *variable(writer *w) {
  static const char *const names[] = {"x", "y", "z", "w[0]", "w[1]", "w[x % 2]"};
  return one_of(w, names, 6);
}

// One input in a line: so lines tell inputs apart.
static void put_statement(writer *w) {
  static const char *const waits[] = {"wait e;",   "wait f;",      "wait_time 1;", "wait_time 2;",
                                      "notify e;", "notify e, 0;", "notify f, 1;"};
  const char *a = variable(w), *b = variable(w);
  switch (below(w, 9)) {
  case 0: sb_printf(&w->text, "    %s = %s + %u;\n", a, b, below(w, 4)); break;
  case 1: sb_printf(&w->text, "    %s += 2;\n", a); break;
  case 2: sb_printf(&w->text, "    if (%s < %s) { %s = %u; }\n", a, b, variable(w), below(w, 3)); break;
  case 3:
    sb_printf(&w->text, "    if (%s == %u) { %s = %s; } else { n += 1; }\n", a, below(w, 5), b, variable(w));
    break;
  case 4: sb_printf(&w->text, "    n = %s; request_update U;\n", a); break;
  case 5: sb_printf(&w->text, "    n = ?(u8);\n    if (n < %s) { %s = n; }\n", a, b); break;
  case 6: sb_printf(&w->text, "    z = ?(int);\n    %s = z / 3;\n", a); break;
  default: sb_printf(&w->text, "    %s\n", one_of(w, waits, 7)); break;
  }
}

static void put_simulation(writer *w) {
  sb_puts(&w->text, "u8 x, y, w[2];\nint z;\nevent e, f;\nupdate U { y = x; }\n");
  for (uint32_t t = 0; t < 2; t++) {
    sb_printf(&w->text, "thread T%u {\n  u8 n = 0;\n  while (true) {\n", t);
    for (uint32_t i = 2 + below(w, 4); i > 0; i--) put_statement(w);
    if (!below(w, 3)) sb_printf(&w->text, "    assert %s != 77;\n", variable(w));
    sb_puts(&w->text, "    wait_time 1;\n  }\n}\n");
  }
  sb_puts(&w->text, "main { start; }\n");
}

static void put_operation(writer *w) {
  const char *a = variable(w), *b = variable(w);
  switch (below(w, 6)) {
  case 0: sb_printf(&w->text, "    %s := %s + %u\n", a, b, below(w, 4)); break;
  case 1: sb_printf(&w->text, "    n := cas(%s, %u, %s)\n", a, below(w, 3), b); break;
  case 2:
    sb_printf(&w->text, "    if %s < %s then { %s := %u } else { n := n + 1 }\n", a, b, variable(w), below(w, 3));
    break;
  case 3: sb_printf(&w->text, "    await %s < %s + %u\n", a, b, 1 + below(w, 9)); break;
  case 4: sb_printf(&w->text, "    %s := n * %s - 1\n", a, b); break;
  default: sb_printf(&w->text, "    n := %s\n    %s := n + 1\n", a, b); break;
  }
}

static void put_threads(writer *w) {
  sb_puts(&w->text, "< 2, x 1 0, y 1 3, z 1, w 2 0 1, local n 1 0 >\n");
  for (uint32_t t = 0; t < 2; t++) {
    sb_puts(&w->text, "[ while 1 == 1 {\n");
    for (uint32_t i = 2 + below(w, 3); i > 0; i--) put_operation(w);
    if (!below(w, 3)) sb_printf(&w->text, "    assert %s < 77\n", variable(w));
    sb_puts(&w->text, "  } ]\n");
  }
}

typedef struct language {
  const front_end *front;
  void (*put)(writer *w);
} language;

// --- walking both

typedef struct pair {
  world *w;
  machine *m;
  summary *x;
  const char *program;
  uint32_t point;
  model *now;  // values of the variables of the point
  rng random;  // for inputs
  struct {
    uint32_t line;
    uint64_t bits;
  } drawn[16];  // in this step
  uint32_t n_drawn;
} pair;

static bool draw(void *arg, size_t n, machine_input *in) {
  (void)n;
  pair *p = arg;
  in->bits = rng_below(&p->random, 2) ? rng_below(&p->random, 5) : rng_next(&p->random);
  assert_true(p->n_drawn < sizeof p->drawn / sizeof *p->drawn);
  p->drawn[p->n_drawn].line = in->at.line;
  p->drawn[p->n_drawn++].bits = in->bits;
  return true;
}

static void set_values(pair *p, uint32_t point, const expr_vec *values) {
  const summary_ids *vars = summary_point_vars(p->x, point);
  model *next = model_new();
  assert_int_equal(vars->len, values->len);
  for (size_t i = 0; i < vars->len; i++)
    model_set(next, summary_var(p->x, vars->data[i]), expr_eval(p->w->terms, values->data[i], p->now));
  model_free(p->now);
  p->now = next;
  p->point = point;
}

static void compare_states(pair *p) {
  strbuf a = {0}, b = {0};
  state *s = state_fork((state *)summary_point_state(p->x, p->point));
  sem_fix_inputs(p->w->m, s, p->now);
  sem_dump(p->w->m, s, &a);
  machine_dump(p->m, &b);
  // Where nobody reads the time a point stands for all times.
  const char *x = strstr(sb_text(&a), "\n"), *y = strstr(sb_text(&b), "\n");
  bool same = sem_time_abstractable(p->w->m, s) && x && y ? !strcmp(x, y) : !strcmp(sb_text(&a), sb_text(&b));
  if (!same) {
    print_message("--- summary\n%s--- concrete interpreter\n%s\n%s", sb_text(&a), sb_text(&b), p->program);
    fail();
  }
  state_unref(s);
  sb_fini(&a);
  sb_fini(&b);
}

// Inputs of a term get what the concrete step has drawn in their line. False: it has drawn none there.
static bool set_inputs(pair *p, expr e) {
  expr_table *t = p->w->terms;
  expr_vec syms = {0};
  bool all = true;
  expr_collect_vars(t, e, &syms);
  for (size_t i = 0; i < syms.len && all; i++) {
    if (expr_some(model_get(p->now, syms.data[i]))) continue;
    uint32_t k = 0, line = expr_var_get(t, syms.data[i])->at.line;
    while (k < p->n_drawn && p->drawn[k].line != line) k++;
    all = k < p->n_drawn;
    if (all) model_set(p->now, syms.data[i], expr_const(t, expr_width(t, syms.data[i]), p->drawn[k].bits));
  }
  vec_free(&syms);
  return all;
}

static bool holds(pair *p, const summary_rule *r) {
  for (size_t k = 0; k < r->guard.len; k++)
    if (!set_inputs(p, r->guard.data[k]) || !expr_eval_true(p->w->terms, r->guard.data[k], p->now)) return false;
  for (size_t k = 0; k < r->values.len; k++)
    if (!set_inputs(p, r->values.data[k])) return false;
  return true;
}

static const summary_rule *rule_for(pair *p, proc_id proc) {
  const summary_rule *found = NULL;
  for (size_t i = 0; i < summary_n_rules(p->x); i++) {
    const summary_rule *r = summary_rule_at(p->x, i);
    if (r->from != p->point || r->proc != proc || !holds(p, r)) continue;
    assert_null(found);  // with its inputs a step has one way
    found = r;
  }
  return found;
}

static bool step_both(pair *p, proc_id proc) {
  p->n_drawn = 0;
  machine_status status = machine_step(p->m, proc);
  const summary_rule *r = rule_for(p, proc);
  if (status == MACHINE_VIOLATION || (r && r->kind == SEM_VIOLATION)) {
    if (!r || r->kind != SEM_VIOLATION || status != MACHINE_VIOLATION) print_message("%s", p->program);
    assert_non_null(r);
    assert_int_equal(r->kind, SEM_VIOLATION);
    assert_int_equal(status, MACHINE_VIOLATION);
    return false;
  }
  if (status != MACHINE_RUNNING) return false;
  if (!r) print_message("no rule for process %u\n%s", proc, p->program);
  assert_non_null(r);
  if (r->kind == SEM_UNKNOWN) return false;
  set_values(p, r->to, &r->values);
  compare_states(p);
  return true;
}

static uint32_t walk(pair *p, rng *random) {
  const expr_vec *first;
  uint32_t start = summary_start(p->x, &first), walked = 0, have[16];
  machine_reset(p->m);
  p->now = model_new();
  set_values(p, start, first);
  for (; walked < STEPS; walked++) {
    size_t n = machine_enabled(p->m, have, 16);
    if (!n || !step_both(p, have[rng_below(random, n)])) break;
  }
  model_free(p->now);
  return walked;
}

static uint32_t walk_program(const language *l, uint64_t seed, uint32_t told_apart, size_t *vars) {
  writer text = {.random = rng_new(seed)};
  l->put(&text);
  world w;
  sem_options so = world_options();
  world_open_with(&w, l->front, sb_text(&text.text), &so);
  pair p = {.w = &w, .program = sb_text(&text.text), .random = rng_new(seed)};
  machine_options mo = {
      .checks = so.checks, .step_limit = so.step_limit, .depth_limit = so.depth_limit, .input = draw, .input_arg = &p};
  summary_options o = summary_default_options();
  o.few_points = told_apart;
  o.few_values = 2;
  p.m = machine_new(w.ir, &mo);
  p.x = summary_new(w.m, &o);
  uint32_t walked = 0;
  for (int k = 0; k < WALKS && !summary_failed(p.x); k++) walked += walk(&p, &text.random);
  *vars += summary_n_vars(p.x);
  machine_free(p.m);
  summary_free(p.x);
  world_close(&w);
  sb_fini(&text.text);
  return walked;
}

static void random_walks(const language *l, uint64_t least) {
  uint64_t walked = 0;
  size_t vars = 0;
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) walked += walk_program(l, seed, seed % 2 ? 1 : 6, &vars);
  print_message("%llu steps, %zu variables\n", (unsigned long long)walked, vars);
  assert_true(walked > least);
  assert_true(vars > PROGRAMS);
}

static void simulations(void **unused) {
  (void)unused;
  random_walks(&(language){&front_ivl, put_simulation}, 25000);
}

static void threads(void **unused) {
  (void)unused;
  random_walks(&(language){&front_dlang, put_threads}, 25000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(simulations), cmocka_unit_test(threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
