// expect: safe
// property: pthread-misuse,assert
// flags: -std=c++20
// Up to the greatest value, of two semaphores with other ones.
#include <cassert>
#include <semaphore>
#include <thread>

std::counting_semaphore<2> places(2);
std::counting_semaphore<3> items(0);

int main() {
  int sum = 0;
  std::thread t([&] {
    for (int i = 0; i < 2; i++) {
      items.acquire();
      sum += i;
      places.release();
    }
  });
  for (int i = 0; i < 2; i++) {
    places.acquire();
    items.release();
  }
  t.join();
  items.release(3);
  items.release(0);
  assert(sum == 1);
}
