// Before the bodies of std::string's members: one of them, made without an order of addresses of different objects.
#ifndef ALLWAYS_BITS_BASIC_STRING_TCC
#define ALLWAYS_BITS_BASIC_STRING_TCC

#if _GLIBCXX_USE_CXX11_ABI
namespace std {
_GLIBCXX_BEGIN_NAMESPACE_CXX11

// Does s point into another object than this string's text?
template <> inline bool basic_string<char>::_M_disjunct(const char *s) const noexcept {
  const char *text = _M_data();
  for (size_type i = 0, n = size(); i <= n; i++)
    if (text + i == s) return false;
  return true;
}

_GLIBCXX_END_NAMESPACE_CXX11
}  // namespace std
#endif

#include_next <bits/basic_string.tcc>

#endif
