// Happens-before as C11 and C++20 define it, along the execution that is being explored, and its data races.
//
// The trace (trace.h) orders all conflicting accesses; that is the order of the memory, and only what synchronises makes one access
// happen before another: spawn and join, unlock and lock, a releasing write and an acquiring read of what it or its release
// sequence wrote (C++20: its updates alone go on with it), and fences beside relaxed accesses. A failed trylock orders nothing. A data race is a
// pair of conflicting accesses of different processes, one of them not atomic, of which neither happens before the other.
// All executions with the same order of conflicting accesses have the same happens-before: what explores one of each sees every race.
//
// Clocks count events, not accesses: of the accesses in one step only those while the process is alone are several, and what these release
// nobody acquires before the process starts another. Rows of clocks are never changed once their event is entered, so that adding and removing
// events works like a stack.
#ifndef ENGINE_TRACE_ORDER_H
#define ENGINE_TRACE_ORDER_H

#include "base/map64.h"
#include "engine/trace/touches.h"

typedef enum order_kind { ORDER_READ, ORDER_WRITE, ORDER_ATOMIC_READ, ORDER_ATOMIC_WRITE, ORDER_KINDS } order_kind;

// When a process last accessed a place, by kind: its event, plus one.
typedef struct order_past {
  proc_id proc;
  uint32_t at[ORDER_KINDS];
} order_past;

typedef struct order_slot {
  uint32_t released;  // row: what who acquires here gets, 0 = nothing
  VEC(order_past) past;
} order_slot;

typedef struct order_proc {
  uint32_t now;      // row: all that happens before its next event
  uint32_t seen;     // row: what relaxed reads have found released, for an acquiring fence
  uint32_t fenced;   // row: what happened before its last releasing fence
  uint32_t spawned;  // row of the event that made it
  bool ended;
} order_proc;

typedef enum order_field { UNDO_PROC, UNDO_RELEASED, UNDO_PAST, UNDO_LIFE } order_field;
typedef struct order_undo {
  uint8_t field, kind;
  uint32_t id, index;  // process or slot; entry of the slot's past
  order_proc proc;
  uint32_t value;
} order_undo;

typedef struct order_event {
  size_t first_undo, first_row;
} order_event;

typedef struct order {
  uint32_t stride;
  VEC(uint32_t) rows;  // of `stride` each; row 0 is empty
  VEC(order_proc) procs;
  VEC(order_slot) slots;
  map64 slot_of;  // a byte, or a mutex
  map64 mutex_of;
  map64 lives;  // how many objects of this name have ended
  VEC(order_undo) undo;
  VEC(order_event) events;
  map64 plain, atomic;  // bytes that somebody wrote plainly, read atomically, in any execution
  bool mixed;           // some byte was both
  const char *lost;     // what could not be followed, or NULL
} order;

order *order_new(void);
void order_free(order *o);
// Appends an event; true: one of its accesses races with one of the event *other.
bool order_push(order *o, proc_id p, const touches *t, uint32_t *other);
void order_pop(order *o);

#endif
