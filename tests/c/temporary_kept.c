// expect: unknown
// Whether the expression goes on behind the assignment is not known: it does, and is right.
struct text {
  char of[40];
};

static struct text make(void) {
  struct text t = {"abc"};
  return t;
}

int main(void) {
  const char *p;
  return (p = make().of)[0] == 'a' && p[1] == 'b' ? 0 : 1;
}
