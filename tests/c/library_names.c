// expect: safe
// Functions under their second names, and some that are easily forgotten.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

extern const int **__ctype_tolower_loc(void);
extern const int **__ctype_toupper_loc(void);
extern int pthread_mutexattr_setkind_np(pthread_mutexattr_t *, int);
extern int pthread_yield(void);
extern long __isoc23_strtol(const char *, char **, int);
extern ssize_t __read_chk(int, void *, size_t, size_t);
extern int fcntl64(int, int, ...);

int main(void) {
  for (int c = 0; c < 128; c += 13)
    assert((*__ctype_tolower_loc())[c] == tolower(c) && (*__ctype_toupper_loc())[c] == toupper(c));
  assert((*__ctype_tolower_loc())['Z'] == 'z' && (*__ctype_toupper_loc())[-1] == -1 && (*__ctype_toupper_loc())[-128] == 128);
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setkind_np(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_yield();
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  assert(__isoc23_strtol("12", 0, 10) == 12);
  int ends[2];
  char got[4];
  assert(!pipe(ends) && !fcntl64(ends[0], F_SETFL, O_NONBLOCK));
  assert(__read_chk(ends[0], got, 4, 4) == -1 && errno == EAGAIN);
  assert(lseek(ends[0], 0, SEEK_SET) == -1 && errno == ESPIPE && fsync(ends[1]) == -1 && errno == EINVAL);
  sigset_t x, y, both;
  sigemptyset(&x);
  sigaddset(&x, SIGUSR1);
  sigaddset(&x, SIGRTMIN);
  sigfillset(&y);
  sigdelset(&y, SIGUSR1);
  sigandset(&both, &x, &y);
  assert(sigismember(&both, SIGRTMIN) && !sigismember(&both, SIGUSR1) && SIGRTMAX == 64);
  char odd[] = "abcd", even[5] = {0};
  swab(odd, even, 4);
  assert(!strcmp(even, "badc"));
  wchar_t *end, w;
  assert(wcstol(L" 42x", &end, 10) == 42 && *end == L'x' && wcstod(L"0.5", 0) == 0.5);
  mbstate_t state;
  memset(&state, 0, sizeof state);
  assert(mbrtowc(&w, "q", 1, &state) == 1 && w == L'q' && wcrtomb(got, L'r', &state) == 1 && *got == 'r');
  assert(wprintf(L"%d\n", 3) >= -1);
  double s, c;
  sincos(0, &s, &c);
  assert(s == 0 && c == 1 && exp10(2) == 100 && isascii('a') && !isascii(200));
  return 0;
}
