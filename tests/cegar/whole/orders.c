// Two orders of arrays of any length, by two threads: one is the other one turned round. What the loops have in common holds
// when they go round in step; that the results are opposite depends on the cells at which they stop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);

int *left, *right;
int n, m, forth, back;

static void *compare_forth(void *unused) {
  int i = 0;
  forth = n - m;
  while (i < n && i < m) {
    if (left[i] != right[i]) {
      forth = left[i] < right[i] ? -1 : 1;
      break;
    }
    i++;
  }
  return unused;
}

static void *compare_back(void *unused) {
  int k = 0;
  back = m - n;
  while (k < m && k < n) {
    if (right[k] != left[k]) {
      back = right[k] < left[k] ? -1 : 1;
      break;
    }
    k++;
  }
  return unused;
}

static int *make(int size) {
  int *a = malloc(sizeof(int) * (unsigned long)size);
  for (int i = 0; i < size; i++) a[i] = __VERIFIER_nondet_int();
  return a;
}

int main(void) {
  pthread_t a, b;
  n = __VERIFIER_nondet_int();
  m = __VERIFIER_nondet_int();
  if (n < 0 || m < 0 || n > 1000000 || m > 1000000) return 0;
  left = make(n);
  right = make(m);
  pthread_create(&a, 0, compare_forth, 0);
  pthread_create(&b, 0, compare_back, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef WRONG
  if (forth <= 0 && back <= 0) reach_error();  // both are 0 where nothing differs
#else
  if ((forth > 0) != (back < 0) || (forth < 0) != (back > 0)) reach_error();
#endif
  return 0;
}
