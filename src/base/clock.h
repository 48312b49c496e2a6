// Seconds for people; nothing that decides an outcome may depend on them except the user's time limit.
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stddef.h>

double clock_wall(void);         // monotonic seconds
double clock_cpu(void);          // CPU seconds of this process
size_t clock_peak_rss(void);     // bytes
size_t clock_current_rss(void);  // bytes

#endif
