// exsym_random: random programs (C_min, IVL, dlang) by the engine exsym in its modes. The engine naive says what is true: exact
// modes must answer the same, with proof; what prunes unsafely must never claim one; counterexamples must replay; explicit
// states must be as many as those of naive, and signatures of 64 bits as many as whole states.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

enum { MAX_STEPS = 4000, MODES_PER_PROGRAM = 14 };

typedef struct subject {
  ir_module *ir;
  uint32_t checks;
} subject;

typedef struct answer {
  verdict verdict;
  grade grade;
  bool limited, replays;
  uint64_t states;
} answer;

static subject load(uint64_t seed, strbuf *text) {
  static const char *const profiles[] = {"small", "inputs", "kernel", "cyclic"};
  subject s = {0};
  strbuf error = {0}, goal = {0};
  const front_end *front = &front_cmin;
  options_checks("assert,null,bounds,div-by-zero", &s.checks, &error);
  if (seed % 4 == 1) {
    front = &front_ivl;
    gen_ivl(seed, gen_profile_find(profiles[seed / 4 % 4]), text);
  } else if (seed % 4 == 3) {
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
  }
  ir_module *made = m ? pass_apply(m, s.checks, (const char *const[2]){m->separate ? "visible" : NULL, NULL}) : NULL;
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
  so.heap = (sem_heap)o->heap;
  sem *m = sem_new(s->ir, terms, solver, &so);
  limits l = {.max_transitions = MAX_STEPS};
  result *r = result_new();
  engine_ctx ctx = {.ir = s->ir, .sem = m, .options = o, .limits = &l, .result = r};
  engine_find(engine_name)->run(&ctx);
  const char *why;
  machine_options mo = {.checks = s->checks};
  answer a = {.verdict = r->verdict, .grade = r->grade, .limited = l.hit != NULL, .states = r->counters.states, .replays = true};
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
  o.visited = o.states == OPT_STATES_SYMBOLIC && h / 144 % 3 == 2 ? OPT_VISITED_APPROX + (int)(h / 432 % 2) : OPT_VISITED_EXACT;
  o.audit_duplicates = o.visited != OPT_VISITED_EXACT && h / 864 % 2;
  o.maxtrans = 1 + h / 1728 % 20;
  return o;
}

static const char *judge(const subject *s, const options *o, const answer *a, const answer *truth) {
  bool exact = o->visited == OPT_VISITED_EXACT && o->store <= OPT_STORE_DIFF;
  if (a->verdict == VERDICT_UNSAFE && !a->replays) return "the counterexample does not replay";
  if (a->verdict == VERDICT_UNSAFE && truth->verdict == VERDICT_SAFE) return "UNSAFE, but naive proves it safe";
  if (!exact) {
    if (a->verdict == VERDICT_SAFE && a->grade == GRADE_PROVED) return "an unsafe mode claims a proof";
  } else if (!a->limited) {
    if (a->verdict != truth->verdict) return "another verdict than naive";
    if (a->verdict == VERDICT_SAFE && a->grade != GRADE_PROVED) return "an exact mode without proof";
  }
  if (a->limited || a->verdict != VERDICT_SAFE || o->states != OPT_STATES_EXPLICIT) return NULL;
  if (o->ssr == OPT_SSR_OFF && o->heap == OPT_HEAP_SITE && o->store != OPT_STORE_COMPACT32 && a->states != truth->states)
    return "another number of states than naive";
  if (o->store == OPT_STORE_FULL || o->store == OPT_STORE_COMPACT32) return NULL;
  options whole = *o;
  whole.store = OPT_STORE_FULL;
  answer b = ask(s, "exsym", &whole);
  return !b.limited && b.states != a->states ? "another number of states than with whole states" : NULL;
}

static void print_modes(const options *o) {
  printf("states %d ssr %d heap %d search %d store %d visited %d maxtrans %d", o->states, o->ssr, o->heap, o->search, o->store,
         o->visited, (int)o->maxtrans);
}

int main(int argc, char **argv) {
  uint64_t seed = 1, count = 60, failed = 0, skipped = 0, unsafe = 0, runs = 0, limited = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--seed") && i + 1 < argc) seed = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--count") && i + 1 < argc) count = strtoull(argv[++i], NULL, 10);
    else return fprintf(stderr, "usage: exsym_random [--seed N] [--count N]\n"), 64;
  }
  options plain = options_default();
  for (uint64_t n = seed, done = 0; done < count && failed < 5; n++) {
    strbuf text = {0};
    subject s = load(n, &text);
    answer truth = s.ir ? ask(&s, "naive", &plain) : (answer){0};
    bool usable = s.ir && !truth.limited && truth.verdict != VERDICT_UNKNOWN;
    done += usable;
    skipped += !usable;
    unsafe += usable && truth.verdict == VERDICT_UNSAFE;
    for (uint64_t k = 0; k < MODES_PER_PROGRAM && usable && failed < 5; k++) {
      options o = modes(n, k);
      answer a = ask(&s, "exsym", &o);
      runs++;
      limited += a.limited;
      const char *wrong = judge(&s, &o, &a, &truth);
      if (!wrong) continue;
      failed++;
      printf("seed %llu, mode %llu: %s\n  ", (unsigned long long)n, (unsigned long long)k, wrong);
      print_modes(&o);
      printf("; naive %s, %llu states; exsym %s, %llu states\n%s\n", verdict_text(truth.verdict), (unsigned long long)truth.states,
             verdict_text(a.verdict), (unsigned long long)a.states, sb_text(&text));
    }
    ir_module_free(s.ir);
    sb_fini(&text);
  }
  printf("%llu programs (%llu more were too large), %llu with a violation; %llu runs, %llu at a limit; %llu wrong\n",
         (unsigned long long)count, (unsigned long long)skipped, (unsigned long long)unsafe, (unsigned long long)runs,
         (unsigned long long)limited, (unsigned long long)failed);
  return failed ? 1 : 0;
}
