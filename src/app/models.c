// Which choices of the models a program was read with. They act where C and C++ are compiled: a program that comes as text of
// the IR (.air) has them inside already, and its head names those that are not the defaults.
#include "app/models.h"

#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "base/str.h"
#include "front/front.h"
#include "ir/ir_build.h"

typedef struct choice {
  option_id id;
  const char *word;  // as in the head
  int value;         // what it stands for; not the default
} choice;

static const choice CHOICES[] = {
    {OPTION_malloc_may_fail, "malloc-may-fail", true},
    {OPTION_create_may_fail, "create-may-fail", true},
    {OPTION_spurious_wakeups, "spurious-wakeups=off", false},
    {OPTION_weak_cas_may_fail, "weak-cas-may-fail", true},
    {OPTION_libc, "libc=glibc", OPT_LIBC_GLIBC},
    {OPTION_volatiles, "volatile=relaxed", OPT_VOLATILES_RELAXED},
    {OPTION_rand, "rand=nondet", OPT_RAND_NONDET},
    {OPTION_rand, "rand=libc", OPT_RAND_LIBC},
};
enum { N_CHOICES = sizeof CHOICES / sizeof *CHOICES };

static int chosen(const options *o, option_id id) {
  switch ((int)id) {
  case OPTION_malloc_may_fail: return o->malloc_may_fail;
  case OPTION_create_may_fail: return o->create_may_fail;
  case OPTION_spurious_wakeups: return o->spurious_wakeups;
  case OPTION_weak_cas_may_fail: return o->weak_cas_may_fail;
  case OPTION_libc: return (int)o->libc;
  case OPTION_volatiles: return (int)o->volatiles;
  default: return (int)o->rand;
  }
}

static void choose(options *o, option_id id, int value) {
  switch ((int)id) {
  case OPTION_malloc_may_fail: o->malloc_may_fail = value; return;
  case OPTION_create_may_fail: o->create_may_fail = value; return;
  case OPTION_spurious_wakeups: o->spurious_wakeups = value; return;
  case OPTION_weak_cas_may_fail: o->weak_cas_may_fail = value; return;
  case OPTION_libc: o->libc = (opt_libc)value; return;
  case OPTION_volatiles: o->volatiles = (opt_volatiles)value; return;
  default: o->rand = (opt_rand)value; return;
  }
}

static bool names(const char *list, const char *word) {
  size_t len = strlen(word);
  for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == len && memcmp(at, word, len) == 0) return true;
  return false;
}

static bool is_known(const char *word, size_t len) {
  for (int k = 0; k < N_CHOICES; k++)
    if (strlen(CHOICES[k].word) == len && memcmp(CHOICES[k].word, word, len) == 0) return true;
  return false;
}

static bool are_known(const char *list) {
  for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
    int len = (int)strcspn(at, ",");
    if (is_known(at, (size_t)len)) continue;
    fprintf(stderr, "allways: the head of the text of the IR has a choice of the models that there is not: `%.*s`\n",
            len, at);
    return false;
  }
  return true;
}

static void write_head(ir_module *m, const options *o) {
  strbuf list = {0};
  for (int k = 0; k < N_CHOICES; k++)
    if (chosen(o, CHOICES[k].id) == CHOICES[k].value) sb_printf(&list, "%s%s", list.len ? "," : "", CHOICES[k].word);
  ir_set_models(m, sb_text(&list));
  sb_fini(&list);
}

// What the head says holds; an option that says otherwise could have no effect.
static bool read_head(const ir_module *m, options *o) {
  if (!are_known(m->models)) return false;
  options asked = *o;
  for (int k = 0; k < N_CHOICES; k++) choose(o, CHOICES[k].id, (int)option_get(CHOICES[k].id)->initial);
  for (int k = 0; k < N_CHOICES; k++)
    if (names(m->models, CHOICES[k].word)) choose(o, CHOICES[k].id, CHOICES[k].value);
  for (int k = 0; k < N_CHOICES; k++) {
    option_id id = CHOICES[k].id;
    if (!o->given[id] || chosen(&asked, id) == chosen(o, id)) continue;
    fprintf(stderr,
            "allways: --%s: the text of the IR was made with another choice (`models` in its head); make it anew with "
            "this option\n",
            option_get(id)->name);
    return false;
  }
  return true;
}

bool models_settle(ir_module *m, const char *file, options *o) {
  if (front_find(file) == &front_air) return read_head(m, o);
  if (str_starts(m->language, "c") && strcmp(m->language, "cmin") != 0) write_head(m, o);
  return true;
}
