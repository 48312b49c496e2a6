// The run: what is elaborated, the phases of elaboration and simulation, sc_start and its relatives.
#ifndef ALLWAYS_SC_SIMCONTEXT_H
#define ALLWAYS_SC_SIMCONTEXT_H

#include "sysc/kernel/sc_event.h"
#include "sysc/kernel/sc_object.h"

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
  SC_SUSPENDED = 0x40,
  SC_STOPPED = 0x80,
  SC_END_OF_SIMULATION = 0x100,
  SC_STATUS_LAST = SC_END_OF_SIMULATION,
  SC_STATUS_ANY = 0xdff
};

std::ostream &operator<<(std::ostream &os, sc_status status);

enum sc_stop_mode { SC_STOP_FINISH_DELTA = 0, SC_STOP_IMMEDIATE };
enum sc_starvation_policy { SC_RUN_TO_TIME = 0, SC_EXIT_ON_STARVATION };

// How often a seed of unique names was used in one scope.
struct sc_name_count {
  const sc_object *scope;
  const char *seed;
  int used;
};

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
  void run(long long units);

  bool elaborating() const { return m_status < SC_RUNNING; }
  bool running() const { return m_status == SC_RUNNING; }
  void initialize(bool = false) {}
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
void sc_set_stop_mode(sc_stop_mode mode);
sc_stop_mode sc_get_stop_mode();
sc_status sc_get_status();
bool sc_is_running(const sc_simcontext *context = nullptr);
bool sc_start_of_simulation_invoked();
bool sc_end_of_simulation_invoked();

inline sc_dt::uint64 sc_delta_count() { return __allways_delta(); }
inline sc_dt::uint64 sc_delta_count_at_current_time() { __allways_unsupported("sc_delta_count_at_current_time"); }
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

}  // namespace sc_core

#endif
