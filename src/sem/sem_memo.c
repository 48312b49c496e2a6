// Steps that are remembered: what a step of a process does depends on few parts of the state, and the same parts meet again and
// again in other states.
//
// A step is looked up by the numbers that an exact store (state/store.h) has given to what it reads: the kernel's record, the
// pending record, the directory of objects and the time, then the process, its stack and its record, then the other roots in the
// order in which the step reads them. Which root comes next is a function of what was read before, so the steps are a trie: a node
// says which root to look at, an edge is the number found there. A leaf is an effect: the parts that the step has put in place of
// others. To replay a step is to exchange these parts.
//
// Why that is the step itself:
//  - Equal numbers of one exact store are equal contents, but for what the key leaves out. Of this a step reads the marks of freed
//    and kept objects (the effect is replayed only where they are the same), absolute times (the time is part of the
//    look-up), and how many objects were found to have lost their padding (all is forgotten when there are more).
//  - What a step reads beside the fixed parts it reads by memo_reads, and what looks at the whole state says so (memo_reads_all).
//    Names of objects and processes come from tables of the world that only grow: a name once given to a place stays.
//  - Only complete steps with one successor are kept, without terms in what they read and write, which neither draw an input nor
//    add to the path condition nor change the shape of the state. So the path condition and the inputs, which differ between states of
//    equal keys, stay those of the state that steps.
//  - Parts with several owners are never written: what an effect holds stays as it was.
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "sem/sem_impl.h"

enum {
  NODE_ROOT = 1,
  NODE_PARTS,       // edges of NODE_PARTS + kind: parts by their number
  LEAF = 1u << 31,  // of `next`: number of an effect
  FIXED = 7,
  COMMON = 4,            // edges that every step begins with; of them, those that all processes of a state have
  PERIOD = 1 << 12,      // look-ups after which it is asked whether remembering pays
  MOST_BYTES = 64 << 20  // then all is forgotten
};
#define UNKNOWN UINT32_MAX

typedef enum part_kind {
  PART_CHUNK,
  PART_FRAME,
  PART_RECORD,
  PART_OBJECTS,
  PART_KERN,
  PART_PENDING,
  PART_KINDS
} part_kind;

typedef struct edge {
  uint32_t from, key, to;
} edge;  // to = 0: free
typedef struct held {
  void *part;
  uint32_t key;
  part_kind kind;
} held;
typedef struct effect {
  uint32_t first, n, instructions;
  const dir *objects;
} effect;  // objects: before the step, owned

struct memo {
  uint16_t owner;  // the store that numbers
  bool off;        // too few steps came again
  uint64_t lookups, hits, bytes;
  size_t padding;  // objects with lost padding
  edge *edges;
  uint32_t n_slots, n_edges;
  VEC(uint32_t) next;  // by node
  VEC(held) parts;     // [0]: none
  VEC(state_change) changes;
  VEC(effect) effects;
  struct {
    uint32_t keys[COMMON], node;
  } prefix;  // of the last look-up; node 0: none
  // The step that runs, and then the one whose parts have no numbers yet.
  bool missed, running, waiting;
  state *before;
  uint32_t fixed[FIXED];
  VEC(uint32_t) keys;  // of the roots read
  uint64_t instructions;
  VEC(held) after;  // what stands there after the step: `key` says where
  const dir *objects;
};

// --- edges -----------------------------------------------------------------------------------------------------------

static uint32_t slot_of(const memo *x, uint32_t from, uint32_t key) {
  uint64_t h = ((uint64_t)from << 32 | key) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(h >> 32) & (x->n_slots - 1);
}

static inline edge *find_edge(const memo *x, uint32_t from, uint32_t key) {
  uint32_t i = slot_of(x, from, key);
  while (x->edges[i].to && (x->edges[i].from != from || x->edges[i].key != key)) i = (i + 1) & (x->n_slots - 1);
  return &x->edges[i];
}

static void grow_edges(memo *x) {
  edge *old = x->edges;
  uint32_t n = x->n_slots;
  x->n_slots = n * 2;
  x->edges = MEM_NEW_N(edge, x->n_slots);
  for (uint32_t i = 0; i < n; i++)
    if (old[i].to) *find_edge(x, old[i].from, old[i].key) = old[i];
  x->bytes += n * sizeof(edge);
  mem_free(old);
}

static void put_edge(memo *x, uint32_t from, uint32_t key, uint32_t to) {
  *find_edge(x, from, key) = (edge){from, key, to};
  if (++x->n_edges > x->n_slots / 2) grow_edges(x);
}

// The node behind an edge, made if need be.
static uint32_t node_behind(memo *x, uint32_t from, uint32_t key) {
  uint32_t to = find_edge(x, from, key)->to;
  if (to) return to;
  to = (uint32_t)x->next.len;
  vec_push(&x->next, 0);
  x->bytes += sizeof(uint32_t);
  put_edge(x, from, key, to);
  return to;
}

// --- parts -----------------------------------------------------------------------------------------------------------

static void drop_part(void *part, part_kind kind) {
  if (kind == PART_CHUNK)
    chunk_unref(part);
  else if (kind == PART_FRAME)
    frame_unref(part);
  else if (kind == PART_OBJECTS)
    dir_unref(part);
  else
    part_unref(part);
}

static part_kind kind_of(const state *s, uint32_t where) {
  if (where >= STATE_OBJECTS) return PART_OBJECTS + (where - STATE_OBJECTS);
  return where < s->shape->n_mem ? PART_CHUNK : where < wait_root(s, 1) ? PART_FRAME : PART_RECORD;
}

static void *part_at(const state *s, uint32_t where) {
  switch (where) {
  case STATE_KERN: return s->k;
  case STATE_PENDING: return s->pending;
  case STATE_OBJECTS: return s->objects;
  default: return s->root[where];
  }
}

// The marks that no key contains.
static bool same_marks(const dir *a, const dir *b) {
  if (a == b) return true;
  if (!a || !b || a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    const dir_leaf *p = a->leaf[i], *q = b->leaf[i];
    if (p == q) continue;
    if (!p || !q || p->dead != q->dead || p->kept != q->kept) return false;
  }
  return true;
}

static bool is_empty(const dir *d) {
  for (uint32_t i = 0; i < d->n; i++)
    for (uint32_t k = 0; d->leaf[i] && k < DIR_LEAF; k++)
      if (d->leaf[i]->obj[k]) return false;
  return true;
}

static uint32_t odd_number(const void *part, part_kind kind) {
  if (!part || (kind == PART_PENDING && ((const pend *)part)->n == 0)) return 0;
  return kind == PART_OBJECTS && !((const cow *)part)->key && is_empty(part) ? 0 : UNKNOWN;
}

// The number of a part, or UNKNOWN: it has none, or contains terms. Nothing, and what stores treat as nothing, is 0.
static inline uint32_t number_of(const memo *x, const void *part, part_kind kind) {
  const cow *c = part;
  bool known = c && c->key && c->owner == x->owner && !(c->key & KEY_SYMBOLIC);
  return LIKELY(known) ? c->key : odd_number(part, kind);
}

static inline uint32_t root_number(const state *s, uint32_t root) {
  if (!s->root[root]) return 0;
  uint32_t key = s->nodes[root].key;
  return key && !(key & KEY_SYMBOLIC) ? key : UNKNOWN;
}

static size_t size_of(const void *part, part_kind kind) {
  const cow *c = part;
  if (!part || c->pool) return part ? c->pool * 16u : 0;
  if (kind == PART_CHUNK) return sizeof(chunk) + ((const chunk *)part)->n * sizeof(value);
  return kind == PART_FRAME ? sizeof(frame) + ((const frame *)part)->n_regs * sizeof(value) : sizeof(dir);
}

static bool interchangeable(const held *a, const void *part) {
  if (a->kind == PART_CHUNK) return ((const chunk *)a->part)->odd == ((const chunk *)part)->odd;
  if (a->kind == PART_OBJECTS) return same_marks(a->part, part);
  // What the key leaves out for reports, and times.
  return a->kind == PART_FRAME;
}

// The index of a part; takes the reference. Equal ones become one.
static uint32_t hold(memo *x, void *part, part_kind kind, uint32_t key) {
  if (!part) return 0;
  const edge *e = find_edge(x, NODE_PARTS + kind, key);
  if (e->to && interchangeable(&x->parts.data[e->to], part)) {
    drop_part(part, kind);
    return e->to;
  }
  uint32_t index = (uint32_t)x->parts.len;
  vec_push(&x->parts, ((held){part, key, kind}));
  x->bytes += sizeof(held) + size_of(part, kind);
  if (!e->to) put_edge(x, NODE_PARTS + kind, key, index);
  return index;
}

// --- begin and end ---------------------------------------------------------------------------------------------------

static void drop_waiting(memo *x) {
  for (size_t i = 0; i < x->after.len; i++) drop_part(x->after.data[i].part, x->after.data[i].kind);
  vec_clear(&x->after);
  dir_unref((dir *)x->objects);
  x->objects = NULL;
  x->waiting = false;
}

static void forget(memo *x) {
  for (size_t i = 1; i < x->parts.len; i++) drop_part(x->parts.data[i].part, x->parts.data[i].kind);
  for (size_t i = 0; i < x->effects.len; i++) dir_unref((dir *)x->effects.data[i].objects);
  mem_free(x->edges);
  vec_free(&x->parts);
  vec_free(&x->changes);
  vec_free(&x->effects);
  vec_free(&x->next);
  x->edges = NULL;
  x->n_slots = x->n_edges = 0;
  x->bytes = 0;
  x->prefix.node = 0;
}

static void start_anew(memo *x) {
  drop_waiting(x);
  forget(x);
  x->n_slots = 1024;
  x->edges = MEM_NEW_N(edge, x->n_slots);
  for (uint32_t i = 0; i < NODE_PARTS + PART_KINDS; i++) vec_push(&x->next, 0);
  vec_push(&x->parts, (held){0});
  vec_push(&x->effects, (effect){0});
  x->bytes = x->n_slots * sizeof(edge);
}

void sem_remember_steps(sem *base) {
  world *m = (world *)base;
  if (m->memo || m->views || base->inner) return;  // a wrapper makes steps from states that are in no store
  m->memo = MEM_NEW(memo);
  start_anew(m->memo);
}

size_t sem_remembered_bytes(const sem *base) {
  const memo *x = ((const world *)base)->memo;
  return x ? x->bytes : 0;
}

void sem_forget_steps(sem *base) {
  world *m = (world *)base;
  memo_free(m->memo);
  m->memo = NULL;
}

void memo_free(memo *x) {
  if (!x) return;
  drop_waiting(x);
  forget(x);
  vec_free(&x->keys);
  vec_free(&x->after);
  mem_free(x);
}

void memo_note(const world *m, uint32_t root) {
  step_reads *reads = m->reads;
  if (root < m->env->n_mem) {
    reads->known[root] = 1;
  } else {
    for (size_t i = 0; i < reads->roots.len; i++)
      if (reads->roots.data[i] == root) return;
  }
  vec_push(&reads->roots, root);
}

static void watch_reads(world *m) {
  memset(m->reads->known, 0, m->env->n_mem);
  vec_clear(&m->reads->roots);
  m->reads->all = false;
  m->reads->wanted = true;
}

static void stop_watching(world *m) {
  memset(m->reads->known, 1, m->env->n_mem);
  m->reads->wanted = false;
}

// --- keeping ---------------------------------------------------------------------------------------------------------

// The state behind the last step has been looked up by now: its parts have numbers, unless nobody wanted to know.
static void settle(memo *x, const step_reads *reads) {
  x->waiting = false;
  uint32_t first = (uint32_t)x->changes.len;
  for (size_t i = 0; i < x->after.len; i++) {
    if (number_of(x, x->after.data[i].part, x->after.data[i].kind) != UNKNOWN) continue;
    drop_waiting(x);
    return;
  }
  uint32_t node = NODE_ROOT;
  for (unsigned i = 0; i < FIXED; i++) node = node_behind(x, node, x->fixed[i]);
  for (size_t i = 0; i < reads->roots.len; i++) {
    uint32_t *next = &x->next.data[node];
    DCHECK(!*next || *next == reads->roots.data[i] + 1, "what a step reads depends on what it has read");
    *next = reads->roots.data[i] + 1;
    node = node_behind(x, node, x->keys.data[i]);
  }
  if (x->next.data[node]) {  // known, for other marks of objects
    drop_waiting(x);
    return;
  }
  for (size_t i = 0; i < x->after.len; i++) {
    held *h = &x->after.data[i];
    uint32_t where = h->key;
    uint32_t number = number_of(x, h->part, h->kind);
    vec_push(&x->changes, ((state_change){where, number, hold(x, h->part, h->kind, number)}));
  }
  vec_clear(&x->after);
  x->next.data[node] = LEAF | (uint32_t)x->effects.len;
  vec_push(&x->effects, ((effect){first, (uint32_t)x->changes.len - first, (uint32_t)x->instructions, x->objects}));
  x->bytes += sizeof(effect) + (x->changes.len - first) * sizeof(state_change);
  x->objects = NULL;
}

// Is the result of the step a function of what it has read?
static bool is_plain(const memo *x, const sem_out *out, const state *after) {
  const state *before = x->before;
  return out->succs.data[0].kind == SEM_NEXT && !out->forks && !out->printed && !out->deadlock &&
         out->newcomers.len == 0 && after->shape == before->shape && after->pc == before->pc &&
         after->inputs == before->inputs && after->time == before->time && !after->made && !after->partial &&
         !after->before && !after->interrupted && !after->may_begin && !after->jumps && !after->drawn;
}

static void note_change(memo *x, const state *after, uint32_t where) {
  void *part = part_at(after, where);
  if (part == part_at(x->before, where)) return;
  if (part) ((cow *)part)->refs++;
  vec_push(&x->after, ((held){part, where, kind_of(after, where)}));
}

void memo_record(world *m, const sem_out *out) {
  memo *x = m->memo;
  if (!x->running) return;
  DCHECK(x->before, "a step that is watched has a beginning");
  x->running = false;
  stop_watching(m);
  const step_reads *reads = m->reads;
  const state *after = out->succs.len == 1 ? out->succs.data[0].s : NULL;
  bool keep = after && !reads->all && is_plain(x, out, after);
  vec_clear(&x->keys);
  for (size_t i = 0; keep && i < reads->roots.len; i++) {
    vec_push(&x->keys, root_number(x->before, reads->roots.data[i]));
    keep = vec_last(&x->keys) != UNKNOWN;
  }
  x->instructions = m->base.instructions - x->instructions;
  if (keep && x->instructions < UINT32_MAX) {
    for (uint32_t i = 0; i < after->shape->n_roots; i++) note_change(x, after, i);
    for (uint32_t where = STATE_OBJECTS; where <= STATE_PENDING; where++) note_change(x, after, where);
    x->objects = x->before->objects;
    if (x->objects) ((dir *)x->objects)->hd.refs++;
    x->waiting = true;
  }
  state_unref(x->before);
  x->before = NULL;
}

// --- looking up ------------------------------------------------------------------------------------------------------

// What every step depends on, in the order of the first edges. False: the step cannot be remembered.
static bool fixed_keys(const memo *x, const state *s, proc_id p, uint32_t *keys) {
  keys[0] = number_of(x, s->k, PART_KERN);
  keys[1] = number_of(x, s->pending, PART_PENDING);
  keys[2] = number_of(x, s->objects, PART_OBJECTS);
  keys[3] = s->time < UNKNOWN ? (uint32_t)s->time : UNKNOWN;
  keys[4] = p;
  keys[5] = root_number(s, stack_root(s, p));
  keys[6] = root_number(s, wait_root(s, p));
  for (unsigned i = 0; i < FIXED; i++)
    if (keys[i] == UNKNOWN) return false;
  return true;
}

static bool usable(memo *x, const world *m, const state *s, proc_id p) {
  const sem_needs *o = &m->base.needs;
  if (p == PROC_KERNEL || o->footprints || o->spin || o->outputs || o->small_sizes || m->views) return false;
  if (!s->owner || s->owner != m->env->exact_store || s->made || s->partial || s->before || s->trail) return false;
  if (s->may_begin || s->jumps || s->drawn || s->k->has_bound) return false;
  if (x->owner != s->owner || x->padding != m->env->lost_padding.len || x->bytes > MOST_BYTES) {
    start_anew(x);
    x->owner = s->owner;
    x->padding = m->env->lost_padding.len;
  }
  return fixed_keys(x, s, p, x->fixed);
}

// The processes of one state are stepped one after the other: they have the first edges in common.
static uint32_t common_node(memo *x) {
  if (LIKELY(x->prefix.node && memcmp(x->prefix.keys, x->fixed, sizeof x->prefix.keys) == 0)) return x->prefix.node;
  uint32_t node = NODE_ROOT;
  for (unsigned i = 0; i < COMMON && node; i++) node = find_edge(x, node, x->fixed[i])->to;
  memcpy(x->prefix.keys, x->fixed, sizeof x->prefix.keys);
  return x->prefix.node = node;
}

static const effect *find_effect(memo *x, const state *s) {
  uint32_t node = common_node(x);
  for (unsigned i = COMMON; i < FIXED && node; i++) node = find_edge(x, node, x->fixed[i])->to;
  while (node) {
    uint32_t next = x->next.data[node];
    if (next & LEAF) {
      const effect *e = &x->effects.data[next & ~LEAF];
      return same_marks(e->objects, s->objects) ? e : NULL;
    }
    if (!next) return NULL;
    uint32_t key = root_number(s, next - 1);
    node = key == UNKNOWN ? 0 : find_edge(x, node, key)->to;
  }
  return NULL;
}

static void put_root(state *s, uint32_t root, const held *h, part_kind kind) {
  drop_part(s->root[root], kind);
  state_dirty(s, root);
  s->root[root] = h->part;
  s->nodes[root].key = h->key;
}

static void apply(const memo *x, state *s, const effect *e) {
  for (uint32_t i = e->first; i < e->first + e->n; i++) {
    uint32_t where = x->changes.data[i].where;
    const held *h = &x->parts.data[x->changes.data[i].part];
    if (h->part) ((cow *)h->part)->refs++;
    switch (where) {
    case STATE_KERN:
      part_unref(s->k);
      s->k = h->part;
      break;
    case STATE_PENDING:
      part_unref(s->pending);
      s->pending = h->part;
      break;
    case STATE_OBJECTS:
      dir_unref(s->objects);
      s->objects = h->part;
      break;
    default: put_root(s, where, h, kind_of(s, where));
    }
  }
}

// Too few steps that come again cost more than they save.
static bool pays(memo *x) {
  if (x->lookups < PERIOD) return true;
  x->off = x->hits < x->lookups / 2;
  x->lookups = x->hits = 0;
  if (!x->off) return true;
  drop_waiting(x);
  forget(x);
  return false;
}

static const effect *look_up(world *m, const state *s, proc_id p) {
  memo *x = m->memo;
  if (x->off) return NULL;
  if (x->waiting) settle(x, m->reads);
  if (!pays(x) || !usable(x, m, s, p)) return NULL;
  x->lookups++;
  const effect *e = find_effect(x, s);
  x->hits += e != NULL;
  x->missed = !e;
  return e;
}

uint32_t sem_step_known(sem *base, state *s, proc_id p, state_store *st) {
  world *m = (world *)base;
  if (!m->memo || s->interrupted) return 0;
  const effect *e = look_up(m, s, p);
  if (!e) return 0;
  const state_change *changes = m->memo->changes.data + e->first;
  uint32_t id = state_store_find_changed(st, s, m->time_abstractable, changes, e->n).id;
  if (id) base->instructions += e->instructions;
  return id;
}

bool memo_replay(world *m, state *s, proc_id p, bool resumed, sem_out *out) {
  memo *x = m->memo;
  x->missed = false;
  const effect *e = resumed ? NULL : look_up(m, s, p);
  if (e) {
    apply(x, s, e);
    m->base.instructions += e->instructions;
    vec_push(&out->succs, ((sem_succ){.kind = SEM_NEXT, .s = s, .uncertain = pathcond_uncertain(s->pc)}));
    return true;
  }
  if (!x->missed) return false;
  x->running = true;
  x->before = state_fork(s);
  x->instructions = m->base.instructions;
  watch_reads(m);
  return false;
}
