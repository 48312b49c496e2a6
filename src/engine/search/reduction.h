// What --por asks for, opened for one run.
#ifndef ENGINE_SEARCH_REDUCTION_H
#define ENGINE_SEARCH_REDUCTION_H

#include "engine/search/por.h"

typedef struct reduction {
  por_kind kind;  // of the static sets
  bool minimal;
  bool dynamic, happens_before;
  bool enabling;       // dynamic: necessary-enabling sets for processes that were not enabled
  por *static_sets;    // NULL: dynamic reduction without fall-back
  por *enabling_sets;  // NULL: not asked for
  por *wakers;         // for happens-before: which steps can wake a process; NULL: not asked for
} reduction;

// `by_default`: what --por=auto means for the engine. only_proved: dynamic kinds are replaced by the strongest static
// one. Switches footprints on if they are needed.
void reduction_open(reduction *r, engine_ctx *ctx, opt_por by_default, bool only_proved);
void reduction_close(reduction *r);

#endif
