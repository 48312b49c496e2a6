// configs: random programs under randomly drawn configurations of the engines, against the naive engine.
//
// Every reduction and every matching must give the verdict of the search without any: a SAFE (of any grade) that naive
// refutes, an UNSAFE that naive excludes and a counterexample that does not replay are failures. UNKNOWN is counted.
// Configurations are dealt like cards, so that each is drawn equally often; options that should change nothing (order,
// as-documented) are drawn beside them, and the self-check of matches.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "configs/config.h"
#include "configs/programs.h"
#include "gen/shrink.h"
#include "smt/smt.h"

typedef struct settings {
  uint64_t seed, count, draws, at_least;
  const char *keep, *file, *only, *kind;
  bool list, print, verbose, every, multi, unsound, deadlock, cvc5;
} settings;

typedef struct tally {
  uint64_t drawn, safe, unsafe, unknown, limited, heuristic, missed, failed;
} tally;

typedef struct deck {
  config configs[CONFIG_MAX];
  uint32_t order[CONFIG_MAX];
  size_t n, next;
  tally tallies[CONFIG_MAX];
  rng r;
} deck;

typedef struct totals {
  uint64_t programs, safe, unsafe, skipped, failed;
} totals;

enum { VARIANTS = 8, SHRINK_BUDGET = 1500, SKIPPED = 77 };

// Set when a run has worked for RUN_SECONDS: a last resort, transitions are the limit that repeats.
enum { RUN_SECONDS = 5, CLOCK_SECONDS = 300, CHILD_SECONDS = 30 };
static volatile int stop;
static const config_limits oracle_limits = {.transitions = 1500, .stop = &stop};

static const char usage[] =
    "usage: configs [options] [FILE]     random programs, or this one under every configuration\n"
    "  --seed N       first seed (1)               --count N   programs (100)\n"
    "  --draws N      configurations each (10)     --keep DIR  where failing programs go (.)\n"
    "  --at-least N   a configuration drawn less often is a failure (0)\n"
    "  --every        all configurations, not some --multi     pending notifications (else: for some seeds)\n"
    "  --list         only list the configurations --print     only print the programs\n"
    "  --kind NAME    of programs (all in turn): races, cycles, or a profile of the general generator\n"
    "  --only TEXT    configurations with this in it --verbose one line for each program\n"
    "  --deadlock     the only violation is a deadlock: reductions that preserve nothing else are drawn too\n"
    "  --cvc5         the solver of the configurations is cvc5, asked as much as possible; without it: status 77\n"
    "  --unsound      only configurations that are known to miss errors: each kind must miss some, graded heuristic\n";

// --- arguments -------------------------------------------------------------------------------------------------------

static bool number(const char *text, uint64_t *out) {
  char *end = NULL;
  errno = 0;
  *out = strtoull(text, &end, 0);
  return errno == 0 && end != text && *end == '\0';
}

static bool take_value(settings *s, const char *name, const char *value) {
  if (strcmp(name, "--seed") == 0) return number(value, &s->seed);
  if (strcmp(name, "--count") == 0) return number(value, &s->count);
  if (strcmp(name, "--draws") == 0) return number(value, &s->draws);
  if (strcmp(name, "--at-least") == 0) return number(value, &s->at_least);
  if (strcmp(name, "--keep") == 0) return s->keep = value, true;
  if (strcmp(name, "--kind") == 0) return s->kind = value, program_kind_find(value, &(program_kind){0});
  if (strcmp(name, "--only") == 0) return s->only = value, true;
  return false;
}

static bool take_switch(settings *s, const char *name) {
  const struct {
    const char *name;
    bool *flag;
  } switches[] = {{"--list", &s->list},         {"--print", &s->print}, {"--verbose", &s->verbose},
                  {"--every", &s->every},       {"--multi", &s->multi}, {"--unsound", &s->unsound},
                  {"--deadlock", &s->deadlock}, {"--cvc5", &s->cvc5}};
  for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
    if (strcmp(name, switches[i].name) == 0) return *switches[i].flag = true;
  }
  return false;
}

static bool parse_arguments(int argc, char **argv, settings *s) {
  for (int i = 1; i < argc; i++) {
    if (take_switch(s, argv[i])) continue;
    if (argv[i][0] != '-' && s->file == NULL) {
      s->file = argv[i];
    } else if (i + 1 < argc && take_value(s, argv[i], argv[i + 1])) {
      i++;
    } else {
      fprintf(stderr, "configs: wrong argument %s\n%s", argv[i], usage);
      return false;
    }
  }
  return true;
}

// --- where we are, for a crash ---------------------------------------------------------------------------------------

// Only read by the handler: a crash must say which program and configuration it was at.
static char current[256];

static void say_current(int sig) {
  static const char begin[] = "configs: ended by a signal at ";
  ssize_t n = write(STDERR_FILENO, begin, sizeof begin - 1);
  n = write(STDERR_FILENO, current, strlen(current));
  n = write(STDERR_FILENO, "\n", 1);
  (void)n;
  signal(sig, SIG_DFL);
  raise(sig);
}

static void stop_now(int sig) {
  (void)sig;
  stop = 1;
}

static void note_current(uint64_t seed, const setting *st) {
  strbuf b = {0};
  setting_print(st, &b);
  snprintf(current, sizeof current, "seed %llu: %s", (unsigned long long)seed, sb_text(&b));
  sb_fini(&b);
  struct itimerval work = {.it_value = {.tv_sec = RUN_SECONDS}};
  stop = 0;
  setitimer(ITIMER_PROF, &work, NULL);
  alarm(st->cvc5 ? CHILD_SECONDS : CLOCK_SECONDS);  // what cvc5 does is not this process's work
}

// --- drawing ---------------------------------------------------------------------------------------------------------

static void shuffle(deck *d) {
  for (size_t i = d->n; i > 1; i--) {
    size_t k = rng_below(&d->r, i);
    uint32_t tmp = d->order[i - 1];
    d->order[i - 1] = d->order[k];
    d->order[k] = tmp;
  }
  d->next = 0;
}

static bool has_text(const config *c, const char *text) {
  strbuf b = {0};
  config_print(c, &b);
  bool found = text == NULL || strstr(sb_text(&b), text) != NULL;
  sb_fini(&b);
  return found;
}

static void deck_init(deck *d, const settings *s) {
  *d = (deck){.r = rng_new(s->seed)};
  size_t all = s->unsound    ? config_unsound(d->configs)
               : s->deadlock ? config_deadlock(d->configs)
                             : config_all(d->configs);
  for (size_t i = 0; i < all; i++) {
    if (has_text(&d->configs[i], s->only)) d->configs[d->n++] = d->configs[i];
  }
  for (size_t i = 0; i < d->n; i++) d->order[i] = (uint32_t)i;
  shuffle(d);
}

static size_t draw(deck *d) {
  if (d->next == d->n) shuffle(d);
  return d->order[d->next++];
}

// --- one run ---------------------------------------------------------------------------------------------------------

typedef enum judgement { FINE, MISSED, INVENTED, UNCONFIRMED, UNGRADED } judgement;

static const char *judgement_text(judgement j) {
  static const char *const texts[] = {"fine", "SAFE, but naive finds a violation", "UNSAFE, but naive says SAFE",
                                      "the counterexample does not replay", "SAFE is graded proved without a proof"};
  return texts[j];
}

// No proof covers these (specification 4.16); the other heuristic grades depend on what the search met.
static bool is_unsound(const config *c) { return c->no_proviso; }

static judgement judge(const config_answer *oracle, const setting *st, const config_answer *a) {
  if (a->verdict == VERDICT_UNSAFE && !a->confirmed) return UNCONFIRMED;
  if (a->verdict == VERDICT_UNSAFE && oracle->verdict == VERDICT_SAFE) return INVENTED;
  if (a->verdict == VERDICT_SAFE && oracle->verdict == VERDICT_UNSAFE) return MISSED;
  if (a->verdict == VERDICT_SAFE && a->grade == GRADE_PROVED && is_unsound(&st->c)) return UNGRADED;
  return FINE;
}

// What is far more work than naive's is not worth the wait: path conditions that only grow cost the square.
static config_limits limits_for(const config_answer *oracle, const setting *st) {
  uint64_t least = st->c.engine == OPT_ENGINE_stateless ? 3000 : 300;
  return (config_limits){.transitions = least + 12 * oracle->transitions, .depth = 60, .stop = &stop};
}

static void account(tally *t, const config_answer *a, judgement j) {
  t->drawn++;
  switch (a->verdict) {
  case VERDICT_SAFE:
    t->safe++;
    t->heuristic += a->grade == GRADE_HEURISTIC;
    break;
  case VERDICT_UNSAFE: t->unsafe++; break;
  case VERDICT_UNKNOWN:
    t->unknown++;
    t->limited += a->limited;
    break;
  }
  t->failed += j != FINE;
}

// --- failures --------------------------------------------------------------------------------------------------------

typedef struct shrink_job {
  setting st;
  judgement kind;
} shrink_job;

static setting plain_of(const setting *st) {
  return (setting){
      .c = {.engine = OPT_ENGINE_naive}, .multi = st->multi, .deadlock = st->deadlock, .ranged = st->ranged};
}

static bool same_failure(void *arg, const char *text, size_t len) {
  shrink_job *j = arg;
  ir_module *m = program_parse(text, len, NULL, 0);
  if (m == NULL) return false;
  note_current(0, &j->st);
  setting plain = plain_of(&j->st);
  config_answer oracle, a;
  config_run(m, &plain, &oracle_limits, &oracle);
  bool same = oracle.verdict != VERDICT_UNKNOWN && (oracle.verdict != VERDICT_UNSAFE || oracle.confirmed);
  if (same) {
    config_limits l = limits_for(&oracle, &j->st);
    config_run(m, &j->st, &l, &a);
    same = judge(&oracle, &j->st, &a) == j->kind;
  }
  ir_module_free(m);
  return same;
}

static void save(const settings *s, const char *name, const char *text) {
  strbuf path = {0};
  sb_printf(&path, "%s/%s", s->keep, name);
  FILE *f = fopen(sb_text(&path), "w");
  if (f == NULL) {
    fprintf(stderr, "configs: cannot write %s: %s\n", sb_text(&path), strerror(errno));
  } else {
    fputs(text, f);
    fclose(f);
  }
  sb_fini(&path);
}

static void show_failure(const settings *s, uint64_t seed, const char *text, const setting *st, judgement kind,
                         const config_answer *a) {
  shrink_job j = {*st, kind};
  strbuf name = {0}, words = {0};
  char *small = shrink(text, same_failure, &j, SHRINK_BUDGET);
  sb_printf(&name, "configs-%llu.ivl", (unsigned long long)seed);
  setting_print(st, &words);
  save(s, sb_text(&name), small);
  printf("%s: seed %llu: %s %s\n  allways %s %s\n%s\n", s->unsound ? "found" : "FAILED", (unsigned long long)seed,
         judgement_text(kind), a->detail, sb_text(&words), sb_text(&name), small);
  sb_fini(&name);
  sb_fini(&words);
  mem_free(small);
}

// --- one program -----------------------------------------------------------------------------------------------------

// naive; with a range of inputs if it needs one. False: it does not answer.
static bool ask_oracle(const ir_module *m, uint64_t seed, setting *st, config_answer *out) {
  note_current(seed, st);
  config_run(m, st, &oracle_limits, out);
  if (out->verdict == VERDICT_UNKNOWN && !out->limited) {
    st->ranged = true;
    config_run(m, st, &oracle_limits, out);
  }
  return out->verdict != VERDICT_UNKNOWN;
}

// Of the variants the violated one for which naive searches longest: few schedules lead there. The first if none is.
static unsigned choose_variant(const program_kind *kind, uint64_t seed, setting plain) {
  unsigned best = 0;
  uint64_t longest = 0;
  for (unsigned v = 0; v < VARIANTS; v++) {
    strbuf text = {0};
    program_text(kind, seed, v, &text);
    ir_module *m = program_parse(sb_text(&text), text.len, NULL, 0);
    sb_fini(&text);
    if (m == NULL) return v;
    setting st = plain;
    config_answer a;
    bool known = ask_oracle(m, seed, &st, &a);
    ir_module_free(m);
    if (!known && a.limited) return v;
    if (a.verdict != VERDICT_UNSAFE || a.transitions <= longest) continue;
    longest = a.transitions;
    best = v;
  }
  return best;
}

static bool run_one(const settings *s, uint64_t seed, const char *text, const ir_module *m, const config_answer *oracle,
                    setting *st, tally *t) {
  config_answer a;
  config_limits l = limits_for(oracle, st);
  note_current(seed, st);
  config_run(m, st, &l, &a);
  judgement j = judge(oracle, st, &a);
  if (s->unsound && j == MISSED && a.grade == GRADE_HEURISTIC) {
    t->missed++;
    if (s->verbose) show_failure(s, seed, text, st, j, &a);
    j = FINE;
  }
  account(t, &a, j);
  if (j != FINE) show_failure(s, seed, text, st, j, &a);
  return j == FINE;
}

static bool check_configs(const settings *s, uint64_t seed, const char *text, const ir_module *m, deck *d, setting base,
                          const config_answer *oracle) {
  bool ok = true;
  size_t n = s->every ? d->n : s->draws;
  rng r = rng_new(seed);
  rng_next(&r);
  for (size_t i = 0; i < n; i++) {
    size_t k = s->every ? i : draw(d);
    setting st = base;
    uint64_t bits = rng_next(&r);
    st.c = d->configs[k];
    st.by_name = bits & 1;
    st.as_documented = (bits >> 1) % 3 == 0;
    st.mapping = config_maps(&st.c) && (bits >> 8) % 2 ? (bits >> 9) % (1u << MAP_OPTIONS) : 0;
    st.confirm = st.c.engine == OPT_ENGINE_stateful && (bits >> 3) % 5 == 0;
    st.cvc5 = s->cvc5;
    ok &= run_one(s, seed, text, m, oracle, &st, &d->tallies[k]);
  }
  return ok;
}

static void check_text(const settings *s, uint64_t seed, const char *text, size_t len, bool multi, deck *d, totals *t) {
  char why[1000] = "";
  config_answer oracle = {0};
  t->programs++;
  ir_module *m = program_parse(text, len, why, sizeof why);
  setting base = {.c = {.engine = OPT_ENGINE_naive}, .multi = multi, .deadlock = s->deadlock};
  bool ok = m != NULL;
  if (m == NULL) {
    printf("FAILED: seed %llu: rejected: %s\n%s\n", (unsigned long long)seed, why, text);
  } else if (!ask_oracle(m, seed, &base, &oracle)) {
    t->skipped++;
  } else {
    t->safe += oracle.verdict == VERDICT_SAFE;
    t->unsafe += oracle.verdict == VERDICT_UNSAFE;
    ok = check_configs(s, seed, text, m, d, base, &oracle);
  }
  t->failed += !ok;
  if (m != NULL) ir_module_free(m);
  if (s->verbose) {
    printf("%llu: naive %s, %llu steps%s\n", (unsigned long long)seed, verdict_text(oracle.verdict),
           (unsigned long long)oracle.transitions, ok ? "" : ", FAILED");
  }
}

static void check_seed(const settings *s, uint64_t seed, deck *d, totals *t) {
  bool multi = s->multi || seed % 4 == 3;
  strbuf text = {0};
  program_kind kind = program_of(seed);
  if (s->kind != NULL) program_kind_find(s->kind, &kind);
  setting plain = {.c = {.engine = OPT_ENGINE_naive}, .multi = multi, .deadlock = s->deadlock};
  unsigned variant = kind.variants ? choose_variant(&kind, seed, plain) : 0;
  program_text(&kind, seed, variant, &text);
  if (s->print) {
    fputs(sb_text(&text), stdout);
  } else {
    check_text(s, seed, sb_text(&text), text.len, multi, d, t);
  }
  sb_fini(&text);
}

static bool check_file(const settings *s, deck *d, totals *t) {
  size_t len = 0;
  const char *why = NULL;
  char *text = file_read(s->file, (size_t)1 << 20, &len, &why);
  if (text == NULL) {
    fprintf(stderr, "configs: %s: %s\n", s->file, why);
    return false;
  }
  check_text(s, s->seed, text, len, s->multi, d, t);
  mem_free(text);
  return true;
}

// --- report ----------------------------------------------------------------------------------------------------------

static void print_table(const deck *d) {
  printf("%8s %8s %8s %8s %8s %8s %8s %8s  configuration\n", "drawn", "safe", "heurist.", "missed", "unsafe", "unknown",
         "limit", "failed");
  for (size_t i = 0; i < d->n; i++) {
    const tally *t = &d->tallies[i];
    strbuf b = {0};
    config_print(&d->configs[i], &b);
    printf("%8llu %8llu %8llu %8llu %8llu %8llu %8llu %8llu  %s\n", (unsigned long long)t->drawn,
           (unsigned long long)t->safe, (unsigned long long)t->heuristic, (unsigned long long)t->missed,
           (unsigned long long)t->unsafe, (unsigned long long)t->unknown, (unsigned long long)t->limited,
           (unsigned long long)t->failed, sb_text(&b));
    sb_fini(&b);
  }
}

static uint64_t rarest(const deck *d) {
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < d->n; i++) least = d->tallies[i].drawn < least ? d->tallies[i].drawn : least;
  return least;
}

// Does every reduction of the list of unsound ones miss something? Else the programs could not tell.
static bool all_miss(const deck *d) {
  uint64_t missed[OPT_POR_DPOR_NES + 1] = {0};
  bool all = true;
  for (size_t i = 0; i < d->n; i++) missed[d->configs[i].por] += d->tallies[i].missed;
  for (size_t i = 0; i < d->n; i++) all &= missed[d->configs[i].por] > 0;
  return all;
}

static void list_configs(const deck *d) {
  for (size_t i = 0; i < d->n; i++) {
    strbuf b = {0};
    config_print(&d->configs[i], &b);
    printf("%s\n", sb_text(&b));
    sb_fini(&b);
  }
}

int main(int argc, char **argv) {
  settings s = {.seed = 1, .count = 100, .draws = 10, .keep = "."};
  totals t = {0};
  static deck d;
  if (!parse_arguments(argc, argv, &s)) return 64;
  deck_init(&d, &s);
  if (d.n == 0) return fprintf(stderr, "configs: no such configuration\n"), 64;
  if (s.list) return list_configs(&d), 0;
  if (s.cvc5 && !smt_solver_exists(SMT_SOLVER_CVC5)) return printf("skipped: cvc5 is not installed\n"), SKIPPED;
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGABRT, say_current);
  signal(SIGALRM, s.cvc5 ? stop_now : say_current);
  signal(SIGPROF, stop_now);
  if (s.file != NULL) {
    s.every = true;
    if (!check_file(&s, &d, &t)) return 66;
  } else {
    for (uint64_t i = 0; i < s.count; i++) check_seed(&s, s.seed + i, &d, &t);
  }
  if (s.print) return 0;
  print_table(&d);
  printf("%llu programs: naive says %llu safe, %llu unsafe, %llu skipped (too large)\n", (unsigned long long)t.programs,
         (unsigned long long)t.safe, (unsigned long long)t.unsafe, (unsigned long long)t.skipped);
  if (rarest(&d) < s.at_least) {
    printf("FAILED: a configuration was drawn %llu times only\n", (unsigned long long)rarest(&d));
    t.failed++;
  }
  if (s.unsound && !all_miss(&d)) {
    printf("FAILED: an unsound reduction misses nothing: these programs do not tell it from a sound one\n");
    t.failed++;
  }
  printf("%llu passed, %llu failed\n", (unsigned long long)(t.programs - t.failed), (unsigned long long)t.failed);
  return t.failed > 0 ? 1 : 0;
}
