// expect: unsafe assert
// options: --libc=glibc
// engines: dpor
// A thread that was alone does several things in one step; in another order it takes another way, and runs beyond it.
#include <assert.h>
#include <pthread.h>

#include <map>
#include <string>

static int tries, by;
struct made_once {
  int x;
  made_once(int who) {
    if (tries++ == 0) throw 5;
    by = who;
    x = 42;
  }
};
static int get(int who) {
  static made_once made(who);
  return made.x;
}

static int got[3][2];
static void *first(void *) {
  try {
    got[0][0] = get(1);
  } catch (int) {
    got[0][1] = get(1);
  }
  return nullptr;
}
static void *second(void *) {
  try {
    got[1][0] = get(2);
  } catch (int) {
    got[1][1] = get(2);
  }
  return nullptr;
}
static void *third(void *) {
  std::map<std::string, int> counts;
  std::string word = "b";
  counts[word] += 1;
  counts["a longer one than short ones"] += 1;
  try {
    got[2][0] = get(3);
  } catch (int) {
    got[2][1] = get(3);
  }
  return nullptr;
}

int main() {
  pthread_t a, b, c;
  void *result;
  pthread_create(&a, nullptr, first, nullptr);
  pthread_create(&b, nullptr, second, nullptr);
  pthread_create(&c, nullptr, third, nullptr);
  pthread_join(a, &result);
  pthread_join(b, &result);
  pthread_join(c, &result);
  assert(!(by == 2 && got[0][0] == 42 && got[1][1] == 42 && got[2][0] == 42));
}
