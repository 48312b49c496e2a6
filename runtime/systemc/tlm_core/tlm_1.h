// TLM-1: put, get and transport interfaces, FIFOs, analysis ports.
#ifndef ALLWAYS_TLM_1_H
#define ALLWAYS_TLM_1_H

#include "systemc"

namespace tlm {

template <class T>
class tlm_tag {};

template <class REQ, class RSP>
class tlm_transport_if : public virtual sc_core::sc_interface {
 public:
  virtual RSP transport(const REQ &) = 0;
  virtual void transport(const REQ &req, RSP &rsp) { rsp = transport(req); }
};

template <class T>
class tlm_blocking_get_if : public virtual sc_core::sc_interface {
 public:
  virtual T get(tlm_tag<T> *t = nullptr) = 0;
  virtual void get(T &t) { t = get(); }
};
template <class T>
class tlm_blocking_put_if : public virtual sc_core::sc_interface {
 public:
  virtual void put(const T &t) = 0;
};
template <class T>
class tlm_nonblocking_get_if : public virtual sc_core::sc_interface {
 public:
  virtual bool nb_get(T &t) = 0;
  virtual bool nb_can_get(tlm_tag<T> *t = nullptr) const = 0;
  virtual const sc_core::sc_event &ok_to_get(tlm_tag<T> *t = nullptr) const = 0;
};
template <class T>
class tlm_nonblocking_put_if : public virtual sc_core::sc_interface {
 public:
  virtual bool nb_put(const T &t) = 0;
  virtual bool nb_can_put(tlm_tag<T> *t = nullptr) const = 0;
  virtual const sc_core::sc_event &ok_to_put(tlm_tag<T> *t = nullptr) const = 0;
};
template <class T>
class tlm_blocking_peek_if : public virtual sc_core::sc_interface {
 public:
  virtual T peek(tlm_tag<T> *t = nullptr) const = 0;
  virtual void peek(T &t) const { t = peek(); }
};
template <class T>
class tlm_nonblocking_peek_if : public virtual sc_core::sc_interface {
 public:
  virtual bool nb_peek(T &t) const = 0;
  virtual bool nb_can_peek(tlm_tag<T> *t = nullptr) const = 0;
  virtual const sc_core::sc_event &ok_to_peek(tlm_tag<T> *t = nullptr) const = 0;
};
template <class T>
class tlm_get_if : public virtual tlm_blocking_get_if<T>, public virtual tlm_nonblocking_get_if<T> {};
template <class T>
class tlm_put_if : public virtual tlm_blocking_put_if<T>, public virtual tlm_nonblocking_put_if<T> {};
template <class T>
class tlm_peek_if : public virtual tlm_blocking_peek_if<T>, public virtual tlm_nonblocking_peek_if<T> {};
template <class T>
class tlm_get_peek_if : public virtual tlm_get_if<T>, public virtual tlm_peek_if<T> {};
template <class T>
class tlm_fifo_get_if : public virtual tlm_get_peek_if<T> {};
template <class T>
class tlm_fifo_put_if : public virtual tlm_put_if<T> {};

// Readable after the update, as sc_fifo; a size of 0 or less is unbounded, which does not fit here.
template <class T>
class tlm_fifo : public virtual tlm_fifo_get_if<T>, public virtual tlm_fifo_put_if<T>, public sc_core::sc_prim_channel {
 public:
  explicit tlm_fifo(int size = 1) : tlm_fifo(sc_core::sc_gen_unique_name("fifo"), size) {}
  explicit tlm_fifo(const char *name, int size = 1)
      : sc_core::sc_prim_channel(name),
        m_size(size),
        m_readable(0),
        m_read(0),
        m_written(0),
        m_read_at(0),
        m_write_at(0),
        m_put_event(sc_core::sc_kernel_event),
        m_get_event(sc_core::sc_kernel_event) {
    if (size <= 0) __allways_unsupported("a tlm_fifo without bound");
    m_items = new T[size]();
    __allways_declare("fifo", static_cast<sc_core::sc_object *>(this), this->name(), nullptr, 0);
  }
  ~tlm_fifo() override { delete[] m_items; }
  const char *kind() const override { return "tlm_fifo"; }

  int size() const { return m_size; }
  int used() const { return m_readable; }
  bool is_empty() const { return m_readable == 0; }
  bool is_full() const { return !nb_can_put(); }

  T get(tlm_tag<T> * = nullptr) override {
    while (m_readable == 0) sc_core::wait(m_put_event);
    T t;
    nb_get(t);
    return t;
  }
  void get(T &t) override { t = get(); }
  bool nb_get(T &t) override {
    if (m_readable == 0) return false;
    t = m_items[m_read_at];
    m_items[m_read_at] = T();
    if (++m_read_at == m_size) m_read_at = 0;
    m_readable--;
    m_read++;
    this->request_update();
    return true;
  }
  bool nb_can_get(tlm_tag<T> * = nullptr) const override { return m_readable > 0; }
  const sc_core::sc_event &ok_to_get(tlm_tag<T> * = nullptr) const override { return m_put_event; }
  void put(const T &t) override {
    while (!nb_can_put()) sc_core::wait(m_get_event);
    nb_put(t);
  }
  bool nb_put(const T &t) override {
    if (!nb_can_put()) return false;
    m_items[m_write_at] = t;
    if (++m_write_at == m_size) m_write_at = 0;
    m_written++;
    this->request_update();
    return true;
  }
  bool nb_can_put(tlm_tag<T> * = nullptr) const override { return m_readable + m_read + m_written < m_size; }
  const sc_core::sc_event &ok_to_put(tlm_tag<T> * = nullptr) const override { return m_get_event; }
  T peek(tlm_tag<T> * = nullptr) const override {
    while (m_readable == 0) sc_core::wait(m_put_event);
    return m_items[m_read_at];
  }
  void peek(T &t) const override { t = peek(); }
  bool nb_peek(T &t) const override {
    if (m_readable == 0) return false;
    t = m_items[m_read_at];
    return true;
  }
  bool nb_can_peek(tlm_tag<T> * = nullptr) const override { return m_readable > 0; }
  const sc_core::sc_event &ok_to_peek(tlm_tag<T> * = nullptr) const override { return m_put_event; }

 protected:
  void update() override {
    if (m_read) m_get_event.notify_next_delta();
    if (m_written) m_put_event.notify_next_delta();
    m_readable += m_written;
    m_read = m_written = 0;
    if (m_readable == 0) m_read_at = m_write_at = 0;
  }

 private:
  int m_size, m_readable, m_read, m_written, m_read_at, m_write_at;
  T *m_items;
  sc_core::sc_event m_put_event, m_get_event;
};

template <class T>
class tlm_write_if : public virtual sc_core::sc_interface {
 public:
  virtual void write(const T &t) = 0;
};
template <class T>
class tlm_analysis_if : public virtual tlm_write_if<T> {};

template <class T>
class tlm_analysis_port : public sc_core::sc_object, public virtual tlm_analysis_if<T> {
 public:
  tlm_analysis_port() : sc_core::sc_object(sc_core::sc_gen_unique_name("analysis_port")) {}
  explicit tlm_analysis_port(const char *name) : sc_core::sc_object(name) {}
  const char *kind() const override { return "tlm_analysis_port"; }
  void bind(tlm_analysis_if<T> &i) { m_interfaces.push(&i); }
  void operator()(tlm_analysis_if<T> &i) { bind(i); }
  bool unbind(tlm_analysis_if<T> &i) { return m_interfaces.remove(&i); }
  void write(const T &t) override {
    for (tlm_analysis_if<T> *i : m_interfaces) i->write(t);
  }

 private:
  sc_core::sc_list<tlm_analysis_if<T> *> m_interfaces;
};

}  // namespace tlm

#endif
