// A variable.
static int value;

void init(void) { value = 0; }
void write_value(int v) { value = v; }
int read_value(void) { return value; }

int exchange(int v) {
  int old = value;
  value = v;
  return old;
}

int compare_exchange(int expected, int v) {
  if (value != expected) return 0;
  value = v;
  return 1;
}
