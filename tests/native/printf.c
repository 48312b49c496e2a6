// Drawn formats and arguments: what snprintf makes of them, and how long it is.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static unsigned seed = 1;
static unsigned draw(unsigned n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}

static const char *const FLAGS[] = {"", "", "-", "0", "+", " ", "#", "-#", "0+", "+ ", "#0", "-0 "};
static const char *const WIDTHS[] = {"", "", "1", "7", "12"};
static const char *const PRECISIONS[] = {"", "", ".", ".0", ".1", ".4", ".9"};
static const char *const SIZES[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
static const long long VALUES[] = {
    0, 1, -1, 7, 8, 255, 256, -128, 65535, 2147483647, -2147483647 - 1, 4294967296, 9223372036854775807};
static const double REALS[] = {0,     -0.0,    1,          0.5,  1.5,       2.5,  -3.25, 0.1,
                               9.995, 99999.5, 123456.789, 1e-5, 0.0001234, 1e10, 1e100, 3e-300};

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define ONE_OF(a) a[draw(COUNT(a))]

// One after the other: in which order arguments are evaluated is open.
static void make(char *format, const char *kinds) {
  const char *flags = ONE_OF(FLAGS), *width = ONE_OF(WIDTHS), *precision = ONE_OF(PRECISIONS);
  sprintf(format, "<%%%s%s%s%c>", flags, width, precision, kinds[draw(6)]);
}

static void show(const char *format, ...) {
  char text[400];
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  printf("%s|%s|%d\n", format, text, n);
}

static void integers(void) {
  static const char KINDS[] = "diuxXo";
  char format[40];
  for (int i = 0; i < 220; i++) {
    unsigned size = draw(COUNT(SIZES)), kind = draw(6);
    const char *flags = ONE_OF(FLAGS), *width = ONE_OF(WIDTHS), *precision = ONE_OF(PRECISIONS);
    sprintf(format, "<%%%s%s%s%s%c>", flags, width, precision, SIZES[size], KINDS[kind]);
    long long v = i % 3 ? ONE_OF(VALUES) : 0;
    if (size <= 2)
      show(format, (int)v);
    else if (size == 3)
      show(format, (long)v);
    else if (size <= 5)
      show(format, v);
    else
      show(format, (long)v);
  }
}

static void reals(void) {
  static const char KINDS[] = "fFeEgG";
  char format[40];
  for (int i = 0; i < 150; i++) {
    make(format, KINDS);
    show(format, ONE_OF(REALS));
  }
}

static void texts(void) {
  static const char *const words[] = {"", "a", "word", "a longer text"};
  char format[40];
  for (int i = 0; i < 40; i++) {
    const char *side = draw(2) ? "-" : "", *width = ONE_OF(WIDTHS), *precision = ONE_OF(PRECISIONS);
    sprintf(format, "<%%%s%s%ss>", side, width, precision);
    show(format, ONE_OF(words));
    sprintf(format, "<%%%s%sc>", side, width);
    show(format, 'a' + (int)draw(26));
  }
}

static void stars(void) {
  show("<%*d>", 5, 7);
  show("<%*d>", -5, 7);
  show("<%.*d>", 3, 7);
  show("<%.*d>", -3, 0);
  show("<%.*d>", 0, 0);
  show("<%*.*f>", 9, 2, 3.14159);
  show("<%.*f>", -1, 3.14159);
  show("<%.*s>", 2, "word");
  show("<%.*s>", -2, "word");
  show("%%");
  show("100%%|%d%%", 5);
}

// Too little room: the length is that of the whole.
static void rooms(void) {
  for (size_t room = 0; room < 9; room++) {
    char text[10];
    memset(text, '#', sizeof text);
    int n = snprintf(text, room, "%d-%s", 1234, "ab");
    printf("%d:", n);
    for (size_t i = 0; i < sizeof text; i++) printf("%c", text[i] ? text[i] : '.');
    printf("\n");
  }
  int here = 0, there = 0;
  char text[20];
  snprintf(text, sizeof text, "%d%n-%s%n", 1234, &here, "ab", &there);
  printf("%d %d\n", here, there);
}

// The same through the functions that print.
static void printed(void) {
  int n = printf("<%5d|%-5d|%05d|%+d|%x|%#o>\n", 42, 42, 42, 42, 255u, 8u);
  n += printf("%s %c %.3s\n", "text", 'c', "abcdef");
  n += printf("%.2f %e %g\n", 2.5, 12345.678, 0.0001);
  n += printf("%.0d|%.0u|%.3d|% d|%.0x\n", 0, 0u, 5, 5, 0u);
  n += fprintf(stdout, "%ld %lld %hhd\n", 5L, -7LL, 300);
  printf("%d\n", n);
}

int main(void) {
  integers();
  reals();
  texts();
  stars();
  rooms();
  printed();
  return 0;
}
