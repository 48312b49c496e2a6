// Objects, structs by value, variable arguments, function pointers, strings, floats: prints what the native program prints.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s {
  int a;
  char b[5];
  double d;
  struct s *n;
};
struct pair {
  long x;
  long y;
};
struct tri {
  int a, b, c;
};
struct fl {
  float x, y;
};
struct big {
  int v[10];
};
struct mix {
  double d;
  int i;
};
static struct pair mkp(long a, long b) {
  struct pair p = {a, b};
  return p;
}
static struct tri mkt(int a) {
  struct tri t = {a, a + 1, a + 2};
  return t;
}
static struct fl mkf(float a) {
  struct fl f = {a, a * 2};
  return f;
}
static struct big mkb(int a) {
  struct big b;
  for (int i = 0; i < 10; i++) b.v[i] = a + i;
  return b;
}
static struct mix mkm(int i) {
  struct mix m = {i * 0.5, i};
  return m;
}
static long sump(struct pair p) { return p.x + p.y; }
static int sumt(struct tri t) {
  t.a += 5;
  return t.a + t.b + t.c;
}
static int sumb(struct big b) {
  b.v[0] = 100;
  int s = 0;
  for (int i = 0; i < 10; i++) s += b.v[i];
  return s;
}
static double summ(struct mix m) { return m.d + m.i; }
static long vsum(int n, ...) {
  va_list ap, aq;
  va_start(ap, n);
  va_copy(aq, ap);
  long s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  for (int i = 0; i < n; i++) s += 10 * va_arg(aq, int);
  va_end(ap);
  va_end(aq);
  return s;
}
static double vmix(const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  double s = 0;
  for (; *f; f++) {
    if (*f == 'i')
      s += va_arg(ap, int);
    else if (*f == 'd')
      s += va_arg(ap, double);
    else if (*f == 'l')
      s += va_arg(ap, long long);
    else if (*f == 's')
      s += strlen(va_arg(ap, char *));
    else if (*f == 'p') {
      struct pair p = va_arg(ap, struct pair);
      s += p.x * 100 + p.y;
    } else if (*f == 'b') {
      struct big b = va_arg(ap, struct big);
      s += b.v[9];
    }
  }
  va_end(ap);
  return s;
}
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
op table[] = {add, sub, 0};
static int apply(op f, int a, int b) { return f(a, b); }
struct node {
  int v;
  struct node *next;
};
char buf[20] = "hello";
const char *strs[] = {"one", "two", "three"};
int mat[3][4] = {{1, 2}, {3}, {4, 5, 6, 7}};
struct s gs = {1, "abc", 2.5, &gs};
int *pm = &mat[1][2];
char *mid = buf + 2;
void *fp = (void *)add;
int knr();
int knr(a, b)
int a;
int b;
{ return a * b; }
int main(void) {
  struct s x = gs, *y = malloc(sizeof *y);
  *y = x;
  y->a = 9;
  x.n = y;
  printf("%d %d %d %d\n", x.a, x.n->a, gs.n->a, y->b[1]);
  free(y);
  struct pair p = mkp(3, 4);
  printf("%ld %ld\n", p.x, sump(p));
  struct tri t = mkt(7);
  printf("%d %d\n", sumt(t), t.a);
  struct fl f = mkf(1.5f);
  printf("%d\n", (int)(f.x + f.y));
  struct big b = mkb(1);
  printf("%d %d\n", sumb(b), b.v[0]);
  printf("%d\n", (int)(summ(mkm(5)) * 10));
  printf("%ld\n", vsum(3, 1, 2, 3));
  printf("%ld\n", vsum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  printf("%d\n", (int)vmix("idlsidpb", 1, 2.5, 3LL, "four", 5, 6.5, p, b));
  printf("%d %d\n", apply(table[0], 5, 3), apply(table[1], 5, 3));
  printf("%d\n", knr(6, 7));
  printf("%d\n", ((op)fp)(1, 2));
  struct node *l = 0;
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = l;
    l = n;
  }
  int s = 0;
  while (l) {
    struct node *n = l->next;
    s = s * 10 + l->v;
    free(l);
    l = n;
  }
  printf("%d\n", s);
  printf("%d %d %d\n", mat[2][3], *pm, (int)sizeof mat);
  *pm = 42;
  printf("%d\n", mat[1][2]);
  printf("%d %d\n", *mid, strs[2][1]);
  memcpy(buf + 6, "world", 6);
  printf("%d %d\n", buf[6], buf[10]);
  memset(buf, 'z', 3);
  printf("%d %d\n", buf[2], buf[3]);
  memmove(buf + 1, buf, 8);
  printf("%d\n", buf[4]);
  printf("%d %d\n", (int)strlen(strs[2]), strcmp("abc", "abd") < 0);
  char loc[10];
  strcpy(loc, "xyz");
  strcat(loc, "w");
  printf("%d %d\n", (int)strlen(loc), loc[3]);
  int *ip = calloc(4, sizeof *ip);
  ip[2] = 5;
  ip = realloc(ip, 8 * sizeof *ip);
  printf("%d %d\n", ip[2], ip[0]);
  free(ip);
  long addr = (long)&x;
  struct s *back = (struct s *)addr;
  printf("%d\n", back->a);
  char *cp = (char *)&x;
  printf("%d\n", *(int *)(cp + 0));
  double d = 1;
  for (int i = 0; i < 10; i++) d = d * 1.5 - 0.25;
  printf("%d\n", (int)d);
  float g = 0.1f;
  printf("%d\n", (int)(g * 1000));
  printf("%d %d\n", d > 3, (int)-2.7);
  printf("%d\n", (int)(unsigned)3000000000.0 == (int)3000000000u);
  long double ld = 3;
  s = 1;
  printf("%d\n", s);
  struct {
    int a, b;
  } arr[3] = {{1, 2}, {3, 4}, {5, 6}};
  int tot = 0;
  for (unsigned i = 0; i < 3; i++) tot += arr[i].a * arr[i].b;
  printf("%d\n", tot);
  return 0;
}
