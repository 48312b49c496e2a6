// pthread.h of the system, but for clean-up handlers: those of glibc in C are written with setjmp.
#ifndef ALLWAYS_PTHREAD_H
#define ALLWAYS_PTHREAD_H

#include_next <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif
void __allways_model_cleanup_push(void (*run)(void *), void *argument);
void __allways_model_cleanup_pop(int execute);
#ifdef __cplusplus
}
#endif

#undef pthread_cleanup_push
#undef pthread_cleanup_pop
#define pthread_cleanup_push(run, argument) { __allways_model_cleanup_push((run), (argument));
#define pthread_cleanup_pop(execute) __allways_model_cleanup_pop(execute); }

#endif
