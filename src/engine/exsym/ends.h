// Where chains have ended lately: most chains end in a state in which another one has ended already, and to see that it has
// several successors they would have to be made (symcpp-explicit-symbolic.md 4.5).
//
// A table of fixed size by signature, in which a newer state takes the place of an older one. A signature that two states share
// makes a chain end early, so that one more state is stored: nothing is lost by it.
#ifndef ENGINE_EXSYM_ENDS_H
#define ENGINE_EXSYM_ENDS_H

#include "base/map64.h"
#include "sem/sem.h"

typedef struct chain_ends {
  uint64_t *signatures;  // NULL: none yet
  map64 places;          // of code at which a process had a choice: only there is it worth looking
} chain_ends;

void ends_fini(chain_ends *e);
// p, the only one that can step in s, stands there. Has a chain ended in s?
bool ends_known(const chain_ends *e, sem *m, const state *s, proc_id p);
void ends_note(chain_ends *e, sem *m, const state *s, proc_id p);

#endif
