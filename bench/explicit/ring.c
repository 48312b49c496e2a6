// Token ring of 7 with 3 local steps each: everybody works on its own counter, the token goes round once.
#include <pthread.h>

#define N 7
#define WORK 3
extern void reach_error(void);

static int token, work[N];

static void *run(void *arg) {
  int me = (int)(long)arg;
  for (int i = 0; i < WORK; i++) __atomic_store_n(&work[me], i + 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&token, __ATOMIC_SEQ_CST) != me) {
  }
  if (__atomic_load_n(&work[me], __ATOMIC_SEQ_CST) != WORK) reach_error();
  __atomic_store_n(&token, me + 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void *)(long)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
