// Texts in JSON.
#ifndef REPORT_JSON_TEXT_H
#define REPORT_JSON_TEXT_H

#include <jansson.h>

// Null for NULL. Source text may hold any bytes; what is not UTF-8 is shown as U+FFFD instead of losing the field.
json_t *json_text(const char *s);

#endif
