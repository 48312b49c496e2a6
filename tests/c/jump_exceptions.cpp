// expect: unknown
// Which destructors a jump passes by is not looked at.
#include <csetjmp>

static std::jmp_buf b;
struct guard {
  ~guard() {}
};
static void leave() { std::longjmp(b, 1); }
static void through() {
  guard g;
  leave();
}

int main() {
  if (!setjmp(b)) through();
}
