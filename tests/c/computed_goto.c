// expect: safe
// engines: naive stateful dpor
#include <assert.h>
#include <pthread.h>

static int run(const unsigned char *code) {
  static const void *const table[] = {&&push, &&add, &&stop};
  int stack[4], n = 0;
  goto *table[*code++];
push:
  stack[n++] = *code++;
  goto *table[*code++];
add:
  n--;
  stack[n - 1] += stack[n];
  goto *table[*code++];
stop:
  return stack[0];
}

static int by_distance(int k) {
  static const int distance[] = {&&one - &&one, &&two - &&one};
  goto *(&&one + distance[k]);
one:
  return 1;
two:
  return 2;
}

static void *work(void *result) {
  static const unsigned char program[] = {0, 2, 0, 3, 1, 2};
  *(int *)result = run(program);
  return 0;
}

int main(void) {
  int a = 0, b = 0;
  pthread_t id;
  pthread_create(&id, 0, work, &a);
  work(&b);
  pthread_join(id, 0);
  assert(a == 5 && b == 5 && by_distance(0) == 1 && by_distance(1) == 2);
  return 0;
}
