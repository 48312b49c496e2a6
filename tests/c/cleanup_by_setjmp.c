// expect: safe
// As a preprocessed program has it: handlers by setjmp are known as long as nobody ends the thread.
#include <pthread.h>
#include <setjmp.h>
extern void __pthread_register_cancel(__pthread_unwind_buf_t *);
extern void __pthread_unregister_cancel(__pthread_unwind_buf_t *);
static int x;

static void *work(void *arg) {
  __pthread_unwind_buf_t buffer;
  if (__sigsetjmp((struct __jmp_buf_tag *)(void *)buffer.__cancel_jmp_buf, 0)) x = 5;
  __pthread_register_cancel(&buffer);
  x = 1;
  if (arg) pthread_exit(0);
  __pthread_unregister_cancel(&buffer);
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, work, 0);
  pthread_join(id, 0);
  return 0;
}
