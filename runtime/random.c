// Pseudo-random numbers (stdlib.h). ISO C and POSIX say nothing of the numbers, but that the same ones come again after the same seed: any sequence is
// possible for each seed. With --rand=libc they are those of glibc.
#define _GNU_SOURCE
#include <stdlib.h>

#include "model.h"

// The generator of glibc: additive feedback over 31 words.
static struct {
  int seeded, at;
  int r[34];
} generator;

static void seed_generator(unsigned seed) {
  long long x = seed ? (int)seed : 1;
  for (int i = 0; i < 31; i++) {
    generator.r[i] = (int)x;
    x = 16807 * x % 2147483647;
    if (x < 0) x += 2147483647;
  }
  generator.seeded = 1;
  generator.at = 3;
  for (int i = 0; i < 310; i++) {
    generator.r[generator.at] =
        (int)((unsigned)generator.r[generator.at] + (unsigned)generator.r[(generator.at + 28) % 31]);
    generator.at = (generator.at + 1) % 31;
  }
}

static int next_number(void) {
  if (!generator.seeded) seed_generator(1);
  unsigned x = (unsigned)generator.r[generator.at] + (unsigned)generator.r[(generator.at + 28) % 31];
  generator.r[generator.at] = (int)x;
  generator.at = (generator.at + 1) % 31;
  return (int)(x >> 1);
}


// --- the same numbers for the same seed -----------------------------------------------------------------------------

// The first numbers that were drawn for each seed. Programs that seed once do without: `__allways_rand_seeds`.
enum { SEEDS = 8, NUMBERS = 32 };
typedef struct sequence {
  unsigned seed;
  int drawn;  // numbers; more than NUMBERS: the rest is forgotten
  int number[NUMBERS];
} sequence;
typedef struct source {
  sequence of[SEEDS];
  int seeds, current;
  int next;  // of the current sequence; more than NUMBERS: some were not kept
} source;

static source rands, randoms;

static void choose_seed(source *s, unsigned seed) {
  int k = 0;
  while (k < s->seeds && s->of[k].seed != seed) k++;
  if (k == SEEDS) __allways_unsupported("more than 8 seeds of pseudo-random numbers");
  if (k == s->seeds) {
    s->of[k].seed = seed;
    s->seeds++;
  }
  s->current = k;
  s->next = 0;
}

// Who has not set a seed has 1.
static int draw(source *s) {
  if (!s->seeds) choose_seed(s, 1);
  sequence *q = &s->of[s->current];
  if (s->next >= NUMBERS) {
    if (q->drawn > NUMBERS) __allways_unsupported("more than 32 pseudo-random numbers come again after the same seed");
    s->next = NUMBERS + 1;
    return __allways_nondet_int("rand") & RAND_MAX;
  }
  int n = s->next++;
  if (n < q->drawn) return q->number[n];
  q->drawn++;
  return q->number[n] = __allways_nondet_int("rand") & RAND_MAX;
}

// Behind the last number that is kept nothing is known when the seed comes again.
static void leave_sequence(source *s) {
  if (s->seeds && s->next > NUMBERS) s->of[s->current].drawn = NUMBERS + 1;
}

static int drawn_number(source *s) {
  __allways_atomic_begin();
  int number = draw(s);
  __allways_atomic_end();
  return number;
}

static void set_seed(source *s, unsigned seed) {
  __allways_atomic_begin();
  leave_sequence(s);
  choose_seed(s, seed);
  __allways_atomic_end();
}

// --- functions ------------------------------------------------------------------------------------------------------

MODEL int rand(void) {
  if (__allways_rand_libc) return next_number();
  return __allways_rand_seeds ? drawn_number(&rands) : __allways_nondet_int("rand") & RAND_MAX;
}

MODEL void srand(unsigned seed) {
  if (__allways_rand_libc)
    seed_generator(seed);
  else if (__allways_rand_seeds)
    set_seed(&rands, seed);
}

MODEL long random(void) {
  if (__allways_rand_libc) return next_number();
  return __allways_rand_seeds ? drawn_number(&randoms) : __allways_nondet_int("random") & RAND_MAX;
}

MODEL void srandom(unsigned seed) {
  if (__allways_rand_libc)
    seed_generator(seed);
  else if (__allways_rand_seeds)
    set_seed(&randoms, seed);
}

// Three steps of a linear generator, of which 11, 10 and 10 bits are taken: as glibc.
static int next_number_of(unsigned *seed) {
  unsigned next = *seed, result = 0;
  for (int k = 0; k < 3; k++) {
    next = next * 1103515245u + 12345u;
    result = result << 10 | (next >> 16) % (k ? 1024u : 2048u);
  }
  *seed = next;
  return (int)result;
}

MODEL int rand_r(unsigned *seed) {
  if (__allways_rand_libc) return next_number_of(seed);
  *seed = __allways_nondet_uint("rand_r");
  return __allways_nondet_int("rand_r") & RAND_MAX;
}

// arc4random has no seed.
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned limit);
MODEL unsigned arc4random(void) { return __allways_nondet_uint("random number"); }
MODEL unsigned arc4random_uniform(unsigned limit) {
  unsigned n = __allways_nondet_uint("random number");
  __allways_assume(limit < 2 ? n == 0 : n < limit);
  return n;
}
