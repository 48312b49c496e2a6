// What <memory> leaves to the library: the lock behind atomic operations on std::shared_ptr.
#include <memory>
#include <pthread.h>

#include "abi.h"

namespace std {

// The library has sixteen of them, chosen by address. No code of the program runs inside, so one serves as well.
static pthread_mutex_t atomic_pointers = PTHREAD_MUTEX_INITIALIZER;

MODEL _Sp_locker::_Sp_locker(const void *) noexcept : _M_key1(0), _M_key2(0) { pthread_mutex_lock(&atomic_pointers); }
MODEL _Sp_locker::_Sp_locker(const void *, const void *) noexcept : _M_key1(0), _M_key2(0) { pthread_mutex_lock(&atomic_pointers); }
MODEL _Sp_locker::~_Sp_locker() { pthread_mutex_unlock(&atomic_pointers); }

bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

nested_exception::~nested_exception() noexcept {}

}  // namespace std
