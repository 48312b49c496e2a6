// Days, months and their texts; numbers of 48 bits; the order of bytes; texts that are allocated.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdlib.h>
#include <time.h>

#include "draw.h"

static const char *const FORMS[] = {"%Y-%m-%d %H:%M:%S", "%c",           "%a %A %b %B %h", "%j %u %w", "%I %p %r",
                                    "%D|%F|%T|%R|%x|%X", "%C%y%%%n%t%e", "plain",          ""};

static void show(const struct tm *t) {
  printf("%d %d %d %d %d %d %d %d %d\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec,
         t->tm_wday, t->tm_yday, t->tm_isdst);
}

static void dates(void) {
  time_t t = (time_t)(draw(2) ? (long)draw(2000000000) : (long)draw(2000000000) - 2000000000);
  struct tm parts, more = {.tm_year = (int)draw(160) - 20 + 0,
                           .tm_mon = (int)draw(40) - 14,
                           .tm_mday = (int)draw(90) - 30,
                           .tm_hour = (int)draw(60) - 20,
                           .tm_min = (int)draw(200) - 60,
                           .tm_sec = (int)draw(200) - 60};
  show(gmtime_r(&t, &parts));
  printf("%ld\n", (long)timegm(&parts));
  char text[64];
  memset(text, '#', sizeof text);
  size_t room = draw(4) ? sizeof text : draw(20), n = strftime(text, room, ONE_OF(FORMS), &parts);
  printf("%lu %s\n", (unsigned long)n, n ? text : "-");
  if (sizeof(time_t) == 8 || (more.tm_year > 2 && more.tm_year < 130)) {
    printf("%lld ", (long long)timegm(&more));
    show(&more);
  }
}

static void numbers(void) {
  unsigned short x[3] = {(unsigned short)draw(65536), (unsigned short)draw(65536), (unsigned short)draw(65536)};
  unsigned short all[7] = {
      1, 2, (unsigned short)draw(65536), 4, (unsigned short)draw(65536), 6, (unsigned short)draw(65536)};
  switch (draw(5)) {
  case 0: srand48((long)draw_bits()); break;
  case 1: show_bytes("old", seed48(x), 6); break;
  case 2: lcong48(all); break;
  }
  printf("%016llx %ld %ld\n", bits_of(drand48()), lrand48(), mrand48());
  printf("%016llx %ld %ld\n", bits_of(erand48(x)), nrand48(x), jrand48(x));
  show_bytes("x", x, sizeof x);
}

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
    dates();
    numbers();
    unsigned n = (unsigned)draw_bits();
    printf("%u %u %u %u\n", htons((unsigned short)n), ntohs((unsigned short)n), htonl(n), ntohl(n));
    char *text = NULL;
    int length = asprintf(&text, "%u-%s-%5.2f", n, n & 1 ? "odd" : "even", n / 256.0);
    printf("%d %s\n", length, text);
    free(text);
  }
  return 0;
}
