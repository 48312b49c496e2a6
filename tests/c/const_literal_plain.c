// expect: safe
// property: valid-memsafety
// engines: auto naive dpor
// Names of types that are no constants, or have some inside or behind a pointer.
#define PLAIN int
typedef const int *reader;
typedef int plain;
typedef struct {
  const int fixed;
  int free;
} pair;

int main(void) {
  int v = 1;
  *(PLAIN[]){1} = 2;
  *(plain[]){1} = 2;
  reader *r = (reader[]){&v, &v};
  *r = 0;
  pair *p = &(pair){1, 2};
  p->free = 3;
  return 0;
}
