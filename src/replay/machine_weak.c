// Runs of a weak memory model: the steps come in an order in which each read lies behind the write it reads from, but what it finds there is not the last write. Who reads from whom is given; what
// is written is computed here, and whether the model allows all of it is judged when the run is over (axioms.h).
#include "replay/axioms.h"
#include "replay/machine_int.h"

enum { FIRST_HIDDEN = INT32_MAX };  // rank of hidden writes: they come behind all that were there

// What one write left at its place.
typedef struct weak_write {
  uint32_t step, event, rank;
  uint8_t *bytes;
  objref *origin;
  bool blank;  // no value: memory that was never written
  bool held;   // of a mutex
} weak_write;

typedef struct weak_spot {
  objref obj;
  uint64_t offset, size;  // 0 bytes: a mutex
  bool is_object;         // or what models keep of an object
  axioms_life life;       // of the object
  weak_write initial;
  VEC(weak_write) writes;  // in the order of execution
} weak_spot;

struct machine_weak {
  uint32_t step;  // number of the step that runs
  VEC(axioms_event) events;
  VEC(place) places;
  VEC(weak_spot) spots;
  uint32_t reading, writing;  // the access of the step that runs: event; its write; UINT32_MAX: none
  uint32_t earlier;           // the event of the step's own write if hidden ones came behind it; UINT32_MAX: none
  uint32_t hidden;            // writes that the analysis keeps apart, so far
  uint32_t region;            // the event of the region that runs; UINT32_MAX: none
  bool entered;               // the step has begun a region
  bool changed;               // the region has written
  bool shared;                // the region says so
  uint32_t relaxed;           // bits IR_RELAX_* of the region
  const char *wrong;          // the run is not the one that was announced
};

machine_weak *weak_begin(void) {
  machine_weak *w = MEM_NEW(machine_weak);
  w->step = UINT32_MAX;
  w->reading = w->writing = w->earlier = w->region = UINT32_MAX;
  return w;
}

static void drop_write(weak_write *w) {
  mem_free(w->bytes);
  mem_free(w->origin);
}

void weak_end(machine_weak *w) {
  if (!w) return;
  for (size_t i = 0; i < w->spots.len; i++) {
    weak_spot *s = &w->spots.data[i];
    for (size_t k = 0; k < s->writes.len; k++) drop_write(&s->writes.data[k]);
    drop_write(&s->initial);
    vec_free(&s->writes);
  }
  vec_free(&w->spots);
  vec_free(&w->events);
  vec_free(&w->places);
  mem_free(w);
}

static void wrong(machine *m, const char *why) {
  if (!m->weak->wrong) m->weak->wrong = why;
}

static bool is_idle(const machine *m) { return !m->weak || m->guessing || !m->running; }

// --- contents --------------------------------------------------------------------------------------------------------

static weak_write take_contents(machine *m, const weak_spot *s) {
  const object *o = memory_object(m, s->obj);
  weak_write w = {.bytes = MEM_NEW_N(uint8_t, s->size + 1), .origin = MEM_NEW_N(objref, s->size + 1)};
  if (!o) return w;
  w.blank = memory_is_indeterminate(o, s->offset, s->size);
  memcpy(w.bytes, o->bytes + s->offset, s->size);
  if (o->origin) memcpy(w.origin, o->origin + s->offset, s->size * sizeof *w.origin);
  return w;
}

static void put_contents(machine *m, const weak_spot *s, const weak_write *w) {
  object *o = memory_object(m, s->obj);
  if (!o || !s->size) return;
  bool pointers = false;
  for (uint64_t k = 0; k < s->size; k++) pointers |= w->origin[k] != OBJ_NONE;
  if (pointers) memory_make_origins(o);
  memcpy(o->bytes + s->offset, w->bytes, s->size);
  if (o->origin) memcpy(o->origin + s->offset, w->origin, s->size * sizeof *w->origin);
  if (o->has_value) memset(o->has_value + s->offset, !w->blank, s->size);
}

static const weak_write *newest(const weak_spot *s) {
  const weak_write *best = &s->initial;
  for (size_t k = 0; k < s->writes.len; k++)
    if (best == &s->initial || s->writes.data[k].rank > best->rank) best = &s->writes.data[k];
  return best;
}

static uint32_t spot_of(machine *m, cell at, uint64_t size) {
  machine_weak *w = m->weak;
  for (uint32_t i = 0; i < w->spots.len; i++) {
    const weak_spot *s = &w->spots.data[i];
    if (s->obj == at.obj && s->offset == at.bits && s->size == size && !s->is_object) return i;
    bool meets = s->obj == at.obj && s->size && size && s->offset < at.bits + size && at.bits < s->offset + s->size;
    if (meets) wrong(m, "accesses of different sizes to one place");
  }
  const object *o = memory_object(m, at.obj);
  axioms_life life = {.maker = o ? o->maker : 0, .made = o ? o->events_before : 0};
  vec_push(&w->spots, ((weak_spot){.obj = at.obj, .offset = at.bits, .size = size, .life = life}));
  weak_spot *s = &vec_last(&w->spots);
  s->initial = size ? take_contents(m, s) : (weak_write){0};
  return (uint32_t)w->spots.len - 1;
}

void weak_makes(const machine *m, object *o) {
  if (is_idle(m) || m->n_procs <= 1) return;
  o->maker = m->running;
  o->events_before = (uint32_t)m->weak->events.len;
}

void weak_kills(machine *m, objref r) {
  if (is_idle(m) || m->n_procs <= 1) return;
  for (size_t i = 0; i < m->weak->spots.len; i++) {
    weak_spot *s = &m->weak->spots.data[i];
    if (s->obj != r || s->life.ender) continue;
    s->life.ender = m->running;
    s->life.ended = (uint32_t)m->weak->events.len;
  }
}

// What models keep of the object at an address.
static uint32_t object_spot(machine *m, objref base, uint64_t offset) {
  machine_weak *w = m->weak;
  for (uint32_t i = 0; i < w->spots.len; i++)
    if (w->spots.data[i].is_object && w->spots.data[i].obj == base && w->spots.data[i].offset == offset) return i;
  vec_push(&w->spots, ((weak_spot){.obj = base, .offset = offset, .is_object = true}));
  return (uint32_t)w->spots.len - 1;
}

// --- events ----------------------------------------------------------------------------------------------------------

static uint32_t add(machine *m, axioms_event e, place at) {
  e.proc = m->running;
  vec_push(&m->weak->events, e);
  vec_push(&m->weak->places, at);
  return (uint32_t)m->weak->events.len - 1;
}

static const machine_link *link_of(const machine *m) {
  const machine_memory *given = m->options.memory;
  return m->weak->step < given->n ? &given->steps[m->weak->step] : NULL;
}

static const char *ordering_words(const axioms_event *e) {
  return !e->atomic                  ? "not atomic"
         : e->ordering == IR_RLX     ? "relaxed"
         : e->ordering == IR_ACQ     ? "acquire"
         : e->ordering == IR_REL     ? "release"
         : e->ordering == IR_ACQ_REL ? "acq_rel"
                                     : "seq_cst";
}

// A read of the running process that has found what the writer wrote behind `last`, if it synchronised too little.
static uint32_t loose_read(const machine *m, uint32_t last) {
  const machine_weak *w = m->weak;
  for (uint32_t r = (uint32_t)w->events.len; r-- > 0;) {
    const axioms_event *e = &w->events.data[r];
    bool reads = e->kind == AXIOMS_READ || e->kind == AXIOMS_UPDATE;
    if (!reads || e->proc != m->running || e->source == AXIOMS_INITIAL) continue;
    if (w->events.data[e->source].proc == w->events.data[last].proc && e->source > last) return r;
  }
  return UINT32_MAX;
}

static const char *place_text(machine *m, place at) {
  return arena_printf(m->mem, "%s:%u", at.file ? at.file : "?", at.line);
}

// The read finds something older than what others have written in the meantime.
static void tell_stale(machine *m, const weak_spot *s, const weak_write *found, const axioms_event *read) {
  machine_weak *w = m->weak;
  if (!s->writes.len || found == &vec_last(&s->writes)) return;
  const weak_write *last = &vec_last(&s->writes);
  const axioms_event *by = &w->events.data[last->event];
  const char *name = machine_variable_name(m, s->obj, s->offset), *writer = m->procs[by->proc].name;
  strbuf text = {0};
  sb_printf(&text, "reads an old value of `%s` (", name);
  if (found == &s->initial)
    sb_puts(&text, "the initial one");
  else
    sb_printf(&text, "%s wrote it at %s", m->procs[w->events.data[found->event].proc].name,
              place_text(m, w->places.data[found->event]));
  sb_printf(&text, ") although %s has written it at %s: ", writer, place_text(m, w->places.data[last->event]));
  uint32_t loose = loose_read(m, last->event);
  if (loose != UINT32_MAX) {
    uint32_t source = w->events.data[loose].source;
    sb_printf(&text,
              "what was read at %s, written by %s at %s, does not order that (the write is %s, the read %s; it needs "
              "release and acquire)",
              place_text(m, w->places.data[loose]), writer, place_text(m, w->places.data[source]),
              ordering_words(&w->events.data[source]), ordering_words(&w->events.data[loose]));
  } else {
    sb_printf(&text, "nothing orders the two (the write is %s, the read %s)", ordering_words(by), ordering_words(read));
  }
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = arena_strdup(m->mem, sb_text(&text))});
  sb_fini(&text);
}

// What the step reads from. NULL: that has not written there.
static const weak_write *find_write(const weak_spot *s, const machine_link *link) {
  if (link->reads_from == MACHINE_INITIAL) return &s->initial;
  for (size_t k = 0; k < s->writes.len; k++)
    if (s->writes.data[k].step == link->reads_from) return &s->writes.data[k];
  return NULL;
}

static void read_given(machine *m, const ir_instr *i, cell at, uint64_t size, const machine_link *link) {
  machine_weak *w = m->weak;
  uint32_t n = spot_of(m, at, size);
  const weak_spot *s = &w->spots.data[n];
  const weak_write *found = find_write(s, link);
  if (!found) {
    wrong(m, "a step reads from one that has not written there");
    return;
  }
  axioms_event e = {.kind = AXIOMS_READ,
                    .atomic = i->flags & IR_ATOMIC,
                    .ordering = i->ordering,
                    .spot = n,
                    .source = found == &s->initial ? AXIOMS_INITIAL : found->event};
  if (i->op == IR_CAS) e.ordering = i->failure;
  tell_stale(m, s, found, &e);
  put_contents(m, s, found);
  w->reading = add(m, e, machine_user_place(m, m->active, i->at));
}

// What the write e has left.
static void settle_write(machine *m, uint32_t e) {
  machine_weak *w = m->weak;
  weak_spot *s = &w->spots.data[w->events.data[e].spot];
  if (!memory_object(m, s->obj)) return;
  weak_write made = take_contents(m, s);
  made.step = w->step;
  made.event = e;
  made.rank = w->events.data[e].rank;
  vec_push(&s->writes, made);
}

static void hidden_write(machine *m, const ir_instr *i, cell at, uint64_t size) {
  machine_weak *w = m->weak;
  for (uint32_t n = 0; n < w->spots.len; n++) {
    const weak_spot *s = &w->spots.data[n];
    if (s->obj != at.obj || !s->size || s->offset >= at.bits + size || at.bits >= s->offset + s->size) continue;
    if (s->offset != at.bits || s->size != size) {
      wrong(m, "accesses of different sizes to one place");
      return;
    }
    if (w->writing != UINT32_MAX) {
      settle_write(m, w->writing);
      if (w->events.data[w->writing].rank < FIRST_HIDDEN) w->earlier = w->writing;
    }
    w->writing = add(m, (axioms_event){.kind = AXIOMS_WRITE, .spot = n, .rank = FIRST_HIDDEN + w->hidden++},
                     machine_user_place(m, m->active, i->at));
  }
}

// Regions of models: all that one touches is one place, with the order of one update; if it fails it is a relaxed read.
static void region_access(machine *m, const ir_instr *i, cell at, bool write, const machine_link *link) {
  machine_weak *w = m->weak;
  objref base;
  uint64_t offset;
  if (!memory_shadowed(m, at.obj, &base, &offset)) {
    // Its first word tells whether it is initialised.
    if (write) wrong(m, "a region that writes memory of the program");
    return;
  }
  uint32_t n = object_spot(m, base, offset - offset % 4);
  const weak_spot *s = &w->spots.data[n];
  if (w->region != UINT32_MAX && w->events.data[w->region].spot != n) wrong(m, "a region over several objects");
  w->changed |= write;
  if (w->region != UINT32_MAX) return;
  const weak_write *found = find_write(s, link);
  if (!found) {
    wrong(m, "a step reads from one that has not written there");
    return;
  }
  if (found != newest(s)) wrong(m, "a region that finds an old state");
  w->region = add(m,
                  (axioms_event){.kind = AXIOMS_UPDATE,
                                 .atomic = true,
                                 .lock = true,
                                 .spot = n,
                                 .source = found == &s->initial ? AXIOMS_INITIAL : found->event,
                                 .rank = link->rank},
                  machine_user_place(m, m->active, i->at));
}

static void region_ends(machine *m) {
  machine_weak *w = m->weak;
  axioms_event *e = &w->events.data[w->region];
  bool reads = w->relaxed & IR_RELAX_READS, writes = w->relaxed & IR_RELAX_WRITES;
  e->shared = w->shared;
  e->ordering = reads && writes ? IR_RLX : reads ? IR_REL : writes ? IR_ACQ : IR_ACQ_REL;
  if (reads && writes && !w->changed)
    e->kind = AXIOMS_READ;
  else
    vec_push(&w->spots.data[e->spot].writes, ((weak_write){.event = w->region, .rank = e->rank, .step = w->step}));
}

void weak_region_begins(machine *m) {
  if (m->weak) m->weak->entered = true;
}

void weak_relax(machine *m, const ir_instr *i) {
  if (is_idle(m) || !machine_read_operand(m, &i->args[0]).bits) return;
  if (i->sub == IR_RELAX_SHARED)
    m->weak->shared = true;
  else
    m->weak->relaxed |= i->sub ? i->sub : IR_RELAX_READS | IR_RELAX_WRITES;
}

bool weak_splits(const machine *m, const ir_instr *i) {
  return m->weak && m->n_procs > 1 && i->op == IR_UNLOCK && m->weak->entered && m->procs[m->running].atomic_depth;
}

// A part of a copy or fill counts without the padding behind it, which nobody else may access.
static uint64_t without_padding(machine *m, const ir_instr *i, cell at, uint64_t size, const machine_link *link) {
  bool block = i->op == IR_COPY || i->op == IR_FILL;
  if (!block || !link || !link->bytes || link->bytes >= size) return size;
  for (size_t k = 0; k < m->weak->spots.len; k++) {
    const weak_spot *s = &m->weak->spots.data[k];
    if (s->obj == at.obj && s->size && s->offset < at.bits + size && at.bits + link->bytes < s->offset + s->size)
      wrong(m, "accesses of different sizes to one place");
  }
  return link->bytes;
}

void weak_access(machine *m, const ir_instr *i, cell at, uint64_t size, bool write) {
  if (is_idle(m) || i->op == IR_FREE) return;  // the end of an object is judged by its life
  machine_weak *w = m->weak;
  const machine_link *link = link_of(m);
  if (i->flags & (IR_HIDDEN | (write ? IR_OWN_TO : IR_OWN_FROM))) {
    if (write) hidden_write(m, i, at, size);
    return;
  }
  if (m->procs[m->running].atomic_depth && link && link->access && m->n_procs > 1) {
    region_access(m, i, at, write, link);
    return;
  }
  if (m->procs[m->running].atomic_depth || !link || !link->access) {
    // Before there were others everything is as it ever was.
    if (m->n_procs > 1) wrong(m, "an access that the execution does not have");
    return;
  }
  size = without_padding(m, i, at, size, link);
  if (!write) {
    if (w->reading != UINT32_MAX)
      wrong(m, "a step with several accesses");
    else
      read_given(m, i, at, size, link);
  } else if (w->reading != UINT32_MAX && i->op != IR_COPY) {
    axioms_event *e = &w->events.data[w->reading];
    e->kind = AXIOMS_UPDATE;
    e->ordering = i->ordering;
    e->rank = link->rank;
    w->writing = w->reading;
  } else {
    axioms_event e = {.kind = AXIOMS_WRITE,
                      .atomic = i->flags & IR_ATOMIC,
                      .ordering = i->ordering,
                      .spot = spot_of(m, at, size),
                      .rank = link->rank};
    if (w->writing != UINT32_MAX) wrong(m, "a step with several accesses");
    w->writing = add(m, e, machine_user_place(m, m->active, i->at));
  }
}

void weak_fence(machine *m, const ir_instr *i) {
  if (!is_idle(m)) add(m, (axioms_event){.kind = AXIOMS_FENCE, .atomic = true, .ordering = i->ordering}, i->at);
}

static uint32_t mutex_spot(machine *m, cell of, bool was_held) {
  size_t known = m->weak->spots.len;
  uint32_t n = spot_of(m, of, 0);
  if (n == known) m->weak->spots.data[n].initial.held = was_held;
  return n;
}

// An attempt that finds the mutex held finds what some operation on it left, not always the last one. False: it is one that takes the mutex.
bool weak_attempt_fails(machine *m, cell of, bool held, place at) {
  if (is_idle(m) || m->n_procs <= 1) return held;
  const machine_link *link = link_of(m);
  uint32_t n = mutex_spot(m, of, held);
  const weak_spot *s = &m->weak->spots.data[n];
  if (!link || !link->access) {
    if (held) wrong(m, "a mutex is taken that is held");
    return false;
  }
  const weak_write *found = find_write(s, link);
  if (!found || !found->held) wrong(m, "an attempt fails though the mutex is free");
  if (!found) return true;
  axioms_event e = {.kind = AXIOMS_READ,
                    .atomic = true,
                    .lock = true,
                    .ordering = IR_RLX,
                    .spot = n,
                    .source = found == &s->initial ? AXIOMS_INITIAL : found->event};
  tell_stale(m, s, found, &e);
  add(m, e, at);
  return true;
}

// Mutexes are executed one after the other: each operation follows the one before.
void weak_mutex(machine *m, cell of, ir_ordering ordering, place at, bool was_held, bool held) {
  if (is_idle(m) || m->n_procs <= 1) return;
  uint32_t n = mutex_spot(m, of, was_held);
  weak_spot *s = &m->weak->spots.data[n];
  uint32_t before = s->writes.len ? vec_last(&s->writes).event : AXIOMS_INITIAL, rank = (uint32_t)s->writes.len + 1;
  uint32_t e = add(m,
                   (axioms_event){.kind = AXIOMS_UPDATE,
                                  .atomic = true,
                                  .lock = true,
                                  .ordering = ordering,
                                  .spot = n,
                                  .source = before,
                                  .rank = rank},
                   at);
  vec_push(&s->writes, ((weak_write){.event = e, .rank = rank, .step = m->weak->step, .held = held}));
}

void weak_process(machine *m, uint32_t other, weak_what what) {
  if (is_idle(m)) return;
  axioms_kind kind = what == WEAK_SPAWNS ? AXIOMS_SPAWN : what == WEAK_JOINS ? AXIOMS_JOIN : AXIOMS_END;
  add(m, (axioms_event){.kind = kind, .other = other}, PLACE_NONE);
}

void weak_step_begins(machine *m) {
  if (!m->weak) return;
  m->weak->step++;
  m->weak->reading = m->weak->writing = m->weak->earlier = m->weak->region = UINT32_MAX;
  m->weak->entered = m->weak->changed = m->weak->shared = false;
  m->weak->relaxed = 0;
}

// Memory shows the newest write again.
static void show_newest(machine *m, uint32_t e) {
  if (e == UINT32_MAX) return;
  const weak_spot *s = &m->weak->spots.data[m->weak->events.data[e].spot];
  put_contents(m, s, newest(s));
}

void weak_step_ends(machine *m) {
  machine_weak *w = m->weak;
  if (!w) return;
  if (w->region != UINT32_MAX) region_ends(m);
  if (w->writing != UINT32_MAX) settle_write(m, w->writing);
  show_newest(m, w->writing);
  show_newest(m, w->earlier);
  if (w->reading != w->writing) show_newest(m, w->reading);
}

const char *machine_judge_memory(const machine *m) {
  if (!m->weak) return NULL;
  if (m->weak->wrong) return m->weak->wrong;
  return axioms_violated(m->weak->events.data, (uint32_t)m->weak->events.len, m->options.memory->model);
}

bool machine_is_interleaving(const machine *m) {
  return !m->weak || !axioms_violated(m->weak->events.data, (uint32_t)m->weak->events.len, "sc");
}

static const char *order_missing(machine *m, uint32_t now, uint32_t before) {
  const machine_weak *w = m->weak;
  uint32_t running = m->running;
  m->running = w->events.data[now].proc;
  uint32_t loose = loose_read(m, before);
  m->running = running;
  if (loose == UINT32_MAX) return NULL;
  uint32_t source = w->events.data[loose].source;
  return arena_printf(
      m->mem, "the write at %s is %s and would have to release, the read of it at %s is %s and would have to acquire",
      place_text(m, w->places.data[source]), ordering_words(&w->events.data[source]),
      place_text(m, w->places.data[loose]), ordering_words(&w->events.data[loose]));
}

bool weak_race(const machine *m, machine_race_info *out) {
  const machine_weak *w = m->weak;
  machine *own = (machine *)(uintptr_t)m;  // names are made in its memory
  uint32_t pair[2];
  if (!axioms_race(w->events.data, (uint32_t)w->events.len, pair)) return false;
  for (int k = 0; k < 2; k++) {
    const axioms_event *e = &w->events.data[pair[k]];
    out->proc[k] = e->proc;
    out->at[k] = out->exact[k] = w->places.data[pair[k]];
    out->write[k] = e->kind != AXIOMS_READ;
  }
  const weak_spot *s = &w->spots.data[w->events.data[pair[0]].spot];
  out->variable = memory_object(own, s->obj) ? machine_variable_name(own, s->obj, s->offset) : "memory";
  out->missing = order_missing(own, pair[0], pair[1]);
  return true;
}

bool machine_outside(const machine *m, machine_race_info *out, bool *early) {
  if (!m->weak) return false;
  const machine_weak *w = m->weak;
  uint32_t found_at;
  axioms_life *each = MEM_NEW_N(axioms_life, w->spots.len + 1);
  for (size_t i = 0; i < w->spots.len; i++) each[i] = w->spots.data[i].life;
  bool found = axioms_outside(w->events.data, (uint32_t)w->events.len, each, &found_at, early);
  if (found) {
    const axioms_event *e = &w->events.data[found_at];
    const axioms_life *l = &each[e->spot];
    *out = (machine_race_info){.proc = {e->proc, *early ? l->maker : l->ender},
                               .at = {w->places.data[found_at]},
                               .write = {e->kind != AXIOMS_READ}};
  }
  mem_free(each);
  return found;
}
