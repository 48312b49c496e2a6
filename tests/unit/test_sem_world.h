// A program bound to the step interface, for the tests of state and sem.
#ifndef TEST_SEM_WORLD_H
#define TEST_SEM_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "front/front.h"
#include "sem/forms.h"
#include "sem/sem.h"
#include "state/store.h"

typedef struct world {
  ir_module *ir;
  expr_table *terms;
  smt *solver;
  sem *m;
  sem_out out;
  size_t live;  // bytes before it was opened
} world;

static inline sem_options world_options(void) { return sem_default_options(); }

static inline void world_open_with(world *w, const front_end *front, const char *text, const sem_options *options) {
  memset(w, 0, sizeof *w);
  w->live = mem_live();
  diags *d = diags_new();
  w->ir = front->parse("t", text, strlen(text), d);
  if (!w->ir) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(w->ir);
  expr_options eo = {0};
  w->terms = expr_table_new(&eo);
  smt_config sc = smt_default_config();
  w->solver = smt_new(w->terms, &sc);
  w->m = sem_new(w->ir, w->terms, w->solver, options);
  assert_non_null(w->m);
}

static inline void world_open(world *w, const char *text) {
  sem_options o = world_options();
  world_open_with(w, &front_ivl, text, &o);
}

static inline void world_close(world *w) {
  sem_out_fini(&w->out);
  sem_free(w->m);
  smt_free(w->solver);
  expr_table_free(w->terms);
  ir_module_free(w->ir);
  assert_int_equal(mem_live(), w->live);
}

// Steps p; the successors are in w->out.
static inline void world_step(world *w, state *s, proc_id p) {
  sem_out_clear(&w->out);
  sem_step(w->m, s, p, &w->out);
}

// Takes successor i out of the output.
static inline state *world_take(world *w, size_t i) {
  assert_true(i < w->out.succs.len);
  state *s = w->out.succs.data[i].s;
  w->out.succs.data[i].s = NULL;
  return s;
}

// Steps p, which must have the one successor of the given kind.
static inline state *world_go(world *w, state *s, proc_id p, sem_kind kind) {
  world_step(w, s, p);
  assert_int_equal(w->out.succs.len, 1);
  if (w->out.succs.data[0].kind != kind && w->out.succs.data[0].message)
    print_message("%s\n", w->out.succs.data[0].message);
  assert_int_equal(w->out.succs.data[0].kind, kind);
  return world_take(w, 0);
}

// Steps the processes of a schedule ("0AB": kernel, then A, then B), each with one successor.
static inline state *world_follow(world *w, state *s, const char *schedule) {
  for (; *schedule; schedule++) {
    proc_id p = PROC_KERNEL;
    for (proc_id i = 1; i <= w->ir->n_procs; i++) {
      if (w->ir->procs[i].name[0] == *schedule) p = i;
    }
    proc_vec enabled = {0};
    sem_enabled(w->m, s, &enabled);
    bool found = false;
    for (size_t i = 0; i < enabled.len; i++) found = found || enabled.data[i] == p;
    if (!found) print_message("not enabled: %c\n", *schedule);
    vec_free(&enabled);
    assert_true(found);
    world_step(w, s, p);
    assert_int_equal(w->out.succs.len, 1);
    sem_kind kind = w->out.succs.data[0].kind;
    if (kind != SEM_NEXT && w->out.succs.data[0].message) print_message("%s\n", w->out.succs.data[0].message);
    assert_true(kind == SEM_NEXT || (kind == SEM_FINAL && !schedule[1]));
    s = world_take(w, 0);
  }
  return s;
}

static inline state *world_start(world *w, const char *schedule) {
  return world_follow(w, sem_initial(w->m), schedule);
}

static inline void world_expect(world *w, const state *s, const char *want) {
  strbuf b = {0};
  sem_dump(w->m, s, &b);
  assert_string_equal(sb_text(&b), want);
  sb_fini(&b);
}

// Does the dump contain the line?
static inline bool world_shows(world *w, const state *s, const char *line) {
  strbuf b = {0};
  sem_dump(w->m, s, &b);
  bool found = strstr(sb_text(&b), line) != NULL;
  if (!found) print_message("%s", sb_text(&b));
  sb_fini(&b);
  return found;
}

// The enabled processes by first letter, "0" for the kernel.
static inline void world_expect_enabled(world *w, const state *s, const char *want) {
  proc_vec enabled = {0};
  char text[32] = {0};
  sem_enabled(w->m, s, &enabled);
  assert_true(enabled.len < sizeof text);
  for (size_t i = 0; i < enabled.len; i++) text[i] = enabled.data[i] ? w->ir->procs[enabled.data[i]].name[0] : '0';
  vec_free(&enabled);
  assert_string_equal(text, want);
}

#endif
