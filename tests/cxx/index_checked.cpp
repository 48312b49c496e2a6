// expect: unsafe assert
#include <vector>

extern "C" int __VERIFIER_nondet_int(void);

int main() {
  std::vector<int> v(4, 1);
  unsigned i = static_cast<unsigned>(__VERIFIER_nondet_int()) % 5;
  return v[i];
}
