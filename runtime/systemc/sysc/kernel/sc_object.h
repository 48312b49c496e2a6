// Objects of the design: hierarchical names, parents and children, attributes.
#ifndef ALLWAYS_SC_OBJECT_H
#define ALLWAYS_SC_OBJECT_H

#include "sysc/kernel/sc_basics.h"

namespace sc_core {

class sc_object {
 public:
  const char *name() const { return m_name; }
  const char *basename() const { return m_name + m_base; }
  virtual const char *kind() const { return "sc_object"; }
  virtual void print(std::ostream &os = std::cout) const;
  virtual void dump(std::ostream &os = std::cout) const;
  virtual void trace(sc_trace_file *file) const;
  sc_object *get_parent_object() const { return m_in->owner; }
  sc_object *get_parent() const {
    sc_former(sc_former_get_parent);
    return m_in->owner;
  }
  const std::vector<sc_object *> &get_child_objects(sc_children_asked = sc_children_asked()) const { return child_objects(); }
  const std::vector<sc_object *> &child_objects() const { return (m_below ? *m_below : none).objects.all(); }
  virtual const std::vector<sc_event *> &get_child_events() const { return (m_below ? *m_below : none).events.all(); }
  sc_simcontext *simcontext() const;
  bool in_hierarchy() const { return true; }

  bool add_attribute(sc_attr_base &attribute);
  sc_attr_base *get_attribute(const std::string &name);
  const sc_attr_base *get_attribute(const std::string &name) const;
  sc_attr_base *remove_attribute(const std::string &name);
  void remove_all_attributes();
  int num_attributes() const;
  sc_attr_cltn &attr_cltn();
  const sc_attr_cltn &attr_cltn() const;

  virtual ~sc_object();

 protected:
  sc_object();
  explicit sc_object(const char *name);
  sc_object(const sc_object &other);
  sc_object &operator=(const sc_object &) { return *this; }

 private:
  friend class sc_simcontext;
  friend class sc_event;
  friend class sc_members<sc_object>;

  void enter(const char *name);
  sc_scope &below();

  static const sc_scope none;

  const char *m_name;
  int m_base;   // where the last part of the name begins
  int m_place;  // among the members of its scope
  sc_scope *m_in, *m_below;  // below it there may be nothing
  sc_attr_cltn *m_attributes;
};

class sc_attr_base {
 public:
  explicit sc_attr_base(const std::string &name) : m_name(name) {}
  sc_attr_base(const sc_attr_base &) = default;
  virtual ~sc_attr_base() {}
  const std::string &name() const { return m_name; }

 private:
  std::string m_name;
};

template <class T>
class sc_attribute : public sc_attr_base {
 public:
  explicit sc_attribute(const std::string &name) : sc_attr_base(name), value() {}
  sc_attribute(const std::string &name, const T &v) : sc_attr_base(name), value(v) {}
  T value;
};

class sc_attr_cltn {
 public:
  typedef sc_attr_base *elem_type;
  typedef elem_type *iterator;
  typedef const elem_type *const_iterator;

  bool push_back(sc_attr_base *attribute) {
    if (!attribute || (*this)[attribute->name()]) return false;
    m_items.push_back(attribute);
    return true;
  }
  sc_attr_base *operator[](const std::string &name) const {
    for (sc_attr_base *a : m_items)
      if (a->name() == name) return a;
    return nullptr;
  }
  sc_attr_base *remove(const std::string &name);
  void remove_all() { m_items.clear(); }
  int size() const { return static_cast<int>(m_items.size()); }
  iterator begin() { return m_items.data(); }
  iterator end() { return m_items.data() + m_items.size(); }
  const_iterator begin() const { return m_items.data(); }
  const_iterator end() const { return m_items.data() + m_items.size(); }

 private:
  std::vector<sc_attr_base *> m_items;
};

// A name for an object of the current scope that nothing else has: seed_0, seed_1, ... The text stays valid until the
// next call.
const char *sc_gen_unique_name(const char *seed, bool preserve_first = false);
sc_object *sc_find_object(const char *name, sc_children_asked = sc_children_asked());
sc_event *sc_find_event(const char *name);
const std::vector<sc_object *> &sc_get_top_level_objects(const sc_simcontext *context = nullptr,
                                                         sc_children_asked = sc_children_asked());
const std::vector<sc_event *> &sc_get_top_level_events(const sc_simcontext *context = nullptr);
sc_object *sc_get_parent(const sc_object *object);
bool sc_hierarchical_name_exists(const char *name, sc_children_asked = sc_children_asked());
bool sc_hierarchical_name_exists(const sc_object *parent, const char *name, sc_children_asked = sc_children_asked());
const char *sc_get_hierarchical_name(const char *name);
const char *sc_get_hierarchical_name(const sc_object *parent, const char *name);
// Names that no object gets.
bool sc_register_hierarchical_name(const char *name, sc_children_asked = sc_children_asked());
bool sc_register_hierarchical_name(const sc_object *parent, const char *name, sc_children_asked = sc_children_asked());
bool sc_unregister_hierarchical_name(const char *name);
bool sc_unregister_hierarchical_name(const sc_object *parent, const char *name);
extern bool sc_names_checked;
inline void sc_enable_name_checking() { sc_names_checked = true; }

const char SC_HIERARCHY_CHAR = '.';

}  // namespace sc_core

#endif
