// Floats as decimal text in memory, exactly rounded, as the C library's printf makes it.
#ifndef DECIMAL_H
#define DECIMAL_H

#ifdef __cplusplus
extern "C" {
#endif

enum { DECIMAL_ROOM = 1024 };  // enough for every text
enum { DECIMAL_PLUS = 1, DECIMAL_SPACE = 2, DECIMAL_SHARP = 4, DECIMAL_UPPER = 8 };

// conversion is 'e', 'f' or 'g'. Returns the number of characters; no terminating zero.
int decimal_text(char *to, double value, char conversion, int precision, int flags);
// The value of decimal text; *end is where it ends (text if there is none).
double decimal_value(const char *text, const char **end);

#ifdef __cplusplus
}
#endif

#endif
