// expect: unsafe unreach-call
// property: unreach-call
// So does std::terminate, here because a destructor throws.
#include <csignal>

extern "C" void reach_error();

struct guard {
  ~guard() { throw 1; }
};

int main() {
  std::signal(SIGABRT, [](int) { reach_error(); });
  try {
    guard g;
  } catch (int) {
  }
}
