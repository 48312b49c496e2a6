// Values by keys: the old value, -1: there was none.
enum { ROOM = 64 };
static int keys[ROOM], values[ROOM];
static int count;

static int find(int key) {
  for (int i = 0; i < count; i++)
    if (keys[i] == key) return i;
  return -1;
}

void init(void) { count = 0; }
int size(void) { return count; }

int get(int key) {
  int i = find(key);
  return i < 0 ? -1 : values[i];
}

int put(int key, int value) {
  int i = find(key), old = i < 0 ? -1 : values[i];
  if (i < 0) keys[i = count++] = key;
  values[i] = value;
  return old;
}

int remove_key(int key) {
  int i = find(key);
  if (i < 0) return -1;
  int old = values[i];
  count--;
  keys[i] = keys[count];
  values[i] = values[count];
  return old;
}
