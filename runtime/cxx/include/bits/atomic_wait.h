// libstdc++ chooses a place for those who wait for an atomic object by the bits of its address, which are not known here: all of
// them share one place.
#ifndef ALLWAYS_BITS_ATOMIC_WAIT_H
#define ALLWAYS_BITS_ATOMIC_WAIT_H
#pragma GCC system_header

#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/std_mutex.h>
#include <cstdint>
#include <ext/numeric_traits.h>
#include <sys/syscall.h>
#include <unistd.h>

#define uintptr_t(address) ((void)(address), 0ul)
#include_next <bits/atomic_wait.h>
#undef uintptr_t
#endif
