// expect: safe
// property: pthread-misuse,assert
// Attributes are used while they live; what was made by them goes on without them; they may be initialised again.
#include <assert.h>
#include <pthread.h>

static pthread_attr_t threads;
static pthread_mutex_t mutex;
static pthread_rwlock_t lock;
static int n;

static void *run(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  n++;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void make_mutex(void) {
  pthread_mutexattr_t kind;
  for (int i = 0; i < 2; i++) {
    pthread_mutexattr_init(&kind);
    if (i == 1) {
      pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
      pthread_mutex_init(&mutex, &kind);
    }
    pthread_mutexattr_destroy(&kind);
  }
}

int main(void) {
  pthread_t t[2];
  pthread_rwlockattr_t shared;
  make_mutex();
  pthread_rwlockattr_init(&shared);
  pthread_rwlock_init(&lock, &shared);
  pthread_rwlockattr_destroy(&shared);
  pthread_attr_init(&threads);
  pthread_attr_setstacksize(&threads, 1 << 20);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], &threads, run, NULL);
  pthread_attr_destroy(&threads);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  pthread_rwlock_rdlock(&lock);
  assert(n == 2);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  return 0;
}
