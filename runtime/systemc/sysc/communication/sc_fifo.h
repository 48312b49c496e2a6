// FIFO channels and their ports. Reader and writer touch different cells until the update, so that their steps commute;
// an empty buffer always begins at its first slot, so that equal contents are equal states.
#ifndef ALLWAYS_SC_FIFO_H
#define ALLWAYS_SC_FIFO_H

#include "sysc/communication/sc_port.h"

namespace sc_core {

template <class T>
class sc_fifo_nonblocking_in_if : virtual public sc_interface {
 public:
  virtual bool nb_read(T &value) = 0;
  virtual const sc_event &data_written_event() const = 0;
};
template <class T>
class sc_fifo_blocking_in_if : virtual public sc_interface {
 public:
  virtual void read(T &value) = 0;
  virtual T read() = 0;
};
template <class T>
class sc_fifo_in_if : public sc_fifo_nonblocking_in_if<T>, public sc_fifo_blocking_in_if<T> {
 public:
  virtual int num_available() const = 0;
};
template <class T>
class sc_fifo_nonblocking_out_if : virtual public sc_interface {
 public:
  virtual bool nb_write(const T &value) = 0;
  virtual const sc_event &data_read_event() const = 0;
};
template <class T>
class sc_fifo_blocking_out_if : virtual public sc_interface {
 public:
  virtual void write(const T &value) = 0;
};
template <class T>
class sc_fifo_out_if : public sc_fifo_nonblocking_out_if<T>, public sc_fifo_blocking_out_if<T> {
 public:
  virtual int num_free() const = 0;
};

template <class T>
class sc_fifo : public sc_fifo_in_if<T>, public sc_fifo_out_if<T>, public sc_prim_channel {
 public:
  explicit sc_fifo(int size = 16) : sc_fifo(sc_gen_unique_name("fifo"), size) {}
  explicit sc_fifo(const char *name, int size = 16)
      : sc_prim_channel(name),
        m_size(size),
        m_free(size),
        m_readable(0),
        m_read_at(0),
        m_write_at(0),
        m_read(0),
        m_written(0),
        m_reader(nullptr),
        m_writer(nullptr),
        m_read_event(sc_read_event, this->get_parent_object()),
        m_written_event(sc_write_event, this->get_parent_object()) {
    if (size <= 0) sc_error(106);
    m_items = new T[size]();
    __allways_declare("fifo", static_cast<sc_object *>(this), this->name(), &m_readable, sizeof m_readable);
  }
  ~sc_fifo() override { delete[] m_items; }
  const char *kind() const override { return "sc_fifo"; }

  void register_port(sc_port_base &port, const char *if_typename) override {
    if (if_typename == typeid(sc_fifo_in_if<T>).name() || if_typename == typeid(sc_fifo_blocking_in_if<T>).name()) {
      if (m_reader) sc_complain(104);
      m_reader = &port;
    } else {
      if (m_writer) sc_complain(105);
      m_writer = &port;
    }
  }
  const sc_event &data_written_event() const override { return m_written_event; }
  const sc_event &data_read_event() const override { return m_read_event; }
  int num_available() const override { return m_readable; }
  int num_free() const override { return m_free; }

  void read(T &value) override {
    while (m_readable == 0) sc_core::wait(m_written_event);
    take(value);
  }
  T read() override {
    T value;
    read(value);
    return value;
  }
  bool nb_read(T &value) override {
    if (m_readable == 0) return false;
    take(value);
    return true;
  }
  operator T() { return read(); }

  void write(const T &value) override {
    while (m_free == 0) sc_core::wait(m_read_event);
    put(value);
  }
  bool nb_write(const T &value) override {
    if (m_free == 0) return false;
    put(value);
    return true;
  }
  sc_fifo &operator=(const T &value) {
    write(value);
    return *this;
  }

  void print(std::ostream &os = std::cout) const override {
    for (int i = 0; i < m_readable + m_written; i++) os << m_items[(m_read_at + i) % m_size] << std::endl;
  }
  void dump(std::ostream &os = std::cout) const override {
    os << "name = " << this->name() << std::endl;
    for (int i = 0; i < m_readable + m_written; i++)
      os << "value[" << i << "] = " << m_items[(m_read_at + i) % m_size] << std::endl;
  }
  void trace(sc_trace_file *) const override {}

 protected:
  void update() override {
    if (m_read > 0) m_read_event.notify_next_delta();
    if (m_written > 0) m_written_event.notify_next_delta();
    m_readable += m_written;
    m_free += m_read;
    m_read = 0;
    m_written = 0;
    if (m_readable == 0) m_read_at = m_write_at = 0;
  }

 private:
  void take(T &value) {
    value = m_items[m_read_at];
    m_items[m_read_at] = T();
    if (++m_read_at == m_size) m_read_at = 0;
    m_readable--;
    m_read++;
    this->request_update();
  }
  void put(const T &value) {
    m_items[m_write_at] = value;
    if (++m_write_at == m_size) m_write_at = 0;
    m_free--;
    m_written++;
    this->request_update();
  }

  int m_size, m_free, m_readable, m_read_at, m_write_at, m_read, m_written;
  T *m_items;
  sc_port_base *m_reader, *m_writer;
  sc_event m_read_event, m_written_event;
};

template <class T>
inline std::ostream &operator<<(std::ostream &os, const sc_fifo<T> &fifo) {
  fifo.print(os);
  return os;
}

template <class T>
class sc_fifo_in : public sc_port<sc_fifo_in_if<T>, 0> {
 public:
  typedef T data_type;
  typedef sc_port<sc_fifo_in_if<T>, 0> base_type;
  sc_fifo_in() {}
  explicit sc_fifo_in(const char *name) : base_type(name) {}
  explicit sc_fifo_in(sc_fifo_in_if<T> &channel) : base_type(channel) {}
  const char *kind() const override { return "sc_fifo_in"; }
  ~sc_fifo_in() override { delete m_finder; }

  const sc_event &data_written_event() const { return (*this)->data_written_event(); }
  int num_available() const { return (*this)->num_available(); }
  void read(T &value) { (*this)->read(value); }
  T read() { return (*this)->read(); }
  bool nb_read(T &value) { return (*this)->nb_read(value); }
  operator T() { return read(); }
  sc_event_finder &data_written() const {
    if (!m_finder)
      m_finder = new sc_event_finder_t<sc_fifo_in_if<T>>(static_cast<const sc_port_b<sc_fifo_in_if<T>> &>(*this),
                                                         &sc_fifo_in_if<T>::data_written_event);
    return *m_finder;
  }

 private:
  mutable sc_event_finder *m_finder = nullptr;
};

template <class T>
class sc_fifo_out : public sc_port<sc_fifo_out_if<T>, 0> {
 public:
  typedef T data_type;
  typedef sc_port<sc_fifo_out_if<T>, 0> base_type;
  sc_fifo_out() {}
  explicit sc_fifo_out(const char *name) : base_type(name) {}
  explicit sc_fifo_out(sc_fifo_out_if<T> &channel) : base_type(channel) {}
  const char *kind() const override { return "sc_fifo_out"; }
  ~sc_fifo_out() override { delete m_finder; }

  const sc_event &data_read_event() const { return (*this)->data_read_event(); }
  int num_free() const { return (*this)->num_free(); }
  void write(const T &value) { (*this)->write(value); }
  bool nb_write(const T &value) { return (*this)->nb_write(value); }
  sc_fifo_out &operator=(const T &value) {
    write(value);
    return *this;
  }
  sc_event_finder &data_read() const {
    if (!m_finder)
      m_finder = new sc_event_finder_t<sc_fifo_out_if<T>>(static_cast<const sc_port_b<sc_fifo_out_if<T>> &>(*this),
                                                          &sc_fifo_out_if<T>::data_read_event);
    return *m_finder;
  }

 private:
  mutable sc_event_finder *m_finder = nullptr;
};

}  // namespace sc_core

#endif
