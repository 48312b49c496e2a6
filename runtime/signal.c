// signal.h. No signal arrives from outside (an assumption of the result). One that a thread sends to itself by `raise` is
// handled there, before the call returns; others have an effect only if they are ignored, else they are UNKNOWN.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "model.h"

typedef unsigned long long signal_bits;  // signal n is bit n - 1

enum { LAST_SIGNAL = 64, WORD_BITS = 8 * sizeof(unsigned long) };

HELPER int failed(int error) {
  errno = error;
  return -1;
}

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
static char masks[MAX_THREADS];

signal_bits *signal_mask(int id) {
  if (id < 0 || id >= MAX_THREADS) __allways_unsupported("more than 4096 threads");
  return SHADOW(signal_bits, &masks[id]);
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

// Nothing was sent that waits.
MODEL int sigpending(sigset_t *set) {
  put_all(set, 0);
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

HELPER struct action exchange_action(int n, const struct action *fresh) {
  __allways_atomic_begin();
  struct action old = allways_signal_actions[n];
  if (fresh) allways_signal_actions[n] = *fresh;
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

int raise(int n) {
  if (!n) return 0;
  if (!is_signal(n)) return failed(EINVAL);
  struct action a = exchange_action(n, NULL);
  if (is_ignored(n, &a)) return 0;
  signal_bits *mask = signal_mask(__allways_self()), was = *mask;
  if (was & bit_of(n)) __allways_unsupported("raise of a signal that is blocked");
  if (a.handler == SIG_DFL && stops(n)) __allways_unsupported("a signal that stops the process");
  if (a.handler == SIG_DFL) __allways_stop();
  if (a.flags & ~SA_RESTART) __allways_unsupported("raise of a signal with flags of sigaction");
  *mask = was | a.mask | bit_of(n);
  a.handler(n);
  *mask = was;
  return 0;
}

HELPER void only_ignored(int n) {
  struct action a = exchange_action(n, NULL);
  if (!is_ignored(n, &a)) __allways_unsupported("a signal that is not ignored is sent to a thread or a process");
}

int pthread_kill(pthread_t thread, int n) {
  if (n && !is_signal(n)) return EINVAL;
  if (n) only_ignored(n);
  return 0;
}

int kill(pid_t process, int n) {
  if (n && !is_signal(n)) return failed(EINVAL);
  if (process != getpid()) __allways_unsupported("kill of another process");
  if (n) only_ignored(n);
  return 0;
}
