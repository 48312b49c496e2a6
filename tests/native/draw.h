// Drawn arguments for functions that are run natively and simulated. SEED and ROUNDS come from run.py.
#ifndef DRAW_H
#define DRAW_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef SEED
#define SEED 1
#endif
#ifndef ROUNDS
#define ROUNDS 100
#endif

static unsigned long long draw_state = SEED * 0x9e3779b97f4a7c15ull + 1;

static inline unsigned draw(unsigned n) {
  draw_state = draw_state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(draw_state >> 33) % n;
}

static inline unsigned long long draw_bits(void) {
  unsigned long long high = draw(1u << 30), middle = draw(1u << 30), low = draw(16);
  return high << 34 | middle << 4 | low;
}

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define ONE_OF(a) a[draw(COUNT(a))]

// A text of letters out of `set`, shorter than `room`.
static inline void draw_text(char *to, unsigned room, const char *set) {
  unsigned n = draw(room), kinds = (unsigned)strlen(set);
  for (unsigned i = 0; i < n; i++) to[i] = set[draw(kinds)];
  to[n] = 0;
}

// Every byte as it is.
static inline void show_bytes(const char *name, const void *from, unsigned n) {
  const unsigned char *at = (const unsigned char *)from;
  printf("%s ", name);
  for (unsigned i = 0; i < n; i++) printf("%02x", at[i]);
  printf("\n");
}

static inline unsigned long long bits_of(double d) {
  unsigned long long bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static inline double of_bits(unsigned long long bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}
#endif
