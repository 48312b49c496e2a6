// expect: unsafe double-free
// property: valid-memsafety
// engines: auto naive stateful dpor
// Another size; the destructors are trivial.
struct base { int x; };
struct derived : base { int y[4]; };

int main() {
  base *p = new derived;
  delete p;
}
