#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Process-wide on purpose: a check can fail anywhere, also where no context was passed.
static void (*check_hook)(void *arg);
static void *check_hook_arg;

#ifdef NDEBUG
static bool wholes;
#else
static bool wholes = true;
#endif

bool check_wholes(void) { return wholes; }
void check_set_wholes(bool wanted) { wholes |= wanted; }

void check_set_hook(void (*hook)(void *arg), void *arg) {
  check_hook = hook;
  check_hook_arg = arg;
}

// Buffered stdout is dropped by both ways out: no verdict may follow a failed check.
static _Noreturn void end_process(void) {
#ifdef ALLWAYS_SANITIZED
  abort();  // the sanitizer and the fuzzer show the stack
#else
  _exit(70);
#endif
}

noreturn void check_failed(const char *file, int line, const char *cond, const char *why) {
  fprintf(stderr, "allways: internal error at %s:%d: %s (%s)\n", file, line, why, cond);
  void (*hook)(void *arg) = check_hook;
  check_hook = NULL;  // a check that fails inside the hook must not call it again
  if (hook) hook(check_hook_arg);
  end_process();
}

void check_whole(const char *file, int line, const char *what, const char *fault) {
  if (fault) check_failed(file, line, what, fault);
}
