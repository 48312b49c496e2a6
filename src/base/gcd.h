// Greatest common divisor.
#ifndef BASE_GCD_H
#define BASE_GCD_H

#include <stdint.h>

// Of 0 and a: a.
static inline uint64_t gcd_of(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

#endif
