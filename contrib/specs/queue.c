// First in, first out; without a bound that matters.
enum { ROOM = 64 };
static int items[ROOM];
static unsigned head, tail;

void init(void) { head = tail = 0; }
void put(int value) { items[tail++ % ROOM] = value; }
int take(void) { return head == tail ? -1 : items[head++ % ROOM]; }
