// Several readers or one writer. 0: nothing was done.
static int readers, writer;

void init(void) { readers = writer = 0; }

int try_read(void) {
  if (writer) return 0;
  readers++;
  return 1;
}

int try_write(void) {
  if (writer || readers) return 0;
  writer = 1;
  return 1;
}

int unlock_read(void) {
  if (!readers) return 0;
  readers--;
  return 1;
}

int unlock_write(void) {
  int was = writer;
  writer = 0;
  return was;
}
