// expect: safe
// options: --engine=values --property=bounds,assert
// What a function has loaded from a variable and returns says something about the variable.
#include <assert.h>
#include <pthread.h>
int top, stack[5];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int get_top(void) { return top; }
void *push(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (get_top() != 5) stack[top++] = 1;
    pthread_mutex_unlock(&m);
  }
}
void *pop(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (get_top() != 0) {
      top--;
      assert(stack[get_top()] <= 1);
    }
    pthread_mutex_unlock(&m);
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, 0);
  pthread_create(&b, 0, pop, 0);
  return 0;
}
