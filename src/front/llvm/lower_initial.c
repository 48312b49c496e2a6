// Which writes initialise a variable: those that stand in its declaration, from its name to the comma or semicolon behind it. LLVM knows
// where a write stands; where the declaration ends is read from the text. Without the text every write by name counts as initialising.
#include "front/llvm/lower_int.h"

typedef struct scanner {
  const ir_module *m;
  place at;
  const char *line;
  size_t len, next;  // next: column from 0
} scanner;

static bool begin_line(scanner *s) {
  s->line = ir_source_line(s->m, s->at, &s->len);
  return s->line != NULL;
}

// The next character, a newline at the end of a line; 0: the text is over.
static char take(scanner *s) {
  if (s->next < s->len) return s->line[s->next++];
  s->at.line++;
  s->next = 0;
  return begin_line(s) ? '\n' : '\0';
}

static char peek(const scanner *s) { return s->next < s->len ? s->line[s->next] : '\n'; }

static bool skip_literal(scanner *s, char quote) {
  for (char c = take(s); c != quote; c = take(s))
    if (!c || c == '\n' || (c == '\\' && !take(s))) return false;
  return true;
}

// Behind the slash.
static bool skip_comment(scanner *s) {
  if (peek(s) == '/') s->next = s->len;
  if (peek(s) != '*') return true;
  take(s);
  for (char c = take(s); c; c = take(s))
    if (c == '*' && peek(s) == '/') return take(s) != '\0';
  return false;
}

// Where a declarator that begins at this place ends: line and column, 0 if that is not seen.
static uint64_t end_of(const ir_module *m, place at) {
  scanner s = {.m = m, .at = at, .next = at.col ? at.col - 1 : 0};
  if (!at.col || !begin_line(&s)) return 0;
  int depth = 0;
  for (char c = take(&s); c; c = take(&s)) {
    if ((c == '"' || c == '\'') && !skip_literal(&s, c)) return 0;
    if (c == '/' && !skip_comment(&s)) return 0;
    if (c == '(' || c == '[' || c == '{') depth++;
    if (c == ')' || c == ']' || c == '}') depth--;
    if (depth < 0 || (depth == 0 && (c == ',' || c == ';'))) return (uint64_t)s.at.line << 32 | s.next;
  }
  return 0;
}

bool low_is_in_declaration(low *L, LLVMValueRef write, LLVMValueRef alloca) {
  uint64_t from = 0;
  place declared = low_value_place(L, alloca, PLACE_NONE);
  place at = low_place(L, write);
  if (!LLVMGetDebugLocLine(write) || !map64_get(&L->declared, (uint64_t)(uintptr_t)alloca, &from)) return true;
  if (!declared.file || at.file != declared.file || declared.line != from >> 32) return true;
  uint64_t here = (uint64_t)at.line << 32 | at.col;
  declared.col = (uint32_t)from;
  uint64_t end = here < from ? 0 : end_of(L->out, declared);
  return end == 0 || here <= end;
}
