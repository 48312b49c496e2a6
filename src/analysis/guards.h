// What separates the accesses of different processes: mutexes, and the order of start and join. Found without running anything.
//
// Each class of processes (a process of the program, or all processes that one `spawn` instruction starts) is followed through its
// code on what must and may hold at a point: the mutexes that are held, whether the point lies in an atomic region, which
// processes started from here may live. Two accesses are separated if a mutex that protects is held at both, or if their processes
// cannot live at once; in no run does one of them come directly behind the other. Nothing is known about values.
//
// Over-approximates what may happen, as long as objects are accessed within their bounds. What it cannot follow makes it give up as
// a whole, and then nothing is said. Programs of the interleaving scheduler alone.
#ifndef ANALYSIS_GUARDS_H
#define ANALYSIS_GUARDS_H

#include "ir/ir.h"

typedef struct guards guards;

guards *guards_new(const ir_module *m);  // m must live as long
void guards_free(guards *g);

// Why and where it gave up; NULL: it did not (yet: comparing has a limit too).
const char *guards_gave_up(const guards *g, place *at);
// Is there a pair that may race (doc/semantics-threads.md 5)? Separated also by atomic accesses and regions. To be asked before
// guards_gave_up.
bool guards_find_race(guards *g, place *at);
// Is there an instruction that may be misuse of a thread or of an object of synchronisation (doc/semantics-threads.md 8)? To be asked before
// guards_gave_up, too.
bool guards_find_misuse(guards *g, place *at);
// Is the instruction an access that is separated from every access of another process that conflicts with it, atomic ones too,
// and to nothing that ends with a frame or a process?
bool guards_separate(guards *g, uint32_t func, uint32_t pc);
// Only if it writes no part of an object of synchronisation?
bool guards_takes_for_data(guards *g, uint32_t func, uint32_t pc);

#endif
