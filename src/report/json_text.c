#include "report/json_text.h"

#include "base/str.h"

json_t *json_text(const char *s) {
  if (!s) return json_null();
  json_t *value = json_string(s);
  if (value) return value;
  strbuf clean = {0};
  for (; *s; s++) {
    if ((unsigned char)*s < 0x80)
      sb_putc(&clean, *s);
    else
      sb_puts(&clean, "\xef\xbf\xbd");
  }
  value = json_string(sb_text(&clean));
  sb_fini(&clean);
  return value;
}
