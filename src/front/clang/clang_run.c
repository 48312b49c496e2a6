#define _GNU_SOURCE  // pipe2, memfd_create
#include "front/clang/clang_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { MOST_SECONDS = 300, NOT_STARTED = 127, AT_ONCE = 8 };

typedef struct child {
  pid_t pid;    // 0: none
  int out;      // read end of its standard output, -1: closed
  int started;  // read end of a pipe that closes when the program runs; an errno comes through if it does not
  int status;   // of one that has been waited for
  bool silent;  // what it writes to stderr is not shown
} child;

// Between fork and exec: nothing but system calls.
static void become(char *const *words, bool silent, int out, int as, int report, const int *inherit, size_t n) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_DFL);
  dup2(out, as);
  int nowhere = silent ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  for (size_t i = 0; i < n; i++) fcntl(inherit[i], F_SETFD, 0);
  execvp(words[0], words);
  int why = errno;
  ssize_t written = write(report, &why, sizeof why);
  (void)written;
  _exit(NOT_STARTED);
}

// Two ends of where the output goes: a pipe, or memory that takes all of it at once.
static bool open_output(bool kept, int *ends) {
  if (!kept) return pipe2(ends, O_CLOEXEC) == 0;
  ends[0] = memfd_create("compiled", MFD_CLOEXEC);
  ends[1] = ends[0] >= 0 ? fcntl(ends[0], F_DUPFD_CLOEXEC, 0) : -1;
  return ends[1] >= 0;
}

// `as`: which of the streams of the new process goes to c->out.
static bool start(child *c, const char *const *words, int as, bool kept, const int *inherit, size_t n) {
  int out[2], report[2];
  c->out = c->started = -1;
  c->pid = 0;
  if (!open_output(kept, out)) return false;
  if (pipe2(report, O_CLOEXEC)) {
    close(out[0]);
    close(out[1]);
    return false;
  }
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) become((char *const *)words, c->silent, out[1], as, report[1], inherit, n);
  close(out[1]);
  close(report[1]);
  c->out = out[0];
  c->started = report[0];
  c->pid = pid > 0 ? pid : 0;
  return pid > 0;
}

static void close_fd(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

// Exit status, or 128 + signal.
static int finish(child *c) {
  int status = 0;
  if (!c->pid) return c->status;
  while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) continue;
  c->pid = 0;
  return c->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void abandon(child *c) {
  if (c->pid) kill(c->pid, SIGKILL);
  if (c->pid) finish(c);
  close_fd(&c->out);
  close_fd(&c->started);
}

// True: the end of the output came before the time was over.
static bool read_all(int fd, strbuf *out) {
  char piece[65536];
  double end = clock_wall() + MOST_SECONDS;
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    double left = end - clock_wall();
    if (left <= 0) return false;
    if (poll(&p, 1, (int)(left * 1000) + 1) <= 0) continue;
    ssize_t n = read(fd, piece, sizeof piece);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    sb_putn(out, piece, (size_t)n);
  }
}

static bool has_started(const child *c, const char *file, const char *program, diags *d) {
  int why = 0;
  if (c->started < 0 || read(c->started, &why, sizeof why) != (ssize_t)sizeof why) return true;
  diag_error(d, (place){.file = file}, DIAG_CC_MISSING, program, strerror(why));
  return false;
}

// What became of one of the processes; false if it is not what it should be, with an error unless the process explains itself.
static bool judge(child *c, const char *file, const char *program, bool explains, diags *d) {
  place at = {.file = file};
  int status = finish(c);
  if (status > 128)
    diag_error(d, at, DIAG_CC_CRASH, program, status - 128);
  else if (status && !explains)
    diag_error(d, at, DIAG_CC_COMPILE);
  return !status;
}

static bool start_all(clang_job *jobs, child *children, size_t n, word_vec *stage, strbuf *names, diags *d) {
  int *fds = MEM_NEW_N(int, n + 1);
  // Few compilers feed the stage while it runs; of many, only some run at a time, and the stage comes last.
  bool ok = true, many = n > AT_ONCE;
  for (size_t i = 0; i < n && ok; i++) {
    if (i >= AT_ONCE) finish(&children[i - AT_ONCE]);
    children[i].silent = jobs[i].silent;
    ok = start(&children[i], jobs[i].words.data, STDOUT_FILENO, many, NULL, 0);
    fds[i] = children[i].out;
    sb_clear(&names[i]);
    sb_printf(&names[i], "fd:%d:%s", fds[i], jobs[i].file);
    vec_push(stage, sb_text(&names[i]));
  }
  vec_push(stage, NULL);
  for (size_t i = 0; i < n && ok && many; i++) {
    finish(&children[i]);
    ok = lseek(fds[i], 0, SEEK_SET) == 0;
  }
  ok = ok && start(&children[n], stage->data, STDOUT_FILENO, false, fds, n);
  if (!ok) diag_error(d, PLACE_NONE, DIAG_CC_MISSING, "clang", strerror(errno));
  for (size_t i = 0; i < n; i++) close_fd(&children[i].out);  // the stage alone reads them
  mem_free(fds);
  return ok;
}

bool clang_run(clang_job *jobs, size_t n, word_vec *stage, strbuf *out, diags *d) {
  child *children = MEM_NEW_N(child, n + 1);
  strbuf *names = MEM_NEW_N(strbuf, n + 1);
  for (size_t i = 0; i <= n; i++) children[i].out = children[i].started = -1;
  bool ok = start_all(jobs, children, n, stage, names, d);
  if (ok && !read_all(children[n].out, out)) {
    diag_error(d, PLACE_NONE, DIAG_CC_TIME, MOST_SECONDS);
    ok = false;
  }
  const char *first = n ? jobs[0].file : NULL;
  // A compiler fails if nobody reads what it writes, and one that failed explains why the stage did.
  for (size_t i = 0; i < n && ok; i++) ok = has_started(&children[i], jobs[i].file, jobs[i].words.data[0], d);
  ok = ok && has_started(&children[n], first, stage->data[0], d);
  for (size_t i = 0; i < n && ok; i++) ok = judge(&children[i], jobs[i].file, jobs[i].words.data[0], false, d);
  ok = ok && judge(&children[n], first, "allways-cc", true, d);
  for (size_t i = 0; i <= n; i++) {
    abandon(&children[i]);
    sb_fini(&names[i]);
  }
  mem_free(children);
  mem_free(names);
  return ok;
}

bool clang_messages(const char *const *words, const char *file, strbuf *out, diags *d) {
  child c = {.out = -1, .started = -1};
  bool ok = start(&c, words, STDERR_FILENO, false, NULL, 0);
  if (!ok) diag_error(d, PLACE_NONE, DIAG_CC_MISSING, words[0], strerror(errno));
  if (ok && !read_all(c.out, out)) {
    diag_error(d, PLACE_NONE, DIAG_CC_TIME, MOST_SECONDS);
    ok = false;
  }
  ok = ok && has_started(&c, file, words[0], d);
  abandon(&c);
  return ok;
}

int clang_text_file(const char *head, const char *text, size_t len) {
  size_t begin = strlen(head);
  int fd = memfd_create("text", 0);
  bool ok = fd >= 0 && write(fd, head, begin) == (ssize_t)begin;
  for (size_t done = 0; ok && done < len;) {
    ssize_t n = write(fd, text + done, len - done);
    ok = n > 0 || (n < 0 && errno == EINTR);
    if (n > 0) done += (size_t)n;
  }
  if (!ok && fd >= 0) close(fd);
  return ok ? fd : -1;
}
