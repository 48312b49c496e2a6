// The independent concrete interpreter: plain values, plain memory, one run at a time. It shares no code with the
// symbolic side (it sees only base and ir), so that a mistake there cannot confirm itself here.
//
// A machine runs one schedule: ask machine_enabled, choose, machine_step. Process numbers are those of the step
// interface: 0 = the kernel (elaboration, notification phase, clean-up), 1.. = processes, above those of the module the
// spawned ones, whose numbers are given by who spawned them (machine_origin).
#ifndef REPLAY_MACHINE_H
#define REPLAY_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"
#include "ir/ir.h"
#include "ir/ir_claims.h"

typedef struct machine machine;

// One value of an input; wide integers have (bits + 63) / 64 limbs, all others use bits[0].
typedef struct machine_input {
  const char *name;
  ir_type type;
  place at;
  uint64_t bits;
  const uint64_t *limbs;
} machine_input;

// A spawned process: the k-th (from 1) that `parent` spawns.
typedef struct machine_origin {
  uint32_t parent, k;
} machine_origin;

enum { MACHINE_CALLS = 3 };  // of a stack, for texts

// Two accesses that are a data race (doc/semantics-threads.md 5): [0] of the last step, [1] of the one before, or of an earlier one.
typedef struct machine_race_info {
  uint32_t proc[2];
  place at[2];     // in the user's code
  place exact[2];  // of the instruction, which may lie in a model
  bool write[2];
  const char *variable;  // lives until the next step
  const char *missing;   // what would have ordered them, or NULL; as `variable`
  // With options.changed, else none: the locks that each held at its access, or "no lock"; the user's calls that led there.
  const char *held[2];
  place calls[2][MACHINE_CALLS];  // the innermost first
} machine_race_info;

// The stream of files that the program writes: the text is a name, a zero, and what is added to the file of this name.
enum { MACHINE_FILE_STREAM = 3 };

// A run of a weak memory model (machine_weak.c), by steps: does the step access memory that others can see, from which step's write does it read, or from the initial value; where does its own write
// stand among those of the place: behind all with a smaller rank. Of copies and fills: how many bytes of it count, since padding may lie behind them; 0: all.
#define MACHINE_INITIAL UINT32_MAX
typedef struct machine_link {
  bool access;
  uint32_t reads_from, rank, bytes;
} machine_link;
typedef struct machine_memory {
  const char *model;  // "tso", "rc11"
  const machine_link *steps;
  size_t n;
} machine_memory;

typedef struct machine_options {
  uint32_t checks;  // bit per ir_check: which kinds are violations
  bool pending_multi;
  const uint8_t *may_wait;  // by process: it may wait for ever, that is no deadlock; NULL: nobody may. Not copied
  uint32_t n_may_wait;
  bool updates_last_first;  // the order of the reference kernel; else that of the search, which is fixed
  uint64_t step_limit;      // instructions per step, 0 = none
  uint32_t depth_limit;
  // Gives the value of the n-th input of the run (n counts from 0). The machine has filled in name, type and place; the
  // callback sets bits or limbs (cut to the type's width). False, or no callback: there is none and the machine uses 0.
  bool (*input)(void *arg, size_t n, machine_input *in);
  void *input_arg;
  // At the end of each step, once per named variable whose value differs from before the step: globals (`x`, `a[3]`,
  // `r.f`), heap objects (`new@12#1.f`: first object made at line 12), locals (`A.i`, in a called function `A.f.i`).
  // Recording costs a little per store, none at all without a callback.
  void (*changed)(void *arg, const char *name, const char *value);
  // What is printed, n bytes with a zero behind them; 2: the stream for errors; may be NULL.
  void (*output)(void *arg, int stream, const char *text, size_t n);
  void *event_arg;
  const volatile int *stop;
  // Interleaving scheduler: origins of the processes n_procs + 1, n_procs + 2, ... as the schedule numbers them. Pairs
  // that are not among them get the numbers above.
  const machine_origin *origins;
  size_t n_origins;
  const machine_memory *memory;  // NULL: a read finds the last write. Lives as long as the machine
  ir_claims *claims;             // of the module: runs mark those that they come through; may be NULL
} machine_options;

typedef enum machine_status {
  MACHINE_RUNNING,   // more steps are possible
  MACHINE_FINISHED,  // the run is over
  MACHINE_CUT,       // an assumption is false
  MACHINE_VIOLATION,
  MACHINE_LIMIT,        // step or depth limit, or stopped
  MACHINE_UNSUPPORTED,  // reached an unsupported instruction
} machine_status;

machine *machine_new(const ir_module *ir, const machine_options *options);
void machine_free(machine *m);
void machine_reset(machine *m);  // back to before elaboration
// By number; the kernel exactly if no process is enabled. max = machine_max_proc() + 1 is enough.
size_t machine_enabled(const machine *m, uint32_t *procs, size_t max);
bool machine_interleaves(const machine *m);  // the scheduler is `interleave`
// Threads, for whoever wants one enabled process out of many without asking all: the number of processes that are not
// known to be kept waiting, and one of them; machine_may_step tells whether it is enabled.
size_t machine_candidates(const machine *m);
typedef enum machine_which { MACHINE_OLDEST, MACHINE_NEWEST, MACHINE_NTH } machine_which;
uint32_t machine_candidate(const machine *m, machine_which which, size_t n);  // n: of MACHINE_NTH, below the number
uint32_t machine_max_proc(const machine *m);                                  // the highest number of a process so far
// May it step? Also true of a process that could proceed but has to let a new process make its first step.
// The kernel may end a run of threads in which somebody can step if deadlocks are looked for, and all who can go round in loops that
// change nothing: they are run to see that. If they do not, the machine can only be reset.
bool machine_may_step(const machine *m, uint32_t proc);
// The same processes in the order in which they became runnable: the reference kernel's order.
size_t machine_ready_order(const machine *m, uint32_t *procs, size_t max);
// Does it stand at the guard of an `await` that is false? A symbolic search steps such a process where the guard may be
// either; in the runs where it is false that step does nothing.
bool machine_guard_is_false(const machine *m, uint32_t proc);
// Threads: how a process stands. STOPPED: at `stop`; CUT: at a false assumption.
typedef enum machine_turn {
  MACHINE_TURN_ABSENT,
  MACHINE_TURN_ENDED,
  MACHINE_TURN_READY,
  MACHINE_TURN_BLOCKED,
  MACHINE_TURN_STOPPED,
  MACHINE_TURN_CUT,
} machine_turn;
machine_turn machine_turn_of(const machine *m, uint32_t proc);
// Does the guard hold at which an observer stands, also before its first step? SystemC: has the event come that it waits for?
bool machine_guard_holds(const machine *m, uint32_t proc);
// Frames of a process, from 0, the outermost; the serial number is another one for every activation.
typedef struct machine_frame {
  ir_func func;
  uint32_t pc;  // of the next instruction, or of the call that is being executed
  uint64_t serial;
} machine_frame;
size_t machine_depth(const machine *m, uint32_t proc);
machine_frame machine_frame_at(const machine *m, uint32_t proc, size_t depth);
// Where all processes stand, who holds which mutex, what memory with a fixed place contains: equal texts, equal in that.
void machine_put_control(const machine *m, strbuf *out);
machine_status machine_step(machine *m, uint32_t proc);  // machine_may_step(m, proc)
machine_status machine_get_status(const machine *m);

// With options.memory: is the run so far one that the model allows? NULL: it is; else why not.
const char *machine_judge_memory(const machine *m);
bool machine_is_interleaving(const machine *m);  // does one show what each read has found, and the order of writes?

// After MACHINE_VIOLATION, LIMIT or UNSUPPORTED: what and where.
ir_check machine_check(const machine *m);
place machine_place(const machine *m);
place machine_shown_place(
    const machine *m);  // the same, or the program's own call if that lies in the library of a design
const char *machine_message(const machine *m);
// A design that ended by an exception that nobody catches: what the reference library prints then. False: it did not.
bool machine_last_words(machine *m, strbuf *out);

uint64_t machine_time(const machine *m);
void machine_time_text(const machine *m, uint64_t time, strbuf *out);  // with its unit, if the program has one
place machine_step_place(const machine *m);  // the first place in the program that the last step came to, or none
uint64_t machine_delta(const machine *m);    // delta cycles so far at this time
place machine_resume_place(const machine *m, uint32_t proc);  // where the process will go on
place machine_inner_place(const machine *m, uint32_t proc);   // the same, also if that lies in a library
const char *machine_proc_name(const machine *m, uint32_t proc);
bool machine_proc_origin(const machine *m, uint32_t proc, machine_origin *out);  // false: it was not spawned
// Where it was spawned, in the user's code, and how many inputs had been drawn then. False: it was not (yet).
bool machine_spawn_place(const machine *m, uint32_t proc, place *at, size_t *inputs);
// Are the last two steps a data race, or the last and an earlier one? Known only if options.checks has IR_CHECK_RACE. With `wanted` (or PLACE_NONE) a
// pair is preferred of which one access stands at that line.
bool machine_race(const machine *m, place wanted, machine_race_info *out);
// In a run of C11's memory model: an access that is not ordered behind the making of its object (`early`) or before its end; [0] the access, [1] who made
// or ended it.
bool machine_outside(const machine *m, machine_race_info *out, bool *early);
// After a violation of IR_CHECK_DRIVERS: the two writes, [0] the last one.
bool machine_drivers(const machine *m, machine_race_info *out);
// Does the thread wait although nothing that it waits for is pending? Where, in the user's code; for what, in words.
bool machine_waits_in_vain(const machine *m, uint32_t proc);
place machine_wait_place(const machine *m, uint32_t proc);
void machine_waiting_words(machine *m, uint32_t proc, strbuf *out);
uint64_t machine_time_unit(const machine *m);  // femtoseconds; 0: the program's language has no unit of time
bool machine_deadlocked(const machine *m);     // at the end: unfinished processes wait, nothing is pending
size_t machine_inputs_drawn(const machine *m);
const machine_input *machine_input_at(const machine *m, size_t n);
uint32_t machine_input_proc(const machine *m, size_t n);  // the process that drew it
uint32_t machine_running(const machine *m);               // whose step is being or was last executed
uint32_t machine_blamed(const machine *m);                // after a violation: the process whose it is
uint64_t machine_instructions(const machine *m);          // executed since the last reset
// What the last step did, in words: "waits for e", "notifies e", "ends", "time advances to 5", ...
const char *machine_action(const machine *m);
// The same in parts: "locks" with the name of the mutex, "starts" with the name of the process, "ends" without a name; once per
// name where there are several ("waits"). Both texts live until the callback returns.
typedef void machine_event_fn(void *arg, const char *verb, const char *name);
void machine_events(const machine *m, machine_event_fn *each, void *arg);
// After a violation, line by line: of a deadlock where each unfinished thread stands, what it waits for, who has that and since where, and
// the cycle; of freed memory where it was allocated and freed, and by whom. Complete only with options.changed.
typedef void machine_why_fn(void *arg, const char *line);
void machine_why(machine *m, machine_why_fn *each, void *arg);
// After a violation: what the condition that failed has read, the last first, with who wrote that last. Complete only with
// options.changed. Texts live until the callback returns.
typedef enum machine_origin_kind {
  MACHINE_FROM_UNKNOWN,
  MACHINE_FROM_WRITE,   // written at a place by a process
  MACHINE_FROM_CALL,    // passed by a call
  MACHINE_FROM_RETURN,  // returned
  MACHINE_FROM_INPUT,   // an input
  MACHINE_FROM_NOBODY   // never written: its first value
} machine_origin_kind;
typedef struct machine_operand {
  const char *name, *value;
  machine_origin_kind from;
  place at;
  const char *process;  // NULL: not known
} machine_operand;
typedef void machine_operand_fn(void *arg, const machine_operand *o);
void machine_operands(machine *m, machine_operand_fn *each, void *arg);
// Then, of an access out of bounds the size of its object, of a value that nobody has written where it was declared.
void machine_object_why(machine *m, machine_why_fn *each, void *arg);
// Of a race: by which calls each came to its access, which locks each holds.
void machine_race_why(const machine *m, const machine_race_info *race, machine_why_fn *each, void *arg);
// Current value of every named scalar leaf of the globals, in declaration order, for waveforms and final states. Of an
// array with more than 64 elements: the first 64 and those that the run has written. A program that builds its design
// declares more: signals and the like, by hierarchical names.
typedef struct machine_value {
  const char *name, *text;  // until the callback returns
  ir_type type;
  uint64_t bits;   // of numbers of at most 64 bits
  uint32_t width;  // of a number whose type in the source has fewer bits than its place in memory; 0: as the type
} machine_value;
typedef void machine_value_fn(void *arg, const machine_value *v);
void machine_globals(const machine *m, machine_value_fn *each, void *arg);
// Programs that build their design: modules, ports with their bindings, processes with their sensitivities, as far as
// they were made.
void machine_tree(const machine *m, strbuf *out);
// Canonical text of the observable state (globals by name, static processes, time): the same as sem_dump gives.
void machine_dump(const machine *m, strbuf *out);
// Every value of a state that can still matter: of globals, of what processes still need, of everything reached from
// there. `key` says whose value it is, the same in every state that has it, however its objects were made; two states
// differ observably iff `same` differs for a key that both have. The others are for texts. All live until the callback
// returns.
typedef struct machine_observed {
  const char *key, *shown;
  const char *same, *value;
} machine_observed;
typedef struct machine_observation {
  // Is the register still needed by a frame that goes on at `at` or, calling, is in the call at `at`?
  bool (*needs)(void *arg, ir_func f, uint32_t at, bool calling, ir_reg r);
  void (*each)(void *arg, const machine_observed *o);
  void *arg;
} machine_observation;
void machine_observe(const machine *m, const machine_observation *ask);
// A value as all texts of a run show it: decimal by the type's signedness, true/false. Not for pointers.
void machine_value_text(const ir_module *ir, ir_type type, uint64_t bits, const uint64_t *limbs, strbuf *out);

#endif
