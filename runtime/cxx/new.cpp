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

MODEL inline void *several(std::size_t n) {
  if (is_exhausted(n)) throw std::bad_alloc();
  return __allways_new_array(n);
}
MODEL inline void *try_several(std::size_t n) { return is_exhausted(n) ? nullptr : __allways_new_array(n); }

}  // namespace

MODEL void *operator new(std::size_t n) { return one(n); }
MODEL void *operator new[](std::size_t n) { return several(n); }
MODEL void *operator new(std::size_t n, const std::nothrow_t &) noexcept { return try_one(n); }
MODEL void *operator new[](std::size_t n, const std::nothrow_t &) noexcept { return try_several(n); }
MODEL void *operator new(std::size_t n, std::align_val_t) { return one(n); }
MODEL void *operator new[](std::size_t n, std::align_val_t) { return several(n); }
MODEL void *operator new(std::size_t n, std::align_val_t, const std::nothrow_t &) noexcept { return try_one(n); }
MODEL void *operator new[](std::size_t n, std::align_val_t, const std::nothrow_t &) noexcept { return try_several(n); }
MODEL void operator delete(void *p) noexcept { __allways_free_scalar(p); }
MODEL void operator delete[](void *p) noexcept { __allways_free_array(p); }
MODEL void operator delete(void *p, std::size_t) noexcept { __allways_free_scalar(p); }
MODEL void operator delete[](void *p, std::size_t) noexcept { __allways_free_array(p); }
MODEL void operator delete(void *p, const std::nothrow_t &) noexcept { __allways_free_scalar(p); }
MODEL void operator delete[](void *p, const std::nothrow_t &) noexcept { __allways_free_array(p); }
MODEL void operator delete(void *p, std::align_val_t) noexcept { __allways_free_scalar(p); }
MODEL void operator delete[](void *p, std::align_val_t) noexcept { __allways_free_array(p); }
MODEL void operator delete(void *p, std::size_t, std::align_val_t) noexcept { __allways_free_scalar(p); }
MODEL void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { __allways_free_array(p); }

const std::nothrow_t std::nothrow{};
