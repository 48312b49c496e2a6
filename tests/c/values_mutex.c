// expect: safe
// options: --engine=values --property=no-overflow,bounds,null,unreach-call
// 10 000 threads that never end: the mutex keeps the index in its range, and what it points to is known before they start.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
struct item { int datum; struct item *next; } *list;
int x, a[10], *p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *thread(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    x = x + 1;
    if (x > 9) x = 0;
    a[x] = *p;
    struct item *t = malloc(sizeof *t);
    t->datum = x;
    t->next = list;
    list = t;
    if (list->datum < 0 || list->datum > 9) reach_error();
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t id;
  p = malloc(sizeof *p);
  *p = 3;
  for (int i = 0; i < 10000; i++) pthread_create(&id, 0, thread, 0);
  return 0;
}
