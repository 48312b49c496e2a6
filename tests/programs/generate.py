"""Draws whole programs: threads that share pieces of shared.py, each of which also runs pieces of draws.py (cxx.py: of C++).

The program folds all that must not depend on the schedule into one number, `same`, and keeps the rest in `v`. It is made
    -DNATIVE         to print both: `same v0 v1 ...`; YIELD() gives other threads a chance at random
    -DSAME=n         to assert that `same` is n
    -DSEEN="file"    beside it: the file asserts it once more for each value of v, one line each, so that it is known which lines are reached
    -DOTHER=v0,v1,.. to assert that v is not this
    -DSHOW           to print every observation with its line
"""
import random

import cxx
import draws
import shared

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""

FRAME = """typedef unsigned long long u64;
static u64 mix(u64 h, u64 x) { return (h ^ x) * 1099511628211ull + (h >> 40); }
static u64 mix_bytes(u64 h, const void *from, size_t n) {
  for (size_t i = 0; i < n; i++) h = mix(h, ((const unsigned char *)from)[i]);
  return h;
}
#ifdef SHOW
#define OBS(x) (*h = mix(*h, (u64)(x)), printf("%d: %llx\\n", __LINE__, (u64)(x)))
#define OBS_BYTES(p, n) (*h = mix_bytes(*h, p, n), printf("%d: %llx\\n", __LINE__, mix_bytes(0, p, n)))
#else
#define OBS(x) (*h = mix(*h, (u64)(x)))
#define OBS_BYTES(p, n) (*h = mix_bytes(*h, p, n))
#endif
#ifdef NATIVE
#include <time.h>
#include <unistd.h>
static __thread unsigned yields;
static void yield(void) {
  if (!yields) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    yields = (unsigned)t.tv_nsec ^ (unsigned)(uintptr_t)&t ^ (unsigned)getpid() * 2654435761u;
  }
  unsigned draw = (unsigned)rand_r(&yields) % 8;
  if (draw < 3) sched_yield();
  if (draw == 3) usleep(rand_r(&yields) % 300);
}
#define YIELD() yield()
#else
#define YIELD()
#endif
"""

TAIL = """#ifdef NATIVE
  printf("%llu", same);
  for (int i = 0; i < COUNT; i++) printf(" %lld", v[i]);
  printf("\\n");
#endif
#ifdef SAME
  assert(same == SAME);
#endif
#ifdef SEEN
#include SEEN
#endif
#ifdef OTHER
  static const long long other[] = {OTHER};
  int differs = 0;
  for (int i = 0; i < COUNT; i++) differs |= v[i] != other[i];
  assert(differs);
#endif
  return 0;
}
"""


class Program:
    """small: two threads that share one piece, and seldom C++, whose headers alone cost more than all else."""

    def __init__(self, seed, small=False):
        self.rng = random.Random(seed)
        self.small = small
        self.cxx = self.rng.random() < (0.06 if small else 0.4)
        self.count = 0
        self.text = self.draw()

    def vary(self):
        self.count += 1
        return self.count - 1

    def draw(self):
        rng, n = self.rng, 2 if self.rng.random() < 0.8 or self.small else 3
        pieces = shared.PIECES + (cxx.SHARED * 2 if self.cxx else shared.ONLY_C)
        chosen = [rng.choice(pieces)(self, f"s{i}", n) for i in range(rng.randrange(1, 3 if n == 2 and not self.small else 2))]
        alone = draws.PIECES + (cxx.PIECES * 2 if self.cxx else [])
        own = [rng.choice(alone)(rng, f"d{i}", self.cxx) for i in range(rng.randrange(1, 5))]
        top = [HEAD + (cxx.HEAD if self.cxx else "#include <stdatomic.h>\n"), FRAME, f"#define COUNT {max(self.count, 1)}",
               "static long long v[COUNT];", *own, *(piece["top"] for piece in chosen), f"static u64 told[{n}];"]
        for i in range(n):
            top.append(self.thread(i, n, chosen, len(own)))
        return "\n".join(top) + "\n" + self.main(n, chosen)

    def thread(self, i, n, chosen, own):
        lines = [f"static void *t{i}(void *arg) {{", "  u64 told_here = 0, *h = &told_here;"]
        for d in range(own):
            if d % n == i:
                lines.append(f"  d{d}(h);")
        for piece in chosen:
            lines.append("  YIELD();\n  {")
            for statement in piece["threads"][i]:
                lines.append(f"  {statement}")
                if self.rng.random() < 0.5 and not statement.rstrip().endswith(("{", "else")) and "locked" not in statement:
                    lines.append("  YIELD();")
            lines.append("  }")
        lines.append(f"  told[{i}] = *h;\n  return (void *)(intptr_t)({i} + *(int *)arg);\n}}")
        return "\n".join(lines)

    def main(self, n, chosen):
        lines = ["int main(void) {", "  u64 same = 1, *h = &same;", f"  pthread_t t[{n}];", f"  int arg[{n}];"]
        for piece in chosen:
            lines.append("  {\n  " + "\n  ".join(piece.get("init", [])) + "\n  }")
        for i in range(n):
            lines.append(f"  arg[{i}] = {self.rng.randrange(50)};\n  pthread_create(&t[{i}], NULL, t{i}, &arg[{i}]);")
        for i in range(n):
            lines.append(f"  {{\n  void *r = NULL;\n  pthread_join(t[{i}], &r);\n  OBS((intptr_t)r - arg[{i}]);\n  OBS(told[{i}]);\n  }}")
        for piece in chosen:
            lines.append("  {\n  " + "\n  ".join(piece["final"]) + "\n  }")
        return "\n".join(lines) + "\n" + TAIL


if __name__ == "__main__":
    import sys
    print(Program(int(sys.argv[1])).text, end="")
