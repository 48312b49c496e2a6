// <ios> and <streambuf>: what all streams share. Stands in for libstdc++'s (doc/llvm.md, "C++ library"): no locales,
// characters are char. Numbers that go to the console are operands of an output (__allways_show), so that a symbolic
// one never forks; only streams into memory make digits.
#ifndef ALLWAYS_BITS_IOS_H
#define ALLWAYS_BITS_IOS_H

#include <bits/char_traits.h>
#include <bits/exception.h>
#include <bits/localefwd.h>
#include <iosfwd>
#include <string>
#include <system_error>

#include <intrinsics.h>

namespace std {

// --- flags (values as in libstdc++: the interpreter reads them, src/replay/machine_output.c) -----------------------

enum _Ios_Fmtflags {
  _S_boolalpha = 1 << 0,
  _S_dec = 1 << 1,
  _S_fixed = 1 << 2,
  _S_hex = 1 << 3,
  _S_internal = 1 << 4,
  _S_left = 1 << 5,
  _S_oct = 1 << 6,
  _S_right = 1 << 7,
  _S_scientific = 1 << 8,
  _S_showbase = 1 << 9,
  _S_showpoint = 1 << 10,
  _S_showpos = 1 << 11,
  _S_skipws = 1 << 12,
  _S_unitbuf = 1 << 13,
  _S_uppercase = 1 << 14,
  _S_adjustfield = _S_left | _S_right | _S_internal,
  _S_basefield = _S_dec | _S_oct | _S_hex,
  _S_floatfield = _S_scientific | _S_fixed,
  _S_ios_fmtflags_end = 1 << 16
};
enum _Ios_Openmode { _S_app = 1, _S_ate = 2, _S_bin = 4, _S_in = 8, _S_out = 16, _S_trunc = 32 };
enum _Ios_Iostate { _S_goodbit = 0, _S_badbit = 1, _S_eofbit = 2, _S_failbit = 4 };
enum _Ios_Seekdir { _S_beg = 0, _S_cur = 1, _S_end = 2 };

#define __ALLWAYS_BIT_ENUM(type)                                                                              \
  inline constexpr type operator&(type a, type b) { return type(static_cast<int>(a) & static_cast<int>(b)); } \
  inline constexpr type operator|(type a, type b) { return type(static_cast<int>(a) | static_cast<int>(b)); } \
  inline constexpr type operator^(type a, type b) { return type(static_cast<int>(a) ^ static_cast<int>(b)); } \
  inline constexpr type operator~(type a) { return type(~static_cast<int>(a)); }                              \
  inline type &operator|=(type &a, type b) { return a = a | b; }                                              \
  inline type &operator&=(type &a, type b) { return a = a & b; }                                              \
  inline type &operator^=(type &a, type b) { return a = a ^ b; }
__ALLWAYS_BIT_ENUM(_Ios_Fmtflags)
__ALLWAYS_BIT_ENUM(_Ios_Openmode)
__ALLWAYS_BIT_ENUM(_Ios_Iostate)
#undef __ALLWAYS_BIT_ENUM

enum class io_errc { stream = 1 };
template <> struct is_error_code_enum<io_errc> : public true_type {};

// --- ios_base -------------------------------------------------------------------------------------------------------

class ios_base {
public:
  class failure : public system_error {
    string _M_text;

  public:
    explicit failure(const string &text)
        : system_error(make_error_code(errc::io_error)), _M_text(text + ": iostream error") {}
    const char *what() const noexcept override { return _M_text.c_str(); }
  };

  typedef _Ios_Fmtflags fmtflags;
  static constexpr fmtflags boolalpha = _S_boolalpha, dec = _S_dec, fixed = _S_fixed, hex = _S_hex,
                            internal = _S_internal, left = _S_left, oct = _S_oct, right = _S_right,
                            scientific = _S_scientific, showbase = _S_showbase, showpoint = _S_showpoint,
                            showpos = _S_showpos, skipws = _S_skipws, unitbuf = _S_unitbuf, uppercase = _S_uppercase,
                            adjustfield = _S_adjustfield, basefield = _S_basefield, floatfield = _S_floatfield;
  typedef _Ios_Iostate iostate;
  static constexpr iostate badbit = _S_badbit, eofbit = _S_eofbit, failbit = _S_failbit, goodbit = _S_goodbit;
  typedef _Ios_Openmode openmode;
  static constexpr openmode app = _S_app, ate = _S_ate, binary = _S_bin, in = _S_in, out = _S_out, trunc = _S_trunc;
  typedef _Ios_Seekdir seekdir;
  static constexpr seekdir beg = _S_beg, cur = _S_cur, end = _S_end;

  class Init {
  public:
    Init();  // runtime/cxx/streams.cpp
  };

  fmtflags flags() const { return _M_flags; }
  fmtflags flags(fmtflags f) {
    fmtflags old = _M_flags;
    _M_flags = f;
    return old;
  }
  fmtflags setf(fmtflags f) { return flags(_M_flags | f); }
  fmtflags setf(fmtflags f, fmtflags mask) { return flags((_M_flags & ~mask) | (f & mask)); }
  void unsetf(fmtflags mask) { _M_flags &= ~mask; }
  streamsize precision() const { return _M_precision; }
  streamsize precision(streamsize n) {
    streamsize old = _M_precision;
    _M_precision = n;
    return old;
  }
  streamsize width() const { return _M_width; }
  streamsize width(streamsize n) {
    streamsize old = _M_width;
    if (old != n) _M_width = n;  // a write that changes nothing would still be one
    return old;
  }
  static bool sync_with_stdio(bool = true) { return true; }
  // Declared for <locale> and what includes it; there are no locales, so that a program which asks is told.
  const locale &_M_getloc() const;
  locale getloc() const;
  locale imbue(const locale &);
  static int xalloc() {
    static int next = 0;
    return next++;
  }
  long &iword(int i) { return _M_slot(i).number; }
  void *&pword(int i) { return _M_slot(i).pointer; }
  virtual ~ios_base() { delete[] _M_slots; }

  ios_base(const ios_base &) = delete;
  ios_base &operator=(const ios_base &) = delete;

protected:
  ios_base() {}

  struct _Slot {
    long number;
    void *pointer;
  };
  _Slot &_M_slot(int i) {
    if (i >= _M_slot_count) {
      _Slot *more = new _Slot[i + 1]();
      for (int k = 0; k < _M_slot_count; k++) more[k] = _M_slots[k];
      delete[] _M_slots;
      _M_slots = more;
      _M_slot_count = i + 1;
    }
    return _M_slots[i];
  }

  fmtflags _M_flags = _S_skipws | _S_dec;
  streamsize _M_precision = 6, _M_width = 0;
  _Slot *_M_slots = nullptr;
  int _M_slot_count = 0;
};

#define __ALLWAYS_MANIPULATOR(name, change) \
  inline ios_base &name(ios_base &base) {   \
    base.change;                            \
    return base;                            \
  }
__ALLWAYS_MANIPULATOR(boolalpha, setf(ios_base::boolalpha))
__ALLWAYS_MANIPULATOR(noboolalpha, unsetf(ios_base::boolalpha))
__ALLWAYS_MANIPULATOR(showbase, setf(ios_base::showbase))
__ALLWAYS_MANIPULATOR(noshowbase, unsetf(ios_base::showbase))
__ALLWAYS_MANIPULATOR(showpoint, setf(ios_base::showpoint))
__ALLWAYS_MANIPULATOR(noshowpoint, unsetf(ios_base::showpoint))
__ALLWAYS_MANIPULATOR(showpos, setf(ios_base::showpos))
__ALLWAYS_MANIPULATOR(noshowpos, unsetf(ios_base::showpos))
__ALLWAYS_MANIPULATOR(skipws, setf(ios_base::skipws))
__ALLWAYS_MANIPULATOR(noskipws, unsetf(ios_base::skipws))
__ALLWAYS_MANIPULATOR(uppercase, setf(ios_base::uppercase))
__ALLWAYS_MANIPULATOR(nouppercase, unsetf(ios_base::uppercase))
__ALLWAYS_MANIPULATOR(unitbuf, setf(ios_base::unitbuf))
__ALLWAYS_MANIPULATOR(nounitbuf, unsetf(ios_base::unitbuf))
__ALLWAYS_MANIPULATOR(internal, setf(ios_base::internal, ios_base::adjustfield))
__ALLWAYS_MANIPULATOR(left, setf(ios_base::left, ios_base::adjustfield))
__ALLWAYS_MANIPULATOR(right, setf(ios_base::right, ios_base::adjustfield))
__ALLWAYS_MANIPULATOR(dec, setf(ios_base::dec, ios_base::basefield))
__ALLWAYS_MANIPULATOR(hex, setf(ios_base::hex, ios_base::basefield))
__ALLWAYS_MANIPULATOR(oct, setf(ios_base::oct, ios_base::basefield))
__ALLWAYS_MANIPULATOR(fixed, setf(ios_base::fixed, ios_base::floatfield))
__ALLWAYS_MANIPULATOR(scientific, setf(ios_base::scientific, ios_base::floatfield))
__ALLWAYS_MANIPULATOR(hexfloat, setf(ios_base::fixed | ios_base::scientific, ios_base::floatfield))
__ALLWAYS_MANIPULATOR(defaultfloat, unsetf(ios_base::floatfield))
#undef __ALLWAYS_MANIPULATOR

// --- basic_streambuf ------------------------------------------------------------------------------------------------

template <typename _CharT, typename _Traits> class basic_streambuf {
public:
  typedef _CharT char_type;
  typedef _Traits traits_type;
  typedef typename _Traits::int_type int_type;
  typedef typename _Traits::pos_type pos_type;
  typedef typename _Traits::off_type off_type;

  virtual ~basic_streambuf() {}

  // The number of the console's stream that everything written goes to; 0: not a console.
  int __console() const { return _M_console; }

  basic_streambuf *pubsetbuf(char_type *s, streamsize n) { return setbuf(s, n); }
  pos_type pubseekoff(off_type off, ios_base::seekdir way, ios_base::openmode which = ios_base::in | ios_base::out) {
    return seekoff(off, way, which);
  }
  pos_type pubseekpos(pos_type at, ios_base::openmode which = ios_base::in | ios_base::out) {
    return seekpos(at, which);
  }
  int pubsync() { return sync(); }

  streamsize in_avail() { return _M_get < _M_get_end ? _M_get_end - _M_get : showmanyc(); }
  int_type sgetc() { return _M_get < _M_get_end ? _Traits::to_int_type(*_M_get) : underflow(); }
  int_type sbumpc() { return _M_get < _M_get_end ? _Traits::to_int_type(*_M_get++) : uflow(); }
  int_type snextc() { return _Traits::eq_int_type(sbumpc(), _Traits::eof()) ? _Traits::eof() : sgetc(); }
  streamsize sgetn(char_type *s, streamsize n) { return xsgetn(s, n); }
  int_type sputbackc(char_type c) {
    if (_M_get_begin < _M_get && _Traits::eq(c, _M_get[-1])) return _Traits::to_int_type(*--_M_get);
    return pbackfail(_Traits::to_int_type(c));
  }
  int_type sungetc() {
    if (_M_get_begin < _M_get) return _Traits::to_int_type(*--_M_get);
    return pbackfail(_Traits::eof());
  }
  int_type sputc(char_type c) {
    if (_M_put < _M_put_end) return _Traits::to_int_type(*_M_put++ = c);
    return overflow(_Traits::to_int_type(c));
  }
  streamsize sputn(const char_type *s, streamsize n) { return xsputn(s, n); }

protected:
  basic_streambuf() {}
  basic_streambuf(const basic_streambuf &) = default;
  basic_streambuf &operator=(const basic_streambuf &) = default;

  char_type *eback() const { return _M_get_begin; }
  char_type *gptr() const { return _M_get; }
  char_type *egptr() const { return _M_get_end; }
  void gbump(int n) { _M_get += n; }
  void setg(char_type *begin, char_type *at, char_type *end) {
    _M_get_begin = begin;
    _M_get = at;
    _M_get_end = end;
  }
  char_type *pbase() const { return _M_put_begin; }
  char_type *pptr() const { return _M_put; }
  char_type *epptr() const { return _M_put_end; }
  void pbump(int n) { _M_put += n; }
  void setp(char_type *begin, char_type *end) {
    _M_put_begin = _M_put = begin;
    _M_put_end = end;
  }

  virtual basic_streambuf *setbuf(char_type *, streamsize) { return this; }
  virtual pos_type seekoff(off_type, ios_base::seekdir, ios_base::openmode = ios_base::in | ios_base::out) {
    return pos_type(off_type(-1));
  }
  virtual pos_type seekpos(pos_type, ios_base::openmode = ios_base::in | ios_base::out) {
    return pos_type(off_type(-1));
  }
  virtual int sync() { return 0; }
  virtual streamsize showmanyc() { return 0; }
  virtual streamsize xsgetn(char_type *s, streamsize n) {
    streamsize done = 0;
    for (; done < n; done++) {
      int_type c = sbumpc();
      if (_Traits::eq_int_type(c, _Traits::eof())) break;
      s[done] = _Traits::to_char_type(c);
    }
    return done;
  }
  virtual int_type underflow() { return _Traits::eof(); }
  virtual int_type uflow() {
    if (_Traits::eq_int_type(underflow(), _Traits::eof()) || _M_get >= _M_get_end) return _Traits::eof();
    return _Traits::to_int_type(*_M_get++);
  }
  virtual int_type pbackfail(int_type = _Traits::eof()) { return _Traits::eof(); }
  virtual streamsize xsputn(const char_type *s, streamsize n) {
    streamsize done = 0;
    for (; done < n; done++)
      if (_Traits::eq_int_type(sputc(s[done]), _Traits::eof())) break;
    return done;
  }
  virtual int_type overflow(int_type = _Traits::eof()) { return _Traits::eof(); }

  int _M_console = 0;

private:
  char_type *_M_get_begin = nullptr, *_M_get = nullptr, *_M_get_end = nullptr;
  char_type *_M_put_begin = nullptr, *_M_put = nullptr, *_M_put_end = nullptr;
};

// What is written goes to simulate's output and the trace.
class __console_streambuf : public basic_streambuf<char> {
public:
  explicit __console_streambuf(int number) { _M_console = number; }

protected:
  streamsize xsputn(const char *s, streamsize n) override {
    __allways_read(s, static_cast<size_t>(n));
    __allways_write(_M_console, s, static_cast<size_t>(n));
    return n;
  }
  int_type overflow(int_type c = traits_type::eof()) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return 0;
    __allways_show("c", _M_console, 0, 0, 0, ' ', c);
    return c;
  }
};

// What is read is an input. A class of its own, so that programs that only write contain nothing that draws inputs.
class __console_input_streambuf : public basic_streambuf<char> {
public:
  __console_input_streambuf() { _M_console = -1; }

protected:
  int_type underflow() override {
    if (!_M_peeked) {
      _M_next = __allways_nondet_int("std::cin");
      __allways_assume(_M_next >= -1 && _M_next <= 255);
      _M_peeked = true;
    }
    return _M_next;
  }
  int_type uflow() override {
    int_type c = underflow();
    _M_peeked = traits_type::eq_int_type(c, traits_type::eof());
    return c;
  }

private:
  int _M_next = 0;
  bool _M_peeked = false;
};

// Takes everything and keeps nothing: files that are written.
class __nowhere_streambuf : public basic_streambuf<char> {
protected:
  streamsize xsputn(const char *, streamsize n) override { return n; }
  int_type overflow(int_type c = traits_type::eof()) override { return traits_type::not_eof(c); }
};

// --- basic_ios ------------------------------------------------------------------------------------------------------

template <typename _CharT, typename _Traits> class basic_ios : public ios_base {
public:
  typedef _CharT char_type;
  typedef _Traits traits_type;
  typedef typename _Traits::int_type int_type;
  typedef typename _Traits::pos_type pos_type;
  typedef typename _Traits::off_type off_type;
  typedef basic_streambuf<_CharT, _Traits> __streambuf_type;

  explicit basic_ios(__streambuf_type *b) { init(b); }

  explicit operator bool() const { return !fail(); }
  bool operator!() const { return fail(); }
  iostate rdstate() const { return _M_state; }
  void clear(iostate s = goodbit) {
    iostate now = _M_buf ? s : s | badbit;
    if (_M_state != now) _M_state = now;
    if (_M_except & now) throw failure("basic_ios::clear");
  }
  void setstate(iostate s) { clear(_M_state | s); }
  bool good() const { return _M_state == goodbit; }
  bool eof() const { return (_M_state & eofbit) != goodbit; }
  bool fail() const { return (_M_state & (badbit | failbit)) != goodbit; }
  bool bad() const { return (_M_state & badbit) != goodbit; }
  iostate exceptions() const { return _M_except; }
  void exceptions(iostate e) {
    _M_except = e;
    clear(_M_state);
  }
  basic_ostream<_CharT, _Traits> *tie() const { return _M_tie; }
  basic_ostream<_CharT, _Traits> *tie(basic_ostream<_CharT, _Traits> *t) {
    basic_ostream<_CharT, _Traits> *old = _M_tie;
    _M_tie = t;
    return old;
  }
  __streambuf_type *rdbuf() const { return _M_buf; }
  __streambuf_type *rdbuf(__streambuf_type *b) {
    __streambuf_type *old = _M_buf;
    _M_buf = b;
    clear();
    return old;
  }
  basic_ios &copyfmt(const basic_ios &from) {
    _M_flags = from._M_flags;
    _M_precision = from._M_precision;
    _M_width = from._M_width;
    _M_fill = from._M_fill;
    _M_tie = from._M_tie;
    exceptions(from._M_except);
    return *this;
  }
  char_type fill() const { return _M_fill; }
  char_type fill(char_type c) {
    char_type old = _M_fill;
    _M_fill = c;
    return old;
  }
  char narrow(char_type c, char) const { return static_cast<char>(c); }
  char_type widen(char c) const { return static_cast<char_type>(c); }

protected:
  basic_ios() {}
  void init(__streambuf_type *b) {
    _M_buf = b;
    _M_state = b ? goodbit : badbit;
  }
  void __take(basic_ios &from) {
    _M_flags = from._M_flags;
    _M_precision = from._M_precision;
    _M_width = from._M_width;
    _M_fill = from._M_fill;
    _M_state = from._M_state;
    _M_except = from._M_except;
    _M_tie = from._M_tie;
  }

  __streambuf_type *_M_buf = nullptr;
  basic_ostream<_CharT, _Traits> *_M_tie = nullptr;
  iostate _M_state = badbit, _M_except = goodbit;
  char_type _M_fill = ' ';
};

}  // namespace std

#endif
