// expect: unsafe read-only
// property: valid-memsafety
// engines: naive stateful dpor auto
// An atomic operation writes, also one that adds nothing.
#include <stdatomic.h>

static const int zero = 0;

int main(void) { return atomic_fetch_add((_Atomic int *)&zero, 0); }
