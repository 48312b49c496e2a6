// The run: what is elaborated, the phases of elaboration and simulation, sc_start and its relatives.
#ifndef ALLWAYS_SC_SIMCONTEXT_H
#define ALLWAYS_SC_SIMCONTEXT_H

#include "sysc/kernel/sc_process.h"

extern "C++" int sc_main(int argc, char *argv[]);

namespace sc_core {

enum sc_status {
  SC_UNITIALIZED = 0x00,
  SC_ELABORATION = 0x01,
  SC_BEFORE_END_OF_ELABORATION = 0x02,
  SC_END_OF_ELABORATION = 0x04,
  SC_START_OF_SIMULATION = 0x08,
  SC_RUNNING = 0x10,
  SC_PAUSED = 0x20,
  SC_STOPPED = 0x40,
  SC_END_OF_SIMULATION = 0x80,
  SC_END_OF_INITIALIZATION = 0x100,
  SC_END_OF_UPDATE = 0x400,
  SC_BEFORE_TIMESTEP = 0x800,
  SC_STATUS_LAST = SC_BEFORE_TIMESTEP,
  SC_STATUS_ANY = 0xdff,
  SC_SUSPENDED = 0x1000  // of version 3
};

std::ostream &operator<<(std::ostream &os, sc_status status);

enum sc_stop_mode { SC_STOP_FINISH_DELTA = 0, SC_STOP_IMMEDIATE };
const int SC_SIM_OK = 0, SC_SIM_ERROR = 1, SC_SIM_USER_STOP = 2;
enum sc_starvation_policy { SC_RUN_TO_TIME = 0, SC_EXIT_ON_STARVATION };

// How often a seed of unique names was used in one scope.
struct sc_name_count {
  const sc_object *scope;
  const char *seed;
  int used;
};

// The running process, in the form that programs knew before there were handles.
struct sc_curr_proc_info {
  sc_process_b *process_handle;
  sc_curr_proc_kind kind;
};
typedef const sc_curr_proc_info *sc_curr_proc_handle;
typedef sc_process_b *sc_method_handle;
typedef sc_process_b *sc_thread_handle;
typedef sc_process_b *sc_cthread_handle;

// An event of the library whose name was asked for.
struct sc_library_event {
  const sc_event *event;
  const char *name;
};

class sc_simcontext {
 public:
  sc_object *current_scope() const;  // parent of an object that is constructed now
  void open_scope(sc_object *scope) { m_scopes.push(scope); }
  void close_scope(sc_object *scope);
  sc_module *current_module() const;

  sc_scope &top() {
    if (m_orphaned != &m_top) adopt();
    return m_top;
  }
  __attribute__((noinline)) void adopt();  // orphans move to the top
  void orphan(sc_scope *scope) {
    scope->owner = nullptr;
    scope->next = m_orphaned;
    m_orphaned = scope;
    if (__allways_sc_children || running()) adopt();
  }

  const char *unique_name(const char *seed, bool preserve_first);
  sc_object *look_up(const char *name);
  sc_object *find_object(const char *name, sc_children_asked = sc_children_asked()) {
    sc_former(sc_former_find_object);
    return look_up(name);
  }
  const std::vector<sc_object *> &get_child_objects(sc_children_asked = sc_children_asked()) const {
    sc_former(sc_former_get_child_objects);
    return const_cast<sc_simcontext *>(this)->top().objects.all();
  }

  void elaborate();
  void start(long long units, sc_starvation_policy policy);
  void end_simulation();
  void run(long long units, bool starving = false);

  bool elaborating() const { return m_status < SC_RUNNING; }
  bool running() const { return m_status == SC_RUNNING; }
  void initialize(bool = false);
  void cycle(const sc_time &t);
  void simulate(const sc_time &t);
  void stop();
  void end() { end_simulation(); }
  void reset() {  // it has no effect but that
    __allways_sc_ask_write_check();
    read_write_check();
  }
  void read_write_check();  // SC_SIGNAL_WRITE_CHECK=DISABLE, =CONFLICT
  bool m_writes_unchecked = false, m_conflicts_only = false;
  int sim_status() const { return m_stopped ? SC_SIM_USER_STOP : SC_SIM_OK; }
  bool elaboration_done() const { return m_status > SC_ELABORATION; }
  sc_status get_status() const { return m_status; }
  sc_object *active_object() const { return current_scope(); }
  sc_object *hierarchy_curr() const { return m_scopes.empty() ? nullptr : m_scopes[m_scopes.size() - 1]; }
  void hierarchy_push(sc_object *scope) { open_scope(scope); }
  sc_object *hierarchy_pop() {
    sc_object *scope = hierarchy_curr();
    if (scope) m_scopes.pop();
    return scope;
  }
  const char *gen_unique_name(const char *seed, bool preserve_first = false) { return unique_name(seed, preserve_first); }
  sc_object *first_object(sc_children_asked = sc_children_asked());
  sc_object *next_object();
  sc_curr_proc_handle get_curr_proc_info();
  sc_object *get_current_writer() const;
  sc_time max_time() const { return sc_max_time(); }
  bool next_time(sc_time &t) const;
  bool pending_activity_at_current_time() const;
  sc_dt::uint64 change_stamp() const { return __allways_delta(); }
  sc_dt::uint64 delta_count_at_current_time(sc_instants_asked = sc_instants_asked()) const;
  const sc_time time_stamp() const { return sc_time_stamp(); }
  sc_dt::uint64 delta_count() const {
    sc_former(sc_former_delta_count);
    return __allways_delta();
  }
  bool is_running() const {
    sc_former(sc_former_is_running);
    return (m_status & (SC_RUNNING | SC_PAUSED)) != 0;
  }

  sc_status m_status = SC_ELABORATION;
  bool m_stopped = false;  // sc_stop was called
  class sc_report *m_error = nullptr;  // what left a process
  bool m_stopped_now = false;  // and the delta cycle is not to be finished
  bool m_paused = false;   // sc_pause was called
  bool m_ended = false;    // callbacks of the end have been called
  sc_stop_mode m_stop_mode = SC_STOP_FINISH_DELTA;
  sc_module_name *m_names = nullptr;
  sc_list<sc_object *> m_scopes;
  sc_list<sc_name_count> m_name_counts;
  std::string m_last_name;
  sc_scope m_top;
  sc_scope *m_orphaned = &m_top;  // scopes whose owners are gone, the last one first; the top ends the list
  sc_list<sc_library_event> m_library_events;
  sc_registry<sc_module> m_modules;
  sc_registry<sc_port_base> m_ports;
  sc_registry<sc_export_base> m_exports;
  sc_registry<sc_prim_channel> m_channels;
  sc_list<sc_process_b *> m_processes;  // declared before the simulation
  sc_list<sc_trace_file *> m_traces;
  bool m_initialised = false;              // the kernel has been started
  unsigned long long m_instant_delta = 0;  // delta cycles that were over when the time advanced
  unsigned long long m_traced_delta = 0;   // and since then before the last one
  sc_list<const char *> m_registered;  // names that no object gets
  std::vector<sc_object *> m_walk;     // what first_object and next_object go through
  std::size_t m_walked = 0;
  sc_curr_proc_info m_info;
  sc_process_b *m_last_process = nullptr;
};

extern sc_simcontext *sc_curr_simcontext;
sc_simcontext *sc_make_simcontext();
inline sc_simcontext *sc_get_curr_simcontext() { return sc_curr_simcontext ? sc_curr_simcontext : sc_make_simcontext(); }

void sc_elaborate();  // completes the elaboration unless that has been done
void sc_start();
void sc_start_for(const sc_time &t, sc_starvation_policy policy);
inline void sc_start(const sc_time &t, sc_starvation_policy policy = SC_RUN_TO_TIME) { sc_start_for(t, policy); }
template <class N>
inline void sc_start(N length, sc_time_unit unit, sc_starvation_policy policy = SC_RUN_TO_TIME) {
  sc_start_for(sc_time(length, unit), policy);
}
void sc_start(int length);     // the former form: default time units, -1: without bound
void sc_start(double length);  // the same
void sc_initialize();
void sc_cycle(const sc_time &t);

void sc_stop();
void sc_pause();
void sc_change_stop_mode(sc_stop_mode mode);
inline void sc_set_stop_mode(sc_stop_mode mode) {
  __allways_sc_ask_control();
  sc_change_stop_mode(mode);
}
sc_stop_mode sc_get_stop_mode();
sc_status sc_get_status();
bool sc_is_running(const sc_simcontext *context = nullptr);
bool sc_start_of_simulation_invoked();
bool sc_end_of_simulation_invoked();
inline int sc_get_simulator_status() { return sc_get_curr_simcontext()->sim_status(); }
inline sc_object *sc_get_current_object() { return sc_get_curr_simcontext()->active_object(); }
sc_curr_proc_kind sc_get_curr_process_kind();
inline void sc_set_stack_size(sc_thread_handle, std::size_t) {}  // stacks have no size here
inline void sc_set_random_seed(unsigned) {}
const int SC_DEFAULT_STACK_SIZE = 0x50000;
int sc_elab_and_sim(int argc, char *argv[]);

inline sc_dt::uint64 sc_delta_count() { return __allways_delta(); }
sc_dt::uint64 sc_delta_count_at_current_time(sc_instants_asked = sc_instants_asked());
bool sc_pending_activity_at_current_time(const sc_simcontext *context = nullptr);
bool sc_pending_activity_at_future_time(const sc_simcontext *context = nullptr);
bool sc_pending_activity(const sc_simcontext *context = nullptr);
sc_time sc_time_to_pending_activity(const sc_simcontext *context = nullptr);
inline void sc_suspend_all() { __allways_unsupported("sc_suspend_all"); }
inline void sc_unsuspend_all() { __allways_unsupported("sc_unsuspend_all"); }
inline void sc_suspendable() { __allways_unsupported("sc_suspendable"); }
inline void sc_unsuspendable() { __allways_unsupported("sc_unsuspendable"); }

int sc_argc();
const char *const *sc_argv();
const char *sc_copyright();
const char *sc_release();
const char *sc_version();
const unsigned sc_version_major = SC_VERSION_MAJOR, sc_version_minor = SC_VERSION_MINOR, sc_version_patch = SC_VERSION_PATCH;
const bool sc_is_prerelease = SC_IS_PRERELEASE;
// A constant std::string would have to be made and ended by every program.
struct sc_constant_text {
  const char *text;
  operator std::string() const { return text; }
  const char *c_str() const { return text; }
  bool operator==(const std::string &other) const { return other == text; }
};
inline std::ostream &operator<<(std::ostream &os, const sc_constant_text &t) { return os << t.text; }
constexpr sc_constant_text sc_version_originator{SC_VERSION_ORIGINATOR}, sc_version_release_date{SC_VERSION_RELEASE_DATE},
    sc_version_prerelease{SC_VERSION_PRERELEASE}, sc_version_string{SC_VERSION}, sc_copyright_string{SC_COPYRIGHT};

// While it lives, what is constructed belongs to another object, or to the top.
class sc_hierarchy_scope {
 public:
  struct root {};
  static root get_root() { return root(); }
  explicit sc_hierarchy_scope(root) : sc_hierarchy_scope(static_cast<sc_object *>(nullptr)) {}
  explicit sc_hierarchy_scope(sc_object *object) : m_object(object), m_open(true) {
    sc_get_curr_simcontext()->open_scope(object);
  }
  sc_hierarchy_scope(sc_hierarchy_scope &&other) : m_object(other.m_object), m_open(other.m_open) { other.m_open = false; }
  ~sc_hierarchy_scope() {
    if (m_open) sc_get_curr_simcontext()->close_scope(m_object);
  }

 private:
  sc_object *m_object;
  bool m_open;
};

}  // namespace sc_core

#endif
