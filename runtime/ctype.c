// ctype.h: the tables of the C locale that its macros look into, and the functions.
#define _DEFAULT_SOURCE
#include <ctype.h>

#include "model.h"

enum { BELOW = 128, SIZE = 384 };  // tables begin at -128

#define UPPER (_ISupper | _ISalpha | _ISgraph | _ISprint | _ISalnum)
#define LOWER (_ISlower | _ISalpha | _ISgraph | _ISprint | _ISalnum)
#define DIGIT (_ISdigit | _ISxdigit | _ISgraph | _ISprint | _ISalnum)
#define PUNCT (_ISpunct | _ISgraph | _ISprint)
#define CLASS(c) [BELOW + (c)]
#define CLASSES(from, to) [BELOW + (from)... BELOW + (to)]

static const unsigned short classes[SIZE] = {
    CLASSES(0, 8) = _IScntrl,
    CLASS('\t') = _IScntrl | _ISspace | _ISblank,
    CLASSES('\n', '\r') = _IScntrl | _ISspace,
    CLASSES(14, 31) = _IScntrl,
    CLASS(' ') = _ISspace | _ISblank | _ISprint,
    CLASSES('!', '/') = PUNCT,
    CLASSES('0', '9') = DIGIT,
    CLASSES(':', '@') = PUNCT,
    CLASSES('A', 'F') = UPPER | _ISxdigit,
    CLASSES('G', 'Z') = UPPER,
    CLASSES('[', '`') = PUNCT,
    CLASSES('a', 'f') = LOWER | _ISxdigit,
    CLASSES('g', 'z') = LOWER,
    CLASSES('{', '~') = PUNCT,
    CLASS(127) = _IScntrl,
};
static const unsigned short *const class_table = classes + BELOW;

MODEL const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&class_table; }

// Both begin at -128, where bytes that are negative numbers stand as they are without a sign; -1 is EOF.
#define ROW4(n) (n), (n) + 1, (n) + 2, (n) + 3
#define ROW16(n) ROW4(n), ROW4((n) + 4), ROW4((n) + 8), ROW4((n) + 12)
#define LETTERS(n) ROW16(n), ROW4((n) + 16), ROW4((n) + 20), (n) + 24, (n) + 25
#define BYTES ROW16(128), ROW16(144), ROW16(160), ROW16(176), ROW16(192), ROW16(208), ROW16(224), ROW4(240)
#define NEGATIVE BYTES, ROW4(244), ROW4(248), 252, 253, 254, -1
#define POSITIVE BYTES, ROW4(244), ROW4(248), ROW4(252)
#define CONTROLS ROW16(0), ROW16(16), ROW16(32), ROW16(48)
#define BETWEEN '[', '\\', ']', '^', '_', '`'
#define BEHIND '{', '|', '}', '~', 127
static const int lower_ones[SIZE] = {NEGATIVE, CONTROLS, '@', LETTERS('a'), BETWEEN, LETTERS('a'), BEHIND, POSITIVE};
static const int upper_ones[SIZE] = {NEGATIVE, CONTROLS, '@', LETTERS('A'), BETWEEN, LETTERS('A'), BEHIND, POSITIVE};
static const int *const lower_table = lower_ones + BELOW, *const upper_table = upper_ones + BELOW;

MODEL const int **__ctype_tolower_loc(void) { return (const int **)&lower_table; }
MODEL const int **__ctype_toupper_loc(void) { return (const int **)&upper_table; }

#define IS(name, bit) \
  MODEL int(is##name)(int c) { return allways_open_truth(class_table[c] & (unsigned short)(bit)); }

IS(alnum, _ISalnum)
IS(alpha, _ISalpha)
IS(blank, _ISblank)
IS(cntrl, _IScntrl)
IS(digit, _ISdigit)
IS(graph, _ISgraph)
IS(lower, _ISlower)
IS(print, _ISprint)
IS(punct, _ISpunct)
IS(space, _ISspace)
IS(upper, _ISupper)
IS(xdigit, _ISxdigit)

MODEL int(isascii)(int c) { return (c & ~127) == 0; }
MODEL int(toascii)(int c) { return c & 127; }
MODEL int(tolower)(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
MODEL int(toupper)(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
