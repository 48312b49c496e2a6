// Arithmetic, bit-fields, packed and overlaid layouts, control flow: prints what the native program prints.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
volatile int vi = 7, vz = 3;
volatile unsigned vu = 0xfffffff0u;
volatile long long vl = -5000000000LL;
volatile unsigned char vc = 200;
volatile short vs = -3;
struct bf {
  unsigned a : 3;
  int b : 5;
  unsigned c : 17;
  unsigned long long d : 40;
  _Bool e : 1;
};
struct bf gb = {5, -3, 70000, 123456789012ULL, 1};
struct __attribute__((packed)) pk {
  char a;
  int b;
  short c;
  long long d;
} gp = {1, -2, 3, -4};
union un {
  float f;
  unsigned u;
  unsigned char c[4];
};
enum col { RED = -1, GREEN, BLUE = 1000 };
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static unsigned rot(unsigned x, unsigned k) { return (x << k) | (x >> (32 - k)); }
int main(void) {
  printf("%d %d %d %d\n", vi / vz, -vi / vz, vi % vz, -vi % vz);
  printf("%u %u %u\n", vu / 7, vu % 7, vu >> 3);
  printf("%lld %lld %lld\n", vl / 3, vl % 7, vl >> 5);
  printf("%d %d\n", vc, (signed char)vc);
  printf("%d %d\n", vs, (unsigned short)vs);
  printf("%d\n", vi < vz ? 1 : vu > 5u ? 2 : 3);
  printf("%u %u\n", rot(0x12345678, 5), __builtin_bswap32(0x12345678));
  printf("%d %d %d %d\n", __builtin_popcount(vu), __builtin_clz(vi), __builtin_ctz(vu), __builtin_ffs(vi));
  printf("%d %d\n", __builtin_popcountll(vl), __builtin_clzll(123456789));
  int o;
  printf("%d %d\n", __builtin_add_overflow(INT_MAX, vi, &o), o);
  printf("%d %d\n", __builtin_mul_overflow(vi, 300000000 + vz, &o), o);
  unsigned uo;
  printf("%d %u\n", __builtin_sub_overflow(3u, (unsigned)vi, &uo), uo);
  long long lo;
  printf("%d %lld\n", __builtin_mul_overflow(vl, vl, &lo), lo);
  printf("%u %d %u %llu %d\n", gb.a, gb.b, gb.c, (unsigned long long)gb.d, gb.e);
  gb.a += 4;
  gb.b = vi * 3;
  gb.c ^= 0x1ffff;
  gb.d = vl;
  gb.e = !gb.e;
  printf("%u %d %u %llu %d\n", gb.a, gb.b, gb.c, (unsigned long long)gb.d, gb.e);
  printf("%d %d %d %lld %d\n", gp.a, gp.b, gp.c, gp.d, (int)sizeof gp);
  gp.d = vl;
  gp.b = vi;
  printf("%d %lld\n", gp.b, gp.d);
  union un u;
  u.f = 1.5f;
  printf("%u %d %d\n", u.u, u.c[3], u.c[2]);
  u.c[3] = 0xc0;
  printf("%d\n", (int)(u.f * 4));
  printf("%d %d\n", RED, (int)BLUE + (enum col)vi);
  printf("%d\n", fact(10));
  long long s = 0;
  for (int i = 0; i < 50; i++) {
    if (i % 3 == 0) continue;
    if (i > 40) break;
    s += i * i;
  }
  printf("%lld\n", s);
  int k = 0;
  do {
    switch (k % 5) {
    case 0: s += 1;
    case 1: s += 2; break;
    case 3: s -= 7; break;
    default: s ^= 5;
    }
  } while (++k < 20);
  printf("%lld\n", s);
  unsigned char uc = 250;
  uc += 10;
  printf("%d\n", uc);
  signed char sc = 127;
  sc++;
  printf("%d\n", sc);
  int a[5] = {5, 4, 3};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4]);
  int *p = a + 4, *q = a + 1;
  printf("%d %d %d\n", (int)(p - q), p > q, *--p);
  _Bool b = vi;
  printf("%d %d\n", b, !b);
  printf("%d\n", (vi & 1) && (vz | 8) || vs);
  uint64_t h = 1469598103934665603ULL;
  for (const char *c = "hello"; *c; c++) {
    h ^= (unsigned char)*c;
    h *= 1099511628211ULL;
  }
  printf("%llu\n", (unsigned long long)h);
  printf("%d\n", ({
           int z = vi;
           z > 3 ? z : -z;
         }));
  static int st = 3;
  st += vi;
  printf("%d\n", st);
  int vla = vi;
  int arr[vla];
  for (int i = 0; i < vla; i++) arr[i] = i * i;
  printf("%d %d\n", arr[6], (int)(sizeof arr / sizeof *arr));
  printf("%d %d\n", (int)vl, (short)70000);
  printf("%lld\n", (long long)vu * vi);
  printf("%u\n", (unsigned)-1 / 3);
  return 0;
}
