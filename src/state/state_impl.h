// Inside of states; included by src/state/*.c and src/sem/*.c only.
//
// A state is a header and a table of *roots*: memory chunks of the globals, the top frame of every stack, the wait
// record (thread record) of every process. Beside the roots stand the kernel record, the pending record and the directory of
// dynamic objects. Every part begins with `cow`: a reference count and the number under which a store knows it. Parts
// are made by part_new and part_copy.
//
// What always holds: a part with more than one reference is never written; a part that is written has key 0; the
// cached numbers of roots and inner key nodes (`nodes`) are 0 or right, so whoever changes a root calls state_dirty
// first.
#ifndef STATE_STATE_IMPL_H
#define STATE_STATE_IMPL_H

#include "base/map64.h"
#include "state/layout.h"
#include "state/state.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

// key, owner: its number and the store that gave it; blank, blank_owner: the same of stores that do not look at data. plain: it is
// known to contain no terms. bare: a chunk known to contain no pointers. pool: size of the block it lives in, in units of 16 bytes; 0:
// mem_alloc.
typedef struct cow {
  uint32_t refs, key, blank;
  uint16_t owner, blank_owner, pool;
  bool plain, bare;
} cow;
// To be called before a part with one owner is written.
static inline void cow_touch(cow *c) {
  c->key = c->blank = 0;
  c->plain = c->bare = false;
}
static inline bool cow_is_open(const cow *c) {
  return c->refs == 1 && !(c->key | c->blank | c->bare);
}  // it may be written as it is
#define KEY_SYMBOLIC 0x80000000u  // of a key: the part contains terms

// Cells of memory. CHUNK_ARRAY: the object is one array term, in slots[0] of its first chunk; its other chunks are empty.
// CHUNK_MOVED: some global of this chunk has got cells of its own, in the directory of dynamic objects (state_moved); its
// slots here stay zero. Code that knows slots looks elsewhere when `odd` is not zero.
enum { CHUNK_ARRAY = 1, CHUNK_MOVED = 2 };
typedef struct chunk {
  cow hd;
  uint16_t n;
  uint8_t odd;
  value slots[];
} chunk;

// One activation. pc: the next instruction, or, below the top of a stack, the call that is being executed.
// regs[0] carries a thrown value to its landing; behind the function's registers follow one pointer per LOCAL
// instruction: the object it made in this frame.
typedef struct frame {
  cow hd;
  uint32_t func, pc, n_regs, depth;
  bool trimmed;          // dead registers are zero, here and in all callers
  const uint32_t *live;  // the others, ascending, count first; NULL: any register may hold something
  struct frame *caller;
  value regs[];
} frame;

typedef struct event_id {
  uint64_t offset;
  uint32_t obj;
} event_id;  // obj 0: the private time-out of process `offset`

typedef struct wait_rec {
  cow hd;
  uint32_t n;
  bool all;
  uint32_t at;  // code index of the WAIT in the top frame's function, for reports; NO_WAIT: the process was armed
  struct {
    event_id e;
    bool met;
  } list[];
} wait_rec;

#define NO_WAIT UINT32_MAX

typedef enum kernel_phase {
  PHASE_ELAB,     // before the first start
  PHASE_INIT,     // inside the initialisation's updates (only interrupted states)
  PHASE_EVAL,     // processes run; if none is enabled the notification phase is due
  PHASE_UPDATE,   // inside the notification phase's updates (only interrupted states)
  PHASE_CLEANUP,  // the simulation has ended, the rest of the entry function is due
  PHASE_DONE
} kernel_phase;

// The first five: SystemC. Under free interleaving a process is live once it has PROC_STARTED and until it has one of
// PROC_ENDED, PROC_STOPPED (parked at `stop`), PROC_CUT (parked at a failed assumption, or because it spins).
enum {
  PROC_ENDED = 1,
  PROC_RUNNABLE = 2,
  PROC_SUSPENDED = 4,
  PROC_RESUME = 8,
  PROC_WAITING = 16,
  PROC_STARTED = 2,
  PROC_FRESH = 4,
  PROC_STOPPED = 8,
  PROC_CUT = 16,
  PROC_UNDONE = 32,  // with PROC_CUT: the last step of the process was taken back
  // Interleaving: the last step found the guard of this process false for the inputs of this state. A state that is larger
  // but for that says nothing about it: there the process may step, here perhaps nobody can.
  PROC_BARRED = 64,
  PROC_SPINS = 128,  // with PROC_CUT: the process goes round in a loop that does nothing (sem_spin.c)
  PROC_MADE = 32,
  PROC_METHOD = 64  // SystemC, processes that were spawned; METHOD: by spawn.method
};

// Free interleaving: what a process carries beside its stack. Absent: all zero.
typedef struct thread_rec {
  cow hd;
  uint32_t spawned;  // processes made by it so far
  uint32_t depth;    // nesting of atomic regions
  uint32_t guard;    // inside the guard of an await: code index + 1 where the process stands if it is false
  bool dirty;        // the region has changed something that others can see
  bool taken;        // somebody has joined or detached the process; kept if misuse is looked for
} thread_rec;

typedef struct kern {
  cow hd;
  uint8_t phase;
  bool started;  // the initialisation has been done
  bool stop;     // STOP was executed
  bool has_bound;
  bool exclusive;  // bound mode of SystemC: what is due at the bound waits for the next start
  bool one_delta;  // SystemC's start of zero length
  bool pause;      // PAUSE was executed
  uint64_t bound;  // absolute
  uint32_t n;      // flags 1..n
  uint8_t flags[];
} kern;

// Programs that build their design (doc/semantics-systemc.md 5): what the kernel knows beside `kern`. NULL: none of it.
typedef struct made_proc {
  uint32_t spawned;  // processes made by it so far
  uint32_t obj;      // its first argument, a pointer
  uint64_t offset;
} made_proc;
typedef struct design {
  cow hd;
  bool ran;        // some process has run in this delta cycle; only if they are counted
  uint64_t delta;  // delta cycles so far; only if the module asks
  uint32_t n;      // processes 0..n-1 of the list
  uint32_t n_calls;
  made_proc procs[];  // then the calls of switch_to: who waits for whom, the last one runs
} design;
static inline const uint32_t *design_calls(const design *d) {
  return (const uint32_t *)(const void *)(d->procs + d->n);
}

typedef enum pend_kind {
  PEND_RUNNING,
  PEND_REQUEST,
  PEND_HELD,
  PEND_USED,
  PEND_SEALED,
  PEND_LIFE,
  PEND_DELTA,
  PEND_TIMED
} pend_kind;
typedef struct pend_entry {
  uint64_t at;  // PEND_TIMED: absolute time; PEND_HELD: has another process failed to take it? (sem_spin.c)
  event_id
      e;  // updates: the argument object and offset; PEND_HELD, PEND_LIFE: the mutex; PEND_USED: a pinned object; PEND_SEALED: where
          // constant bytes begin
  uint32_t kind;
  uint32_t
      update;  // PEND_RUNNING, PEND_REQUEST; PEND_HELD: the process that holds it; PEND_LIFE: an ir_life; PEND_SEALED: how many
} pend_entry;
// Sorted by (kind, at, update, obj, offset), without duplicates: equal sets are equal records.
typedef struct pend {
  cow hd;
  uint32_t n, cap;
  pend_entry list[];
} pend;

// A dynamic object. Objects named by the frames (locals) and by `new` differ only in who ends them.
typedef struct body {
  cow hd;
  const layout *l;
  uint64_t elements;
  uint32_t n_pages;
  uint8_t page_shift;
  bool is_heap;
  bool uninit;  // padding without cells is indeterminate, otherwise zero
  chunk *pages[];
} body;

#define DIR_LEAF_BITS 4
#define DIR_LEAF (1u << DIR_LEAF_BITS)
// `dead`: was freed and may still be referred to. A name that is neither here nor dead is referred to by nothing.
// `kept`: local objects that only their own frame, frames above it and other such objects of these refer to (sem_keep.c); no part of
// the key.
// `used`: where there is an object.
typedef struct dir_leaf {
  cow hd;
  uint32_t used, dead, kept;
  body *obj[DIR_LEAF];
} dir_leaf;
#define EACH_OBJECT(leaf, i) \
  (uint32_t used_ = (leaf)->used, i; used_ && (i = (uint32_t)__builtin_ctz(used_), true); used_ &= used_ - 1)
typedef struct dir {
  cow hd;
  uint32_t n;
  dir_leaf *leaf[];
} dir;

// Where a process stood when a step of its ended, with the local objects of its frames, top frame first, in the order of their
// registers. `n`: how many there are from here on. `held`: among others the mutexes that it held.
typedef struct past {
  uint32_t refs, n, n_locals;
  uint32_t looks;  // of its process until then
  struct past *older;
  frame *top;
  pend *held;
  body *locals[];
} past;
// By process: where it stood since it last did anything that others can see, newest first; how many of its steps since then have looked at what may
// race later. No part of the key.
typedef struct trail {
  cow hd;
  uint32_t n;
  struct {
    past *newest;
    uint32_t looks;
  } of[];
} trail;

// Bytes that are dropped as a whole (the footprint of an interrupted step).
typedef struct blob {
  cow hd;
  size_t size;
  uint64_t data[];
} blob;

// Where a global lives: cell c is slot (base + c) & mask of root first + ((base + c) >> shift). SHARED_CHUNK: with others in one chunk.
enum { SHARED_CHUNK = 31 };
typedef struct placement {
  const layout *l;
  uint64_t elements, size;
  uint32_t first, base;
  uint8_t shift;
} placement;

#define STATE_FUNC_BASE 0x80000000u  // objects at and above are functions: base + function number
// Contents of memory that are no value yet; registers never hold them. UNINIT: indeterminate, a load draws an input.
// LOST: part of an address, which has no number; a load is UNKNOWN.
#define STATE_UNINIT 0xffffffffu
#define STATE_LOST 0xfffffffeu
static inline value value_uninit(void) { return (value){0, {0}, STATE_UNINIT}; }
static inline bool value_is_blank(value v) { return v.obj == STATE_UNINIT || (v.obj | v.bits | v.e.id) == 0; }
static inline bool value_is_special(value v) { return v.obj >= STATE_LOST; }
#define NODE_BITS 4
#define NODE_FAN (1u << NODE_BITS)
#define NODE_TOP 32u  // at most this many numbers stand in the key of a state
#define MAX_LEVELS 12

// Where the roots of a state lie. It depends on the number of processes alone, so equal states have equal shapes.
typedef struct shape {
  uint32_t n_mem, n_procs, n_roots;                                            // n_procs: processes there is room for
  uint32_t levels, level_first[MAX_LEVELS], level_count[MAX_LEVELS], n_nodes;  // level 0: the roots themselves
  size_t bytes;
} shape;
#define SHAPES 20u
#define MAX_PROCS (1u << (SHAPES - 1))

// The name of the object that belongs to an address. `next`: index + 1 of another one of the same object.
typedef struct shadow_name {
  uint64_t offset;
  uint32_t name, base, next;
} shadow_name;

// What all states of one program share.
typedef struct state_env {
  const ir_module *ir;
  expr_table *terms;
  smt *solver;
  bool as_documented;
  layout_table *layouts;
  placement *statics;  // 1..n_globals
  uint32_t *packed;    // by root: slots of a chunk that scalars share
  uint32_t n_mem;
  uint32_t first_dynamic;    // dynamic object d is number d - first_dynamic of the directory
  shape *shapes[SHAPES];     // [0]: the static processes; [i]: up to 2^i processes; made when needed
  uint16_t n_stores;         // stores that have seen states of this environment
  uint16_t exact_store;      // the last of them that tells states apart by all they contain
  VEC(shadow_name) shadows;  // names given to shadow objects, chained by the object they belong to
  map64 shadow_head;         // object -> index in shadows + 1
  map64 lost_padding;        // objects whose padding may have been written in some run: it counts as indeterminate
} state_env;

// Numbers of a root or an inner key node: as stores with data know it, and as those without do. 0: not known.
typedef struct node_keys {
  uint32_t key, blank;
} node_keys;

struct state {
  uint32_t refs;
  bool interrupted;
  bool looked;      // likewise: it has read what may race with something that comes later
  bool acted;       // the running step has done something that others can see; kept only if somebody asks (sem_spin.c)
  bool may_begin;   // of an interrupted state, free interleaving: its next visible operation belongs to the step
  proc_id running;  // of an interrupted state
  uint32_t jumps, drawn;        // of an interrupted state: backward jumps and inputs of the step so far
  uint16_t owner, blank_owner;  // the stores that `nodes` belongs to
  state_env *env;
  const shape *shape;
  pathcond *pc;
  state_input *inputs;
  uint64_t time;
  kern *k;
  pend *pending;
  design *made;  // or NULL
  dir *objects;
  blob *partial;     // footprint of the interrupted step so far
  trail *trail;      // or NULL
  state *before;     // inside a step that began an atomic region: the state at its begin, or NULL
  node_keys *nodes;  // numbers of roots and inner key nodes, behind the roots
  void *root[];
};

state_env *state_env_new(const ir_module *ir, expr_table *terms, smt *solver, bool as_documented);
void state_env_free(state_env *env);
// No memory, no frames, phase ELAB.
state *state_new(state_env *env);
// The same state with processes up to n; s has one owner and is consumed. Nothing changes if it has as many already.
state *state_with_procs(state *s, uint32_t n);
// Room for processes up to n and no more; s has one owner and is consumed. Those above have neither stack nor record.
state *state_reshape(state *s, uint32_t n);
// All globals as their initialisers say.
void state_init_memory(state *s);
// The value of an operand that is not a register.
value state_constant(const state_env *env, const ir_operand *o);
// A bit-vector term as a value: constants that fit a word become words.
value value_from_term(expr_table *t, expr e);

// --- roots ---------------------------------------------------------------------------------------------------------
static inline uint32_t stack_root(const state *s, proc_id p) { return s->shape->n_mem + p; }
static inline uint32_t update_stack(const state *s) { return s->shape->n_procs + 1; }  // as a proc_id of stack_root
static inline uint32_t wait_root(const state *s, proc_id p) { return s->shape->n_mem + s->shape->n_procs + 1 + p; }
static inline frame *state_top(const state *s, proc_id stack) { return s->root[stack_root(s, stack)]; }
static inline wait_rec *state_wait(const state *s, proc_id p) { return s->root[wait_root(s, p)]; }
// Free interleaving: the record stands where the wait record stands under SystemC.
static inline const thread_rec *state_thread(const state *s, proc_id p) { return s->root[wait_root(s, p)]; }
thread_rec *state_thread_rw(state *s, proc_id p);

void state_dirty(state *s, uint32_t root);
// The remembered numbers of roots and nodes are those of the store with this number, or none. 0: the store gets one.
#define STORES_MAX UINT16_MAX
void state_adopt(state *s, bool blank, uint16_t *serial);
chunk *state_chunk_own(state *s, uint32_t root);
static inline chunk *state_chunk_rw(state *s, uint32_t root) {
  chunk *c = s->root[root];
  return LIKELY(cow_is_open(&c->hd)) ? c : state_chunk_own(s, root);
}

// A part of `size` bytes with one owner: zeroed, or as `from`, which has that size. Its memory when nobody owns it.
void *part_new(size_t size);
void *part_copy(const void *from, size_t size);
void part_free(void *part);
void part_unref(void *part);  // of a part that refers to no others; NULL is allowed

chunk *chunk_new(uint32_t n);  // zeroed
void chunk_unref(chunk *c);
// The same contents with one owner; consumes the reference.
chunk *chunk_own(chunk *c);

frame *frame_new(uint32_t func, uint32_t n_regs, frame *caller);  // consumes the reference to caller
void frame_unref(frame *f);
frame *frame_own(frame *f);
// Makes the top frame of a stack writable.
frame *state_own_top(state *s, proc_id stack);
void state_set_top(state *s, proc_id stack, frame *f);  // consumes f; does not drop the old one
void state_set_wait(state *s, proc_id p, wait_rec *w);  // consumes w; drops the old one
kern *state_kern_rw(state *s);
// The record with room for processes up to p, made if there is none.
design *state_design_rw(state *s, proc_id p);
static inline uint32_t state_calls(const state *s) { return s->made ? s->made->n_calls : 0; }
// The only process that may run because of switch_to; state_calls(s) is not 0.
static inline proc_id state_called(const state *s) { return design_calls(s->made)[s->made->n_calls - 1]; }
void state_push_call(state *s, proc_id p);
void state_pop_call(state *s);

// --- pending notifications and updates, held mutexes -----------------------------------------------------------------------------
bool pend_add(state *s, pend_entry e);  // false if it was there
void pend_remove(state *s, uint32_t index);
void pend_start_updates(state *s);  // requests become running
bool pend_has(const state *s, pend_kind kind);

// --- dynamic objects -----------------------------------------------------------------------------------------------
body *state_object(const state *s, uint32_t obj);  // NULL: dead or unknown
bool state_object_dead(const state *s, uint32_t obj);
void state_object_put(state *s, uint32_t obj, body *b);      // consumes b, which may be NULL; it is not kept
void state_object_replace(state *s, uint32_t obj, body *b);  // other contents of a live object; consumes b
bool state_object_kept(const state *s, uint32_t obj);
void state_object_keep(state *s, uint32_t obj, bool kept);
void state_keep_nothing(state *s);
void state_object_kill(state *s, uint32_t obj);
void state_object_forget(state *s, uint32_t obj);  // as if the name had never been used
chunk *state_object_page_rw(state *s, uint32_t obj, uint32_t page);
body *body_new(const layout *l, uint64_t elements, bool is_heap);  // zeroed
body *body_new_uninit(const layout *l, uint64_t elements, bool is_heap);
// The name under which a global lives whose cells have changed; the names of dynamic objects follow behind all of them.
static inline uint32_t state_moved(const state_env *env, uint32_t global) { return env->first_dynamic + global - 1; }
void body_unref(body *b);
void dir_unref(dir *d);
uint8_t state_page_shift(uint64_t cells);

// --- where processes stood (trail.c) ---------------------------------------------------------------------------------
void trail_unref(trail *t);
const past *trail_of(const state *s, proc_id p);  // newest, or NULL
void trail_clear(state *s, proc_id p);
void trail_look(state *s, proc_id p);
uint32_t trail_looks(const state *s, proc_id p);
void trail_add(state *s, proc_id p);  // where p stands now
// p gives a mutex back: forgets where it stood while it held it.
void trail_release(state *s, proc_id p, event_id mutex);               // forgets the places where it was held
bool trail_held(const state *s, proc_id p, event_id mutex);            // at the oldest of its places
bool trail_same_mutexes(const state *s, proc_id p, const past *then);  // does p hold those that it held?
// The frames of p are those of `then` but for values: do its local objects hold the same?
bool trail_same_locals(const state *s, proc_id p, const past *then);

void state_set_time(state *s, uint64_t time);
void state_set_pathcond(state *s, pathcond *pc);  // consumes pc
void state_add_input(state *s, const state_input *in);
void state_inputs_unref(state_input *in);
void state_keep_one_input(state *s);  // of the list: enough to know that there were some
void state_drop_partial(state *s);
void state_set_before(state *s, state *before);  // consumes before

#endif
