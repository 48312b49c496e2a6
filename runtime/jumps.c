// setjmp.h (src/front/llvm/llvm_jumps.c). What setjmp remembers is kept beside the buffer: a copy of a buffer is none.
#define _GNU_SOURCE
#include <setjmp.h>

#include "model.h"

__ALLWAYS_NORETURN void __allways_throw(void *thrown);

struct jump {
  int *mark;  // in the frame of the function that called setjmp; NULL: nobody did
  int site, thread, saves;
  unsigned long long mask;
};

void __allways_model_setjmp(void *buffer, int *mark, int site, int saves);
void __allways_model_setjmp(void *buffer, int *mark, int site, int saves) {
  struct jump *j = SHADOW(struct jump, buffer);
  j->mark = mark;
  j->site = site;
  j->thread = __allways_self();
  j->saves = saves;
  if (__allways_signal_masks && saves) j->mask = *signal_mask(j->thread);
}

// In programs that never jump.
int __sigsetjmp(struct __jmp_buf_tag *buffer, int mask);
MODEL int __sigsetjmp(struct __jmp_buf_tag *buffer, int mask) { return 0; }
int _setjmp(struct __jmp_buf_tag *buffer);
MODEL int _setjmp(struct __jmp_buf_tag *buffer) { return 0; }

static __ALLWAYS_NORETURN void jump(const void *buffer, int value) {
  if (!__allways_jumps) __allways_unsupported("longjmp in a program with exceptions");
  struct jump *j = SHADOW(struct jump, buffer);
  if (!j->mark) __allways_unsupported("longjmp to a buffer that no setjmp filled");
  if (j->thread != __allways_self()) __allways_unsupported("longjmp to another thread");
  if (__allways_signal_masks && j->saves) *signal_mask(j->thread) = j->mask;
  j->mark[0] = j->site;  // a frame that has ended is found here
  j->mark[1] = value ? value : 1;
  __allways_throw(j->mark);
}

__ALLWAYS_NORETURN void longjmp(struct __jmp_buf_tag *buffer, int value) { jump(buffer, value); }
__ALLWAYS_NORETURN void _longjmp(struct __jmp_buf_tag *buffer, int value) { jump(buffer, value); }
__ALLWAYS_NORETURN void siglongjmp(struct __jmp_buf_tag *buffer, int value) { jump(buffer, value); }
__ALLWAYS_NORETURN void __longjmp_chk(struct __jmp_buf_tag *buffer, int value);
__ALLWAYS_NORETURN void __longjmp_chk(struct __jmp_buf_tag *buffer, int value) { jump(buffer, value); }
