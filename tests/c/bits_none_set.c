// expect: unsafe uninitialised
// property: uninitialised
// Reads a bit-field, none of which was set.
struct flags {
  unsigned first : 3, second : 5;
};
int main(void) {
  struct flags local;
  return local.second == 2;
}
