"""Programs whose names, sources and outputs try to be more than text, and one with a long counterexample."""
import re


def folded(text):
    """How many marks stand for bytes that are no characters is left open."""
    return re.sub("\ufffd+", "\ufffd", text)



NAME = 'a "b" %20#&<i>\'`c.c'
OUTPUT = "</script><script>window.pwned = 1</script>&lt;'\"`\\"
PROGRAM = (rb"""#include <assert.h>
#include <pthread.h>
#include <stdio.h>
/* </script><script>window.pwned = 1</script> <!-- <img src=x onerror="window.pwned=1"> &lt; &amp; ' " ` \ ]]> */
// U+2028 """ + "\u2028".encode() + b" U+2029 " + "\u2029".encode() + b" latin \xe4\xf6 overlong \xc0\xaf surrogate \xed\xa0\x80 cut \xe2\x82\n" + rb"""
static int x;
static void *other(void *unused) { x = 1; /* </style></pre></textarea></title> */ return NULL; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  printf("</script><script>window.pwned = 1</script>&lt;'\"`\\\n");
  pthread_join(t, NULL);
  assert(x == 2 && "</script><script>window.pwned = 1</script>'\"<b>");
}
""")

LONG = """int x = 0;
event there, back;
thread Ping { while (x < 5000) { notify there, 0; wait back; } assert x < 5000; }
thread Pong { while (true) { wait there; x = x + 1; notify back, 0; } }
main { start; }
"""
