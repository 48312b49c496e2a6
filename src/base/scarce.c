#include "base/scarce.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Parts of the memory: below LEFT the rest is scarce, a process above LARGE is to blame.
enum { LEFT = 32, LARGE = 8, PATH_SIZE = 1024, TEXT_SIZE = 4096 };

// The file's text, cut to what fits; empty if it cannot be read.
static const char *read_text(const char *path, char text[TEXT_SIZE]) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t len = fd < 0 ? 0 : read(fd, text, TEXT_SIZE - 1);
  if (fd >= 0) close(fd);
  text[len > 0 ? len : 0] = '\0';
  return text;
}

static uint64_t kilobytes(const char *text, const char *name) {
  const char *at = strstr(text, name);
  return at ? strtoull(at + strlen(name), NULL, 10) * 1024 : 0;
}

// The group of this process in a line of /proc/self/cgroup, "4:memory:/group" or "0::/group"; false: there is no such line.
static bool find_group(const char *groups, const char *controller, char group[PATH_SIZE]) {
  for (const char *line = groups; *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : "") {
    const char *at = strchr(line, ':');
    if (!at || strncmp(at, controller, strlen(controller)) != 0) continue;
    at += strlen(controller);
    snprintf(group, PATH_SIZE, "%.*s", (int)strcspn(at, "\n"), at);
    return true;
  }
  return false;
}

// Bytes that the group may use; 0: no limit. In a container the group's own folder is the root of what is seen.
static uint64_t limit_of(const char *root, const char *mount, const char *group, const char *file) {
  char path[2 * PATH_SIZE + 64], text[TEXT_SIZE];
  snprintf(path, sizeof path, "%s%s%s/%s", root, mount, group, file);
  if (!*read_text(path, text)) {
    snprintf(path, sizeof path, "%s%s/%s", root, mount, file);
    read_text(path, text);
  }
  return strtoull(text, NULL, 10);  // "max" is none
}

static uint64_t group_limit(const char *root) {
  char path[PATH_SIZE], groups[TEXT_SIZE], group[PATH_SIZE];
  snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
  read_text(path, groups);
  uint64_t limit = 0;
  if (find_group(groups, ":memory:", group))
    limit = limit_of(root, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
  if (!limit && find_group(groups, "::", group)) limit = limit_of(root, "/sys/fs/cgroup", group, "memory.max");
  return limit;
}

bool memory_is_scarce(const char *root, uint64_t resident) {
  char path[PATH_SIZE], text[TEXT_SIZE];
  snprintf(path, sizeof path, "%s/proc/meminfo", root);
  read_text(path, text);
  uint64_t all = kilobytes(text, "MemTotal:"), left = kilobytes(text, "MemAvailable:");
  if (all && left < all / LEFT && resident > all / LARGE) return true;
  uint64_t limit = group_limit(root);
  return limit && resident > limit - limit / LEFT;
}
