// What execution graphs need of the step interface beside steps (free interleaving): the operation that a process does next, and what stands in memory.
// An engine that follows a weak memory model decides itself what a read finds: it puts the value there and lets the process step. With
// sem_needs.weak every access that others may see begins a step, also when nobody else is live any more, and no name of an object is given twice.
#ifndef SEM_WEAK_H
#define SEM_WEAK_H

#include "sem/sem.h"

typedef enum weak_kind {
  WEAK_NOTHING,  // nothing that others can see, or what fails
  WEAK_LOAD,
  WEAK_STORE,
  WEAK_RMW,
  WEAK_CAS,
  WEAK_REGION,  // an atomic region of a model; sem_weak_region tells of what
  WEAK_LOCK,
  WEAK_TRYLOCK,
  WEAK_UNLOCK,
  WEAK_LIFE,
  WEAK_JOIN,  // waits for the end of `other`
  WEAK_NEW,   // an allocation that may get the address of an ended object, if one that ended before is compared with it
  WEAK_FREE,  // of the object
  WEAK_STOP,  // the end of the program, where leaks are looked for
  WEAK_OTHER,  // `what` names it: no part of an execution graph
} weak_kind;

typedef struct weak_op {
  weak_kind kind;
  bool atomic;
  ir_ordering order, failure;  // of atomic accesses; failure: of a `cas` that stores nothing
  uint32_t obj;                // the place: of a mutex its address
  uint64_t offset;
  uint32_t bytes;
  ir_type type;
  proc_id other;
  uint32_t
      lives;  // new, free: stands for which of them comes first where addresses of ended objects are compared (ir_order); 0: nowhere
  bool inside;  // of an atomic region that began in an earlier step
  bool block;   // load, store: part of a copy or fill; memory without a value may be copied
  const char *what;
  place at;
} weak_op;

// Of a process that is live and not inside a step.
void sem_weak_next(sem *m, const state *s, proc_id p, weak_op *out);
// What stands at the place of a load, store, rmw or cas. False: nothing of that form, the object has ended, it is indeterminate.
bool sem_weak_get(sem *m, const state *s, const weak_op *op, value *out);
bool sem_weak_is_blank(value v);  // what sem_weak_get gave for a place that is indeterminate as a whole
// Puts it there. s has one owner. False: impossible, s is as it was.
bool sem_weak_set(sem *m, state *s, const weak_op *op, value v);
bool sem_weak_held(const state *s, const weak_op *op);  // the mutex of a lock, trylock, unlock or life
// Makes the mutex one that somebody holds, for an attempt that finds it so; not: takes that back. s has one owner.
void sem_weak_pretend(state *s, const weak_op *op, bool held);
// --- regions of models: operations on condition variables, semaphores, barriers and the like. What a model keeps of such an object stands in shadow objects that belong to its address
// and to the bytes behind it; together they are one place.
// Completes op, of kind WEAK_REGION, by what a step from here has touched; it becomes WEAK_NOTHING or WEAK_OTHER if that is nothing or not one such object.
void sem_weak_region(sem *m, const footprint *touched, weak_op *op);
bool sem_weak_belongs(const sem *m, const weak_op *op,
                      const touch *t);  // a touch of what the model keeps of it, or a read of its first word
bool sem_weak_same(const sem *m, const state *a, const state *b, const weak_op *op);
// What the model keeps of it in `from` stands in `to` afterwards, which has one owner.
void sem_weak_transfer(sem *m, const state *from, state *to, const weak_op *op);
// What the region has done to the object: the touches of the step tell.
typedef struct weak_effect {
  bool acquires, releases, writes;
  bool shared;  // it orders nothing between it and others that are
} weak_effect;
weak_effect sem_weak_effect(const sem *m, const weak_op *op, const footprint *touched);
// Has the step written where its access is? (a `cas` may have failed)
bool sem_weak_wrote(const footprint *touched, const weak_op *op);
ir_ordering sem_weak_fence(const touch *t);  // of a touch TOUCH_FENCE
// Have processes been made beside the first one?
bool sem_weak_shared(const state *s);

#endif
