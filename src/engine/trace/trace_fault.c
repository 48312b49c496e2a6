// What always holds of an execution as a partial order, looked at as a whole: for --check=3 and debug builds.
#include "engine/trace/trace.h"

static const uint32_t *clock_of(const trace *t, size_t event) { return &t->clocks.data[event * t->stride]; }

// What comes before something that comes before the event comes before the event.
static const char *clock_fault(const trace *t, uint32_t j) {
  const uint32_t *clock = clock_of(t, j);
  if (clock[t->events.data[j].proc] != j + 1) return "an event that is not the last one of its process up to there";
  for (uint32_t p = 0; p < t->stride; p++) {
    uint32_t last = clock[p] == j + 1 ? t->events.data[j].previous : clock[p];
    if (!last) continue;
    if (last > j) return "an event that comes before one that was earlier";
    if (t->events.data[last - 1].proc != p) return "a clock that counts events of another process";
    const uint32_t *before = clock_of(t, last - 1);
    for (uint32_t q = 0; q < t->stride; q++)
      if (before[q] > clock[q]) return "an order that is not transitive";
  }
  return NULL;
}

static const char *event_fault(const trace *t, uint32_t j) {
  const trace_event *e = &t->events.data[j];
  if (e->proc >= t->last.len) return "an event of an unknown process";
  if (e->previous > j || (e->previous && t->events.data[e->previous - 1].proc != e->proc))
    return "an event before that is none of the process";
  if (e->first_race + e->n_races > t->races.len || e->first_entry > t->entries.len) return "an event without its races";
  for (uint32_t i = 0; i < e->n_races; i++) {
    const trace_race *r = &t->races.data[e->first_race + i];
    if (r->second != j || r->first >= j) return "a race that is none of the event";
    if (t->events.data[r->first].proc == e->proc) return "a race within a process";
    if (!trace_before(t, r->first, j)) return "a race that brings no order";
  }
  return clock_fault(t, j);
}

static const char *entry_fault(const trace *t, uint32_t i) {
  const trace_entry *e = &t->entries.data[i];
  if (e->event >= t->events.len || e->cell >= t->cells.len) return "an access of no event, or in no cell";
  if (i && t->entries.data[i - 1].event > e->event) return "accesses that are not in the order of events";
  if (e->before > i || e->write_before > e->before) return "an access before that is later";
  if (e->before && t->entries.data[e->before - 1].cell != e->cell) return "an access before in another cell";
  if (e->write_before && !acc_writes(&t->entries.data[e->write_before - 1].a)) return "a write before that only reads";
  return NULL;
}

const char *trace_fault(const trace *t) {
  if (t->clocks.len != t->events.len * t->stride) return "events without clocks";
  const char *fault = NULL;
  for (uint32_t j = 0; j < t->events.len && !fault; j++) fault = event_fault(t, j);
  for (uint32_t i = 0; i < t->entries.len && !fault; i++) fault = entry_fault(t, i);
  for (size_t c = 0; c < t->cells.len && !fault; c++) {
    uint32_t last = t->cells.data[c];
    if (last > t->entries.len || (last && t->entries.data[last - 1].cell != c))
      fault = "a cell whose last access is elsewhere";
  }
  for (size_t p = 0; p < t->last.len && !fault; p++) {
    uint32_t last = t->last.data[p];
    if (last > t->events.len || (last && t->events.data[last - 1].proc != p))
      fault = "a process whose last event is another's";
  }
  return fault;
}
