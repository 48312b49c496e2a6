#include "app/memory.h"

#include <string.h>

#include "analysis/orderings.h"
#include "base/str.h"
#include "engine/engine.h"

static bool is_proved(const session *s, ir_check c) {
  if (!(s->checks >> c & 1)) return false;
  result_property own = {.checks = 1u << c};
  result_outcome o = result_outcome_of(s->result, &own);
  return o.verdict == VERDICT_SAFE && o.grade == GRADE_PROVED;
}

static void add_obstacle(strbuf *text, const char *what, place at) {
  sb_printf(text, "%s%s", text->len ? ", " : "", what);
  if (at.file) sb_printf(text, " at %s:%u:%u", at.file, at.line, at.col);
}

// What the theorem demands and the program, or what is known of it, has not. The LLVM code of a compiler is no C any more.
static void find_obstacles(const session *s, strbuf *text) {
  orderings used = orderings_shared(s->ir);
  place at;
  if (used.n[ORDERINGS_RELAXED]) add_obstacle(text, "relaxed", used.first[ORDERINGS_RELAXED]);
  if (used.n[ORDERINGS_ACQ_REL]) add_obstacle(text, "acquire or release", used.first[ORDERINGS_ACQ_REL]);
  if (orderings_failing(s->ir, &at)) add_obstacle(text, "an operation whose failing orders nothing", at);
  if (s->ir->partial) add_obstacle(text, "LLVM code", PLACE_NONE);
  if (!is_proved(s, IR_CHECK_RACE)) add_obstacle(text, "no-data-race is not proved", PLACE_NONE);
}

static bool is_weak(const session *s) { return s->options->memory_model != OPT_MEMORY_MODEL_SC; }

static bool by_graphs(const session *s) {
  const engine *e = s->result->engine ? engine_find(s->result->engine) : NULL;
  return is_weak(s) && e && e->memory_models;
}

bool memory_may_be_drf(const ir_module *ir, uint32_t checks) {
  orderings used = orderings_shared(ir);
  place at;
  return checks >> IR_CHECK_RACE & 1 && !used.n[ORDERINGS_RELAXED] && !used.n[ORDERINGS_ACQ_REL] &&
         !orderings_failing(ir, &at) && !ir->partial;
}

void memory_demand(session *s) {
  result *r = s->result;
  if (!is_weak(s) || r->verdict != VERDICT_SAFE || by_graphs(s)) return;
  strbuf obstacles = {0};
  find_obstacles(s, &obstacles);
  if (obstacles.len) {
    r->verdict = VERDICT_UNKNOWN;
    r->grade = GRADE_NONE;
    result_unknown(r, PLACE_NONE, "shown for sequential consistency alone (%s)", sb_text(&obstacles));
  }
  sb_fini(&obstacles);
}

// What interleavings show of a robust program without data races holds for RC11, and that it is robust in any case. False: there may be races.
static bool settle_robust(const session *s) {
  result *r = s->result;
  if (!is_proved(s, IR_CHECK_RACE) && s->checks != 1u << IR_CHECK_ROBUST) return false;
  r->memory_model = "rc11";
  r->memory_by = "robust";
  return true;
}

void memory_settle(session *s) {
  result *r = s->result;
  bool in_c = !strcmp(s->ir->language, "c") || !strcmp(s->ir->language, "c++");
  if (s->ir->scheduler != IR_SCHED_INTERLEAVE) return;
  if (r->verdict == VERDICT_UNSAFE && r->replay_memory && r->violation.check != IR_CHECK_RACE)
    result_add_note(r, "no interleaving of the threads shows this: the memory model %s allows it", r->replay_memory);
  if (by_graphs(s)) {
    if (r->verdict != VERDICT_SAFE) return;
    r->memory_model = s->options->memory_model == OPT_MEMORY_MODEL_TSO ? "tso" : "rc11";
    r->memory_by = r->engine;
    return;
  }
  if (r->verdict != VERDICT_SAFE || !in_c) {
    if (!is_weak(s) && !r->replay_memory) result_add_assumption(r, "sequential consistency");
    return;
  }
  if (is_proved(s, IR_CHECK_ROBUST) && settle_robust(s)) return;
  strbuf obstacles = {0};
  find_obstacles(s, &obstacles);
  if (obstacles.len) {
    result_add_assumption(r, "sequential consistency (%s)", sb_text(&obstacles));
  } else {
    r->memory_model = "c11";
    r->memory_by = "drf-sc";
  }
  sb_fini(&obstacles);
}
