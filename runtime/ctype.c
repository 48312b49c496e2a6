// ctype.h: the tables of the C locale that its macros look into, and the functions.
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

MODEL int(tolower)(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
MODEL int(toupper)(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
