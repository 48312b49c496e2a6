// A number that grows: the value behind the call.
static int value;

void init(void) { value = 0; }
int increment(void) { return ++value; }
int add(int by) { return value += by; }
int get(void) { return value; }
