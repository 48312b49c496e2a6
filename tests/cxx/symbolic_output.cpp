// expect: safe
// engines: stateless
// What is printed is not looked at: no path for each number of digits.
#include <cassert>
#include <iomanip>
#include <iostream>

extern "C" int __VERIFIER_nondet_int(void);
extern "C" double __VERIFIER_nondet_double(void);
extern "C" bool __VERIFIER_nondet_bool(void);

int main() {
  long sum = 0;
  for (int i = 0; i < 40; i++) {
    int x = __VERIFIER_nondet_int();
    sum += x & 1;
    std::cout << x << ' ' << std::setw(5) << std::hex << x << std::dec << ' ' << __VERIFIER_nondet_double() << ' '
              << std::boolalpha << __VERIFIER_nondet_bool() << ' ' << static_cast<char>(x) << std::endl;
  }
  assert(sum <= 40);
}
