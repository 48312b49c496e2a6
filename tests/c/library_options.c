// expect: safe
// options: --arg=-v --arg=file --arg=--depth=7 --arg=-o --arg=out
// engines: auto
// Options behind another argument, which is moved to the end.
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static const struct option all[] = {{"depth", required_argument, 0, 'd'}, {0, 0, 0, 0}};
  int verbose = 0, depth = 0, option;
  const char *out = "";
  while ((option = getopt_long(argc, argv, "vo:", all, 0)) != -1) {
    if (option == 'v') verbose++;
    if (option == 'd') depth = atoi(optarg);
    if (option == 'o') out = optarg;
  }
  assert(verbose == 1 && depth == 7 && strcmp(out, "out") == 0);
  assert(optind == argc - 1 && strcmp(argv[optind], "file") == 0);
  return 0;
}
