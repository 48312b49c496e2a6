// expect: unsafe read-only
// property: valid-memsafety
struct node {
  const int key;
  int v;
};

int main() {
  node *n = new node{1, 2};
  const_cast<int &>(n->key) = 3;
  delete n;
  return 0;
}
