// TLM-2.0: phases, the generic payload with extensions, direct memory interface descriptors.
#ifndef ALLWAYS_TLM_GENERIC_PAYLOAD_H
#define ALLWAYS_TLM_GENERIC_PAYLOAD_H

#include "systemc"

namespace tlm {

enum tlm_phase_enum { UNINITIALIZED_PHASE = 0, BEGIN_REQ = 1, END_REQ, BEGIN_RESP, END_RESP };
enum tlm_sync_enum { TLM_ACCEPTED, TLM_UPDATED, TLM_COMPLETED };
enum tlm_command { TLM_READ_COMMAND, TLM_WRITE_COMMAND, TLM_IGNORE_COMMAND };
enum tlm_response_status {
  TLM_OK_RESPONSE = 1,
  TLM_INCOMPLETE_RESPONSE = 0,
  TLM_GENERIC_ERROR_RESPONSE = -1,
  TLM_ADDRESS_ERROR_RESPONSE = -2,
  TLM_COMMAND_ERROR_RESPONSE = -3,
  TLM_BURST_ERROR_RESPONSE = -4,
  TLM_BYTE_ENABLE_ERROR_RESPONSE = -5
};
enum tlm_gp_option { TLM_MIN_PAYLOAD, TLM_FULL_PAYLOAD, TLM_FULL_PAYLOAD_ACCEPTED };
// Macros, as in the reference library.
#define TLM_BYTE_DISABLED 0x0
#define TLM_BYTE_ENABLED 0xff

class tlm_phase {
 public:
  tlm_phase() : m_id(UNINITIALIZED_PHASE) {}
  tlm_phase(unsigned id) : m_id(id) {}
  tlm_phase(const tlm_phase_enum &standard) : m_id(standard) {}
  tlm_phase &operator=(const tlm_phase_enum &standard) {
    m_id = standard;
    return *this;
  }
  operator unsigned() const { return m_id; }
  const char *get_name() const;

 protected:
  tlm_phase(const char *name);  // of an extended phase

 private:
  unsigned m_id;
};
std::ostream &operator<<(std::ostream &os, const tlm_phase &phase);

#define TLM_DECLARE_EXTENDED_PHASE(name)                        \
  static class tlm_phase_##name : public ::tlm::tlm_phase {     \
   public:                                                      \
    tlm_phase_##name() : ::tlm::tlm_phase(#name) {}             \
    static const tlm_phase_##name &get_phase() {                \
      static tlm_phase_##name phase;                            \
      return phase;                                             \
    }                                                           \
  } const name = tlm_phase_##name::get_phase()
#define DECLARE_EXTENDED_PHASE(name) TLM_DECLARE_EXTENDED_PHASE(name)

class tlm_generic_payload;

class tlm_mm_interface {
 public:
  virtual void free(tlm_generic_payload *trans) = 0;
  virtual ~tlm_mm_interface() {}
};

unsigned tlm_new_extension_id();
unsigned max_num_extensions();

class tlm_extension_base {
 public:
  virtual tlm_extension_base *clone() const = 0;
  virtual void free() { delete this; }
  virtual void copy_from(const tlm_extension_base &other) = 0;

 protected:
  virtual ~tlm_extension_base() {}
};
template <class T>
class tlm_extension : public tlm_extension_base {
 public:
  tlm_extension_base *clone() const override = 0;
  void copy_from(const tlm_extension_base &other) override = 0;
  virtual ~tlm_extension() {}
  static const unsigned ID;
};
template <class T>
const unsigned tlm_extension<T>::ID = tlm_new_extension_id();

class tlm_generic_payload {
 public:
  tlm_generic_payload() {}
  explicit tlm_generic_payload(tlm_mm_interface *mm) : m_mm(mm) {}
  tlm_generic_payload(const tlm_generic_payload &) = delete;
  tlm_generic_payload &operator=(const tlm_generic_payload &) = delete;
  virtual ~tlm_generic_payload();

  void set_mm(tlm_mm_interface *mm) { m_mm = mm; }
  bool has_mm() const { return m_mm != nullptr; }
  void acquire() { m_ref_count++; }
  void release() {
    if (--m_ref_count == 0 && m_mm) m_mm->free(this);
  }
  int get_ref_count() const { return static_cast<int>(m_ref_count); }
  void reset();
  void deep_copy_from(const tlm_generic_payload &other);
  void update_original_from(const tlm_generic_payload &other, bool use_byte_enable_on_read = true);
  void update_extensions_from(const tlm_generic_payload &other);
  void free_all_extensions();

  bool is_read() const { return m_command == TLM_READ_COMMAND; }
  void set_read() { m_command = TLM_READ_COMMAND; }
  bool is_write() const { return m_command == TLM_WRITE_COMMAND; }
  void set_write() { m_command = TLM_WRITE_COMMAND; }
  tlm_command get_command() const { return m_command; }
  void set_command(const tlm_command command) { m_command = command; }
  sc_dt::uint64 get_address() const { return m_address; }
  void set_address(const sc_dt::uint64 address) { m_address = address; }
  unsigned char *get_data_ptr() const { return m_data; }
  void set_data_ptr(unsigned char *data) { m_data = data; }
  unsigned get_data_length() const { return m_length; }
  void set_data_length(const unsigned length) { m_length = length; }
  bool is_response_ok() const { return m_response_status > 0; }
  bool is_response_error() const { return m_response_status <= 0; }
  tlm_response_status get_response_status() const { return m_response_status; }
  void set_response_status(const tlm_response_status status) { m_response_status = status; }
  std::string get_response_string() const;
  unsigned get_streaming_width() const { return m_streaming_width; }
  void set_streaming_width(const unsigned width) { m_streaming_width = width; }
  unsigned char *get_byte_enable_ptr() const { return m_byte_enable; }
  void set_byte_enable_ptr(unsigned char *enable) { m_byte_enable = enable; }
  unsigned get_byte_enable_length() const { return m_byte_enable_length; }
  void set_byte_enable_length(const unsigned length) { m_byte_enable_length = length; }
  void set_dmi_allowed(bool allowed) { m_dmi = allowed; }
  bool is_dmi_allowed() const { return m_dmi; }
  tlm_gp_option get_gp_option() const { return m_option; }
  void set_gp_option(const tlm_gp_option option) { m_option = option; }

  tlm_extension_base *set_extension(unsigned index, tlm_extension_base *extension);
  tlm_extension_base *set_auto_extension(unsigned index, tlm_extension_base *extension);
  tlm_extension_base *get_extension(unsigned index) const {
    return index < static_cast<unsigned>(m_extensions.size()) ? m_extensions[static_cast<int>(index)] : nullptr;
  }
  void clear_extension(unsigned index) { set_extension(index, nullptr); }
  void release_extension(unsigned index);
  template <class T>
  T *set_extension(T *extension) {
    return static_cast<T *>(set_extension(T::ID, extension));
  }
  template <class T>
  T *set_auto_extension(T *extension) {
    return static_cast<T *>(set_auto_extension(T::ID, extension));
  }
  template <class T>
  void get_extension(T *&extension) const {
    extension = get_extension<T>();
  }
  template <class T>
  T *get_extension() const {
    return static_cast<T *>(get_extension(T::ID));
  }
  template <class T>
  void clear_extension(const T *) {
    clear_extension(T::ID);
  }
  template <class T>
  void clear_extension() {
    clear_extension(T::ID);
  }
  template <class T>
  void release_extension(T *) {
    release_extension(T::ID);
  }
  template <class T>
  void release_extension() {
    release_extension(T::ID);
  }
  void resize_extensions() {}

 private:
  sc_dt::uint64 m_address = 0;
  tlm_command m_command = TLM_IGNORE_COMMAND;
  unsigned char *m_data = nullptr;
  unsigned m_length = 0;
  tlm_response_status m_response_status = TLM_INCOMPLETE_RESPONSE;
  bool m_dmi = false;
  unsigned char *m_byte_enable = nullptr;
  unsigned m_byte_enable_length = 0;
  unsigned m_streaming_width = 0;
  tlm_gp_option m_option = TLM_MIN_PAYLOAD;
  tlm_mm_interface *m_mm = nullptr;
  unsigned m_ref_count = 0;
  sc_core::sc_list<tlm_extension_base *> m_extensions;
  sc_core::sc_list<unsigned> m_automatic;  // freed by reset
};

class tlm_dmi {
 public:
  enum dmi_access_e { DMI_ACCESS_NONE = 0, DMI_ACCESS_READ = 1, DMI_ACCESS_WRITE = 2, DMI_ACCESS_READ_WRITE = 3 };
  tlm_dmi() { init(); }
  void init() {
    m_pointer = nullptr;
    m_start = 0;
    m_end = ~sc_dt::uint64(0);
    m_access = DMI_ACCESS_NONE;
    m_read_latency = m_write_latency = sc_core::SC_ZERO_TIME;
  }
  unsigned char *get_dmi_ptr() const { return m_pointer; }
  sc_dt::uint64 get_start_address() const { return m_start; }
  sc_dt::uint64 get_end_address() const { return m_end; }
  sc_core::sc_time get_read_latency() const { return m_read_latency; }
  sc_core::sc_time get_write_latency() const { return m_write_latency; }
  dmi_access_e get_granted_access() const { return m_access; }
  bool is_none_allowed() const { return m_access == DMI_ACCESS_NONE; }
  bool is_read_allowed() const { return (m_access & DMI_ACCESS_READ) != 0; }
  bool is_write_allowed() const { return (m_access & DMI_ACCESS_WRITE) != 0; }
  bool is_read_write_allowed() const { return m_access == DMI_ACCESS_READ_WRITE; }
  void set_dmi_ptr(unsigned char *p) { m_pointer = p; }
  void set_start_address(sc_dt::uint64 a) { m_start = a; }
  void set_end_address(sc_dt::uint64 a) { m_end = a; }
  void set_read_latency(sc_core::sc_time t) { m_read_latency = t; }
  void set_write_latency(sc_core::sc_time t) { m_write_latency = t; }
  void set_granted_access(dmi_access_e a) { m_access = a; }
  void allow_none() { m_access = DMI_ACCESS_NONE; }
  void allow_read() { m_access = DMI_ACCESS_READ; }
  void allow_write() { m_access = DMI_ACCESS_WRITE; }
  void allow_read_write() { m_access = DMI_ACCESS_READ_WRITE; }

 private:
  unsigned char *m_pointer;
  sc_dt::uint64 m_start, m_end;
  dmi_access_e m_access;
  sc_core::sc_time m_read_latency, m_write_latency;
};

struct tlm_base_protocol_types {
  typedef tlm_generic_payload tlm_payload_type;
  typedef tlm_phase tlm_phase_type;
};

enum tlm_endianness { TLM_UNKNOWN_ENDIAN, TLM_LITTLE_ENDIAN, TLM_BIG_ENDIAN };
inline tlm_endianness get_host_endianness() { return TLM_LITTLE_ENDIAN; }
inline bool host_has_little_endianness() { return true; }
inline bool has_host_endianness(tlm_endianness e) { return e == TLM_LITTLE_ENDIAN; }

}  // namespace tlm

#endif
