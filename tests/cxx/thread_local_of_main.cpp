// expect: unsafe assert
// property: assert
// A thread-local variable of the main thread is destroyed too, in a program that registers nothing else.
#include <cassert>

struct guard {
  int depth = 0;
  ~guard() { assert(depth == 0); }
};
thread_local guard open_scopes;

int main() { open_scopes.depth++; }
