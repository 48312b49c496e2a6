#include "app/claims_look.h"

#include "app/options.h"
#include "app/random_runs.h"
#include "engine/engine.h"
#include "report/report.h"
#include "result/explain.h"

static machine_options machine_of(const claims_look *l) {
  machine_options mo = l->machine;
  mo.checks = l->checks;
  return mo;
}

static bool look_at_runs(const claims_look *l, result *found) {
  random_facts facts = {0};
  machine_options mo = machine_of(l);
  mo.claims = l->claims;
  random_effort effort = {
      .runs = l->budget.runs, .max_steps = l->budget.run_steps, .instructions = l->budget.instructions};
  return random_runs_search(l->ir, &mo, l->seed, effort, found, &facts);
}

static bool look_by_search(claims_look *l, const char *engine_name, result *found) {
  sem_options so = l->sem;
  so.checks = l->checks;
  so.claims = l->claims;
  sem *m = sem_new(l->ir, l->terms, l->solver, &so);
  m->stop = l->stop;
  options plain = options_default();
  plain.seed = (uint32_t)l->seed;
  limits most = {.max_transitions = l->budget.transitions,
                 .max_effort = smt_effort(l->solver) + l->budget.effort,
                 .solver = l->solver,
                 .stop = l->stop};
  engine_ctx ctx = {.ir = l->ir, .sem = m, .options = &plain, .limits = &most, .result = found};
  engine_run(engine_find(engine_name), &ctx);
  const char *why = "";
  machine_options mo = machine_of(l);
  mo.stop = NULL;
  bool violated = found->verdict == VERDICT_UNSAFE && explain_confirm(l->ir, &mo, found, &why);
  l->complete = found->verdict == VERDICT_SAFE && found->grade == GRADE_PROVED;
  sem_free(m);
  return violated;
}

static void take_violation(const result *found, arena *mem, claims_violation *seen) {
  strbuf text = {0};
  report_violation(&found->violation, &text);
  if (found->violation.at.file) sb_puts(&text, " at ");
  report_place(found->violation.at, &text);
  *seen = (claims_violation){found->violation.check, arena_strdup(mem, sb_text(&text))};
  sb_fini(&text);
}

bool claims_look_around(claims_look *l, arena *mem, claims_violation *seen) {
  static const char *const engines[] = {NULL, "stateful", "dpor"};  // runs; the last one for threads
  size_t n = l->ir->scheduler == IR_SCHED_INTERLEAVE ? 3 : 2;
  bool violated = false;
  for (size_t i = 0; i < n && l->claims->open && !l->complete && !violated; i++) {
    result *found = result_new();
    violated = i ? look_by_search(l, engines[i], found) : look_at_runs(l, found);
    if (violated) take_violation(found, mem, seen);
    result_free(found);
  }
  return violated;
}
