// Interruption. A signal handler may not take the locks that the solver's own interrupt call takes, and an interrupt
// that arrives just before the solver starts would be lost. So smt_interrupt only sets a flag and posts a semaphore;
// a thread that does nothing else cuts the running call, again and again until it has ended.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

#include "smt/smt_impl.h"

struct smt_stopper {
  atomic_bool stopped, inside, quit;
  void (*cut)(void *arg);
  void *arg;
  sem_t wake, begun;
  pthread_t thread;
  bool has_thread;
};

static void *watch(void *arg) {
  smt_stopper *x = arg;
  sem_post(&x->begun);
  while (!atomic_load(&x->quit)) {
    if (sem_wait(&x->wake) != 0 && errno == EINTR) continue;
    while (atomic_load(&x->stopped) && atomic_load(&x->inside) && !atomic_load(&x->quit)) {
      x->cut(x->arg);
      nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
  }
  return NULL;
}

smt_stopper *smt_stopper_new(void) {
  smt_stopper *x = MEM_NEW(smt_stopper);
  sem_init(&x->wake, 0, 0);
  sem_init(&x->begun, 0, 0);
  // The thread must not receive the process's signals: handlers belong to the main thread.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  x->has_thread = pthread_create(&x->thread, NULL, watch, x) == 0;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  // Processes may be forked soon: they would inherit the locks that making a thread takes.
  while (x->has_thread && sem_wait(&x->begun) != 0) continue;
  return x;
}

void smt_stopper_free(smt_stopper *x) {
  if (!x) return;
  atomic_store(&x->quit, true);
  sem_post(&x->wake);
  if (x->has_thread) pthread_join(x->thread, NULL);
  sem_destroy(&x->wake);
  sem_destroy(&x->begun);
  mem_free(x);
}

void smt_stopper_stop(smt_stopper *x) {
  atomic_store(&x->stopped, true);
  sem_post(&x->wake);
}

bool smt_stopper_stopped(const smt_stopper *x) { return atomic_load(&x->stopped); }

bool smt_stopper_enter(smt_stopper *x, void (*cut)(void *arg), void *arg) {
  x->cut = cut;
  x->arg = arg;
  atomic_store(&x->inside, true);  // before the flag is read: a later stop sees us inside
  if (!atomic_load(&x->stopped)) return true;
  smt_stopper_leave(x);
  return false;
}

void smt_stopper_leave(smt_stopper *x) { atomic_store(&x->inside, false); }
