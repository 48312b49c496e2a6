// Memory: every form of new and delete.
#include <new>

#include "abi.h"

namespace {

MODEL inline bool is_exhausted(std::size_t n) {
  return n > static_cast<std::size_t>(-1) / 2 || (__allways_malloc_may_fail && __allways_nondet_bool("memory is exhausted"));
}

MODEL inline void *one(std::size_t n) {
  if (is_exhausted(n)) throw std::bad_alloc();
  return __allways_new_scalar(n);
}
MODEL inline void *try_one(std::size_t n) { return is_exhausted(n) ? nullptr : __allways_new_scalar(n); }

// A new-expression for a negative number of elements, or for more than there can be, asks for this.
constexpr std::size_t NO_LENGTH = static_cast<std::size_t>(-1);

MODEL inline void *several(std::size_t n) {
  if (n == NO_LENGTH) throw std::bad_array_new_length();
  if (is_exhausted(n)) throw std::bad_alloc();
  return __allways_new_array(n);
}
MODEL inline void *try_several(std::size_t n) { return is_exhausted(n) ? nullptr : __allways_new_array(n); }

// What is asked for is a power of two, of which every allocation is a multiple up to 16.
#define POWERS POWER(5) POWER(6) POWER(7) POWER(8) POWER(9) POWER(10) POWER(11) POWER(12) POWER(13) POWER(14) POWER(15) POWER(16)
#define POWER(p) \
  case std::size_t{1} << p: return MAKE(n, p);

MODEL inline void *one_aligned(std::size_t n, std::align_val_t to) {
  if (static_cast<std::size_t>(to) <= 16) return __allways_new_scalar(n);
#define MAKE __allways_new_scalar_aligned
  switch (static_cast<std::size_t>(to)) { POWERS }
#undef MAKE
  __allways_unsupported("an allocation aligned to more than 64 KiB");
}

MODEL inline void *several_aligned(std::size_t n, std::align_val_t to) {
  if (static_cast<std::size_t>(to) <= 16) return __allways_new_array(n);
#define MAKE __allways_new_array_aligned
  switch (static_cast<std::size_t>(to)) { POWERS }
#undef MAKE
  __allways_unsupported("an allocation aligned to more than 64 KiB");
}

MODEL inline void need(std::size_t n) {
  if (is_exhausted(n)) throw std::bad_alloc();
}

}  // namespace

MODEL void *operator new(std::size_t n) { return one(n); }
MODEL void *operator new[](std::size_t n) { return __allways_own_new ? operator new(n) : several(n); }
MODEL void *operator new(std::size_t n, const std::nothrow_t &) noexcept {
  return __allways_own_new ? operator new(n) : try_one(n);
}
MODEL void *operator new[](std::size_t n, const std::nothrow_t &) noexcept {
  return __allways_own_new ? operator new[](n) : try_several(n);
}
MODEL void *operator new(std::size_t n, std::align_val_t to) { return need(n), one_aligned(n, to); }
MODEL void *operator new[](std::size_t n, std::align_val_t to) {
  if (n == NO_LENGTH) throw std::bad_array_new_length();
  return need(n), several_aligned(n, to);
}
MODEL void *operator new(std::size_t n, std::align_val_t to, const std::nothrow_t &) noexcept {
  return is_exhausted(n) ? nullptr : one_aligned(n, to);
}
MODEL void *operator new[](std::size_t n, std::align_val_t to, const std::nothrow_t &) noexcept {
  return is_exhausted(n) ? nullptr : several_aligned(n, to);
}
MODEL void operator delete(void *p) noexcept { __allways_free_scalar(p); }
MODEL void operator delete[](void *p) noexcept {
  if (__allways_own_delete)
    operator delete(p);
  else
    __allways_free_array(p);
}
MODEL void operator delete(void *p, std::size_t n) noexcept {
  if (__allways_own_delete)
    operator delete(p);
  else
    __allways_free_sized(p, n);
}
// How many elements there are stands before them: another size than was asked for is that of elements of another class.
MODEL void operator delete[](void *p, std::size_t n) noexcept {
  if (__allways_own_delete | __allways_own_delete_array) {
    operator delete[](p);
    return;
  }
  if (!__allways_own_new && p)
    __allways_check(__allways_size(p) == n, "double-free", "an array is deleted as one of another class");
  __allways_free_array(p);
}
MODEL void operator delete(void *p, const std::nothrow_t &) noexcept { operator delete(p); }
MODEL void operator delete[](void *p, const std::nothrow_t &) noexcept { operator delete[](p); }
MODEL void operator delete(void *p, std::align_val_t) noexcept { __allways_free_scalar(p); }
MODEL void operator delete[](void *p, std::align_val_t) noexcept { __allways_free_array(p); }
MODEL void operator delete(void *p, std::size_t n, std::align_val_t) noexcept { __allways_free_sized(p, n); }
MODEL void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { __allways_free_array(p); }

const std::nothrow_t std::nothrow{};
