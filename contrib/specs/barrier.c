// Rounds of PARTIES arrivals: how many are still missing behind this one.
#ifndef PARTIES
#define PARTIES 2
#endif
static int missing = PARTIES;

void init(void) { missing = PARTIES; }

int arrive(void) {
  int now = --missing;
  if (!now) missing = PARTIES;
  return now;
}
