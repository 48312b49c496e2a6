// Times: conversion and text.
#include <systemc>

#include <cstdlib>

namespace sc_core {

sc_time_setting sc_time_settings = {1000, 1000, false, false};
bool sc_time_used;

// Units of the resolution, as the reference library has them: less than nothing wraps around, and what is too much is what the machine
// makes of it.
static sc_dt::uint64 whole_units(double units) {
  if (!(units < 0x1p63 && units > -0x1p63)) return 1ull << 63;
  return static_cast<sc_dt::uint64>(static_cast<sc_dt::int64>(units));
}

void sc_time::set_double(double length, sc_time_unit unit) {
  if (!sc_time_used && length != 0) sc_time_used = true;
  const double scale = static_cast<double>(sc_unit_in_fs(unit)) / static_cast<double>(sc_time_settings.resolution);
  m_value = whole_units(length * scale + 0.5);
}

static const char *const unit_names[] = {"fs", "ps", "ns", "us", "ms", "s"};
static const char *const unit_constants[] = {"SC_FS", "SC_PS", "SC_NS", "SC_US", "SC_MS", "SC_SEC"};

// Nothing at all, if errors are displayed only.
sc_time::sc_time(double length, const char *unit) : m_value(0) {
  int i = 0;
  while (i < 6 && __builtin_strcmp(unit, unit_names[i]) && __builtin_strcmp(unit, unit_constants[i])) i++;
  if (i < 6) set_double(length, static_cast<sc_time_unit>(i));
  else sc_complain(567, "invalid unit given");
}
static sc_time no_time(const char *why) {
  sc_complain(567, why);
  return sc_time();
}
sc_time::sc_time(double length, bool scale)
    : m_value(whole_units((scale ? length * static_cast<double>(sc_time_settings.default_unit) : length) + 0.5)) {
  sc_former(sc_former_time_double);
}
sc_time::sc_time(value_type length, bool scale) : m_value(scale ? length * sc_time_settings.default_unit : length) {
  sc_former(sc_former_time_uint64);
}
sc_time sc_time::in_default_units(double length) {
  return from_value(static_cast<value_type>(length * static_cast<double>(sc_time_settings.default_unit) + 0.5));
}
sc_time::sc_time(const std::string &text) : m_value(from_string(text.c_str()).m_value) {}

sc_time sc_time::from_string(const char *text) {
  const char *first = text;
  while (*first == ' ') first++;
  if ((*first < '0' || *first > '9') && *first != '.' && *first != '+') return no_time("invalid value given");  // no words
  char *rest = nullptr;
  const double length = std::strtod(text, &rest);
  if (rest == text) return no_time("invalid value given");
  while (*rest == ' ') rest++;
  if (!*rest) return no_time("no time unit given");
  return sc_time(length, rest);
}

double sc_time::to_default_time_units() const {
  return static_cast<double>(m_value) / static_cast<double>(sc_time_settings.default_unit);
}

double sc_time::to_seconds() const {
  return static_cast<double>(m_value) * (static_cast<double>(sc_time_settings.resolution) * 1e-15);
}

static void decimal(std::string &to, sc_dt::uint64 value) {
  char digits[24];
  int at = 24;
  do {
    digits[--at] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value);
  to.append(digits + at, static_cast<std::size_t>(24 - at));
}

// The largest unit in which the number is whole.
sc_time_tuple::sc_time_tuple(const sc_time &t) : m_value(t.value()), m_unit(SC_SEC) {
  if (!m_value) return;
  int zeros = 0;
  for (sc_dt::uint64 r = sc_time_settings.resolution; r > 1; r /= 10) zeros++;
  while (m_value % 10 == 0) {
    m_value /= 10;
    zeros++;
  }
  const int unit = zeros >= 15 ? 5 : zeros / 3;
  m_unit = static_cast<sc_time_unit>(unit);
  for (zeros -= 3 * unit; zeros > 0; zeros--) m_value *= 10;
}

const char *sc_time_tuple::unit_symbol() const { return unit_names[m_unit]; }

std::string sc_time_tuple::to_string() const {
  std::string text;
  decimal(text, m_value);
  text += ' ';
  text += unit_symbol();
  return text;
}

std::string sc_time::to_string() const { return sc_time_tuple(*this).to_string(); }
void sc_time::print(std::ostream &os) const { os << to_string(); }

// In fs; what both functions refuse, in the order of the reference library. 0: refused, and errors are displayed only.
static double checked_unit(int id, double length, sc_time_unit unit, bool fixed) {
  const char *wrong = nullptr;
  if (length < 0) wrong = "value not positive";
  double power = 1;
  while (power < length) power *= 10;
  while (power > length && power > 1e-20) power /= 10;
  if (wrong) {
  } else if (power < length * (1 - 1e-9)) {
    wrong = "value not a power of ten";
  } else if (sc_get_status() & ~(SC_ELABORATION | SC_STOPPED)) {
    wrong = "simulation running";
  } else if (fixed) {
    wrong = "already specified";
  } else if (sc_time_used) {
    wrong = "sc_time object(s) constructed";
  }
  if (wrong) {
    sc_complain(id, wrong);
    return 0;
  }
  return length * static_cast<double>(sc_unit_in_fs(unit));
}

void sc_set_time_resolution(double length, sc_time_unit unit) {
  const double fs = checked_unit(514, length, unit, sc_time_settings.fixed);
  if (fs == 0) return;
  if (fs < 1) return sc_complain(514, "value smaller than 1 fs");
  const sc_dt::uint64 whole = static_cast<sc_dt::uint64>(fs + 0.5);
  // The default unit stays one nanosecond where that is possible.
  const sc_dt::uint64 unit_fs = sc_time_settings.default_unit * sc_time_settings.resolution;
  if (unit_fs < whole) sc_warning(516);
  sc_time_settings.default_unit = unit_fs > whole ? unit_fs / whole : 1;
  sc_time_settings.resolution = whole;
  sc_time_settings.fixed = true;
  __allways_declare("resolution", nullptr, "", nullptr, whole);
}

sc_time sc_get_time_resolution() { return sc_time::from_value(1); }

void sc_set_default_time_unit(double length, sc_time_unit unit) {
  sc_former(sc_former_set_unit);
  const double fs = checked_unit(515, length, unit, sc_time_settings.unit_fixed);
  const double units = fs / static_cast<double>(sc_time_settings.resolution);
  if (fs == 0) return;
  if (units < 1) return sc_complain(515, "value smaller than time resolution");
  sc_time_settings.default_unit = static_cast<sc_dt::uint64>(units + 0.5);
  sc_time_settings.unit_fixed = true;
}

sc_time sc_get_default_time_unit() {
  sc_former(sc_former_get_unit);
  return sc_time::from_value(sc_time_settings.default_unit);
}
double sc_simulation_time() {
  sc_former(sc_former_simulation_time);
  return sc_time_stamp().to_default_time_units();
}

}  // namespace sc_core
