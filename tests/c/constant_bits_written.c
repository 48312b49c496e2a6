// expect: unsafe read-only
// property: valid-memsafety
struct flags {
  const unsigned a : 3;
  const unsigned b : 5;
  unsigned c;
};
int main(void) {
  struct flags s = {1, 2, 3};
  s.c = 4;
  *(unsigned char *)&s = 7;
  return 0;
}
