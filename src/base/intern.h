// Strings that live as long as the interner and are equal iff their pointers are.
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>

typedef struct interner interner;

interner *interner_new(void);
void interner_free(interner *in);
const char *intern(interner *in, const char *s);
const char *intern_n(interner *in, const char *s, size_t n);

#endif
