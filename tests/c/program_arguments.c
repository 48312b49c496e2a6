// expect: safe bounded
// property: unreach-call
// engines: auto
// A program that looks at its arguments is started without any: that is not every run, and the grade says so.
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc == 1 && argv[1]) reach_error();
  return 0;
}
