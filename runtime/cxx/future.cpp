// What <future> leaves to the library.
#include <cerrno>
#include <climits>
#include <ctime>
#include <future>

#include "abi.h"

extern "C" int futex_wait(const int *word, int value, bool limited);
extern "C" void time_reached(int clock, const timespec *deadline);
extern "C" int futex_wake(const int *word, int most);
extern "C" char __libc_single_threaded;
char __libc_single_threaded;  // never: counters of references are always changed atomically

namespace std {

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

// It would have to wait for the end of the thread.
void __future_base::_State_baseV2::_Make_ready::_M_set() { __allways_unsupported("a value of a promise at the end of its thread"); }

// False: the time is over.
static bool wait_for_word(unsigned *word, unsigned value, bool limited, clockid_t clock, chrono::seconds seconds,
                          chrono::nanoseconds rest) {
  if (futex_wait(reinterpret_cast<int *>(word), static_cast<int>(value), limited) != ETIMEDOUT) return true;
  if (__allways_clocks) {
    timespec deadline = {static_cast<time_t>(seconds.count()), static_cast<long>(rest.count())};
    time_reached(clock, &deadline);
  }
  return false;
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *word, unsigned value, bool limited, chrono::seconds s,
                                                       chrono::nanoseconds ns) {
  return wait_for_word(word, value, limited, CLOCK_REALTIME, s, ns);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *word, unsigned value, bool limited,
                                                              chrono::seconds s, chrono::nanoseconds ns) {
  return wait_for_word(word, value, limited, CLOCK_MONOTONIC, s, ns);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *word) {
  futex_wake(reinterpret_cast<int *>(word), INT_MAX);
}

}  // namespace std
