// The result as JUnit XML, which servers of continuous integration read: one test case per property asked for.
#include <string.h>

#include "report/report.h"

// Text of an attribute or an element; what XML 1.0 cannot hold, and what is not ASCII, is shown as '?'.
static void put_text(strbuf *out, const char *s) {
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '&')
      sb_puts(out, "&amp;");
    else if (c == '<')
      sb_puts(out, "&lt;");
    else if (c == '>')
      sb_puts(out, "&gt;");
    else if (c == '"')
      sb_puts(out, "&quot;");
    else
      sb_putc(out, (c < 0x20 && c != '\n') || c >= 0x7f ? '?' : (char)c);
  }
}

static void put_attribute(strbuf *out, const char *name, const char *value) {
  sb_printf(out, " %s=\"", name);
  put_text(out, value);
  sb_putc(out, '"');
}

// The whole text stands in the failure: a server shows it as it is.
static void put_failure(const report *r, strbuf *out) {
  strbuf words = {0}, body = {0};
  report_violation(&r->result->violation, &words);
  report plain = *r;
  options all = *r->options;
  plain.color = false;
  plain.width = 0;
  all.quiet = all.stats = false;
  plain.options = &all;
  report_text(&plain, &body);
  sb_puts(out, "   <failure");
  put_attribute(out, "type", ir_check_kind(r->result->violation.check));
  put_attribute(out, "message", sb_text(&words));
  sb_puts(out, ">");
  put_text(out, sb_text(&body));
  sb_puts(out, "</failure>\n");
  sb_fini(&words);
  sb_fini(&body);
}

static void put_case(const report *r, const char *name, const result_outcome *got, strbuf *out) {
  sb_puts(out, "  <testcase");
  put_attribute(out, "classname", r->file);
  put_attribute(out, "name", name);
  if (got->verdict == VERDICT_SAFE) {
    sb_puts(out, "/>\n");
    return;
  }
  sb_puts(out, ">\n");
  if (got->verdict == VERDICT_UNSAFE) {
    put_failure(r, out);
  } else {
    // Behind a violation nobody has looked for the others; else there was no answer.
    sb_puts(out, r->result->verdict == VERDICT_UNSAFE ? "   <skipped" : "   <error type=\"unknown\"");
    put_attribute(out, "message", got->reason ? got->reason : "no answer");
    sb_puts(out, "/>\n");
  }
  sb_puts(out, "  </testcase>\n");
}

bool report_junit(const report *r, strbuf *out, const char **why) {
  const result *res = r->result;
  if (r->run || !res->properties.len) {
    *why = "only `verify` looks for properties";
    return false;
  }
  size_t failures = 0, open = 0;
  strbuf cases = {0};
  for (size_t i = 0; i < res->properties.len; i++) {
    result_outcome got = result_outcome_of(res, &res->properties.data[i]);
    failures += got.verdict == VERDICT_UNSAFE;
    open += got.verdict == VERDICT_UNKNOWN;
    put_case(r, res->properties.data[i].name, &got, &cases);
  }
  bool unsafe = res->verdict == VERDICT_UNSAFE;
  sb_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite");
  put_attribute(out, "name", "allways");
  sb_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n", res->properties.len, failures,
            unsafe ? 0 : open, unsafe ? open : 0);
  sb_puts(out, sb_text(&cases));
  sb_puts(out, " </testsuite>\n</testsuites>\n");
  sb_fini(&cases);
  return true;
}
