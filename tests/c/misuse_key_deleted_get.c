// expect: unsafe pthread-misuse
// property: pthread-misuse
// Of C, and read.
#include <stddef.h>
#include <threads.h>

static tss_t key;

static void clean(void) { tss_delete(key); }

int main(void) {
  if (tss_create(&key, NULL) != thrd_success) return 1;
  clean();
  return tss_get(key) != NULL;
}
