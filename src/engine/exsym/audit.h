// Audit of approximate membership (symcpp-explicit-symbolic.md 4.11): what counted as seen is kept, and decided at the end by exact
// matching against all states that were stored.
#ifndef ENGINE_EXSYM_AUDIT_H
#define ENGINE_EXSYM_AUDIT_H

#include "engine/engine.h"
#include "engine/search/dfs.h"

typedef struct audit {
  bool on;
  state_vec stored, duplicates;
} audit;

void audit_fini(audit *a);
void audit_note(audit *a, state *s, bool is_new);  // takes a reference of its own
// Counts audited, false_duplicates (no stored state covers it alone, or the solver does not answer) and false_shown: those of them
// that several stored states do not cover together either, because none covers a certain concrete state.
void audit_decide(audit *a, engine_ctx *ctx);

#endif
