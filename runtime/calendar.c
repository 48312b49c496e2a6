// Days and months (time.h), in universal time and in the C locale. The local time is some hours away from it; how many is open.
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "model.h"

enum { DAY = 86400, DAYS_OF_ERA = 146097, EPOCH = 719468 };  // days from the first of March of the year 0 to 1970
static const short before_month[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static _Bool is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static long long floor_div(long long a, long long b) { return a / b - (a % b < 0); }

// Years that begin in March end with the day that is not always there.
static void set_date(struct tm *out, long long days) {
  long long since = days + EPOCH, era = floor_div(since, DAYS_OF_ERA), in_era = since - era * DAYS_OF_ERA;
  long long year_of_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  long long in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100), month = (5 * in_year + 2) / 153;
  long long year = year_of_era + era * 400 + (month >= 10);
  out->tm_mday = (int)(in_year - (153 * month + 2) / 5 + 1);
  out->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
  out->tm_year = (int)(year - 1900);
  out->tm_yday = before_month[out->tm_mon] + out->tm_mday - 1 + (out->tm_mon > 1 && is_leap(year));
  out->tm_wday = (int)((days % 7 + 11) % 7);
}

static void set_time(struct tm *out, long long t) {
  long long days = floor_div(t, DAY), left = t - days * DAY;
  set_date(out, days);
  out->tm_hour = (int)(left / 3600);
  out->tm_min = (int)(left / 60 % 60);
  out->tm_sec = (int)(left % 60);
}

// Years up to 9999 or so: an int has room for them.
static _Bool fits(long long t) { return t >= -(long long)DAY * 1000000 && t <= (long long)DAY * 3000000; }

struct tm *gmtime_r(const time_t *t, struct tm *out) {
  if (!fits(*t)) __allways_unsupported("a date far away");
  set_time(out, *t);
  out->tm_isdst = 0;
  out->tm_gmtoff = 0;
  out->tm_zone = "GMT";
  return out;
}

struct tm *localtime_r(const time_t *t, struct tm *out) {
  int ahead = __allways_nondet_int("local time ahead of universal time"), summer = __allways_nondet_int("summer time");
  __allways_assume((ahead > -26 * 3600) & (ahead < 26 * 3600));
  if (!fits(*t)) __allways_unsupported("a date far away");
  set_time(out, *t + ahead);
  out->tm_isdst = summer > 0;
  out->tm_gmtoff = ahead;
  out->tm_zone = "local";
  return out;
}

static struct tm shared;  // of the functions without _r
struct tm *gmtime(const time_t *t) { return gmtime_r(t, &shared); }
struct tm *localtime(const time_t *t) { return localtime_r(t, &shared); }
double difftime(time_t end, time_t begin) { return (double)end - (double)begin; }

// Fields beyond their ranges count on.
time_t timegm(struct tm *in) {
  long long month = in->tm_mon, year = (long long)in->tm_year + 1900 + floor_div(month, 12);
  month -= floor_div(month, 12) * 12;
  long long y = year - 1;
  long long days = 365 * (year - 1970) + (floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400)) - (1969 / 4 - 1969 / 100 + 1969 / 400);
  days += before_month[month] + (month > 1 && is_leap(year)) + in->tm_mday - 1;
  long long t = days * DAY + in->tm_hour * 3600LL + in->tm_min * 60LL + in->tm_sec;
  time_t result = (time_t)t;
  gmtime_r(&result, in);
  return result;
}

// Local fields; how far the zone is from universal time is open, and so is whether it is summer.
time_t mktime(struct tm *in) {
  int ahead = __allways_nondet_int("local time ahead of universal time"), summer = __allways_nondet_int("summer time");
  __allways_assume((ahead > -26 * 3600) & (ahead < 26 * 3600));
  time_t result = timegm(in) - ahead;
  in->tm_isdst = summer > 0;
  in->tm_gmtoff = ahead;
  in->tm_zone = "local";
  return result;
}

time_t timelocal(struct tm *in) { return mktime(in); }
void tzset(void) {}
int dysize(int year) { return is_leap(year) ? 366 : 365; }

// --- texts --------------------------------------------------------------------------------------------------------------

struct text {
  char *to;
  size_t room, length;
};

static void put(struct text *t, char c) {
  if (t->length < t->room) t->to[t->length] = c;
  t->length++;
}

static void put_text(struct text *t, const char *s, size_t most) {
  for (size_t i = 0; i < most && s[i]; i++) put(t, s[i]);
}

static void put_number(struct text *t, long long n, int digits, char fill) {
  char reversed[24];
  int k = 0;
  unsigned long long left = n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n;
  if (n < 0) put(t, '-');
  do reversed[k++] = (char)('0' + left % 10);
  while (left /= 10);
  for (int i = k + (n < 0); i < digits; i++) put(t, fill);
  while (k) put(t, reversed[--k]);
}

static const char *const day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January", "February", "March",     "April",   "May",      "June",
                                          "July",    "August",   "September", "October", "November", "December"};

static void put_fields(struct text *t, const char *format, const struct tm *in);

static void put_field(struct text *t, char kind, const struct tm *in) {
  long long year = (long long)in->tm_year + 1900;
  int hour = in->tm_hour % 12 ? in->tm_hour % 12 : 12;
  const char *day = in->tm_wday < 0 || in->tm_wday > 6 ? "?" : day_names[in->tm_wday];
  const char *month = in->tm_mon < 0 || in->tm_mon > 11 ? "?" : month_names[in->tm_mon];
  switch (kind) {
    case '%': put(t, '%'); return;
    case 'n': put(t, '\n'); return;
    case 't': put(t, '\t'); return;
    case 'Y': put_number(t, year, 1, '0'); return;
    case 'C': put_number(t, year / 100, 2, '0'); return;
    case 'y': put_number(t, year % 100, 2, '0'); return;
    case 'm': put_number(t, in->tm_mon + 1, 2, '0'); return;
    case 'd': put_number(t, in->tm_mday, 2, '0'); return;
    case 'e': put_number(t, in->tm_mday, 2, ' '); return;
    case 'H': put_number(t, in->tm_hour, 2, '0'); return;
    case 'I': put_number(t, hour, 2, '0'); return;
    case 'M': put_number(t, in->tm_min, 2, '0'); return;
    case 'S': put_number(t, in->tm_sec, 2, '0'); return;
    case 'j': put_number(t, in->tm_yday + 1, 3, '0'); return;
    case 'u': put_number(t, in->tm_wday ? in->tm_wday : 7, 1, '0'); return;
    case 'w': put_number(t, in->tm_wday, 1, '0'); return;
    case 'p': put_text(t, in->tm_hour >= 12 ? "PM" : "AM", 2); return;
    case 'a': put_text(t, day, 3); return;
    case 'A': put_text(t, day, 9); return;
    case 'b': case 'h': put_text(t, month, 3); return;
    case 'B': put_text(t, month, 9); return;
    case 'F': put_fields(t, "%Y-%m-%d", in); return;
    case 'D': case 'x': put_fields(t, "%m/%d/%y", in); return;
    case 'T': case 'X': put_fields(t, "%H:%M:%S", in); return;
    case 'R': put_fields(t, "%H:%M", in); return;
    case 'r': put_fields(t, "%I:%M:%S %p", in); return;
    case 'c': put_fields(t, "%a %b %e %H:%M:%S %Y", in); return;
  }
  __allways_unsupported("a conversion of strftime other than those of days, months and hours");
}

static void put_fields(struct text *t, const char *format, const struct tm *in) {
  for (; *format; format++) {
    if (*format == '%') put_field(t, *++format, in);
    else put(t, *format);
  }
}

size_t strftime(char *restrict to, size_t room, const char *restrict format, const struct tm *restrict in) {
  struct text t = {.to = to, .room = room};
  put_fields(&t, format, in);
  put(&t, 0);
  return t.length <= room ? t.length - 1 : 0;
}
