// Models: persistent maps from literals to values. Every fork of a run may copy a model and set a few values, and along
// an endless run models grow with the run: copies share everything, setting a value copies one path of the tree.
//
// A node holds up to FAN entries in the order of their keys: values in leaves, else subtrees by their smallest literal.
// A node with more than one owner is never written.
#include "expr/expr_impl.h"

enum { FAN = 16 };

typedef struct node {
  uint32_t refs;
  uint32_t marked;     // the last collection of terms that has met it
  uint16_t n, height;  // height 0: leaf
  uint32_t key[FAN];
  union {
    uint32_t value[FAN];
    struct node *child[FAN];
  } at;
} node;

struct model {
  node *root;  // NULL: empty
  size_t count;
};

// --- nodes ---------------------------------------------------------------------------------------------------------

static size_t node_size(unsigned height) { return height ? sizeof(node) : offsetof(node, at) + FAN * sizeof(uint32_t); }

static node *node_new(unsigned height) {
  node *n = mem_block(node_size(height));
  n->refs = 1;
  n->marked = 0;
  n->n = 0;
  n->height = (uint16_t)height;
  return n;
}

// A tree of 2^32 literals with half-full nodes has a height of eleven: recursion is shallow.
static void node_unref(node *n) {
  if (!n || --n->refs) return;
  for (unsigned i = 0; n->height && i < n->n; i++) node_unref(n->at.child[i]);
  mem_block_free(n, node_size(n->height));
}

// The same contents with one owner; consumes the reference.
static node *node_own(node *n) {
  if (n->refs == 1) return n;
  node *copy = mem_block(node_size(n->height));
  memcpy(copy, n, node_size(n->height));
  copy->refs = 1;
  for (unsigned i = 0; copy->height && i < copy->n; i++) copy->at.child[i]->refs++;
  n->refs--;
  return copy;
}

// Entries from `from` on go to the beginning of `to`.
static void move_entries(node *n, unsigned from, node *to) {
  to->n = (uint16_t)(n->n - from);
  memcpy(to->key, n->key + from, to->n * sizeof *n->key);
  if (n->height)
    memcpy(to->at.child, n->at.child + from, to->n * sizeof *n->at.child);
  else
    memcpy(to->at.value, n->at.value + from, to->n * sizeof *n->at.value);
  n->n = (uint16_t)from;
}

static void open_gap(node *n, unsigned i) {
  memmove(n->key + i + 1, n->key + i, (n->n - i) * sizeof *n->key);
  if (n->height)
    memmove(n->at.child + i + 1, n->at.child + i, (n->n - i) * sizeof *n->at.child);
  else
    memmove(n->at.value + i + 1, n->at.value + i, (n->n - i) * sizeof *n->at.value);
  n->n++;
}

// Inserts an entry at i. A full node is split, and its right part returned: behind the last entry nothing moves, since
// newer literals have larger numbers.
static node *insert_at(node *n, unsigned i, uint32_t key, uint32_t value, node *child) {
  node *right = NULL;
  if (n->n == FAN) {
    right = node_new(n->height);
    move_entries(n, i == FAN ? FAN : FAN / 2, right);
    if (i > n->n || n->n == FAN) {
      i -= n->n;
      n = right;
    }
  }
  open_gap(n, i);
  n->key[i] = key;
  if (n->height)
    n->at.child[i] = child;
  else
    n->at.value[i] = value;
  return right;
}

// First entry whose key is not below var.
static unsigned find(const node *n, uint32_t var) {
  unsigned i = 0;
  while (i < n->n && n->key[i] < var) i++;
  return i;
}

// The subtree in which var belongs.
static unsigned subtree(const node *n, uint32_t var) {
  unsigned i = find(n, var);
  return i == n->n || (n->key[i] != var && i > 0) ? i - 1 : i;
}

// Returns the right part if the node was split.
static node *put(node **where, uint32_t var, uint32_t value, bool *is_new) {
  node *n = *where = node_own(*where);
  if (n->height == 0) {
    unsigned i = find(n, var);
    *is_new = i == n->n || n->key[i] != var;
    if (*is_new) return insert_at(n, i, var, value, NULL);
    n->at.value[i] = value;
    return NULL;
  }
  unsigned i = subtree(n, var);
  if (var < n->key[i]) n->key[i] = var;
  node *right = put(&n->at.child[i], var, value, is_new);
  return right ? insert_at(n, i + 1, right->key[0], 0, right) : NULL;
}

// --- models --------------------------------------------------------------------------------------------------------

model *model_new(void) { return MEM_NEW(model); }

model *model_dup(const model *m) {
  model *copy = model_new();
  *copy = *m;
  if (copy->root) copy->root->refs++;
  return copy;
}

void model_free(model *m) {
  if (!m) return;
  node_unref(m->root);
  mem_free(m);
}

void model_set(model *m, expr var, expr value) {
  if (!m->root) m->root = node_new(0);
  bool is_new;
  node *right = put(&m->root, var.id, value.id, &is_new);
  m->count += is_new;
  if (!right) return;
  node *left = m->root;
  m->root = node_new(left->height + 1u);
  insert_at(m->root, 0, left->key[0], 0, left);
  insert_at(m->root, 1, right->key[0], 0, right);
}

expr model_get(const model *m, expr var) {
  const node *n = m->root;
  if (!n) return EXPR_NONE;
  while (n->height) n = n->at.child[subtree(n, var.id)];
  unsigned i = find(n, var.id);
  return i < n->n && n->key[i] == var.id ? (expr){n->at.value[i]} : EXPR_NONE;
}

size_t model_count(const model *m) { return m->count; }

// Trees are shared: each node is met once in a collection.
static void node_mark(expr_table *t, node *n) {
  if (n->marked == t->collections + 1) return;
  n->marked = t->collections + 1;
  for (unsigned i = 0; i < n->n; i++) {
    if (n->height)
      node_mark(t, n->at.child[i]);
    else
      expr_mark(t, (expr){n->at.value[i]});
  }
}

void model_mark(expr_table *t, const model *m) {
  if (m->root) node_mark(t, m->root);
}
