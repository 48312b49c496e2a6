// Exceptions. `throw` is an instruction of the IR; which clause of a landing takes one is asked of __allways_catches.
#include "abi.h"

#include <bits/allways_exception.h>
#include <bits/cxxabi_forced.h>
#include <cstdlib>
#include <exception>
#include <stdexcept>

using allways_cxx::exception;
using allways_cxx::of_object;
using allways_cxx::of_thrown;
namespace abi_types = __cxxabiv1;

extern "C" __ALLWAYS_NORETURN void __allways_throw(void *thrown);

// --- what is being handled ------------------------------------------------------------------------------------------

namespace {

// Innermost handler first; each thread has its own.
thread_local exception *handled;

// SystemC processes are no threads: one list for all, each entry says whose it is.
struct entry {
  entry *below;
  int process;
  exception *x;
};
entry *entries;

entry **place_of(int process) {
  entry **at = &entries;
  while (*at && (*at)->process != process) at = &(*at)->below;
  return at;
}

// Thrown and not yet taken by a handler.
thread_local int flying;
int flying_in_kernel;
// An update without result: it commutes with those of other processes.
void fly(int more) {
  if (__allways_kernel)
    __atomic_fetch_add(&flying_in_kernel, more, __ATOMIC_RELAXED);
  else
    flying += more;
}
int in_flight() { return __allways_kernel ? flying_in_kernel : flying; }

exception *top() {
  if (!__allways_kernel) return handled;
  if (!entries) return nullptr;
  entry **at = place_of(__allways_self());
  return *at ? (*at)->x : nullptr;
}

void push(exception *x) {
  if (!__allways_kernel) {
    x->below = handled;
    handled = x;
    return;
  }
  entry *e = static_cast<entry *>(__allways_new(sizeof(entry)));
  e->below = entries;
  e->process = __allways_self();
  e->x = x;
  entries = e;
}

void pop() {
  if (!__allways_kernel) {
    handled = handled->below;
    return;
  }
  entry **at = place_of(__allways_self()), *e = *at;
  *at = e->below;
  __allways_free(e);
}

// Several threads may refer to one exception.
int count(exception *x, int more) { return __atomic_add_fetch(&x->references, more, __ATOMIC_SEQ_CST); }

void release(exception *x) {
  if (count(x, -1)) return;
  if (x->primary != x) {
    exception *primary = x->primary;
    __allways_free(x);
    release(primary);
    return;
  }
  if (x->destroy) x->destroy(x->object);
  __allways_free(x);
}

exception *make(size_t bytes) {
  exception *x = static_cast<exception *>(__allways_new_zeroed(sizeof(exception) + bytes));
  x->primary = x;
  x->object = x + 1;
  x->references = 1;
  return x;
}

// What an exception of a library says, without running code of the program.
const char *text_of(const std::type_info *type, void *object) {
  static const std::type_info *const with_text[] = {&typeid(std::logic_error), &typeid(std::runtime_error),
                                                    &typeid(__allways_exception)};
  if (type->__is_pointer_p()) return nullptr;
  for (const std::type_info *base : with_text) {
    void *at = object;
    if (type->__do_upcast(static_cast<const abi_types::__class_type_info *>(base), &at))
      return static_cast<const char *const *>(at)[1];  // behind the table of its methods
  }
  return nullptr;
}

// The thrown pointer where a handler for another type of pointer takes it.
bool pointer_fits(const abi_types::__pointer_type_info *thrown, const abi_types::__pointer_type_info *wanted,
                  void **value) {
  enum { QUALIFIERS = abi_types::__pbase_type_info::QUALIFIERS };
  if (thrown->flags & ~wanted->flags & QUALIFIERS) return false;
  if (thrown->pointee == wanted->pointee) return true;
  if (wanted->pointee == &typeid(void)) return !thrown->pointee->__is_function_p();
  void *at = *value;
  if (thrown->pointee->__is_pointer_p()) return false;
  if (!thrown->pointee->__do_upcast(static_cast<const abi_types::__class_type_info *>(wanted->pointee), &at))
    return false;
  *value = at;
  return true;
}

}  // namespace

// Asked by the lowering for each clause of a landing.
extern "C" bool __allways_catches(void *thrown, const std::type_info *wanted) {
  exception *x = of_thrown(thrown);
  const std::type_info *type = x->type;
  bool is_pointer = type->__is_pointer_p();
  void *value = is_pointer ? *static_cast<void **>(x->object) : x->object;
  bool fits = type == wanted;
  if (!fits && wanted->__is_pointer_p()) {
    if (type == &typeid(decltype(nullptr))) {
      value = nullptr;
      fits = true;
    } else if (is_pointer) {
      fits = pointer_fits(static_cast<const abi_types::__pointer_type_info *>(type),
                          static_cast<const abi_types::__pointer_type_info *>(wanted), &value);
    }
  } else if (!fits && !is_pointer) {
    fits = type->__do_upcast(static_cast<const abi_types::__class_type_info *>(wanted), &value);
  }
  if (fits) x->adjusted = value;
  return fits;
}

// --- throwing -------------------------------------------------------------------------------------------------------

extern "C" {

void *__cxa_allocate_exception(size_t bytes) { return make(bytes)->object; }
void __cxa_free_exception(void *object) { __allways_free(of_object(object)); }

MODEL void __cxa_throw(void *object, std::type_info *type, void (*destroy)(void *)) {
  exception *x = of_object(object);
  x->type = type;
  x->destroy = destroy;
  x->adjusted = object;
  x->text = text_of(type, object);
  fly(1);
  __allways_throw(x->unwind);
}

// std::system_error in a program that names neither it nor a base of it: only a handler for everything can take it, and nobody looks inside. What
// describes the type lies where the object would.
__ALLWAYS_NORETURN MODEL void __allways_throw_unnamed() {
  struct description {
    const void *methods;
    const char *name;
  };
  exception *x = make(sizeof(description));
  description *d = static_cast<description *>(x->object);
  d->methods = *reinterpret_cast<const void *const *>(&typeid(description));  // those of a class without bases
  d->name = "St12system_error";
  x->type = reinterpret_cast<const std::type_info *>(d);
  x->adjusted = x->object;
  fly(1);
  __allways_throw(x->unwind);
}

MODEL void __cxa_rethrow() {
  exception *x = top();
  if (!x) std::terminate();
  x->handlers = -x->handlers;
  fly(1);
  __allways_throw(x->unwind);
}

// --- catching -------------------------------------------------------------------------------------------------------

void *__cxa_begin_catch(void *thrown) {
  exception *x = of_thrown(thrown);
  fly(-1);
  // Thrown again and taken inside of its own handler, it is on the list already.
  if (!x->handlers) push(x);
  x->handlers = (x->handlers < 0 ? -x->handlers : x->handlers) + 1;
  return x->adjusted;
}

void __cxa_end_catch() {
  exception *x = top();
  if (x->handlers < 0) {
    // Left by `throw;`: the exception is on its way to another handler.
    if (!++x->handlers) pop();
    return;
  }
  if (--x->handlers) return;
  pop();
  release(x);
}

void *__cxa_get_exception_ptr(void *thrown) { return of_thrown(thrown)->adjusted; }

std::type_info *__cxa_current_exception_type() {
  exception *x = top();
  return x ? const_cast<std::type_info *>(x->type) : nullptr;
}

MODEL void __cxa_pure_virtual() {
  __allways_check(0, "exception", "a pure virtual function is called");
  std::terminate();
}
MODEL void __cxa_deleted_virtual() {
  __allways_check(0, "exception", "a deleted virtual function is called");
  std::terminate();
}
MODEL void __cxa_bad_cast() { throw std::bad_cast(); }
MODEL void __cxa_bad_typeid() { throw std::bad_typeid(); }
MODEL void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
MODEL void __cxa_call_unexpected(void *) { std::terminate(); }

}  // extern "C"

// --- std ------------------------------------------------------------------------------------------------------------

namespace std {

static terminate_handler on_terminate;

terminate_handler set_terminate(terminate_handler f) noexcept {
  terminate_handler old = on_terminate;
  on_terminate = f;
  return old;
}
terminate_handler get_terminate() noexcept { return on_terminate; }
MODEL void terminate() noexcept {
  if (on_terminate) on_terminate();
  __allways_check(0, "exception", "std::terminate is called");
  abort();
}

bool uncaught_exception() noexcept { return in_flight() > 0; }
int uncaught_exceptions() noexcept { return in_flight(); }

exception_ptr current_exception() noexcept {
  ::exception *x = top();
  return exception_ptr(x ? x->primary->object : nullptr);
}

namespace __exception_ptr {
exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) {
  if (object) _M_addref();
}
void exception_ptr::_M_addref() noexcept { count(of_object(_M_exception_object), 1); }
void exception_ptr::_M_release() noexcept {
  release(of_object(_M_exception_object));
  _M_exception_object = nullptr;
}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info *exception_ptr::__cxa_exception_type() const noexcept { return of_object(_M_exception_object)->type; }
}  // namespace __exception_ptr

MODEL void rethrow_exception(exception_ptr p) {
  ::exception *primary = of_object(p._M_get()), *x = make(0);
  count(primary, 1);
  x->primary = primary;
  x->object = x->adjusted = primary->object;
  x->type = primary->type;
  x->text = text_of(primary->type, primary->object);
  fly(1);
  __allways_throw(x->unwind);
}

}  // namespace std

namespace __cxxabiv1 {
// Nothing throws it; handlers of the library name it.
__forced_unwind::~__forced_unwind() throw() {}

extern "C" __cxa_refcounted_exception *__cxa_init_primary_exception(void *object, std::type_info *type,
                                                                    void (*destroy)(void *)) noexcept {
  exception *x = of_object(object);
  x->type = type;
  x->destroy = destroy;
  x->references = 0;  // std::make_exception_ptr makes the first one
  return reinterpret_cast<__cxa_refcounted_exception *>(x);
}
}  // namespace __cxxabiv1
