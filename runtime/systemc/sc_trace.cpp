// Trace files as `simulate` writes them: what the reference library (2.3.4) writes, but for the date.
#include <algorithm>
#include <cstdio>
#include <map>
#include <systemc>

namespace sc_core {

// --- values ---------------------------------------------------------------------------------------------------------

std::string sc_trace_bits(unsigned long long value, int width, bool fits) {
  std::string out;
  for (int i = width; i-- > 0;) out += !fits ? 'x' : value >> i & 1 ? '1' : '0';
  return out;
}
std::string sc_trace_real(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.16g", value);
  return text;
}
std::string sc_trace_logic(char value) { return value == 'X' ? "x" : value == 'Z' ? "z" : std::string(1, value); }

namespace {

// It has come since it was last written.
class traced_event : public sc_traced {
 public:
  traced_event(const sc_event &e, const std::string &name) : sc_traced(event, name), m_event(e) {}
  bool changed() override { return m_came; }
  std::string text() override {
    const bool came = m_came;
    m_came = false;
    return came ? "1" : "";
  }
  void came() override { m_came = m_came || __allways_triggered(&m_event); }

 private:
  const sc_event &m_event;
  bool m_came = false;
};

// What is written is what it was when somebody last asked for a change.
class traced_time : public sc_traced {
 public:
  traced_time(const sc_time &t, const std::string &name) : sc_traced(time, name), m_time(t), m_seen(t.value()), m_old(m_seen) {}
  bool changed() override {
    m_seen = m_time.value();
    return m_seen != m_old;
  }
  std::string text() override {
    m_old = m_seen;
    return sc_trace_bits(m_seen, 64, true);
  }
  int width() const override { return 64; }

 private:
  const sc_time &m_time;
  unsigned long long m_seen, m_old;
};

class traced_literal : public sc_traced {
 public:
  traced_literal(const unsigned &v, const std::string &name, const char **literals) : sc_traced(wire, name), m_value(v), m_old(v) {
    unsigned last = 0;
    while (literals[last]) last++;
    for (last = last ? last - 1 : 0; last; last >>= 1) m_width++;
  }
  bool changed() override { return m_value != m_old; }
  std::string text() override {
    m_old = m_value;
    return sc_trace_bits(m_value, m_width, m_width >= 32 || m_value >> m_width == 0);
  }
  int width() const override { return m_width; }

 private:
  const unsigned &m_value;
  unsigned m_old;
  int m_width = 0;
};

}  // namespace

void sc_trace_declare(sc_trace_file *, const void *value, std::size_t bytes, const std::string &name) {
  __allways_declare("signal", value, name.c_str(), value, bytes);
}
void sc_trace(sc_trace_file *file, const sc_event &event, const std::string &name) {
  if (__allways_sc_report_time && file) file->add(new traced_event(event, name));
}
void sc_trace(sc_trace_file *file, const sc_time &time, const std::string &name) {
  sc_trace_declare(file, &time, sizeof time, name);
  if (__allways_sc_report_time && file) file->add(new traced_time(time, name));
}
void sc_trace(sc_trace_file *file, const unsigned &value, const std::string &name, const char **literals) {
  sc_former(sc_former_trace_literals);
  sc_trace_declare(file, &value, sizeof value, name);
  if (__allways_sc_report_time && file) file->add(new traced_literal(value, name, literals));
}

// --- files ----------------------------------------------------------------------------------------------------------

static sc_trace_file *create(const char *name, const char *ending, bool vcd) {
  if (!name || !*name) sc_error(701, "no name given");
  sc_trace_file *file = new sc_trace_file((std::string(name) + ending).c_str(), vcd);
  sc_get_curr_simcontext()->m_traces.push(file);
  return file;
}
sc_trace_file *sc_create_vcd_trace_file(const char *name) { return create(name, ".vcd", true); }
sc_trace_file *sc_create_wif_trace_file(const char *name) { return create(name, ".awif", false); }
void sc_close_vcd_trace_file(sc_trace_file *file) {
  sc_get_curr_simcontext()->m_traces.remove(file);
  delete file;
}
void sc_close_wif_trace_file(sc_trace_file *file) { sc_close_vcd_trace_file(file); }

sc_trace_file::~sc_trace_file() {
  unsigned long long high, low;
  if (!m_begun) sc_warning(715, m_name);
  if (__allways_sc_report_time && m_begun && later(high, low)) put(stamp(high, low) + "\n");
  for (sc_traced *v : m_values) delete v;
}

static const char *const unit_names[] = {"fs", "ps", "ns", "us", "ms", "sec"};

static std::string unit_text(unsigned long long femtoseconds) {
  unsigned long long unit = 1;
  for (int zeros = 0; zeros < 18; zeros++, unit *= 10)
    if (femtoseconds == unit) return (zeros % 3 == 0 ? "1 " : zeros % 3 == 1 ? "10 " : "100 ") + std::string(unit_names[zeros / 3]);
  sc_error(705, ("not a power of ten: " + std::to_string(femtoseconds) + " fs").c_str());
}

void sc_trace_file::set_time_unit(double length, sc_time_unit unit) {
  if (m_begun) {
    return sc_complain(720, (std::string(m_name) + "\n\tTimescale unit cannot be changed once tracing has begun.\n"
                                                   "\tTo change the scale, create a new trace file.").c_str());
  }
  m_unit_set = true;
  m_unit = static_cast<unsigned long long>(length * static_cast<double>(sc_unit_in_fs(unit)));
  sc_report_handler::report(SC_INFO, 703, (unit_text(m_unit) + " (" + m_name + ")").c_str(), nullptr, 0);
}

void sc_trace_file::add(sc_traced *value) {
  if (m_begun) {
    const std::string text = std::string("sc_trace() failed:\n\tNo traces can be added to '") + m_name +
                             "' once trace recording has started.\n\tTo add tracing of '" + value->name() +
                             "', create a new trace file.";
    delete value;
    return sc_complain(720, text.c_str());
  }
  m_events = m_events || value->what() == sc_traced::event;
  m_values.push_back(value);
}

void sc_trace_file::begin() {
  if (m_begun) return;
  m_begun = true;
  if (m_unit_set) return;
  m_unit = sc_time_settings.resolution;
  if (__allways_sc_version_3) return;
  const std::string text = sc_get_time_resolution().to_string() + " (" + m_name + ")";
  sc_report_handler::report(SC_INFO, 702, text.c_str(), nullptr, 0);
}

// To the kernel: the name of the file, a zero, and what is added to it.
enum { file_stream = 3 };
void sc_trace_file::put(const std::string &text) {
  if (!m_vcd) return;
  std::string all(m_name);
  all += '\0';
  all += text;
  __allways_write(file_stream, all.data(), all.size());
}

void sc_trace_file::write_comment(const std::string &text) {
  if (__allways_sc_report_time) put("$comment\n" + text + "\n$end\n\n");
}

// --- time -----------------------------------------------------------------------------------------------------------

bool sc_trace_file::has_low_units() const { return sc_time_settings.resolution > m_unit; }

// Delta cycles count as units of their own.
unsigned long long sc_trace_file::in_units(unsigned long long &rest) const {
  const unsigned long long now = __allways_time(), resolution = sc_time_settings.resolution;
  const unsigned long long delta = m_deltas ? sc_get_curr_simcontext()->m_traced_delta : 0;
  if (has_low_units()) {
    const unsigned long long most = resolution / m_unit;
    rest = delta % most;
    return now + delta / most;
  }
  const unsigned long long divisor = m_unit / resolution;
  rest = now % divisor;
  return now / divisor + delta;
}

bool sc_trace_file::later(unsigned long long &high, unsigned long long &low) const {
  high = in_units(low);
  return high > m_high || (high == m_high && low > m_low);
}

std::string sc_trace_file::stamp(unsigned long long high, unsigned long long low) const {
  std::string out = "#" + std::to_string(high);
  if (!has_low_units()) return out;
  const std::string rest = std::to_string(low);
  std::string::size_type digits = 0;
  for (unsigned long long most = sc_time_settings.resolution / m_unit; most >= 10; most /= 10) digits++;
  return out + std::string(digits > rest.size() ? digits - rest.size() : 0, '0') + rest;
}

// --- contents -------------------------------------------------------------------------------------------------------

// Names like VHDL's, from aaaaa to zzzzz.
static std::string short_name(std::size_t i) {
  std::string out(5, 'a');
  for (int k = 5; k-- > 0; i /= 26) out[static_cast<std::size_t>(k)] = static_cast<char>('a' + i % 26);
  return out;
}

// Of equal digits in front one is enough; before a 1 no zero is.
static std::string without_leading(const std::string &bits) {
  const char first = bits[0];
  if (bits.size() < 2 || (first != '0' && first != 'x' && first != 'z')) return bits;
  std::size_t n = bits.find_first_not_of(first);
  if (n == std::string::npos) n = bits.size();
  return bits.substr(first == '0' && n < bits.size() && bits[n] == '1' ? n : n - 1);
}

static std::string line_of(sc_traced *v, std::size_t i) {
  const std::string text = v->text();
  if (text.empty()) return "\n";
  if (v->what() == sc_traced::real) return "r" + text + " " + short_name(i) + "\n";
  if (v->width() == 1) return text + short_name(i) + "\n";
  return "b" + without_leading(text) + " " + short_name(i) + "\n";
}

static std::string declaration(const sc_traced *v, std::size_t i, const std::string &name) {
  static const char *const kinds[] = {"wire", "real", "event", "time"};
  const int width = v->width();
  if (width <= 0) sc_error(710, ("'" + v->name() + "' has 0 bits").c_str());
  const std::string number = std::to_string(width);
  std::string out = std::string("$var ") + kinds[v->what()] + "  " + std::string(number.size() < 2 ? 2 : 1, ' ');
  if (number.size() > 2) out.pop_back(), out += ' ';
  out += number + "  " + short_name(i) + "  " + name;
  return out + (width == 1 ? "       $end\n" : " [" + std::to_string(width - 1) + ":0]  $end\n");
}

namespace {
// Modules by the parts of names, in alphabetical order; values as they were added.
struct module_scope {
  std::vector<std::pair<std::string, std::size_t>> values;
  std::map<std::string, module_scope> inner;

  std::string text(const std::string &name, const std::vector<sc_traced *> &all) const {
    std::string out = "$scope module " + name + " $end\n";
    for (const auto &v : values) out += declaration(all[v.second], v.second, v.first);
    for (const auto &s : inner) out += s.second.text(s.first, all);
    return out + "$upscope $end\n";
  }
};
}  // namespace

static std::string without_brackets(const std::string &name) {
  std::string out = name;
  std::replace(out.begin(), out.end(), '[', '(');
  std::replace(out.begin(), out.end(), ']', ')');
  if (out != name)
    sc_warning(711, (name + ":\n\tTraced objects found with name containing [], which may be\n"
                            "\tinterpreted by the waveform viewer in unexpected ways.\n"
                            "\tSo the [] is automatically replaced by ().").c_str());
  return out;
}

void sc_trace_file::put_header() {
  module_scope top;
  for (std::size_t i = 0; i < m_values.size(); i++) {
    std::string rest = without_brackets(m_values[i]->name());
    module_scope *in = &top;
    for (std::size_t dot; (dot = rest.find('.')) != std::string::npos && dot + 1 < rest.size(); rest = rest.substr(dot + 1))
      in = &in->inner[rest.substr(0, dot)];
    in->values.push_back({rest, i});
  }
  std::string out = "$date\n     Jan 01, 1970       00:00:00\n$end\n\n$version\n " + std::string(sc_version()) + "\n$end\n\n";
  out += "$timescale\n     " + unit_text(m_unit) + "\n$end\n\n" + top.text("SystemC", m_values) + "$enddefinitions  $end\n\n";
  m_high = in_units(m_low);
  char seconds[40];
  std::snprintf(seconds, sizeof seconds, "%g", sc_time_stamp().to_seconds());
  out += "$comment\nAll initial values are dumped below at time " + std::string(seconds) + " sec = " +
         stamp(m_high, m_low).substr(1) + " timescale units.\n$end\n\n$dumpvars\n";
  for (std::size_t i = 0; i < m_values.size(); i++) out += line_of(m_values[i], i);
  put(out + "$end\n\n");
}

static std::string hint(const std::string &what) {
  return "\n\t" + what + "\n\tUse 'tracefile->set_time_unit(double, sc_time_unit);' to increase the time resolution.";
}

void sc_trace_file::look_at_events() {
  for (sc_traced *v : m_values) v->came();
}

void sc_trace_file::cycle(bool delta) {
  if (delta && !m_deltas) return;
  if (!m_begun) {
    begin();
    if (m_vcd) put_header();
    return;
  }
  if (!m_vcd) return;
  unsigned long long high, low;
  const bool advanced = later(high, low);
  if (!has_low_units() && low != 0)
    sc_warning(713, hint("Current kernel time is " + sc_time_stamp().to_string() + "\n\tVCD trace time unit is " + unit_text(m_unit)).c_str());
  if (m_deltas) {
    static bool said;
    if (delta && !said) sc_report_handler::report(SC_INFO, 704, unit_text(m_unit).c_str(), nullptr, 0);
    said = said || delta;
    if (delta && !advanced && sc_get_curr_simcontext()->m_traced_delta == 0) {
      sc_warning(714, hint("This can occur when delta cycle tracing is activated.\n\tSome delta cycles at " +
                           sc_time_stamp().to_string() + " are not shown in vcd.").c_str());
      return;
    }
    if (!delta) {
      if (advanced) m_high = high, m_low = low;
      return;
    }
  }
  std::string out;
  for (std::size_t i = 0; i < m_values.size(); i++)
    if (m_values[i]->changed()) out += line_of(m_values[i], i);
  if (!out.empty()) put(stamp(high, low) + "\n" + out + "\n");
}

}  // namespace sc_core
