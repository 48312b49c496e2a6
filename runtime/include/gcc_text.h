// What gcc's preprocessor leaves in a .i file and clang does not know. Included in front of such a file, which is
// preprocessed once more for that (src/front/clang/gcc_text.h).
#ifdef __ALLWAYS_GCC_FLOATS
#define _Float32 float
#define _Float64 double
#define _Float32x double
#define _Float64x long double
#define _Float128 __float128
#endif

// Instead of gcc's own headers, whose built-in functions clang has not.
#ifdef __ALLWAYS_GCC_INTRINSICS
#undef __STDC_HOSTED__  // no <stdlib.h>: the text has its own
#include <immintrin.h>
#endif

// __attribute__((__malloc__ (free, 1))): who frees it.
#define __malloc__(...) __malloc__

// Arguments of an inlined function with variable arguments: in the bodies that glibc's headers give functions which
// have a model here. Anywhere else it is refused.
#define __builtin_va_arg_pack() __allways_va_arg_pack()
#define __builtin_va_arg_pack_len() __allways_va_arg_pack_len()
int __allways_va_arg_pack(void);
int __allways_va_arg_pack_len(void);

// gcc's <stdatomic.h> uses these on objects of atomic types, clang takes plain ones only.
#define __allways_plain(p) ((__typeof__((void)0, *(p)) *)(p))
#define __atomic_load(p, ...) __atomic_load(__allways_plain(p), __VA_ARGS__)
#define __atomic_load_n(p, ...) __atomic_load_n(__allways_plain(p), __VA_ARGS__)
#define __atomic_store(p, ...) __atomic_store(__allways_plain(p), __VA_ARGS__)
#define __atomic_store_n(p, ...) __atomic_store_n(__allways_plain(p), __VA_ARGS__)
#define __atomic_exchange(p, ...) __atomic_exchange(__allways_plain(p), __VA_ARGS__)
#define __atomic_exchange_n(p, ...) __atomic_exchange_n(__allways_plain(p), __VA_ARGS__)
#define __atomic_compare_exchange(p, ...) __atomic_compare_exchange(__allways_plain(p), __VA_ARGS__)
#define __atomic_compare_exchange_n(p, ...) __atomic_compare_exchange_n(__allways_plain(p), __VA_ARGS__)
#define __atomic_fetch_add(p, ...) __atomic_fetch_add(__allways_plain(p), __VA_ARGS__)
#define __atomic_fetch_sub(p, ...) __atomic_fetch_sub(__allways_plain(p), __VA_ARGS__)
#define __atomic_fetch_and(p, ...) __atomic_fetch_and(__allways_plain(p), __VA_ARGS__)
#define __atomic_fetch_or(p, ...) __atomic_fetch_or(__allways_plain(p), __VA_ARGS__)
#define __atomic_fetch_xor(p, ...) __atomic_fetch_xor(__allways_plain(p), __VA_ARGS__)
