// Fixed-point types (SC_INCLUDE_FX): programs that mention them compile; a run that makes such a number ends UNKNOWN with
// the name of its type. Until then everything else of the program is looked at.
#ifndef ALLWAYS_SC_FX_H
#define ALLWAYS_SC_FX_H

#include <ostream>
#include <string>

#include <intrinsics.h>

namespace sc_dt {

enum sc_q_mode { SC_RND, SC_RND_ZERO, SC_RND_MIN_INF, SC_RND_INF, SC_RND_CONV, SC_TRN, SC_TRN_ZERO };
enum sc_o_mode { SC_SAT, SC_SAT_ZERO, SC_SAT_SYM, SC_WRAP, SC_WRAP_SM };
enum sc_switch { SC_OFF, SC_ON };
enum sc_fmt { SC_F, SC_E };

// What all of them share: a value that nobody ever computes, since no object of the type comes into being.
class sc_fxnum {
 public:
  operator double() const { return 0; }
  double to_double() const { return 0; }
  float to_float() const { return 0; }
  int to_int() const { return 0; }
  unsigned to_uint() const { return 0; }
  long to_long() const { return 0; }
  std::string to_string() const { return std::string(); }
  int wl() const { return 0; }
  int iwl() const { return 0; }
  bool overflow_flag() const { return false; }
  bool quantization_flag() const { return false; }
  bool operator[](int) const { return false; }
};
inline std::ostream &operator<<(std::ostream &os, const sc_fxnum &v) { return os << v.to_double(); }

#define ALLWAYS_SC_FX_BODY(TYPE)                                                  \
  TYPE() { __allways_unsupported("fixed-point numbers (" #TYPE ")"); }            \
  template <class... T>                                                           \
  TYPE(double, T...) {                                 \
    __allways_unsupported("fixed-point numbers (" #TYPE ")");                     \
  }                                                                               \
  template <class T>                                                              \
  TYPE &operator=(const T &) { return *this; }                                    \
  template <class T>                                                              \
  TYPE &operator+=(const T &) { return *this; }                                   \
  template <class T>                                                              \
  TYPE &operator-=(const T &) { return *this; }                                   \
  template <class T>                                                              \
  TYPE &operator*=(const T &) { return *this; }                                   \
  template <class T>                                                              \
  TYPE &operator/=(const T &) { return *this; }                                   \
  TYPE &operator<<=(int) { return *this; }                                        \
  TYPE &operator>>=(int) { return *this; }                                        \
  TYPE &operator++() { return *this; }                                            \
  TYPE &operator--() { return *this; }

#define ALLWAYS_SC_FX_TEMPLATE(TYPE)                                                         \
  template <int W, int I, sc_q_mode Q = SC_TRN, sc_o_mode O = SC_WRAP, int N = 0>            \
  class TYPE : public sc_fxnum {                                                             \
   public:                                                                                   \
    ALLWAYS_SC_FX_BODY(TYPE)                                                                 \
  };
ALLWAYS_SC_FX_TEMPLATE(sc_fixed)
ALLWAYS_SC_FX_TEMPLATE(sc_ufixed)
ALLWAYS_SC_FX_TEMPLATE(sc_fixed_fast)
ALLWAYS_SC_FX_TEMPLATE(sc_ufixed_fast)

#define ALLWAYS_SC_FX_CLASS(TYPE)     \
  class TYPE : public sc_fxnum {      \
   public:                            \
    ALLWAYS_SC_FX_BODY(TYPE)          \
  };
ALLWAYS_SC_FX_CLASS(sc_fix)
ALLWAYS_SC_FX_CLASS(sc_ufix)
ALLWAYS_SC_FX_CLASS(sc_fix_fast)
ALLWAYS_SC_FX_CLASS(sc_ufix_fast)
ALLWAYS_SC_FX_CLASS(sc_fxval)
ALLWAYS_SC_FX_CLASS(sc_fxtype_params)
ALLWAYS_SC_FX_CLASS(sc_fxtype_context)

#undef ALLWAYS_SC_FX_BODY
#undef ALLWAYS_SC_FX_TEMPLATE
#undef ALLWAYS_SC_FX_CLASS

}  // namespace sc_dt

#endif
