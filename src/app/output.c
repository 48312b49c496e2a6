#include "app/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "app/driver.h"
#include "base/file.h"

void output_guard(void) {
  // The lowest free number is taken, so in this order. Read-only: what is written there fails as it would on a closed one.
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", O_RDONLY) != fd) return;
}

static bool is_written(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags != -1 && (flags & O_ACCMODE) != O_RDONLY;
}

static bool file_ready(const char *option, const char *path) {
  const char *problem = path && *path ? file_write_problem(path) : NULL;
  if (problem) fprintf(stderr, "allways: --%s: cannot write %s: %s\n", option, path, problem);
  return !problem;
}

bool output_ready(const command_line *line) {
  const options *o = &line->options;
  if (!is_written(STDOUT_FILENO)) {
    fputs("allways: cannot write to stdout: it is closed\n", stderr);
    return false;
  }
  for (size_t i = 0; i < o->report.len; i++)
    if (!file_ready("report", o->report.items[i])) return false;
  bool reads = *o->distances && access(o->distances, F_OK) == 0;  // a file that is there is only read
  return file_ready("output", o->output) && file_ready("log", o->log) && file_ready("smt-log", o->smt_log) &&
         file_ready("trace-set", o->trace_set) && file_ready("graph", o->graph) &&
         (reads || file_ready("distances", o->distances));
}

static int write_file(const char *path, const char *text, size_t len) {
  FILE *f = fopen(path, "w");
  bool ok = f && fwrite(text, 1, len, f) == len;
  if (f && fclose(f) != 0) ok = false;
  if (!ok) fprintf(stderr, "allways: --output: cannot write %s: %s\n", path, strerror(errno));
  return ok ? 0 : STATUS_IO;
}

int output_text(const options *o, const char *text, size_t len) {
  if (*o->output) return write_file(o->output, text, len);
  fwrite(text, 1, len, stdout);
  output_check();
  return 0;
}

static int first_failure;  // an errno

void output_check(void) {
  if ((ferror(stdout) || fflush(stdout) != 0) && !first_failure) first_failure = errno ? errno : EIO;
}

int output_end(int status) {
  output_check();
  if (!first_failure) return status;
  fprintf(stderr, "allways: cannot write the result to stdout: %s\n", strerror(first_failure));
  return status == STATUS_BUG ? status : STATUS_IO;
}

bool output_last(const char *text, size_t len) {
  while (len) {
    ssize_t written = write(STDOUT_FILENO, text, len);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text += written;
    len -= (size_t)written;
  }
  return true;
}
