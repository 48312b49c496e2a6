// expect: unsafe read-only
// property: valid-memsafety
#include <string>
#include <thread>
struct S {
  const int k;
  std::string name;
  S(int x) : k(x), name("abc") {}
};
int main() {
  S s(3);
  std::thread t([&] { const_cast<int &>(s.k)++; });
  t.join();
  return s.k;
}
