// Atomic updates of all sizes by one thread: old and new values, and the bytes beside them.
#include <stdatomic.h>

#include "draw.h"

#define UPDATES(name, type)                                                                         \
  static void name(void) {                                                                          \
    static struct {                                                                                 \
      unsigned char before;                                                                         \
      _Alignas(sizeof(type)) type x;                                                                \
      unsigned char after;                                                                          \
    } s;                                                                                            \
    static _Atomic(type) a;                                                                         \
    memset(&s, 0, sizeof s);                                                                        \
    s.before = s.after = 0x5a;                                                                      \
    s.x = (type)draw_bits();                                                                        \
    a = s.x;                                                                                        \
    type v = (type)draw_bits(), e = draw(2) ? s.x : v;                                              \
    printf(#name " %llx", (unsigned long long)__atomic_fetch_add(&s.x, v, __ATOMIC_SEQ_CST));       \
    printf(" %llx", (unsigned long long)__atomic_sub_fetch(&s.x, (type)3, __ATOMIC_SEQ_CST));       \
    printf(" %llx", (unsigned long long)__atomic_fetch_or(&s.x, (type)(v >> 1), __ATOMIC_SEQ_CST)); \
    printf(" %llx", (unsigned long long)__atomic_and_fetch(&s.x, (type)~v, __ATOMIC_SEQ_CST));      \
    printf(" %llx", (unsigned long long)__sync_fetch_and_xor(&s.x, (type)draw_bits()));             \
    printf(" %llx", (unsigned long long)__sync_nand_and_fetch(&s.x, (type)draw_bits()));            \
    printf(" %llx", (unsigned long long)__atomic_exchange_n(&s.x, v, __ATOMIC_SEQ_CST));            \
    printf(" %d", __sync_bool_compare_and_swap(&s.x, draw(2) ? v : e, (type)9));                    \
    printf(" %llx|", (unsigned long long)s.x);                                                      \
    printf(" %d", atomic_compare_exchange_strong(&a, &e, v));                                       \
    printf(" %llx", (unsigned long long)e);                                                         \
    printf(" %llx", (unsigned long long)atomic_fetch_sub(&a, v));                                   \
    printf(" %llx", (unsigned long long)(a += v));                                                  \
    printf(" %llx", (unsigned long long)a++);                                                       \
    printf(" %llx", (unsigned long long)(a &= (type)draw_bits()));                                  \
    printf(" %llx", (unsigned long long)(a ^= v));                                                  \
    printf(" %llx\n", (unsigned long long)(a |= (type)draw_bits()));                                \
    show_bytes("s", &s, sizeof s);                                                                  \
  }

UPDATES(bytes, signed char)
UPDATES(letters, unsigned char)
UPDATES(shorts, short)
UPDATES(halves, unsigned short)
UPDATES(ints, int)
UPDATES(words, unsigned)
UPDATES(longs, long)
UPDATES(numbers, unsigned long long)

int main(void) {
  for (int i = 0; i < ROUNDS / 4; i++) {
    bytes();
    letters();
    shorts();
    halves();
    ints();
    words();
    longs();
    numbers();
  }
  return 0;
}
