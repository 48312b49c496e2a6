// threads.h of C11. A thrd_t is the number of the process.
#include <threads.h>

#include "model.h"

MODEL int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
  int id = thread_create_int(start, argument);
  if (id < 0) return __allways_nondet_bool("the system says no more") ? thrd_error : thrd_nomem;
  *thread = (thrd_t)id;
  return thrd_success;
}

MODEL int thrd_join(thrd_t thread, int *result) {
  if (thread_refuses_join((int)thread)) return thrd_error;
  void *value = NULL;
  thread_join((int)thread, result ? &value : NULL, "thrd_join");
  if (result) *result = (int)(long)value;
  return thrd_success;
}

MODEL int thrd_detach(thrd_t thread) {
  thread_detach((int)thread, "thrd_detach");
  return thrd_success;
}

MODEL thrd_t thrd_current(void) { return (thrd_t)__allways_self(); }
MODEL void thrd_exit(int result) { thread_exit((void *)(long)result); }
MODEL void thrd_yield(void) {}
MODEL int thrd_sleep(const struct timespec *time, struct timespec *left) {
  if (is_no_time(time) || time->tv_sec < 0) return -2;  // any number that is less than -1
  if (__allways_clocks) {
    struct moments begin = time_begin();
    time_lasted(&begin, time);
  }
  return 0;
}

// Of a mutex; kept if misuse counts and __allways_timed_mutexes.
struct timed {
  int is;
};

// Nothing but a call initialises mutexes and conditions of C (C17 7.26.3, 7.26.4); POSIX has static initialisers.
MODEL int mtx_init(mtx_t *m, int type) {
  mutex_init(m, type & mtx_recursive ? KIND_RECURSIVE : KIND_NORMAL, "mtx_init");
  if (__allways_misuse && __allways_timed_mutexes)
    SHADOW(struct timed, (const char *)m + 1)->is = (type & mtx_timed) != 0;
  return thrd_success;
}

MODEL void mtx_destroy(mtx_t *m) { mutex_destroy(m, "mtx_destroy"); }

MODEL int mtx_lock(mtx_t *m) {
  mutex_lock_as(m, __ALLWAYS_USE_SPIN, "mtx_lock");
  return thrd_success;
}

MODEL int mtx_trylock(mtx_t *m) { return mutex_trylock_weak_as(m, __ALLWAYS_USE_SPIN, "mtx_trylock") ? thrd_busy : thrd_success; }
MODEL int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict time) {
  int error = ended(mutex_timedlock(m, time, "mtx_timedlock"), CLOCK_REALTIME, time);
  if (__allways_misuse) {
    const struct timed *t = SHADOW(struct timed, (const char *)m + 1);
    __allways_judge(__atomic_load_n(&t->is, __ATOMIC_SEQ_CST) != 0, "mtx_timedlock", "it was not made with mtx_timed");
  }
  return !error ? thrd_success : error == MUTEX_TIMEDOUT ? thrd_timedout : thrd_error;
}

MODEL int mtx_unlock(mtx_t *m) { return mutex_unlock_held(m, "mtx_unlock") ? thrd_error : thrd_success; }

MODEL int cnd_init(cnd_t *c) {
  condition_init(c, 0, "cnd_init");
  return thrd_success;
}

MODEL void cnd_destroy(cnd_t *c) { condition_destroy(c, "cnd_destroy"); }

MODEL int cnd_wait(cnd_t *c, mtx_t *m) { return condition_wait(c, m, 0, "cnd_wait") ? thrd_error : thrd_success; }

MODEL int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict time) {
  int error = ended(condition_timedwait(c, m, time, 0, "cnd_timedwait"), CLOCK_REALTIME, time);
  return !error ? thrd_success : error == MUTEX_TIMEDOUT ? thrd_timedout : thrd_error;
}

MODEL int cnd_signal(cnd_t *c) {
  condition_signal(c, 0, "cnd_signal");
  return thrd_success;
}

MODEL int cnd_broadcast(cnd_t *c) {
  condition_broadcast(c, 0, "cnd_broadcast");
  return thrd_success;
}

MODEL void call_once(once_flag *flag, void (*run)(void)) { once_run(flag, run); }
MODEL int tss_create(tss_t *key, tss_dtor_t destructor) {
  return key_create(key, destructor) ? thrd_success : thrd_error;
}
MODEL void tss_delete(tss_t key) { key_delete(key); }
MODEL void *tss_get(tss_t key) {
  must_be_key(key, "tss_get");
  return key_get(key);
}
MODEL int tss_set(tss_t key, void *value) {
  must_be_key(key, "tss_set");
  return key_set(key, value) ? thrd_success : thrd_error;
}
