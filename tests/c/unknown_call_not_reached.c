// expect: safe
extern int somewhere_else(int);
static int n = 1;
int main(void) { return n > 7 ? somewhere_else(3) : 0; }
