// expect: safe
// Registers by their names, addresses in registers, fields of objects, in C++.
#include <cassert>

struct counter {
  char pad;
  int value;
  long wide;

  int add(int by) {
    int old;
    asm volatile("lock; xaddl %%eax, %2" : "=a"(old) : "a"(by), "m"(value) : "memory", "cc");
    return old;
  }
  bool swap(long old, long fresh) {
    bool done;
    asm volatile("lock cmpxchgq %2, (%1); setz %0" : "=a"(done) : "r"(&wide), "r"(fresh), "a"(old) : "memory", "cc");
    return done;
  }
  bool drop() {
    bool zero;
    asm volatile("lock decl 4(%1)" : "=@ccz"(zero) : "r"(this) : "memory");
    return zero;
  }
};

template <class T>
static T load(const T *p) {
  T v;
  asm volatile("movl %1, %0" : "=r"(v) : "m"(*p) : "memory");
  return v;
}

int main() {
  counter c{};
  assert(c.add(3) == 0 && c.value == 3 && load(&c.value) == 3);
  assert(c.swap(0, 8) && c.wide == 8 && !c.swap(0, 9) && c.wide == 8);
  assert(!c.drop() && !c.drop() && c.drop() && c.value == 0);
  return 0;
}
