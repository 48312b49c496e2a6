#include "engine/trace/trace.h"

// Accesses of more than MAX_CELLS cells stand in one list of their object, which every access looks at.
enum { CELL_SHIFT = 3, MAX_CELLS = 4, FIRST_STRIDE = 8 };
#define WIDE_CELL 0xffffffffu

void trace_init(trace *t) { *t = (trace){.stride = FIRST_STRIDE}; }

void trace_clear(trace *t) {
  while (t->events.len) trace_pop(t);
}

void trace_fini(trace *t) {
  trace_clear(t);
  vec_free(&t->events);
  vec_free(&t->races);
  vec_free(&t->clocks);
  vec_free(&t->entries);
  vec_free(&t->cells);
  map64_fini(&t->cell_of);
  vec_free(&t->last);
  vec_free(&t->spawned_by);
  vec_free(&t->candidates);
  vec_free(&t->releases);
  vec_free(&t->everything);
}

static void know_process(trace *t, proc_id p) {
  while (t->last.len <= p) {
    vec_push(&t->last, 0u);
    vec_push(&t->spawned_by, 0u);
  }
  if (p < t->stride) return;
  uint32_t old = t->stride;
  while (t->stride <= p) t->stride *= 2;
  size_t n = t->events.len;
  vec_reserve(&t->clocks, (n + 1) * t->stride);
  for (size_t i = n; i-- > 0;) {
    uint32_t *to = &t->clocks.data[i * t->stride];
    memmove(to, &t->clocks.data[i * old], old * sizeof(uint32_t));
    memset(to + old, 0, (t->stride - old) * sizeof(uint32_t));
  }
  t->clocks.len = n * t->stride;
}

static void merge(trace *t, uint32_t *clock, uint32_t event) {
  const uint32_t *other = &t->clocks.data[(size_t)event * t->stride];
  for (uint32_t i = 0; i < t->stride; i++) clock[i] = clock[i] > other[i] ? clock[i] : other[i];
}

// --- cells --------------------------------------------------------------------------------------------------------------

static uint32_t cell(trace *t, uint32_t obj, uint32_t granule) {
  uint64_t key = (uint64_t)obj << 32 | granule, known;
  if (map64_get(&t->cell_of, key, &known)) return (uint32_t)known;
  vec_push(&t->cells, 0u);
  uint32_t id = (uint32_t)t->cells.len - 1;
  map64_put(&t->cell_of, key, id);
  return id;
}

static bool is_wide(const acc *a) { return ((a->hi - 1) >> CELL_SHIFT) - (a->lo >> CELL_SHIFT) >= MAX_CELLS; }

static void enter(trace *t, const acc *a, uint32_t event, uint32_t c) {
  uint32_t before = t->cells.data[c];
  uint32_t write_before = !before                                      ? 0
                          : acc_writes(&t->entries.data[before - 1].a) ? before
                                                                       : t->entries.data[before - 1].write_before;
  vec_push(&t->entries, ((trace_entry){*a, event, c, before, write_before}));
  t->cells.data[c] = (uint32_t)t->entries.len;
}

static void enter_access(trace *t, const acc *a, uint32_t event) {
  if (a->lo >= a->hi) return;
  if (is_wide(a)) {
    enter(t, a, event, cell(t, a->obj, WIDE_CELL));
    return;
  }
  for (uint32_t g = a->lo >> CELL_SHIFT; g <= (a->hi - 1) >> CELL_SHIFT; g++) enter(t, a, event, cell(t, a->obj, g));
}

// --- candidates -----------------------------------------------------------------------------------------------------------

// The candidate of the event and the kind, or NULL. Nearly always it is the one noted last of the event.
static trace_race *find_candidate(trace *t, uint32_t event, race_kind kind) {
  uint32_t noted = t->events.data[event].candidate;
  if (noted >= t->candidates.len || t->candidates.data[noted].first != event) return NULL;
  for (size_t i = noted + 1; i-- > 0;) {
    trace_race *r = &t->candidates.data[i];
    if (r->first == event && r->kind == kind) return r;
  }
  return NULL;
}

// Clocks only grow: what comes before already is no race later either, and brings no order that is not there.
static void candidate(trace *t, const uint32_t *clock, uint32_t event, race_kind kind, bool data) {
  if (clock[t->events.data[event].proc] > event) return;
  trace_race *r = find_candidate(t, event, kind);
  if (r) {
    r->data |= data;
    return;
  }
  t->events.data[event].candidate = (uint32_t)t->candidates.len;
  vec_push(&t->candidates, ((trace_race){.first = event, .kind = (uint8_t)kind, .data = data}));
}

static const trace_entry *entry(const trace *t, uint32_t number) {
  return number ? &t->entries.data[number - 1] : NULL;
}

static const trace_entry *last_write(const trace *t, uint32_t c) {
  const trace_entry *e = entry(t, t->cells.data[c]);
  return e && !acc_writes(&e->a) ? entry(t, e->write_before) : e;
}

// A guard may have held before any of the writes; the walk ends where the process itself comes after them.
static void collect_guard(trace *t, const acc *a, uint32_t c, const uint32_t *clock) {
  for (const trace_entry *e = last_write(t, c); e; e = entry(t, e->write_before)) {
    if (!acc_conflict(a, &e->a)) continue;
    if (clock[t->events.data[e->event].proc] > e->event) return;
    candidate(t, clock, e->event, RACE_AWAIT, false);
  }
}

static bool takes(const trace_entry *e) { return e && (e->a.kind == ACC_LOCK || e->a.kind == ACC_TRYLOCK); }

// A lock comes after the release, which cannot be otherwise, and races with the acquisition before. What released nothing
// (nobody held the mutex), a look at the free mutex and plain writes over it are races like others.
static void collect_lock(trace *t, const acc *a, uint32_t c, const uint32_t *clock) {
  for (const trace_entry *e = entry(t, t->cells.data[c]); e; e = entry(t, e->before)) {
    if (!acc_conflict(a, &e->a)) continue;
    const trace_entry *taken = takes(e) ? e : e->a.kind == ACC_UNLOCK ? entry(t, e->write_before) : NULL;
    if (takes(taken)) {
      if (taken != e) vec_push(&t->releases, e->event);
      candidate(t, clock, taken->event, RACE_LOCK, false);
      return;
    }
    // A look at a mutex that was held comes before the release in any case.
    if (!acc_writes(&e->a) && takes(entry(t, e->write_before))) continue;
    candidate(t, clock, e->event, RACE_ACCESS, !e->a.atomic);
    if (acc_writes(&e->a)) return;
  }
}

// Behind a write of all that is accessed everything else happens before that write.
static void collect_plain(trace *t, const acc *a, uint32_t c, const uint32_t *clock) {
  bool writes = acc_writes(a);
  const trace_entry *e = writes ? entry(t, t->cells.data[c]) : last_write(t, c);
  for (; e; e = entry(t, writes ? e->before : e->write_before)) {
    if (!acc_conflict(a, &e->a)) continue;
    candidate(t, clock, e->event, RACE_ACCESS, !(a->atomic && e->a.atomic));
    if (acc_writes(&e->a) && e->a.lo <= a->lo && e->a.hi >= a->hi) return;
  }
}

static void collect_in(trace *t, const acc *a, uint32_t c, const uint32_t *clock) {
  if (a->guard) {
    collect_guard(t, a, c, clock);
  } else if (a->kind == ACC_LOCK) {
    collect_lock(t, a, c, clock);
  } else {
    collect_plain(t, a, c, clock);
  }
}

static void collect(trace *t, const acc *a, const uint32_t *clock) {
  if (!acc_is_memory(a) || a->lo >= a->hi) return;
  collect_in(t, a, cell(t, a->obj, WIDE_CELL), clock);
  if (!is_wide(a)) {
    for (uint32_t g = a->lo >> CELL_SHIFT; g <= (a->hi - 1) >> CELL_SHIFT; g++) {
      collect_in(t, a, cell(t, a->obj, g), clock);
    }
    return;
  }
  // Wide accesses are few (initialisation, copies, symbolic offsets): they look at every cell of the object.
  for (size_t i = 0; i < t->cell_of.len; i++) {
    uint64_t key = t->cell_of.entries[i].key;
    if (key >> 32 == a->obj && (uint32_t)key != WIDE_CELL)
      collect_in(t, a, (uint32_t)t->cell_of.entries[i].value, clock);
  }
}

static void collect_everything(trace *t, const touches *touched, const uint32_t *clock) {
  size_t n = t->events.len;
  for (size_t i = 0; i < n && touched->everything; i++) candidate(t, clock, (uint32_t)i, RACE_ACCESS, false);
  for (size_t i = 0; i < t->everything.len; i++) candidate(t, clock, t->everything.data[i], RACE_ACCESS, false);
}

// Latest first. The lists are short.
static void sort_candidates(trace *t) {
  trace_race *c = t->candidates.data;
  for (size_t i = 1; i < t->candidates.len; i++) {
    trace_race x = c[i];
    size_t k = i;
    for (; k > 0 && c[k - 1].first < x.first; k--) c[k] = c[k - 1];
    c[k] = x;
  }
}

// --- events ---------------------------------------------------------------------------------------------------------------

static bool has_ended(const trace *t, proc_id p) {
  if (!t->last.data[p]) return false;
  const touches *last = t->events.data[t->last.data[p] - 1].touched;
  for (uint32_t i = 0; i < last->n; i++) {
    if (last->list[i].kind == ACC_END) return true;
  }
  return false;
}

static void keep_race(trace *t, trace_race r) {
  r.second = (uint32_t)t->events.len;
  vec_push(&t->races, r);
}

// The race with an acquisition, or with a write of a guard, is judged before the order is added that makes it
// irreversible the other way; the other races after it. `clock` holds what comes before without them.
static void find_races(trace *t, uint32_t *clock) {
  sort_candidates(t);
  for (size_t i = 0; i < t->candidates.len; i++) {
    trace_race r = t->candidates.data[i];
    if (r.kind != RACE_ACCESS && clock[t->events.data[r.first].proc] <= r.first) keep_race(t, r);
  }
  for (size_t i = 0; i < t->releases.len; i++) merge(t, clock, t->releases.data[i]);
  for (size_t i = 0; i < t->candidates.len; i++) {
    if (t->candidates.data[i].kind != RACE_ACCESS) merge(t, clock, t->candidates.data[i].first);
  }
  for (size_t i = 0; i < t->candidates.len; i++) {
    trace_race r = t->candidates.data[i];
    if (r.kind != RACE_ACCESS || clock[t->events.data[r.first].proc] > r.first) continue;
    keep_race(t, r);
    merge(t, clock, r.first);
  }
}

static void settle(trace *t, uint32_t *clock) {
  find_races(t, clock);
  vec_clear(&t->candidates);
  vec_clear(&t->releases);
}

// In the order in which the step made them: what a join or a release orders is only what comes behind it in the step.
static void collect_all(trace *t, uint32_t *clock, const touches *touched) {
  vec_clear(&t->candidates);
  vec_clear(&t->releases);
  for (uint32_t i = 0; i < touched->n; i++) {
    const acc *a = &touched->list[i];
    if (a->kind == ACC_JOIN || a->kind == ACC_LOCK) settle(t, clock);
    // A join that had to wait inside an atomic region has touched a process that goes on.
    if (a->kind == ACC_JOIN && has_ended(t, a->obj)) merge(t, clock, t->last.data[a->obj] - 1);
    if (a->kind == ACC_SPAWN) t->spawned_by.data[a->obj] = (uint32_t)t->events.len + 1;
    collect(t, a, clock);
  }
  collect_everything(t, touched, clock);
  settle(t, clock);
}

void trace_push(trace *t, proc_id p, touches *touched) {
  DCHECK(!t->candidates.len && !t->releases.len, "the races of the event before are settled");
  know_process(t, p);
  for (uint32_t i = 0; i < touched->n; i++) {
    if (!acc_is_memory(&touched->list[i])) know_process(t, touched->list[i].obj);
  }
  uint32_t j = (uint32_t)t->events.len;
  vec_reserve(&t->clocks, ((size_t)j + 1) * t->stride);
  uint32_t *clock = &t->clocks.data[(size_t)j * t->stride];
  memset(clock, 0, t->stride * sizeof(uint32_t));
  t->clocks.len = ((size_t)j + 1) * t->stride;
  uint32_t previous = t->last.data[p];
  if (previous) {
    merge(t, clock, previous - 1);
  } else if (t->spawned_by.data[p]) {
    merge(t, clock, t->spawned_by.data[p] - 1);
  }
  trace_event e = {.proc = p,
                   .touched = touches_ref(touched),
                   .previous = previous,
                   .first_entry = (uint32_t)t->entries.len,
                   .first_race = (uint32_t)t->races.len};
  collect_all(t, clock, touched);
  e.n_races = (uint32_t)t->races.len - e.first_race;
  for (uint32_t i = 0; i < touched->n; i++) {
    if (acc_is_memory(&touched->list[i])) enter_access(t, &touched->list[i], j);
  }
  if (touched->everything) vec_push(&t->everything, j);
  clock[p] = j + 1;
  t->last.data[p] = j + 1;
  vec_push(&t->events, e);
  CHECK_GROWN(j + 1, trace_fault(t));
}

void trace_pop(trace *t) {
  DCHECK(t->events.len, "no event is left");
  trace_event e = vec_pop(&t->events);
  while (t->entries.len > e.first_entry) {
    trace_entry x = vec_pop(&t->entries);
    t->cells.data[x.cell] = x.before;
  }
  for (uint32_t i = 0; i < e.touched->n; i++) {
    if (e.touched->list[i].kind == ACC_SPAWN) t->spawned_by.data[e.touched->list[i].obj] = 0;
  }
  if (e.touched->everything) t->everything.len--;
  t->races.len = e.first_race;
  t->last.data[e.proc] = e.previous;
  t->clocks.len = t->events.len * t->stride;
  touches_unref(e.touched);
}
