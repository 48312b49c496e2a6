// What a step touched: memory ranges with mode, events, processes. Exact after the step ran. Engines compare
// footprints to decide dependence; recording is switched on by sem_needs.footprints.
#ifndef SEM_FOOTPRINT_H
#define SEM_FOOTPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "state/state.h"

typedef enum touch_mode {
  TOUCH_READ,
  TOUCH_WRITE,
  TOUCH_UPDATE,        // commutative write, `detail` = ir_rmw
  TOUCH_NOTIFY,        // immediate notification of the event (obj, offset)
  TOUCH_NOTIFY_LATER,  // delayed notification (detail 0) or cancel (detail 1)
  TOUCH_WAIT,          // the step ended waiting for the event
  TOUCH_SUSPEND,       // obj = process
  TOUCH_RESUME,        // obj = process
  TOUCH_REQUEST,       // obj = update function
  TOUCH_STEP,          // obj = the process whose step it is: whoever suspends it depends on the step
  TOUCH_ASSUME,        // an assumption that cut something off (not trivially true) was met
  TOUCH_CHECK,         // something was checked that could have failed
  // Free interleaving (doc/semantics-threads.md 5):
  TOUCH_AWAIT,    // read by the guard of an await
  TOUCH_ACQUIRE,  // lock (detail 0), or trylock (1) that took the mutex (obj, offset)
  TOUCH_RELEASE,  // unlock
  TOUCH_TRY,      // trylock that found the mutex held; holds
  TOUCH_SPAWN,    // obj = process that was made
  TOUCH_END,      // obj = process that ended
  TOUCH_JOIN,     // obj = process that was waited for
  TOUCH_DIE,      // the object dies (an effect on every access to it, not an access)
  TOUCH_LOOK,     // looked at the object without reading it: size, shadow
  TOUCH_ENTER,    // obj = function, offset = code index: the step entered an atomic region or a guard there
  TOUCH_STOP,     // the run ends with this step
  TOUCH_FENCE,  // detail: bits of TOUCH_NO_ACQUIRE, TOUCH_NO_RELEASE; only with sem_needs.orders; TOUCH_FENCE_SC with .weak
} touch_mode;

// Flags. atomic: an atomic access, or made inside an atomic region: takes part in no data race;
// varies: made by a cas or trylock, which reads or writes by what it finds; alone: nobody else was live, so the step may
// hold many visible operations; region: made by a guard or inside an atomic region, so the same step may touch other
// places when it finds other values; apart: made by an instruction that is hidden, so that nothing races with it
// no_acquire, no_release: an atomic access, or a fence, that lacks this side of an ordering; rmw: the read and write of one atomic update;
// somewhere: at a place that depends on inputs; these only with sem_needs.orders; shared: of a region that orders nothing between it and others that are,
// only with sem_needs.weak
enum {
  TOUCH_ATOMIC = 1,
  TOUCH_VARIES = 2,
  TOUCH_ALONE = 4,
  TOUCH_REGION = 8,
  TOUCH_APART = 16,
  TOUCH_NO_ACQUIRE = 32,
  TOUCH_NO_RELEASE = 64,
  TOUCH_RMW = 128,
  TOUCH_SOMEWHERE = 256,
  TOUCH_FENCE_SC = 512,
  TOUCH_SHARED = 1024
};

typedef struct touch {
  touch_mode mode;
  uint32_t detail;
  uint32_t obj;           // object, or process / update number
  uint32_t flags;         // of accesses to memory
  uint64_t offset, size;  // bytes; a symbolic offset covers the whole object
} touch;

typedef VEC(touch) footprint;  // without duplicates, in order of first touch

void footprint_add(footprint *f, touch t);
// Must the order of two steps with these footprints be explored both ways? ([AVPE15], with rule d; ASSUME and CHECK
// depend on each other: a failing assumption ends the run for everybody and so can hide a failing check)
bool footprint_dependent(const footprint *a, const footprint *b, bool ieee_pending);

#endif
