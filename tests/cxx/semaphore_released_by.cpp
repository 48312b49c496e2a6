// expect: unsafe pthread-misuse
// property: pthread-misuse
// flags: -std=c++20
#include <semaphore>

int main() {
  std::counting_semaphore<3> s(1);
  s.release(2);
  s.acquire();
  s.release(2);
}
