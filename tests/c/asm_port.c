// expect: unsafe assert
// What comes from a port is an input.
#include <assert.h>

static unsigned char inb(unsigned short port) {
  unsigned char v;
  __asm__ volatile("inb %w1,%b0" : "=a"(v) : "Nd"(port));
  return v;
}

int main(void) {
  assert(inb(0x60) != 200);
  return 0;
}
