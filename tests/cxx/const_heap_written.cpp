// expect: unsafe read-only
// property: valid-memsafety
// Constant members of what is allocated, through a class that is derived.
struct base {
  const int key;
  base(int k) : key(k) {}
  virtual ~base() {}
};
struct derived : base {
  int v = 2;
  derived() : base(1) {}
};

int main() {
  base *b = new derived;
  const_cast<int &>(b->key) = 2;
  delete b;
  return 0;
}
