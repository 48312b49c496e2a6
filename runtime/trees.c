// search.h: binary trees. Which tree it is, is left open by POSIX; here it is not balanced.
#define _GNU_SOURCE
#include <search.h>
#include <stddef.h>
#include <stdlib.h>

#include "model.h"

// What the caller gets: the key stands first.
struct node {
  const void *key;
  struct node *less, *more;
};

// Where the node with that key is, or would be.
static struct node **place_of(const void *key, struct node **at, int (*compare)(const void *, const void *)) {
  while (*at) {
    int order = compare(key, (*at)->key);
    if (!order) break;
    at = order < 0 ? &(*at)->less : &(*at)->more;
  }
  return at;
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
  if (!root) return NULL;
  struct node **at = place_of(key, (struct node **)root, compare);
  if (*at) return *at;
  struct node *made = malloc(sizeof *made);
  if (!made) return NULL;
  *made = (struct node){.key = key};
  *at = made;
  return made;
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
  return root ? *place_of(key, (struct node **)root, compare) : NULL;
}

// Its parent; of the root some other value, which is not null.
void *tdelete(const void *restrict key, void **restrict root, int (*compare)(const void *, const void *)) {
  if (!root) return NULL;
  struct node *parent = NULL, **at = (struct node **)root;
  while (*at) {
    int order = compare(key, (*at)->key);
    if (!order) break;
    parent = *at;
    at = order < 0 ? &(*at)->less : &(*at)->more;
  }
  struct node *left = *at;
  if (!left) return NULL;
  if (left->less && left->more) {
    struct node **next = &left->more;
    while ((*next)->less) next = &(*next)->less;
    struct node *taken = *next;
    *next = taken->more;
    taken->less = left->less;
    taken->more = left->more;
    *at = taken;
  } else {
    *at = left->less ? left->less : left->more;
  }
  free(left);
  return parent ? (void *)parent : (void *)root;
}

static void walk(const struct node *n, void (*visit)(const void *, VISIT, int), int depth) {
  if (!n->less && !n->more) {
    visit(n, leaf, depth);
    return;
  }
  visit(n, preorder, depth);
  if (n->less) walk(n->less, visit, depth + 1);
  visit(n, postorder, depth);
  if (n->more) walk(n->more, visit, depth + 1);
  visit(n, endorder, depth);
}

void twalk(const void *root, void (*visit)(const void *, VISIT, int)) {
  if (root && visit) walk(root, visit, 0);
}

void tdestroy(void *root, void (*end)(void *)) {
  struct node *n = root;
  if (!n) return;
  tdestroy(n->less, end);
  tdestroy(n->more, end);
  end((void *)n->key);
  free(n);
}
