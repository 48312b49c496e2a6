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
class tlm_blocking_get_peek_if : public virtual tlm_blocking_get_if<T>, public virtual tlm_blocking_peek_if<T> {};
template <class T>
class tlm_nonblocking_get_peek_if : public virtual tlm_nonblocking_get_if<T>,
                                    public virtual tlm_nonblocking_peek_if<T> {};
template <class T>
class tlm_get_peek_if : public virtual tlm_get_if<T>,
                        public virtual tlm_peek_if<T>,
                        public virtual tlm_blocking_get_peek_if<T>,
                        public virtual tlm_nonblocking_get_peek_if<T> {};
template <class T>
class tlm_fifo_debug_if : public virtual sc_core::sc_interface {
 public:
  virtual int used() const = 0;
  virtual int size() const = 0;
  virtual void debug() const = 0;
  virtual bool nb_peek(T &t, int n) const = 0;  // the n-th, -1: the last
  virtual bool nb_poke(const T &t, int n = 0) = 0;
};
class tlm_fifo_config_size_if : public virtual sc_core::sc_interface {
 public:
  virtual void nb_expand(unsigned n = 1) = 0;
  virtual void nb_unbound(unsigned n = 16) = 0;
  virtual bool nb_reduce(unsigned n = 1) = 0;
  virtual bool nb_bound(unsigned n) = 0;
};
template <class T>
class tlm_fifo_get_if : public virtual tlm_get_peek_if<T>, public virtual tlm_fifo_debug_if<T> {
 public:
  using tlm_get_peek_if<T>::nb_peek;
  using tlm_fifo_debug_if<T>::nb_peek;
};
template <class T>
class tlm_fifo_put_if : public virtual tlm_put_if<T>, public virtual tlm_fifo_debug_if<T> {};

template <class REQ, class RSP>
class tlm_blocking_master_if : public virtual tlm_blocking_put_if<REQ>, public virtual tlm_blocking_get_peek_if<RSP> {};
template <class REQ, class RSP>
class tlm_blocking_slave_if : public virtual tlm_blocking_put_if<RSP>, public virtual tlm_blocking_get_peek_if<REQ> {};
template <class REQ, class RSP>
class tlm_nonblocking_master_if : public virtual tlm_nonblocking_put_if<REQ>,
                                  public virtual tlm_nonblocking_get_peek_if<RSP> {};
template <class REQ, class RSP>
class tlm_nonblocking_slave_if : public virtual tlm_nonblocking_put_if<RSP>,
                                 public virtual tlm_nonblocking_get_peek_if<REQ> {};
template <class REQ, class RSP>
class tlm_master_if : public virtual tlm_put_if<REQ>,
                      public virtual tlm_get_peek_if<RSP>,
                      public virtual tlm_blocking_master_if<REQ, RSP>,
                      public virtual tlm_nonblocking_master_if<REQ, RSP> {};
template <class REQ, class RSP>
class tlm_slave_if : public virtual tlm_put_if<RSP>,
                     public virtual tlm_get_peek_if<REQ>,
                     public virtual tlm_blocking_slave_if<REQ, RSP>,
                     public virtual tlm_nonblocking_slave_if<REQ, RSP> {};

// Readable after the update, as sc_fifo; one whose size is negative has no bound.
template <class T>
class tlm_fifo : public virtual tlm_fifo_get_if<T>, public virtual tlm_fifo_put_if<T>, public sc_core::sc_prim_channel {
 public:
  explicit tlm_fifo(int size = 1) : tlm_fifo(sc_core::sc_gen_unique_name("fifo"), size) {}
  explicit tlm_fifo(const char *name, int size = 1)
      : sc_core::sc_prim_channel(name),
        m_size(size),
        m_room(size > 0 ? size : 1),
        m_readable(0),
        m_read(0),
        m_written(0),
        m_read_at(0),
        m_write_at(0),
        m_expanded(false),
        m_put_event(sc_core::sc_kernel_event),
        m_get_event(sc_core::sc_kernel_event) {
    m_items = new T[m_room]();
    __allways_declare("fifo", static_cast<sc_core::sc_object *>(this), this->name(), nullptr, 0);
  }
  ~tlm_fifo() override { delete[] m_items; }
  const char *kind() const override { return "tlm_fifo"; }

  int size() const override { return m_size; }
  int used() const override { return m_readable; }
  void debug() const override {
    if (is_empty()) std::cout << "empty" << std::endl;
    if (is_full()) std::cout << "full" << std::endl;
    std::cout << "size " << size() << " - " << used() << " used " << std::endl;
    std::cout << "readable " << m_readable + m_read << std::endl;
    std::cout << "written/read " << m_written << "/" << m_read << std::endl;
  }
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
    if (++m_read_at == m_room) m_read_at = 0;
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
    if (m_readable + m_written == m_room) grow();
    m_items[m_write_at] = t;
    if (++m_write_at == m_room) m_write_at = 0;
    m_written++;
    this->request_update();
    return true;
  }
  bool nb_can_put(tlm_tag<T> * = nullptr) const override {
    return m_size < 0 || m_readable + m_read + m_written < m_size;
  }
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
  bool nb_peek(T &t, int n) const override {
    if (n >= m_readable || n < -1) return false;
    t = m_items[place_of(n < 0 ? m_readable - 1 : n)];
    return true;
  }
  bool nb_poke(const T &t, int n = 0) override {
    if (n >= m_readable || n < 0) return false;
    m_items[place_of(n)] = t;
    return true;
  }
  // The bound alone; items get room when they come.
  void nb_expand(unsigned n = 1) {
    if (m_size >= 0) resize(m_size + static_cast<int>(n));
  }
  void nb_unbound(unsigned n = 16) { resize(-static_cast<int>(n)); }
  bool nb_reduce(unsigned n = 1) { return m_size >= 0 && nb_bound(static_cast<unsigned>(m_size) - n); }
  bool nb_bound(unsigned n) {
    const bool fits = static_cast<int>(n) >= m_readable;
    m_size = fits ? static_cast<int>(n) : m_readable;
    return fits;
  }

 protected:
  void update() override {
    if (m_read || m_expanded) m_get_event.notify_next_delta();
    if (m_written) m_put_event.notify_next_delta();
    m_readable += m_written;
    m_read = m_written = 0;
    m_expanded = false;
    if (m_readable == 0) m_read_at = m_write_at = 0;
  }

 private:
  void grow() {
    T *items = new T[2 * m_room]();
    for (int i = 0; i < m_room; i++) items[i] = m_items[(m_read_at + i) % m_room];
    delete[] m_items;
    m_items = items;
    m_read_at = 0;
    m_write_at = m_room;
    m_room *= 2;
  }

  int place_of(int n) const { return (m_read_at + n) % m_room; }
  void resize(int size) {
    m_size = size;
    m_expanded = true;
    this->request_update();
  }

  int m_size, m_room, m_readable, m_read, m_written, m_read_at, m_write_at;
  bool m_expanded;
  T *m_items;
  sc_core::sc_event m_put_event, m_get_event;
};

template <class T>
class tlm_write_if : public virtual sc_core::sc_interface {
 public:
  virtual void write(const T &t) = 0;
};
template <class T>
class tlm_delayed_write_if : public virtual sc_core::sc_interface {
 public:
  virtual void write(const T &t, const sc_core::sc_time &time) = 0;
};
template <class T>
class tlm_analysis_if : public virtual tlm_write_if<T> {};
template <class T>
class tlm_delayed_analysis_if : public virtual tlm_delayed_write_if<T> {};

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

template <class T>
struct tlm_analysis_triple {
  sc_core::sc_time start_time;
  T transaction;
  sc_core::sc_time end_time;
  tlm_analysis_triple() {}
  tlm_analysis_triple(const T &t) : transaction(t) {}
  operator T() { return transaction; }
  operator const T &() const { return transaction; }
};

template <class T>
class tlm_analysis_fifo : public tlm_fifo<T>,
                          public virtual tlm_analysis_if<T>,
                          public virtual tlm_analysis_if<tlm_analysis_triple<T>> {
 public:
  explicit tlm_analysis_fifo(const char *name) : tlm_fifo<T>(name, -16) {}
  tlm_analysis_fifo() : tlm_fifo<T>(-16) {}
  void write(const tlm_analysis_triple<T> &t) override { this->nb_put(t.transaction); }
  void write(const T &t) override { this->nb_put(t); }
};

// One side of a channel of requests and responses: INTERFACE puts into one FIFO and gets from the other.
template <class INTERFACE, class PUT, class GET>
class tlm_channel_side : public INTERFACE {
 public:
  tlm_channel_side(tlm_put_if<PUT> &put, tlm_get_peek_if<GET> &get) : m_put(put), m_get(get) {}
  void put(const PUT &t) override { m_put.put(t); }
  bool nb_put(const PUT &t) override { return m_put.nb_put(t); }
  bool nb_can_put(tlm_tag<PUT> *t = nullptr) const override { return m_put.nb_can_put(t); }
  const sc_core::sc_event &ok_to_put(tlm_tag<PUT> *t = nullptr) const override { return m_put.ok_to_put(t); }
  GET get(tlm_tag<GET> * = nullptr) override { return m_get.get(); }
  bool nb_get(GET &t) override { return m_get.nb_get(t); }
  bool nb_can_get(tlm_tag<GET> *t = nullptr) const override { return m_get.nb_can_get(t); }
  const sc_core::sc_event &ok_to_get(tlm_tag<GET> *t = nullptr) const override { return m_get.ok_to_get(t); }
  GET peek(tlm_tag<GET> * = nullptr) const override { return m_get.peek(); }
  bool nb_peek(GET &t) const override { return m_get.nb_peek(t); }
  bool nb_can_peek(tlm_tag<GET> *t = nullptr) const override { return m_get.nb_can_peek(t); }
  const sc_core::sc_event &ok_to_peek(tlm_tag<GET> *t = nullptr) const override { return m_get.ok_to_peek(t); }

 private:
  tlm_put_if<PUT> &m_put;
  tlm_get_peek_if<GET> &m_get;
};

template <class PUT, class GET>
class tlm_put_get_if : public virtual tlm_put_if<PUT>, public virtual tlm_get_peek_if<GET> {};
template <class PUT, class GET>
class tlm_put_get_imp : public tlm_channel_side<tlm_put_get_if<PUT, GET>, PUT, GET> {
 public:
  using tlm_channel_side<tlm_put_get_if<PUT, GET>, PUT, GET>::tlm_channel_side;
};
template <class REQ, class RSP>
class tlm_master_imp : public tlm_channel_side<tlm_master_if<REQ, RSP>, REQ, RSP> {
 public:
  tlm_master_imp(tlm_put_if<REQ> &req, tlm_get_peek_if<RSP> &rsp)
      : tlm_channel_side<tlm_master_if<REQ, RSP>, REQ, RSP>(req, rsp) {}
};
template <class REQ, class RSP>
class tlm_slave_imp : public tlm_channel_side<tlm_slave_if<REQ, RSP>, RSP, REQ> {
 public:
  tlm_slave_imp(tlm_get_peek_if<REQ> &req, tlm_put_if<RSP> &rsp)
      : tlm_channel_side<tlm_slave_if<REQ, RSP>, RSP, REQ>(rsp, req) {}
};

template <class REQ, class RSP, class REQ_CHANNEL = tlm_fifo<REQ>, class RSP_CHANNEL = tlm_fifo<RSP>>
class tlm_req_rsp_channel : public sc_core::sc_module {
 public:
  sc_core::sc_export<tlm_fifo_get_if<REQ>> get_request_export;
  sc_core::sc_export<tlm_fifo_put_if<RSP>> put_response_export;
  sc_core::sc_export<tlm_fifo_put_if<REQ>> put_request_export;
  sc_core::sc_export<tlm_fifo_get_if<RSP>> get_response_export;
  sc_core::sc_export<tlm_master_if<REQ, RSP>> master_export;
  sc_core::sc_export<tlm_slave_if<REQ, RSP>> slave_export;

  explicit tlm_req_rsp_channel(int req_size = 1, int rsp_size = 1)
      : tlm_req_rsp_channel(sc_core::sc_module_name(sc_core::sc_gen_unique_name("tlm_req_rsp_channel")), req_size,
                            rsp_size) {}
  explicit tlm_req_rsp_channel(sc_core::sc_module_name name, int req_size = 1, int rsp_size = 1)
      : sc_core::sc_module(name),
        request_fifo(req_size),
        response_fifo(rsp_size),
        master(request_fifo, response_fifo),
        slave(request_fifo, response_fifo) {
    put_request_export(request_fifo);
    get_request_export(request_fifo);
    put_response_export(response_fifo);
    get_response_export(response_fifo);
    master_export(master);
    slave_export(slave);
  }

 protected:
  REQ_CHANNEL request_fifo;
  RSP_CHANNEL response_fifo;
  tlm_master_imp<REQ, RSP> master;
  tlm_slave_imp<REQ, RSP> slave;
};

template <class REQ, class RSP>
class tlm_transport_to_master : public sc_core::sc_module, public virtual tlm_transport_if<REQ, RSP> {
 public:
  sc_core::sc_export<tlm_transport_if<REQ, RSP>> target_export;
  sc_core::sc_port<tlm_master_if<REQ, RSP>> master_port;
  tlm_transport_to_master()
      : tlm_transport_to_master(sc_core::sc_module_name(sc_core::sc_gen_unique_name("transport_to_master"))) {}
  explicit tlm_transport_to_master(sc_core::sc_module_name name) : sc_core::sc_module(name) { target_export(*this); }
  RSP transport(const REQ &req) override {
    mutex.lock();
    master_port->put(req);
    RSP rsp = master_port->get();
    mutex.unlock();
    return rsp;
  }

 private:
  sc_core::sc_mutex mutex;
};

template <class REQ, class RSP, class REQ_CHANNEL = tlm_fifo<REQ>, class RSP_CHANNEL = tlm_fifo<RSP>>
class tlm_transport_channel : public sc_core::sc_module {
 public:
  sc_core::sc_export<tlm_transport_if<REQ, RSP>> target_export;
  sc_core::sc_export<tlm_fifo_get_if<REQ>> get_request_export;
  sc_core::sc_export<tlm_fifo_put_if<RSP>> put_response_export;
  sc_core::sc_export<tlm_slave_if<REQ, RSP>> slave_export;

  tlm_transport_channel()
      : tlm_transport_channel(sc_core::sc_module_name(sc_core::sc_gen_unique_name("transport_channel"))) {}
  explicit tlm_transport_channel(sc_core::sc_module_name name)
      : sc_core::sc_module(name), target_export("target_export"), req_rsp("req_rsp", 1, 1), t2m("tsm") {
    target_export(t2m.target_export);
    t2m.master_port(req_rsp.master_export);
    get_request_export(req_rsp.get_request_export);
    put_response_export(req_rsp.put_response_export);
    slave_export(req_rsp.slave_export);
  }

 private:
  tlm_req_rsp_channel<REQ, RSP, REQ_CHANNEL, RSP_CHANNEL> req_rsp;
  tlm_transport_to_master<REQ, RSP> t2m;
};

// The ports of an adapter; nothing runs in it, as in the reference library.
template <class REQ, class RSP>
class tlm_slave_to_transport : public sc_core::sc_module {
 public:
  sc_core::sc_port<tlm_slave_if<REQ, RSP>> slave_port;
  sc_core::sc_port<tlm_transport_if<REQ, RSP>> initiator_port;
  tlm_slave_to_transport()
      : tlm_slave_to_transport(sc_core::sc_module_name(sc_core::sc_gen_unique_name("slave_to_transport"))) {}
  explicit tlm_slave_to_transport(sc_core::sc_module_name name) : sc_core::sc_module(name) {}
};

// Ports that processes may be sensitive to.
template <class IF, class T>
class tlm_event_finder_t : public sc_core::sc_event_finder {
 public:
  typedef const sc_core::sc_event &(IF::*member)(tlm_tag<T> *) const;
  tlm_event_finder_t(const sc_core::sc_port_b<IF> &port, member event) : sc_core::sc_event_finder(port), m_port(&port), m_event(event) {}
  const sc_core::sc_event &find_at(int i) const override { return ((*m_port)[i]->*m_event)(nullptr); }
  const sc_core::sc_event &find_event(sc_core::sc_interface *iface = nullptr) const override {
    const IF *typed = iface ? dynamic_cast<const IF *>(iface) : (*m_port)[0];
    return (typed->*m_event)(nullptr);
  }

 private:
  const sc_core::sc_port_b<IF> *m_port;
  member m_event;
};
#define ALLWAYS_TLM_PORT(way)                                                                                                    \
  template <class T>                                                                                                             \
  class tlm_nonblocking_##way##_port : public sc_core::sc_port<tlm_nonblocking_##way##_if<T>, 1> {                               \
   public:                                                                                                                       \
    typedef tlm_nonblocking_##way##_if<T> way##_if_type;                                                                         \
    explicit tlm_nonblocking_##way##_port(const char *name) : sc_core::sc_port<way##_if_type, 1>(name) {}                        \
    sc_core::sc_event_finder &ok_to_##way() const { return *new tlm_event_finder_t<way##_if_type, T>(*this, &way##_if_type::ok_to_##way); } \
  };
ALLWAYS_TLM_PORT(get)
ALLWAYS_TLM_PORT(peek)
ALLWAYS_TLM_PORT(put)
#undef ALLWAYS_TLM_PORT

}  // namespace tlm

#endif
