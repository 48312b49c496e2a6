// expect: unsafe unreach-call
// property: unreach-call
extern void reach_error(void);
int start(void) {
  reach_error();
  return 0;
}
int main(void) __attribute__((alias("start")));
