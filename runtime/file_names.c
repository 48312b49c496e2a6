// What the system does by names of files (unistd.h, sys/stat.h). Others may make, change and remove files at any moment, so that each call may find
// anything: it succeeds, or fails with some error.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "channels.h"

static int any_outcome(void) {
  if (!__allways_nondet_bool("the system refuses")) return 0;
  int error = __allways_nondet_int("error");
  __allways_assume((error > 0) & (error < 134));
  errno = error;
  return -1;
}

// The name is read.
static int named(const char *name) {
  (void)__builtin_strlen(name);
  return any_outcome();
}

static int two_named(const char *a, const char *b) {
  (void)__builtin_strlen(a);
  return named(b);
}

int access(const char *name, int mode) { return named(name); }
int faccessat(int folder, const char *name, int mode, int flags) { return named(name); }
int unlink(const char *name) { return named(name); }
int unlinkat(int folder, const char *name, int flags) { return named(name); }
int remove(const char *name) { return named(name); }
int rmdir(const char *name) { return named(name); }
int mkdir(const char *name, mode_t mode) { return named(name); }
int mkfifo(const char *name, mode_t mode) { return named(name); }
int chmod(const char *name, mode_t mode) { return named(name); }
int chdir(const char *name) { return named(name); }
int truncate(const char *name, off_t length) { return named(name); }
int rename(const char *from, const char *to) { return two_named(from, to); }
int renameat(int a, const char *from, int b, const char *to) { return two_named(from, to); }
int link(const char *from, const char *to) { return two_named(from, to); }
int symlink(const char *from, const char *to) { return two_named(from, to); }

static int describe(int outcome, struct stat *to) {
  if (outcome) return outcome;
  __allways_nondet_memory(to, sizeof *to, "file");
  __allways_assume((to->st_size >= 0) & (to->st_blksize > 0) & (to->st_blocks >= 0));
  return 0;
}

int stat(const char *restrict name, struct stat *restrict to) { return describe(named(name), to); }
int lstat(const char *restrict name, struct stat *restrict to) { return describe(named(name), to); }
int fstat(int number, struct stat *to) { return describe(any_outcome(), to); }
int fstatat(int folder, const char *restrict name, struct stat *restrict to, int flags) { return describe(named(name), to); }

mode_t umask(mode_t mask) { return (mode_t)__allways_nondet_uint("umask") & 0777; }
// Of files: pipes, sockets and counters have no place and nothing that is kept elsewhere.
static int of_files(int number, int error) {
  if (number >= 0 && number <= STDERR_FILENO) return any_outcome();
  errno = descriptor_look(number).kind ? error : EBADF;
  return -1;
}

int fsync(int number) { return of_files(number, EINVAL); }
int fdatasync(int number) { return of_files(number, EINVAL); }
int ftruncate(int number, off_t length) { return of_files(number, EINVAL); }
int fchmod(int number, mode_t mode) { return of_files(number, EINVAL); }

off_t lseek(int number, off_t by, int from) {
  if (of_files(number, ESPIPE)) return -1;
  off_t at = __allways_nondet_long("place in a file");
  __allways_assume(at >= 0);
  return at;
}

int flock(int number, int what) { return any_outcome(); }
void sync(void) {}

// A file that is opened by number: nobody knows what is in it.
int open(const char *name, int flags, ...) {
  if (named(name)) return -1;
  __allways_unsupported("a file that is opened by `open`");
}

int openat(int folder, const char *name, int flags, ...) {
  if (named(name)) return -1;
  __allways_unsupported("a file that is opened by `openat`");
}

int creat(const char *name, mode_t mode) {
  if (named(name)) return -1;
  __allways_unsupported("a file that is opened by `creat`");
}
