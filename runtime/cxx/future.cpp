// What <future> leaves to the library.
#include <climits>
#include <future>

#include "abi.h"

extern "C" bool futex_wait(const int *word, int value, bool limited);
extern "C" int futex_wake(const int *word, int most);
extern "C" char __libc_single_threaded;
char __libc_single_threaded;  // never: counters of references are always changed atomically

namespace std {

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

static bool wait_for_word(unsigned *word, unsigned value, bool limited) {
  return futex_wait(reinterpret_cast<int *>(word), static_cast<int>(value), limited) || !limited;
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *word, unsigned value, bool limited, chrono::seconds,
                                                       chrono::nanoseconds) {
  return wait_for_word(word, value, limited);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *word, unsigned value, bool limited,
                                                              chrono::seconds, chrono::nanoseconds) {
  return wait_for_word(word, value, limited);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *word) {
  futex_wake(reinterpret_cast<int *>(word), INT_MAX);
}

}  // namespace std
