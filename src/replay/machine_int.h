// Inside of the concrete interpreter; only the files of this folder include it.
//
// machine.c       life cycle, status, public questions
// machine_mem.c   objects, loads and stores, copying
// machine_value.c operands, registers, arithmetic
// machine_exec.c  instructions, calls, unwinding
// machine_kernel.c events, waiting, phases
// machine_show.c  names of memory leaves, dump, changes, actions
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

typedef enum obj_kind { OBJ_DEAD, OBJ_GLOBAL, OBJ_FUNC, OBJ_LOCAL, OBJ_HEAP } obj_kind;

typedef struct object {
  obj_kind kind;
  uint32_t gen;
  ir_type type;    // element
  uint64_t count;  // elements; 1 for globals
  uint64_t size;   // bytes
  uint8_t *bytes;
  objref *origin;    // per byte: object of the pointer value that begins here; NULL while there is none
  uint8_t *written;  // bit per byte: stored to in this run (big objects only, see machine_globals)
  const char *name;  // for texts; machine memory
} object;

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
  VEC(local_object) locals;
} frame;

typedef struct stack {
  VEC(frame) frames;
  VEC(cell) regs;
  VEC(uint64_t) limbs;
} stack;

typedef struct event_id {
  objref obj;
  uint64_t offset;
} event_id;

typedef struct pending {  // a notification that is to come; of an event or, if proc, the time-out of that process
  event_id event;
  uint32_t proc;
  bool is_delta;
  uint64_t time;  // timed: absolute
} pending;

typedef struct process {
  stack stack;
  const char *name;
  bool ended, runnable, waiting, suspended, disabled, resume_requested;
  uint64_t ready_seq;  // when it became runnable
  uint64_t wait_seq;   // when it began to wait
  place wait_at;       // the wait or suspend it stands at
  bool wait_all;
  VEC(event_id) events;  // waiting: for these
  VEC(bool) seen;        // which of them have come
  ir_reg wait_dst;       // gets the number of what ended the wait
} process;

typedef enum phase { PHASE_ELAB, PHASE_EVAL, PHASE_CLEANUP, PHASE_END } phase;

typedef struct update_request {
  uint32_t upd;
  cell arg;
  bool has_arg;
} update_request;

// What a step did, in pieces: words are made of them only when somebody asks.
typedef enum action_kind { ACT_TEXT, ACT_EVENT, ACT_NUMBER } action_kind;
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

struct machine {
  const ir_module *ir;
  machine_options options;
  machine_status status;
  ir_check check;
  place at;
  strbuf message;

  VEC(object) objects;  // 0 none, 1..n_globals, then the functions, then locals and heap
  VEC(uint32_t) free_slots;
  uint64_t memory_bytes;   // of live objects
  uint32_t **limb_offset;  // per function, per register: its place in the frame's limbs
  uint32_t *frame_limbs;   // per function
  bool has_thread_local;
  map64 sites;  // heap objects made so far per source line, for their names

  process *procs;  // 0 = kernel: the entry function; update functions run on `updating`
  uint32_t n_procs;
  stack updating;
  uint32_t running;  // process of the current or last step
  stack *active;     // what the interpreter executes now
  bool in_update;
  uint64_t budget;  // instructions left in this step
  uint64_t instructions;
  uint64_t frame_serial;

  phase phase;
  bool initialised, stopped, bounded, one_delta, deadlocked;
  ir_start start_mode;
  uint64_t bound;  // absolute
  uint64_t time, delta;
  uint64_t seq;
  VEC(pending) pending;  // in the order of notification
  VEC(update_request) updates;

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

// --- machine.c
// A violation if its kind is asked for; otherwise the program has no defined way on here and the run ends UNSUPPORTED.
flow machine_fail(machine *m, ir_check kind, place at, const char *message);
flow machine_stop(machine *m, machine_status status, place at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

// --- machine_mem.c
objref memory_new_object(machine *m, obj_kind kind, ir_type type, uint64_t count, const char *name);
void memory_kill_object(machine *m, objref r);
void memory_init_globals(machine *m);
void memory_release(machine *m);              // all objects
object *memory_object(machine *m, objref r);  // NULL if it is dead
// Checks an access of `size` bytes; false: m->status is set.
bool memory_access(machine *m, cell pointer, uint64_t size, place at);
// The following four need an access that was checked. The wide ones copy limbs.
bool memory_load(machine *m, cell pointer, ir_type type, cell *out, place at);
void memory_store(machine *m, cell pointer, ir_type type, cell value);
void memory_load_wide(machine *m, cell pointer, ir_type type, uint64_t *out);
void memory_store_wide(machine *m, cell pointer, ir_type type, const uint64_t *limbs);
bool memory_copy(machine *m, cell to, cell from, uint64_t size, place at);
void memory_fill(machine *m, cell to, uint8_t byte, uint64_t size);

// --- machine_value.c
bool machine_is_wide(const machine *m, ir_type t);
uint64_t machine_cut(uint32_t bits, uint64_t x);
cell machine_read_operand(machine *m, const ir_operand *o);          // not wide
const uint64_t *machine_read_wide(machine *m, const ir_operand *o);  // wide; valid until registers are made or assigned
void machine_write_reg(machine *m, stack *s, const frame *f, ir_reg r, cell v);
void machine_write_reg_wide(machine *m, stack *s, const frame *f, ir_reg r, const uint64_t *limbs);
// Value instructions (MOV .. TRUNC, SELECT, pointer arithmetic).
flow machine_exec_value(machine *m, const ir_instr *i);
cell machine_rmw_apply(const machine *m, ir_rmw op, ir_type type, cell old, cell by);
void machine_rmw_wide(ir_rmw op, uint32_t bits, uint64_t *to, const uint64_t *old, const uint64_t *by);
// A number of at most 64 bits where an address makes no sense; false: m->status is set.
bool machine_number_operand(machine *m, const ir_operand *o, place at, uint64_t *out);

// --- machine_exec.c
bool machine_push_frame(machine *m, stack *s, ir_func f, place at);  // false: depth limit
void machine_pop_frame(machine *m, stack *s);
void machine_stack_clear(machine *m, stack *s);
void machine_stack_fini(stack *s);
// Runs m->active until a context switch or until its stack is empty.
void machine_run_active(machine *m);

// --- machine_kernel.c
flow machine_exec_kernel(machine *m, const ir_instr *i);
void machine_kernel_step(machine *m);
void machine_process_step(machine *m, uint32_t proc);
void machine_end_process(machine *m, uint32_t proc);
bool machine_some_enabled(const machine *m);
static inline bool proc_enabled(const process *p) { return p->runnable && !p->suspended && !p->ended; }

// --- machine_show.c
// The scalar leaf that covers byte `offset` of `count` elements of `type`: its type, first byte, and its name appended
// to `name` (may be NULL). False: padding, or an event.
bool machine_leaf_at(const ir_module *ir, ir_type type, uint64_t count, uint64_t offset, strbuf *name, ir_type *leaf,
                     uint64_t *leaf_offset);
void machine_show_event(machine *m, event_id e, strbuf *out);
// Before `size` bytes at `offset` of an object change.
void machine_note_write(machine *m, objref r, uint64_t offset, uint64_t size);
void machine_note_action(machine *m, action a);
void machine_note_step_begin(machine *m);
void machine_note_step_end(machine *m);
void machine_show_output(machine *m, const ir_instr *i);

#endif
