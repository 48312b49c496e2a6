// A set of keys: whether a call has changed it.
enum { ROOM = 64 };
static int keys[ROOM];
static int count;

static int find(int key) {
  for (int i = 0; i < count; i++)
    if (keys[i] == key) return i;
  return -1;
}

void init(void) { count = 0; }
int contains(int key) { return find(key) >= 0; }

int add(int key) {
  if (find(key) >= 0) return 0;
  keys[count++] = key;
  return 1;
}

int remove_key(int key) {
  int i = find(key);
  if (i < 0) return 0;
  keys[i] = keys[--count];
  return 1;
}
