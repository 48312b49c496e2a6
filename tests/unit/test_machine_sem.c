// links: sem replay front
// The concrete interpreter and the step interface, which share no code, walk the same random schedules of random
// programs with threads: enabled processes, observable states, and how the runs end must be equal at every step.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "replay/machine.h"
#include "sem/forms.h"
#include "test_sem_world.h"

enum { PROGRAMS = 400, WALKS = 6, STEPS = 120 };

// --- random programs

typedef struct writer {
  rng random;
  strbuf text;
  uint32_t blocks;  // labels given so far in the function
  bool spawner;     // may spawn: everybody but the leaves
} writer;

static const char *variable(writer *w) {
  static const char *const names[] = {"@x", "@y", "@a+4", "@a+8"};
  return names[rng_below(&w->random, 4)];
}

static const char *mutex(writer *w) { return rng_below(&w->random, 2) ? "@m" : "@n"; }

static uint32_t below(writer *w, uint32_t n) { return (uint32_t)rng_below(&w->random, n); }

// Operations on memory and registers %1 (value), %2 (bool).
static void put_access(writer *w) {
  const char *v = variable(w), *flag = below(w, 3) ? "" : ".atomic";
  switch (below(w, 6)) {
  case 0: sb_printf(&w->text, "  %%1 = load%s i32 %s\n", flag, v); break;
  case 1: sb_printf(&w->text, "  store%s i32 %s, %u\n", flag, v, below(w, 3)); break;
  case 2: sb_printf(&w->text, "  rmw.add%s i32 %s, 1\n", flag, v); break;
  case 3: sb_printf(&w->text, "  %%1 = cas i32 %s, %u, %u\n", v, below(w, 3), below(w, 3)); break;
  case 4: sb_printf(&w->text, "  store i32 %s, %%1\n", v); break;
  default: sb_printf(&w->text, "  %%1 = add i32 %%1, 1\n  copy @a, %s, i64:4\n", v); break;
  }
}

static void put_guard(writer *w) {
  sb_printf(&w->text, "  await_begin\n  %%1 = load i32 %s\n  %%2 = ule bool %%1, i32:%u\n", variable(w), below(w, 2));
  if (below(w, 2)) sb_puts(&w->text, "  %2 = not bool %2\n");
  sb_puts(&w->text, "  await %2\n");
}

static void put_region(writer *w) {
  sb_puts(&w->text, "  atomic_begin\n");
  if (!below(w, 3)) put_guard(w);
  for (uint32_t n = below(w, 4); n > 0; n--) put_access(w);
  if (!below(w, 5)) put_guard(w);
  if (!below(w, 6)) sb_printf(&w->text, "  lock %s\n", mutex(w));
  if (!below(w, 6)) sb_puts(&w->text, "  %2 = ule bool %1, i32:1\n  assume %2\n");
  sb_puts(&w->text, "  atomic_end\n");
}

static void put_branch(writer *w) {
  uint32_t yes = ++w->blocks, no = ++w->blocks, after = ++w->blocks;
  sb_printf(&w->text, "  %%2 = ule bool %%1, i32:%u\n  branch %%2 -> b%u, b%u\nb%u:\n", below(w, 3), yes, no, yes);
  put_access(w);
  sb_printf(&w->text, "  jump -> b%u\nb%u:\n", after, no);
  if (below(w, 2)) put_access(w);
  sb_printf(&w->text, "  jump -> b%u\nb%u:\n", after, after);
}

// A loop of one to three rounds, or of 300 without visible operations.
static void put_loop(writer *w) {
  uint32_t head = ++w->blocks, after = ++w->blocks;
  bool is_long = !below(w, 4);
  sb_printf(&w->text, "  %%3 = mov i32 i32:0\n  jump -> b%u\nb%u:\n", head, head);
  if (!is_long) put_access(w);
  sb_printf(&w->text, "  %%3 = add i32 %%3, 1\n  %%2 = ult bool %%3, i32:%u\n  branch %%2 -> b%u, b%u\nb%u:\n",
            is_long ? 300 : 1 + below(w, 3), head, after, after);
}

static void put_thread(writer *w) {
  switch (below(w, 5)) {
  case 0: sb_printf(&w->text, "  %%4 = spawn i32 &leaf\n"); break;
  case 1: sb_puts(&w->text, "  %4 = spawn i32 &leaf\n  join %4\n"); break;
  case 2: sb_puts(&w->text, "  %5 = spawn i32 &other\n"); break;
  case 3: sb_puts(&w->text, "  step\n"); break;
  default: sb_puts(&w->text, "  %1 = self i32\n"); break;
  }
}

static void put_statement(writer *w) {
  switch (below(w, 14)) {
  case 0:
  case 1:
  case 2:
  case 3: put_access(w); break;
  case 4: sb_printf(&w->text, "  lock %s\n", mutex(w)); break;
  case 5: sb_printf(&w->text, "  unlock %s\n", mutex(w)); break;
  case 6: sb_printf(&w->text, "  %%2 = trylock bool %s\n  %%1 = zext i32 %%2\n", mutex(w)); break;
  case 7: put_region(w); break;
  case 8: put_branch(w); break;
  case 9: put_loop(w); break;
  case 10:
    if (w->spawner) put_thread(w);
    break;
  case 11: sb_puts(&w->text, "  %2 = ule bool %1, i32:2\n  assume %2\n"); break;
  case 12: sb_printf(&w->text, "  %%2 = holds bool %s\n  %%1 = zext i32 %%2\n", mutex(w)); break;
  default: put_guard(w); break;
  }
}

static void put_function(writer *w, const char *name, bool spawner, uint32_t statements) {
  w->blocks = 1;
  w->spawner = spawner;
  sb_printf(&w->text, "func &%s() void {\n  temp i32 %%1\n  temp bool %%2\n  temp i32 %%3 %%4 %%5\nb1:\n", name);
  for (uint32_t i = 0; i < statements; i++) put_statement(w);
  sb_puts(&w->text, below(w, 8) ? "  return\n}\n" : "  stop\n  return\n}\n");
}

static void put_program(writer *w) {
  sb_puts(&w->text, "air 1\nlanguage \"test\"\nscheduler interleave\npointers 64\nproperties \"assert\"\nentry &entry\n"
                    "global @x i32\nglobal @y i32\nglobal @a i32[3]\nglobal @t i32 thread_local {\n  0 i32:1\n}\n"
                    "global @m i32\nglobal @n i32\nprocess $A &A\nprocess $B &B\n");
  put_function(w, "A", true, 2 + below(w, 5));
  put_function(w, "B", true, 2 + below(w, 5));
  put_function(w, "other", true, 1 + below(w, 2));
  put_function(w, "leaf", false, 1 + below(w, 3));
  sb_puts(&w->text, "func &entry() void {\nb1:\n  start.ivl\n  return\n}\n");
}

// --- walking both

typedef struct pair {
  world *w;
  machine *m;
  state *s;
  const char *program;
  strbuf schedule;
} pair;

static void complain(const pair *p, const char *what) {
  print_message("%s\nschedule%s\n%s", what, sb_text(&p->schedule), p->program);
  fail();
}

static void compare_states(pair *p) {
  strbuf a = {0}, b = {0};
  sem_dump(p->w->m, p->s, &a);
  machine_dump(p->m, &b);
  if (strcmp(sb_text(&a), sb_text(&b))) {
    print_message("--- step interface\n%s--- concrete interpreter\n%s", sb_text(&a), sb_text(&b));
    complain(p, "the states differ");
  }
  sb_fini(&a);
  sb_fini(&b);
}

// The machine must know every process by the number that the step interface gave it.
static void compare_origins(pair *p) {
  for (proc_id q = p->w->ir->n_procs + 1;; q++) {
    proc_id parent;
    uint32_t k;
    machine_origin o;
    if (!sem_proc_origin(p->w->m, q, &parent, &k)) return;
    if (machine_proc_origin(p->m, q, &o) && (o.parent != parent || o.k != k)) complain(p, "the numbers differ");
  }
}

static size_t compare_enabled(pair *p, proc_vec *enabled) {
  uint32_t have[64];
  size_t n = machine_enabled(p->m, have, 64);
  enabled->len = 0;
  sem_enabled(p->w->m, p->s, enabled);
  bool same = n == enabled->len;
  for (size_t i = 0; same && i < n; i++) same = have[i] == enabled->data[i];
  if (same) return n;
  for (size_t i = 0; i < enabled->len; i++) print_message("step interface: %u\n", enabled->data[i]);
  for (size_t i = 0; i < n; i++) print_message("concrete: %u\n", have[i]);
  complain(p, "the enabled processes differ");
  return 0;
}

static bool same_end(sem_kind kind, machine_status status) {
  switch (kind) {
  case SEM_NEXT: return status == MACHINE_RUNNING;
  case SEM_INTERRUPTED: return false;
  case SEM_FINAL: return status == MACHINE_FINISHED || status == MACHINE_CUT;
  case SEM_CUT: return status == MACHINE_CUT || status == MACHINE_FINISHED;  // one is parked at `stop`, one is cut
  case SEM_VIOLATION: return status == MACHINE_VIOLATION;
  case SEM_UNKNOWN: return true;  // to know less is allowed
  }
  return false;
}

// One step of both; false: the run is over.
static bool step_both(pair *p, proc_id proc) {
  sb_printf(&p->schedule, " %u", proc);
  world_step(p->w, p->s, proc);
  p->s = NULL;
  machine_status status = machine_step(p->m, proc);
  if (p->w->out.succs.len != 1) complain(p, "not one successor");
  while (p->w->out.succs.data[0].kind == SEM_INTERRUPTED) {
    world_step(p->w, world_take(p->w, 0), proc);
    if (p->w->out.succs.len != 1) complain(p, "not one successor");
  }
  sem_kind kind = p->w->out.succs.data[0].kind;
  if (!same_end(kind, status)) {
    print_message("kind %d (%s), status %d (%s)\n", (int)kind,
                  p->w->out.succs.data[0].message ? p->w->out.succs.data[0].message : "", (int)status,
                  machine_message(p->m));
    complain(p, "the runs end differently");
  }
  if (p->w->out.succs.data[0].s) p->s = world_take(p->w, 0);
  if (p->s && kind != SEM_UNKNOWN && kind != SEM_VIOLATION) compare_states(p);
  compare_origins(p);
  return kind == SEM_NEXT;
}

static uint32_t walk(pair *p, rng *random) {
  proc_vec enabled = {0};
  uint32_t walked = 0;
  sb_clear(&p->schedule);
  p->s = sem_initial(p->w->m);
  for (; walked < STEPS; walked++) {
    size_t n = compare_enabled(p, &enabled);
    if (!n || !step_both(p, enabled.data[rng_below(random, n)])) break;
  }
  if (p->s) state_unref(p->s);
  vec_free(&enabled);
  return walked;
}

static void random_walks(void **unused) {
  (void)unused;
  uint64_t walked = 0;
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
    writer text = {.random = rng_new(seed)};
    put_program(&text);
    world w;
    sem_options so = world_options();
    world_open_with(&w, &front_air, sb_text(&text.text), &so);
    machine_options mo = {.checks = so.checks, .step_limit = so.step_limit, .depth_limit = so.depth_limit};
    pair p = {.w = &w, .m = machine_new(w.ir, &mo), .program = sb_text(&text.text)};
    for (int k = 0; k < WALKS; k++) {
      machine_reset(p.m);
      walked += walk(&p, &text.random);
      sem_out_clear(&w.out);
    }
    machine_free(p.m);
    sb_fini(&p.schedule);
    world_close(&w);
    sb_fini(&text.text);
  }
  assert_true(walked > 10000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_walks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
