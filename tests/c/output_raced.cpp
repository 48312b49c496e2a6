// expect: unsafe race
// property: no-data-race
// One thread prints a string of which another one changes a character.
#include <iostream>
#include <string>
#include <thread>
static std::string text = "abc";
int main() {
  std::thread t([] { text[2] = 'd'; });
  std::cout << text;
  t.join();
}
