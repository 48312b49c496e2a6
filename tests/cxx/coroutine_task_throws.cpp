// expect: safe
// property: assert,no-data-race,valid-memsafety
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <thread>
// A task is resumed by another thread, awaits another one (symmetric transfer), and gets its result or exception.
struct task {
  struct promise_type {
    int value = 0;
    std::exception_ptr error;
    std::coroutine_handle<> next = std::noop_coroutine();
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct last {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().next; }
      void await_resume() noexcept {}
    };
    last final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> who) {
    h.promise().next = who;
    return h;
  }
  int await_resume() {
    if (h.promise().error) std::rethrow_exception(h.promise().error);
    return h.promise().value;
  }
};
int shared;
struct switch_thread {
  std::thread &t;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    std::thread &to = t;  // the awaiter may be gone when the thread is there
    to = std::thread([h] { h.resume(); });
  }
  void await_resume() {}
};
task inner(std::thread &t, bool fails) {
  shared = 1;
  co_await switch_thread{t};
  shared++;
  if (fails) throw std::runtime_error("x");
  co_return 20;
}
task outer(std::thread &t, bool fails) {
  task i = inner(t, fails);
  int got = 0;
  try {
    got = co_await i;
  } catch (const std::runtime_error &) {
    got = -1;
  }
  i.h.destroy();
  co_return got + shared;
}
int main() {
  std::thread t;
  task o = outer(t, true);
  o.h.resume();
  t.join();
  assert(o.h.done() && o.h.promise().value == 1);
  o.h.destroy();
}
