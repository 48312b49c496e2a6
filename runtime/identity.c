// Which thread an id stands for. POSIX and C++ let the id of a thread that has ended, and was joined or detached, be given to another one that
// is created later. Numbers of processes are never used again, so this is decided where two ids are compared: kept if
// __allways_thread_ids.
#include <pthread.h>
#include <threads.h>

#include "model.h"

struct identity {
  int gone;  // 0: it may still be asked for; else the lowest number that may have its id
  int heir;  // the last thread that has its id
  int ended, detached;
  unsigned long long not ;  // those (of the first 64) that it was compared with and whose id it does not have
};

static int identities[MAX_THREADS];  // addresses only
static int last = 1;                 // the highest number of a thread so far

HELPER struct identity *identity_of(int id) {
  if (id < 0 || id >= MAX_THREADS) __allways_unsupported("more than 4096 threads");
  return SHADOW(struct identity, &identities[id]);
}

void identity_made(int id) {
  if (id > last) last = id;
}

void identity_gone(int id) {
  struct identity *t = identity_of(id);
  __allways_atomic_begin();
  if (!t->gone) t->gone = last + 1;
  __allways_atomic_end();
}

void identity_ended(int id) {
  struct identity *t = identity_of(id);
  __allways_atomic_begin();
  t->ended = 1;
  if (t->detached && !t->gone) t->gone = last + 1;
  __allways_atomic_end();
}

void identity_detached(int id) {
  struct identity *t = identity_of(id);
  __allways_atomic_begin();
  t->detached = 1;
  if (t->ended && !t->gone) t->gone = last + 1;
  __allways_atomic_end();
}

// Has somebody else got its id who was there when this one was created?
HELPER _Bool is_taken(const struct identity *t, int by) {
  if (!t->heir || t->heir == by) return 0;
  int left = identity_of(t->heir)->gone;
  return !left || by < left;
}

static _Bool inherits(int id, int from) {
  struct identity *t = identity_of(id), *old = identity_of(from);
  unsigned long long bit = from < 64 ? 1ull << from : 0;
  __allways_atomic_begin();
  _Bool same = old->heir == id;
  if (!same && old->gone && id >= old->gone && !(t->not &bit) && !is_taken(old, id)) {
    same = __allways_nondet_bool("the id of a thread that has ended is used again");
    if (same)
      old->heir = id;
    else
      t->not |= bit;
  }
  __allways_atomic_end();
  return same;
}

// The first thread has its id for ever, and 0 is nobody.
_Bool same_thread(int a, int b) {
  if (a == b) return 1;
  if (!__allways_thread_ids || a <= 1 || b <= 1) return 0;
  return a < b ? inherits(b, a) : inherits(a, b);
}

MODEL int pthread_equal(pthread_t a, pthread_t b) { return same_thread((int)a, (int)b); }
MODEL int thrd_equal(thrd_t a, thrd_t b) { return same_thread((int)a, (int)b); }

// std::thread::id: the headers define these; see llvm_link.c.
_Bool _ZSteqNSt6thread2idES0_(unsigned long a, unsigned long b);
MODEL _Bool _ZSteqNSt6thread2idES0_(unsigned long a, unsigned long b) { return same_thread((int)a, (int)b); }

// The order of ids is open; the result says that it is that of creation (src/app/assumptions.c).
volatile char allways_thread_order;
_Bool _ZStltNSt6thread2idES0_(unsigned long a, unsigned long b);
_Bool _ZStltNSt6thread2idES0_(unsigned long a, unsigned long b) {
  (void)allways_thread_order;
  return a < b;
}
signed char _ZStssNSt6thread2idES0_(unsigned long a, unsigned long b);
signed char _ZStssNSt6thread2idES0_(unsigned long a, unsigned long b) {
  (void)allways_thread_order;
  return (signed char)((a > b) - (a < b));
}
