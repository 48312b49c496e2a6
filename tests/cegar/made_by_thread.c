// The way to the error has steps that touch nothing shared and so are no part of the path of the automata: a thread starts
// another one, and a loop that is not entered ends its step before the thread is done and can be joined.
// expect: unsafe
#include <pthread.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
unsigned char x, y, z;
pthread_mutex_t o;

void *inner(void *p) {
  y = y + 1;
  return 0;
}

void *outer(void *p) {
  unsigned char a = 0;
  pthread_t k;
  pthread_create(&k, 0, inner, 0);
  y = z;
  while (1) {
    a = a ^ 1;
    if (a <= y) break;
  }
  y = a;
  return 0;
}

void *loops(void *p) {
  unsigned char a = 0;
  x = y;
  for (int i = 0; i < a; i++) {
    if (x) {
      pthread_mutex_lock(&o);
      a = __VERIFIER_nondet_bool();
      pthread_mutex_unlock(&o);
      y = a;
    }
  }
  return 0;
}

int main() {
  pthread_t i, j;
  unsigned char a = 0;
  pthread_create(&i, 0, outer, 0);
  z = 0;
  pthread_create(&j, 0, loops, 0);
  pthread_join(i, 0);
  pthread_join(j, 0);
  if (y <= a && a != 1) reach_error();
  return 0;
}
