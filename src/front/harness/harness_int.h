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
void harness_put_line(writer *w, const harness_piece *p, size_t at);  // what follows is at this letter of the option
void harness_put_own_line(writer *w);                                 // ... or in the driver's own text

// harness_operations.c: functions call_1, call_2, ... with the drawn arguments of each operation
typedef struct operations {
  harness_pieces texts;
  harness_holes *holes;  // of each
  size_t most_holes;
} operations;
operations harness_operations(const harness *h);
void harness_free_operations(operations *o);
void harness_put_calls(writer *w, const operations *o);
void harness_put_clients(writer *w, const operations *o);
void harness_put_voids(writer *w, const operations *o);
void harness_put_show(writer *w, const operations *o);
void harness_put_literal(writer *w, const char *text, size_t from, size_t to);
// Draws an operation and its arguments into the variables of these names.
void harness_put_drawn(writer *w, const operations *o, size_t client, size_t call);

// harness_history.c: what is recorded, and the comparison
// Orders of the calls; more than HARNESS_MOST_ORDERS are not counted to the end.
size_t harness_count_orders(const harness *h);
void harness_put_history(writer *w, const operations *o);
void harness_put_recording_client(writer *w, size_t client);
void harness_put_comparison(writer *w, const operations *o);

#endif
