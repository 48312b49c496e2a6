// expect: unsafe read-only
// property: valid-memsafety
// flags: -Wno-incompatible-pointer-types-discards-qualifiers
// engines: auto naive dpor
// What makes the literal a constant stands behind the name of its type.
#define FIXED const int
typedef FIXED fixed;

static void set(int *p) { *p = 7; }

int main(void) {
  set((fixed[]){1, 2});
  return 0;
}
