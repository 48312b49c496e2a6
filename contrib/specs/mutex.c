// Taken or not; who has it is the callers' business. 0: nothing was done.
static int taken;

void init(void) { taken = 0; }

int try_lock(void) {
  if (taken) return 0;
  taken = 1;
  return 1;
}

int unlock(void) {
  int was = taken;
  taken = 0;
  return was;
}
