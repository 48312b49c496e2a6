#include "base/rng.h"

#include "base/check.h"

rng rng_new(uint64_t seed) { return (rng){seed}; }

// Steele, Lea, Flood: Fast splittable pseudorandom number generators (splitmix64).
uint64_t rng_next(rng *r) {
  uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Draws again from the incomplete last stretch of length n, so that every value is equally likely.
uint64_t rng_below(rng *r, uint64_t n) {
  CHECK(n > 0, "no number is below zero");
  uint64_t reject_below = -n % n;  // 2^64 mod n
  uint64_t x;
  do {
    x = rng_next(r);
  } while (x < reject_below);
  return x % n;
}
