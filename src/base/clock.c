#include "base/clock.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t id) {
  struct timespec t;
  if (clock_gettime(id, &t) != 0) return 0;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_wall(void) { return seconds(CLOCK_MONOTONIC); }
double clock_cpu(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

// A field of /proc/self/status in bytes, 0 if it cannot be read. No allocation: also called when memory is short.
static size_t status_field(const char *name) {
  char text[4096];
  int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t len = read(fd, text, sizeof text - 1);
  close(fd);
  if (len <= 0) return 0;
  text[len] = '\0';
  const char *at = strstr(text, name);
  return at ? (size_t)strtoull(at + strlen(name), NULL, 10) * 1024 : 0;
}

// VmHWM rather than ru_maxrss: the latter survives exec and would show the size of a large parent process.
size_t clock_peak_rss(void) {
  size_t bytes = status_field("\nVmHWM:");
  if (bytes) return bytes;
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return (size_t)usage.ru_maxrss * 1024;
}

size_t clock_current_rss(void) { return status_field("\nVmRSS:"); }
