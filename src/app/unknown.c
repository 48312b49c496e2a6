#include "app/unknown.h"

#include <string.h>

#include "engine/engine.h"

// A place on a run of the program comes first, also before a limit: more time would not help there. That naive cannot list the
// inputs, or that cegar cannot express something, is less than what the searches say that keep inputs symbolic.
static unsigned worth(const result_reason *w) {
  const engine *e = w->engine ? engine_find(w->engine) : NULL;
  bool symbolic_run = e && e->follows_runs && !e->enumerates;
  return w->at.file && symbolic_run ? 4 : !e ? 3 : symbolic_run ? 2 : 1;
}

void unknown_conclude(result *r, uint32_t open) {
  const result_reason *best = NULL;
  for (size_t i = 0; i < r->reasons.len; i++) {
    const result_reason *w = &r->reasons.data[i];
    if (open && w->checks && !(w->checks & open)) continue;
    if (!best || worth(w) > worth(best)) best = w;
  }
  result_unknown(r, best ? best->at : PLACE_NONE, "%s", best ? best->text : "no answer");
}

result_known unknown_but_known(const result *r) {
  result_known known = r->known,
               seen = {.executions = r->counters.executions, .states = r->counters.states, .levels = r->levels};
  const engine *e = r->engine ? engine_find(r->engine) : NULL;
  if (e && e->follows_runs && result_is_about_all(r)) result_join_known(&known, &seen);
  return known;
}
