// What lives in libstdc++.so and not in its headers, by the names of the C++ ABI (Itanium, as on Linux).
#include <pthread.h>
#include <stdlib.h>

#include "model.h"

// --- memory ---------------------------------------------------------------------------------------------------------

// The letter of size_t in a mangled name.
#if __SIZEOF_POINTER__ == 8
#define WITH_SIZE(before, after) before##m##after
#else
#define WITH_SIZE(before, after) before##j##after
#endif

// Never fails: an exception would have to be an object of libstdc++.
MODEL void *WITH_SIZE(_Znw, )(size_t n) { return __allways_new(n); }
MODEL void *WITH_SIZE(_Zna, )(size_t n) { return __allways_new(n); }
MODEL void *WITH_SIZE(_Znw, RKSt9nothrow_t)(size_t n, const void *tag) { return malloc(n); }
MODEL void *WITH_SIZE(_Zna, RKSt9nothrow_t)(size_t n, const void *tag) { return malloc(n); }
MODEL void _ZdlPv(void *p) { __allways_free(p); }
MODEL void _ZdaPv(void *p) { __allways_free(p); }
MODEL void WITH_SIZE(_ZdlPv, )(void *p, size_t n) { __allways_free(p); }
MODEL void WITH_SIZE(_ZdaPv, )(void *p, size_t n) { __allways_free(p); }

// --- exceptions -----------------------------------------------------------------------------------------------------

struct type_info {
  const void *methods;  // says what kind of type it is
  const char *name;
  const struct type_info *base;  // classes with one base only
};

// Beside the thrown object.
struct exception {
  const struct type_info *type;
  void (*destroy)(void *);
  void *below;   // the exception that was being handled before
  int handlers;  // that are inside of it
};

extern void *_ZTVN10__cxxabiv120__si_class_type_infoE[];   // one base
extern void *_ZTVN10__cxxabiv121__vmi_class_type_infoE[];  // several
void __allways_throw(void *object);

static _Thread_local void *handled;

MODEL void *__cxa_allocate_exception(size_t n) { return __allways_new(n); }
MODEL void __cxa_free_exception(void *object) { __allways_free(object); }

MODEL void __cxa_throw(void *object, const struct type_info *type, void (*destroy)(void *)) {
  struct exception *x = SHADOW(struct exception, object);
  x->type = type;
  x->destroy = destroy;
  __allways_throw(object);
}

// Asked by the lowering for each clause of a landing.
_Bool __allways_catches(void *object, const struct type_info *wanted);
_Bool __allways_catches(void *object, const struct type_info *wanted) {
  const struct type_info *type = SHADOW(struct exception, object)->type;
  while (type != wanted) {
    if (type->methods == &_ZTVN10__cxxabiv121__vmi_class_type_infoE[2])
      __allways_unsupported("an exception of a class with several bases");
    if (type->methods != &_ZTVN10__cxxabiv120__si_class_type_infoE[2]) return 0;
    type = type->base;
  }
  return 1;
}

void *__cxa_begin_catch(void *object) {
  struct exception *x = SHADOW(struct exception, object);
  if (!x->handlers++) {
    x->below = handled;
    handled = object;
  }
  return object;
}

void __cxa_end_catch(void) {
  void *object = handled;
  struct exception *x = SHADOW(struct exception, object);
  if (--x->handlers) return;
  handled = x->below;
  if (x->destroy) x->destroy(object);
  __allways_free(object);
}

MODEL void *__cxa_get_exception_ptr(void *object) { return object; }

MODEL void _ZSt9terminatev(void) {
  __allways_check(0, "exception", "std::terminate is called");
  __allways_stop();
}

MODEL void __cxa_pure_virtual(void) { _ZSt9terminatev(); }

// --- static variables -----------------------------------------------------------------------------------------------

MODEL int __cxa_guard_acquire(char *guard) {
  struct once *s = SHADOW(struct once, guard);
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(s->state != ONCE_RUNNING);
  _Bool first = s->state == ONCE_NEVER;
  if (first) s->state = ONCE_RUNNING;
  __allways_atomic_end();
  return first;
}

MODEL void __cxa_guard_release(char *guard) {
  struct once *s = SHADOW(struct once, guard);
  __allways_atomic_begin();
  s->state = ONCE_DONE;
  *guard = 1;
  __allways_atomic_end();
}

MODEL void __cxa_guard_abort(char *guard) {
  struct once *s = SHADOW(struct once, guard);
  __allways_atomic_begin();
  s->state = ONCE_NEVER;
  __allways_atomic_end();
}

MODEL void _ZNSt8ios_base4InitC1Ev(void *self) {}
MODEL void _ZNSt8ios_base4InitD1Ev(void *self) {}

// --- std::thread ----------------------------------------------------------------------------------------------------

// std::thread::_State: two destructors, the second gives the memory back, then _M_run.
struct state {
  void (**methods)(struct state *);
};
enum { STATE_DELETE = 1, STATE_RUN = 2 };

static void *thread(void *argument) {
  struct state *s = argument;
  s->methods[STATE_RUN](s);
  s->methods[STATE_DELETE](s);
  return NULL;
}

// The thread's number is the whole of std::thread; the state comes in a unique_ptr, which is left empty.
MODEL void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(unsigned long *self,
                                                                                                 struct state **state,
                                                                                                 void (*depend)(void)) {
  struct state *s = *state;
  *state = NULL;
  *self = (unsigned long)__allways_spawn(thread, s);
}

MODEL void _ZNSt6thread4joinEv(unsigned long *self) {
  if (!*self) __allways_unsupported("join of a std::thread that is not joinable");
  thread_join((int)*self, NULL);
  *self = 0;
}

MODEL void _ZNSt6thread6detachEv(unsigned long *self) {
  if (!*self) __allways_unsupported("detach of a std::thread that is not joinable");
  *self = 0;
}

MODEL unsigned _ZNSt6thread20hardware_concurrencyEv(void) { return __allways_nondet_uchar("hardware_concurrency"); }
MODEL void _ZNSt6thread6_StateD2Ev(struct state *self) {}
MODEL void _ZNSt6thread6_StateD1Ev(struct state *self) {}

// --- std::condition_variable, std::call_once ------------------------------------------------------------------------

struct unique_lock {
  void *mutex;
  _Bool owns;
};

MODEL void _ZNSt18condition_variableC1Ev(void *self) {}
MODEL void _ZNSt18condition_variableC2Ev(void *self) {}
MODEL void _ZNSt18condition_variableD1Ev(void *self) {}
MODEL void _ZNSt18condition_variableD2Ev(void *self) {}
MODEL void _ZNSt18condition_variable10notify_oneEv(void *self) { condition_signal(self); }
MODEL void _ZNSt18condition_variable10notify_allEv(void *self) { condition_broadcast(self); }

MODEL void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void *self, struct unique_lock *lock) {
  condition_wait(self, lock->mutex);
}

_Thread_local void *_ZSt15__once_callable;
_Thread_local void (*_ZSt11__once_call)(void);
void __once_proxy(void) { _ZSt11__once_call(); }

MODEL long long _ZNSt6chrono3_V212steady_clock3nowEv(void) { return __allways_nondet_longlong("steady_clock"); }
MODEL long long _ZNSt6chrono3_V212system_clock3nowEv(void) { return __allways_nondet_longlong("system_clock"); }
