// Answers by set of conjuncts, and the latest models to try on new questions.
//
// Both are bounded; a full table of answers is emptied as a whole, so that what is kept depends on the questions only.
#include <stdlib.h>

#include "base/hash.h"
#include "smt/smt_impl.h"

#define MAX_ANSWERS (1u << 16)
#define MAX_MODELS 16

typedef struct answer {
  uint32_t *ids;  // sorted
  size_t n;
  smt_answer answer;
  model *m;
  uint32_t next;  // position + 1 of the next entry with the same hash
} answer;

struct smt_cache {
  map64 heads;  // hash -> position + 1
  VEC(answer) answers;
  model *models[MAX_MODELS];
  unsigned newest, model_count;
  VEC(uint32_t) key;
  size_t words;  // of the answers, about
};

smt_cache *smt_cache_new(void) { return MEM_NEW(smt_cache); }

static void forget_answers(smt_cache *c) {
  for (size_t i = 0; i < c->answers.len; i++) {
    mem_free(c->answers.data[i].ids);
    model_free(c->answers.data[i].m);
  }
  vec_clear(&c->answers);
  map64_clear(&c->heads);
  c->words = 0;
}

static size_t words_of(const answer *a) { return sizeof *a / 8 + a->n / 2 + (a->m ? 2 * model_count(a->m) : 0); }

size_t smt_cache_words(const smt_cache *c) { return c->words; }

static bool all_kept(const expr_table *t, const answer *a) {
  for (size_t i = 0; i < a->n; i++)
    if (!expr_is_kept(t, (expr){a->ids[i]})) return false;
  return true;
}

static void forget_models(smt_cache *c) {
  for (unsigned i = 0; i < MAX_MODELS; i++) {
    model_free(c->models[i]);
    c->models[i] = NULL;
  }
  c->newest = c->model_count = 0;
}

void smt_cache_collect(smt_cache *c, expr_table *t) {
  size_t kept = 0;
  c->words = 0;
  map64_fini(&c->heads);
  forget_models(c);
  for (size_t i = 0; i < c->answers.len; i++) {
    answer a = c->answers.data[i];
    if (!all_kept(t, &a)) {
      mem_free(a.ids);
      model_free(a.m);
      continue;
    }
    if (a.m) model_mark(t, a.m);
    uint64_t hash = hash_bytes(a.ids, a.n * sizeof *a.ids, a.n), head = 0;
    map64_get(&c->heads, hash, &head);
    a.next = (uint32_t)head;
    c->words += words_of(&a);
    c->answers.data[kept++] = a;
    map64_put(&c->heads, hash, kept);
  }
  c->answers.len = kept;
}

void smt_cache_free(smt_cache *c) {
  if (!c) return;
  forget_answers(c);
  vec_free(&c->answers);
  map64_fini(&c->heads);
  forget_models(c);
  vec_free(&c->key);
  mem_free(c);
}

static int compare_ids(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static uint64_t make_key(smt_cache *c, const expr *conjuncts, size_t n) {
  vec_clear(&c->key);
  for (size_t i = 0; i < n; i++) vec_push(&c->key, conjuncts[i].id);
  if (n) qsort(c->key.data, n, sizeof *c->key.data, compare_ids);
  return hash_bytes(c->key.data, n * sizeof *c->key.data, n);
}

static answer *find(smt_cache *c, uint64_t hash) {
  uint64_t at = 0;
  map64_get(&c->heads, hash, &at);
  while (at) {
    answer *a = &c->answers.data[at - 1];
    if (a->n == c->key.len && memcmp(a->ids, c->key.data, a->n * sizeof *a->ids) == 0) return a;
    at = a->next;
  }
  return NULL;
}

smt_answer smt_cache_find(smt_cache *c, const expr *conjuncts, size_t n, bool *found, model **out) {
  answer *a = find(c, make_key(c, conjuncts, n));
  *found = a != NULL;
  if (!a) return SMT_UNKNOWN;
  *out = a->m ? model_dup(a->m) : NULL;
  return a->answer;
}

bool smt_model_satisfies(expr_table *t, const expr *conjuncts, size_t n, const model *m) {
  for (size_t i = n; i-- > 0;)  // the newest conjunct is the likeliest to fail
    if (!expr_eval_true(t, conjuncts[i], m)) return false;
  return true;
}

bool smt_cache_try_models(smt_cache *c, expr_table *t, const expr *conjuncts, size_t n, model **out) {
  for (unsigned i = 0; i < c->model_count; i++) {
    const model *m = c->models[(c->newest + MAX_MODELS - i) % MAX_MODELS];
    if (!smt_model_satisfies(t, conjuncts, n, m)) continue;
    *out = model_dup(m);
    return true;
  }
  return false;
}

static void remember_model(smt_cache *c, const model *m) {
  c->newest = (c->newest + 1) % MAX_MODELS;
  model_free(c->models[c->newest]);
  c->models[c->newest] = model_dup(m);
  if (c->model_count < MAX_MODELS) c->model_count++;
}

void smt_cache_put(smt_cache *c, const expr *conjuncts, size_t n, smt_answer a, const model *m) {
  uint64_t hash = make_key(c, conjuncts, n);
  if (find(c, hash)) return;
  if (c->answers.len >= MAX_ANSWERS) forget_answers(c);
  uint64_t head = 0;
  map64_get(&c->heads, hash, &head);
  answer entry = {.n = n, .answer = a, .m = m ? model_dup(m) : NULL, .next = (uint32_t)head};
  entry.ids = mem_alloc((n ? n : 1) * sizeof *entry.ids);
  memcpy(entry.ids, c->key.data, n * sizeof *entry.ids);
  c->words += words_of(&entry);
  vec_push(&c->answers, entry);
  map64_put(&c->heads, hash, c->answers.len);
  if (m) remember_model(c, m);
}
