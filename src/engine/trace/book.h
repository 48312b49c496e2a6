// The set of maximal traces that a search has executed, in canonical form: what engines are compared by.
// Kept only if somebody asks (--count-traces, --trace-set).
#ifndef ENGINE_TRACE_BOOK_H
#define ENGINE_TRACE_BOOK_H

#include "engine/engine.h"
#include "engine/trace/canon.h"
#include "engine/trace/trace.h"

typedef struct trace_book trace_book;

trace_book *trace_book_new(const engine_ctx *ctx);  // NULL: not asked for
// Adds an execution; true if its trace is new. The events are those behind the forced beginning of each process.
bool trace_book_add(trace_book *b, const canon_event *events, size_t n);
bool trace_book_add_bytes(trace_book *b, const uint8_t *bytes, size_t len);
// The execution that is in t, without the forced first step of each process and the kernel's.
bool trace_book_add_trace(trace_book *b, const trace *t);
void trace_book_clear(trace_book *b);  // the search begins again
// Sets the counter, writes the file, frees. b may be NULL.
void trace_book_close(trace_book *b, engine_ctx *ctx);

#endif
