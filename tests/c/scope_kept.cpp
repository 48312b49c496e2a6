// expect: safe
// property: valid-memsafety,assert,uninitialised
// engines: naive stateful dpor auto
// Nothing is used behind its block: a temporary that a reference keeps, a thread that is joined inside, ways out of blocks that do not
// meet, a variable that a switch jumps past, one that a loop passes to its next round by value.
#include <cassert>
#include <pthread.h>

struct box {
  int v;
  explicit box(int n) : v(n) {}
  ~box() { v = 0; }
};

static void *set(void *p) {
  *(int *)p = 1;
  return nullptr;
}

static int early(int n, int *out) {
  for (int i = 0; i < 3; i++) {
    int k = i, *p = &k;
    if (*p == n) return *p;
    if (n == 9) {
      int deep = 4, *q = &deep;
      *out = *q;
      return 8;
    }
  }
  return -1;
}

static int pick(int n) {
  int *p = nullptr, r = 0;
  switch (n) {
    int x;
  case 1: x = 5; p = &x; break;
  case 2: x = 6; p = &x; break;
  }
  if (!p) r = 1;
  return r;
}

int main() {
  int sum = 0, out = 0;
  const box &kept = box(3);
  sum += kept.v + box(4).v;
  {
    int x = 0;
    pthread_t id;
    pthread_create(&id, nullptr, set, &x);
    pthread_join(id, nullptr);
    sum += x;
  }
  int last = 0;
  for (int i = 0; i < 3; i++) {
    int x = last + i, *p = &x;
    last = *p;
  }
  assert(sum == 8 && last == 3);
  assert(early(1, &out) == 1 && early(9, &out) == 8 && out == 4 && early(5, &out) == -1);
  assert(pick(1) == 0 && pick(3) == 1);
  return 0;
}
