// Which spurious wake-ups add nothing to what a program can do, and need not be tried (doc/semantics-threads.md 10, with the argument).
//
// That is so where a thread takes a mutex, looks, and waits with that mutex: `lock(m); while (!c) wait(v, m);`. If it wakes for no
// reason it does what it has done before: it could have come later as well. Found from the code alone: between the lock and
// the head of the loop nothing happens that others could see, from there to the waiting it only reads, and
// behind the waiting it comes back to the head of the loop with what it had there.
#ifndef ANALYSIS_WAKES_H
#define ANALYSIS_WAKES_H

#include "ir/ir.h"

typedef struct wakes wakes;

// Accesses of m that nobody else can see are hidden, and no others (pass_visible.c). m must live as long.
wakes *wakes_new(const ir_module *m);
void wakes_free(wakes *w);
bool wakes_superfluous(wakes *w, uint32_t func, uint32_t pc);  // there stands a `nondet.spurious`

#endif
