// expect: unsafe pthread-misuse
// property: pthread-misuse
// flags: -std=c++20
#include <memory>
#include <semaphore>

int main() { auto s = std::make_unique<std::counting_semaphore<2>>(3); }
