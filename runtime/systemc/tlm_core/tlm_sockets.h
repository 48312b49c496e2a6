// TLM-2.0: transport interfaces and sockets.
#ifndef ALLWAYS_TLM_SOCKETS_H
#define ALLWAYS_TLM_SOCKETS_H

#include "tlm_core/tlm_generic_payload.h"

namespace tlm {

template <class TRANS = tlm_generic_payload, class PHASE = tlm_phase>
class tlm_fw_nonblocking_transport_if : virtual public sc_core::sc_interface {
 public:
  virtual tlm_sync_enum nb_transport_fw(TRANS &trans, PHASE &phase, sc_core::sc_time &t) = 0;
};
template <class TRANS = tlm_generic_payload, class PHASE = tlm_phase>
class tlm_bw_nonblocking_transport_if : virtual public sc_core::sc_interface {
 public:
  virtual tlm_sync_enum nb_transport_bw(TRANS &trans, PHASE &phase, sc_core::sc_time &t) = 0;
};
template <class TRANS = tlm_generic_payload>
class tlm_blocking_transport_if : virtual public sc_core::sc_interface {
 public:
  virtual void b_transport(TRANS &trans, sc_core::sc_time &t) = 0;
};
template <class TRANS = tlm_generic_payload>
class tlm_fw_direct_mem_if : virtual public sc_core::sc_interface {
 public:
  virtual bool get_direct_mem_ptr(TRANS &trans, tlm_dmi &dmi_data) = 0;
};
class tlm_bw_direct_mem_if : virtual public sc_core::sc_interface {
 public:
  virtual void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) = 0;
};
template <class TRANS = tlm_generic_payload>
class tlm_transport_dbg_if : virtual public sc_core::sc_interface {
 public:
  virtual unsigned transport_dbg(TRANS &trans) = 0;
};

template <class TYPES = tlm_base_protocol_types>
class tlm_fw_transport_if
    : public virtual tlm_fw_nonblocking_transport_if<typename TYPES::tlm_payload_type, typename TYPES::tlm_phase_type>,
      public virtual tlm_blocking_transport_if<typename TYPES::tlm_payload_type>,
      public virtual tlm_fw_direct_mem_if<typename TYPES::tlm_payload_type>,
      public virtual tlm_transport_dbg_if<typename TYPES::tlm_payload_type> {
 public:
  typedef TYPES protocol_types;
};
template <class TYPES = tlm_base_protocol_types>
class tlm_bw_transport_if
    : public virtual tlm_bw_nonblocking_transport_if<typename TYPES::tlm_payload_type, typename TYPES::tlm_phase_type>,
      public virtual tlm_bw_direct_mem_if {
 public:
  typedef TYPES protocol_types;
};

enum tlm_socket_category {
  TLM_UNKNOWN_SOCKET = 0,
  TLM_INITIATOR_SOCKET = 1,
  TLM_TARGET_SOCKET = 2,
  TLM_MULTI_SOCKET = 0x10,
  TLM_MULTI_INITIATOR_SOCKET = TLM_INITIATOR_SOCKET | TLM_MULTI_SOCKET,
  TLM_MULTI_TARGET_SOCKET = TLM_TARGET_SOCKET | TLM_MULTI_SOCKET
};

// What every socket tells of itself, whatever its protocol.
class tlm_base_socket_if {
 public:
  virtual sc_core::sc_port_base &get_base_port() = 0;
  virtual const sc_core::sc_port_base &get_base_port() const = 0;
  virtual sc_core::sc_export_base &get_base_export() = 0;
  virtual const sc_core::sc_export_base &get_base_export() const = 0;
  virtual unsigned get_bus_width() const = 0;
  virtual std::type_index get_protocol_types() const = 0;
  virtual tlm_socket_category get_socket_category() const = 0;
  virtual bool is_multi_socket() const { return (get_socket_category() & TLM_MULTI_SOCKET) != 0; }

 protected:
  virtual ~tlm_base_socket_if() {}
};

template <unsigned BUSWIDTH, class FW_IF, class BW_IF>
class tlm_base_target_socket_b {
 public:
  virtual ~tlm_base_target_socket_b() {}
  virtual sc_core::sc_port_b<BW_IF> &get_base_port() = 0;
  virtual FW_IF &get_base_interface() = 0;
  virtual sc_core::sc_export<FW_IF> &get_base_export() = 0;
};
template <unsigned BUSWIDTH, class FW_IF, class BW_IF>
class tlm_base_initiator_socket_b {
 public:
  virtual ~tlm_base_initiator_socket_b() {}
  virtual sc_core::sc_port_b<FW_IF> &get_base_port() = 0;
  virtual BW_IF &get_base_interface() = 0;
  virtual sc_core::sc_export<BW_IF> &get_base_export() = 0;
};

template <unsigned BUSWIDTH = 32, class FW_IF = tlm_fw_transport_if<>, class BW_IF = tlm_bw_transport_if<>, int N = 1,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class tlm_base_initiator_socket : public tlm_base_initiator_socket_b<BUSWIDTH, FW_IF, BW_IF>,
                                  public sc_core::sc_port<FW_IF, N, POL>,
                                  public tlm_base_socket_if {
 public:
  typedef FW_IF fw_interface_type;
  typedef BW_IF bw_interface_type;
  typedef sc_core::sc_port<fw_interface_type, N, POL> port_type;
  typedef sc_core::sc_export<bw_interface_type> export_type;
  typedef tlm_base_target_socket_b<BUSWIDTH, FW_IF, BW_IF> base_target_socket_type;
  typedef tlm_base_initiator_socket_b<BUSWIDTH, FW_IF, BW_IF> base_type;

  tlm_base_initiator_socket()
      : port_type(sc_core::sc_gen_unique_name("tlm_base_initiator_socket")),
        m_export(sc_core::sc_gen_unique_name("tlm_base_initiator_socket_export")) {}
  explicit tlm_base_initiator_socket(const char *name)
      : port_type(name), m_export(sc_core::sc_gen_unique_name((std::string(name) + "_export").c_str())) {}
  const char *kind() const override { return "tlm_base_initiator_socket"; }
  unsigned get_bus_width() const override { return BUSWIDTH; }
  std::type_index get_protocol_types() const override { return typeid(FW_IF); }
  tlm_socket_category get_socket_category() const override { return TLM_INITIATOR_SOCKET; }

  virtual void bind(base_target_socket_type &s) {
    this->get_base_port()(s.get_base_interface());
    s.get_base_port()(this->get_base_interface());
  }
  void operator()(base_target_socket_type &s) { bind(s); }
  virtual void bind(base_type &s) {  // a socket of the parent
    this->get_base_port()(s.get_base_port());
    s.get_base_export()(this->get_base_interface());
  }
  void operator()(base_type &s) { bind(s); }
  virtual void bind(bw_interface_type &ifs) { m_export.bind(ifs); }
  void operator()(bw_interface_type &ifs) { bind(ifs); }

  sc_core::sc_port_b<FW_IF> &get_base_port() override { return *this; }
  BW_IF &get_base_interface() override { return m_export; }
  sc_core::sc_export<BW_IF> &get_base_export() override { return m_export; }
  const sc_core::sc_port_b<FW_IF> &get_base_port() const override { return *this; }
  const sc_core::sc_export<BW_IF> &get_base_export() const override { return m_export; }

 protected:
  export_type m_export;
};

template <unsigned BUSWIDTH = 32, class FW_IF = tlm_fw_transport_if<>, class BW_IF = tlm_bw_transport_if<>, int N = 1,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class tlm_base_target_socket : public tlm_base_target_socket_b<BUSWIDTH, FW_IF, BW_IF>,
                               public sc_core::sc_export<FW_IF>,
                               public tlm_base_socket_if {
 public:
  typedef FW_IF fw_interface_type;
  typedef BW_IF bw_interface_type;
  typedef sc_core::sc_port<bw_interface_type, N, POL> port_type;
  typedef sc_core::sc_export<fw_interface_type> export_type;
  typedef tlm_base_initiator_socket_b<BUSWIDTH, FW_IF, BW_IF> base_initiator_socket_type;
  typedef tlm_base_target_socket_b<BUSWIDTH, FW_IF, BW_IF> base_type;

  tlm_base_target_socket()
      : export_type(sc_core::sc_gen_unique_name("tlm_base_target_socket")),
        m_port(sc_core::sc_gen_unique_name("tlm_base_target_socket_port")) {}
  explicit tlm_base_target_socket(const char *name)
      : export_type(name), m_port(sc_core::sc_gen_unique_name((std::string(name) + "_port").c_str())) {}
  const char *kind() const override { return "tlm_base_target_socket"; }
  unsigned get_bus_width() const override { return BUSWIDTH; }
  std::type_index get_protocol_types() const override { return typeid(BW_IF); }
  tlm_socket_category get_socket_category() const override { return TLM_TARGET_SOCKET; }

  virtual void bind(base_initiator_socket_type &s) {
    s.get_base_port()(this->get_base_interface());
    this->get_base_port()(s.get_base_interface());
  }
  void operator()(base_initiator_socket_type &s) { bind(s); }
  virtual void bind(base_type &s) {  // a socket of a child
    this->get_base_export()(s.get_base_interface());
    s.get_base_port()(this->get_base_port());
  }
  void operator()(base_type &s) { bind(s); }
  void bind(fw_interface_type &ifs) override { export_type::bind(ifs); }
  void operator()(fw_interface_type &ifs) { bind(ifs); }

  int size() const { return m_port.size(); }
  bw_interface_type *operator->() { return m_port.operator->(); }
  bw_interface_type *operator[](int i) { return m_port[i]; }
  sc_core::sc_port_b<BW_IF> &get_base_port() override { return m_port; }
  FW_IF &get_base_interface() override { return *this; }
  sc_core::sc_export<FW_IF> &get_base_export() override { return *this; }
  const sc_core::sc_port_b<BW_IF> &get_base_port() const override { return m_port; }
  const sc_core::sc_export<FW_IF> &get_base_export() const override { return *this; }

 protected:
  port_type m_port;
};

template <unsigned BUSWIDTH = 32, class TYPES = tlm_base_protocol_types, int N = 1,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class tlm_initiator_socket
    : public tlm_base_initiator_socket<BUSWIDTH, tlm_fw_transport_if<TYPES>, tlm_bw_transport_if<TYPES>, N, POL> {
 public:
  typedef tlm_base_initiator_socket<BUSWIDTH, tlm_fw_transport_if<TYPES>, tlm_bw_transport_if<TYPES>, N, POL> socket_base;
  tlm_initiator_socket() {}
  explicit tlm_initiator_socket(const char *name) : socket_base(name) {}
  const char *kind() const override { return "tlm_initiator_socket"; }
  std::type_index get_protocol_types() const override { return typeid(TYPES); }
};
template <unsigned BUSWIDTH = 32, class TYPES = tlm_base_protocol_types, int N = 1,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class tlm_target_socket
    : public tlm_base_target_socket<BUSWIDTH, tlm_fw_transport_if<TYPES>, tlm_bw_transport_if<TYPES>, N, POL> {
 public:
  typedef tlm_base_target_socket<BUSWIDTH, tlm_fw_transport_if<TYPES>, tlm_bw_transport_if<TYPES>, N, POL> socket_base;
  tlm_target_socket() {}
  explicit tlm_target_socket(const char *name) : socket_base(name) {}
  const char *kind() const override { return "tlm_target_socket"; }
  std::type_index get_protocol_types() const override { return typeid(TYPES); }
};

// What most models use is compiled with the library (tlm.cpp).
extern template class tlm_base_initiator_socket<>;
extern template class tlm_base_target_socket<>;
extern template class tlm_initiator_socket<>;
extern template class tlm_target_socket<>;

class tlm_global_quantum {
 public:
  static tlm_global_quantum &instance() {
    static tlm_global_quantum quantum;
    return quantum;
  }
  void set(const sc_core::sc_time &t) { m_quantum = t; }
  const sc_core::sc_time &get() const { return m_quantum; }
  sc_core::sc_time compute_local_quantum() {
    if (m_quantum == sc_core::SC_ZERO_TIME) return sc_core::SC_ZERO_TIME;
    return m_quantum - sc_core::sc_time_stamp() % m_quantum;
  }

 private:
  tlm_global_quantum() {}
  sc_core::sc_time m_quantum;
};

}  // namespace tlm

#endif
