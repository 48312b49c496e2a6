// Last in, first out; without a bound that matters.
enum { ROOM = 64 };
static int items[ROOM];
static unsigned count;

void init(void) { count = 0; }
void push(int value) { items[count++] = value; }
int pop(void) { return count ? items[--count] : -1; }
