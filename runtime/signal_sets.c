// signal.h: sets of signals together, those of real time, and what only tells.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>

#include "model.h"

enum { FIRST_REAL = 34, LAST_REAL = 64, WORDS = LAST_REAL / (8 * sizeof(unsigned long)) };

int __libc_current_sigrtmin(void) { return FIRST_REAL; }
int __libc_current_sigrtmax(void) { return LAST_REAL; }

int sigandset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
  sigset_t made;
  (void)sigemptyset(&made);
  for (unsigned i = 0; i < WORDS; i++) made.__val[i] = a->__val[i] & b->__val[i];
  *to = made;
  return 0;
}

int sigorset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
  sigset_t made;
  (void)sigemptyset(&made);
  for (unsigned i = 0; i < WORDS; i++) made.__val[i] = a->__val[i] | b->__val[i];
  *to = made;
  return 0;
}

// No call is ever interrupted.
int siginterrupt(int n, int interrupts) { return 0; }
void psignal(int n, const char *s) {
  if (s) (void)fputs(s, stderr);
}
