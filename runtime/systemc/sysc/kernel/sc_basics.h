// What every part of the stand-in for the SystemC library uses: the kernel's operations, lists that need no constructor
// to run before they are used, copies of texts, errors.
//
// The stand-in keeps its state small and independent of schedules, because it becomes part of each explored state: an
// event is an address, nothing is counted during the simulation, and what only some programs ask for is behind constants
// that are folded when the program is linked (doc/semantics-systemc.md 5).
#ifndef ALLWAYS_SC_BASICS_H
#define ALLWAYS_SC_BASICS_H

#include <intrinsics.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

extern "C" {
// Known when the program is linked: does it make use of ...
extern const unsigned char __allways_sc_control;        // suspend, disable, kill, reset, throw_it, reset signals
extern const unsigned char __allways_sc_caught;         // somebody catches what leaves sc_start; then sc_control, too
extern const unsigned char __allways_sc_signal_events;  // event(), posedge(), negedge() of signals
extern const unsigned char __allways_sc_report_counts;  // numbers of reports
extern const unsigned char __allways_sc_report_cache;   // the last report, kept
extern const unsigned char __allways_sc_children;       // the objects of a scope, which processes leave when they end
extern const unsigned char __allways_sc_instants;       // how many delta cycles an instant has had
extern const unsigned char __allways_sc_time;           // the time
extern const unsigned char __allways_sc_version_3;      // what only version 3 of the reference library compiles
extern const unsigned char __allways_sc_write_check;    // SC_SIGNAL_WRITE_CHECK in the environment
extern const unsigned char __allways_sc_drivers;        // --property=multiple-drivers
extern const unsigned char __allways_sc_report_time;    // an option of the run: reports say when
// Called where a program makes use of it, so that the linker finds the mention.
void __allways_sc_ask_control(void);
void __allways_sc_ask_signal_events(void);
void __allways_sc_ask_report_counts(void);
void __allways_sc_ask_report_cache(void);
void __allways_sc_ask_children(void);
void __allways_sc_ask_instants(void);
void __allways_sc_ask_version_3(void);
void __allways_sc_ask_write_check(void);
}

// A class that declares processes has a type of this name of its own (SC_CTOR, SC_HAS_PROCESS); version 3 needs none.
struct allways_sc_no_user_module {};
typedef allways_sc_no_user_module SC_CURRENT_USER_MODULE;

namespace sc_dt {
typedef long long int64;
typedef unsigned long long uint64;
}  // namespace sc_dt

// Put in place of its call, and at its place: no frame of it is part of a state, and nobody is told of it.
#define ALLWAYS_SC_THIN __attribute__((always_inline, nodebug))

namespace sc_core {

// Uses of what the standard no longer has. `simulate` says so once for each, as the reference library does.
enum sc_former_use {
  sc_former_notify,
  sc_former_notify_delayed,
  sc_former_position,
  sc_former_get_parent,
  sc_former_sensitive,
  sc_former_sensitive_pos,
  sc_former_sensitive_neg,
  sc_former_find_object,
  sc_former_get_child_objects,
  sc_former_delta_count,
  sc_former_is_running,
  sc_former_process_handle,
  sc_former_simulation_time,
  sc_former_initialize,
  sc_former_cycle,
  sc_former_time_double,
  sc_former_time_uint64,
  sc_former_set_unit,
  sc_former_get_unit,
  sc_former_cthread_wait,
  sc_former_cthread_list,
  sc_former_timed_out,
  sc_former_clock,
  sc_former_bound_in_constructor,
  sc_former_get_data_ref,
  sc_former_get_new_value,
  sc_former_signal_trace,
  sc_former_add_trace,
  sc_former_bit,
  sc_former_trace_literals
};
void sc_say_former(sc_former_use what);
inline void sc_former(sc_former_use what) {
  if (__allways_sc_report_time) sc_say_former(what);
}

// A default argument of functions that programs call and the library does not.
struct sc_children_asked {
  sc_children_asked() { __allways_sc_ask_children(); }
};
struct sc_instants_asked {
  sc_instants_asked() { __allways_sc_ask_instants(); }
};

class sc_object;
class sc_event;

// A sequence that is empty when its memory is zero: usable by objects that are constructed before ours.
template <class T>
class sc_list {
 public:
  constexpr sc_list() : m_items(nullptr), m_count(0), m_room(0) {}
  sc_list(const sc_list &other) : m_items(nullptr), m_count(0), m_room(0) { append(other); }
  sc_list &operator=(const sc_list &other) {
    if (this != &other) {
      m_count = 0;
      append(other);
    }
    return *this;
  }
  ~sc_list() { delete[] m_items; }

  ALLWAYS_SC_THIN int size() const { return m_count; }
  bool empty() const { return m_count == 0; }
  T &operator[](int i) { return m_items[i]; }
  const T &operator[](int i) const { return m_items[i]; }
  T *begin() { return m_items; }
  T *end() { return m_items + m_count; }
  ALLWAYS_SC_THIN const T *begin() const { return m_items; }
  const T *end() const { return m_items + m_count; }
  T &back() { return m_items[m_count - 1]; }

  void push(const T &item) {
    if (m_count == m_room) grow(m_room ? 2 * m_room : 2);
    m_items[m_count++] = item;
  }
  void pop() { m_count--; }
  void clear() { m_count = 0; }
  void append(const sc_list &other) {
    for (int i = 0; i < other.m_count; i++) push(other.m_items[i]);
  }
  bool remove(const T &item) {
    for (int i = 0; i < m_count; i++) {
      if (!(m_items[i] == item)) continue;
      m_count--;
      if constexpr (__is_trivially_copyable(T))
        __builtin_memmove(m_items + i, m_items + i + 1, static_cast<std::size_t>(m_count - i) * sizeof(T));
      else
        for (; i < m_count; i++) m_items[i] = m_items[i + 1];
      return true;
    }
    return false;
  }

 private:
  void grow(int room) {
    T *items = new T[room]();
    for (int i = 0; i < m_count; i++) items[i] = m_items[i];
    delete[] m_items;
    m_items = items;
    m_room = room;
  }

  T *m_items;
  int m_count, m_room;
};

// Parts of a design, in the order in which they were made. A part knows its place (m_place) and leaves without a search;
// whoever goes through the list meets a null pointer in its place.
template <class T>
class sc_registry {
 public:
  int size() const { return m_items.size(); }
  T *operator[](int i) const { return m_items[i]; }
  void push(T *item) {
    item->m_place = m_items.size();
    m_items.push(item);
  }
  void remove(const T *item) { m_items[item->m_place] = nullptr; }

 private:
  sc_list<T *> m_items;
};

// Objects or events of one scope. Whoever leaves goes without a search too, and nobody sees a gap: gaps are closed when somebody
// looks or enters, and while the simulation runs at once, so that states do not tell in which order others went.
template <class T>
class sc_members {
 public:
  const std::vector<T *> &all() const {
    if (m_gaps) close();
    return m_items;
  }
  void enter(T *item);
  void make_room() { m_items.reserve(2 * m_items.size()); }
  void leave(const T *item, bool running) {
    if (__allways_sc_children) return leave_in_order(item);
    m_items.data()[item->m_place] = nullptr;
    m_gaps = 1;
    if (running) close();
  }

 private:
  __attribute__((noinline)) void close() const;  // rare: `leave` is to be short
  void leave_in_order(const T *item);

  mutable std::vector<T *> m_items;
  mutable int m_gaps = 0;  // 1: there may be some
};

// A place in the hierarchy: the top, or what lies below an object. It outlives its object; what is left in it then belongs to the top,
// where it goes when somebody looks (while the simulation runs: at once). So a design is taken apart in few steps.
struct sc_scope {
  sc_object *owner = nullptr;  // none: the top, or it is gone
  sc_scope *next = this;       // of those whose owners are gone; never null, so that its cell is one of pointers from the begin
  sc_members<sc_object> objects;
  sc_members<sc_event> events;
};

// Texts that outlive their makers.
char *sc_copy_text(const char *text);
char *sc_join_text(const char *left, const char *right);

// Text of the library's messages. The characters are an object by themselves, with no address among them: an analysis
// that does not know lengths mixes them up with nothing.
class sc_text {
 public:
  sc_text(const char *text = "") : m_chars(sc_copy_text(text ? text : "")) {}
  sc_text(const sc_text &other) : m_chars(sc_copy_text(other.m_chars)) {}
  sc_text &operator=(const sc_text &other) {
    if (this != &other) become(sc_copy_text(other.m_chars));
    return *this;
  }
  ~sc_text() { delete[] m_chars; }
  sc_text &operator+=(const char *more) {
    become(sc_join_text(m_chars, more));
    return *this;
  }
  const char *c_str() const { return m_chars; }
  bool empty() const { return !*m_chars; }

 private:
  void become(char *chars) {
    delete[] m_chars;
    m_chars = chars;
  }
  char *m_chars;
};

// An error of the library with the number and text that the reference library has (sc_messages.def); throws sc_report.
// Where the reference library goes on if the actions of errors do not throw, sc_complain; elsewhere they end the way.
void sc_complain(int id, const char *details = nullptr);
void sc_complain_of(int id, const char *what, const char *kind, const sc_object *object);
[[noreturn]] void sc_error(int id, const char *details = nullptr);
[[noreturn]] void sc_error_of(int id, const char *what, const char *kind, const sc_object *object);  // "what: kind 'name' (its kind)"
void sc_warning(int id, const char *details = nullptr);
void sc_fatal(int id, const char *details = "");

class sc_module;
class sc_time;
class sc_process_b;
class sc_process_handle;
class sc_interface;
class sc_port_base;
class sc_export_base;
class sc_prim_channel;
class sc_event_finder;
class sc_trace_file;
class sc_simcontext;
class sc_attr_base;
class sc_attr_cltn;
class sc_module_name;

}  // namespace sc_core

#endif
