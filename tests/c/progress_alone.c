// expect: safe
// property: progress
// One thread, and nothing but registers: the inner loop is left in every round, wherever a step ends.
int main(void) {
  for (;;) {
    for (int i = 0; i < 3; i++) {
    }
  }
}
