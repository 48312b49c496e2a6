#include "front/llvm/llvm_gaps.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 40 };

void llvm_gaps_add(llvm_gaps *g, const char *what, place at, LLVMValueRef missing) {
  if (!g->names) g->names = interner_new();
  if (at.file) at.file = intern(g->names, at.file);
  vec_push(&g->all, ((llvm_gap){intern(g->names, what), at, missing, 0}));
}

static int by_place(const void *a, const void *b) {
  const llvm_gap *x = a, *y = b;
  int files = strcmp(x->at.file ? x->at.file : "", y->at.file ? y->at.file : "");
  if (files) return files;
  if (x->at.line != y->at.line) return x->at.line < y->at.line ? -1 : 1;
  if (x->at.col != y->at.col) return x->at.col < y->at.col ? -1 : 1;
  return strcmp(x->what, y->what);
}

static bool same_place(place a, place b) { return a.file == b.file && a.line == b.line && a.col == b.col; }

void llvm_gaps_sort(llvm_gaps *g) {
  if (!g->all.len) return;
  qsort(g->all.data, g->all.len, sizeof *g->all.data, by_place);
  size_t kept = 0;
  for (size_t i = 0; i < g->all.len; i++) {
    llvm_gap *gap = &g->all.data[i], *first = NULL;
    for (size_t k = 0; k < kept && !first; k++)
      if (g->all.data[k].what == gap->what) first = &g->all.data[k];
    bool repeated = i > 0 && first && same_place(gap->at, first->at);
    if (!first)
      g->all.data[kept++] = *gap;
    else if (!repeated)
      first->more++;
  }
  g->all.len = kept;
}

void llvm_gaps_tell(const llvm_gaps *g, diags *d) {
  size_t missing = 0;
  for (size_t i = 0; i < g->all.len; i++) {
    const llvm_gap *gap = &g->all.data[i];
    missing += gap->missing != NULL;
    if (i >= MOST_TOLD) continue;
    if (gap->more)
      diag_warning(d, gap->at, DIAG_LLVM_GAPS, gap->what, gap->more, gap->more == 1 ? "" : "s");
    else
      diag_warning(d, gap->at, DIAG_LLVM_GAP, gap->what);
  }
  if (g->all.len > MOST_TOLD) diag_warning(d, PLACE_NONE, DIAG_LLVM_MORE_GAPS, g->all.len - MOST_TOLD);
  if (missing)
    diag_warning(d, PLACE_NONE, DIAG_LLVM_MISSING, missing, missing == 1 ? "" : "s", missing == 1 ? "has" : "have");
}

void llvm_gaps_fini(llvm_gaps *g) {
  if (g->names) interner_free(g->names);
  vec_free(&g->all);
}
