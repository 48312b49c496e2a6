// Attributes of mutexes, conditions, read-write locks and barriers that change nothing here, and what all of them say when asked.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "model.h"

HELPER int share(const void *attributes, int shared, const char *function) {
  attributes_used(attributes, function);
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  if (__allways_sync_attributes) said_of(attributes)->shared = shared;
  return 0;
}

HELPER int tell(int said, int *out) {
  *out = said;
  return 0;
}

MODEL int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared) {
  return share(a, shared, "pthread_mutexattr_setpshared");
}
MODEL int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) {
  return share(a, shared, "pthread_condattr_setpshared");
}
MODEL int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared) {
  return share(a, shared, "pthread_rwlockattr_setpshared");
}
MODEL int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int shared) {
  return share(a, shared, "pthread_barrierattr_setpshared");
}

MODEL int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol) {
  attributes_used(a, "pthread_mutexattr_setprotocol");
  if (protocol != PTHREAD_PRIO_NONE && protocol != PTHREAD_PRIO_INHERIT && protocol != PTHREAD_PRIO_PROTECT) return EINVAL;
  if (protocol != PTHREAD_PRIO_NONE && !__allways_libc_glibc && __allways_nondet_bool("protocol is not supported"))
    return ENOTSUP;
  if (__allways_sync_attributes) said_of(a)->protocol = protocol;
  return 0;
}

MODEL int pthread_barrierattr_init(pthread_barrierattr_t *a) {
  attributes_begin(a, "pthread_barrierattr_init");
  say_nothing(a);
  return 0;
}

MODEL int pthread_barrierattr_destroy(pthread_barrierattr_t *a) {
  attributes_end(a, "pthread_barrierattr_destroy");
  return 0;
}

MODEL int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict a, int *restrict type) {
  attributes_used(a, "pthread_mutexattr_gettype");
  return tell(said_of(a)->type, type);
}
MODEL int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict a, int *restrict protocol) {
  attributes_used(a, "pthread_mutexattr_getprotocol");
  return tell(said_of(a)->protocol, protocol);
}
MODEL int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict a, int *restrict shared) {
  attributes_used(a, "pthread_mutexattr_getpshared");
  return tell(said_of(a)->shared, shared);
}
MODEL int pthread_condattr_getpshared(const pthread_condattr_t *restrict a, int *restrict shared) {
  attributes_used(a, "pthread_condattr_getpshared");
  return tell(said_of(a)->shared, shared);
}
MODEL int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict a, int *restrict shared) {
  attributes_used(a, "pthread_rwlockattr_getpshared");
  return tell(said_of(a)->shared, shared);
}
MODEL int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict a, int *restrict shared) {
  attributes_used(a, "pthread_barrierattr_getpshared");
  return tell(said_of(a)->shared, shared);
}
MODEL int pthread_condattr_getclock(const pthread_condattr_t *restrict a, clockid_t *restrict clock) {
  attributes_used(a, "pthread_condattr_getclock");
  return tell(said_of(a)->clock, clock);
}
MODEL int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict a, int *restrict kind) {
  attributes_used(a, "pthread_rwlockattr_getkind_np");
  return tell(said_of(a)->prefers, kind);
}
