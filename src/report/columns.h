// Text in columns: pieces of source text made printable, clipped and wrapped by display column.
#ifndef REPORT_COLUMNS_H
#define REPORT_COLUMNS_H

#include "base/str.h"

// Columns that `s` takes when shown (a UTF-8 sequence counts as one).
size_t columns_width(const char *s);
// Appends `s` on one line: blanks and control characters become single blanks, what does not fit into `width` columns
// is cut and marked with "..".
// The same for a name: what is cut is its middle, since names of threads differ at their ends.
void columns_put_name(strbuf *out, const char *s, size_t width);
void columns_put(strbuf *out, const char *s, size_t width);
// Copies the words of *s that fit into `width` columns to `line` (which is cleared; one word at least) and moves *s
// behind them. False: there are none left.
bool columns_take_line(const char **s, size_t width, strbuf *line);
// Appends blanks until `out` is `column` columns beyond byte `from`.
void columns_pad(strbuf *out, size_t from, size_t column);

#endif
