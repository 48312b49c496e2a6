// First in, first out, at most CAPACITY values.
#ifndef CAPACITY
#define CAPACITY 2
#endif
static int items[CAPACITY];
static unsigned head, tail;

void init(void) { head = tail = 0; }

int put(int value) {
  if (tail - head == CAPACITY) return 0;
  items[tail++ % CAPACITY] = value;
  return 1;
}

int take(void) { return head == tail ? -1 : items[head++ % CAPACITY]; }
