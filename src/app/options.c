#include "app/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/mistakes.h"

static const option_info table[OPTION_COUNT] = {
#define AT(field) .offset = offsetof(options, field)
#define OPT_BOOL(cat, field, n, def, w, h) \
  {OPTION_BOOL, .category = #cat, .name = n, .where = w, .help = h, .initial = (def), .max = 1, AT(field)},
#define OPT_UINT(cat, field, n, def, lo, hi, meta, w, h)                    \
  {OPTION_UINT, .category = #cat, .name = n,   .metavar = meta, .where = w, \
   .help = h,   .initial = (def), .min = (lo), .max = (hi),     AT(field)},
#define OPT_REAL(cat, field, n, hi, meta, w, h) \
  {OPTION_REAL, .category = #cat, .name = n, .metavar = meta, .where = w, .help = h, .max = (hi), AT(field)},
#define OPT_ENUM(cat, field, n, def, vals, w, h) \
  {OPTION_ENUM, .category = #cat, .name = n, .where = w, .help = h, .values = vals, .initial = (def), AT(field)},
#define OPT_TEXT(cat, field, n, def, meta, w, h) \
  {OPTION_TEXT, .category = #cat, .name = n, .metavar = meta, .where = w, .help = h, .text = def, AT(field)},
#define OPT_RANGE(cat, field, n, meta, w, h) \
  {OPTION_RANGE, .category = #cat, .name = n, .metavar = meta, .where = w, .help = h, AT(field)},
#define OPT_LIST(cat, field, n, meta, w, h) \
  {OPTION_LIST, .category = #cat, .name = n, .metavar = meta, .where = w, .help = h, AT(field)},
#include "config/options.def"
};

static const struct {
  const char *name;
  command command;
} commands[] = {
    {"verify", COMMAND_VERIFY}, {"simulate", COMMAND_SIMULATE},
    {"replay", COMMAND_REPLAY}, {"ir", COMMAND_IR},
    {"stubs", COMMAND_STUBS},   {"harness", COMMAND_HARNESS},
    {"list", COMMAND_LIST},     {"man", COMMAND_MAN},
    {"help", COMMAND_HELP},     {"completion", COMMAND_COMPLETION},
    {"tasks", COMMAND_TASKS},   {"merge", COMMAND_MERGE},
};
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

const option_info *option_get(option_id id) { return &table[id]; }

const char *command_name(command c) {
  for (size_t i = 0; i < N_COMMANDS; i++)
    if (commands[i].command == c) return commands[i].name;
  return c == COMMAND_VERSION ? "--version" : "--options";
}

const char *command_at(size_t i) { return i < N_COMMANDS ? commands[i].name : NULL; }

const char *command_nearest(const char *word) {
  const char *names[N_COMMANDS];
  for (size_t i = 0; i < N_COMMANDS; i++) names[i] = commands[i].name;
  return options_nearest(word, names, N_COMMANDS);
}

bool option_value(const char *values, size_t i, const char **word, size_t *len) {
  for (; i > 0; i--) {
    values = strchr(values, '|');
    if (!values) return false;
    values++;
  }
  *word = values;
  *len = strcspn(values, "|");
  return true;
}

static void *field_of(options *o, const option_info *info) { return (char *)o + info->offset; }

options options_default(void) {
  options o;
  memset(&o, 0, sizeof o);
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    void *field = field_of(&o, &table[i]);
    switch (table[i].type) {
    case OPTION_BOOL: *(bool *)field = table[i].initial != 0; break;
    case OPTION_UINT: *(uint64_t *)field = table[i].initial; break;
    case OPTION_REAL: *(double *)field = 0; break;
    case OPTION_ENUM: *(int *)field = (int)table[i].initial; break;
    case OPTION_TEXT: *(const char **)field = table[i].text; break;
    case OPTION_RANGE:
    case OPTION_LIST: break;
    }
  }
  return o;
}

// --- nearest word ---------------------------------------------------------------------------------------------------

enum { LONGEST_WORD = 32 };

// Edits (insert, delete, replace) that turn a into b; words longer than LONGEST_WORD count as far away.
static size_t edits(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b), row[LONGEST_WORD + 1];
  if (n > LONGEST_WORD || m > LONGEST_WORD) return LONGEST_WORD;
  for (size_t j = 0; j <= m; j++) row[j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[m];
}

const char *options_nearest(const char *word, const char *const *words, size_t n) {
  const char *best = NULL;
  size_t least = strlen(word) < 4 ? 2 : 3;  // at most two edits; one for short words
  for (size_t i = 0; i < n; i++) {
    size_t distance = edits(word, words[i]);
    if (distance < least) {
      least = distance;
      best = words[i];
    }
  }
  for (size_t i = 0; !best && i < n; i++)
    if (strlen(word) >= 3 && str_starts(words[i], word)) best = words[i];
  return best;
}

// --- values ---------------------------------------------------------------------------------------------------------

static bool parse_uint(const char *text, uint64_t *value) {
  if (*text < '0' || *text > '9') return false;
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 10);
  return errno == 0 && *end == '\0';
}

// Digits, at most one point among or before them: strtod alone would also take names and exponents.
static bool parse_real(const char *text, double *value) {
  size_t whole = strspn(text, "0123456789"), point = text[whole] == '.';
  size_t part = point ? strspn(text + whole + 1, "0123456789") : 0;
  if (!(whole + part) || text[whole + point + part]) return false;
  *value = strtod(text, NULL);
  return true;
}

static bool parse_range(const char *text, opt_range *range) {
  char *end;
  errno = 0;
  if (*text != '-' && (*text < '0' || *text > '9')) return false;
  range->lo = strtoll(text, &end, 0);
  if (errno || end == text || strncmp(end, "..", 2) != 0) return false;
  text = end + 2;
  if (*text != '-' && (*text < '0' || *text > '9')) return false;
  range->hi = strtoll(text, &end, 0);
  range->set = true;
  return errno == 0 && *end == '\0' && range->lo <= range->hi;
}

static bool set_enum(const option_info *info, const char *value, int *field, strbuf *error) {
  const char *word, *words[OPTION_VALUES_MAX];
  char copies[OPTION_VALUES_MAX][LONGEST_WORD];
  size_t n = 0, len;
  for (; n < OPTION_VALUES_MAX && option_value(info->values, n, &word, &len); n++) {
    if (strlen(value) == len && memcmp(word, value, len) == 0) {
      *field = (int)n;
      return true;
    }
    snprintf(copies[n], sizeof copies[n], "%.*s", (int)len, word);
    words[n] = copies[n];
  }
  sb_printf(error, "--%s cannot be `%s`", info->name, value);
  const char *near = options_nearest(value, words, n);
  if (near) sb_printf(error, ", did you mean `%s`?", near);
  sb_printf(error, " (one of %s)", info->values);
  return false;
}

static bool set_bool(const option_info *info, const char *value, bool *field, strbuf *error) {
  bool on = !value || strcmp(value, "on") == 0, off = value && strcmp(value, "off") == 0;
  if (!on && !off) sb_printf(error, "--%s takes on or off, not `%s`", info->name, value);
  *field = on;
  return on || off;
}

static bool refuse_number(const option_info *info, const char *value, strbuf *error) {
  sb_printf(error, "--%s takes a number", info->name);
  if (info->max != UINT64_MAX)
    sb_printf(error, " from %llu to %llu", (unsigned long long)info->min, (unsigned long long)info->max);
  sb_printf(error, ", not `%s`", value);
  return false;
}

static bool set_uint(const option_info *info, const char *value, uint64_t *field, strbuf *error) {
  uint64_t number;
  if (!parse_uint(value, &number) || number < info->min || number > info->max) return refuse_number(info, value, error);
  *field = number;
  return true;
}

static bool set_real(const option_info *info, const char *value, double *field, strbuf *error) {
  double number;
  if (!parse_real(value, &number) || number > (double)info->max) return refuse_number(info, value, error);
  *field = number;
  return true;
}

static void add_item(arena *mem, opt_list *list, const char *item) {
  const char **items = ARENA_NEW_N(mem, const char *, list->len + 1);
  for (size_t i = 0; i < list->len; i++) items[i] = list->items[i];
  items[list->len] = item;
  list->items = items;
  list->len++;
}

static bool set_option(command_line *line, option_id id, const char *value, strbuf *error) {
  const option_info *info = &table[id];
  void *field = field_of(&line->options, info);
  line->options.given[id] = true;
  switch (info->type) {
  case OPTION_BOOL: return set_bool(info, value, field, error);
  case OPTION_UINT: return set_uint(info, value, field, error);
  case OPTION_REAL: return set_real(info, value, field, error);
  case OPTION_ENUM: return set_enum(info, value, field, error);
  case OPTION_TEXT:
    *(const char **)field = value;
    if (!*value) sb_printf(error, "--%s needs a value", info->name);
    return *value != '\0';
  case OPTION_RANGE:
    if (parse_range(value, field)) return true;
    sb_printf(error, "--%s takes LO..HI with LO <= HI, not `%s`", info->name, value);
    return false;
  case OPTION_LIST: add_item(line->mem, field, value); return true;
  }
  UNREACHABLE("option type");
}

// --- words ----------------------------------------------------------------------------------------------------------

static bool find_option(const char *name, size_t len, option_id *id) {
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    if (strlen(table[i].name) == len && memcmp(table[i].name, name, len) == 0) {
      *id = (option_id)i;
      return true;
    }
  }
  return false;
}

// One option at argv[*i], with its value from the same or the next word.
static bool parse_option(int argc, const char *const *argv, int *i, command_line *out, strbuf *error) {
  const char *word = argv[*i], *name = word + 2;
  if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0 || str_starts(word, "--help=")) {
    out->command = COMMAND_HELP;
    out->topic = word[1] == '-' && word[6] == '=' ? word + 7 : NULL;
    return !out->topic || options_help_topic(out->topic, error);
  }
  if (strcmp(word, "--version") == 0) {
    out->command = COMMAND_VERSION;
    return true;
  }
  if (strcmp(word, "--options=json") == 0) {
    out->command = COMMAND_OPTIONS_JSON;
    return true;
  }
  if (strcmp(word, "-o") == 0) name = "output";
  option_id id;
  size_t len = str_starts(word, "--") || name != word + 2 ? strcspn(name, "=") : 0;
  if (!len || !find_option(name, len, &id)) {
    mistake_option(word, error);
    return false;
  }
  const char *value = name[len] == '=' ? name + len + 1 : NULL;
  if (!value && table[id].type != OPTION_BOOL) {
    if (*i + 1 >= argc) {
      sb_printf(error, "--%s needs a value", table[id].name);
      return false;
    }
    value = argv[++*i];
  }
  return set_option(out, id, value, error);
}

static bool find_command(const char *word, command *c) {
  for (size_t i = 0; i < N_COMMANDS; i++) {
    if (strcmp(commands[i].name, word) == 0) {
      *c = commands[i].command;
      return true;
    }
  }
  return false;
}

bool options_parse(int argc, const char *const *argv, command_line *out, strbuf *error) {
  memset(out, 0, sizeof *out);
  out->words = argv;
  out->n_words = argc;
  out->mem = arena_new();
  out->options = options_default();
  command asked = COMMAND_VERIFY;
  bool words_only = false, first = true;
  for (int i = 0; i < argc; i++) {
    if (!words_only && strcmp(argv[i], "--") == 0) {
      words_only = true;
    } else if (words_only) {
      vec_push(&out->flags, argv[i]);
    } else if (argv[i][0] == '-' && argv[i][1]) {
      if (!parse_option(argc, argv, &i, out, error)) return false;
      // Asking for help is answered whatever else is written.
      if (out->command != COMMAND_VERIFY) return true;
    } else if (first && find_command(argv[i], &asked)) {
      first = false;
    } else {
      first = false;
      vec_push(&out->files, argv[i]);
    }
  }
  out->command = asked;
  return true;
}

void command_line_print(const command_line *line, FILE *out) {
  fputs("allways", out);
  for (int i = 0; i < line->n_words; i++) {
    const char *word = line->words[i];
    bool plain = *word &&
                 !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,/+:@%")];
    fprintf(out, plain ? " %s" : " '%s'", word);
  }
  fputc('\n', out);
}

void command_line_take_trace(command_line *line) {
  if (line->command != COMMAND_REPLAY) return;
  line->trace = line->files.data[0];
  line->files.len--;
  memmove(line->files.data, line->files.data + 1, line->files.len * sizeof *line->files.data);
}

void command_line_fini(command_line *line) {
  vec_free(&line->files);
  vec_free(&line->flags);
  vec_free(&line->own_flags);
  if (line->mem) arena_free(line->mem);
  line->mem = NULL;
}
