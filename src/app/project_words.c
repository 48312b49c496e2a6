#include "app/project_words.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"

bool project_split(arena *mem, const char *command, project_words *out) {
  strbuf word = {0};
  bool open = false;  // inside of a word
  char quote = '\0';
  for (const char *c = command; *c || open; c++) {
    bool blank = !*c || (!quote && (*c == ' ' || *c == '\t' || *c == '\n'));
    if (blank && quote) break;
    if (blank && open) {
      vec_push(out, arena_strdup(mem, sb_text(&word)));
      sb_clear(&word);
      open = false;
    }
    if (!*c) break;
    if (blank) continue;
    open = true;
    if (quote ? *c == quote : *c == '"' || *c == '\'') {
      quote = quote ? '\0' : *c;
    } else if (*c == '\\' && quote != '\'' && c[1] && (!quote || strchr("\"\\$`", c[1]))) {
      sb_putc(&word, *++c);
    } else {
      sb_putc(&word, *c);
    }
  }
  sb_fini(&word);
  return !quote;
}

const char *project_path(arena *mem, const char *folder, const char *path) {
  if (*path == '/' || !*folder) return path;
  return arena_printf(mem, "%s/%s", folder, path);
}

// How a word of the compiler is taken.
enum {
  DROP,
  KEEP,    // as it is
  VALUE,   // its value is the rest of the word, or the next word
  FOLDER,  // the same, and a path
  HEADER,  // the same, and a path if there is such a file
};

static const struct {
  const char *begin;
  int how;
} RULES[] = {
    {"-isystem", FOLDER},
    {"-iquote", FOLDER},
    {"-idirafter", FOLDER},
    {"-include", HEADER},
    {"-imacros", HEADER},
    {"-iprefix", FOLDER},
    {"-isysroot", FOLDER},
    {"-I", FOLDER},
    {"-D", VALUE},
    {"-U", VALUE},
    {"-x", VALUE},
    {"-std=", KEEP},
    {"-ansi", KEEP},
    {"-pthread", KEEP},
    {"-nostdinc", KEEP},
    {"-undef", KEEP},
    {"-trigraphs", KEEP},
    {"-mllvm", DROP},
    {"-mtune", DROP},
    {"-m", KEEP},
    {"-fsigned-char", KEEP},
    {"-funsigned-char", KEEP},
    {"-fno-signed-char", KEEP},
    {"-fno-unsigned-char", KEEP},
    {"-fshort-enums", KEEP},
    {"-fno-short-enums", KEEP},
    {"-fshort-wchar", KEEP},
    {"-fwrapv", KEEP},
    {"-fno-strict-overflow", KEEP},
    {"-fexceptions", KEEP},
    {"-fno-exceptions", KEEP},
    {"-frtti", KEEP},
    {"-fno-rtti", KEEP},
    {"-ffreestanding", KEEP},
    {"-fhosted", KEEP},
    {"-fms-extensions", KEEP},
    {"-fgnu89-inline", KEEP},
    {"-fcommon", KEEP},
    {"-fno-common", KEEP},
    {"-fopenmp", KEEP},
    {"-fchar8_t", KEEP},
    {"-fno-char8_t", KEEP},
    {"-fpermissive", KEEP},
    {"-fno-threadsafe-statics", KEEP},
    {"-fdollars-in-identifiers", KEEP},
    {"-ftemplate-depth", KEEP},
    {"-fconstexpr-", KEEP},
};

static int rule_of(const char *word, size_t *len) {
  for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
    *len = strlen(RULES[i].begin);
    bool whole = RULES[i].begin[1] == 'f' && RULES[i].begin[*len - 1] != '-' && !str_starts(RULES[i].begin, "-ft");
    if (whole ? !strcmp(word, RULES[i].begin) : str_starts(word, RULES[i].begin)) return RULES[i].how;
  }
  return DROP;
}

// Words that are followed by a value which concerns us as little as they do.
static bool takes_next(const char *word) {
  static const char *const words[] = {
      "-o", "-MF", "-MT", "-MQ", "-Xlinker", "-Xclang", "-Xpreprocessor", "-Xassembler", "-mllvm", "-L",
      "-l", "-T",  "-u",  "-z",  "-arch",    "-target", "--param",        "-aux-info",   NULL};
  for (const char *const *w = words; *w; w++)
    if (!strcmp(word, *w)) return true;
  return false;
}

void project_flags(arena *mem, const char *folder, const project_words *all, project_words *out) {
  for (size_t i = 1; i < all->len; i++) {
    size_t len;
    const char *word = all->data[i];
    int how = rule_of(word, &len);
    if (how == KEEP) vec_push(out, word);
    if (how == DROP && takes_next(word)) i++;
    if (how < VALUE) continue;
    bool apart = !word[len];
    if (apart && i + 1 >= all->len) break;
    const char *value = apart ? all->data[++i] : word + len;
    const char *path = how >= FOLDER ? project_path(mem, folder, value) : value;
    if (how == HEADER && access(path, R_OK) != 0) path = value;
    vec_push(out, arena_strndup(mem, word, len));
    vec_push(out, path);
  }
}

const char *project_output(const project_words *all) {
  for (size_t i = 1; i < all->len; i++) {
    if (!strcmp(all->data[i], "-o") && i + 1 < all->len) return all->data[i + 1];
    if (str_starts(all->data[i], "-o") && all->data[i][2]) return all->data[i] + 2;
  }
  return NULL;
}
