// Extensions of a transaction that belong to one accessor (a socket, a module): others do not see them.
#ifndef ALLWAYS_INSTANCE_SPECIFIC_EXTENSIONS_H
#define ALLWAYS_INSTANCE_SPECIFIC_EXTENSIONS_H

#include "tlm"

namespace tlm_utils {

class ispex_base {
 public:
  virtual void free() { delete this; }

 protected:
  virtual ~ispex_base() {}
};

inline int ispex_new_number(bool accessor) {
  static int count[2];
  return count[accessor]++;
}

template <typename T> class instance_specific_extension : public ispex_base {
 public:
  virtual ~instance_specific_extension() {}
  static const int priv_id;
};
template <typename T> const int instance_specific_extension<T>::priv_id = ispex_new_number(false);

// What one accessor has attached to one transaction.
class instance_specific_extensions_per_accessor {
 public:
  typedef tlm::tlm_generic_payload transaction_type;

  template <typename T> T *set_extension(T *extension) {
    while (m_extensions.size() <= T::priv_id) m_extensions.push(nullptr);
    T *old = static_cast<T *>(m_extensions[T::priv_id]);
    m_extensions[T::priv_id] = extension;
    return old;
  }
  template <typename T> void get_extension(T *&extension) const {
    extension = T::priv_id < m_extensions.size() ? static_cast<T *>(m_extensions[T::priv_id]) : nullptr;
  }
  template <typename T> void clear_extension(const T *) {
    if (T::priv_id < m_extensions.size()) m_extensions[T::priv_id] = nullptr;
  }
  void resize_extensions() {}

 private:
  sc_core::sc_list<ispex_base *> m_extensions;
};

// What holds them is an ordinary extension of the transaction; copies of the transaction do not get it.
class instance_specific_extension_carrier : public tlm::tlm_extension<instance_specific_extension_carrier> {
 public:
  ~instance_specific_extension_carrier() override {
    for (instance_specific_extensions_per_accessor *p : m_accessors) delete p;
  }
  tlm::tlm_extension_base *clone() const override { return nullptr; }
  void copy_from(const tlm::tlm_extension_base &) override {}
  instance_specific_extensions_per_accessor &of(int accessor) {
    while (m_accessors.size() <= accessor) m_accessors.push(nullptr);
    if (!m_accessors[accessor]) m_accessors[accessor] = new instance_specific_extensions_per_accessor;
    return *m_accessors[accessor];
  }

 private:
  sc_core::sc_list<instance_specific_extensions_per_accessor *> m_accessors;
};

class instance_specific_extension_accessor {
 public:
  instance_specific_extension_accessor() : m_number(ispex_new_number(true)) {}

  template <typename T> instance_specific_extensions_per_accessor &operator()(T &transaction) {
    instance_specific_extension_carrier *carrier = nullptr;
    transaction.get_extension(carrier);
    if (!carrier) transaction.set_extension(carrier = new instance_specific_extension_carrier);
    return carrier->of(m_number);
  }

 private:
  const int m_number;
};

}  // namespace tlm_utils

#endif
