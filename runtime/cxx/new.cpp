// Memory: every form of new and delete.
#include <new>

#include "abi.h"

namespace {

MODEL inline void *allocate(std::size_t n) {
  if (n > static_cast<std::size_t>(-1) / 2) throw std::bad_alloc();
  if (__allways_malloc_may_fail && __allways_nondet_bool("memory is exhausted")) throw std::bad_alloc();
  return __allways_new(n);
}

MODEL inline void *try_allocate(std::size_t n) {
  if (n > static_cast<std::size_t>(-1) / 2) return nullptr;
  if (__allways_malloc_may_fail && __allways_nondet_bool("memory is exhausted")) return nullptr;
  return __allways_new(n);
}

}  // namespace

MODEL void *operator new(std::size_t n) { return allocate(n); }
MODEL void *operator new[](std::size_t n) { return allocate(n); }
MODEL void *operator new(std::size_t n, const std::nothrow_t &) noexcept { return try_allocate(n); }
MODEL void *operator new[](std::size_t n, const std::nothrow_t &) noexcept { return try_allocate(n); }
MODEL void *operator new(std::size_t n, std::align_val_t) { return allocate(n); }
MODEL void *operator new[](std::size_t n, std::align_val_t) { return allocate(n); }
MODEL void *operator new(std::size_t n, std::align_val_t, const std::nothrow_t &) noexcept { return try_allocate(n); }
MODEL void *operator new[](std::size_t n, std::align_val_t, const std::nothrow_t &) noexcept { return try_allocate(n); }
MODEL void operator delete(void *p) noexcept { __allways_free(p); }
MODEL void operator delete[](void *p) noexcept { __allways_free(p); }
MODEL void operator delete(void *p, std::size_t) noexcept { __allways_free(p); }
MODEL void operator delete[](void *p, std::size_t) noexcept { __allways_free(p); }
MODEL void operator delete(void *p, const std::nothrow_t &) noexcept { __allways_free(p); }
MODEL void operator delete[](void *p, const std::nothrow_t &) noexcept { __allways_free(p); }
MODEL void operator delete(void *p, std::align_val_t) noexcept { __allways_free(p); }
MODEL void operator delete[](void *p, std::align_val_t) noexcept { __allways_free(p); }
MODEL void operator delete(void *p, std::size_t, std::align_val_t) noexcept { __allways_free(p); }
MODEL void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { __allways_free(p); }

const std::nothrow_t std::nothrow{};
