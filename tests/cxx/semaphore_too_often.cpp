// expect: unsafe pthread-misuse
// property: pthread-misuse
// flags: -std=c++20
// Both threads may release it before somebody takes it.
#include <semaphore>
#include <thread>

int main() {
  std::binary_semaphore s(0);
  std::thread t([&] { s.release(); });
  s.release();
  s.acquire();
  t.join();
}
