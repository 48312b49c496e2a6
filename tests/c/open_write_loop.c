// expect: safe
// Who goes on with what is left writes all of it.
#include <assert.h>
#include <unistd.h>

int main(void) {
  const char *text = "abc";
  ssize_t done = 0;
  while (done < 3) {
    ssize_t n = write(1, text + done, (size_t)(3 - done));
    if (n < 0) return 1;
    done += n;
  }
  assert(done == 3);
  write(2, text, 3);
  return 0;
}
