// expect: unsafe deadlock
// property: deadlock
// Who waits for a call to say something before asking for its result waits for ever if it is deferred.
#include <future>

int main() {
  std::promise<void> begun;
  auto f = std::async([&] { begun.set_value(); });
  begun.get_future().get();
  f.get();
}
