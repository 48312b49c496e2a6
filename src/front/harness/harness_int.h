// What the files that write drivers share.
#ifndef FRONT_HARNESS_HARNESS_INT_H
#define FRONT_HARNESS_HARNESS_INT_H

#include "front/harness/harness.h"

// Places of the driver's own lines.
#define HARNESS_DRIVER "driver"

typedef struct writer {
  const harness *h;
  strbuf *out;
  unsigned line;       // lines written
  const char *thread;  // functions of threads are called so, with a number
} writer;

void harness_put(writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void harness_put_piece(writer *w, const harness_piece *p);
// The same as statements that end, also in a driver that is printed.
void harness_put_statements(writer *w, const harness_piece *p);
void harness_put_text(writer *w, const char *option, const char *text);
void harness_put_library(writer *w, const char *file);
void harness_put_variables(writer *w);
void harness_put_function(writer *w, const char *head, const char *option, const char *text);
// Starts and joins the threads 1 to n.
void harness_put_start(writer *w, size_t n);

#endif
