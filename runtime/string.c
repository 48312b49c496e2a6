// string.h and strings.h. What reads or writes beyond an object is found by the access itself.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "model.h"

MODEL void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return to;
}

MODEL void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

MODEL void *memmove(void *to, const void *from, size_t n) {
  __builtin_memmove(to, from, n);
  return to;
}

MODEL void *memset(void *to, int value, size_t n) {
  __builtin_memset(to, value, n);
  return to;
}

MODEL void bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }
MODEL void explicit_bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }
MODEL void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }

// What headers make of the functions above when they know the size of the object.
void *__memcpy_chk(void *to, const void *from, size_t n, size_t room);
MODEL void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) { return memcpy(to, from, n); }
void *__memmove_chk(void *to, const void *from, size_t n, size_t room);
MODEL void *__memmove_chk(void *to, const void *from, size_t n, size_t room) { return memmove(to, from, n); }
void *__memset_chk(void *to, int value, size_t n, size_t room);
MODEL void *__memset_chk(void *to, int value, size_t n, size_t room) { return memset(to, value, n); }

// The difference is what glibc gives; with 32 bits only memcmp, on some machines.
HELPER int order(unsigned char a, unsigned char b) {
  if (__allways_libc_glibc && sizeof(void *) == 8) return a - b;
  return a == b ? 0 : a < b ? -1 : 1;
}

// Both are as long as that, wherever they differ: an implementation may read all of it.
HELPER int compare_bytes(const unsigned char *a, const unsigned char *b, size_t n) {
  char last[2];
  if (n) __builtin_memmove(last, a + n - 1, 1);
  if (n) __builtin_memmove(last + 1, b + n - 1, 1);
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) {
      _Bool either = __allways_libc_glibc && sizeof(void *) == 4 && __allways_nondet_bool("difference of bytes");
      return either ? a[i] - b[i] : order(a[i], b[i]);
    }
  return 0;
}

MODEL int memcmp(const void *a, const void *b, size_t n) { return allways_open_sign(compare_bytes(a, b, n)); }

// Not even the sign is defined.
MODEL int bcmp(const void *a, const void *b, size_t n) { return allways_open_truth(compare_bytes(a, b, n)); }

MODEL void *memchr(const void *in, int value, size_t n) {
  const unsigned char *at = in;
  for (size_t i = 0; i < n; i++)
    if (at[i] == (unsigned char)value) return (void *)(at + i);
  return NULL;
}

MODEL void *memrchr(const void *in, int value, size_t n) {
  const unsigned char *at = in;
  while (n--)
    if (at[n] == (unsigned char)value) return (void *)(at + n);
  return NULL;
}

MODEL void *rawmemchr(const void *in, int value) {
  const unsigned char *at = in;
  while (*at != (unsigned char)value) at++;
  return (void *)at;
}

// The whole of what is wanted must lie inside.
MODEL void *memmem(const void *in, size_t n, const void *wanted, size_t length) {
  const unsigned char *at = in;
  for (; n >= length; at++, n--) {
    size_t same = 0;
    while (same < length && at[same] == ((const unsigned char *)wanted)[same]) same++;
    if (same == length) return (void *)at;
  }
  return NULL;
}

MODEL void *memccpy(void *restrict to, const void *restrict from, int last, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char c = ((const unsigned char *)from)[i];
    ((unsigned char *)to)[i] = c;
    if (c != (unsigned char)last) continue;
    __allways_apart(to, i + 1, from, i + 1, "memccpy");
    return (unsigned char *)to + i + 1;
  }
  __allways_apart(to, n, from, n, "memccpy");
  return NULL;
}

MODEL size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

MODEL size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

// How long a text is shows when it was copied: only then it is looked whether the two overlap. Where the end of a text is overwritten by its begin
// the copy leaves the object.
HELPER char *copy_text(char *to, const char *from, const char *function) {
  size_t n = 0;
  while ((to[n] = from[n])) n++;
  __allways_apart(to, n + 1, from, n + 1, function);
  return to + n;
}

MODEL char *stpcpy(char *restrict to, const char *restrict from) { return copy_text(to, from, "stpcpy"); }

MODEL char *strcpy(char *restrict to, const char *restrict from) {
  copy_text(to, from, "strcpy");
  return to;
}

// The rest of n characters is filled.
HELPER char *copy_padded(char *to, const char *from, size_t n, const char *function) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  __allways_apart(to, n, from, i < n ? i + 1 : n, function);
  char *end = to + i;
  for (; i < n; i++) to[i] = '\0';
  return end;
}

MODEL char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  return copy_padded(to, from, n, "stpncpy");
}

MODEL char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  copy_padded(to, from, n, "strncpy");
  return to;
}

MODEL char *strcat(char *restrict to, const char *restrict from) {
  copy_text(to + strlen(to), from, "strcat");
  return to;
}

MODEL char *strncat(char *restrict to, const char *restrict from, size_t n) {
  char *at = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++) at[i] = from[i];
  __allways_apart(at, i + 1, from, i < n ? i + 1 : n, "strncat");
  at[i] = '\0';
  return to;
}

char *__strcpy_chk(char *to, const char *from, size_t room);
MODEL char *__strcpy_chk(char *to, const char *from, size_t room) { return strcpy(to, from); }
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room);
MODEL char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) { return strncpy(to, from, n); }
char *__strcat_chk(char *to, const char *from, size_t room);
MODEL char *__strcat_chk(char *to, const char *from, size_t room) { return strcat(to, from); }

HELPER unsigned char lower(char c) { return (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c); }

HELPER int compare_texts(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i] || !a[i]) return order((unsigned char)a[i], (unsigned char)b[i]);
  return 0;
}

MODEL int strncmp(const char *a, const char *b, size_t n) { return allways_open_sign(compare_texts(a, b, n)); }
MODEL int strcmp(const char *a, const char *b) { return strncmp(a, b, (size_t)-1); }
MODEL int strcoll(const char *a, const char *b) { return strcmp(a, b); }

HELPER int compare_words(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (lower(a[i]) != lower(b[i]) || !a[i]) return order(lower(a[i]), lower(b[i]));
  return 0;
}

MODEL int strncasecmp(const char *a, const char *b, size_t n) { return allways_open_sign(compare_words(a, b, n)); }
MODEL int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, (size_t)-1); }

MODEL char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

MODEL char *strchr(const char *s, int c) {
  s = strchrnul(s, c);
  return *s == (char)c ? (char *)s : NULL;
}

MODEL char *strrchr(const char *s, int c) {
  const char *found = NULL;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (!*s) return (char *)found;
  }
}

MODEL char *index(const char *s, int c) { return strchr(s, c); }
MODEL char *rindex(const char *s, int c) { return strrchr(s, c); }

MODEL size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && *strchrnul(set, s[n])) n++;
  return n;
}

MODEL size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !*strchrnul(set, s[n])) n++;
  return n;
}

MODEL char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : NULL;
}

MODEL char *strstr(const char *s, const char *wanted) {
  size_t n = strlen(wanted);
  for (;; s++) {
    if (compare_texts(s, wanted, n) == 0) return (char *)s;
    if (!*s) return NULL;
  }
}

MODEL char *strcasestr(const char *s, const char *wanted) {
  size_t n = strlen(wanted);
  for (;; s++) {
    if (compare_words(s, wanted, n) == 0) return (char *)s;
    if (!*s) return NULL;
  }
}

MODEL char *strsep(char **restrict rest, const char *restrict set) {
  char *field = *rest;
  if (!field) return NULL;
  char *end = field + strcspn(field, set);
  *rest = *end ? end + 1 : NULL;
  *end = '\0';
  return field;
}

MODEL char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest) {
  if (!s) s = *rest;
  s += strspn(s, set);
  if (!*s) {
    *rest = s;
    return NULL;
  }
  char *end = s + strcspn(s, set);
  if (*end) *end++ = '\0';
  *rest = end;
  return s;
}

static char *token_rest;  // shared between threads, as in the real one

MODEL char *strtok(char *restrict s, const char *restrict set) { return strtok_r(s, set, &token_rest); }

MODEL char *strndup(const char *s, size_t most) {
  size_t n = strnlen(s, most);
  char *made = malloc(n + 1);
  if (!made) return NULL;
  __builtin_memcpy(made, s, n);
  made[n] = '\0';
  return made;
}

MODEL char *strdup(const char *s) { return strndup(s, (size_t)-1); }

MODEL int ffsll(long long bits) {
  for (int i = 0; i < 64; i++)
    if ((unsigned long long)bits >> i & 1) return i + 1;
  return 0;
}
MODEL int ffs(int bits) { return ffsll((unsigned)bits); }
MODEL int ffsl(long bits) { return ffsll((long long)(unsigned long)bits); }

size_t strlcpy(char *restrict to, const char *restrict from, size_t room);
size_t strlcpy(char *restrict to, const char *restrict from, size_t room) {
  size_t n = strlen(from), fits = !room ? 0 : n < room ? n : room - 1;
  if (!room) return n;
  memcpy(to, from, fits);
  to[fits] = 0;
  return n;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t room);
size_t strlcat(char *restrict to, const char *restrict from, size_t room) {
  size_t before = strnlen(to, room);
  return before + strlcpy(to + before, from, room - before);
}

void swab(const void *restrict from, void *restrict to, ssize_t n) {
  const char *a = from;
  char *b = to;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    char first = a[i];
    b[i] = a[i + 1];
    b[i + 1] = first;
  }
}
