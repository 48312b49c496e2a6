// operations: write(?), sum()
// expect: safe
// broken NO_CHECK: unsafe
// broken ODD: unsafe
// calls: 2
// Two words that are read together without a lock, and written under one (a sequence lock).
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;

void write(int value) {
  pthread_mutex_lock(&writers);
#ifndef ODD  // readers do not see that somebody writes
  atomic_fetch_add(&sequence, 1);
#endif
  atomic_store(&first, value);
  atomic_store(&second, ~value);
  atomic_fetch_add(&sequence, 1);
  pthread_mutex_unlock(&writers);
}

int sum(void) {
  for (;;) {
    unsigned begin = atomic_load(&sequence);
#ifndef ODD
    if (begin & 1) continue;
#endif
    int a = atomic_load(&first), b = atomic_load(&second);
#ifndef NO_CHECK
    if (atomic_load(&sequence) != begin) continue;
#endif
    return a ^ b;
  }
}
