// A number of permits. 0: none is left.
static int permits;

void init(int n) { permits = n; }
void post(void) { permits++; }

int try_wait(void) {
  if (!permits) return 0;
  permits--;
  return 1;
}
