// expect: unsafe bounds
// ... and out of it, if it begins behind.
int main(void) {
  _Alignas(64) struct {
    char before[8];
    char block[8];
  } both = {{0}, {0}};
  char *p = __builtin_align_down(both.block, 16);
  return p[-1];
}
