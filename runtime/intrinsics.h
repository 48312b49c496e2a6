// What the models in this folder are written on: functions without a body that the lowering (src/front/llvm) turns into
// one instruction of the IR each (doc/ir.md 4, doc/semantics-threads.md). No program may define them.
//
// The child process that compiles (src/app/cc) prepares the module before it is lowered, so that the lowering finds:
// - the lowering makes the process `main`: constructors, main, `__allways_main_returned` if a header defines it,
//   `__allways_at_exit` (stdlib.c), `stop`;
// - bodies of error functions begin with their check, those of __VERIFIER_atomic_* lie between atomic_begin and atomic_end;
// - models are compiled without debug information and small ones are inlined: an instruction of a model then has the
//   place of the call in the program;
// - options are constant globals (below) with their values.
// Text arguments (kind, message, name, what, format) are constants after inlining; where they are not, the lowering
// puts a text of its own. A size_t has the width of a pointer of the program; the lowering widens it.
#ifndef ALLWAYS_INTRINSICS_H
#define ALLWAYS_INTRINSICS_H

#include <stddef.h>

#ifdef __cplusplus
#define _Bool bool
extern "C" {
#define __ALLWAYS_NORETURN __attribute__((noreturn))
#else
#define __ALLWAYS_NORETURN _Noreturn
#endif

// Constants that are known when the program is linked; loads of them are folded. First options of the run, then what
// the program makes use of, so that it does not pay for what it does not.
extern const unsigned char __allways_malloc_may_fail;   // --malloc-may-fail
extern const unsigned char __allways_create_may_fail;   // --create-may-fail: pthread_create, thrd_create, std::thread
extern const unsigned char __allways_libc_glibc;        // --libc=glibc: what standards leave open is as in glibc
extern const unsigned char __allways_rand_libc;         // --rand=libc: the numbers of glibc
extern const unsigned char __allways_spurious_wakeups;  // --spurious-wakeups
extern const unsigned char __allways_misuse;            // the property pthread-misuse is asked for
extern const unsigned char __allways_mutex_kinds;       // some mutex may be recursive or error-checking
extern const unsigned char __allways_static_kinds;      // ... by the bytes of its initialiser
extern const unsigned char __allways_rwlock_queues;     // somebody may see whom a read-write lock prefers
extern const unsigned char __allways_rwlock_kinds;      // ... and some lock says whom
extern const unsigned char __allways_rwlock_upgrades;   // who has one for reading may want it for writing
extern const unsigned char __allways_detached_attributes;  // threads may be made detached
extern const unsigned char __allways_detached_joins;    // threads are detached, and threads are joined
extern const unsigned char __allways_self_joins;        // a thread may join itself
extern const unsigned char __allways_thread_exceptions; // somebody catches what std::thread throws, by its type or a base
extern const unsigned char __allways_robust_mutexes;    // some mutex may be robust
extern const unsigned char __allways_sync_attributes;   // somebody asks what attributes of mutexes and the like say
extern const unsigned char __allways_barrier_ends;      // somebody destroys barriers
extern const unsigned char __allways_thread_ids;        // somebody compares ids of threads
extern const unsigned char __allways_thread_results;    // somebody asks for the result of a thread
extern const unsigned char __allways_missing_results;   // ... and a thread may end without one
extern const unsigned char __allways_thread_keys;       // there may be thread-specific values with destructors
extern const unsigned char __allways_thread_destructors;  // thread-local variables of C++ have destructors
extern const unsigned char __allways_thread_targets;    // somebody cancels threads, or sends them signals
extern const unsigned char __allways_timed_mutexes;     // somebody locks a mutex of C with a time limit
extern const unsigned char __allways_key_deletion;      // somebody deletes keys of thread-specific values
extern const unsigned char __allways_exit_handlers;     // somebody calls atexit
extern const unsigned char __allways_cancellation;      // somebody cancels threads, or asks whether one has ended
extern const unsigned char __allways_cleanups;          // somebody registers what a thread does when it is ended
extern const unsigned char __allways_once_exceptions;   // somebody calls std::call_once
extern const unsigned char __allways_once_left;         // a thread may end inside of a function that is called once
extern const unsigned char __allways_compare_effects;   // a function that qsort may call changes more than its locals
extern const unsigned char __allways_global_ends;       // functions have the attribute `destructor`
extern const unsigned char __allways_signal_handlers;   // somebody says what is done about signals
extern const unsigned char __allways_signal_masks;      // somebody changes or asks which signals a thread blocks
extern const unsigned char __allways_signal_waits;      // somebody waits for signals
extern const unsigned char __allways_descriptors;       // somebody makes pipes, event counters or what else has a number
extern const unsigned char __allways_pollers;           // ... of epoll
extern const unsigned char __allways_sockets;           // ... of sockets
extern const unsigned char __allways_timers;            // ... of timers
extern const unsigned char __allways_signal_files;      // ... of signals
extern const unsigned char __allways_thread_names;      // somebody asks what a thread is called
extern const unsigned char __allways_jumps;             // somebody calls longjmp, and nobody throws exceptions
extern const unsigned char __allways_mappings;          // somebody calls mmap
extern const unsigned char __allways_attributes;        // somebody asks for attributes of threads
extern const unsigned char __allways_stream_errors;     // somebody asks whether output has failed
extern const unsigned char __allways_errno;             // somebody looks at errno
extern const unsigned char __allways_semaphore_values;  // somebody asks for the value of a semaphore
extern const unsigned char __allways_clocks;            // somebody asks a clock
extern const unsigned char __allways_nanoseconds;       // ... one of C++, which counts nanoseconds
extern const unsigned char __allways_condition_clocks;  // somebody says by which clock a condition variable waits
extern const unsigned char __allways_rand_seeds;        // somebody may seed pseudo-random numbers more than once
extern const unsigned char __allways_console_input;     // somebody names std::cin
extern const unsigned char __allways_own_new;           // the program has an operator new of its own
extern const unsigned char __allways_own_delete;        // ... an operator delete
extern const unsigned char __allways_own_delete_array;  // ... an operator delete[]
extern const unsigned char __allways_kernel;            // processes are those of SystemC: there is an sc_main

// Inputs: `nondet "name"`, or the name of the variable that gets the value. The suffix says the type; any further
// __allways_nondet_x has the type of its result.
_Bool __allways_nondet_bool(const char *name);
// `nondet.spurious`: true stands for something that may happen without a reason, and that the other value is as good as if
// nothing comes of it (doc/engines.md, "Loops that wait").
_Bool __allways_spurious(const char *name);
char __allways_nondet_char(const char *name);
signed char __allways_nondet_schar(const char *name);
unsigned char __allways_nondet_uchar(const char *name);
short __allways_nondet_short(const char *name);
unsigned short __allways_nondet_ushort(const char *name);
int __allways_nondet_int(const char *name);
unsigned __allways_nondet_uint(const char *name);
long __allways_nondet_long(const char *name);
unsigned long __allways_nondet_ulong(const char *name);
long long __allways_nondet_longlong(const char *name);
unsigned long long __allways_nondet_ulonglong(const char *name);
float __allways_nondet_float(const char *name);
double __allways_nondet_double(const char *name);
void __allways_nondet_memory(void *to, size_t bytes, const char *name);  // `nondet_mem`, or byte by byte

// Verification.
void __allways_assume(_Bool holds);
// `check.kind`: kind as in src/ir/checks.def ("assert", "unreach-call", "bounds", ...).
void __allways_check(_Bool holds, const char *kind, const char *message);
// `check.overlap`: no byte lies in both ranges. The function that was called is for the message.
void __allways_apart(const void *a, size_t bytes_a, const void *b, size_t bytes_b, const char *function);
// A text that begins with "bounded: ": the run ends here, and a SAFE is `bounded` (doc/ir.md 4).
__ALLWAYS_NORETURN void __allways_unsupported(const char *what);
// `output`: the format is C's. The lowering also makes it of the program's own calls of printf and fprintf with a
// constant format that has neither %s nor %n; other calls go to the models.
void __allways_output(const char *format, ...);

// A value in a C++ stream, formatted as libstdc++ does by flags (std::ios_base::fmtflags), width, precision and fill;
// never forks. Kind: "d" signed, "u" unsigned, "c" character, "b" truth, "f" float, "p" pointer. One value follows.
void __allways_show(const char *kind, int stream, int flags, int width, int precision, int fill, ...);

// Memory.
void *__allways_new(size_t bytes);         // new.uninit: indeterminate
void *__allways_new_zeroed(size_t bytes);  // new
void *__allways_new_aligned(size_t bytes, int power);  // new.align.uninit: at a multiple of 2^power, which is a constant
void *__allways_new_zeroed_aligned(size_t bytes, int power);  // new.align
void *__allways_new_scalar(size_t bytes);  // new.uninit.scalar: by operator new
void *__allways_new_array(size_t bytes);   // new.uninit.elements: by operator new[]
void *__allways_new_scalar_aligned(size_t bytes, int power);
void *__allways_new_array_aligned(size_t bytes, int power);
void __allways_free(void *p);
void __allways_free_scalar(void *p);  // free.scalar
void __allways_free_sized(void *p, size_t bytes);  // free.scalar of what a delete-expression takes to have so many bytes
void __allways_made_as(const void *p, const char *name);  // what a new-expression has made; the name of its type
void __allways_deleted_as(const void *p, const char *name);  // what a delete-expression takes it for
void __allways_made_const(const void *p);  // a constant, made by a new-expression
void __allways_seal(const void *p, size_t bytes, int kind);  // `seal`: constants from here on; the front end calls it
void __allways_unseal(const void *p, size_t bytes, int kind);  // seal.ends
void __allways_free_array(void *p);   // free.elements
void __allways_free_for(void *p, void *heir);  // the heir may lie where p was, as if it had been allocated afterwards
size_t __allways_size(const void *p);
void *__allways_shadow(const void *address, size_t bytes);  // `shadow`; bytes is a constant

// Processes.
int __allways_spawn(void *(*run)(void *), void *argument);  // `spawn`; the number of the new process
void __allways_join(int process);
int __allways_self(void);
__ALLWAYS_NORETURN void __allways_exit(void);  // ends the running process
__ALLWAYS_NORETURN void __allways_stop(void);  // ends the program

// Mutexes, by address.
void __allways_lock(const void *mutex);
void __allways_unlock(const void *mutex);
_Bool __allways_trylock(const void *mutex);
_Bool __allways_trylock_weak(const void *mutex);  // the model of one that may fail for no reason
_Bool __allways_holds(const void *mutex);

// The same where misuse counts (doc/semantics-threads.md 8): what is called, and by which rules; those are constants.
enum { __ALLWAYS_USE_MUTEX = 1, __ALLWAYS_USE_SPIN = 2, __ALLWAYS_USE_WEAK = 16 };  // WEAK: beside another, trylock
enum { __ALLWAYS_INIT = 0, __ALLWAYS_DESTROY = 1, __ALLWAYS_PIN = 2, __ALLWAYS_UNPIN = 3, __ALLWAYS_ANEW = 4 };
void __allways_use_lock(const void *mutex, int rules, const char *function);
void __allways_use_unlock(const void *mutex, int rules, const char *function);
_Bool __allways_use_trylock(const void *mutex, int rules, const char *function);
void __allways_life(const void *mutex, int event, const char *function);  // by a call; PIN: somebody waits for it or has it
void __allways_use_join(int process, const char *function);
void __allways_detach(int process, const char *function);
void __allways_judge(_Bool holds, const char *function, const char *what);  // a check of `pthread-misuse`
_Bool __allways_blank(const void *p, size_t bytes);  // as far as the object goes: are they determinate and zero?

// A blocking primitive: atomic_begin, await_begin, guard, await, what it does, atomic_end. The guard reads only.
void __allways_await_begin(void);
void __allways_await(_Bool guard);
void __allways_atomic_begin(void);
void __allways_atomic_end(void);
// `relax`: the region that runs has failed, and orders nothing of what processes do; or only its reads, its writes do not.
void __allways_relax(_Bool is);
void __allways_relax_reads(_Bool is);
void __allways_relax_writes(_Bool is);
// ... orders nothing between those who say so: they share the object.
void __allways_relax_shared(_Bool is);
void __allways_step(void);

// The SystemC kernel (doc/semantics-systemc.md 5): for programs with sc_main. Times count units of the resolution; an
// event is an address. `flags` and `kind` are constants.
enum { __ALLWAYS_METHOD = 1 };
// A new process that runs run(data); its number. Before the first start it is made runnable by the initialisation, later
// at once. The name (read when it is made) is for reports.
int __allways_process(void (*run)(void *), void *data, const char *name, int flags);
void *__allways_self_data(void);  // data of the running process; null in sc_main and in updates
// Process has not run yet: it is not made runnable, it waits for one of the events (read now).
void __allways_arm(int process, void *const *events, int count);
// Wait for one (all: each) of the events, read when the wait begins; none: for ever. With time: the time ends it too,
// then the result is true.
void __allways_wait(void *const *events, int count, _Bool all);
void __allways_wait_event(void *event);  // for this one
_Bool __allways_wait_time(void *const *events, int count, _Bool all, long long time);
void __allways_notify(void *event);                         // immediately
void __allways_notify_after(void *event, long long delay);  // 0: in the next delta cycle
void __allways_cancel(void *event);
_Bool __allways_waited(const void *event);  // does some process wait for it? Only in updates
// The running process gives way: `process` goes on behind its wait as if woken (or begins), then this one goes on;
// nobody else runs between.
void __allways_switch_to(int process);
void __allways_request_update(void (*update)(void *), void *channel);
unsigned long long __allways_time(void);
// Time until something that is pending is due: 0 now, -1 nothing is. Has the event come in this evaluation phase? `simulate` only.
unsigned long long __allways_activity(void);
_Bool __allways_triggered(const void *event);
_Bool __allways_pending(const void *event);  // is a notification of it to come? `simulate` only
// A method says for how long it will wait when it has ended: in the order of equal times, its time-out begins now. `simulate` only.
void __allways_reserve(long long time);
// A process that is disabled is not woken, and what comes meanwhile is no part of a list of events that it waits for. `simulate` only.
void __allways_disable(int process);
void __allways_enable(int process);
unsigned long long __allways_delta(void);  // delta cycles so far; who asks pays with states that never match
// sc_start: simulate for `time` (-1: without bound; -2: to the end of this instant). False: nothing was left to do, or stopped.
_Bool __allways_start(long long time);
void __allways_pause(void);  // the simulation returns from __allways_start after this delta cycle
// (stop: __allways_stop_simulation; __allways_stop ends the program.)
void __allways_stop_simulation(void);

// What reports say about the structure; no effect on a run. Kinds: module, port, export, signal, fifo, channel, event.
// `bytes` at `value` are what a wave form shows (0: nothing). Names are hierarchical and read when declared.
void __allways_declare(const char *kind, const void *object, const char *name, const void *value, size_t bytes);
void __allways_bound(const void *port, const void *to);
void __allways_sensitive(int process, const void *event);  // -process: where the list of them begins

// Text as the program makes it, for simulate and traces; never forks (a symbolic byte shows as `?`), and is no access to memory.
void __allways_write(int stream, const char *text, size_t bytes);
// Output reads what it writes, in parts as a copy does.
static inline void __allways_read(const char *text, size_t bytes) {
  char copy[256];
  for (size_t done = 0; done < bytes; done += sizeof copy) {
    size_t left = bytes - done;
    __builtin_memmove(copy, text + done, left < sizeof copy ? left : sizeof copy);
  }
}

#ifdef __cplusplus
}
#undef _Bool
#endif

#endif
