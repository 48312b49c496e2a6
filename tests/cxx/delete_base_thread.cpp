// expect: unsafe double-free
// property: valid-memsafety
// message: an object is deleted as one of another class
#include <thread>
struct base {
  int v;
};
struct derived : base {};
base *g;
int main() {
  g = new derived;
  std::thread t([] { delete g; });
  t.join();
}
