// Violations end runs, but what lies behind one of them that the program goes on after is of interest as well: a kind of violation
// that was seen does not end runs any more. Then no search says that a place is unreachable.
#include "app/coverage.h"

#include <string.h>

#include "app/claims_look.h"
#include "pass/pass_marks.h"

// Transitions, and effort of the solver as in auto.c.
enum { RUNS = 1000, RUN_STEPS = 2000, INSTRUCTIONS = 20000000, TRANSITIONS = 100000, EFFORT = 1000000 };

static claims_look look_of(session *s, const sem_options *so, expr_table *terms, smt *solver) {
  return (claims_look){.checks = s->checks & ~CHECKS_OF_WHOLE_RUNS,
                       .seed = s->options->seed,
                       .budget = {RUNS, RUN_STEPS, INSTRUCTIONS, TRANSITIONS, EFFORT},
                       .machine = s->machine,
                       .sem = *so,
                       .terms = terms,
                       .solver = solver,
                       .stop = watch_stop_flag(s->watch)};
}

static void look_around(claims_look *l, arena *mem) {
  claims_violation seen;
  bool violated = false;
  while (claims_look_around(l, mem, &seen) && l->checks >> seen.check & 1) {
    l->checks &= ~(1u << seen.check);
    violated = true;
  }
  if (violated) l->complete = false;
}

static result_cover cover_of(const claims_look *l, const ir_claim *c) {
  static const cover_kind kinds[] = {[IR_CLAIM_ASSUME] = COVER_ASSUME,
                                     [IR_CLAIM_ASSERT] = COVER_ASSERT,
                                     [IR_CLAIM_LINE] = COVER_LINE,
                                     [IR_CLAIM_ARM] = COVER_ARM};
  result_cover told = {.kind = kinds[c->kind], .at = c->at, .arm = c->arm, .value = CLAIM_NOT_SHOWN};
  if (told.kind == COVER_LINE) told.at.col = 0;
  if (c->reached) told.value = CLAIM_REACHED;
  if (!c->reached && l->complete && !c->doubtful) told.value = CLAIM_UNREACHABLE;
  if (c->reached) told.count = c->count;
  return told;
}

// A line has several parts: it is reached if one of them is, unreachable if all are.
static bool joins(result_cover *line, const result_cover *part) {
  bool same = line->kind == COVER_LINE && part->kind == COVER_LINE && line->at.line == part->at.line &&
              !strcmp(line->at.file, part->at.file);
  if (!same) return false;
  bool reached = line->value == CLAIM_REACHED || part->value == CLAIM_REACHED;
  if (reached)
    line->value = CLAIM_REACHED;
  else if (part->value != line->value)
    line->value = CLAIM_NOT_SHOWN;
  if (part->count > line->count) line->count = part->count;
  return true;
}

static bool same_place(place a, place b) { return a.line == b.line && a.col == b.col && !strcmp(a.file, b.file); }

// The arms of an assertion are no branch of the program's.
static void take(const claims_look *l, result *r) {
  size_t line = SIZE_MAX, assertion = SIZE_MAX;  // the last ones
  for (uint32_t i = 0; i < l->claims->n; i++) {
    result_cover told = cover_of(l, &l->claims->list[i]);
    if (line != SIZE_MAX && joins(&r->coverage.data[line], &told)) continue;
    if (told.kind == COVER_ARM && assertion != SIZE_MAX && same_place(r->coverage.data[assertion].at, told.at))
      continue;
    told.at.file = arena_strdup(r->mem, told.at.file);
    if (told.kind == COVER_LINE) line = r->coverage.len;
    if (told.kind == COVER_ASSERT) assertion = r->coverage.len;
    vec_push(&r->coverage, told);
  }
}

void coverage_look(session *s, const sem_options *so, expr_table *terms, smt *solver) {
  result *r = s->result;
  ir_module *marked = pass_marks(session_plain(s));
  claims_look l = look_of(s, so, terms, solver);
  l.ir = marked;
  l.claims = ir_claims_of(marked, true);
  look_around(&l, r->mem);
  take(&l, r);
  r->covered = true;
  ir_claims_free(l.claims);
  ir_module_free(marked);
}

static void reach(result *r, place at) {
  for (size_t i = 0; i < r->coverage.len && at.file; i++) {
    result_cover *c = &r->coverage.data[i];
    if (c->kind != COVER_LINE || c->at.line != at.line || strcmp(c->at.file, at.file) != 0) continue;
    c->value = CLAIM_REACHED;
    if (!c->count) c->count = 1;
  }
}

void coverage_add_trace(result *r) {
  if (!r->covered || r->verdict != VERDICT_UNSAFE) return;
  for (size_t i = 0; i < r->trace.len; i++) reach(r, r->trace.data[i].at);
  reach(r, r->violation.at);
}
