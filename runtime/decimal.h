// Floats as text in memory and back, exactly rounded, as the C library's printf and strtod do it.
#ifndef DECIMAL_H
#define DECIMAL_H

#ifdef __cplusplus
extern "C" {
#endif

enum { DECIMAL_ROOM = 1024 };  // enough for every text
enum { DECIMAL_PLUS = 1, DECIMAL_SPACE = 2, DECIMAL_SHARP = 4, DECIMAL_UPPER = 8 };

// conversion is 'e', 'f' or 'g'. Returns the number of characters; no terminating zero.
int decimal_text(char *to, double value, char conversion, int precision, int flags);
// The value of a text, decimal or hexadecimal, infinite or no number; *end is where it ends (text if there is none).
enum { DECIMAL_FITS, DECIMAL_TOO_LARGE, DECIMAL_TOO_SMALL };  // too small: it lost digits below the least exponent
double decimal_value(const char *text, const char **end, int *range);
double decimal_value_float(const char *text, const char **end, int *range);  // rounded once, to a float

#ifdef __cplusplus
}
#endif

#endif
