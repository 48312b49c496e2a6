// cmin_random: random C_min programs. The runs of the concrete interpreter, all of them, say which violations there are; every
// engine must agree, and its counterexamples must replay. The printer and the text form of the IR are looked at on the way.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/options.h"
#include "base/mem.h"
#include "base/vec.h"
#include "cmin/gen_cmin.h"
#include "engine/engine.h"
#include "front/cmin/cmin.h"
#include "front/front.h"
#include "gen/shrink.h"
#include "ir/ir_print.h"
#include "pass/pass.h"
#include "pass/pass_goal.h"
#include "replay/enumerate.h"
#include "result/explain.h"

typedef struct config {
  const char *name, *engine;
  int por, dpor;
  bool may_give_up;  // is for other programs, or proves only some: UNKNOWN is no mistake
} config;

static const config configs[] = {
    {.name = "naive", .engine = "naive"},
    {.name = "stateful", .engine = "stateful"},
    {.name = "stateful without reduction", .engine = "stateful", .por = OPT_POR_NONE},
    {.name = "stateless", .engine = "stateless"},
    {.name = "hunt", .engine = "hunt"},
    {.name = "dpor", .engine = "dpor"},
    {.name = "dpor source", .engine = "dpor", .dpor = OPT_DPOR_SOURCE},
    {.name = "exsym", .engine = "exsym"},
    {.name = "modular", .engine = "modular", .may_give_up = true},
    {.name = "cegar", .engine = "cegar", .may_give_up = true},
    {.name = "lazy", .engine = "lazy", .may_give_up = true},
};
enum { N_CONFIGS = sizeof configs / sizeof *configs, SHRINK_BUDGET = 600, INPUT_LO = -2, INPUT_HI = 3 };

typedef struct subject {
  ir_module *ir;  // after the passes; NULL: not accepted
  uint32_t checks;
} subject;

typedef struct places {
  VEC(struct {
    ir_check check;
    uint32_t line;
  })
  list;
} places;

#define KIND(name) (1u << IR_CHECK_##name)

static ir_module *prepare(ir_module *m, uint32_t checks) {
  ir_module *made = pass_apply(m, checks, (const char *const[PASS_MOST_LEFT_OUT]){"visible"});
  if (!made) return m;
  ir_module_free(m);
  return made;
}

static subject load(const char *text, const char *goal, bool deadlocks) {
  subject s = {0};
  strbuf error = {0};
  options_checks("assert,null,bounds,div-by-zero", &s.checks, &error);
  if (deadlocks) s.checks |= KIND(DEADLOCK);
  diags *d = diags_new();
  ir_module *m = front_cmin.parse("t.cmin", text, strlen(text), d);
  diags_free(d);
  if (m && goal) {
    ir_module *woven = pass_goal(m, goal, &error);
    ir_module_free(m);
    m = woven;
    s.checks |= KIND(GOAL);
  }
  sb_fini(&error);
  s.ir = m ? prepare(m, s.checks) : NULL;
  return s;
}

static void note_violation(void *arg, const machine *m) {
  places *p = arg;
  if (machine_get_status(m) != MACHINE_VIOLATION) return;
  ir_check check = machine_check(m);
  uint32_t line = explain_has_place(check) ? machine_place(m).line : 0;
  for (size_t i = 0; i < p->list.len; i++)
    if (p->list.data[i].check == check && p->list.data[i].line == line) return;
  vec_push(&p->list, ((typeof(*p->list.data)){check, line}));
}

// What is wrong with the answer, or NULL. `truth` is what all runs show.
static const char *run(const subject *s, const config *c, const places *truth, bool *limited) {
  const char *wrong = NULL, *why = "";
  options opts = options_default();
  opts.por = c->por;
  opts.dpor = c->dpor;
  expr_options eo = {0};
  expr_table *terms = expr_table_new(&eo);
  smt_config sc = smt_default_config();
  smt *solver = smt_new(terms, &sc);
  sem_options so = sem_default_options();
  so.checks = s->checks;
  sem *m = sem_new(s->ir, terms, solver, &so);
  limits l = {.max_transitions = 20000};
  result *r = result_new();
  engine_ctx ctx = {.ir = s->ir, .sem = m, .options = &opts, .limits = &l, .result = r};
  engine_run(engine_find(c->engine), &ctx);
  *limited = l.hit != NULL;
  machine_options mo = {.checks = s->checks};
  bool known = false;
  for (size_t i = 0; i < truth->list.len; i++) {
    uint32_t line = explain_has_place(r->violation.check) ? r->violation.at.line : 0;
    known |= truth->list.data[i].check == r->violation.check && truth->list.data[i].line == line;
  }
  if (r->verdict == VERDICT_SAFE && truth->list.len)
    wrong = "SAFE, but some run has a violation";
  else if (r->verdict == VERDICT_SAFE && r->grade != GRADE_PROVED && !c->may_give_up)
    wrong = "SAFE without proof";
  else if (r->verdict == VERDICT_UNSAFE && !known)
    wrong = "UNSAFE, but no run has this violation";
  else if (r->verdict == VERDICT_UNSAFE && !explain_confirm(s->ir, &mo, r, &why))
    wrong = "the counterexample does not replay";
  else if (r->verdict == VERDICT_UNKNOWN && !c->may_give_up && !*limited)
    wrong = "UNKNOWN";
  result_free(r);
  sem_free(m);
  smt_free(solver);
  expr_table_free(terms);
  return wrong;
}

static char *printed(const char *text) {
  diags *d = diags_new();
  cm_program prog;
  strbuf out = {0};
  cm_program_init(&prog, "t.cmin", d);
  cm_parse(&prog, text, strlen(text));
  if (!diags_errors(d)) cm_check(&prog);
  if (!diags_errors(d)) cm_print(&prog, &out);
  cm_program_fini(&prog);
  diags_free(d);
  return sb_take(&out);
}

static char *printed_ir(const ir_module *m) {
  strbuf out = {0};
  ir_print(m, &out);
  return sb_take(&out);
}

// Print, parse, print; and the IR by its text form.
static const char *round_trips(const char *text, const ir_module *m) {
  char *first = printed(text), *second = first ? printed(first) : NULL;
  const char *wrong = !first || !second || strcmp(first, second) != 0 ? "printed and read back it is another program"
                                                                      : NULL;
  char *air = printed_ir(m), *again = NULL;
  diags *d = diags_new();
  ir_module *reread = front_air.parse("t.air", air, strlen(air), d);
  diags_free(d);
  if (reread) again = printed_ir(reread);
  if (!wrong && (!again || strcmp(air, again) != 0)) wrong = "its IR is not read back";
  ir_module_free(reread);
  mem_free(first);
  mem_free(second);
  mem_free(air);
  mem_free(again);
  return wrong;
}

typedef struct trial {
  const char *goal, *only;
  bool deadlocks;
  uint64_t max_runs;
  // of the last look
  const char *config;
  uint64_t limited, runs;
  bool accepted, complete, unsafe;
} trial;

static const char *look(trial *t, const char *text) {
  subject s = load(text, t->goal, t->deadlocks);
  t->accepted = s.ir != NULL;
  t->complete = t->unsafe = false;
  if (!s.ir) return "it is not accepted";
  t->config = "round trip";
  const char *wrong = round_trips(text, s.ir);
  machine_options mo = {.checks = s.checks};
  enum_result all;
  places truth = {0};
  t->complete = enumerate_all(s.ir, &mo, INPUT_LO, INPUT_HI, t->max_runs, 200, &all, note_violation, &truth);
  t->unsafe = truth.list.len > 0;
  for (size_t i = 0; i < N_CONFIGS && !wrong && t->complete; i++) {
    bool limited = false;
    if (t->only && strcmp(t->only, configs[i].name) != 0) continue;
    t->config = configs[i].name;
    wrong = run(&s, &configs[i], &truth, &limited);
    t->limited += limited;
    t->runs++;
  }
  vec_free(&truth.list);
  ir_module_free(s.ir);
  return wrong;
}

static bool still_fails(void *arg, const char *text, size_t len) {
  trial *t = arg;
  char *copy = mem_strndup(text, len);
  bool bad = look(t, copy) != NULL && t->accepted;
  mem_free(copy);
  return bad;
}

int main(int argc, char **argv) {
  uint64_t seed = 1, count = 100, max_runs = 3000, failed = 0, skipped = 0, unsafe = 0, runs = 0, limited = 0;
  const char *only = NULL;
  bool show = false;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--seed") && i + 1 < argc)
      seed = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--count") && i + 1 < argc)
      count = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--max-runs") && i + 1 < argc)
      max_runs = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--only") && i + 1 < argc)
      only = argv[++i];
    else if (!strcmp(argv[i], "--show"))
      show = true;
    else
      return fprintf(stderr, "usage: cmin_random [--seed N] [--count N] [--max-runs N] [--only CONFIG] [--show]\n"), 64;
  }
  for (uint64_t s = seed, done = 0; done < count && failed < 5; s++) {
    strbuf text = {0}, goal = {0};
    gen_cmin(s, &text);
    gen_cmin_goal(s, &goal);
    trial t = {.goal = s % 2 ? sb_text(&goal) : NULL, .only = only, .deadlocks = s % 3 == 0, .max_runs = max_runs};
    if (show) printf("%s", sb_text(&text));
    const char *wrong = look(&t, sb_text(&text));
    done += t.complete;
    skipped += !t.complete;
    unsafe += t.unsafe;
    runs += t.runs;
    limited += t.limited;
    if (wrong) {
      failed++;
      printf("seed %llu, %s: %s (goal: %s)\n", (unsigned long long)s, t.config, wrong, t.goal ? t.goal : "none");
      t.only = strcmp(t.config, "round trip") ? t.config : only;
      char *small = t.accepted ? shrink(sb_text(&text), still_fails, &t, SHRINK_BUDGET)
                               : mem_strndup(sb_text(&text), text.len);
      printf("%s", small);
      mem_free(small);
    }
    sb_fini(&text);
    sb_fini(&goal);
  }
  printf("%llu programs (%llu more were too large), %llu with a violation; %llu runs of engines, %llu at a limit; %llu "
         "wrong\n",
         (unsigned long long)count, (unsigned long long)skipped, (unsigned long long)unsafe, (unsigned long long)runs,
         (unsigned long long)limited, (unsigned long long)failed);
  return failed ? 1 : 0;
}
