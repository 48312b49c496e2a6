#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"

// Reads to the end of the file, whatever its announced size: pipes have none, and a file may grow.
static char *read_all(int fd, size_t guess, size_t max_size, size_t *len, const char **why) {
  size_t cap = guess + 2, used = 0;  // one byte to notice the end, one for the NUL
  char *text = mem_alloc(cap);
  for (;;) {
    ssize_t got = read(fd, text + used, cap - used - 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) *why = strerror(errno);
    if (got <= 0) break;
    used += (size_t)got;
    if (used > max_size) {
      *why = "is too large";
      break;
    }
    if (used + 1 == cap) text = mem_realloc(text, cap *= 2);
  }
  if (*why) {
    mem_free(text);
    return NULL;
  }
  text[used] = '\0';
  *len = used;
  return text;
}

char *file_read(const char *path, size_t max_size, size_t *len, const char **why) {
  *why = NULL;
  *len = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    *why = strerror(errno);
    return NULL;
  }
  struct stat info;
  char *text = NULL;
  if (fstat(fd, &info) != 0)
    *why = strerror(errno);
  else if (S_ISDIR(info.st_mode))
    *why = "is a directory";
  else if (S_ISREG(info.st_mode) && (unsigned long long)info.st_size > max_size)
    *why = "is too large";
  else
    text = read_all(fd, S_ISREG(info.st_mode) ? (size_t)info.st_size : 4096, max_size, len, why);
  close(fd);
  return text;
}

// A device or a pipe is nobody's half a file.
static void remove_begun(FILE *f, const char *path) {
  struct stat info;
  if (fstat(fileno(f), &info) == 0 && S_ISREG(info.st_mode)) unlink(path);
}

bool file_write(const char *path, const char *text, size_t len, const char **why) {
  FILE *f = fopen(path, "wb");
  if (!f) {
    *why = strerror(errno);
    return false;
  }
  bool ok = fwrite(text, 1, len, f) == len && fflush(f) == 0;
  if (!ok) {
    *why = strerror(errno);
    remove_begun(f, path);
  }
  if (fclose(f) != 0 && ok) {
    *why = strerror(errno);
    return false;
  }
  return ok;
}

const char *file_write_problem(const char *path) {
  struct stat info;
  if (stat(path, &info) == 0) {
    if (S_ISDIR(info.st_mode)) return "is a directory";
    return access(path, W_OK) == 0 ? NULL : strerror(errno);
  }
  if (errno != ENOENT) return strerror(errno);
  const char *slash = strrchr(path, '/');
  char *folder = !slash ? mem_strdup(".") : slash == path ? mem_strdup("/") : mem_strdup(path);
  if (slash && slash != path) folder[slash - path] = '\0';
  const char *problem = access(folder, W_OK | X_OK) == 0 ? NULL : strerror(errno);
  mem_free(folder);
  return problem;
}

char *file_beside(const char *built, const char *installed) {
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = '\0';
  char *slash = strrchr(self, '/');
  if (slash) slash[1] = '\0';
  strbuf path = {0};
  sb_printf(&path, "%s%s", self, built);
  if (access(sb_text(&path), R_OK) != 0) {
    sb_clear(&path);
    sb_printf(&path, "%s%s", self, installed);
  }
  return sb_take(&path);
}
