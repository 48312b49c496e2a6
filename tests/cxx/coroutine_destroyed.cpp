// expect: unsafe
// property: assert,null,bounds
// flags: -std=c++20
// A coroutine is resumed that was destroyed.
#include <cassert>
#include <coroutine>
#include <exception>
struct generator {
  struct promise_type {
    int value;
    generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  bool next() {
    h.resume();
    return !h.done();
  }
};
generator count(int n) {
  for (int i = 0; i < n; i++) co_yield i;
}
int main() {
  generator g = count(4);
  int sum = 0;
  while (g.next()) sum += g.h.promise().value;
  assert(sum == 6);
  g.h.destroy();
  g.h.resume();
}
