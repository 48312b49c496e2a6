// The exceptions of the standard library and the functions through which its headers throw them.
#include <cstdarg>
#include <cstring>
#include <functional>
#include <future>
#include <ios>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <variant>

#include "abi.h"

extern "C" const char *allways_error_text(int error);  // errors.c

namespace std {

// --- text, shared by copies: a count in front of the characters -----------------------------------------------------

namespace {

long *count_of(const char *text) { return reinterpret_cast<long *>(const_cast<char *>(text)) - 1; }

const char *new_text(const char *from, size_t n) {
  long *count = static_cast<long *>(__allways_new(sizeof(long) + n + 1));
  char *text = reinterpret_cast<char *>(count + 1);
  *count = 1;
  memcpy(text, from, n);
  text[n] = '\0';
  return text;
}

void drop_text(const char *text) {
  if (text && !--*count_of(text)) __allways_free(count_of(text));
}

}  // namespace

__cow_string::__cow_string() : _M_p(new_text("", 0)) {}
__cow_string::__cow_string(const string &s) : _M_p(new_text(s.data(), s.size())) {}
__cow_string::__cow_string(const char *s, size_t n) : _M_p(new_text(s, n)) {}
__cow_string::__cow_string(const __cow_string &s) noexcept : _M_p(s._M_p) { ++*count_of(_M_p); }
__cow_string &__cow_string::operator=(const __cow_string &s) noexcept {
  ++*count_of(s._M_p);
  drop_text(_M_p);
  _M_p = s._M_p;
  return *this;
}
__cow_string::__cow_string(__cow_string &&s) noexcept : _M_p(s._M_p) { ++*count_of(_M_p); }
__cow_string &__cow_string::operator=(__cow_string &&s) noexcept {
  return *this = static_cast<const __cow_string &>(s);
}
__cow_string::~__cow_string() { drop_text(_M_p); }

// --- classes --------------------------------------------------------------------------------------------------------

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }

#define WITH_TEXT(name)                                                  \
  name::name(const string &s) : _M_msg(s) {}                             \
  name::name(const char *s) : _M_msg(s, strlen(s)) {}                    \
  name::name(name &&e) noexcept : exception(e), _M_msg(e._M_msg) {}      \
  name::name(const name &e) noexcept : exception(e), _M_msg(e._M_msg) {} \
  name &name::operator=(const name &e) noexcept {                        \
    _M_msg = e._M_msg;                                                   \
    return *this;                                                        \
  }                                                                      \
  name &name::operator=(name &&e) noexcept {                             \
    _M_msg = e._M_msg;                                                   \
    return *this;                                                        \
  }                                                                      \
  name::~name() noexcept {}                                              \
  const char *name::what() const noexcept { return _M_msg._M_p; }
WITH_TEXT(logic_error)
WITH_TEXT(runtime_error)

#define DERIVED(name, base)                \
  name::name(const string &s) : base(s) {} \
  name::name(const char *s) : base(s) {}   \
  name::~name() noexcept {}
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

// --- error codes ----------------------------------------------------------------------------------------------------

namespace {

struct plain_category : error_category {
  const char *called;
  constexpr explicit plain_category(const char *n) : called(n) {}
  const char *name() const noexcept override { return called; }
  string message(int code) const override { return allways_error_text(code); }
};

// Its numbers are those of the generic one.
struct category_of_system final : plain_category {
  constexpr explicit category_of_system(const char *n) : plain_category(n) {}
  error_condition default_error_condition(int code) const noexcept override {
    return error_condition(code, generic_category());
  }
};

struct category_of_futures final : plain_category {
  constexpr explicit category_of_futures(const char *n) : plain_category(n) {}
  string message(int code) const override {
    static const char *const texts[] = {"Future already retrieved", "Promise already satisfied", "No associated state",
                                        "Broken promise"};
    return code >= 1 && code <= 4 ? texts[code - 1] : "Unknown error";
  }
};

// Made when first asked for: models have no constructors that run before the program.
template <class T> const error_category &category(const char *name) {
  alignas(T) static char memory[sizeof(T)];
  static bool made;
  if (!made) {
    new (memory) T(name);
    made = true;
  }
  return *reinterpret_cast<const T *>(memory);
}

}  // namespace

_V2::error_category::~error_category() {}
__cow_string _V2::error_category::_M_message(int code) const { return __cow_string(message(code)); }
error_condition _V2::error_category::default_error_condition(int code) const noexcept {
  return error_condition(code, *this);
}
bool _V2::error_category::equivalent(int code, const error_condition &c) const noexcept {
  return default_error_condition(code) == c;
}
bool _V2::error_category::equivalent(const error_code &code, int c) const noexcept {
  return *this == code.category() && code.value() == c;
}
const _V2::error_category &_V2::system_category() noexcept { return category<category_of_system>("system"); }
const _V2::error_category &_V2::generic_category() noexcept { return category<plain_category>("generic"); }
error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}
system_error::~system_error() noexcept {}
const error_category &future_category() noexcept { return category<category_of_futures>("future"); }
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }

// --- throwing -------------------------------------------------------------------------------------------------------

MODEL void __throw_bad_exception() { throw bad_exception(); }
MODEL void __throw_bad_alloc() { throw bad_alloc(); }
MODEL void __throw_bad_array_new_length() { throw bad_array_new_length(); }
MODEL void __throw_bad_cast() { throw bad_cast(); }
MODEL void __throw_bad_typeid() { throw bad_typeid(); }
MODEL void __throw_bad_function_call() { throw bad_function_call(); }
MODEL void __throw_logic_error(const char *s) { throw logic_error(s); }
MODEL void __throw_domain_error(const char *s) { throw domain_error(s); }
MODEL void __throw_invalid_argument(const char *s) { throw invalid_argument(s); }
MODEL void __throw_length_error(const char *s) { throw length_error(s); }
MODEL void __throw_out_of_range(const char *s) { throw out_of_range(s); }
MODEL void __throw_runtime_error(const char *s) { throw runtime_error(s); }
MODEL void __throw_range_error(const char *s) { throw range_error(s); }
MODEL void __throw_overflow_error(const char *s) { throw overflow_error(s); }
MODEL void __throw_underflow_error(const char *s) { throw underflow_error(s); }
MODEL void __throw_system_error(int code) { throw system_error(error_code(code, generic_category())); }
MODEL void __throw_ios_failure(const char *s) { throw ios_base::failure(s); }
MODEL void __throw_ios_failure(const char *s, int) { throw ios_base::failure(s); }
MODEL void __throw_future_error(int code) { throw future_error(error_code(code, future_category())); }

namespace {

struct short_text {
  char text[512];
  size_t n = 0;
  void put(char c) {
    if (n + 1 < sizeof text) text[n++] = c;
  }
  void put(const char *s) {
    while (*s) put(*s++);
  }
  void put(size_t number) {
    char digits[20];
    size_t k = 0;
    do digits[k++] = static_cast<char>('0' + number % 10);
    while (number /= 10);
    while (k) put(digits[--k]);
  }
};

}  // namespace

// The format knows %s, %zu and %% alone. To leave it to printf would bring all of that into every program with a string.
void __throw_out_of_range_fmt(const char *format, ...) {
  short_text out;
  va_list arguments;
  va_start(arguments, format);
  for (; *format; format++) {
    bool special = *format == '%';
    if (special) format++;
    if (special && *format == 's') {
      out.put(va_arg(arguments, const char *));
    } else if (special && *format == 'z') {
      out.put(va_arg(arguments, size_t));
      format++;
    } else {
      out.put(*format);
    }
  }
  va_end(arguments);
  out.text[out.n] = '\0';
  throw out_of_range(out.text);
}

// "get() != pointer()", "_M_get() != nullptr": what smart pointers ask for before they are followed.
static bool is_of_null(const char *condition) {
  static const char END[] = "get() != ";
  for (; *condition; condition++) {
    size_t n = 0;
    while (END[n] && condition[n] == END[n]) n++;
    if (!END[n]) return true;
  }
  return false;
}

// The library as it is shipped goes on behind a broken precondition, and all that follows is undefined: where failing
// assertions are not looked for it is an error of memory, and unknown where these are not looked for either.
MODEL void __glibcxx_assert_fail(const char *, int, const char *, const char *condition) noexcept {
  __allways_check(0, "assert", "an assertion of the C++ library fails");
  if (is_of_null(condition)) __allways_check(0, "null", "an empty smart pointer is followed");
  __allways_check(0, "bounds", "a precondition of the C++ library is broken");
  __allways_unsupported("a precondition of the C++ library is broken, and this is not checked");
}

}  // namespace std
