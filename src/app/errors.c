#include "app/errors.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/driver.h"
#include "base/str.h"
#include "report/json_text.h"

static FILE *kept;       // where stderr goes meanwhile; NULL: nothing is captured
static int real_stderr;  // where it went before

void errors_capture(void) {
  kept = tmpfile();
  if (!kept) return;
  fflush(stderr);
  real_stderr = dup(STDERR_FILENO);
  if (real_stderr >= 0 && dup2(fileno(kept), STDERR_FILENO) >= 0) return;
  if (real_stderr >= 0) close(real_stderr);
  fclose(kept);
  kept = NULL;
}

// Its text; the file is gone then.
static void take_kept(strbuf *text) {
  char block[4096];
  size_t n;
  fflush(stderr);
  dup2(real_stderr, STDERR_FILENO);
  close(real_stderr);
  rewind(kept);
  while ((n = fread(block, 1, sizeof block, kept)) > 0) sb_putn(text, block, n);
  fclose(kept);
  kept = NULL;
  fwrite(sb_text(text), 1, text->len, stderr);
}

void errors_release(void) {
  strbuf text = {0};
  if (kept) take_kept(&text);
  sb_fini(&text);
}

// "file:12:3: error: what": where the parts are. False: it is no such line.
static bool split(const char *line, char *file, size_t size, place *at, char *severity, const char **text) {
  int used = 0;
  for (const char *colon = strchr(line, ':'); colon; colon = strchr(colon + 1, ':')) {
    bool found = sscanf(colon, ":%u:%u: %15[a-z]: %n", &at->line, &at->col, severity, &used) == 3 && used;
    used = found ? used : 0;
    if (!found && sscanf(colon, ":%u:%u: fatal %15[a-z]: %n", &at->line, &at->col, severity, &used) != 3) continue;
    if (!used || (size_t)(colon - line) >= size) continue;
    memcpy(file, line, (size_t)(colon - line));
    file[colon - line] = 0;
    at->file = file;
    *text = colon + used;
    return true;
  }
  const char *word = strstr(line, ": error: ");
  if (!word || (size_t)(word - line) >= size) return false;
  memcpy(file, line, (size_t)(word - line));
  file[word - line] = 0;
  *at = (place){.file = file};
  *text = word + strlen(": error: ");
  return true;
}

static void add_line(json_t *messages, const char *line) {
  char file[4096], severity[16] = "error";
  place at = PLACE_NONE;
  const char *text = NULL;
  if (str_starts(line, "allways: "))
    text = line + strlen("allways: ");
  else if (!split(line, file, sizeof file, &at, severity, &text))
    return;  // the line of the source, a hint
  json_t *o = json_object();
  json_object_set_new(o, "severity", json_text(severity));
  json_object_set_new(o, "text", json_text(text));
  json_object_set_new(o, "place", json_place(at));
  json_array_append_new(messages, o);
}

void errors_report(int status) {
  if (!kept) return;
  strbuf text = {0};
  take_kept(&text);
  if (status == STATUS_USAGE || status == STATUS_BAD_INPUT) {
    json_t *o = json_object(), *error = json_object(), *messages = json_array();
    char *rest = sb_take(&text), *state = NULL;
    for (char *line = strtok_r(rest, "\n", &state); line; line = strtok_r(NULL, "\n", &state)) add_line(messages, line);
    json_object_set_new(o, "allways", json_string(ALLWAYS_VERSION));
    json_object_set_new(o, "format", json_integer(REPORT_JSON_FORMAT));
    json_object_set_new(error, "kind", json_string(status == STATUS_USAGE ? "usage" : "input"));
    json_object_set_new(error, "status", json_integer(status));
    json_object_set_new(error, "messages", messages);
    json_object_set_new(o, "error", error);
    char *dump = json_dumps(o, JSON_INDENT(1));
    if (dump) puts(dump);
    free(dump);
    mem_free(rest);
    json_decref(o);
  }
  sb_fini(&text);
}
