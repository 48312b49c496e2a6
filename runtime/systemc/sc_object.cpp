// Objects of the design and events: names and the hierarchy.
#include <systemc>

namespace sc_core {

char *sc_copy_text(const char *text) { return sc_join_text(text, ""); }

char *sc_join_text(const char *left, const char *right) {
  const std::size_t n = __builtin_strlen(left), m = __builtin_strlen(right);
  char *joined = new char[n + m + 1];
  for (std::size_t i = 0; i < n; i++) joined[i] = left[i];
  for (std::size_t i = 0; i <= m; i++) joined[n + i] = right[i];
  return joined;
}

static const char *full_name(const sc_object *parent, const char *name) {
  if (!parent) return sc_copy_text(name);
  const char *prefix = sc_join_text(parent->name(), ".");
  const char *full = sc_join_text(prefix, name);
  delete[] prefix;
  return full;
}

template <class T>
static T *named(const std::vector<T *> &among, const char *name) {
  for (T *x : among)
    if (!__builtin_strcmp(x->name(), name)) return x;
  return nullptr;
}

template <class T>
void sc_members<T>::close() const {
  T **const items = m_items.data();
  const int all = static_cast<int>(m_items.size());
  int n = 0;
  for (int i = 0; i < all; i++) {
    T *item = items[i];
    if (!item) continue;
    item->m_place = n;
    items[n++] = item;
  }
  m_items.resize(static_cast<std::size_t>(n));
  m_gaps = 0;
}

template <class T>
void sc_members<T>::enter(T *item) {
  if (m_gaps) close();
  item->m_place = static_cast<int>(m_items.size());
  m_items.push_back(item);
}

// As the reference library, which puts the last one there.
template <class T>
void sc_members<T>::leave_in_order(const T *item) {
  close();
  T *last = m_items.back();
  m_items[static_cast<std::size_t>(item->m_place)] = last;
  last->m_place = item->m_place;
  m_items.pop_back();
}

template class sc_members<sc_object>;
template class sc_members<sc_event>;

static bool registered(const char *name) {
  for (const char *known : sc_get_curr_simcontext()->m_registered)
    if (!__builtin_strcmp(known, name)) return true;
  return false;
}

static bool taken(const sc_object *parent, const char *name) {
  if (registered(name)) return true;
  if (parent) return named(parent->child_objects(), name) || named(parent->get_child_events(), name);
  const sc_scope &top = sc_get_curr_simcontext()->top();
  return named(top.objects.all(), name) || named(top.events.all(), name);
}

bool sc_names_checked = true;

// Dots and spaces become underscores.
static bool is_illegal(char c) { return c == '.' || c == ' '; }
__attribute__((noinline)) static const char *substituted(const char *name) {
  char *text = sc_copy_text(name);
  for (char *c = text; *c; c++)
    if (is_illegal(*c)) *c = '_';
  if (sc_names_checked) sc_warning(506, (std::string(name) + " substituted by " + text).c_str());
  return text;
}
static const char *legal_name(const char *name) {
  for (const char *c = name; *c; c++)
    if (is_illegal(*c)) return substituted(name);  // kept: names live as long as the design
  return name;
}

// The full name of something new in a scope; a name that is taken is made unique, with the standard's warning.
static const char *new_name(const sc_object *parent, const char *given) {
  const char *name = legal_name(given);
  const char *full = full_name(parent, name);
  if (!taken(parent, full)) return full;
  const char *other = full_name(parent, sc_gen_unique_name(name));
  std::string details = std::string(full) + ". Latter declaration will be renamed to " + other;
  sc_warning(505, details.c_str());
  delete[] full;
  return other;
}

const sc_scope sc_object::none;

sc_scope &sc_object::below() {
  if (!m_below) {
    m_below = new sc_scope;
    m_below->owner = this;
  }
  return *m_below;
}

void sc_object::enter(const char *name) {
  sc_simcontext *c = sc_get_curr_simcontext();
  sc_object *parent = c->current_scope();
  m_below = nullptr;
  m_attributes = nullptr;
  m_name = new_name(parent, name);
  m_base = parent ? static_cast<int>(__builtin_strlen(parent->m_name)) + 1 : 0;
  m_in = &(parent ? parent->below() : c->top());
  m_in->objects.enter(this);
}

sc_object::sc_object() { enter(sc_gen_unique_name("object")); }
sc_object::sc_object(const char *name) { enter(name && *name ? name : sc_gen_unique_name("object")); }
sc_object::sc_object(const sc_object &other) { enter(sc_gen_unique_name(other.basename())); }

sc_object::~sc_object() {
  sc_simcontext *c = sc_curr_simcontext;
  m_in->objects.leave(this, c->running());
  if (m_below) c->orphan(m_below);
  delete m_attributes;
  delete[] m_name;
}

void sc_simcontext::adopt() {
  sc_scope *first = &m_top;
  while (m_orphaned != &m_top) {
    sc_scope *scope = m_orphaned;
    m_orphaned = scope->next;
    scope->next = first;
    first = scope;
  }
  while (first != &m_top) {
    sc_scope *scope = first;
    first = scope->next;
    for (sc_object *object : scope->objects.all()) {
      object->m_in = &m_top;
      m_top.objects.enter(object);
    }
    for (sc_event *event : scope->events.all()) {
      event->m_in = &m_top;
      m_top.events.enter(event);
    }
    delete scope;
  }
}

void sc_object::print(std::ostream &os) const { os << name(); }
void sc_object::dump(std::ostream &os) const {
  os << "name = " << name() << "\n";
  os << "kind = " << kind() << "\n";
}
void sc_object::trace(sc_trace_file *) const {}
sc_simcontext *sc_object::simcontext() const { return sc_get_curr_simcontext(); }

// --- attributes -----------------------------------------------------------------------------------------------------

sc_attr_base *sc_attr_cltn::remove(const std::string &name) {
  sc_attr_base *a = (*this)[name];
  for (std::size_t i = 0; i < m_items.size(); i++) {
    if (m_items[i] != a) continue;
    m_items.erase(m_items.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  return a;
}

sc_attr_cltn &sc_object::attr_cltn() {
  if (!m_attributes) m_attributes = new sc_attr_cltn;
  return *m_attributes;
}
const sc_attr_cltn &sc_object::attr_cltn() const { return const_cast<sc_object *>(this)->attr_cltn(); }
bool sc_object::add_attribute(sc_attr_base &a) { return attr_cltn().push_back(&a); }
sc_attr_base *sc_object::get_attribute(const std::string &name) { return attr_cltn()[name]; }
const sc_attr_base *sc_object::get_attribute(const std::string &name) const { return attr_cltn()[name]; }
sc_attr_base *sc_object::remove_attribute(const std::string &name) { return attr_cltn().remove(name); }
void sc_object::remove_all_attributes() { attr_cltn().remove_all(); }
int sc_object::num_attributes() const { return attr_cltn().size(); }

// --- events ---------------------------------------------------------------------------------------------------------

// Events that processes make have no names: a counter would tell states apart that are alike.
sc_event::sc_event() : sc_event("") {}
sc_event::sc_event(const char *name) : m_name(""), m_in(nullptr), m_parent(nullptr), m_place(0) {
  const sc_simcontext *c = sc_get_curr_simcontext();
  if (name && *name) {
    enter(name);
  } else if (c->elaborating()) {
    enter(sc_gen_unique_name("event"));
  } else {
    m_parent = c->current_scope();
  }
}

void sc_event::enter(const char *name) {
  sc_simcontext *c = sc_get_curr_simcontext();
  sc_object *parent = c->current_scope();
  m_name = new_name(parent, name);
  m_in = &(parent ? parent->below() : c->top());
  m_in->events.enter(this);
  __allways_declare("event", this, m_name, nullptr, 0);
}

void sc_event::leave() {
  m_in->events.leave(this, sc_curr_simcontext->running());
  delete[] m_name;
}

// Made when somebody asks, and kept.
const char *sc_kernel_event_name(const sc_event *event, int tag) {
  static const char *const ends[] = {"_0", "value_changed_event", "posedge_event", "negedge_event", "write_event",
                                     "read_event", "term_event", "reset_event"};
  sc_simcontext *c = sc_get_curr_simcontext();
  for (const sc_library_event &e : c->m_library_events)
    if (e.event == event) return e.name;
  const char *base = sc_join_text("$$$$kernel_event$$$$_", ends[-1 - tag]);
  const char *name = full_name(event->get_parent_object(), base);
  delete[] base;
  c->m_library_events.push(sc_library_event{event, name});
  return name;
}

const char *sc_event::basename() const {
  const char *full = name(), *base = full;
  for (const char *c = full; *c; c++)
    if (*c == '.') base = c + 1;
  return base;
}

const sc_no_event sc_event::none(sc_kernel_event);
bool sc_event::triggered() const {
  if (!__allways_sc_report_time) __allways_unsupported("sc_event::triggered");
  return __allways_triggered(this);
}

const sc_event &sc_event_finder::find_at(int i) const { return find_event(m_port.interface_at(i)); }

// --- looking up -----------------------------------------------------------------------------------------------------

const char *sc_gen_unique_name(const char *seed, bool preserve_first) {
  if (!seed || !*seed) {
    sc_complain(532);
    seed = "unnamed";
  }
  return sc_get_curr_simcontext()->unique_name(seed, preserve_first);
}

const char *sc_simcontext::unique_name(const char *seed, bool preserve_first) {
  const sc_object *scope = current_scope();
  int used = -1;
  for (sc_name_count &n : m_name_counts) {
    if (n.scope != scope || __builtin_strcmp(n.seed, seed)) continue;
    used = n.used++;
    break;
  }
  if (used < 0) {
    m_name_counts.push(sc_name_count{scope, sc_copy_text(seed), 1});
    used = 0;
    if (preserve_first) return (m_last_name = seed).c_str();
  }
  std::string name(seed);
  name += '_';
  char digits[12];
  int at = 12;
  do digits[--at] = static_cast<char>('0' + used % 10);
  while (used /= 10);
  name.append(digits + at, static_cast<std::size_t>(12 - at));
  m_last_name = name;
  return m_last_name.c_str();
}

static sc_object *find_below(const std::vector<sc_object *> &objects, const char *name) {
  for (sc_object *o : objects) {
    const std::size_t n = __builtin_strlen(o->name());
    if (__builtin_strncmp(o->name(), name, n)) continue;
    if (!name[n]) return o;
    if (name[n] != '.') continue;
    if (sc_object *found = find_below(o->child_objects(), name)) return found;
  }
  return nullptr;
}

sc_object *sc_simcontext::look_up(const char *name) { return find_below(top().objects.all(), name); }
sc_object *sc_find_object(const char *name, sc_children_asked) { return sc_get_curr_simcontext()->look_up(name); }

sc_event *sc_find_event(const char *name) {
  sc_simcontext *c = sc_get_curr_simcontext();
  const char *dot = __builtin_strrchr(name, '.');
  if (!dot) return named(c->top().events.all(), name);
  sc_object *parent = c->look_up(std::string(name, static_cast<std::size_t>(dot - name)).c_str());
  return parent ? named(parent->get_child_events(), name) : nullptr;
}

const std::vector<sc_object *> &sc_get_top_level_objects(const sc_simcontext *, sc_children_asked) {
  return sc_get_curr_simcontext()->top().objects.all();
}
const std::vector<sc_event *> &sc_get_top_level_events(const sc_simcontext *) {
  return sc_get_curr_simcontext()->top().events.all();
}
sc_object *sc_get_parent(const sc_object *object) { return object->get_parent_object(); }
bool sc_hierarchical_name_exists(const char *name, sc_children_asked) {
  return registered(name) || sc_get_curr_simcontext()->look_up(name) || sc_find_event(name);
}
bool sc_hierarchical_name_exists(const sc_object *parent, const char *name, sc_children_asked) {
  const char *full = full_name(parent, name);
  const bool exists = sc_hierarchical_name_exists(full);
  delete[] full;
  return exists;
}
const char *sc_get_hierarchical_name(const sc_object *parent, const char *name) {
  const char *full = full_name(parent, name);
  const char *found = nullptr;
  if (const sc_object *object = sc_get_curr_simcontext()->look_up(full)) found = object->name();
  else if (const sc_event *event = sc_find_event(full)) found = event->name();
  for (const char *known : sc_get_curr_simcontext()->m_registered)
    if (!__builtin_strcmp(known, full)) found = known;
  delete[] full;
  return found;
}
const char *sc_get_hierarchical_name(const char *name) { return sc_get_hierarchical_name(nullptr, name); }

bool sc_register_hierarchical_name(const sc_object *parent, const char *name, sc_children_asked) {
  const char *full = full_name(parent, name);
  sc_simcontext *c = sc_get_curr_simcontext();
  const sc_object *object = c->look_up(full);
  if (object || registered(full) || sc_find_event(full)) {
    const char *kind = object ? object->kind() : registered(full) ? "reserved" : "sc_event";
    sc_warning(534, (std::string(full) + " (" + kind + ")").c_str());
    delete[] full;
    return false;
  }
  c->m_registered.push(full);
  return true;
}
bool sc_register_hierarchical_name(const char *name, sc_children_asked) { return sc_register_hierarchical_name(nullptr, name); }
bool sc_unregister_hierarchical_name(const sc_object *parent, const char *name) {
  const char *full = full_name(parent, name);
  sc_simcontext *c = sc_get_curr_simcontext();
  bool found = false;
  for (const char *known : c->m_registered) {
    if (__builtin_strcmp(known, full)) continue;
    found = c->m_registered.remove(known);
    break;
  }
  delete[] full;
  return found;
}
bool sc_unregister_hierarchical_name(const char *name) { return sc_unregister_hierarchical_name(nullptr, name); }

// All objects, sorted by name, as the reference library has them.
static void collect(const std::vector<sc_object *> &from, std::vector<sc_object *> &to) {
  for (sc_object *o : from) {
    std::size_t at = to.size();
    to.push_back(o);
    for (; at > 0 && __builtin_strcmp(to[at - 1]->name(), o->name()) > 0; at--) to[at] = to[at - 1];
    to[at] = o;
    collect(o->child_objects(), to);
  }
}
sc_object *sc_simcontext::first_object(sc_children_asked) {
  m_walk.clear();
  collect(top().objects.all(), m_walk);
  m_walked = 0;
  return next_object();
}
sc_object *sc_simcontext::next_object() { return m_walked < m_walk.size() ? m_walk[m_walked++] : nullptr; }

}  // namespace sc_core
