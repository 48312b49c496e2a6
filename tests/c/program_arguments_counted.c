// expect: unsafe unreach-call
// property: unreach-call
// engines: auto naive
// options: --input-range=0..5
// A program that only counts its arguments may have any number of them.
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc == 4) reach_error();
  return argc < 1;
}
