// expect: unsafe unreach-call
// property: unreach-call
// options: --dpor=fg
// engines: dpor
// Once main has ended the thread is alone and makes larger steps: what it was about to do before is not all of that.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
static volatile int x;
static int *kept;

static void *work(void *arg) {
  x++;
  int *made = malloc(sizeof *made);
  if (!__sync_bool_compare_and_swap(&kept, 0, made)) free(made);
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, work, 0);
  if (x == 1) reach_error();
  return 0;
}
