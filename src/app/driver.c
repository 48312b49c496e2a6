// `allways verify`: the pipeline, top to bottom.
#include "app/driver.h"
#include "app/errors.h"

#include <errno.h>
#include <string.h>

#include "app/assumptions.h"
#include "app/auto.h"
#include "app/bug.h"
#include "app/cache.h"
#include "app/coverage.h"
#include "app/finite.h"
#include "app/harness.h"
#include "app/may_wait.h"
#include "app/memory.h"
#include "app/models.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/random_runs.h"
#include "app/session.h"
#include "app/unknown.h"
#include "app/vacuous.h"
#include "base/clock.h"
#include "base/sha256.h"
#include "engine/engine.h"
#include "engine/parts/parts.h"
#include "engine/trace/checked.h"
#include "ir/ir_print.h"
#include "result/explain.h"
#include "result/explain_critical.h"
#include "sem/sem.h"

enum { MINIMISE_BUDGET = 300, RANDOM_RUNS = 200 };

static sem_options semantics_options(const session *s) {
  const options *o = s->options;
  sem_options so = sem_default_options();
  so.checks = s->checks;
  so.may_wait = s->machine.may_wait;
  so.n_may_wait = s->machine.n_may_wait;
  so.pending_multi = o->pending == OPT_PENDING_MULTI;
  so.has_input_range = o->input_range.set;
  so.unwind = (uint32_t)o->unwind;
  so.input_lo = o->input_range.lo;
  so.input_hi = o->input_range.hi;
  so.step_limit = o->step_limit;
  so.depth_limit = (uint32_t)o->recursion_limit;
  so.fan_out = (uint32_t)o->fan_out;
  so.address_objects = (uint32_t)o->address_objects;
  so.address_reuse = o->address_reuse != OPT_ADDRESS_REUSE_OFF;
  so.address_bytes = o->address_reuse == OPT_ADDRESS_REUSE_BYTES;
  so.as_documented = o->as_documented;
  so.needs.heap = (sem_heap)o->heap;
  // Published counts of models in other languages count forks.
  bool suits = s->ir->spawns && !app_engine((size_t)s->effective.engine)->plain_steps && !o->as_documented;
  so.merge = o->merge == OPT_MERGE_ON || (o->merge == OPT_MERGE_AUTO && suits);
  return so;
}

static smt_config solver_config(const options *o, FILE *log) {
  smt_config c = smt_default_config();
  c.solver = o->solver == OPT_SOLVER_CVC5 ? SMT_SOLVER_CVC5 : SMT_SOLVER_Z3;
  if (o->given[OPTION_solver_limit]) c.rlimit = o->solver_limit;
  c.seed = (uint32_t)o->seed;
  c.cache = o->solver_cache;
  c.slice = o->solver_slice;
  c.interval = o->solver_interval;
  c.random = (uint32_t)o->solver_random;
  c.enumerate = (uint32_t)o->solver_enumerate;
  c.validate = o->check >= 2;
  c.log = log;
  return c;
}

static const ir_module *prepare(void *arg, uint32_t checks) { return session_prepare(arg, checks); }

static void run_engine(session *s, sem *m, const logger *log) {
  const options *o = s->options;
  result *r = s->result;
  const engine *e = app_engine((size_t)o->engine);
  s->phase = e->name;
  r->engine = e->name;
  // Time and memory are the watchdog's business: it also sees them while the solver works.
  limits l = {.max_transitions = o->max_transitions, .stop = watch_stop_flag(s->watch)};
  progress line = progress_new(o);
  engine_ctx ctx = {.ir = s->ir,
                    .sem = m,
                    .options = o,
                    .limits = &l,
                    .result = r,
                    .progress = progress_call,
                    .progress_arg = &line,
                    .log = log,
                    .prepare = prepare,
                    .prepare_arg = s};
  bool asked = s->checks >> IR_CHECK_DETERMINISM & 1;
  if (asked && !(e->checks >> IR_CHECK_DETERMINISM & 1))
    engine_note_unknown(&ctx, PLACE_NONE, "determinism is looked at by --engine=auto and --engine=confluence only");
  if (s->checks & 1u << IR_CHECK_ROBUST & ~e->checks)
    engine_note_unknown(&ctx, PLACE_NONE, "robustness is looked at by --engine=auto and --engine=robust only");
  if (s->checks & IR_CHECKS_OF_ENDLESS_RUNS & ~e->checks)
    engine_note_unknown(&ctx, PLACE_NONE, "runs that never end are looked at by --engine=auto and --engine=live only");
  log_line(log, LOG_INFO, "%s: engine %s", s->file, e->name);
  engine_run(e, &ctx);
  log_line(log, LOG_INFO, "%s by %s: %llu executions, %llu transitions", verdict_text(r->verdict), r->engine,
           (unsigned long long)r->counters.executions, (unsigned long long)r->counters.transitions);
  progress_end(&line);
  if (r->verdict != VERDICT_UNKNOWN) return;
  if (r->reason && !r->reasons.len) result_add_reason(r, (result_reason){r->engine, r->reason, r->reason_at, 0});
  r->known = unknown_but_known(r);
  if (result_knows(&r->known)) engine_name_restrictions(&ctx);
}

static void take_statistics(result *r, const sem *m, const smt *solver) {
  const smt_stats *stats = smt_get_stats(solver);
  r->counters.instructions += m->instructions;  // besides those of another process (app/portfolio.h)
  r->counters.solver_queries += stats->queries;
  r->counters.solver_calls += stats->solver_calls;
  r->counters.solver_unknown += stats->unknown;
  r->counters.solver_random += stats->by_random;
  r->counters.solver_enumerated += stats->by_enumeration;
  r->solver_time_s = stats->solver_time_s;
}

static void look_at_claims(session *s, sem *m) {
  s->phase = "assumptions and assertions";
  limits l = {.stop = watch_stop_flag(s->watch)};
  engine_ctx ctx = {.ir = s->ir, .sem = m, .options = s->options, .limits = &l, .result = s->result};
  if (!vacuous_look(s, &ctx, &s->contradiction)) s->phase = "replaying";
}

static bool wants_coverage(const options *o) {
  bool wanted = o->coverage;
  for (size_t i = 0; i < o->report.len; i++) wanted |= str_ends(o->report.items[i], ".info");
  return wanted;
}

// Terms of its own, so that the search does what it does without.
static void look_at_coverage(session *s) {
  s->phase = "coverage";
  expr_table *terms = expr_table_new(&(expr_options){0});
  smt_config config = solver_config(s->options, NULL);
  smt *solver = smt_new(terms, &config);
  watch_set_solver(s->watch, solver);
  sem_options so = semantics_options(s);
  coverage_look(s, &so, terms, solver);
  watch_set_solver(s->watch, NULL);
  smt_free(solver);
  expr_table_free(terms);
}

// Everything symbolic lives and dies here: terms, solver, semantics, engine.
static void explore(session *s, const logger *log, FILE *smt_log) {
  expr_options eo = {.as_documented = s->options->as_documented,
                     .plain = s->options->match == OPT_MATCH_CEQ};  // CEQ compares terms as they were written
  expr_table *terms = expr_table_new(&eo);
  smt_config config = solver_config(s->options, smt_log);
  smt *solver = smt_new(terms, &config);
  watch_set_solver(s->watch, solver);
  sem_options so = semantics_options(s);
  sem *m = sem_new(s->ir, terms, solver, &so);
  m->stop = watch_stop_flag(s->watch);
  if (s->options->check >= 3) checked_steps(m);
  check_set_wholes(s->options->check >= 3);
  run_engine(s, m, log);
  take_statistics(s->result, m, solver);
  log_line(log, LOG_INFO, "%llu pairs of independent steps commute", (unsigned long long)checked_pairs(m));
  look_at_claims(s, m);
  if (s->options->check >= 3) CHECK(expr_table_check(terms), "the term table is inconsistent");
  watch_set_solver(s->watch, NULL);
  sem_free(m);
  smt_free(solver);
  expr_table_free(terms);
}

// What parts of one search must have in common.
static void name_part(session *s) {
  result_shard *part = &s->result->shard;
  if (!s->options->given[OPTION_shard]) return;
  if (!part->count) parts_parse(s->options->shard, &part->index, &part->count);
  part->engines = s->options->engine == OPT_ENGINE_auto;
  strbuf text = {0};
  char digits[SHA256_TEXT];
  ir_print(s->ir, &text);
  sha256_text(sb_text(&text), text.len, digits);
  part->program = arena_strdup(s->result->mem, digits);
  sb_fini(&text);
}

// That nothing in a part of the executions is violated says nothing about the program. True: the verdict has changed.
static bool restrict_to_part(session *s) {
  result *r = s->result;
  result_shard *part = &r->shard;
  part->safe = r->verdict == VERDICT_SAFE;
  part->grade = r->grade;
  if (!part->safe || part->engines || part->count < 2 || !part->units) return false;
  r->verdict = VERDICT_UNKNOWN;
  r->grade = GRADE_NONE;
  result_unknown(r, PLACE_NONE, "part %u of %u: nothing in it is violated; `allways merge` judges all parts together",
                 part->index, part->count);
  result_add_reason(r, (result_reason){.text = r->reason});
  r->known = unknown_but_known(r);
  return true;
}

static void add_information(session *s) {
  result *r = s->result;
  assumptions_add(s);
  if (r->goal && r->verdict == VERDICT_SAFE) result_add_note(r, "goal unreachable: %s", r->goal);
  if (r->counters.deadlocks && !(s->checks >> IR_CHECK_DEADLOCK & 1))
    result_add_note(r, "deadlock is possible: unfinished processes wait and nothing is pending (--property=deadlock)");
}

// Re-executes the counterexample on the second interpreter; false: `why` says how it differs.
static bool replay_violation(session *s, const char **why) {
  machine_options patient = s->machine;
  patient.stop = NULL;  // a signal that comes now must not make a violation look unconfirmed
  if (!explain_confirm(s->ir, &patient, s->result, why)) return false;
  if (s->options->minimise && !watch_reason(s->watch)) {
    explain_minimise(s->ir, &s->machine, s->result, MINIMISE_BUDGET);  // a signal ends it, what was found stays
    if (!explain_confirm(s->ir, &patient, s->result, why)) return false;
  }
  bool told = !s->options->quiet || s->options->report.len;
  if (told && !watch_reason(s->watch)) critical_find(s->ir, &s->machine, s->result);
  return true;
}

// The answer is believed only after the second, simpler piece of code has agreed.
static int confirm(session *s) {
  result *r = s->result;
  const char *why = "";
  if (s->contradiction) return bug_report(s, s->contradiction);
  memory_demand(s);
  s->phase = "replaying the counterexample";
  r->replay_asked = s->checks;
  bool narrow = r->verdict == VERDICT_UNSAFE && r->replay_checks;  // auto asked for some of the checks alone
  if (narrow) session_narrow(s, r->replay_checks);
  r->replay_checks = s->checks;  // a saved disagreement needs them too
  r->replay_pending_multi = s->machine.pending_multi;
  r->replay_separate = s->ir->separate;
  r->replay_visible = session_visible_name(s);
  r->replay_bytes = s->effective.address_reuse == OPT_ADDRESS_REUSE_BYTES;
  if (r->verdict == VERDICT_UNSAFE && !replay_violation(s, &why)) {
    strbuf what = {0};
    sb_printf(&what, "the counterexample does not replay: %s", why);
    int status = bug_report(s, sb_text(&what));
    sb_fini(&what);
    return status;
  }
  if (s->options->check >= 3 && r->verdict == VERDICT_SAFE && r->grade == GRADE_PROVED) {
    s->phase = "random runs";
    if (random_runs_violate(s->ir, &s->machine, s->options->seed, RANDOM_RUNS, r))
      return bug_report(s, "a random run violates a property that was proved");
  }
  return session_status(s);
}

static bool open_log(const char *option, bool given, const char *path, FILE **log) {
  *log = given ? fopen(path, "w") : NULL;
  if (*log) setvbuf(*log, NULL, _IOLBF, 0);  // a run that is ended keeps what it logged
  if (given && !*log) fprintf(stderr, "allways: --%s: cannot write %s: %s\n", option, path, strerror(errno));
  return !given || *log;
}

static void close_log(result *r, const char *path, FILE *log) {
  if (!log) return;
  errno = 0;
  bool failed = fflush(log) != 0 || ferror(log);
  if (failed) result_add_unwritten(r, path, errno ? strerror(errno) : "some of it is missing");
  if (fclose(log) != 0 && !failed) result_add_unwritten(r, path, strerror(errno));
}

static bool solver_exists(const options *o) {
  if (o->solver != OPT_SOLVER_CVC5 || smt_solver_exists(SMT_SOLVER_CVC5)) return true;
  fprintf(stderr, "allways: --solver=cvc5: there is no program cvc5 on PATH; Debian has it in the package cvc5\n");
  return false;
}

static bool has_reason(const result *r, const char *text) {
  for (size_t i = 0; i < r->reasons.len; i++)
    if (!strcmp(r->reasons.data[i].text, text)) return true;
  return r->reason && !strcmp(r->reason, text);
}

// Did a run do something that only another form of the program allows for: look at addresses, overwrite objects of synchronisation?
static bool needs_other_form(const session *s, options *other) {
  const result *r = s->result;
  if (r->verdict != VERDICT_UNKNOWN || watch_reason(s->watch)) return false;
  if (r->shard.count) return false;  // all parts are of one form
  bool bytes = other->address_reuse == OPT_ADDRESS_REUSE_ON && has_reason(r, SEM_BYTES_OF_ADDRESS);
  bool more_steps = other->visible == OPT_VISIBLE_AUTO && has_reason(r, SEM_DATA_IS_MUTEX);
  if (bytes) other->address_reuse = OPT_ADDRESS_REUSE_BYTES;
  if (more_steps) other->visible = OPT_VISIBLE_SHARED;
  return bytes || more_steps;
}

// *again: nothing was reported, to be begun anew with the other options.
static int verify(session *s, cache *kept, options *other, bool *again) {
  const options *o = s->options;
  int stored;
  FILE *lines, *questions;
  if (!solver_exists(s->options)) return STATUS_USAGE;
  if (!session_load(s, s->file)) return STATUS_BAD_INPUT;
  if (!session_suits(s) || !models_settle(s->ir, s->file, &s->effective) || !session_apply_goal(s, o->goal) ||
      !session_apply_ltl(s, o->ltl) || !session_choose_checks(s) || !may_wait_settle(s))
    return STATUS_USAGE;
  int unguided = finite_judge(s->ir, s->checks, o);
  if (unguided) return unguided;
  if (cache_answer(kept, s, &stored)) return stored;
  if (!open_log("smt-log", o->given[OPTION_smt_log], o->smt_log, &questions)) return STATUS_IO;
  if (!open_log("log", o->given[OPTION_log], o->log, &lines)) return STATUS_IO;
  errors_release();
  logger log = {lines, (log_level)o->log_level};
  if (wants_coverage(o)) look_at_coverage(s);
  if (!watch_reason(s->watch)) explore(s, lines ? &log : NULL, questions);
  name_part(s);
  close_log(s->result, o->log, lines);
  close_log(s->result, o->smt_log, questions);
  *again = needs_other_form(s, other);
  if (*again) return STATUS_UNKNOWN;
  int status = confirm(s);
  if (status == STATUS_BUG) return status;
  coverage_add_trace(s->result);
  add_information(s);
  if (restrict_to_part(s)) status = STATUS_UNKNOWN;
  session_close_result(s);
  s->copy = kept->folder ? &kept->printed : NULL;
  return cache_keep(kept, s, session_report(s, NULL, status));
}

static int verify_in_forms(const command_line *line, cache *kept) {
  command_line form = *line;  // each way of beginning anew changes one of two options, once
  for (;;) {
    session s;
    bool again = false;
    command_line this = form;
    session_begin(&s, &this, line->files.data[0]);
    int status = verify(&s, kept, &form.options, &again);
    double left = this.options.timeout - (clock_wall() - s.started);
    session_end(&s);
    if (!again) return status;
    if (line->options.timeout > 0) form.options.timeout = left > 0.001 ? left : 0.001;
  }
}

int driver_verify(const command_line *line) {
  cache kept;
  int status = cache_begin(&kept, &line->options) ? verify_in_forms(line, &kept) : STATUS_IO;
  cache_end(&kept);
  return status;
}

// One step of the concrete interpreter is the elaboration.
static bool put_tree(const session *s, strbuf *out) {
  if (s->ir->scheduler != IR_SCHED_SYSTEMC || !s->ir->spawns) {
    fprintf(stderr, "allways: --tree: the program builds no design (it has no sc_main)\n");
    return false;
  }
  machine_options mo = s->machine;
  machine *m = machine_new(s->ir, &mo);
  machine_status status = machine_step(m, 0);
  bool ok = status == MACHINE_RUNNING || status == MACHINE_FINISHED;
  if (!ok) fprintf(stderr, "allways: --tree: the elaboration fails: %s\n", machine_message(m));
  machine_tree(m, out);
  machine_free(m);
  return ok;
}

int driver_ir(const command_line *line) {
  session s;
  session_begin(&s, line, line->files.data[0]);
  int status = STATUS_BAD_INPUT;
  if (session_load(&s, s.file) && !(session_suits(&s) && models_settle(s.ir, s.file, &s.effective) &&
                                    session_apply_goal(&s, s.options->goal) && session_apply_ltl(&s, s.options->ltl))) {
    status = STATUS_USAGE;
  } else if (s.ir) {
    s.phase = "printing the IR";
    strbuf text = {0};
    bool ok = true;
    if (s.options->tree)
      ok = put_tree(&s, &text);
    else if (s.options->cfin || s.options->candidates)
      ok = finite_print(s.ir, s.options, &text);
    else
      ir_print(s.ir, &text);
    fwrite(sb_text(&text), 1, text.len, stdout);
    output_check();
    status = ok ? 0 : STATUS_BAD_INPUT;
    sb_fini(&text);
  }
  session_end(&s);
  return status;
}
