// Rules on the call graph (pinned 4): who may reach `start`, a wait and an immediate notify. The walk uses its own
// stack, because call chains are as long as the program.
#include "front/ivl/ivl_sema.h"

// All functions reachable from `from`, itself first.
static void reach(ivl_sema *s, ivl_sym *from, ivl_sym_vec *out) {
  for (size_t i = 0; i < s->prog->funcs.len; i++) s->prog->funcs.data[i]->seen = false;
  vec_clear(out);
  vec_push(out, from);
  from->func->seen = true;
  for (size_t i = 0; i < out->len; i++) {
    const ivl_sym_vec *callees = &out->data[i]->func->callees;
    for (size_t k = 0; k < callees->len; k++) {
      ivl_sym *f = callees->data[k];
      if (f->func->seen) continue;
      f->func->seen = true;
      vec_push(out, f);
    }
  }
}

static void check_reached(ivl_sema *s, const ivl_sym *root, const ivl_func *f) {
  if (root->kind == IVL_SYM_MAIN) {
    if (f->first_wait) diag_error(s->prog->d, f->first_wait->at, DIAG_IVL_WAIT_MAIN, f->first_wait->word);
    return;
  }
  if (f->first_start) diag_error(s->prog->d, f->first_start->at, DIAG_IVL_START_PLACE, root->name);
  if (root->kind != IVL_SYM_UPDATE) return;
  if (f->first_wait) diag_error(s->prog->d, f->first_wait->at, DIAG_IVL_WAIT_UPDATE, f->first_wait->word, root->name);
  if (f->first_suspend) diag_error(s->prog->d, f->first_suspend->at, DIAG_IVL_WAIT_UPDATE, "suspend", root->name);
  if (f->first_notify) diag_error(s->prog->d, f->first_notify->at, DIAG_IVL_NOTIFY_UPDATE, root->name);
}

void ivl_check_flow(ivl_sema *s) {
  ivl_sym_vec reached = {0};
  for (size_t i = 0; i < s->prog->decls.len && !diags_full(s->prog->d); i++) {
    ivl_sym *root = s->prog->decls.data[i];
    if (root->kind != IVL_SYM_THREAD && root->kind != IVL_SYM_UPDATE && root->kind != IVL_SYM_MAIN) continue;
    reach(s, root, &reached);
    for (size_t k = 0; k < reached.len; k++) check_reached(s, root, reached.data[k]->func);
  }
  vec_free(&reached);
}
