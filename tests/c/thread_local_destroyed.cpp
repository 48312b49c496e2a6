// expect: safe
// Thread-local variables are destroyed at the end of their thread, those of main before static ones; and so are values of keys.
#include <cassert>
#include <pthread.h>
#include <thread>
static int ended, values;
struct static_one {
  ~static_one() { assert(ended == 6); }
} last;
struct local_one {
  int n = 1;
  ~local_one() { ended += n; }
};
static thread_local local_one own;
static pthread_key_t key;
int main() {
  own.n = 1;
  pthread_key_create(&key, [](void *) { values++; });
  std::thread t([] {
    own.n = 5;
    pthread_setspecific(key, &values);
  });
  t.join();
  assert(ended == 5 && values == 1);
  std::thread u([] {});
  u.join();
  assert(ended == 5 && values == 1);
}
