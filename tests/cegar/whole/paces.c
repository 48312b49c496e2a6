// Two threads walk through the same table from the same place, one by single steps, the other by two in each round. They end at the
// same place, which equations tell if the loops go round in step: two rounds of the one for each of the other.
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned *next, size, rounds, first, second;
static void move(unsigned *at) {
  if (*at >= size) abort();
  *at = next[*at];
}
void *by_one(void *arg) {
  for (unsigned i = 0; i < 2 * rounds; i++) move(&first);
  return arg;
}
void *by_two(void *arg) {
  for (unsigned i = 0; i < 2 * rounds; i += 2) {
    move(&second);
#ifndef WRONG
    move(&second);
#endif
  }
  return arg;
}
int main(void) {
  pthread_t a, b;
  rounds = __VERIFIER_nondet_uint();
  size = __VERIFIER_nondet_uint();
  if (rounds > 1000000 || size < 1 || size > 1000000) return 0;
  next = malloc(size * sizeof *next);
  for (unsigned i = 0; i < size; i++) next[i] = __VERIFIER_nondet_uint();
  pthread_create(&a, 0, by_one, 0);
  pthread_create(&b, 0, by_two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (first != second) reach_error();
  return 0;
}
