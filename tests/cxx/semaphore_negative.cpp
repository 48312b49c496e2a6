// expect: unsafe pthread-misuse
// property: pthread-misuse
// flags: -std=c++20
#include <semaphore>

int main() {
  std::counting_semaphore<> s(1);
  s.release(-1);
}
