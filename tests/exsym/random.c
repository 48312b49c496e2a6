// exsym_random: random programs (C_min, IVL, dlang) by the engine exsym in its modes: orders, guidance, storage, chains, names
// of objects. The engine naive says what is true: exact modes must answer the same, with proof; what prunes unsafely must never
// claim one; counterexamples must replay; explicit states must be as many as those of naive, and signatures of 64 bits as many as
// whole states; depth-first search under a limit that opens states again must reach what breadth-first search reaches under it.
// The engine stateful is asked too, with names by type or up to renaming under partial order reduction.
// --guided: C_min and dlang programs by guided search alone, with memory configurations, more runs of each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/options.h"
#include "base/hash.h"
#include "base/mem.h"
#include "cmin/gen_cmin.h"
#include "dlang/gen_dlang.h"
#include "engine/engine.h"
#include "front/front.h"
#include "gen/gen_ivl.h"
#include "pass/pass.h"
#include "pass/pass_goal.h"
#include "result/explain.h"

enum {
  MAX_STEPS = 4000,
  MODES_PER_PROGRAM = 14,
  GUIDED_PER_PROGRAM = 4,
  REDUCED_PER_PROGRAM = 2,
  GUIDED_ALONE = 24,
  CONFIGS = 4
};

// Memory configurations of random C_min programs, in files of the folder of this run.
static const char *const config_texts[CONFIGS] = {"N 1\n", "N 2\nint 1\n", "N 3\nint 2\n", "int 1\n"};
static char config_files[CONFIGS][64];

typedef struct subject {
  ir_module *ir;
  uint32_t checks;
} subject;

typedef struct answer {
  verdict verdict;
  grade grade;
  bool limited, replays;
  uint64_t states, missing;  // missing: in the abstraction
} answer;

static bool is_ivl(uint64_t seed) { return seed % 4 == 1; }
static bool is_dlang(uint64_t seed) { return seed % 4 == 3; }

static subject load(uint64_t seed, strbuf *text) {
  static const char *const profiles[] = {"small", "inputs", "kernel", "cyclic"};
  subject s = {0};
  strbuf error = {0}, goal = {0};
  const front_end *front = &front_cmin;
  options_checks("assert,null,bounds,div-by-zero", &s.checks, &error);
  if (is_ivl(seed)) {
    front = &front_ivl;
    gen_ivl(seed, gen_profile_find(profiles[seed / 4 % 4]), text);
  } else if (is_dlang(seed)) {
    front = &front_dlang;
    gen_dlang(seed, text);
  } else {
    gen_cmin(seed, text);
    gen_cmin_goal(seed, &goal);
  }
  if (seed % 3 == 0 && front != &front_ivl) s.checks |= 1u << IR_CHECK_DEADLOCK;
  diags *d = diags_new();
  ir_module *m = front->parse("t", sb_text(text), text->len, d);
  if (m && diags_errors(d)) ir_module_free(m), m = NULL;
  diags_free(d);
  if (m && goal.len && seed % 8 < 4) {
    ir_module *woven = pass_goal(m, sb_text(&goal), &error);
    ir_module_free(m);
    m = woven;
    s.checks |= 1u << IR_CHECK_GOAL;
    sb_printf(text, "// %s\n", sb_text(&goal));
  }
  ir_module *made = m ? pass_apply(m, s.checks, (const char *const[PASS_MOST_LEFT_OUT]){m->separate ? "visible" : NULL})
                      : NULL;
  if (made) ir_module_free(m);
  s.ir = made ? made : m;
  sb_fini(&error);
  sb_fini(&goal);
  return s;
}

static answer ask(const subject *s, const char *engine_name, const options *o) {
  expr_options eo = {0};
  expr_table *terms = expr_table_new(&eo);
  smt_config sc = smt_default_config();
  smt *solver = smt_new(terms, &sc);
  sem_options so = sem_default_options();
  so.checks = s->checks;
  so.needs.heap = (sem_heap)o->heap;
  sem *m = sem_new(s->ir, terms, solver, &so);
  limits l = {.max_transitions = MAX_STEPS};
  result *r = result_new();
  engine_ctx ctx = {.ir = s->ir, .sem = m, .options = o, .limits = &l, .result = r};
  engine_run(engine_find(engine_name), &ctx);
  const char *why;
  machine_options mo = {.checks = s->checks};
  answer a = {.verdict = r->verdict,
              .grade = r->grade,
              .limited = l.hit != NULL,
              .states = r->counters.states,
              .missing = r->counters.abstract_missing,
              .replays = true};
  if (r->verdict == VERDICT_UNSAFE) a.replays = explain_confirm(s->ir, &mo, r, &why);
  result_free(r);
  sem_free(m);
  smt_free(solver);
  expr_table_free(terms);
  return a;
}

// The k-th choice of modes for a program.
static options modes(uint64_t seed, uint64_t k) {
  options o = options_default();
  uint64_t h = hash_u64(seed * 1000 + k);
  o.states = (int)(h % 2);
  o.ssr = (int)(h / 2 % 3);
  o.heap = (int)(h / 6 % 3);
  o.search = h / 18 % 2 ? OPT_SEARCH_DFS : OPT_SEARCH_BFS;
  o.given[OPTION_search] = true;
  o.store = (int)(h / 36 % 4);
  o.visited = o.states == OPT_STATES_SYMBOLIC && h / 144 % 3 == 2   ? OPT_VISITED_APPROX + (int)(h / 432 % 2)
              : o.states == OPT_STATES_SYMBOLIC && h / 432 % 3 == 2 ? OPT_VISITED_UNION
                                                                    : OPT_VISITED_EXACT;
  bool is_exact = o.visited == OPT_VISITED_EXACT || o.visited == OPT_VISITED_UNION;
  o.audit_duplicates = !is_exact && h / 864 % 2;
  o.maxtrans = 1 + h / 1728 % 20;
  return o;
}

// Guided by the abstraction; with --prune-infinite what it cannot reach the violation from is dropped.
static options guided_modes(uint64_t seed, uint64_t k) {
  options o = modes(seed, k + MODES_PER_PROGRAM);
  uint64_t h = hash_u64(seed * 1000 + k + 500);
  o.search = h % 3 ? OPT_SEARCH_WASTAR : OPT_SEARCH_BEST;
  o.heap = OPT_HEAP_TYPE;  // slots of pools are places of types
  o.weight = h / 3 % 2 ? 100 : h / 6 % 5;
  o.prune_infinite = h / 30 % 2;
  if (h / 360 % 2) o.predicates = "goal";
  o.abstraction = h / 60 % 3 == 0 ? OPT_ABSTRACTION_CUBES : OPT_ABSTRACTION_FLY;
  o.cube_length = 2;
  o.abstraction_limit = 200000;
  o.ties = h / 46080 % 2;
  o.cost = h / 92160 % 2;
  o.drop_inconsistent = h / 180 % 2;
  o.sound_dangling = h / 720 % 8 == 0;
  // Half of them with slots from a file, where there are objects; else slots are found.
  if (!is_ivl(seed) && !is_dlang(seed) && h / 5760 % 2) o.memory_config = config_files[h / 11520 % CONFIGS];
  return o;
}

static options reduced_modes(uint64_t seed, uint64_t k) {
  options o = options_default();
  o.heap = hash_u64(seed + k) % 2 ? OPT_HEAP_TYPE : OPT_HEAP_EXACT;
  o.por = k == 0 ? OPT_POR_AUTO : is_ivl(seed) ? OPT_POR_STUB1 : OPT_POR_FUTURE;
  return o;
}

// What breadth-first search stores under a limit of the depth, depth-first search must store that opens states again.
static const char *judge_reopening(const subject *s, uint64_t seed) {
  options o = options_default();
  o.states = OPT_STATES_EXPLICIT;
  o.given[OPTION_search] = true;
  o.max_depth = 2 + hash_u64(seed) % 8;
  o.search = OPT_SEARCH_BFS;
  answer wide = ask(s, "exsym", &o);
  o.search = OPT_SEARCH_DFS;
  o.reopen = true;
  answer deep = ask(s, "exsym", &o);
  if (wide.limited || deep.limited) return NULL;
  if (wide.verdict != deep.verdict)
    return "another verdict than breadth-first search under the same limit of the depth";
  return wide.verdict != VERDICT_UNSAFE && wide.states != deep.states
             ? "opening again: another number of states than breadth-first search under the same limit"
             : NULL;
}

static const char *judge_counts(const subject *s, const options *o, const answer *a, const answer *truth) {
  if (a->limited || a->verdict != VERDICT_SAFE || o->states != OPT_STATES_EXPLICIT || o->prune_infinite) return NULL;
  if (a->states == 0 && truth->states > 0) return NULL;  // the abstraction alone decided
  if (o->ssr == OPT_SSR_OFF && o->heap == OPT_HEAP_SITE && o->store != OPT_STORE_COMPACT32 &&
      a->states != truth->states)
    return "another number of states than naive";
  if (o->store == OPT_STORE_FULL || o->store == OPT_STORE_COMPACT32) return NULL;
  options whole = *o;
  whole.store = OPT_STORE_FULL;
  answer b = ask(s, "exsym", &whole);
  return !b.limited && b.states != a->states ? "another number of states than with whole states" : NULL;
}

static const char *judge(const subject *s, const char *engine_name, const options *o, const answer *a,
                         const answer *truth) {
  bool exact = (o->visited == OPT_VISITED_EXACT || o->visited == OPT_VISITED_UNION) && o->store <= OPT_STORE_DIFF;
  if (a->missing) return "a state that the abstraction does not have";
  if (a->verdict == VERDICT_UNSAFE && !a->replays) return "the counterexample does not replay";
  if (a->verdict == VERDICT_UNSAFE && truth->verdict == VERDICT_SAFE) return "UNSAFE, but naive proves it safe";
  if (a->verdict == VERDICT_SAFE && a->grade == GRADE_PROVED && truth->verdict == VERDICT_UNSAFE)
    return "a proof of what is wrong";
  if (!exact && a->states > 0) {
    if (a->verdict == VERDICT_SAFE && a->grade == GRADE_PROVED) return "an unsafe mode claims a proof";
  } else if (exact && !a->limited && !o->prune_infinite) {
    if (a->verdict != truth->verdict) return "another verdict than naive";
    if (a->verdict == VERDICT_SAFE && a->grade != GRADE_PROVED) return "an exact mode without proof";
  }
  return strcmp(engine_name, "exsym") ? NULL : judge_counts(s, o, a, truth);
}

static void print_modes(const options *o) {
  printf("states %d ssr %d heap %d search %d store %d visited %d maxtrans %d prune %d weight %d por %d max-depth %d",
         o->states, o->ssr, o->heap, o->search, o->store, o->visited, (int)o->maxtrans, o->prune_infinite,
         (int)o->weight, o->por, (int)o->max_depth);
  printf(" predicates %s abstraction %d drop %d dangling %d slots %s", o->predicates, o->abstraction,
         o->drop_inconsistent, o->sound_dangling,
         o->memory_config[0] ? config_texts[o->memory_config[strlen(o->memory_config) - 1] - '0'] : "found");
}

typedef struct tally {
  uint64_t runs, limited, proved, failed;
} tally;  // proved: what the abstraction alone or by pruning proved

static void complain(tally *t, uint64_t seed, const char *what, const strbuf *text) {
  t->failed++;
  printf("seed %llu: %s\n%s\n", (unsigned long long)seed, what, sb_text(text));
}

static void try_modes(tally *t, const subject *s, uint64_t seed, const char *engine_name, options o,
                      const answer *truth, const strbuf *text) {
  answer a = ask(s, engine_name, &o);
  t->runs++;
  t->limited += a.limited;
  t->proved += o.search >= OPT_SEARCH_BEST && a.verdict == VERDICT_SAFE && a.grade == GRADE_PROVED &&
               (o.prune_infinite || !a.states);
  const char *wrong = judge(s, engine_name, &o, &a, truth);
  if (!wrong) return;
  printf("%s: ", engine_name);
  print_modes(&o);
  printf("; naive %s, %llu states; it %s, %llu states\n", verdict_text(truth->verdict),
         (unsigned long long)truth->states, verdict_text(a.verdict), (unsigned long long)a.states);
  complain(t, seed, wrong, text);
}

static void try_all(tally *t, const subject *s, uint64_t seed, const answer *truth, const strbuf *text,
                    bool guided_alone) {
  if (guided_alone) {
    for (uint64_t k = 0; k < GUIDED_ALONE; k++) try_modes(t, s, seed, "exsym", guided_modes(seed, k), truth, text);
    return;
  }
  for (uint64_t k = 0; k < MODES_PER_PROGRAM; k++) try_modes(t, s, seed, "exsym", modes(seed, k), truth, text);
  // Programs of dlang have the same kind of abstraction as C_min, but products in them cost it seconds: with --guided alone.
  for (uint64_t k = 0; k < GUIDED_PER_PROGRAM && !is_dlang(seed); k++)
    try_modes(t, s, seed, "exsym", guided_modes(seed, k), truth, text);
  for (uint64_t k = 0; k < REDUCED_PER_PROGRAM; k++)
    try_modes(t, s, seed, "stateful", reduced_modes(seed, k), truth, text);
  const char *wrong = judge_reopening(s, seed);
  t->runs += 2;
  if (wrong) complain(t, seed, wrong, text);
}

static bool write_configs(const char *folder) {
  bool ok = true;
  for (unsigned k = 0; k < CONFIGS; k++) {
    snprintf(config_files[k], sizeof config_files[k], "%s/m%u", folder, k);
    FILE *f = fopen(config_files[k], "w");
    ok &= f && fputs(config_texts[k], f) >= 0;
    if (f) ok &= fclose(f) == 0;
  }
  return ok;
}

static void remove_configs(const char *folder) {
  for (unsigned k = 0; k < CONFIGS; k++) remove(config_files[k]);
  remove(folder);
}

typedef struct range {
  uint64_t seed, count;
  bool guided;
} range;

static bool parse(int argc, char **argv, range *r) {
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--seed") && i + 1 < argc)
      r->seed = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--count") && i + 1 < argc)
      r->count = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--guided"))
      r->guided = true;
    else
      return false;
  }
  return true;
}

static int run(const range *r) {
  uint64_t skipped = 0, unsafe = 0;
  tally t = {0};
  options plain = options_default();
  for (uint64_t n = r->seed, done = 0; done < r->count && t.failed < 5; n++) {
    if (r->guided && is_ivl(n)) continue;
    strbuf text = {0};
    subject s = load(n, &text);
    answer truth = s.ir ? ask(&s, "naive", &plain) : (answer){0};
    bool usable = s.ir && !truth.limited && truth.verdict != VERDICT_UNKNOWN;
    done += usable;
    skipped += !usable;
    unsafe += usable && truth.verdict == VERDICT_UNSAFE;
    if (usable) try_all(&t, &s, n, &truth, &text, r->guided);
    ir_module_free(s.ir);
    sb_fini(&text);
  }
  printf("%llu programs (%llu more were too large), %llu with a violation; %llu runs, %llu at a limit, %llu proofs by "
         "guided search; "
         "%llu wrong\n",
         (unsigned long long)r->count, (unsigned long long)skipped, (unsigned long long)unsafe,
         (unsigned long long)t.runs, (unsigned long long)t.limited, (unsigned long long)t.proved,
         (unsigned long long)t.failed);
  return t.failed ? 1 : 0;
}

int main(int argc, char **argv) {
  range r = {.seed = 1, .count = 60};
  char folder[] = "/tmp/exsym_random_XXXXXX";
  if (!parse(argc, argv, &r)) return fprintf(stderr, "usage: exsym_random [--seed N] [--count N] [--guided]\n"), 64;
  if (!mkdtemp(folder) || !write_configs(folder)) return fprintf(stderr, "exsym_random: no folder for files\n"), 70;
  int status = run(&r);
  remove_configs(folder);
  return status;
}
