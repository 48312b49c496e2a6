// stdio.h: files and lines. See files.h; scan.c has what reads values, stdio.c what writes.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

// --- which there are ------------------------------------------------------------------------------------------------

struct written {
  const struct written *next;
  char name[];
};
static const struct written *written;

void __allways_model_file_written(const char *name) {
  if (!__allways_files) return;
  size_t n = strlen(name) + 1;
  struct written *w = __allways_new_zeroed(sizeof *w + n);
  memcpy(w->name, name, n);
  w->next = written;
  written = w;
}

const char *__allways_model_file(const char *name, size_t *size) {
  for (const struct written *w = written; w; w = w->next)
    if (strcmp(w->name, name) == 0) __allways_unsupported("a file that is read after it was written");
  for (const struct file_entry *e = __allways_file_table; e->name; e++) {
    if (strcmp(e->name, name) != 0) continue;
    *size = e->size;
    return e->bytes;
  }
  __allways_unsupported("a file that is read, of a name that the program does not contain as a text");
}

// --- opening --------------------------------------------------------------------------------------------------------

static FILE *open_to_read(const char *name) {
  size_t size = 0;
  const char *bytes = __allways_model_file(name, &size);
  if (!bytes) {
    errno = ENOENT;
    return NULL;
  }
  struct file *f = __allways_new_zeroed(sizeof *f);
  f->bytes = bytes;
  f->size = size;
  return (FILE *)f;
}

static FILE *open_to_write(const char *name) {
  if (!__allways_files && __allways_nondet_bool("the file cannot be opened")) {
    errno = EACCES;
    return NULL;
  }
  __allways_model_file_written(name);
  return (FILE *)__allways_new_zeroed(sizeof(struct file));
}

MODEL FILE *fopen(const char *restrict name, const char *restrict mode) {
  (void)__builtin_strlen(name);  // it is read
  if (strchr(mode, '+')) __allways_unsupported("fopen: a file that is read and written");
  if (mode[0] != 'r') return open_to_write(name);
  if (!__allways_files) __allways_unsupported("fopen: a file that is read");
  return open_to_read(name);
}

static struct file *file_of(FILE *f) { return f == stdin || f == stdout || f == stderr ? NULL : (struct file *)f; }

MODEL int fclose(FILE *f) {
  struct file *file = file_of(f);
  _Bool written = !file || !file->bytes;
  if (file) __allways_free(file);
  return written ? allways_open_done(0) : 0;
}

// --- reading --------------------------------------------------------------------------------------------------------

int file_get(struct file *f) {
  if (!f->bytes || f->at >= f->size) {
    f->ended = 1;
    return EOF;
  }
  return (unsigned char)f->bytes[f->at++];
}

static struct file *to_read(FILE *f) {
  struct file *file = file_of(f);
  if (!file) __allways_unsupported("this way of reading from a stream");
  return file;
}

size_t fread(void *restrict to, size_t size, size_t n, FILE *restrict f) {
  struct file *file = to_read(f);
  size_t k = 0;
  for (int c; k < size * n && (c = file_get(file)) != EOF; k++) ((char *)to)[k] = (char)c;
  return size ? k / size : 0;
}

int ungetc(int c, FILE *f) {
  struct file *file = to_read(f);
  if (c == EOF) return EOF;
  if (!file->at || (unsigned char)file->bytes[file->at - 1] != (unsigned char)c)
    __allways_unsupported("ungetc of another character than was read");
  file->at--;
  file->ended = 0;
  return c;
}

int fseek(FILE *f, long by, int way) {
  struct file *file = to_read(f);
  long from = way == SEEK_SET ? 0 : way == SEEK_CUR ? (long)file->at : (long)file->size, to = from + by;
  if (to < 0) return -1;
  file->at = (size_t)to;
  file->ended = 0;
  return 0;
}

long ftell(FILE *f) { return (long)to_read(f)->at; }
void rewind(FILE *f) { (void)fseek(f, 0, SEEK_SET); }

// Of the standard input it is not known whether it has ended.
MODEL int feof(FILE *f) {
  struct file *file = file_of(f);
  return file ? file->ended : f == stdin && __allways_nondet_bool("input ends");
}

MODEL void clearerr(FILE *f) {
  struct file *file = file_of(f);
  if (file) file->ended = 0;
  if (__allways_stream_errors) allways_clear_error();
}

// --- lines ------------------------------------------------------------------------------------------------------------

enum { FIRST_ROOM = 120, MOST_TYPED = 64 };

// Room for one more character and the end.
static _Bool make_room(char **line, size_t *room, size_t used) {
  if (*line && used + 2 <= *room) return 1;
  size_t more = *line && *room ? *room * 2 : FIRST_ROOM;
  if (more < used + 2) more = used + 2;
  char *made = realloc(*line, more);
  if (!made) return 0;
  *line = made;
  *room = more;
  return 1;
}

// With its end, if it has one.
ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict f) {
  size_t n = 0;
  for (;; n++) {
    if (f == stdin && n == MOST_TYPED)
      __allways_unsupported("bounded: lines of the standard input are shorter than 64 characters");
    int c = fgetc(f);
    if (c == EOF) break;
    if (!make_room(line, room, n)) return -1;
    (*line)[n] = (char)c;
    if (c == end) {
      n++;
      break;
    }
  }
  if (!n) return -1;
  (*line)[n] = '\0';
  return (ssize_t)n;
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict f) { return getdelim(line, room, '\n', f); }
