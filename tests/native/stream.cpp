// Streams of C++: drawn values, flags, widths and fills into texts, and drawn texts into values.
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>

#include "draw.h"

static const char *const TEXTS[] = {"", "a", "word", "two words", "\xff"};
static const double REALS[] = {0.0, -0.0, 1, 0.5, -2.5, 0.1, 1e10, 1e-5, 123456.789, 1e100, 3e-7, 1e22};

static void set_flags(std::ostream &o) {
  static const std::ios_base::fmtflags BASES[] = {std::ios_base::dec, std::ios_base::hex, std::ios_base::oct};
  static const std::ios_base::fmtflags SIDES[] = {std::ios_base::left, std::ios_base::right, std::ios_base::internal};
  static const std::ios_base::fmtflags FORMS[] = {std::ios_base::fmtflags(), std::ios_base::fixed, std::ios_base::scientific};
  o.setf(ONE_OF(BASES), std::ios_base::basefield);
  o.setf(ONE_OF(SIDES), std::ios_base::adjustfield);
  o.setf(ONE_OF(FORMS), std::ios_base::floatfield);
  if (draw(2)) o << std::showbase;
  if (draw(2)) o << std::showpos;
  if (draw(3) == 0) o << std::uppercase;
  if (draw(3) == 0) o << std::showpoint;
  if (draw(2)) o << std::boolalpha;
  if (draw(2)) o << std::setprecision((int)draw(12));
}

static void put_value(std::ostream &o) {
  o << std::setw((int)draw(14)) << std::setfill("*0 "[draw(3)]);
  unsigned long long bits = draw(4) ? draw_bits() >> draw(64) : 0;
  switch (draw(14)) {
  case 0: o << (int)bits; break;
  case 1: o << (unsigned)bits; break;
  case 2: o << (long)(int)bits; break;
  case 3: o << (short)bits; break;
  case 4: o << (long long)bits; break;
  case 5: o << bits; break;
  case 6: o << (bits & 1 ? true : false); break;
  case 7: o << (char)('a' + bits % 26); break;
  case 8: o << ONE_OF(TEXTS); break;
  case 9: o << std::string(ONE_OF(TEXTS)); break;
  case 10: o << ONE_OF(REALS); break;
  case 11: o << (float)ONE_OF(REALS) / 3; break;
  case 12: o << (unsigned short)bits; break;
  case 13: o << (signed char)('a' + bits % 26); break;
  }
  o << '|';
}

static void outputs() {
  for (int i = 0; i < ROUNDS; i++) {
    std::ostringstream o;
    set_flags(o);
    put_value(o);
    put_value(o);
    printf("%s %d\n", o.str().c_str(), (int)o.tellp());
  }
}

static const char *const WORDS[] = {"12", "-7", "+5", "0x1f", "077", "0", "0x", "-", "abc", "3.25", ".5", "1e3", "1e", "-1", "300", "70000",
                                    "5000000000", "99999999999999999999", "1e400", "-1e39", "1.2.3", "1-2", "true", "false", "1", "2", "q"};
static const char *const GAPS[] = {"", " ", " ", "  \t", "\n", ","};

template <typename T> static T shown(T v) { return v; }
static int shown(char v) { return v; }
static int shown(unsigned char v) { return v; }

// What was there before is told apart from what is stored when it fails.
template <typename T> static void read(std::istream &in, const char *name) {
  T v = 42;
  in >> v;
  std::ostringstream o;
  o << std::setprecision(17) << shown(v);
  printf("%s %s", name, o.str().c_str());
}

static void get_value(std::istream &in) {
  char text[8] = "#######", c = '#';
  std::string s = "old";
  bool truth = true;
  switch (draw(20)) {
  case 0: read<int>(in, "int"); break;
  case 1: read<unsigned>(in, "unsigned"); break;
  case 2: read<short>(in, "short"); break;
  case 3: read<unsigned short>(in, "ushort"); break;
  case 4: read<long long>(in, "longlong"); break;
  case 5: read<unsigned long long>(in, "ulonglong"); break;
  case 6: read<float>(in, "float"); break;
  case 7: read<double>(in, "double"); break;
  case 8: read<char>(in, "char"); break;
  case 9: in >> s, printf("word <%s>", s.c_str()); break;
  case 10: std::getline(in, s), printf("line <%s>", s.c_str()); break;
  case 11: std::getline(in, s, ','), printf("field <%s>", s.c_str()); break;
  case 12: in >> truth, printf("bool %d", truth); break;
  case 13: printf("get %d", in.get()); break;
  case 14: printf("peek %d", in.peek()); break;
  case 15: in.getline(text, 5), printf("getline %s", text); break;
  case 16: in.get(text, 5), printf("gettext %s", text); break;
  case 17: in.ignore(3, ','), printf("ignored"); break;
  case 18: in.read(text, 3), printf("read %s", text); break;
  case 19: in.get(c), printf("got %d", c); break;
  }
  printf(" %d %d %d %d\n", in.eof(), in.fail(), in.bad(), (int)in.gcount());
}

static void inputs() {
  for (int i = 0; i < ROUNDS; i++) {
    std::string all;
    for (unsigned k = draw(5); k; k--) {
      all += ONE_OF(GAPS);
      all += ONE_OF(WORDS);
    }
    std::istringstream in(all);
    if (draw(4) == 0) in >> std::hex;
    if (draw(4) == 0) in >> std::boolalpha;
    if (draw(6) == 0) in.unsetf(std::ios_base::basefield);
    printf("<%s>\n", all.c_str());
    for (int k = 0; k < 3; k++) {
      get_value(in);
      if (draw(3) == 0) in.clear();
    }
    printf("%d\n", (int)in.tellg());
  }
}

static void strings() {
  for (int i = 0; i < ROUNDS; i++) {
    std::string text = std::string(draw(2) ? " " : "") + ONE_OF(WORDS);
    size_t end = 99;
    try {
      switch (draw(6)) {
      case 0: printf("stoi %d", std::stoi(text, &end)); break;
      case 1: printf("stol %ld", std::stol(text, &end, 16)); break;
      case 2: printf("stoull %llu", std::stoull(text, &end, 0)); break;
      case 3: printf("stod %016llx", bits_of(std::stod(text, &end))); break;
      case 4: printf("stof %016llx", bits_of(std::stof(text, &end))); break;
      case 5: printf("text %s", std::to_string((long long)draw_bits() >> draw(64)).c_str()); break;
      }
    } catch (const std::invalid_argument &) {
      printf("none");
    } catch (const std::out_of_range &) {
      printf("range");
    }
    printf(" %d\n", (int)end);
  }
}

int main() {
  outputs();
  inputs();
  strings();
}
