// getopt.h. As glibc does it where the environment is empty: options may stand behind other arguments, which are moved to the end.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "model.h"

int optind = 1, opterr = 1, optopt = '?';
char *optarg;

static char *rest;              // of the word that is being read
static int first_other, behind_others;  // words that are no options and were passed by: [first_other, behind_others)

static _Bool is_option(const char *word) { return word[0] == '-' && word[1]; }

// The options that were read since come before the words that were passed by.
static void move_others(char **words) {
  int n = optind - behind_others;
  for (int k = 0; k < n; k++) {
    char *option = words[behind_others + k];
    for (int i = behind_others + k; i > first_other + k; i--) words[i] = words[i - 1];
    words[first_other + k] = option;
  }
  first_other += n;
  behind_others = optind;
}

// Goes to the next word that is an option; false: there is none.
static _Bool next_word(int n, char **words, const char *form) {
  if (behind_others > optind) behind_others = optind;
  if (first_other > optind) first_other = optind;
  if (form[0] != '+' && form[0] != '-') {
    if (first_other != behind_others && behind_others != optind) move_others(words);
    else if (behind_others != optind) first_other = optind;
    while (optind < n && !is_option(words[optind])) optind++;
    behind_others = optind;
  }
  if (optind < n && !strcmp(words[optind], "--")) {
    optind++;
    if (first_other != behind_others && behind_others != optind) move_others(words);
    else if (first_other == behind_others) first_other = optind;
    behind_others = n;
    optind = n;
  }
  if (optind == n) {
    if (first_other != behind_others) optind = first_other;
    return 0;
  }
  return 1;
}

static _Bool is_told(const char *form) { return opterr && form[form[0] == '-' || form[0] == '+'] != ':'; }
static int missing(const char *form) { return form[form[0] == '-' || form[0] == '+'] == ':' ? ':' : '?'; }

static const struct option *find_long(const struct option *all, const char *name, size_t length, int *index, _Bool *ambiguous) {
  const struct option *found = NULL;
  for (int i = 0; all[i].name; i++)
    if (!strncmp(all[i].name, name, length) && strlen(all[i].name) == length) return *index = i, &all[i];
  for (int i = 0; all[i].name; i++) {
    if (strncmp(all[i].name, name, length)) continue;
    if (!found) found = &all[*index = i];
    else if (found->has_arg != all[i].has_arg || found->flag != all[i].flag || found->val != all[i].val) *ambiguous = 1;
  }
  return found;
}

static int read_long(int n, char **words, const char *form, const struct option *all, int *index) {
  size_t length = strcspn(rest, "=");
  _Bool ambiguous = 0;
  char *name = rest, *value = rest[length] ? rest + length + 1 : NULL;
  int at = 0;
  const struct option *o = find_long(all, name, length, &at, &ambiguous);
  rest = NULL;
  optind++;
  if (!o || ambiguous) {
    if (is_told(form)) fprintf(stderr, ambiguous ? "%s: option '--%s' is ambiguous\n" : "%s: unrecognized option '--%s'\n", words[0], name);
    optopt = 0;
    return '?';
  }
  if (value && o->has_arg == no_argument) {
    if (is_told(form)) fprintf(stderr, "%s: option '--%s' doesn't allow an argument\n", words[0], o->name);
    optopt = o->val;
    return '?';
  }
  if (value) optarg = value;
  else if (o->has_arg == required_argument) {
    if (optind == n) {
      if (is_told(form)) fprintf(stderr, "%s: option '--%s' requires an argument\n", words[0], o->name);
      optopt = o->val;
      return missing(form);
    }
    optarg = words[optind++];
  }
  if (index) *index = at;
  if (!o->flag) return o->val;
  *o->flag = o->val;
  return 0;
}

static int read_letter(int n, char **words, const char *form) {
  char letter = *rest++;
  const char *at = strchr(form, letter);
  if (!*rest) optind++;
  if (!at || letter == ':' || letter == ';') {
    if (is_told(form)) fprintf(stderr, "%s: invalid option -- '%c'\n", words[0], letter);
    optopt = (unsigned char)letter;
    return '?';
  }
  if (at[1] != ':') return (unsigned char)letter;
  char *value = *rest ? rest : NULL;
  rest = NULL;
  if (value) {
    optarg = value;
    optind++;
    return (unsigned char)letter;
  }
  if (at[2] == ':') return optarg = NULL, (unsigned char)letter;
  if (optind < n) return optarg = words[optind++], (unsigned char)letter;
  if (is_told(form)) fprintf(stderr, "%s: option requires an argument -- '%c'\n", words[0], letter);
  optopt = (unsigned char)letter;
  return missing(form);
}

static int read_option(int n, char **words, const char *form, const struct option *all, int *index) {
  if (n < 1) return -1;
  optarg = NULL;
  if (optind == 0) {
    optind = 1;
    rest = NULL;
    first_other = behind_others = 1;
  }
  if (!first_other) first_other = behind_others = optind;
  if (!rest || !*rest) {
    if (!next_word(n, words, form)) return -1;
    if (!is_option(words[optind])) {
      if (form[0] == '+') return -1;
      optarg = words[optind++];
      return 1;
    }
    rest = words[optind] + 1;
    if (all && words[optind][1] == '-') {
      rest++;
      return read_long(n, words, form, all, index);
    }
  }
  return read_letter(n, words, form[0] == '-' || form[0] == '+' ? form + 1 : form);
}

int getopt(int n, char *const *words, const char *form) { return read_option(n, (char **)words, form, NULL, NULL); }

int getopt_long(int n, char *const *words, const char *form, const struct option *all, int *index) {
  return read_option(n, (char **)words, form, all, index);
}
