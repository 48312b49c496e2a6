// Children that speak SMT-LIB. A socket instead of two pipes: it can be shut down from another thread, and writing to
// a child that has died is an error instead of a signal.
#include "smt/smt_child.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"

struct smt_child {
  pid_t pid;
  int fd;
  char buffer[4096];
  size_t at, len;  // of what was read but not yet used
  strbuf answer;
};

// The file that PATH gives for the program; false: none.
static bool find_program(const char *program, strbuf *out) {
  const char *path = getenv("PATH");
  for (const char *p = path ? path : ""; *p;) {
    size_t n = strcspn(p, ":");
    sb_clear(out);
    sb_putn(out, n ? p : ".", n ? n : 1);
    sb_printf(out, "/%s", program);
    if (access(sb_text(out), X_OK) == 0) return true;
    p += n + (p[n] == ':');
  }
  return false;
}

bool smt_child_exists(const char *program) {
  strbuf file = {0};
  bool found = find_program(program, &file);
  sb_fini(&file);
  return found;
}

// After fork, in a process that may have had other threads: only calls that need no lock.
static void become(const char *file, const char *const *argv, int fd, pid_t parent) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool ready = getppid() == parent && nowhere >= 0 && dup2(fd, 0) >= 0 && dup2(fd, 1) >= 0 && dup2(nowhere, 2) >= 0;
  if (ready) execv(file, (char *const *)argv);
  _exit(127);
}

smt_child *smt_child_start(const char *const *argv) {
  strbuf file = {0};
  int ends[2];
  smt_child *c = NULL;
  if (find_program(argv[0], &file) && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) become(sb_text(&file), argv, ends[1], parent);
    close(ends[1]);
    if (pid > 0) {
      c = MEM_NEW(smt_child);
      c->pid = pid;
      c->fd = ends[0];
    } else {
      close(ends[0]);
    }
  }
  sb_fini(&file);
  return c;
}

void smt_child_end(smt_child *c) {
  if (!c) return;
  kill(c->pid, SIGKILL);
  while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {}
  close(c->fd);
  sb_fini(&c->answer);
  mem_free(c);
}

void smt_child_cut(smt_child *c) { shutdown(c->fd, SHUT_RDWR); }

bool smt_child_send(smt_child *c, const char *text, size_t len) {
  while (len) {
    ssize_t n = send(c->fd, text, len, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text += n;
    len -= (size_t)n;
  }
  return true;
}

// The next character, or -1.
static int next_char(smt_child *c) {
  while (c->at == c->len) {
    ssize_t n = recv(c->fd, c->buffer, sizeof c->buffer, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return -1;
    c->at = 0;
    c->len = (size_t)n;
  }
  return (unsigned char)c->buffer[c->at++];
}

// An answer ends where its parentheses are closed, or with the line. Quoted symbols and texts may contain both.
const char *smt_child_receive(smt_child *c) {
  size_t open = 0;
  int quote = 0;
  sb_clear(&c->answer);
  for (;;) {
    int ch = next_char(c);
    if (ch < 0) return NULL;
    if (c->answer.len == 0 && isspace(ch)) continue;
    if (!quote && open == 0 && isspace(ch)) return sb_text(&c->answer);
    sb_putc(&c->answer, (char)ch);
    if (quote) {
      if (ch == quote) quote = 0;
    } else if (ch == '|' || ch == '"') {
      quote = ch;
    } else if (ch == '(') {
      open++;
    } else if (ch == ')' && open && --open == 0) {
      return sb_text(&c->answer);
    }
  }
}
