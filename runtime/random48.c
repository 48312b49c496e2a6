// The linear generators of 48 bits (stdlib.h): POSIX says which numbers they give.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

#include "model.h"

enum { BITS = 48, FIRST_LOW = 0x330e };
#define FACTOR 0x5deece66dull
#define MASK (((uint64_t)1 << BITS) - 1)

static unsigned short state[3];
static uint64_t factor = FACTOR;
static unsigned short summand = 0xb;

static uint64_t number_of(const unsigned short *x) { return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0]; }

static void put_number(unsigned short *x, uint64_t n) {
  x[0] = (unsigned short)n;
  x[1] = (unsigned short)(n >> 16);
  x[2] = (unsigned short)(n >> 32);
}

static uint64_t next(unsigned short *x) {
  uint64_t n = (number_of(x) * factor + summand) & MASK;
  put_number(x, n);
  return n;
}

static void reset_factors(void) {
  factor = FACTOR;
  summand = 0xb;
}

double erand48(unsigned short *x) { return (double)next(x) / (double)((uint64_t)1 << BITS); }
double drand48(void) { return erand48(state); }
long nrand48(unsigned short *x) { return (long)(next(x) >> (BITS - 31)); }
long lrand48(void) { return nrand48(state); }
long jrand48(unsigned short *x) { return (int32_t)(next(x) >> (BITS - 32)); }
long mrand48(void) { return jrand48(state); }

void srand48(long seed) {
  put_number(state, (uint64_t)(uint32_t)seed << 16 | FIRST_LOW);
  reset_factors();
}

unsigned short *seed48(unsigned short *x) {
  static unsigned short old[3];
  __builtin_memcpy(old, state, sizeof old);
  __builtin_memcpy(state, x, sizeof state);
  reset_factors();
  return old;
}

void lcong48(unsigned short *all) {
  __builtin_memcpy(state, all, sizeof state);
  factor = number_of(all + 3);
  summand = all[6];
}
