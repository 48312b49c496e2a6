// expect: safe
// property: assert
// Names of the library without external linkage are the program's: what the library itself calls stays.
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
char *strcat(char *, const char *);
char *strdup(const char *);
void free(void *);
typedef unsigned long size;

static int length_calls;
static size strlen(const char *s) {
  length_calls++;
  return s[0] ? 100 : 0;
}
static void *malloc(size n) { return (void *)n; }

int main(void) {
  char text[8] = "ab";
  strcat(text, "cd");
  assert(text[2] == 'c' && text[4] == 0);
  char *copy = strdup(text);
  assert(copy && copy[3] == 'd' && !copy[4]);
  free(copy);
  assert(strlen(text) == 100 && length_calls == 1 && malloc(5) == (void *)5);
  return 0;
}
