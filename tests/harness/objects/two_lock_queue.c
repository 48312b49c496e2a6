// setup: init()
// operations: put(?), take()
// expect: safe
// also: queue.c
// broken ONE_SIDE: unsafe
// broken NO_TAIL: unsafe
// The two-lock queue (Michael and Scott 1996): a dummy node keeps the ends apart.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};
static struct node *head, *tail;
static pthread_mutex_t head_lock, tail_lock;

void init(void) {
  head = tail = calloc(1, sizeof *head);
  pthread_mutex_init(&head_lock, 0);
  pthread_mutex_init(&tail_lock, 0);
}

void put(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  atomic_init(&n->next, NULL);
#ifndef NO_TAIL
  pthread_mutex_lock(&tail_lock);
#endif
  atomic_store(&tail->next, n);
  tail = n;
#ifndef NO_TAIL
  pthread_mutex_unlock(&tail_lock);
#endif
}

int take(void) {
  int value = -1;
#ifndef ONE_SIDE
  pthread_mutex_lock(&head_lock);
#endif
  struct node *first = atomic_load(&head->next);
  if (first) {
    value = first->value;
    head = first;
  }
#ifndef ONE_SIDE
  pthread_mutex_unlock(&head_lock);
#endif
  return value;
}
