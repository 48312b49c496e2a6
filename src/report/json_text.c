#include "report/json_text.h"

#include <string.h>

// Bytes of the well-formed UTF-8 sequence at s (RFC 3629, section 4), of at most n bytes; 0: there is none.
static size_t sequence(const unsigned char *s, size_t n) {
  size_t len = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
  if (!s[0] || len > n) return 0;
  for (size_t i = 1; i < len; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
  bool no_character = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
  return overlong || no_character ? 0 : len;
}

void json_clean(const char *s, size_t n, strbuf *out) {
  for (size_t i = 0; i < n;) {
    size_t len = sequence((const unsigned char *)s + i, n - i);
    if (len)
      sb_putn(out, s + i, len);
    else
      sb_puts(out, "\xef\xbf\xbd");
    i += len ? len : 1;
  }
}

json_t *json_text(const char *s) {
  if (!s) return json_null();
  json_t *value = json_string(s);
  if (value) return value;
  strbuf clean = {0};
  json_clean(s, strlen(s), &clean);
  value = json_string(sb_text(&clean));
  sb_fini(&clean);
  return value;
}
