// expect: unsafe double-free
// property: valid-memsafety
#include <new>
// a new (empty) derived class
struct B {
  int v;
};
struct D : B {};
int main() {
  int *n = new (std::nothrow) int(3);
  delete n;
  B *b = new D;
  delete b;
  return 0;
}
