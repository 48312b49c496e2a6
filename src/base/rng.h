// Small deterministic random numbers (splitmix64); a seed names a sequence for ever.
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

typedef struct rng {
  uint64_t state;
} rng;

rng rng_new(uint64_t seed);
uint64_t rng_next(rng *r);
uint64_t rng_below(rng *r, uint64_t n);  // 0 <= result < n, n > 0

#endif
