// expect: unsafe read-only
// property: valid-memsafety
// engines: naive stateful dpor auto
// A compare-exchange needs an object that may be written, also if it fails.
static const int one = 1;

int main(void) {
  int expected = 2;
  return __atomic_compare_exchange_n((int *)&one, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
