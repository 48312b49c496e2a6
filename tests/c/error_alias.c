// expect: unsafe unreach-call
// property: unreach-call
// Another name of the error function.
void reach_error(void) {}
void other_name(void) __attribute__((alias("reach_error")));
int main(void) {
  other_name();
  return 0;
}
