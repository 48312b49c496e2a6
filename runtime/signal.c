// signal.h. No signal arrives from outside (an assumption of the result). One that a thread sends to itself by `raise` is
// handled there, before the call returns; others have an effect only if they are ignored, else they are UNKNOWN. Where
// somebody waits for signals (sigwait), those that are blocked stay pending until they are taken.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <ucontext.h>
#include <unistd.h>

#include "channels.h"

typedef unsigned long long signal_bits;  // signal n is bit n - 1

enum { LAST_SIGNAL = 64, WORD_BITS = 8 * sizeof(unsigned long) };

HELPER _Bool is_signal(int n) { return n >= 1 && n <= LAST_SIGNAL; }
HELPER signal_bits bit_of(int n) { return 1ull << (n - 1); }

// --- sets -----------------------------------------------------------------------------------------------------------

HELPER signal_bits get(const sigset_t *set) {
  return WORD_BITS == 64 ? set->__val[0] : set->__val[0] | (signal_bits)set->__val[1] << 32;
}

HELPER void put(sigset_t *set, signal_bits bits) {
  set->__val[0] = (unsigned long)bits;
  if (WORD_BITS == 32) set->__val[1] = (unsigned long)(bits >> 32);
}

HELPER void put_all(sigset_t *set, signal_bits bits) {
  __builtin_memset(set, 0, sizeof *set);
  put(set, bits);
}

MODEL int sigemptyset(sigset_t *set) {
  put_all(set, 0);
  return 0;
}

MODEL int sigfillset(sigset_t *set) {
  put_all(set, ~0ull);
  return 0;
}

MODEL int sigaddset(sigset_t *set, int n) {
  if (!is_signal(n)) return failed(EINVAL);
  put(set, get(set) | bit_of(n));
  return 0;
}

MODEL int sigdelset(sigset_t *set, int n) {
  if (!is_signal(n)) return failed(EINVAL);
  put(set, get(set) & ~bit_of(n));
  return 0;
}

MODEL int sigismember(const sigset_t *set, int n) {
  if (!is_signal(n)) return failed(EINVAL);
  return (get(set) & bit_of(n)) != 0;
}

MODEL int sigisemptyset(const sigset_t *set) { return get(set) == 0; }

// --- masks ----------------------------------------------------------------------------------------------------------

// A thread begins with the mask of the one that creates it.
static int masks[MAX_THREADS];

signal_bits *signal_mask(int id) {
  if (id < 0 || id >= MAX_THREADS) __allways_unsupported("more than 4096 threads");
  return SHADOW(signal_bits, &masks[id]);
}

// --- what is pending ------------------------------------------------------------------------------------------------

// Kept if __allways_signal_waits: of a thread, and of the process (whoever takes it first).
static int pending[MAX_THREADS];
static signal_bits process_pending;
static int last_thread = 1;  // the highest number of a thread so far

static signal_bits *pending_of(int id) {
  if (id < 0 || id >= MAX_THREADS) __allways_unsupported("more than 4096 threads");
  return SHADOW(signal_bits, &pending[id]);
}

void signal_thread_made(int id) {
  if (id > last_thread) last_thread = id;
}

// Does every thread block it? One that has ended counts as it was.
static _Bool all_block(int n) {
  _Bool all = 1;
  for (int id = 1; id <= last_thread; id++) all &= (*signal_mask(id) & bit_of(n)) != 0;
  return all;
}

HELPER void no_delivery(signal_bits mask) {
  if (!__allways_signal_waits) return;
  __allways_atomic_begin();
  if ((*pending_of(__allways_self()) | process_pending) & ~mask)
    __allways_unsupported("a pending signal that is not blocked any more");
  __allways_atomic_end();
}

HELPER int change_mask(int how, const sigset_t *set, sigset_t *old) {
  signal_bits *mask = signal_mask(__allways_self()), was = *mask;
  if (set) {
    signal_bits bits = get(set) & ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
    if (how == SIG_BLOCK)
      *mask = was | bits;
    else if (how == SIG_UNBLOCK)
      *mask = was & ~bits;
    else if (how == SIG_SETMASK)
      *mask = bits;
    else
      return EINVAL;
    no_delivery(*mask);
  }
  if (old) put_all(old, was);
  return 0;
}

MODEL int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  return change_mask(how, set, old);
}

MODEL int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  int error = change_mask(how, set, old);
  return error ? failed(error) : 0;
}

MODEL int sigpending(sigset_t *set) {
  signal_bits bits = 0;
  if (__allways_signal_waits) {
    __allways_atomic_begin();
    bits = *pending_of(__allways_self()) | process_pending;
    __allways_atomic_end();
  }
  put_all(set, bits);
  return 0;
}

// --- what is done -----------------------------------------------------------------------------------------------------

struct action {
  void (*handler)(int);
  signal_bits mask;
  int flags;
};

struct action allways_signal_actions[LAST_SIGNAL + 1];

HELPER _Bool can_be_handled(int n) { return is_signal(n) && n != SIGKILL && n != SIGSTOP; }

// An alarm would arrive at any moment: that is refused where somebody handles it.
static _Bool alarm_set;

HELPER void no_alarm(const struct action *a) {
  if (alarm_set && a->handler != SIG_DFL && a->handler != SIG_IGN) __allways_unsupported("an alarm that is handled at any moment");
}

HELPER struct action exchange_action(int n, const struct action *fresh) {
  __allways_atomic_begin();
  struct action old = allways_signal_actions[n];
  if (fresh) allways_signal_actions[n] = *fresh;
  if (fresh && n == SIGALRM) no_alarm(fresh);
  __allways_atomic_end();
  return old;
}

int sigaction(int n, const struct sigaction *restrict fresh, struct sigaction *restrict old) {
  if (!is_signal(n) || (fresh && !can_be_handled(n))) return failed(EINVAL);
  struct action made = {0};
  if (fresh) made = (struct action){fresh->sa_handler, get(&fresh->sa_mask), fresh->sa_flags};
  struct action was = exchange_action(n, fresh ? &made : NULL);
  if (old) {
    old->sa_handler = was.handler;
    put_all(&old->sa_mask, was.mask);
    old->sa_flags = was.flags;
    old->sa_restorer = NULL;
  }
  return 0;
}

void (*signal(int n, void (*handler)(int)))(int) {
  if (!can_be_handled(n) || handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  struct action made = {handler, bit_of(n), SA_RESTART};
  return exchange_action(n, &made).handler;
}

// --- sending ----------------------------------------------------------------------------------------------------------

HELPER _Bool is_ignored(int n, const struct action *a) {
  _Bool by_default = n == SIGCHLD || n == SIGURG || n == SIGWINCH || n == SIGCONT;
  return a->handler == SIG_IGN || (a->handler == SIG_DFL && by_default);
}

HELPER _Bool stops(int n) { return n == SIGSTOP || n == SIGTSTP || n == SIGTTIN || n == SIGTTOU; }

// Who sent it is this process; what else is told is indeterminate.
HELPER void handle(int n, const struct action *a) {
  if (!(a->flags & SA_SIGINFO)) {
    a->handler(n);
    return;
  }
  siginfo_t info;
  ucontext_t context;
  info.si_signo = n;
  info.si_code = SI_TKILL;
  info.si_pid = getpid();
  info.si_uid = getuid();
  ((void (*)(int, siginfo_t *, void *))(void *)a->handler)(n, &info, &context);
}

int raise(int n) {
  if (!n) return 0;
  if (!is_signal(n)) return failed(EINVAL);
  struct action a = exchange_action(n, NULL);
  if (is_ignored(n, &a)) return 0;
  signal_bits *mask = signal_mask(__allways_self()), was = *mask;
  if (was & bit_of(n)) {
    if (!__allways_signal_waits) __allways_unsupported("raise of a signal that is blocked");
    __allways_atomic_begin();
    *pending_of(__allways_self()) |= bit_of(n);
    __allways_atomic_end();
    return 0;
  }
  if (a.handler == SIG_DFL && stops(n)) __allways_unsupported("a signal that stops the process");
  if (a.handler == SIG_DFL) __allways_stop();
  if (a.flags & SA_RESETHAND) exchange_action(n, &(struct action){.handler = SIG_DFL});
  *mask = was | a.mask | (a.flags & SA_NODEFER ? 0 : bit_of(n));
  handle(n, &a);
  *mask = was;
  return 0;
}

// Blocked or ignored it ends the program all the same.
void abort_by_signal(void) {
  struct action a = exchange_action(SIGABRT, NULL);
  if (a.handler == SIG_DFL || a.handler == SIG_IGN) return;
  *signal_mask(__allways_self()) &= ~bit_of(SIGABRT);
  raise(SIGABRT);
}

HELPER void only_ignored(int n) {
  struct action a = exchange_action(n, NULL);
  if (!is_ignored(n, &a)) __allways_unsupported("a signal that is not ignored is sent to a thread or a process");
}

// If it is blocked it stays. To change a mask and to send a signal are steps of their own.
static _Bool stays_pending(int thread, int n) {
  if (!__allways_signal_waits) return 0;
  __allways_atomic_begin();
  _Bool stays = thread ? (*signal_mask(thread) & bit_of(n)) != 0 : all_block(n);
  if (stays) *(thread ? pending_of(thread) : &process_pending) |= bit_of(n);
  __allways_atomic_end();
  return stays;
}

MODEL int pthread_kill(pthread_t thread, int n) {
  must_be_thread((int)thread, "pthread_kill");
  if (n && !is_signal(n)) return EINVAL;
  if (n && (int)thread == __allways_self()) return raise(n);
  if (n && !stays_pending((int)thread, n)) only_ignored(n);
  return 0;
}

int kill(pid_t process, int n) {
  if (n && !is_signal(n)) return failed(EINVAL);
  if (process != getpid()) __allways_unsupported("kill of another process");
  if (n && !stays_pending(0, n)) only_ignored(n);
  return 0;
}

// --- waiting ----------------------------------------------------------------------------------------------------------

// One of them: the lowest, or any where the standard leaves it open (of those below SIGRTMIN).
static int choose(signal_bits bits) {
  if (__allways_libc_glibc || !(bits & (bits - 1))) return __builtin_ctzll(bits) + 1;
  int n = __allways_nondet_int("signal");
  __allways_assume(is_signal(n) && (bits & bit_of(n)));
  return n;
}

// The signal, or 0: there is none, and it does not wait.
static int take_signal(signal_bits set, _Bool waits) {
  int self = __allways_self();
  signal_bits *own = pending_of(self);
  const struct thread *t = cancellable();
  if (set & ~*signal_mask(self)) __allways_unsupported("sigwait for a signal that is not blocked");
  if (alarm_set && (set & bit_of(SIGALRM))) __allways_unsupported("waiting for an alarm");
  cancellation_point();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((((*own | process_pending) & set) != 0) | !waits | is_cancelled(t));
  signal_bits bits = (*own | process_pending) & set;
  int n = bits ? choose(bits) : 0;
  if (n && (*own & bit_of(n)))
    *own &= ~bit_of(n);
  else if (n)
    process_pending &= ~bit_of(n);
  __allways_atomic_end();
  if (!n && waits) thread_cancelled();
  return n;
}

int sigwait(const sigset_t *restrict set, int *restrict n) {
  *n = take_signal(get(set), 1);
  return 0;
}

static int tell(int n, siginfo_t *info) {
  if (!info) return n;
  __allways_nondet_memory(info, sizeof *info, "signal");
  info->si_signo = n;
  return n;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) { return tell(take_signal(get(set), 1), info); }

// When the time is over is the scheduler's choice.
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time) {
  struct moments begin = {0};
  if (__allways_clocks) begin = time_begin();
  int n = take_signal(get(set), 0);
  if (n) return tell(n, info);
  if (__allways_clocks) time_lasted(&begin, time);
  return failed(EAGAIN);
}

// Handlers run on the stack of their thread.
MODEL int sigaltstack(const stack_t *restrict fresh, stack_t *restrict old) {
  if (old) __allways_unsupported("sigaltstack that asks for the old one");
  return 0;
}

// --- those that time brings, or nobody --------------------------------------------------------------------------------------

// Where nobody handles it, it ends the program, and that shows nothing new.
unsigned alarm(unsigned seconds) {
  struct action a = exchange_action(SIGALRM, NULL);
  __allways_atomic_begin();
  _Bool had = alarm_set;
  alarm_set = seconds != 0;
  no_alarm(&a);
  __allways_atomic_end();
  if (alarm_set && (*signal_mask(__allways_self()) & bit_of(SIGALRM))) __allways_unsupported("an alarm that is blocked");
  return had ? __allways_nondet_uint("seconds left") : 0;
}

// None arrives from outside, and threads send only what is ignored or stays pending.
int pause(void) {
  cancellation_point();
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(is_cancelled(self));
  __allways_atomic_end();
  thread_cancelled();
}

int sigsuspend(const sigset_t *set) {
  no_delivery(get(set));
  return pause();
}

// --- signals that are read (sys/signalfd.h) -----------------------------------------------------------------------------

const unsigned long long *signal_own(void) { return pending_of(__allways_self()); }
unsigned long long signal_pending(const unsigned long long *own) { return *own | process_pending; }

int signalfd(int number, const sigset_t *mask, int flags) {
  if (flags & ~(SFD_NONBLOCK | SFD_CLOEXEC)) return failed(EINVAL);
  if (number != -1 && descriptor_look(number).kind != SIGNALS) return failed(descriptor_look(number).kind ? EINVAL : EBADF);
  signal_bits bits = get(mask) & ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
  int made = number == -1 ? descriptor_alone(SIGNALS, flags) : number;
  if (made < 0) return made;
  __allways_atomic_begin();
  allways_channels[descriptor_look(made).channel].count = bits;
  __allways_atomic_end();
  return made;
}

// As many as there are and there is room for; it waits for the first.
ssize_t signal_read(unsigned long long mask, _Bool nonblocking, void *to, size_t n) {
  size_t room = n / sizeof(struct signalfd_siginfo), got = 0;
  if (!room) return failed(EINVAL);
  for (int taken; got < room && (taken = take_signal(mask, !got && !nonblocking)); got++) {
    struct signalfd_siginfo *info = (struct signalfd_siginfo *)to + got;
    __allways_nondet_memory(info, sizeof *info, "signal");
    info->ssi_signo = (uint32_t)taken;
  }
  return got ? (ssize_t)(got * sizeof(struct signalfd_siginfo)) : failed(EAGAIN);
}
