// Two caches of one word. A write invalidates the other copy, but the check and the write are two transactions on the bus.
#include <assert.h>
#include <pthread.h>

enum state { INVALID, SHARED, MODIFIED };
struct cache {
  enum state state;
  int value;
};

static pthread_mutex_t bus = PTHREAD_MUTEX_INITIALIZER;
static struct cache left = {SHARED, 0}, right = {SHARED, 0};

static void store(struct cache *own, struct cache *other, int value) {
  pthread_mutex_lock(&bus);
  other->state = INVALID;
  pthread_mutex_unlock(&bus);
  pthread_mutex_lock(&bus);
  own->state = MODIFIED;
  own->value = value;
  assert(other->state != MODIFIED);
  pthread_mutex_unlock(&bus);
}

static void *left_core(void *unused) {
  store(&left, &right, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, left_core, NULL);
  store(&right, &left, 2);
  pthread_join(thread, NULL);
}
