// Canonical form of Mazurkiewicz traces: equal bytes iff two executions differ only in the order of independent events.
//
// An event is named by its process and by how many of that process came before. The form lists the processes with their
// events in order, and of each event the last one of every other process that comes before it and depends on it. These
// pairs determine all others: earlier events of a process come before later ones. Dependence is that of the execution
// itself (touches_own_dependent), so that every engine writes the same form whatever it reduces by.
#ifndef ENGINE_TRACE_CANON_H
#define ENGINE_TRACE_CANON_H

#include "base/str.h"
#include "engine/trace/touches.h"
#include "state/keyset.h"

typedef struct canon_event {
  proc_id proc;
  const touches *touched;
} canon_event;

// Scratch of the computation; `bytes` is the form that was made last. A zeroed one is empty.
typedef struct canon {
  VEC(uint8_t) bytes;
  VEC(uint32_t) index, last, by_proc, count, first;
} canon;

void canon_fini(canon *c);
void canon_make(canon *c, const canon_event *events, size_t n);
// The dependent pairs of an execution, if somebody has found them already: those before event j, ascending, stand at
// pairs[first[j]] .. pairs[first[j + 1] - 1].
typedef struct canon_pairs {
  const uint32_t *first, *pairs;
} canon_pairs;
// Appends the form of the events from..n-1 to `bytes`. Without pairs the touches are compared.
void canon_append(canon *c, const canon_event *events, size_t from, size_t n, const canon_pairs *pairs);
// Do two executions have a pair of events in common that depend on each other in both, in opposite orders? Complete executions
// of a separated program are equivalent iff there is none.
bool canon_swapped(const canon_event *u, size_t n, const canon_event *v, size_t m);
// "1: - 2.0 | 2: - -": per process its events, each with the events it comes behind, or "-".
void canon_print(const uint8_t *bytes, size_t len, strbuf *out);

#endif
