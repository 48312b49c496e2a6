// expect: safe
// property: deadlock
// options: --spurious-wakeups=off
// flags: -DRIGHT
// Who passes the signal on whatever it was told leaves nobody waiting.
#include "timed_takes_signal.c"
