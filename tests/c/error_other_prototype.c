// expect: unsafe unreach-call
// property: unreach-call
extern int reach_error(int, const char *);
int main(void) { return reach_error(1, "x"); }
