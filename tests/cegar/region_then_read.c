// expect: unsafe
// The loops cut the region; what reads x behind its end is another step than the end of the region.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
unsigned char x, y, z;
void *t0(void *p) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
  return 0;
}
void *t1(void *p) {
  unsigned char a = 0;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < 2; i++) x = z + 1;
  while (x < 2) { a = a ^ 1; x = x + 1; }
  __VERIFIER_atomic_end();
  if (x != 2) reach_error();
  return 0;
}
int main() {
  pthread_t id[4];
  pthread_create(&id[0], 0, t0, 0);
  pthread_create(&id[1], 0, t1, 0);
  pthread_join(id[1], 0);
  pthread_join(id[0], 0);
  return 0;
}
