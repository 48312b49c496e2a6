// expect: safe
// property: valid-memsafety,uninitialised
// engines: stateful dpor auto
// Jumps over declarations, into blocks, back and out: each variable lives while its block is executed.
extern int __VERIFIER_nondet_int(void);

static int put(int *p, int v) { return *p = v; }

static int rounds(void) {
  int t = 0;
  for (int i = 0; i < 3; i++) {
    switch (__VERIFIER_nondet_int() & 3) {
    case 0:;
      int y = 1;
      put(&y, y + 1);
      t += y;
    case 1:
      y = 2;
      put(&y, y + 1);
      t += y;
      break;
    case 2: {
      y = 4;
      int *q = &y;
      t += *q;
      break;
    }
    default: continue;
    }
    if (i == 1) goto inside;
    {
      int x = 1;
    inside:
      x = 2;
      put(&x, x + t);
      t += x;
    }
  }
  return t;
}

static int back(void) {
  int n = 0;
  {
  again:;
    int x = n;
    put(&x, x + 3);
    if (x < 9) {
      n = x;
      goto again;
    }
    int *p = &x;
    n = *p;
  }
  return n;
}

static int out(int a) {
  int r;
  if (put(&r, a) < 0) goto fail;
  int pair[2];
  put(&pair[1], a);
  if (pair[1] == 7) goto fail;
  {
    int in;
    if (put(&in, 2) == a) goto fail;
    r = in;
  }
  return r;
fail:
  return put(&r, 0);
}

int main(void) {
  int s = back() + rounds();
  for (int i = -1; i < 8; i++) s += out(i);
  return s < 0;
}
