// links: base
// Memory of a machine and of groups, read from a folder that looks like one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scarce.h"

#define MB ((uint64_t)1 << 20)

static char root[] = "/tmp/scarce.XXXXXX";

static void put(const char *path, const char *text) {
  char full[256];
  snprintf(full, sizeof full, "%s%s", root, path);
  for (char *at = full + strlen(root) + 1; (at = strchr(at, '/')); at++) {
    *at = '\0';
    mkdir(full, 0700);
    *at = '/';
  }
  FILE *f = fopen(full, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void take(const char *path) {
  char full[256];
  snprintf(full, sizeof full, "%s%s", root, path);
  unlink(full);
}

static int make_root(void **unused) {
  (void)unused;
  return mkdtemp(root) ? 0 : 1;
}

static int remove_root(void **unused) {
  (void)unused;
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", root);
  return system(command);
}

static void test_nothing_to_read(void **unused) {
  (void)unused;
  assert_false(memory_is_scarce("/nowhere", 1000000 * MB));
}

static void test_machine(void **unused) {
  (void)unused;
  put("/proc/meminfo", "MemTotal:       16777216 kB\nMemFree:  1 kB\nMemAvailable:    1048576 kB\n");
  assert_false(memory_is_scarce(root, 15000 * MB));  // a sixteenth is left
  put("/proc/meminfo", "MemTotal:       16777216 kB\nMemFree:  1 kB\nMemAvailable:    500000 kB\n");
  assert_true(memory_is_scarce(root, 15000 * MB));
  assert_false(memory_is_scarce(root, 1000 * MB));  // others use it
}

static void test_groups(void **unused) {
  (void)unused;
  put("/proc/meminfo", "MemTotal:       16777216 kB\nMemAvailable:    8000000 kB\n");
  put("/proc/self/cgroup", "12:cpu:/\n4:memory:/jobs/7\n0::/\n");
  put("/sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", "1073741824\n");
  assert_true(memory_is_scarce(root, 1020 * MB));
  assert_false(memory_is_scarce(root, 900 * MB));
  put("/sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", "9223372036854771712\n");
  assert_false(memory_is_scarce(root, 4000 * MB));
  put("/proc/self/cgroup", "0::/user.slice/a job\n");
  put("/sys/fs/cgroup/user.slice/a job/memory.max", "1073741824\n");
  assert_true(memory_is_scarce(root, 1020 * MB));
  put("/sys/fs/cgroup/user.slice/a job/memory.max", "max\n");
  assert_false(memory_is_scarce(root, 4000 * MB));
  take("/sys/fs/cgroup/user.slice/a job/memory.max");
  put("/sys/fs/cgroup/memory.max", "1073741824\n");  // as a container shows it
  assert_true(memory_is_scarce(root, 1020 * MB));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_to_read), cmocka_unit_test(test_machine),
                                     cmocka_unit_test(test_groups)};
  return cmocka_run_group_tests(tests, make_root, remove_root);
}
