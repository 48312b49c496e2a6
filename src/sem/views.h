// Views: states of a program with threads as one process sees them (free interleaving).
//
// A view is put together from two parts: the *common* part (shared objects, who holds no matter whose mutexes, which
// processes live) and the *own* part of one process (its stack, its objects, the mutexes it holds). Parts are states that
// can be stored and compared, but not stepped; a view can be stepped by its process alone.
//
// What is shared is a plan that grows: views_share. Processes of a function that is declared a crowd are not made: a step
// that spawns one hands over its own part (sem_out.newcomers); all of them go by the number of one representative, so that
// nothing may depend on which of them one is (what does is UNKNOWN), and a join of one of them never waits. What spawn
// returns for them is a number of its own for each, or, with views_leave_unnamed, an unknown one.
#ifndef SEM_VIEWS_H
#define SEM_VIEWS_H

#include "sem/sem.h"

typedef struct views views;

views *views_new(sem *m);  // one at a time; the sem is back to normal when it is freed
void views_free(views *v);
void views_leave_unnamed(views *v);
size_t views_names(const views *v);  // processes that have got numbers so far
bool views_unnamed(const views *v);

void views_share(views *v, uint32_t obj);
bool views_is_shared(const views *v, uint32_t obj);
// A function becomes a crowd when more processes of it are spawned than are told apart.
// Has the plan changed since this was last asked?
bool views_changed(views *v);
bool views_is_crowd(const views *v, proc_id p);  // is p a representative?
// The process that made an object; 0: it is static, or belongs to a static one.
proc_id views_creator(const views *v, uint32_t obj);

// Parts of a state in which p has just made a step, or was just made.
state *views_common(views *v, const state *s);
state *views_own(views *v, const state *s, proc_id p, bool stepped);
// The view of p; two references are not consumed.
state *views_join(views *v, const state *common, const state *own, proc_id p);

typedef struct view_mutex {
  uint64_t offset;
  uint32_t obj;
} view_mutex;
typedef VEC(view_mutex) view_mutexes;
void views_held(const state *own, view_mutexes *out);
uint32_t views_held_by_others(const state *view);

// Owned cells: the engine may note that a process owns a cell of a global (modular/owners.c). It counts as a mutex that the
// process holds, at an address that no program can lock.
bool views_owns(const state *s, proc_id p, uint32_t global, uint64_t offset);
void views_set_owner(state *s, proc_id p, uint32_t global, uint64_t offset, bool owns);  // s has one owner
uint32_t views_global(const views *v, uint32_t obj);  // the global that lives in obj, or 0
// The number in the cell that lies exactly at [offset, offset + size) of obj. False: there is no such cell, or no number in it.
bool views_number(const views *v, const state *s, uint32_t obj, uint64_t offset, uint32_t size, uint64_t *out);

uint32_t views_procs(const state *s);  // the highest number of a process
bool views_live(const state *s, proc_id p);
bool views_has_stack(const state *s, proc_id p);
bool views_may_step(views *v, const state *view, proc_id p);
// p makes no more steps, or only the one that ends the program.
bool views_at_end(const views *v, const state *s, proc_id p);
bool views_has_heap(const state *s);

// What a part refers to that is not p's own (p = 0, the common part: nobody's) becomes shared. False: it is an object of a
// process in a crowd, which cannot be.
bool views_escape(views *v, const state *part, proc_id p);

#endif
