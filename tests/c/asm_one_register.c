// expect: unknown
// The compiler may keep the output and the second input in one register: this text means nothing.
static int x;

int main(void) {
  int old, by = 2;
  __asm__ __volatile__("movl $1,%0; lock; xaddl %0,%1; addl %2,%0" : "=r"(old), "+m"(x) : "r"(by) : "memory");
  return old == 2;
}
