// Texts of programs as JSON. They may hold anything: what is no well-formed UTF-8 is shown as U+FFFD.
#ifndef REPORT_JSON_TEXT_H
#define REPORT_JSON_TEXT_H

#include <jansson.h>

#include "base/str.h"
#include "report/report.h"

json_t *json_text(const char *s);                       // null for NULL
void json_clean(const char *s, size_t n, strbuf *out);  // the text as well-formed UTF-8 without zeros
json_t *json_place(place at);                           // null for no place
json_t *report_json_value(const report *r);             // the object that report_json prints

#endif
