// expect: safe
// What a stream that has failed, or has ended, leaves as it was; where numbers end; lines that just fit.
#include <cassert>
#include <sstream>
#include <string>

int main() {
  float f = 42;
  std::string word = "old";
  std::istringstream none("");
  none >> f;
  std::getline(none, word);
  assert(none.fail() && f == 42 && word == "old");

  std::istringstream in("1.2.3,12x true7");
  double d = 0;
  int n = 0;
  bool truth = false;
  in >> d >> f;
  assert(d == 1.2 && f == 0.3f && !in.fail());
  in.ignore(5, ',');
  assert(in.gcount() == 1);
  in >> std::hex >> n;
  assert(n == 18 && in.peek() == 'x');
  in.get();
  in >> std::boolalpha >> truth >> n;
  assert(truth && n == 7 && in.eof() && !in.fail());
  assert(in.tellg() == std::streampos(-1) && in.fail());

  std::istringstream lines("abcd\nrest");
  char text[5];
  lines.getline(text, sizeof text);
  assert(!lines.fail() && lines.gcount() == 5 && lines.get() == 'r');
  return 0;
}
