// expect: unsafe unreach-call
// property: unreach-call
// engines: auto stateless dpor
// std::function holds its target in words or a pointer: exchanging two of them copies one over the other.
#include <functional>
#include <map>

extern "C" void reach_error();

int main() {
  std::map<int, std::function<void()>> m;
  m[3] = reach_error;
  m[4] = [] {};
  m[4]();
  m[3]();
}
