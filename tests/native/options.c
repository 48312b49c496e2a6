// getopt.h: drawn words, read with drawn forms; results, arguments and the order that the words have at the end.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdlib.h>

#include "draw.h"

enum { MOST = 7 };
static const char *const WORDS[] = {
    "-a",   "-b",      "-ab",      "-bx",    "-b",   "-cfoo",  "-c",      "word",      "other",   "-",   "--",   "-z",
    "-abz", "--alpha", "--beta=3", "--beta", "--be", "--bet=", "--gamma", "--gamma=1", "--delta", "--d", "--al", "-:"};
static const char *const FORMS[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:ab:", "abz", ""};
static int flagged;
static const struct option LONG[] = {{"alpha", no_argument, NULL, 'A'},       {"beta", required_argument, NULL, 'B'},
                                     {"gamma", optional_argument, NULL, 'G'}, {"delta", no_argument, &flagged, 4},
                                     {"deltoid", no_argument, NULL, 'D'},     {NULL, 0, NULL, 0}};

int main(void) {
  opterr = 0;
  for (int round = 0; round < ROUNDS; round++) {
    char *words[MOST + 2] = {(char *)"program"};
    int n = 1 + (int)draw(MOST + 1), result, index = -1;
    for (int i = 1; i < n; i++) words[i] = (char *)ONE_OF(WORDS);
    const char *form = ONE_OF(FORMS);
    unsigned is_long = draw(2);
    optind = 0;
    flagged = 0;
    do {
      result = is_long ? getopt_long(n, words, form, LONG, &index) : getopt(n, words, form);
      printf("%d %d %s %d %d %d\n", result, optind, optarg ? optarg : "none",
             result == '?' || result == ':' ? optopt : 0, index, flagged);
    } while (result != -1);
    for (int i = 0; i < n; i++) printf("%s ", words[i]);
    printf("\n");
  }
  return 0;
}
