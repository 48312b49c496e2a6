// expect: unsafe uninitialised
// property: uninitialised
// What is assigned to a bit-field comes from one that nobody has set.
struct flags {
  unsigned first : 3, second : 5;
};
int main(void) {
  struct flags a, b;
  b.first = 1;
  b.second = a.second;
  return b.first;
}
