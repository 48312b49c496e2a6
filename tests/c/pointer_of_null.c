// expect: unsafe pointer
// property: pointer-arithmetic
static char *end(char *p, int n) { return p + n; }

int main(void) { return end((char *)0, 3) == 0; }
