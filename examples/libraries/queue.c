// A queue without a main function. It is empty or not is asked before the lock is taken: two threads may take the last value.
#include <pthread.h>

struct queue {
  int items[4];
  unsigned head, tail;
  pthread_mutex_t lock;
};
static struct queue q;

void init(struct queue *q) {
  q->head = q->tail = 0;
  pthread_mutex_init(&q->lock, NULL);
}

void push(struct queue *q, int value) {
  pthread_mutex_lock(&q->lock);
  q->items[q->tail++ % 4] = value;
  pthread_mutex_unlock(&q->lock);
}

int pop(struct queue *q) {
  if (q->head == q->tail) return -1;
  pthread_mutex_lock(&q->lock);
  int value = q->items[q->head++ % 4];
  pthread_mutex_unlock(&q->lock);
  return value;
}
