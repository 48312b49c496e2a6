#include "app/session.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/auto.h"
#include "app/driver.h"
#include "app/errors.h"
#include "app/harness.h"
#include "app/output.h"
#include "app/unknown.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/scarce.h"
#include "engine/engine.h"
#include "engine/parts/parts.h"
#include "front/front.h"
#include "ir/ir_build.h"
#include "pass/pass.h"
#include "pass/pass_goal.h"
#include "pass/pass_ltl.h"
#include "pass/pass_unwind.h"

// The handler of base/mem.h takes no argument, so the text it prints has to be found by itself. Set by
// session_begin, cleared by session_end; rendered beforehand because then there is no memory to do it.
static const char *last_words;
static int last_status;  // the exit status with it

static void print_last_words(void) {
  const char *text = last_words;
  if (text) _exit(output_last(text, strlen(text)) ? last_status : STATUS_IO);
}

static void explain_failed_check(void *arg) {
  const session *s = arg;
  errors_release();
  fprintf(stderr, "allways %s, phase: %s\ncommand: ", ALLWAYS_VERSION, s->phase);
  command_line_print(s->line, stderr);
  fputs("This is a mistake in allways, not in the program. Please report it with the file and this message.\n", stderr);
}

// NO_COLOR: https://no-color.org; a dumb terminal shows escape sequences as they are.
static bool wants_color(const options *o) {
  const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
  bool plain = (none && *none) || (term && !strcmp(term, "dumb"));
  return o->color == OPT_ALWAYS || (o->color == OPT_AUTO && !plain && isatty(STDOUT_FILENO));
}

static size_t terminal_width(void) {
  enum { NARROWEST = 60, WIDEST = 240 };
  struct winsize size = {0};
  if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col) return 0;
  return size.ws_col < NARROWEST ? NARROWEST : size.ws_col > WIDEST ? WIDEST : size.ws_col;
}

static report make_report(const session *s, const result *r, const report_run *run) {
  return (report){.version = ALLWAYS_VERSION,
                  .file = s->file,
                  .command = command_name(s->line->command),
                  .ir = s->ir,
                  .result = r,
                  .options = s->options,
                  .machine = &s->machine,
                  .run = run,
                  .color = wants_color(s->options),
                  .width = terminal_width()};
}

static void render(const session *s, const result *r, const report_run *run, strbuf *out) {
  report rep = make_report(s, r, run);
  if (s->options->json)
    report_json(&rep, out);
  else
    report_text(&rep, out);
}

// False: a file could not be written. *missing: one was not, for this reason or because there is nothing to write.
static bool write_reports(const session *s, const report *rep, bool *missing) {
  bool ok = true;
  for (size_t i = 0; i < s->options->report.len; i++) {
    const char *path = s->options->report.items[i], *why = "";
    report_end end = report_write(rep, path, &why);
    if (end != REPORT_WRITTEN) {
      fprintf(stderr, "allways: %s is not written: %s\n", path, why);
      *missing = true;
    }
    ok = ok && end != REPORT_FAILED;
  }
  return ok;
}

// A level of preemptions is about all runs, and under these there are others.
static bool is_restricted(const session *s) {
  return s->options->unwind || s->options->input_range.set || (s->ir && (s->ir->without_arguments || s->ir->arguments));
}

// An UNKNOWN with nothing but a reason and what can be read of a result at any time: counters, properties, proofs.
static result *bare_unknown(const session *s, const char *reason, const result *half_made) {
  result *r = result_new();
  result_unknown(r, PLACE_NONE, "%s", reason);
  result_add_limit(r, "%s", reason);
  if (half_made) {
    r->counters = half_made->counters;
    memcpy(r->proofs, half_made->proofs, sizeof r->proofs);
    for (size_t i = 0; i < half_made->properties.len; i++) vec_push(&r->properties, half_made->properties.data[i]);
    r->known = unknown_but_known(half_made);
    if (is_restricted(s)) r->known.levels = 0;
  }
  if (s->options->given[OPTION_shard]) {
    parts_parse(s->options->shard, &r->shard.index, &r->shard.count);
    r->shard.engines = s->options->engine == OPT_ENGINE_auto;
    r->shard.position = r->shard.noted = RESULT_NOWHERE;
  }
  result_add_reason(r, (result_reason){.text = reason});
  r->time_s = clock_wall() - s->started;
  r->peak_rss = clock_peak_rss();
  return r;
}

// Called by the watchdog when the main thread does not stop: what it holds may be half made, so only the counters
// are taken from it.
static void give_up(void *arg, const char *reason) {
  const session *s = arg;
  result *r = bare_unknown(s, reason, s->result);
  strbuf text = {0};
  render(s, r, NULL, &text);
  bool ok = output_last(sb_text(&text), text.len);
  if (!ok) fprintf(stderr, "allways: cannot write the result to stdout: %s\n", strerror(errno));
  report rep = make_report(s, r, NULL);
  bool missing;
  if (!write_reports(s, &rep, &missing)) ok = false;
  _exit(!ok ? STATUS_IO : s->options->exit_zero ? 0 : STATUS_UNKNOWN);
}

static char *out_of_memory_text(const session *s) {
  result *r = bare_unknown(s, "out of memory", NULL);
  strbuf text = {0};
  render(s, r, NULL, &text);
  result_free(r);
  return sb_take(&text);
}

static bool is_scarce(uint64_t resident) { return memory_is_scarce("", resident); }

void session_begin(session *s, const command_line *line, const char *file) {
  memset(s, 0, sizeof *s);
  s->line = line;
  s->effective = line->options;
  s->options = &s->effective;
  s->file = file;
  s->phase = "start";
  s->started = clock_wall();
  s->result = result_new();
  check_set_hook(explain_failed_check, s);
  s->out_of_memory = out_of_memory_text(s);
  last_words = s->out_of_memory;
  last_status = s->options->exit_zero ? 0 : STATUS_UNKNOWN;
  mem_set_oom_handler(print_last_words);
  watch_config config = {.timeout_s = s->options->timeout,
                         .max_rss = s->options->memory << 20,
                         .scarce = is_scarce,
                         .grace_s = 3,
                         .give_up = give_up,
                         .arg = s};
  s->watch = watch_start(&config);
  s->machine = (machine_options){.pending_multi = s->options->pending == OPT_PENDING_MULTI,
                                 .step_limit = s->options->step_limit,
                                 .depth_limit = (uint32_t)s->options->recursion_limit,
                                 .stop = watch_stop_flag(s->watch)};
}

// Variants share modules.
static void free_modules(session *s) {
  for (size_t i = 0; i < s->variants.len; i++) {
    ir_module *m = s->variants.data[i].ir;
    bool others = m == s->read || m == s->ir;
    for (size_t k = 0; k < i && !others; k++) others = s->variants.data[k].ir == m;
    if (!others) ir_module_free(m);
  }
  vec_free(&s->variants);
  ir_module_free(s->plain);
  if (s->read != s->ir) ir_module_free(s->read);
  ir_module_free(s->ir);
}

void session_end(session *s) {
  if (s->watch) watch_end(s->watch);
  mem_set_oom_handler(NULL);
  last_words = NULL;
  check_set_hook(NULL, NULL);
  free_modules(s);
  result_free(s->result);
  mem_free(s->out_of_memory);
}

// What the front end must know beforehand: the properties asked for. Those that a program names itself come too late
// for that, but only the text form of the IR can name any.
static uint32_t asked_checks(const session *s) {
  strbuf error = {0};
  uint32_t checks = s->checks;
  if (s->options->given[OPTION_property]) options_checks(s->options->property, &checks, &error);
  sb_fini(&error);
  return harness_checks(checks);
}

enum { N_SETTINGS = 12 };

// Choices of the models, as the front end takes them.
static void take_settings(const options *o, bool concrete, uint32_t checks, const char **out) {
  out[0] = o->malloc_may_fail ? "malloc_may_fail=1" : "malloc_may_fail=0";
  out[1] = o->create_may_fail ? "create_may_fail=1" : "create_may_fail=0";
  out[2] = o->spurious_wakeups ? "spurious_wakeups=1" : "spurious_wakeups=0";
  // The time in texts of reports would make it part of every state of a search.
  out[3] = concrete ? "sc_report_time=1" : "sc_report_time=0";
  // A simulation is one run: it goes as on this machine unless somebody asks for all of them.
  bool glibc = o->libc == OPT_LIBC_GLIBC || (concrete && !o->given[OPTION_libc]);
  out[8] = glibc ? "libc_glibc=1" : "libc_glibc=0";
  bool numbers = o->rand == OPT_RAND_LIBC || (o->rand == OPT_RAND_AUTO && glibc);
  out[4] = numbers ? "rand_libc=1" : "rand_libc=0";
  out[5] = checks >> IR_CHECK_DRIVERS & 1 ? "sc_drivers=1" : "sc_drivers=0";
  out[6] = o->weak_cas_may_fail ? "weak_cas_may_fail=1" : "weak_cas_may_fail=0";
  // A verdict must not depend on what lies in a folder by chance.
  out[7] = concrete ? "files=1" : "files=0";
  // Nothing asked for: the defaults, and it is one of them.
  out[9] = !checks || checks >> IR_CHECK_MISUSE & 1 ? "misuse=1" : "misuse=0";
  out[11] = o->volatiles == OPT_VOLATILES_RELAXED ? "volatile_relaxed=1" : "volatile_relaxed=0";
  out[10] = checks >> IR_CHECK_DEADLOCK & 1 ? "deadlocks=1" : "deadlocks=0";
}

static front_options reading_options(session *s, const char **settings, diags *d) {
  s->phase = "reading the program";
  const command_line *line = s->line;
  uint32_t checks = asked_checks(s);
  take_settings(s->options, line->command == COMMAND_SIMULATE, checks, settings);
  front_options o = {.exact_arithmetic = checks >> IR_CHECK_OVERFLOW & 1,
                     .uninitialised = checks >> IR_CHECK_UNINIT & 1,
                     .drivers = checks >> IR_CHECK_DRIVERS & 1,
                     .indexer_attempts = s->options->indexer == OPT_INDEXER_ATTEMPTS,
                     .more_files = line->files.data + 1,
                     .n_more_files = line->files.len - 1,
                     .flags = line->flags.data,
                     .n_flags = line->flags.len,
                     .own_flags = line->own_flags.len ? line->own_flags.data : NULL,
                     .arguments = s->options->arg.items,
                     .n_arguments = s->options->arg.len,
                     .args = (uint32_t)s->options->args,
                     .args_length = (uint32_t)s->options->args_length,
                     .settings = settings,
                     .n_settings = N_SETTINGS};
  if (line->command != COMMAND_HARNESS) o.driver = harness_make(s->options, checks, s->file, &o, s->result->mem, d);
  return o;
}

bool session_stubs(session *s, strbuf *out) {
  const char *settings[N_SETTINGS];
  diags *d = diags_new();
  front_options o = reading_options(s, settings, d);
  bool ok = front_stubs(s->file, &o, out, d);
  diags_print(d, stderr);
  diags_free(d);
  return ok;
}

bool session_driver(session *s, strbuf *out) {
  const char *settings[N_SETTINGS];
  diags *d = diags_new();
  front_options o = reading_options(s, settings, d);
  harness_print(s->options, s->file, &o, out, d);
  bool ok = diags_errors(d) == 0;
  diags_print(d, stderr);
  diags_free(d);
  return ok;
}

bool session_load(session *s, const char *path) {
  const char *settings[N_SETTINGS];
  diags *d = diags_new();
  front_options o = reading_options(s, settings, d);
  s->ir = front_load_with(path, &o, d);
  fflush(stdout);
  diags_print(d, stderr);
  diags_free(d);
  return s->ir != NULL;
}

bool session_suits(const session *s) {
  strbuf error = {0};
  bool ok = options_suit(s->options, s->ir, &error);
  if (!ok) fprintf(stderr, "allways: %s\n", sb_text(&error));
  sb_fini(&error);
  return ok;
}

// Kinds of violations that can occur in the program's language.
static uint32_t possible_checks(const session *s) {
  uint32_t possible = options_checks_in(s->ir->language);
  // Races, leaks, uninitialised reads and misuse of threads are looked for under the interleaving scheduler alone.
  if (s->ir->scheduler != IR_SCHED_INTERLEAVE)
    possible &= ~(1u << IR_CHECK_RACE | 1u << IR_CHECK_LEAK | 1u << IR_CHECK_UNINIT | 1u << IR_CHECK_MISUSE |
                  1u << IR_CHECK_ROBUST | 1u << IR_CHECK_PROGRESS | 1u << IR_CHECK_TERMINATION);
  else
    possible &= ~(1u << IR_CHECK_DETERMINISM | 1u << IR_CHECK_DRIVERS);  // questions about evaluation phases
  if (s->ir->scheduler != IR_SCHED_SYSTEMC || !s->ir->spawns) possible &= ~(1u << IR_CHECK_STARVATION);
  return possible;
}

// A property none of whose kinds can occur in this language would be proved without anything having been looked at. Those of presets are
// left out.
static bool properties_apply(session *s, strbuf *error) {
  uint32_t possible = possible_checks(s);
  s->checks &= possible | ~options_preset_checks(s->effective.property);
  for (int c = 0; c < IR_CHECK_COUNT; c++) {
    uint32_t kinds;
    const char *property = ir_check_property((ir_check)c);
    if (!(s->checks >> c & 1) || !options_checks(property, &kinds, error) || kinds & possible) continue;
    sb_printf(error, "--property: `%s` is nothing that %s programs can violate", property, s->ir->language);
    return false;
  }
  return true;
}

// The observer of a goal reads what others write: its races would be none of the program's.
static bool goal_applies(const session *s, strbuf *error) {
  if (!(s->checks >> IR_CHECK_GOAL & 1)) return true;
  const char *problem = !pass_goal_text(s->ir)           ? "--property: `goal` needs --goal='EF q'"
                        : s->checks >> IR_CHECK_RACE & 1 ? "--goal: goals and data races are looked for apart"
                                                         : NULL;
  if (problem) sb_puts(error, problem);
  return !problem;
}

// The same for the observers of a formula.
static bool ltl_applies(const session *s, strbuf *error) {
  if (!(s->checks >> IR_CHECK_LTL & 1)) return true;
  const char *problem = !s->result->ltl                  ? "--property: `ltl` needs --ltl=FORMULA"
                        : s->checks >> IR_CHECK_RACE & 1 ? "--ltl: formulas and data races are looked for apart"
                        : s->result->goal                ? "--ltl: formulas and goals are looked for apart"
                                                         : NULL;
  if (problem) sb_puts(error, problem);
  return !problem;
}

// Without allocations nothing leaks, and to look for leaks costs the reductions (doc/semantics-threads.md 1).
static bool can_leak(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    const ir_func_info *info = &m->funcs[f];
    for (uint32_t i = 0; i < info->n_code; i++)
      if (info->code[i].op == IR_NEW) return true;
  }
  return false;
}

// Without threads and their objects nothing is misused.
static bool can_misuse(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    const ir_func_info *info = &m->funcs[f];
    for (uint32_t i = 0; i < info->n_code; i++) {
      const ir_instr *x = &info->code[i];
      bool uses = x->op == IR_LOCK || x->op == IR_TRYLOCK || x->op == IR_UNLOCK || x->op == IR_JOIN;
      if ((uses && x->sub != IR_USE_PLAIN) || x->op == IR_LIFE || x->op == IR_DETACH) return true;
      if (x->op == IR_CHECK && x->sub == IR_CHECK_MISUSE) return true;
    }
  }
  return false;
}

// Where nothing is asked whether it overlaps, nothing does.
static bool can_overlap(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t i = 0; i < m->funcs[f].n_code; i++)
      if (m->funcs[f].code[i].op == IR_CHECK && m->funcs[f].code[i].sub == IR_CHECK_OVERLAP) return true;
  return false;
}

// Those asked for by name; otherwise each that some check belongs to.
static void name_properties(session *s) {
  named_checks_vec named = {0};
  strbuf error = {0};
  result *r = s->result;
  if (*s->effective.property) options_properties(s->effective.property, &named, &error);
  for (size_t i = 0; i < named.len; i++) {
    if (!(named.data[i].checks & ~s->left_out) ||
        (named.data[i].preset && !(named.data[i].checks & possible_checks(s))))
      continue;
    const char *name = arena_strndup(r->mem, named.data[i].name, named.data[i].len);
    vec_push(&r->properties, ((result_property){name, named.data[i].checks & s->checks}));
  }
  for (int c = 0; c < IR_CHECK_COUNT && !named.len; c++) {
    uint32_t kinds;
    const char *name = ir_check_property((ir_check)c);
    if (!(s->checks >> c & 1) || !options_checks(name, &kinds, &error)) continue;
    kinds &= s->checks;
    bool first = !(kinds & ((1u << c) - 1));
    if (first) vec_push(&r->properties, ((result_property){name, kinds}));
  }
  vec_free(&named);
  sb_fini(&error);
}

// What is asked for by default alone is not asked of an engine that does not look for it; the result says so.
static void leave_out_blind(session *s) {
  if (s->options->given[OPTION_property] || s->line->command != COMMAND_VERIFY) return;
  const engine *e = app_engine((size_t)s->options->engine);
  uint32_t blind = e->blind & s->checks;
  for (int c = 0; c < IR_CHECK_COUNT; c++)
    if (blind >> c & 1)
      result_add_note(s->result, "%s is not looked for by --engine=%s", ir_check_property((ir_check)c), e->name);
  s->checks &= ~blind;
  s->left_out = blind;
}

bool session_choose_checks(session *s) {
  strbuf error = {0};
  const char *properties = s->options->given[OPTION_property] ? s->options->property : s->ir->properties;
  if (!properties) properties = "";
  s->effective.property = arena_strdup(s->result->mem, properties);
  bool ok = !*properties || options_checks(properties, &s->checks, &error);
  s->checks = harness_checks(s->checks);
  if (s->result->goal) s->checks |= 1u << IR_CHECK_GOAL;
  if (s->result->ltl) s->checks |= 1u << IR_CHECK_LTL;
  ok = ok && properties_apply(s, &error) && goal_applies(s, &error) && ltl_applies(s, &error);
  if (!ok) fprintf(stderr, "allways: %s\n", sb_text(&error));
  sb_fini(&error);
  if (!ok) return false;
  leave_out_blind(s);
  uint32_t impossible = 0;
  if (!can_leak(s->ir)) impossible |= 1u << IR_CHECK_LEAK;
  if (!can_overlap(s->ir)) impossible |= 1u << IR_CHECK_OVERLAP;
  if (!can_misuse(s->ir)) impossible |= 1u << IR_CHECK_MISUSE;
  s->checks &= ~impossible | ir_unseen(s->ir);  // what the module does not show in full is no reason to prove it
  session_set_checks(s, s->checks);
  name_properties(s);
  return true;
}

static void replace_module(session *s, ir_module *made) {
  ir_module *old = s->ir;
  if (!made) return;
  s->ir = made;  // first: the watchdog may look at it at any time
  ir_module_free(old);
}

bool session_apply_goal(session *s, const char *goal) {
  if (!goal || !*goal) return true;
  strbuf error = {0};
  ir_module *made = pass_goal(s->ir, goal, &error);
  if (!made) fprintf(stderr, "allways: %s\n", sb_text(&error));
  sb_fini(&error);
  replace_module(s, made);
  s->result->goal = made ? arena_strdup(s->result->mem, goal) : NULL;
  return made != NULL;
}

bool session_apply_ltl(session *s, const char *formula) {
  if (!formula || !*formula) return true;
  strbuf error = {0};
  ir_module *made = pass_ltl(s->ir, formula, &error);
  if (!made) fprintf(stderr, "allways: %s\n", sb_text(&error));
  sb_fini(&error);
  replace_module(s, made);
  s->result->ltl = made ? arena_strdup(s->result->mem, formula) : NULL;
  return made != NULL;
}

const char *session_visible_name(const session *s) {
  const char *word;
  size_t len;
  option_value(option_get(OPTION_visible)->values, (size_t)s->effective.visible, &word, &len);
  return arena_strndup(s->result->mem, word, len);
}

bool session_set_visible(session *s, const char *name) {
  const char *word;
  size_t len;
  if (s->options->given[OPTION_visible]) return true;
  s->effective.visible = OPT_VISIBLE_SHARED;
  for (size_t i = 0; name && option_value(option_get(OPTION_visible)->values, i, &word, &len); i++) {
    if (strncmp(word, name, len) || name[len] || i == OPT_VISIBLE_AUTO) continue;
    s->effective.visible = (opt_visible)i;
    return true;
  }
  return !name;
}

// Must a step be one operation in every order? With a weak memory model `auto` may choose an engine that wants it.
static bool counts_steps(const session *s) {
  bool wanted = app_engine((size_t)s->effective.engine)->by_number ||
                s->effective.memory_model != OPT_MEMORY_MODEL_SC || s->checks >> IR_CHECK_ROBUST & 1;
  return wanted && s->ir->scheduler == IR_SCHED_INTERLEAVE;
}

// NULL: no pass has anything to do.
static ir_module *apply_passes(const session *s, const ir_module *m, uint32_t checks) {
  bool in_turns = m->separate || counts_steps(s);
  bool plain = s->effective.visible != OPT_VISIBLE_GUARDED || in_turns;
  bool one_run = s->line->command == COMMAND_SIMULATE;
  const char *without[PASS_MOST_LEFT_OUT] = {s->effective.visible == OPT_VISIBLE_ALL || m->separate ? "visible" : NULL,
                                             plain ? "guarded" : NULL,
                                             plain ? "wakes" : NULL,
                                             one_run ? "ends" : NULL,  // it shows how a run ends
                                             one_run ? "constants" : NULL,
                                             one_run ? "lives" : NULL,  // they are worth it for many runs
                                             s->effective.address_reuse == OPT_ADDRESS_REUSE_ON ? NULL : "reuse",
                                             s->effective.address_reuse == OPT_ADDRESS_REUSE_BYTES ? NULL
                                                                                                   : "reuse_bytes"};
  return pass_apply(m, checks, without);
}

void session_set_checks(session *s, uint32_t checks) {
  s->phase = "passes";
  s->checks = checks;
  s->machine.checks = checks;
  const engine *e = app_engine((size_t)s->effective.engine);
  if (s->effective.visible == OPT_VISIBLE_AUTO && s->ir->scheduler == IR_SCHED_INTERLEAVE)
    s->effective.visible = e->plain_steps ? OPT_VISIBLE_SHARED : OPT_VISIBLE_GUARDED;
  if (s->effective.unwind) replace_module(s, pass_unwind(s->ir, (uint32_t)s->effective.unwind));
  s->read = s->ir;
  ir_module *made = apply_passes(s, s->read, checks);
  if (made) s->ir = made;
  if (counts_steps(s)) ir_set_separate(s->ir, true);
}

// A module that was made for other checks, which are the same to the passes.
static ir_module *same_form(const session *s, uint32_t checks) {
  uint32_t cares = pass_cares();
  if (!((checks ^ s->checks) & cares)) return s->ir;
  for (size_t i = 0; i < s->variants.len; i++)
    if (!((checks ^ s->variants.data[i].checks) & cares)) return s->variants.data[i].ir;
  return NULL;
}

const ir_module *session_prepare(session *s, uint32_t checks) {
  if (checks == s->checks) return s->ir;
  for (size_t i = 0; i < s->variants.len; i++)
    if (s->variants.data[i].checks == checks) return s->variants.data[i].ir;
  ir_module *made = same_form(s, checks);
  if (!made) made = apply_passes(s, s->read, checks);
  session_variant v = {checks, made ? made : s->read};
  if (counts_steps(s)) ir_set_separate(v.ir, true);
  vec_push(&s->variants, v);
  return v.ir;
}

const ir_module *session_plain(session *s) {
  const char *const without[PASS_MOST_LEFT_OUT] = {
      "select", "ends", s->effective.address_reuse == OPT_ADDRESS_REUSE_ON ? NULL : "reuse",
      s->effective.address_reuse == OPT_ADDRESS_REUSE_BYTES ? NULL : "reuse_bytes"};
  if (!s->plain) s->plain = pass_apply(s->read, s->checks, without);
  return s->plain ? s->plain : s->read;
}

void session_narrow(session *s, uint32_t checks) {
  if (checks == s->checks) return;
  session_prepare(s, checks);
  session_variant *v = s->variants.data;
  while (v->checks != checks) v++;
  ir_module *wide = s->ir;
  s->ir = v->ir;  // first: the watchdog may look at it at any time
  *v = (session_variant){s->checks, wide};
  s->checks = s->machine.checks = checks;
}

// Engines saw no more than that they were interrupted. A place that nobody can follow stays the reason: time is not what is missing.
static void tell_stopped(result *r, const char *why) {
  size_t kept = 0;
  for (size_t i = 0; i < r->limits.len; i++)
    if (strcmp(r->limits.data[i], LIMIT_STOPPED)) r->limits.data[kept++] = r->limits.data[i];
  r->limits.len = kept;
  result_add_limit(r, "%s", why);
  kept = 0;
  for (size_t i = 0; i < r->reasons.len; i++)
    if (strcmp(r->reasons.data[i].text, LIMIT_STOPPED)) r->reasons.data[kept++] = r->reasons.data[i];
  r->reasons.len = kept;
  result_add_reason(r, (result_reason){.text = why});
  if (!r->reason_at.file) result_unknown(r, PLACE_NONE, "%s", why);
}

void session_close_result(session *s) {
  result *r = s->result;
  const char *stopped = watch_reason(s->watch);
  s->stopped = stopped != NULL;
  if (stopped && r->verdict == VERDICT_UNKNOWN) tell_stopped(r, stopped);
  r->time_s = clock_wall() - s->started;
  r->peak_rss = clock_peak_rss();
  s->machine.stop = NULL;
  watch_end(s->watch);
  s->watch = NULL;
}

int session_report(session *s, const report_run *run, int status) {
  s->phase = "writing the result";
  strbuf text = {0};
  render(s, s->result, run, &text);
  fwrite(sb_text(&text), 1, text.len, stdout);
  output_check();
  if (s->copy) sb_putn(s->copy, sb_text(&text), text.len);
  sb_fini(&text);
  report rep = make_report(s, s->result, run);
  bool ok = write_reports(s, &rep, &s->unreported);
  for (size_t i = 0; i < s->result->unwritten.len; i++)
    fprintf(stderr, "allways: cannot write %s\n", s->result->unwritten.data[i]);
  return ok && !s->result->unwritten.len ? status : STATUS_IO;
}

int session_status(const session *s) {
  switch (s->result->verdict) {
  case VERDICT_SAFE: return STATUS_SAFE;
  case VERDICT_UNSAFE: return STATUS_UNSAFE;
  case VERDICT_UNKNOWN: return STATUS_UNKNOWN;
  }
  UNREACHABLE("verdict");
}
