// Peterson's filter lock for N threads, one round each; accesses are single reads and writes.
#include <pthread.h>

#define N 4
extern void reach_error(void);

static int level[N], last[N], inside;

static void *run(void *arg) {
  int me = (int)(long)arg;
  for (int l = 1; l < N; l++) {
    __atomic_store_n(&level[me], l, __ATOMIC_SEQ_CST);
    __atomic_store_n(&last[l], me, __ATOMIC_SEQ_CST);
    for (int k = 0; k < N; k++) {
      if (k == me) continue;
      while (__atomic_load_n(&level[k], __ATOMIC_SEQ_CST) >= l && __atomic_load_n(&last[l], __ATOMIC_SEQ_CST) == me) {
      }
    }
  }
  if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) != 1) reach_error();
  __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&level[me], 0, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void *)(long)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
