// Inside of the concrete interpreter; only the files of this folder include it.
//
// machine.c       life cycle, status, public questions
// machine_mem.c   objects, loads and stores, copying
// machine_value.c operands, registers, arithmetic
// machine_exec.c  instructions, calls, unwinding
// machine_quick.c the plain cases of the commonest instructions, decoded
// machine_float.c floats
// machine_kernel.c SystemC: events, waiting, phases
// machine_design.c programs that build their design: processes made, structure, order of the reference library
// machine_structure.c names of what the program declares, the tree
// machine_threads.c the interleaving scheduler: where steps end, who is enabled, spawning, locks, guards
// machine_rounds.c threads that go round in loops and change nothing
// machine_turns.c how processes stand, their control as text
// machine_waiting.c lists of processes by what they stand at, mutexes
// machine_access.c accesses of the last two steps, data races, leaks
// machine_order.c  happens-before, where it decides about data races
// machine_weak.c   runs of weak memory models; axioms.c judges them
// machine_show.c  names of memory leaves, dump, changes, actions
// machine_observe.c all values that can still matter, for comparing two states
// machine_output.c what the program prints
// machine_operands.c what the condition that failed was made of
// machine_why.c   who waits for whom at a deadlock, who freed what is accessed
// machine_exception.c what is said about an uncaught exception
#ifndef REPLAY_MACHINE_INT_H
#define REPLAY_MACHINE_INT_H

#include "base/map64.h"
#include "replay/machine.h"
#include "replay/wide.h"

// A reference to an object: slot in the object table and the generation the slot had when the object was made. A slot
// is used again for a later object, whose generation differs: a dangling reference is always recognised.
typedef uint64_t objref;
#define OBJ_NONE ((objref)0)
static inline uint32_t obj_slot(objref r) { return (uint32_t)r; }
static inline objref obj_make_ref(uint32_t slot, uint32_t gen) { return (uint64_t)gen << 32 | slot; }

// A register or scalar of at most 64 bits. Integers: `bits`, zero above the width. Pointers: object and byte offset in
// `bits`; without an object the pointer is null if bits is 0, else an address that came from an integer. An integer
// that came from a pointer carries the object in the same way. Wider integers live in limb arrays beside (registers:
// stack.limbs), `bits` is unused.
typedef struct cell {
  uint64_t bits;
  objref obj;
} cell;
#define CELL_INT(x) ((cell){(x), OBJ_NONE})

typedef enum obj_kind { OBJ_DEAD, OBJ_GLOBAL, OBJ_FUNC, OBJ_LOCAL, OBJ_HEAP, OBJ_THREAD, OBJ_SHADOW } obj_kind;

// The object of some library model that belongs to an address; it dies with the object it belongs to.
typedef struct sealed_range {
  uint64_t offset, size;
} sealed_range;

typedef struct shadow_object {
  uint64_t offset;
  objref obj;
} shadow_object;

typedef struct object {
  obj_kind kind;
  uint32_t gen;
  ir_type type;    // element
  uint64_t count;  // elements; 1 for globals
  uint64_t size;   // bytes
  uint8_t *bytes;
  objref *origin;    // per byte: object of the pointer value that begins here; NULL while there is none
  uint8_t *written;  // bit per byte: stored to in this run (big objects only, see machine_globals)
  uint8_t
      *has_value;  // per byte; NULL if all have. Zeros cost nothing until they are written, however large the object
  VEC(shadow_object) shadows;
  VEC(sealed_range) sealed;  // bytes that became constants
  uint32_t owner;            // OBJ_THREAD: whose copy; OBJ_LOCAL: who made it
  uint32_t align;            // of its address, if more than usual; else 0
  uint64_t base;             // its address, once somebody has looked at it; else 0
  uint64_t born;             // number of the object among all that were made
  uint32_t maker,
      events_before;  // in a run of a weak memory model: the process that made it while there were others, how many events there were
  bool followed;      // its pointers may be compared after its end
  bool quiet;         // not shown in traces
  bool constant;      // must not be written
  bool const_fields;  // some fields of it must not be
  bool stored;        // the program has written to it
  bool is_mutex;      // somebody has locked it
  bool odd_pointers;  // it has had a pointer at an offset that is no multiple of 8
  place made_at;
  const char *made_as;  // the text of the instruction that made it
  const char *name;     // for texts; machine memory
} object;

// What is left of an object that was followed.
typedef struct epitaph {
  objref obj, heir;                 // heir: counts as made after its end, whenever that was
  uint64_t size, base, born, died;  // died: objects that had been made by then
  uint32_t align;
} epitaph;

typedef struct local_object {
  const ir_instr *site;
  objref obj;
} local_object;

typedef struct frame {
  ir_func func;
  uint32_t pc;        // index into the function's code: the next instruction
  uint32_t reg_base;  // register r is stack.regs[reg_base + r]
  uint32_t limb_base;
  const ir_instr *call;  // the call being executed by this frame, while it is not the top one
  cell landing;          // what was thrown to it
  uint64_t serial;       // tells frames apart that lie at the same depth at different times
  place caller;          // the nearest call below in the user's code; line 0: none
  VEC(local_object) locals;
} frame;

typedef struct stack {
  VEC(frame) frames;
  VEC(cell) regs;
  VEC(uint64_t) limbs;
  struct trail *trail;  // the last values that were computed (machine_operands.c); NULL: they are not kept
} stack;

typedef struct event_id {
  objref obj;
  uint64_t offset;
} event_id;

typedef struct pending {  // a notification that is to come; of an event or, if proc, the time-out of that process
  event_id event;
  uint32_t proc;
  bool is_delta;
  bool reserved;       // a time-out of a wait that has not begun yet
  uint64_t time;       // timed: absolute
  uint64_t id;         // timed: in the heap
  uint64_t by_update;  // made by the update with this number of request, while updates run
} pending;

typedef struct process {
  stack stack;
  const char *name;
  bool taken;  // somebody has joined or detached it; kept if misuse is looked for
  bool ended, runnable, waiting, suspended, disabled, resume_requested;
  uint64_t ready_seq;    // when it became runnable
  uint64_t comes_first;  // not 0: an update has asked that it be this when it is woken
  uint64_t wait_seq;     // when it began to wait
  place wait_at;         // the wait or suspend it stands at
  bool wait_all;
  bool wait_named;       // it named the events where it waits; else they are those it is always sensitive to
  VEC(event_id) events;  // waiting: for these
  VEC(uint64_t) stands;  // for each of them: 0: it has come; else the process's place among those who wait for it
  ir_reg wait_dst;       // gets the number of what ended the wait
  // Interleaving scheduler.
  bool exists;          // spawned numbers may have gaps: made by other schedules
  bool fresh;           // has not made its first step
  bool at_guard;        // it is in machine.at_guard
  uint32_t place;       // in which list it is (machine_waiting.c)
  bool parked, cut;     // at `stop` or at a false assumption (cut)
  bool assumes;         // looked at in a round, it stands at an assumption about what the round drew (machine_rounds.c)
  bool in_guard;        // between await_begin and await
  bool region_effects;  // the atomic region being executed has done something that others could see
  uint32_t atomic_depth;  // regions it is in
  uint32_t spawned;       // how many processes it has spawned
  place spawned_at;       // where it was spawned, in the user's code
  size_t spawned_after;   // inputs that had been drawn then
  const char *held;       // what it holds, in words; NULL: to be made anew
  VEC(objref) own;        // its copies of the thread_local globals, by their order
  // SystemC, made by the run.
  bool is_method;
  cell data;  // its first argument
  enum { WOKEN_NOT, WOKEN_BY_EVENT, WOKEN_BY_TIME } woken;
  event_id woken_by;
} process;

// What the program says about its structure.
typedef struct declared {
  const char *kind, *name;
  event_id object, value;
  uint64_t bytes;
  uint32_t width;  // in bits, as its type says; 0: as many as its bytes have
} declared;
// A write to a signal, where those are checked.
typedef struct driver {
  event_id signal;
  const char *name;
  uint32_t proc;
  place at;
  uint64_t time, deltas;
} driver;
typedef struct bound_port {
  event_id port, to;
} bound_port;
typedef struct sensitivity {
  uint32_t proc;
  event_id event;
} sensitivity;
typedef struct heap_entry {
  uint64_t time, id;
} heap_entry;

typedef VEC(uint32_t) proc_list;

typedef struct mutex {
  event_id address;
  uint32_t holder;  // 0: nobody
  place since;      // where it was locked, in the user's code; kept if changes are reported
  uint32_t
      life;  // one more than the ir_life of the last call that initialised or destroyed it; kept if misuse is looked for
  bool pinned;        // no mutex: somebody waits for it or has it; kept if misuse is looked for
  proc_list waiting;  // processes that stand at locking it, by number
} mutex;

// A heap object that is gone, for texts; kept if changes are reported.
typedef struct freed_object {
  objref obj;
  place made_at, freed_at;  // in the user's code
  uint32_t made_by, freed_by;
} freed_object;

// Somebody notifies an event or a condition variable, or begins to wait for the latter, for texts; kept if changes are reported.
typedef struct notice {
  event_id event;  // of a condition variable: what the models keep about it
  uint32_t proc;
  uint64_t seq;  // of the machine
  place at;      // in the user's code
  bool waits;
} notice;

// One access of a step, for data races.
typedef struct access {
  objref obj;
  uint64_t offset, size;
  bool write, atomic;
  place at, exact;   // in the user's code; of the instruction
  const char *name;  // of the variable, machine memory
  const char *held;  // machine_held_text
  place calls[MACHINE_CALLS];
} access;
typedef struct access_step {
  uint32_t proc;
  uint64_t seq;         // of the machine, before the step
  bool could_go_first;  // its process could have stepped where the step before it began
  VEC(access) accesses;
  proc_list guarded;  // processes that stood at a guard which held before the step
} access_step;

typedef enum phase { PHASE_ELAB, PHASE_EVAL, PHASE_CLEANUP, PHASE_END } phase;

typedef struct update_request {
  uint32_t upd;
  cell arg;
  bool has_arg, own;  // own: requested by the update of the same channel
  uint64_t seq;
} update_request;

// What a step did, in pieces: words are made of them only when somebody asks.
typedef enum action_kind { ACT_TEXT, ACT_EVENT, ACT_TIME, ACT_PROCESS } action_kind;
typedef struct action {
  action_kind kind;
  bool joined;       // belongs to the piece before it
  const char *text;  // lives as long as the machine
  event_id event;
  uint64_t number;
} action;

typedef struct drawn {
  machine_input in;
  uint32_t proc;
} drawn;

typedef struct old_leaf {
  objref obj;
  uint64_t offset;
  cell value;
  size_t limbs;
} old_leaf;
typedef struct old_reg {
  uint64_t serial;
  uint32_t depth, reg;
  cell value;
  size_t limbs;
} old_reg;

typedef struct quick_code quick_code;

struct machine {
  const ir_module *ir;
  machine_options options;
  machine_status status;
  ir_check check;
  place at;
  strbuf message;

  VEC(object) objects;  // 0 none, 1..n_globals, then the functions, then locals and heap
  VEC(uint32_t) free_slots;
  VEC(epitaph) ended;
  VEC(freed_object) freed;
  VEC(notice) notices;
  struct machine_writings *writings;  // who wrote what last (machine_operands.c); NULL: nobody asks
  objref wrong;                       // the object that does not exist, after a violation that is about one
  map64 ended_index;                  // object -> place in ended
  uint64_t made;                      // objects so far
  uint64_t memory_bytes;              // of live objects
  uint32_t **limb_offset;             // per function, per register: its place in the frame's limbs
  uint32_t *frame_limbs;              // per function
  quick_code **quick;  // per function, where it has been called; NULL: runs of this machine are not only executed
  map64 sites;         // heap objects made so far per source line, for their names

  process *procs;    // 0 = kernel: the entry function; update functions run on `updating`
  uint32_t n_procs;  // the highest number; spawned processes are above ir->n_procs
  uint32_t procs_cap;
  VEC(machine_origin) origins;  // of the numbers above ir->n_procs; survives a reset
  map64 origin_index;           // parent << 32 | k -> place in origins
  proc_list ready;              // live processes that want no mutex next, by number
  proc_list fresh;              // those that have not made their first step
  proc_list at_guard;           // those whose next step a guard may keep waiting
  VEC(mutex) mutexes;           // that somebody has wanted so far
  map64 mutex_index;            // hash of the address -> place in mutexes
  map64 libraries;              // file -> does it belong to a library?
  map64 named;                  // hash of a name -> processes so far that have it, but for a number
  stack updating;
  uint32_t running;  // process of the current or last step
  stack *active;     // what the interpreter executes now
  cell uncaught;     // the exception that nobody caught, if the run ended by one
  bool in_update;
  uint64_t budget;  // instructions left in this step
  uint64_t instructions;
  uint64_t frame_serial;

  phase phase;
  bool initialised, stopped, bounded, one_delta, deadlocked;
  ir_start start_mode;
  uint64_t bound;  // absolute
  uint64_t time, delta;
  uint64_t deltas;  // in all
  bool delta_ran;   // some process has run in this delta cycle
  bool paused;
  ir_reg start_dst;     // result of the start that is under way
  VEC(uint32_t) calls;  // switch_to: who waits for whom, the last one runs
  VEC(declared) declared;
  VEC(bound_port) bound_ports;
  VEC(driver) drivers;  // of this delta cycle
  VEC(sensitivity) sensitive;
  VEC(heap_entry) heap;
  uint64_t pend_id, update_now;
  cell update_arg;       // of the update that runs
  strbuf stuck_text;     // the same in lines, with where and why (machine_why.c); kept if changes are reported
  strbuf waiting_text;   // who waits where nothing is pending
  uint32_t blamed;       // deadlock: the first process that waits for ever
  uint64_t resolution;   // of SystemC's time, in femtoseconds
  const char *farewell;  // what SystemC's library says after an error that nobody caught; may be NULL
  cell read;             // what the step has read first, if changes are reported
  bool read_by_library, read_atomic;
  size_t reported;                      // changes of the step
  place step_place;                     // the first in the user's code that this step has come to
  strbuf last_change;                   // name of the declared value that was reported last
  bool turn_methods;                    // the round of the evaluation: methods or threads,
  uint64_t turn_limit;                  // those that were runnable when it began
  uint64_t seq;                         // what comes next is later than all before
  uint64_t first_method, first_thread;  // before all: in order, or the last first
  bool threads;                         // the scheduler is `interleave`
  uint32_t n_live;                      // processes that have neither ended nor are parked
  bool all_spin;         // the run is to end although somebody can step: all who can go round and change nothing
  bool step_first;       // the instruction that the step begins with is still to come
  bool step_beyond;      // the process is alone and has passed what would end its step otherwise
  bool step_left;        // a backward jump has ended the step
  bool guessing, guess;  // a guard is being evaluated on a scratch; what it says
  uint32_t step_jumps;   // backward jumps of this step
  size_t step_drawn;     // inputs drawn before this step
  uint32_t *own_index;   // per global: its place in process.own, from 1; 0 = not thread_local
  uint32_t n_own;
  bool unordered;               // races are found by happens-before
  struct machine_order *order;  // NULL: races are accesses of the last two steps
  struct machine_weak *weak;    // NULL: a read finds the last write
  access_step last[2];          // accesses of the last step and of the one before
  bool record;                  // are they recorded?
  VEC(pending) pending;         // in the order of notification
  VEC(update_request) updates;
  VEC(event_id) triggered;  // in this evaluation phase; only where somebody asks

  VEC(drawn) drawn;
  arena *mem;             // names and wide inputs of this run
  VEC(uint64_t) scratch;  // limbs of the instruction being executed

  VEC(action) actions;
  strbuf *action_text;
  VEC(old_leaf) old_leaves;
  map64 old_index;  // which leaves are in old_leaves
  VEC(old_reg) old_regs;
  VEC(uint64_t) old_limbs;
};

// What an executed instruction means for the step.
typedef enum flow {
  FLOW_NEXT,    // go on
  FLOW_SWITCH,  // the step is over: context switch, end of the process, end of elaboration, or m->status says why
} flow;

typedef enum access_kind { ACCESS_READ, ACCESS_WRITE } access_kind;

// --- machine.c
// A violation if its kind is asked for; otherwise the program has no defined way on here and the run ends UNSUPPORTED.
flow machine_fail(machine *m, ir_check kind, place at, const char *message);
flow machine_stop(machine *m, machine_status status, place at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

bool machine_in_library(const machine *m, const char *file);  // place_in_library, asked once per file
place machine_user_place(const machine *m, const stack *s,
                         place at);  // that place, or the nearest call in the user's code

// --- machine_mem.c
objref memory_new_object(machine *m, obj_kind kind, ir_type type, uint64_t count, const char *name);
void memory_make_origins(object *o);  // room for where pointers in it come from
void memory_kill_object(machine *m, objref r);
void memory_kill_shadows(machine *m, objref r);  // the object stays
void memory_begin_run(machine *m);               // variables have their first values, and there is nothing else
void memory_release(machine *m);                 // all objects
void memory_forget_ended(machine *m);            // a new run begins
object *memory_object(machine *m, objref r);     // NULL if it is dead
// Checks an access of `size` bytes; false: m->status is set.
bool memory_access(machine *m, cell pointer, uint64_t size, place at);
// The same for one that writes.
bool machine_may_end(machine *m, const ir_instr *i, objref r);  // false: misuse, what ends is or has something in use
flow machine_exit_thread(machine *m, const ir_instr *i);        // its frames and what is its own end
bool machine_may_overwrite(machine *m, const ir_instr *i, cell to, uint64_t size);  // misuse: something in use
bool memory_write_access(machine *m, const ir_instr *i, cell pointer, uint64_t size);
// The following four need an access that was checked. The wide ones copy limbs.
bool memory_load(machine *m, cell pointer, ir_type type, cell *out, place at);
void memory_store(machine *m, cell pointer, ir_type type, cell value);
bool memory_is_number(machine *m, cell pointer, uint64_t size,
                      place at);  // pointers there have addresses, or the run stops
// Pointers of which a store to the range replaces some bytes become numbers. False: m->status is set.
bool memory_take_apart(machine *m, cell to, uint64_t size, place at);
void memory_load_wide(machine *m, cell pointer, ir_type type, uint64_t *out);
void memory_store_wide(machine *m, cell pointer, ir_type type, const uint64_t *limbs);
bool memory_pointer_at(machine *m, cell at);  // does a pointer stand at this very place?
bool memory_copy(machine *m, cell to, cell from, uint64_t size, place at);
void memory_fill(machine *m, cell to, uint8_t byte, uint64_t size);
void memory_make_indeterminate(machine *m, objref r);
bool memory_shadowed(machine *m, objref shadow, objref *of,
                     uint64_t *offset);  // the address that a shadow object belongs to
bool memory_is_indeterminate(const object *o, uint64_t offset, uint64_t size);  // some byte of the range is
bool memory_is_blank(machine *m, cell at,
                     uint64_t size);  // its bytes, as far as the object goes, are determinate and zero
objref memory_shadow(machine *m, cell pointer, ir_type type);  // of a checked address; NONE: no memory
void memory_make_own(machine *m, uint32_t proc);               // copies of thread_local globals
void memory_end_own(machine *m, uint32_t proc);                // they die with the process

// --- machine_value.c
bool machine_is_wide(const machine *m, ir_type t);
uint64_t machine_cut(uint32_t bits, uint64_t x);
cell machine_read_operand(machine *m, const ir_operand *o);          // not wide
const uint64_t *machine_read_wide(machine *m, const ir_operand *o);  // wide; valid until registers are made or assigned
void machine_write_reg(machine *m, stack *s, const frame *f, ir_reg r, cell v);
void machine_write_reg_wide(machine *m, stack *s, const frame *f, ir_reg r, const uint64_t *limbs);
// Value instructions (MOV .. TRUNC, SELECT, pointer arithmetic).
flow machine_exec_value(machine *m, const ir_instr *i);
// An update, and a comparison for equality, of what may be addresses. False: m->status is set.
bool machine_update(machine *m, const ir_instr *i, cell old, cell by, cell *out);
bool machine_same(machine *m, cell a, cell b, place at, bool *same);
cell machine_rmw_apply(const machine *m, ir_rmw op, ir_type type, cell old, cell by);
void machine_rmw_wide(ir_rmw op, uint32_t bits, uint64_t *to, const uint64_t *old, const uint64_t *by);
// A number of at most 64 bits where an address makes no sense; false: m->status is set.
bool machine_number_operand(machine *m, const ir_operand *o, place at, uint64_t *out);

// --- machine_float.c
flow machine_exec_float(machine *m, const ir_instr *i);
void machine_float_text(uint32_t bits, uint64_t low, const uint64_t *limbs, strbuf *out);
long double machine_float_value(uint32_t bits, const uint64_t *limbs);  // exact up to 80 bits

// --- machine_exec.c
bool machine_push_frame(machine *m, stack *s, ir_func f, place at);  // false: depth limit
// The same where the nearest call in the user's code is known.
bool machine_push_frame_from(machine *m, stack *s, ir_func f, place at, place caller);
void machine_pop_frame(machine *m, stack *s);
void machine_stack_clear(machine *m, stack *s);
void machine_stack_fini(stack *s);
// Runs m->active until a context switch or until its stack is empty.
void machine_run_active(machine *m);
bool machine_call_target(machine *m, const ir_instr *i, ir_func *f);  // of call and spawn; false: m->status is set
// The arguments of a call or spawn from the active top frame into the top frame of `to`.
void machine_pass_arguments(machine *m, const ir_instr *i, stack *to);
// The address of an object; `usual`: what it is if nobody says.
bool machine_draw_address(machine *m, const char *name, ir_type type, place at, uint64_t usual, machine_input *in);
bool machine_draw(machine *m, const char *name, ir_type type, place at, machine_input *in);

// --- machine_quick.c
void machine_quick_new(machine *m);
void machine_quick_free(machine *m);
// Executes the active stack, at most *left instructions, up to one that is not plain; *left: what is left of them. False: the run has ended.
bool machine_run_quick(machine *m, uint64_t *left);

// --- machine_address.c; false: m->status is set
// Of an object, live or followed after its end: what its address is a multiple of; false: it is neither.
bool machine_align(machine *m, objref r, uint64_t *align);
typedef enum lives {
  LIVES_MET,
  LIVES_APART,
  LIVES_UNKNOWN
} lives;  // they lived at one time, they did not; one has ended and is not followed
lives machine_lives(machine *m, objref a, objref b);
void machine_replaced(machine *m, objref ended, objref by);  // `by` counts as made after the end of the first
bool machine_inside(machine *m, cell p);                     // does it point to a byte of its object, live or followed?
bool machine_address(machine *m, cell p, place at, uint64_t *out);
uint64_t machine_base(machine *m, objref r);  // of an object that was looked at, live or followed after its end
bool machine_number(machine *m, cell v, place at, cell *out);  // v itself if it is no pointer
cell machine_pointer(const machine *m, uint64_t number);       // what a number points to; itself: nothing that is known

// --- machine_kernel.c
flow machine_exec_kernel(machine *m, const ir_instr *i);
void machine_kernel_step(machine *m);
void machine_process_step(machine *m, uint32_t proc);
void machine_end_process(machine *m, uint32_t proc);
bool machine_some_enabled(const machine *m);
static inline bool proc_enabled(const process *p) { return p->runnable && !p->suspended && !p->ended; }

void machine_make_runnable(machine *m, process *p);
void machine_wake(machine *m, uint32_t proc, bool timed_out);

// --- machine_design.c
void machine_exec_seal(machine *m, const ir_instr *i);
flow machine_exec_write(machine *m, const ir_instr *i);
flow machine_exec_structure(machine *m, const ir_instr *i);  // declare, bound, sensitive, name
flow machine_exec_process(machine *m, const ir_instr *i);    // spawn
flow machine_exec_arm(machine *m, const ir_instr *i);
flow machine_exec_self(machine *m, const ir_instr *i);
flow machine_exec_switch_to(machine *m, const ir_instr *i);
flow machine_exec_waited(machine *m, const ir_instr *i);
// The events whose addresses stand in memory, into p; false: m->status is set.
bool machine_read_events(machine *m, process *p, const ir_operand *list, const ir_operand *number, place at);
void machine_step_over(machine *m, uint32_t proc);  // a step that did not end in switch_to
const declared *machine_find_declared(const machine *m, event_id e);
// --- machine_structure.c
bool machine_builds(const machine *m);  // the program builds its design
bool machine_declared_bits(const machine *m, const declared *d,
                           uint64_t *bits);  // the value now; false: not a small one
// The member of the program's own that an event is or lies in; NULL: there is none.
const char *machine_event_member(const machine *m, event_id e);
// What a change at an address is called, if it is the program's; `value` stays empty if the leaf there says it.
bool machine_name_change(machine *m, objref obj, uint64_t offset, strbuf *name, strbuf *value);
void machine_each_declared(machine *m, machine_value_fn *each, void *arg);
const char *machine_last_index(const char *path);  // "[3]" of "a.b[3]", "" if it does not end so
bool machine_of_library(const machine *m, ir_type type);
// --- machine_design.c, the order of simulate
// The order of the reference library: who of the waiting is woken first, what of one instant is delivered first.
void machine_order_waiters(const machine *m, event_id e, uint32_t *procs, size_t n);
void machine_leave_events(machine *m, uint32_t proc);  // its wait is over
void machine_puts_first(machine *m, process *p);       // an update asks that it run before others
void machine_leave_static(machine *m, uint32_t proc);  // it has ended
void machine_heap_insert(machine *m, uint64_t time, uint64_t id);
void machine_order_timed(machine *m, uint64_t time, pending *list, size_t n);
void machine_order_updates(machine *m);
bool machine_runs_before(const machine *m, const process *a, const process *b);
void machine_begin_turns(machine *m);               // an evaluation begins
void machine_take_turn(machine *m, uint32_t proc);  // before its step

// --- machine_threads.c
uint32_t machine_number_of(machine *m, uint32_t parent, uint32_t k);
void machine_make_room(machine *m, uint32_t proc);  // processes may move in memory
const char *machine_new_name(machine *m, const char *base);
flow machine_exec_thread(machine *m, const ir_instr *i);
void machine_thread_kernel_step(machine *m);
// Is every process blocked, or goes round in a loop and changes nothing (machine_rounds.c)? If not, the machine is good for a reset only.
bool machine_all_go_round(machine *m);
// Somebody waits for ever: has the program said what that means? (machine_pending.c)
bool machine_pending_ends(machine *m);
void machine_thread_step(machine *m, uint32_t proc);
bool machine_thread_may(const machine *m, uint32_t proc);  // can it proceed, whoever must go first
size_t machine_thread_enabled(const machine *m, uint32_t *procs, size_t max);
// The code index of the await_begin that comes first in the region that begins at pc; UINT32_MAX: something else does.
uint32_t machine_region_guard(const ir_func_info *f, uint32_t pc);
// Before each instruction of a process: must the step end here?
bool machine_step_ends(machine *m, const ir_instr *i);
void machine_note_jump(machine *m, uint32_t from, uint32_t to);
flow machine_cut_process(machine *m, place at);  // an assumption is false

// --- machine_waiting.c
void waiting_reset(machine *m);
void waiting_fini(machine *m);
mutex *waiting_mutex(machine *m, cell address, bool make);  // valid until the next one is made; NULL: nobody wanted it
void waiting_born(machine *m, uint32_t proc);               // a new process has got its stack
void waiting_first_step(machine *m, uint32_t proc);
void waiting_moved(machine *m, uint32_t proc);  // the running process stands somewhere else, or is no longer live
// Does its step begin with what a guard, a lock or a join may keep waiting?
bool waiting_may_wait(const machine *m, uint32_t proc);

// --- machine_access.c
void machine_access_begin(machine *m, uint32_t proc);  // before a step
void machine_note_access(machine *m, const ir_instr *i, cell at, uint64_t size, access_kind kind);

// --- happens-before (machine_order.c); nothing happens if m->order is NULL
typedef struct machine_order machine_order;
bool order_decides(const ir_module *ir);            // are there races of accesses that are never next to each other?
machine_order *order_begin(machine_order *before);  // of an earlier run, or NULL
void order_end(machine_order *o);
void order_step(machine *m, uint32_t proc);
void order_access(machine *m, const ir_instr *i, cell at, uint64_t size, bool write);
void order_swap(machine *m, const ir_instr *i, cell at, uint64_t size, bool stores);  // the access of a `cas`
void order_region_begins(machine *m);
void order_region_ends(machine *m);
void order_relax(machine *m, const ir_instr *i);
void order_fence(machine *m, const ir_instr *i);
void order_lock(machine *m, cell of);
void order_unlock(machine *m, cell of);
void order_tried(machine *m, uint32_t holder, place at);  // a trylock has failed
void order_spawn(machine *m, uint32_t child);
void order_join(machine *m, uint32_t child);
bool order_race(const machine *m, place wanted, machine_race_info *out);  // as machine_race
// --- weak memory models (machine_weak.c); nothing happens if m->weak is NULL
typedef struct machine_weak machine_weak;
typedef enum weak_what { WEAK_SPAWNS, WEAK_JOINS, WEAK_ENDS } weak_what;
machine_weak *weak_begin(void);
void weak_end(machine_weak *w);
void weak_step_begins(machine *m);
void weak_step_ends(machine *m);
void weak_access(machine *m, const ir_instr *i, cell at, uint64_t size, bool write);  // before it is made
void weak_fence(machine *m, const ir_instr *i);
void weak_mutex(machine *m, cell of, ir_ordering ordering, place at, bool was_held,
                bool held);  // taken, given back, initialised or destroyed
void weak_process(machine *m, uint32_t other, weak_what what);
bool weak_attempt_fails(machine *m, cell of, bool held, place at);  // without a memory model: if it is held
void weak_region_begins(machine *m);
void weak_relax(machine *m, const ir_instr *i);
bool weak_splits(
    const machine *m,
    const ir_instr *i);  // does the step end before i, which gives a mutex back inside the region that it began?
bool weak_race(const machine *m, machine_race_info *out);  // as machine_race, of all pairs of the run
void weak_makes(const machine *m, object *o);              // an object, while there are several processes
void weak_kills(machine *m, objref r);
const char *machine_variable_name(machine *m, objref r, uint64_t offset);  // of a live object; machine memory
// An object that nothing reaches any more at the end of the run; NULL if there is none.
const object *machine_find_leak(machine *m);

// --- machine_show.c
// The scalar leaf that covers byte `offset` of `count` elements of `type`: its type, first byte, and its name appended
// to `name` (may be NULL). False: padding, or an event.
// Is it the address of a variable that is a thread of the C++ library? Then its name.
bool machine_thread_variable(machine *m, cell v, strbuf *out);
// The same for texts about threads: ways into records of the library are short.
bool machine_leaf_name(const machine *m, const object *o, uint64_t offset, strbuf *name, ir_type *leaf, uint64_t *at);
bool machine_leaf_at(const ir_module *ir, ir_type type, uint64_t count, uint64_t offset, strbuf *name, ir_type *leaf,
                     uint64_t *leaf_offset);
const char *machine_held_text(machine *m, uint32_t proc);  // "a, b" or "no lock"; NULL without options.changed
void machine_take_calls(const machine *m, place at,
                        place calls[MACHINE_CALLS]);     // the user's calls below the one at `at`
void machine_note_stuck(machine *m);                     // fills stuck_text while what is named exists
const char *machine_event_name(machine *m, event_id e);  // the same as text of the machine
void machine_show_event(machine *m, event_id e, strbuf *out);
bool machine_show_module(machine *m, event_id e, strbuf *out);  // the module that an address lies in
bool machine_show_owner(machine *m, event_id e, strbuf *out);   // the declared thing that an address belongs to
void machine_show_leaf(machine *m, objref r, uint64_t offset, ir_type leaf, strbuf *out);
// Before `size` bytes at `offset` of an object change.
void machine_note_write(machine *m, objref r, uint64_t offset, uint64_t size);
void machine_note_action(machine *m, action a);
void machine_note_place(machine *m, place at);  // of an instruction that is executed
void machine_note_step_begin(machine *m);
void machine_note_step_end(machine *m);
void machine_show_cell(machine *m, ir_type type, cell v, const uint64_t *limbs, strbuf *out);
// What is called a leaf that a condition has read; false: it has no name that the program knows.
bool machine_operand_name(machine *m, cell at, strbuf *name, ir_type *leaf);
// A named register as changes call it.
void machine_register_name(const machine *m, uint32_t func, uint32_t reg, bool outermost, strbuf *name);
// --- machine_operands.c; only with options.changed
typedef struct machine_writings machine_writings;
void operands_begin(machine *m);  // a run
void operands_end(machine *m);
void operands_forget(stack *s);
void operands_write(machine *m, objref obj, uint64_t offset, uint64_t size);
void operands_before(machine *m, const ir_instr *i);  // it is executed by m->active
void operands_after(machine *m, const ir_instr *i);
// --- machine_exception.c
bool machine_exception_text(machine *m, cell thrown, strbuf *out);  // false: nothing is known about it
// --- machine_output.c
void machine_show_output(machine *m, const ir_instr *i);

#endif
