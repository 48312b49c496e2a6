// How the reference library holds numbers: only programs that look into its digits need to know.
#ifndef ALLWAYS_SC_NBDEFS_H
#define ALLWAYS_SC_NBDEFS_H

#define BITS_PER_BYTE 8
#define BYTE_RADIX 256
#define BYTE_MASK 255
#define LOG2_BITS_PER_BYTE 3
#define BYTES_PER_DIGIT_TYPE 4
#define BITS_PER_DIGIT_TYPE 32
#define BYTES_PER_DIGIT 4
#define BITS_PER_DIGIT 30
#define DIGIT_RADIX (1ul << BITS_PER_DIGIT)
#define DIGIT_MASK (DIGIT_RADIX - 1)
#define BITS_PER_HALF_DIGIT (BITS_PER_DIGIT / 2)
#define HALF_DIGIT_RADIX (1ul << BITS_PER_HALF_DIGIT)
#define HALF_DIGIT_MASK (HALF_DIGIT_RADIX - 1)
#define DIV_CEIL2(x, y) (((x)-1) / (y) + 1)
#define DIV_CEIL(x) DIV_CEIL2(x, BITS_PER_DIGIT)
#define BITS_PER_CHAR 8
#define BITS_PER_INT (sizeof(int) * BITS_PER_CHAR)
#define BITS_PER_LONG (sizeof(long) * BITS_PER_CHAR)
#define BITS_PER_INT64 (sizeof(::sc_dt::int64) * BITS_PER_CHAR)
#define BITS_PER_UINT BITS_PER_INT
#define BITS_PER_ULONG BITS_PER_LONG
#define BITS_PER_UINT64 BITS_PER_INT64
#define DIGITS_PER_CHAR 1
#define DIGITS_PER_INT DIV_CEIL(BITS_PER_INT)
#define DIGITS_PER_LONG DIV_CEIL(BITS_PER_LONG)
#define DIGITS_PER_INT64 DIV_CEIL(BITS_PER_INT64)
#define DIGITS_PER_UINT DIGITS_PER_INT
#define DIGITS_PER_ULONG DIGITS_PER_LONG
#define DIGITS_PER_UINT64 DIGITS_PER_INT64
#define SC_INTWIDTH 64

namespace sc_dt {
const uint64 UINT64_ZERO = 0, UINT64_ONE = 1, UINT64_32ONES = 0xffffffff;
const unsigned UINT_ZERO = 0, UINT_ONE = 1;
}  // namespace sc_dt

#endif
