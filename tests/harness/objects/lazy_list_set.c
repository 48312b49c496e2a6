// setup: init()
// operations: add(?1..2), remove_key(1), contains(2)
// expect: safe
// broken NO_VALIDATION: unsafe
// broken NO_MARK: unsafe
// calls: 1
// clients: 3
// A sorted list with a lock per node; nodes are marked before they are taken out (Heller and others 2005).
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int key;
  _Atomic(struct node *) next;
  atomic_int marked;
  pthread_mutex_t lock;
};
static struct node *head;

static struct node *make(int key, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  atomic_init(&n->next, next);
  atomic_init(&n->marked, 0);
  pthread_mutex_init(&n->lock, 0);
  return n;
}

void init(void) { head = make(0, make(1, make(9, NULL))); }

static void find(int key, struct node **before, struct node **at) {
  *before = head;
  *at = atomic_load(&head->next);
  while ((*at)->key < key) {
    *before = *at;
    *at = atomic_load(&(*at)->next);
  }
}

static int is_valid(struct node *before, struct node *at) {
#ifdef NO_VALIDATION
  return 1;
#else
  return !atomic_load(&before->marked) && !atomic_load(&at->marked) && atomic_load(&before->next) == at;
#endif
}

static int change(int key, int adds) {
  for (;;) {
    struct node *before, *at;
    find(key, &before, &at);
    pthread_mutex_lock(&before->lock);
    pthread_mutex_lock(&at->lock);
    int valid = is_valid(before, at), there = at->key == key;
    if (valid && adds && !there) atomic_store(&before->next, make(key, at));
    if (valid && !adds && there) {
#ifndef NO_MARK
      atomic_store(&at->marked, 1);
#endif
      atomic_store(&before->next, atomic_load(&at->next));
    }
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    if (valid) return there != adds;
  }
}

int add(int key) { return change(key, 1); }
int remove_key(int key) { return change(key, 0); }

int contains(int key) {
  struct node *before, *at;
  find(key, &before, &at);
  return at->key == key && !atomic_load(&at->marked);
}
