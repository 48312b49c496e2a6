// The pool resources of <memory_resource>. Which blocks a pool keeps is its own affair: here each comes from upstream by itself, and goes back when it is
// given back, so that what uses it afterwards is found. Those that nobody gave back go when the resource is released.
#include <memory_resource>
#include <mutex>

#include "abi.h"

namespace std::pmr {

namespace {

// Stands before a block.
struct link {
  link *next, *before;
  size_t bytes, alignment, head;  // of all that upstream gave; how much of it is before the block
};

void *take(memory_resource *upstream, link *&first, size_t bytes, size_t alignment) {
  if (alignment < alignof(link)) alignment = alignof(link);
  size_t head = (sizeof(link) + alignment - 1) / alignment * alignment;
  char *p = static_cast<char *>(upstream->allocate(bytes + head, alignment)) + head;
  link *l = ::new (static_cast<void *>(p - sizeof(link))) link{first, nullptr, bytes + head, alignment, head};
  if (first) first->before = l;
  first = l;
  return p;
}

void give(memory_resource *upstream, link *&first, void *block) {
  link *l = reinterpret_cast<link *>(static_cast<char *>(block) - sizeof(link));
  (l->before ? l->before->next : first) = l->next;
  if (l->next) l->next->before = l->before;
  upstream->deallocate(static_cast<char *>(block) - l->head, l->bytes, l->alignment);
}

void give_all(memory_resource *upstream, link *&first) {
  while (first) give(upstream, first, first + 1);
}

pool_options chosen(pool_options asked) {
  if (!asked.max_blocks_per_chunk) asked.max_blocks_per_chunk = 1024;
  if (!asked.largest_required_pool_block) asked.largest_required_pool_block = 4096;
  return asked;
}

}  // namespace

struct __pool_resource::_Pool : link {};
struct __pool_resource::_BigBlock {
  void *pointer;
};
struct synchronized_pool_resource::_TPools : link {};

__pool_resource::__pool_resource(const pool_options &asked, memory_resource *upstream)
    : _M_opts(chosen(asked)), _M_unpooled(upstream), _M_npools(0) {}
__pool_resource::~__pool_resource() {}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &asked, memory_resource *upstream)
    : _M_impl(asked, upstream) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }
void unsynchronized_pool_resource::release() { give_all(upstream_resource(), reinterpret_cast<link *&>(_M_pools)); }
void *unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  return take(upstream_resource(), reinterpret_cast<link *&>(_M_pools), bytes, alignment);
}
void unsynchronized_pool_resource::do_deallocate(void *p, size_t, size_t) {
  give(upstream_resource(), reinterpret_cast<link *&>(_M_pools), p);
}

synchronized_pool_resource::synchronized_pool_resource(const pool_options &asked, memory_resource *upstream)
    : _M_impl(asked, upstream) {}
synchronized_pool_resource::~synchronized_pool_resource() { release(); }
void synchronized_pool_resource::release() {
  lock_guard<shared_mutex> held(_M_mx);
  give_all(upstream_resource(), reinterpret_cast<link *&>(_M_tpools));
}
void *synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  lock_guard<shared_mutex> held(_M_mx);
  return take(upstream_resource(), reinterpret_cast<link *&>(_M_tpools), bytes, alignment);
}
void synchronized_pool_resource::do_deallocate(void *p, size_t, size_t) {
  lock_guard<shared_mutex> held(_M_mx);
  give(upstream_resource(), reinterpret_cast<link *&>(_M_tpools), p);
}

}  // namespace std::pmr
