// expect: unsafe double-free
// property: valid-memsafety
// message: an object is deleted as one of another class
#include <memory>
struct B {
  int v;
};
struct D : B {
  ~D() {}
};
int main() {
  std::unique_ptr<B> p = std::make_unique<D>();
  p->v = 1;
}
