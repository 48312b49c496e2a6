// expect: unsafe double-free
// property: valid-memsafety
// message: an array is deleted as one of another class
#include <memory>
struct base {
  int v;
};
struct derived : base {};
int main() {
  base *b = new derived[2];
  std::unique_ptr<base[]> p(b);
}
