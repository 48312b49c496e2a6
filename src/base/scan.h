// Reading a text character by character with places, for the lexers of the small languages. A scan is a value: copy it to
// look ahead or to come back. It owns nothing; the text outlives it.
#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct scan {
  const char *pos, *end;
  uint32_t line, col;  // 1-based; columns count bytes
} scan;

// One row of a table of tokens. Words begin with a letter, signs do not; among signs longer ones stand first.
typedef struct spelling {
  const char *text;
  int kind;
} spelling;

enum { SCAN_NOTHING = -1 };

scan scan_begin(const char *text, size_t len);  // behind a byte-order mark, if there is one
bool scan_at_end(const scan *s);
char scan_peek(const scan *s, size_t ahead);  // 0 behind the end
void scan_skip(scan *s, size_t count);        // at most to the end

bool scan_is_letter(char c);  // of ASCII, whatever the locale
bool scan_is_digit(char c);

// Blanks and comments as in C. False: the block comment that began at *opened has no end, and *s is at the end.
bool scan_blanks(scan *s, scan *opened);
void scan_line_blanks(scan *s);  // the same where only // begins a comment

int scan_word_kind(const char *word, size_t len, const spelling *table, size_t rows);  // SCAN_NOTHING: no such word
int scan_sign(scan *s, const spelling *table, size_t rows);                            // passes over it
// Passes over what begins no token: one character, or a run of bytes outside ASCII (a binary file is one report).
void scan_unknown(scan *s);

#endif
