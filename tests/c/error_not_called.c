// expect: safe
// property: unreach-call
// engines: auto naive stateful
// Its address alone is no call; comparing it is none, either.
extern void reach_error(void);
static void nothing(void) {}
static void (*const table[])(void) = {nothing, reach_error};
int main(void) {
  int n = 0;
  for (int i = 0; i < 2; i++)
    if (table[i] == reach_error)
      n++;
    else
      table[i]();
  return n - 1;
}
