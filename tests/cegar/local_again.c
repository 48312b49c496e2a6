// expect: unknown
// In the second round the address is that of a variable of the first one, which stood at the same place of the same function.
extern void reach_error(void);
static int *kept;
static void keep(int *p) { kept = p; }
static void work(int round) {
  if (round && *kept != 0) reach_error();
  {
    int mine = 0;
    keep(&mine);
  }
}
int main(void) {
  for (int i = 0; i < 2; i++) work(i);
  return 0;
}
