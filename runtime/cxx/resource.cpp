// What <memory_resource> leaves to the library: the resources that it names, and the buffers of std::pmr::monotonic_buffer_resource. Pools
// stand in pools.cpp.
#include <memory_resource>
#include <new>

#include "abi.h"

namespace std::pmr {

namespace {

struct from_new final : memory_resource {
  void *do_allocate(size_t bytes, size_t alignment) override {
    return alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__ ? ::operator new(bytes, align_val_t(alignment)) : ::operator new(bytes);
  }
  void do_deallocate(void *p, size_t bytes, size_t alignment) override {
    if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
      ::operator delete(p, align_val_t(alignment));
    else
      ::operator delete(p);
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

struct from_nothing final : memory_resource {
  void *do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void *, size_t, size_t) override {}
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

// They exist before everything else and are never destroyed.
template <class T> union always {
  T resource;
  constexpr always() : resource() {}
  ~always() {}
};
always<from_new> by_new;
always<from_nothing> by_nothing;
memory_resource *by_default = &by_new.resource;

}  // namespace

memory_resource::~memory_resource() {}
memory_resource *new_delete_resource() noexcept { return &by_new.resource; }
memory_resource *null_memory_resource() noexcept { return &by_nothing.resource; }
memory_resource *get_default_resource() noexcept { return __atomic_load_n(&by_default, __ATOMIC_SEQ_CST); }
memory_resource *set_default_resource(memory_resource *r) noexcept {
  return __atomic_exchange_n(&by_default, r ? r : &by_new.resource, __ATOMIC_SEQ_CST);
}

// Stands at the begin of a buffer from upstream.
class monotonic_buffer_resource::_Chunk {
public:
  _Chunk *next;
  size_t bytes, alignment;
};

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  if (alignment < alignof(_Chunk)) alignment = alignof(_Chunk);
  size_t before = (sizeof(_Chunk) + alignment - 1) / alignment * alignment;
  size_t all = (bytes > _M_next_bufsiz ? bytes : _M_next_bufsiz) + before;
  char *p = static_cast<char *>(_M_upstream->allocate(all, alignment));
  _M_head = ::new (static_cast<void *>(p)) _Chunk{_M_head, all, alignment};
  _M_current_buf = p + before;
  _M_avail = all - before;
  _M_next_bufsiz = _S_next_bufsize(_M_next_bufsiz);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_M_head) {
    _Chunk *c = _M_head;
    _M_head = c->next;
    _M_upstream->deallocate(c, c->bytes, c->alignment);
  }
}

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

}  // namespace std::pmr
