// Texts by the names that programs have used for them.
#ifndef ALLWAYS_SC_STRING_H
#define ALLWAYS_SC_STRING_H

#include <string>
#include <string_view>

#include "sysc/kernel/sc_basics.h"

namespace sc_core {

typedef std::string_view sc_string_view;

// Ends in a zero.
class sc_zstring_view : public sc_string_view {
 public:
  sc_zstring_view() {}
  sc_zstring_view(const char *text) : sc_string_view(text) {}
  sc_zstring_view(const std::string &text) : sc_string_view(text) {}
  const char *c_str() const { return data(); }
};

}  // namespace sc_core

namespace sc_dt {

class sc_string_old : public std::string {
 public:
  explicit sc_string_old(int room = 16) { reserve(static_cast<std::size_t>(room)); }
  sc_string_old(const char *text) : std::string(text) {}
  sc_string_old(const char *text, int n) : std::string(text, static_cast<std::size_t>(n)) {}
  sc_string_old(const std::string &text) : std::string(text) {}
  operator const char *() const { return c_str(); }
  int length() const { return static_cast<int>(size()); }
  sc_string_old substr(int first, int last) const {
    return first > last ? sc_string_old("") : sc_string_old(std::string::substr(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first + 1)));
  }
  char operator[](int i) const { return std::string::operator[](static_cast<std::size_t>(i)); }
  char &operator[](int i) { return std::string::operator[](static_cast<std::size_t>(i)); }
  int to_int() const { return std::atoi(c_str()); }
};

}  // namespace sc_dt

#endif

// Outside of the guard: a precompiled header was made without the program's macros.
#if defined SC_USE_SC_STRING_OLD && !defined ALLWAYS_SC_STRING
#define ALLWAYS_SC_STRING
typedef sc_dt::sc_string_old sc_string;
#endif
#if defined SC_USE_STD_STRING && !defined ALLWAYS_SC_STRING
#define ALLWAYS_SC_STRING
typedef ::std::string sc_string;
#endif
