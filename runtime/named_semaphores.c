// semaphore.h: those with names. Other processes may have made some before; they leave them alone while this one runs.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

#include "model.h"

enum { MOST = 8, ROOM = 32 };

struct named {
  char name[ROOM];  // empty: none
  sem_t *semaphore;
  int users;
  _Bool unlinked;
};
static struct named all[MOST];

static sem_t *failed(int error) {
  errno = error;
  return SEM_FAILED;
}

// In the region of the caller, as the others here.
static struct named *find(const char *name) {
  for (int i = 0; i < MOST; i++)
    if (all[i].name[0] && !all[i].unlinked && !strcmp(all[i].name, name)) return &all[i];
  return NULL;
}

static struct named *find_open(const sem_t *semaphore) {
  for (int i = 0; i < MOST; i++)
    if (all[i].name[0] && all[i].semaphore == semaphore) return &all[i];
  return NULL;
}

static struct named *find_room(void) {
  for (int i = 0; i < MOST; i++)
    if (!all[i].name[0]) return &all[i];
  __allways_unsupported("more than 8 semaphores with names");
}

// Gone when nobody uses it any more.
static void forget(struct named *s) {
  if (s->users || !s->unlinked) return;
  sem_destroy(s->semaphore);
  __allways_free(s->semaphore);
  *s = (struct named){0};
}

static sem_t *make(const char *name, unsigned value) {
  struct named *s = find_room();
  s->semaphore = __allways_new_zeroed(sizeof(sem_t));
  sem_init(s->semaphore, 1, value);
  strcpy(s->name, name);
  s->users = 1;
  return s->semaphore;
}

sem_t *sem_open(const char *name, int flags, ...) {
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list ap;
    va_start(ap, flags);
    (void)va_arg(ap, int);
    value = va_arg(ap, unsigned);
    va_end(ap);
  }
  if (strlen(name) >= ROOM) __allways_unsupported("a semaphore with a name of more than 31 characters");
  if ((flags & O_CREAT) && value > SEM_VALUE_MAX) return failed(EINVAL);
  if (__allways_malloc_may_fail && __allways_nondet_bool("sem_open fails")) return failed(ENOMEM);
  int error = 0;
  sem_t *made = NULL;
  __allways_atomic_begin();
  struct named *s = find(name);
  if (!s && __allways_nondet_bool("another process has made this semaphore"))
    __allways_unsupported("bounded: no other process has made a semaphore of this name");
  if (s && (flags & O_CREAT) && (flags & O_EXCL)) error = EEXIST;
  if (!s && !(flags & O_CREAT)) error = ENOENT;
  if (!error && s) {
    s->users++;
    made = s->semaphore;
  } else if (!error) {
    made = make(name, value);
  }
  __allways_atomic_end();
  return error ? failed(error) : made;
}

int sem_close(sem_t *semaphore) {
  __allways_atomic_begin();
  struct named *s = find_open(semaphore);
  if (s) {
    s->users--;
    forget(s);
  }
  __allways_atomic_end();
  if (s) return 0;
  errno = EINVAL;
  return -1;
}

int sem_unlink(const char *name) {
  __allways_atomic_begin();
  struct named *s = find(name);
  if (s) {
    s->unlinked = 1;
    forget(s);
  }
  __allways_atomic_end();
  if (s) return 0;
  errno = ENOENT;
  return -1;
}
