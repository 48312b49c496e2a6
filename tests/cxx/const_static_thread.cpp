// expect: unsafe read-only
// property: valid-memsafety
#include <thread>
struct config {
  int limit;
  long more[6];
  config(int x) : limit(x), more{} {}
};
int f() { return 3; }
const config &get() {
  static const config c(f());
  return c;
}
int main() {
  std::thread t([] { const_cast<config &>(get()).limit = 4; });
  t.join();
  return 0;
}
