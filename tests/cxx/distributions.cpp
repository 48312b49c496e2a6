// expect: safe
#include <cassert>
#include <random>

int main() {
  std::mt19937 numbers(5);
  std::uniform_real_distribution<> part(2, 3);
  std::bernoulli_distribution never(0);
  std::uniform_int_distribution<int> die(1, 6);
  for (int i = 0; i < 3; i++) {
    double x = part(numbers);
    int eyes = die(numbers);
    assert(x >= 2 && x < 3 && !never(numbers) && eyes >= 1 && eyes <= 6);
  }
}
