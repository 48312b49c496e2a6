#include "engine/robust/monitor.h"

// --- rows ------------------------------------------------------------------------------------------------------------

static uint32_t wide_size(const monitor *m) { return WIDE_PARTS * m->n_spots + m->n_procs; }
static uint32_t wide_rows(const monitor *m) { return PROC_WIDE * m->n_procs + SPOT_WIDE * m->n_spots; }
static uint32_t narrow_rows(const monitor *m) { return PROC_NARROW * m->n_procs + SPOT_NARROW * m->n_spots; }

static uint32_t *wide(const monitor *m, uint32_t n) { return m->wide + (size_t)n * wide_size(m); }
static uint32_t *narrow(const monitor *m, uint32_t n) { return m->narrow + (size_t)n * m->n_spots; }

static uint32_t *of_proc(const monitor *m, proc_id p, int which) { return wide(m, PROC_WIDE * p + (uint32_t)which); }
static uint32_t *line(const monitor *m, proc_id p, int which) { return narrow(m, PROC_NARROW * p + (uint32_t)which); }
static uint32_t *of_spot(const monitor *m, uint32_t s, int which) {
  return wide(m, PROC_WIDE * m->n_procs + SPOT_WIDE * s + (uint32_t)which);
}
static uint32_t *spot_line(const monitor *m, uint32_t s, int which) {
  return narrow(m, PROC_NARROW * m->n_procs + SPOT_NARROW * s + (uint32_t)which);
}
static uint32_t *part(const monitor *m, uint32_t *row, int which) { return row + (size_t)which * m->n_spots; }
static uint32_t *clock_in(const monitor *m, uint32_t *row) { return row + (size_t)WIDE_PARTS * m->n_spots; }

static void merge(uint32_t *to, const uint32_t *from, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (from[i] > to[i]) to[i] = from[i];
}

static void join(const monitor *m, uint32_t *to, const uint32_t *from) { merge(to, from, wide_size(m)); }
static void join_line(const monitor *m, uint32_t *to, const uint32_t *from) { merge(to, from, m->n_spots); }
static void clear(uint32_t *row, uint32_t n) { memset(row, 0, n * sizeof *row); }

// --- monitors --------------------------------------------------------------------------------------------------------

monitor *monitor_new(void) { return MEM_NEW(monitor); }

#define COPY_ALL(to, from)                                                          \
  do {                                                                              \
    vec_reserve(&(to), (from).len);                                                 \
    if ((from).len) memcpy((to).data, (from).data, (from).len * sizeof *(to).data); \
    (to).len = (from).len;                                                          \
  } while (0)

static uint32_t *copy_words(const uint32_t *from, size_t n) {
  uint32_t *to = MEM_NEW_N(uint32_t, n + 1);
  if (n) memcpy(to, from, n * sizeof *to);
  return to;
}

monitor *monitor_copy(const monitor *m) {
  monitor *c = MEM_NEW(monitor);
  *c = (monitor){.n_spots = m->n_spots, .n_procs = m->n_procs};
  c->wide = copy_words(m->wide, (size_t)wide_rows(m) * wide_size(m));
  c->narrow = copy_words(m->narrow, (size_t)narrow_rows(m) * m->n_spots);
  c->spots = MEM_NEW_N(spot, m->n_spots + 1);
  for (uint32_t i = 0; i < m->n_spots; i++) {
    const spot *s = &m->spots[i];
    c->spots[i] = (spot){.known = s->known, .last_sc = s->last_sc, .maker = s->maker, .made = s->made};
    COPY_ALL(c->spots[i].segments, s->segments);
    COPY_ALL(c->spots[i].past, s->past);
  }
  COPY_ALL(c->births, m->births);
  return c;
}

static void drop_parts(monitor *m) {
  for (uint32_t i = 0; i < m->n_spots; i++) {
    vec_free(&m->spots[i].segments);
    vec_free(&m->spots[i].past);
  }
  mem_free(m->spots);
  mem_free(m->wide);
  mem_free(m->narrow);
}

void monitor_free(monitor *m) {
  if (!m) return;
  drop_parts(m);
  vec_free(&m->births);
  mem_free(m);
}

static void move_row(const monitor *m, uint32_t *from, const monitor *bigger, uint32_t *to) {
  for (int k = 0; k < WIDE_PARTS; k++)
    if (m->n_spots) memcpy(part(bigger, to, k), part(m, from, k), m->n_spots * sizeof *to);
  if (m->n_procs) memcpy(clock_in(bigger, to), clock_in(m, from), m->n_procs * sizeof *to);
}

static void move_line(const monitor *m, const uint32_t *from, uint32_t *to) {
  if (m->n_spots) memcpy(to, from, m->n_spots * sizeof *to);
}

void monitor_grow(monitor *m, uint32_t n_spots, uint32_t n_procs) {
  if (n_spots <= m->n_spots && n_procs <= m->n_procs) return;
  monitor b = {.n_spots = n_spots > m->n_spots ? n_spots : m->n_spots,
               .n_procs = n_procs > m->n_procs ? n_procs : m->n_procs};
  b.wide = MEM_NEW_N(uint32_t, (size_t)wide_rows(&b) * wide_size(&b) + 1);
  b.narrow = MEM_NEW_N(uint32_t, (size_t)narrow_rows(&b) * b.n_spots + 1);
  b.spots = MEM_NEW_N(spot, b.n_spots + 1);
  for (proc_id p = 0; p < m->n_procs; p++) {
    for (int k = 0; k < PROC_WIDE; k++) move_row(m, of_proc(m, p, k), &b, of_proc(&b, p, k));
    for (int k = 0; k < PROC_NARROW; k++) move_line(m, line(m, p, k), line(&b, p, k));
  }
  for (uint32_t s = 0; s < m->n_spots; s++) {
    for (int k = 0; k < SPOT_WIDE; k++) move_row(m, of_spot(m, s, k), &b, of_spot(&b, s, k));
    for (int k = 0; k < SPOT_NARROW; k++) move_line(m, spot_line(m, s, k), spot_line(&b, s, k));
    COPY_ALL(b.spots[s].segments, m->spots[s].segments);
    COPY_ALL(b.spots[s].past, m->spots[s].past);
    spot *to = &b.spots[s], *from = &m->spots[s];
    to->known = from->known;
    to->last_sc = from->last_sc;
    to->maker = from->maker;
    to->made = from->made;
  }
  drop_parts(m);
  memcpy(&b.births, &m->births, sizeof b.births);
  *m = b;
}

static void add_value(segment *s, bool told, value v) {
  for (uint8_t i = 0; i < s->n && told; i++)
    if (value_same(s->values[i], v)) return;
  if (told && s->n < SEGMENT_VALUES)
    s->values[s->n++] = v;
  else
    s->any = true;
}

static uint32_t time_of(const monitor *m, proc_id p) { return clock_in(m, of_proc(m, p, NOW))[p]; }

void monitor_birth(monitor *m, uint32_t obj, proc_id maker) {
  vec_push(&m->births, ((birth){obj, time_of(m, maker), maker}));
}

void monitor_death(monitor *m, uint32_t obj) {
  for (size_t i = m->births.len; i-- > 0;)
    if (m->births.data[i].obj == obj) m->births.data[i] = vec_pop(&m->births);
}

void monitor_meet(monitor *m, uint32_t n, bool told, value v, uint32_t obj) {
  spot *s = &m->spots[n];
  if (s->known) return;
  s->known = true;
  for (size_t i = 0; i < m->births.len; i++) {
    if (m->births.data[i].obj != obj) continue;
    s->maker = m->births.data[i].maker;
    s->made = m->births.data[i].made;
  }
  segment first = {0};
  add_value(&first, told, v);
  vec_push(&s->segments, first);
}

bool monitor_stale(const monitor *m, proc_id p, uint32_t n, bool sc, uint32_t *from, uint32_t *to) {
  if (p >= m->n_procs || n >= m->n_spots || !m->spots[n].known) return false;
  *to = line(m, p, BEFORE)[n];
  *from = part(m, of_proc(m, p, NOW), SEES)[n];
  uint32_t ordered = line(m, p, SC_BEFORE)[n];
  if (sc && ordered > *from) *from = ordered;
  return *from < *to;
}

// --- races -----------------------------------------------------------------------------------------------------------

static uint32_t past_of(const spot *s, proc_id p, int kind) {
  size_t i = (size_t)p * PAST_KINDS + (size_t)kind;
  return i < s->past.len ? s->past.data[i] : 0;
}

static void note(spot *s, proc_id p, past_kind kind, uint32_t time) {
  size_t i = (size_t)p * PAST_KINDS + (size_t)kind;
  while (s->past.len <= i) vec_push(&s->past, 0u);
  s->past.data[i] = time;
}

static uint32_t misses(const monitor *m, proc_id p, const spot *s, bool writes, bool atomic) {
  const uint32_t *knows = clock_in(m, of_proc(m, p, NOW));
  uint32_t found = s->maker && s->maker != p && knows[s->maker] <= s->made ? MONITOR_EARLY : 0;
  for (proc_id q = 0; q < m->n_procs; q++) {
    for (int k = 0; k < PAST_KINDS && q != p; k++) {
      bool conflict = (writes || k == PAST_WRITE || k == PAST_ATOMIC_WRITE) && !(atomic && k >= PAST_ATOMIC_READ);
      if (conflict && past_of(s, q, k) > knows[q]) found |= MONITOR_RACE;
    }
  }
  return found;
}

bool monitor_end(monitor *m, proc_id p, uint32_t n) {
  spot *s = &m->spots[n];
  if (!s->known) return true;
  const uint32_t *knows = clock_in(m, of_proc(m, p, NOW));
  bool ordered = true;
  for (proc_id q = 0; q < m->n_procs; q++)
    for (int k = 0; k < PAST_KINDS && q != p; k++) ordered &= past_of(s, q, k) <= knows[q];
  for (uint32_t r = 0; r < wide_rows(m); r++)
    for (int k = 0; k < WIDE_PARTS; k++) part(m, wide(m, r), k)[n] = 0;
  for (uint32_t r = 0; r < narrow_rows(m); r++) narrow(m, r)[n] = 0;
  for (int k = 0; k < SPOT_WIDE; k++) clear(of_spot(m, n, k), wide_size(m));
  for (int k = 0; k < SPOT_NARROW; k++) clear(spot_line(m, n, k), m->n_spots);
  vec_free(&s->segments);
  vec_free(&s->past);
  *s = (spot){0};
  return ordered;
}

// --- events ----------------------------------------------------------------------------------------------------------

static bool acquires(ir_ordering o) { return o == IR_ACQ || o == IR_ACQ_REL || o == IR_SC; }
static bool releases(ir_ordering o) { return o == IR_REL || o == IR_ACQ_REL || o == IR_SC; }

void monitor_tick(monitor *m, proc_id p) { clock_in(m, of_proc(m, p, NOW))[p]++; }

void monitor_fence(monitor *m, proc_id p, ir_ordering order) {
  uint32_t *now = of_proc(m, p, NOW);
  if (acquires(order)) join(m, now, of_proc(m, p, ACQUIRED));
  if (order == IR_SC) {
    join_line(m, part(m, now, SEES), part(m, now, PENDING));
    join_line(m, part(m, now, FENCED), part(m, now, SEES));
  }
  if (releases(order)) join(m, of_proc(m, p, RELEASED), now);
}

void monitor_spawn(monitor *m, proc_id p, proc_id child) {
  join(m, of_proc(m, child, NOW), of_proc(m, p, NOW));
  join_line(m, line(m, child, BEFORE), line(m, p, BEFORE));
}

void monitor_join(monitor *m, proc_id p, proc_id ended) {
  join(m, of_proc(m, p, NOW), of_proc(m, ended, NOW));
  for (int k = 0; k < PROC_NARROW; k++) join_line(m, line(m, p, k), line(m, ended, k));
}

void monitor_order(monitor *m, proc_id p, uint32_t n, bool ends) {
  monitor_meet(m, n, false, (value){0}, 0);
  if (ends)
    join_line(m, spot_line(m, n, WRITERS), line(m, p, BEFORE));
  else
    join_line(m, line(m, p, BEFORE), spot_line(m, n, WRITERS));
}

// What comes before p now, because of the place it accesses.
static void come_behind(monitor *m, proc_id p, const mon_access *a) {
  uint32_t *now = of_proc(m, p, NOW), n = a->spot;
  bool sc = a->atomic && !a->lock && a->order == IR_SC;
  join_line(m, line(m, p, BEFORE), spot_line(m, n, WRITERS));
  join_line(m, part(m, now, PENDING), spot_line(m, n, W_FENCED));
  if ((sc && (a->writes || m->spots[n].last_sc)) || (a->lock && acquires(a->order)))
    join_line(m, line(m, p, SC_BEFORE), spot_line(m, n, W_SC));
  if (a->writes) {
    join_line(m, line(m, p, BEFORE), spot_line(m, n, READERS));
    join_line(m, part(m, now, PENDING), spot_line(m, n, R_FENCED));
    if (sc) join_line(m, line(m, p, SC_BEFORE), spot_line(m, n, R_SC));
  }
}

static void acquire(monitor *m, proc_id p, const mon_access *a) {
  const uint32_t *message = of_spot(m, a->spot, MESSAGE);
  if (!a->atomic) return;
  if (acquires(a->order)) {
    join(m, of_proc(m, p, NOW), message);
    if (a->lock && !a->shared) join(m, of_proc(m, p, NOW), of_spot(m, a->spot, APART_MESSAGE));
  } else if (!a->lock) {
    join(m, of_proc(m, p, ACQUIRED), message);
  }
}

static void release(monitor *m, proc_id p, const mon_access *a) {
  uint32_t *message = of_spot(m, a->spot, MESSAGE);
  bool goes_on = a->reads && a->atomic;  // release sequences of C++20: updates alone
  if (!goes_on) clear(message, wide_size(m));
  if (!a->atomic) return;
  if (releases(a->order))
    join(m, a->lock && a->shared ? of_spot(m, a->spot, APART_MESSAGE) : message, of_proc(m, p, NOW));
  else if (!a->lock)
    join(m, message, of_proc(m, p, RELEASED));
}

static void write(monitor *m, proc_id p, const mon_access *a) {
  uint32_t n = a->spot, *now = of_proc(m, p, NOW), *before = line(m, p, BEFORE);
  spot *s = &m->spots[n];
  bool sc = a->atomic && !a->lock && a->order == IR_SC;
  segment made = {0};
  add_value(&made, a->told, a->v);
  vec_last(&s->segments).free |= !(a->reads && a->atomic);
  vec_push(&s->segments, made);
  uint32_t number = (uint32_t)s->segments.len - 1;
  before[n] = part(m, now, SEES)[n] = number;
  if (sc) line(m, p, SC_BEFORE)[n] = number;
  join_line(m, spot_line(m, n, WRITERS), before);
  clear(spot_line(m, n, READERS), m->n_spots);
  join_line(m, spot_line(m, n, W_FENCED), spot_line(m, n, R_FENCED));
  join_line(m, spot_line(m, n, W_FENCED), part(m, now, FENCED));
  clear(spot_line(m, n, R_FENCED), m->n_spots);
  if (sc) clear(spot_line(m, n, R_SC), m->n_spots);
  if (sc || (a->lock && releases(a->order))) join_line(m, spot_line(m, n, W_SC), line(m, p, SC_BEFORE));
  s->last_sc = sc;
  release(m, p, a);
}

static void read(monitor *m, proc_id p, const mon_access *a) {
  uint32_t n = a->spot;
  join_line(m, spot_line(m, n, READERS), line(m, p, BEFORE));
  join_line(m, spot_line(m, n, R_FENCED), part(m, of_proc(m, p, NOW), FENCED));
  if (a->atomic && !a->lock && a->order == IR_SC) join_line(m, spot_line(m, n, R_SC), line(m, p, SC_BEFORE));
}

uint32_t monitor_access(monitor *m, proc_id p, const mon_access *a) {
  spot *s = &m->spots[a->spot];
  uint32_t *now = of_proc(m, p, NOW);
  come_behind(m, p, a);
  if (a->reads) {
    acquire(m, p, a);
    part(m, now, SEES)[a->spot] = (uint32_t)s->segments.len - 1;
  }
  uint32_t found = a->hidden ? 0 : misses(m, p, s, a->writes, a->atomic);
  past_kind kind = a->writes ? (a->atomic ? PAST_ATOMIC_WRITE : PAST_WRITE) : a->atomic ? PAST_ATOMIC_READ : PAST_READ;
  if (!a->hidden && a->noted) note(s, p, kind, time_of(m, p));
  if (a->writes)
    write(m, p, a);
  else
    read(m, p, a);
  return found;
}

void monitor_forget(monitor *m, const proc_vec *live) {
  for (uint32_t n = 0; n < m->n_spots; n++) {
    spot *s = &m->spots[n];
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < live->len; i++) {
      uint32_t sees = live->data[i] < m->n_procs ? part(m, of_proc(m, live->data[i], NOW), SEES)[n] : 0;
      if (sees < least) least = sees;
    }
    for (size_t i = 0; i < s->segments.len && i < least; i++) s->segments.data[i] = (segment){0};
  }
  for (proc_id p = 0; p < m->n_procs; p++) {
    bool lives = false;
    for (size_t i = 0; i < live->len; i++) lives |= live->data[i] == p;
    if (lives) continue;
    clear(of_proc(m, p, ACQUIRED), wide_size(m));
    clear(of_proc(m, p, RELEASED), wide_size(m));
  }
}

// --- keys ------------------------------------------------------------------------------------------------------------

typedef VEC(uint32_t) number_vec;

static void merge_segments(segment *to, const segment *from) {
  for (uint8_t i = 0; i < from->n; i++) add_value(to, true, from->values[i]);
  to->any |= from->any;
  to->free |= from->free;
}

static void each_view(monitor *m, uint32_t n, void (*each)(number_vec *arg, uint32_t *x), number_vec *arg) {
  for (uint32_t r = 0; r < wide_rows(m); r++)
    for (int k = 0; k < WIDE_PARTS; k++) each(arg, &part(m, wide(m, r), k)[n]);
  for (uint32_t r = 0; r < narrow_rows(m); r++) each(arg, &narrow(m, r)[n]);
}

static void mark(number_vec *used, uint32_t *x) { used->data[*x] = 1; }
static void name_anew(number_vec *names, uint32_t *x) { *x = names->data[*x]; }

// A segment that no view names becomes part of the one before; the first one remains.
static void shrink_spot(monitor *m, uint32_t n, number_vec *names) {
  spot *s = &m->spots[n];
  vec_clear(names);
  for (size_t i = 0; i < s->segments.len; i++) vec_push(names, 0u);
  each_view(m, n, mark, names);
  size_t kept = 0;
  for (size_t i = 0; i < s->segments.len; i++) {
    segment x = s->segments.data[i];
    if (i && !names->data[i])
      merge_segments(&s->segments.data[kept - 1], &x);
    else
      s->segments.data[kept++] = x;
    names->data[i] = (uint32_t)kept - 1;
  }
  if (kept == s->segments.len) return;
  s->segments.len = kept;
  each_view(m, n, name_anew, names);
}

static uint32_t rank(const number_vec *times, uint32_t t) {
  uint32_t r = 0;
  while (r < times->len && times->data[r] <= t) r++;
  return r;
}

static void add_time(number_vec *times, uint32_t t) {
  size_t i = times->len;
  while (i && times->data[i - 1] > t) i--;
  if (!t || (i && times->data[i - 1] == t)) return;
  vec_push(times, 0u);
  memmove(times->data + i + 1, times->data + i, (times->len - 1 - i) * sizeof *times->data);
  times->data[i] = t;
}

// Of the time of p only its order to what is remembered of p matters. Who made an object is known to whom knows a later time.
static void shrink_time(monitor *m, proc_id p, number_vec *times) {
  vec_clear(times);
  for (uint32_t n = 0; n < m->n_spots; n++) {
    spot *s = &m->spots[n];
    for (int k = 0; k < PAST_KINDS; k++) add_time(times, past_of(s, p, k));
    if (s->maker == p && s->known) add_time(times, s->made + 1);
  }
  for (size_t i = 0; i < m->births.len; i++)
    if (m->births.data[i].maker == p) add_time(times, m->births.data[i].made + 1);
  for (size_t i = 0; i < m->births.len; i++)
    if (m->births.data[i].maker == p) m->births.data[i].made = rank(times, m->births.data[i].made + 1) - 1;
  for (uint32_t n = 0; n < m->n_spots; n++) {
    spot *s = &m->spots[n];
    for (int k = 0; k < PAST_KINDS; k++)
      if (past_of(s, p, k)) note(s, p, (past_kind)k, rank(times, past_of(s, p, k)));
    if (s->maker == p && s->known) s->made = rank(times, s->made + 1) - 1;
  }
  for (uint32_t r = 0; r < wide_rows(m); r++) {
    uint32_t *at = &clock_in(m, wide(m, r))[p];
    *at = rank(times, *at);
  }
}

static void put(byte_vec *out, uint64_t x) {
  for (; x >= 128; x >>= 7) vec_push(out, (uint8_t)(x | 128));
  vec_push(out, (uint8_t)x);
}

static void put_spot(const spot *s, uint32_t n_procs, byte_vec *out) {
  put(out, s->known | s->last_sc << 1);
  if (!s->known) return;
  put(out, s->maker);
  put(out, s->made);
  put(out, s->segments.len);
  for (size_t i = 0; i < s->segments.len; i++) {
    const segment *x = &s->segments.data[i];
    put(out, x->n | x->any << 6 | x->free << 7);
    for (uint8_t k = 0; k < x->n; k++) {
      put(out, x->values[k].bits);
      put(out, x->values[k].obj);
    }
  }
  for (proc_id p = 0; p < n_procs; p++)
    for (int k = 0; k < PAST_KINDS; k++) put(out, past_of(s, p, k));
}

// Values in the order of their words, so that who came first does not matter.
static void sort_values(segment *s) {
  for (uint8_t i = 1; i < s->n; i++) {
    for (uint8_t k = i; k > 0; k--) {
      value *a = &s->values[k - 1], *b = &s->values[k];
      if (a->obj < b->obj || (a->obj == b->obj && a->bits <= b->bits)) break;
      value t = *a;
      *a = *b;
      *b = t;
    }
  }
}

// What was read for a later acquire fence contains what is known now anyway.
static void shrink(monitor *m) {
  number_vec names = {0};
  for (proc_id p = 0; p < m->n_procs; p++) join(m, of_proc(m, p, ACQUIRED), of_proc(m, p, NOW));
  for (uint32_t n = 0; n < m->n_spots; n++) {
    if (!m->spots[n].known) continue;
    shrink_spot(m, n, &names);
    for (size_t i = 0; i < m->spots[n].segments.len; i++) sort_values(&m->spots[n].segments.data[i]);
  }
  for (proc_id p = 1; p < m->n_procs; p++) shrink_time(m, p, &names);
  vec_free(&names);
}

void monitor_key(monitor *m, byte_vec *out) {
  shrink(m);
  put(out, m->n_procs);
  put(out, m->n_spots);
  put(out, m->births.len);
  for (size_t i = 0; i < m->births.len; i++) {
    put(out, m->births.data[i].obj);
    put(out, m->births.data[i].maker);
    put(out, m->births.data[i].made);
  }
  for (uint32_t n = 0; n < m->n_spots; n++) put_spot(&m->spots[n], m->n_procs, out);
  for (uint32_t r = 0; r < narrow_rows(m); r++)
    for (uint32_t n = 0; n < m->n_spots; n++) put(out, narrow(m, r)[n]);
  for (uint32_t r = 0; r < wide_rows(m); r++) {
    for (int k = 0; k < WIDE_PARTS; k++)
      for (uint32_t n = 0; n < m->n_spots; n++) put(out, part(m, wide(m, r), k)[n]);
    for (proc_id p = 0; p < m->n_procs; p++) put(out, clock_in(m, wide(m, r))[p]);
  }
}
