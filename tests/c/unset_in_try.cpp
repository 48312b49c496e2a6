// expect: safe
// property: assert,uninitialised
// engines: stateful dpor auto
// Set before the call that throws or not at all; the handler knows.
#include <cassert>

static int calls;
static int twice(int v) {
  if (++calls == 2) throw v;
  return 2 * v;
}

int main() {
  for (int i = 0; i < 2; i++) {
    int *where, mine = 0;
    bool set = false;
    try {
      int r = twice(3);
      where = &mine;
      *where = r;
      set = true;
    } catch (int) {
    }
    if (set) assert(*where == 6);
  }
  return 0;
}
