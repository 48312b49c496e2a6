// expect: safe
// output: native
// Text as libstdc++ prints it.
#include <bitset>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

struct point {
  int x, y;
};
static std::ostream &operator<<(std::ostream &os, const point &p) { return os << '(' << p.x << ", " << p.y << ')'; }
static std::istream &operator>>(std::istream &is, point &p) { return is >> p.x >> p.y; }

static void show(std::ostream &os) {
  os << 1 << ' ' << -2L << ' ' << 3u << ' ' << 'c' << ' ' << "text" << ' ' << std::string("string") << ' ' << true
     << '\n';
  os << std::boolalpha << true << std::noboolalpha << false << ' ' << std::hex << 255 << ' ' << -1 << ' '
     << std::showbase << 255 << ' ' << std::uppercase << 0xabcdef << std::nouppercase << ' ' << std::oct << 8 << ' '
     << (short)-1 << std::dec << std::noshowbase << ' ' << 16 << '\n';
  os << std::setw(8) << 42 << '|' << std::left << std::setw(8) << 42 << '|' << std::setfill('*') << std::right
     << std::setw(8) << -42 << '|' << std::internal << std::setw(8) << -42 << '|' << std::setw(6) << "ab" << '|'
     << std::setw(3) << "long" << '|' << std::setw(4) << 'c' << std::setfill(' ') << std::right << '\n';
  os << 1.0 << ' ' << 0.1 << ' ' << 1e10 << ' ' << 123456789.0 << ' ' << 1.0 / 3 << ' ' << -2.5e-7 << ' ' << 100000.0
     << ' ' << 1000000.0 << ' ' << 0.0001 << ' ' << 0.00001 << ' ' << 0.0 << ' ' << -0.0 << '\n';
  os << std::fixed << 3.14159 << ' ' << std::setprecision(2) << 2.675 << ' ' << 1e15 << ' ' << std::setprecision(0)
     << 0.5 << ' ' << 1.5 << ' ' << 2.5 << std::setprecision(6) << '\n';
  os << std::scientific << 31415.9 << ' ' << std::setprecision(3) << 0.00012345 << ' ' << std::setw(14) << 1e100
     << '\n';
  os.unsetf(std::ios::floatfield);
  os << std::setprecision(17) << 0.1 << ' ' << std::setprecision(3) << 1234.5 << ' ' << std::showpoint << 1.0
     << std::noshowpoint << ' ' << std::showpos << 5 << ' ' << 5u << ' ' << 1.5 << std::noshowpos << '\n'
     << std::setprecision(6);
  os << point{1, -2} << ' ' << std::bitset<10>(37) << ' ' << 1.5f << ' ' << (unsigned char)'u' << ' '
     << 18446744073709551615ull << ' ' << -9223372036854775807ll - 1 << ' ' << 1e300 * 1e10 << ' ' << 5e-324 << ' '
     << 1.7976931348623157e308 << '\n';
  os << std::setiosflags(std::ios::hex) << 12 << std::resetiosflags(std::ios::hex) << ' ' << std::setbase(16) << 31
     << std::setbase(10) << std::endl;
}

static void read() {
  std::istringstream in("12 -7 0x1f 2.5e3 word  7 8 x");
  int a = 0, b = 0, h = 0;
  double d = 0;
  std::string w;
  point p{};
  in >> a >> b >> std::hex >> h >> std::dec >> d >> w >> p;
  std::cout << a << b << ' ' << h << ' ' << d << ' ' << w << ' ' << p << ' ' << in.good();
  in >> a;
  std::cout << in.fail() << in.eof() << a << '\n';
  std::istringstream lines("one line\nanother\n\nlast");
  for (std::string line; std::getline(lines, line);) std::cout << '[' << line << ']';
  std::cout << lines.eof() << lines.fail() << '\n';
  std::stringstream both;
  both << 3 << ' ' << 4.25;
  both >> a >> d;
  std::cout << a << ' ' << d << ' ' << both.str() << '\n';
  both.str("");
  both.clear();
  both << "again";
  std::cout << both.str() << ' ' << both.tellp() << '\n';
  int wrong = 5;
  std::istringstream("nothing") >> wrong;
  std::cout << wrong << ' ' << (std::ostringstream() << "moved " << 1).good() << '\n';
}

int main() {
  show(std::cout);
  std::ostringstream memory;
  show(memory);
  std::cerr << "not on the standard output " << 1 << std::endl;
  std::cout << memory.str();
  read();
  std::ofstream file("a file that nobody writes");
  file << "nowhere" << 1;
  std::cout << file.is_open() << file.good() << '\n';
  try {
    std::istringstream empty;
    empty.exceptions(std::ios::failbit);
    int i;
    empty >> i;
  } catch (std::ios_base::failure &e) {
    std::cout << "failure\n";
  }
}
