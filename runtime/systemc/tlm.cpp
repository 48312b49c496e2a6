// The generic payload and phases: what is not inline.
#include <allways_tlm.h>

namespace tlm {

namespace {
unsigned extension_ids;
unsigned phase_ids = END_RESP;
sc_core::sc_list<const char *> *phase_names;
}  // namespace

unsigned tlm_new_extension_id() { return extension_ids++; }
unsigned max_num_extensions() { return extension_ids; }

tlm_phase::tlm_phase(const char *name) {
  if (!phase_names) phase_names = new sc_core::sc_list<const char *>;
  phase_names->push(name);
  m_id = ++phase_ids;
}

const char *tlm_phase::get_name() const {
  static const char *const standard[] = {"UNINITIALIZED_PHASE", "BEGIN_REQ", "END_REQ", "BEGIN_RESP", "END_RESP"};
  return m_id <= END_RESP ? standard[m_id] : (*phase_names)[static_cast<int>(m_id - END_RESP - 1)];
}

std::ostream &operator<<(std::ostream &os, const tlm_phase &phase) { return os << phase.get_name(); }

tlm_generic_payload::~tlm_generic_payload() {
  for (tlm_extension_base *e : m_extensions)
    if (e) e->free();
}

void tlm_generic_payload::reset() {
  for (unsigned index : m_automatic) {
    tlm_extension_base *&e = m_extensions[static_cast<int>(index)];
    if (e) e->free();
    e = nullptr;
  }
  m_automatic.clear();
}

void tlm_generic_payload::free_all_extensions() {
  for (tlm_extension_base *&e : m_extensions) {
    if (e) e->free();
    e = nullptr;
  }
  m_automatic.clear();
}

tlm_extension_base *tlm_generic_payload::set_extension(unsigned index, tlm_extension_base *extension) {
  while (static_cast<unsigned>(m_extensions.size()) <= index) m_extensions.push(nullptr);
  tlm_extension_base *before = m_extensions[static_cast<int>(index)];
  m_extensions[static_cast<int>(index)] = extension;
  return before;
}

tlm_extension_base *tlm_generic_payload::set_auto_extension(unsigned index, tlm_extension_base *extension) {
  tlm_extension_base *before = set_extension(index, extension);
  if (!before) m_automatic.push(index);
  return before;
}

void tlm_generic_payload::release_extension(unsigned index) {
  if (m_mm) {
    m_automatic.push(index);
  } else if (tlm_extension_base *e = set_extension(index, nullptr)) {
    e->free();
  }
}

static void copy_bytes(unsigned char *to, const unsigned char *from, unsigned n) {
  if (!to || !from) return;
  for (unsigned i = 0; i < n; i++) to[i] = from[i];
}

void tlm_generic_payload::deep_copy_from(const tlm_generic_payload &other) {
  m_command = other.m_command;
  m_address = other.m_address;
  m_length = other.m_length;
  m_response_status = other.m_response_status;
  m_byte_enable_length = other.m_byte_enable_length;
  m_streaming_width = other.m_streaming_width;
  m_option = other.m_option;
  m_dmi = other.m_dmi;
  copy_bytes(m_data, other.m_data, m_length);
  copy_bytes(m_byte_enable, other.m_byte_enable, m_byte_enable_length);
  for (int i = 0; i < other.m_extensions.size(); i++) {
    const tlm_extension_base *theirs = other.m_extensions[i];
    if (!theirs) continue;
    if (tlm_extension_base *mine = get_extension(static_cast<unsigned>(i))) {
      mine->copy_from(*theirs);
    } else if (tlm_extension_base *copy = theirs->clone()) {
      if (m_mm)
        set_auto_extension(static_cast<unsigned>(i), copy);
      else
        set_extension(static_cast<unsigned>(i), copy);
    }
  }
}

void tlm_generic_payload::update_original_from(const tlm_generic_payload &other, bool use_byte_enable_on_read) {
  update_extensions_from(other);
  m_response_status = other.m_response_status;
  m_dmi = other.m_dmi;
  if (!is_read() || !m_data || !other.m_data) return;
  for (unsigned i = 0; i < m_length; i++) {
    const bool enabled = !m_byte_enable || !use_byte_enable_on_read || !m_byte_enable_length ||
                         m_byte_enable[i % m_byte_enable_length] == TLM_BYTE_ENABLED;
    if (enabled) m_data[i] = other.m_data[i];
  }
}

void tlm_generic_payload::update_extensions_from(const tlm_generic_payload &other) {
  for (int i = 0; i < other.m_extensions.size(); i++) {
    tlm_extension_base *mine = get_extension(static_cast<unsigned>(i));
    if (other.m_extensions[i] && mine) mine->copy_from(*other.m_extensions[i]);
  }
}

std::string tlm_generic_payload::get_response_string() const {
  switch (m_response_status) {
    case TLM_OK_RESPONSE: return "TLM_OK_RESPONSE";
    case TLM_INCOMPLETE_RESPONSE: return "TLM_INCOMPLETE_RESPONSE";
    case TLM_GENERIC_ERROR_RESPONSE: return "TLM_GENERIC_ERROR_RESPONSE";
    case TLM_ADDRESS_ERROR_RESPONSE: return "TLM_ADDRESS_ERROR_RESPONSE";
    case TLM_COMMAND_ERROR_RESPONSE: return "TLM_COMMAND_ERROR_RESPONSE";
    case TLM_BURST_ERROR_RESPONSE: return "TLM_BURST_ERROR_RESPONSE";
    case TLM_BYTE_ENABLE_ERROR_RESPONSE: return "TLM_BYTE_ENABLE_ERROR_RESPONSE";
  }
  return "TLM_UNKNOWN_RESPONSE";
}

}  // namespace tlm

template class tlm::tlm_base_initiator_socket<>;
template class tlm::tlm_base_target_socket<>;
template class tlm::tlm_initiator_socket<>;
template class tlm::tlm_target_socket<>;
template class tlm_utils::initiator_socket_with_functions<32, tlm::tlm_base_protocol_types, sc_core::SC_ONE_OR_MORE_BOUND>;
template class tlm_utils::target_socket_with_functions<32, tlm::tlm_base_protocol_types, sc_core::SC_ONE_OR_MORE_BOUND>;
template class tlm_utils::multi_initiator_socket_with_functions<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ONE_OR_MORE_BOUND>;
template class tlm_utils::multi_target_socket_with_functions<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ONE_OR_MORE_BOUND>;

namespace tlm_utils {

static const char *const families[] = {"/OSCI_TLM-2/simple_socket", "/OSCI_TLM-2/multi_socket", "/OSCI_TLM-2/passthrough_socket"};

static std::string of(const sc_core::sc_object *socket, const char *text) { return std::string(socket->name()) + ": " + text; }
void socket_error(socket_family family, const sc_core::sc_object *socket, const char *text) {
  SC_REPORT_ERROR(families[family], of(socket, text).c_str());
}
void socket_warning(socket_family family, const sc_core::sc_object *socket, const char *text) {
  SC_REPORT_WARNING(families[family], of(socket, text).c_str());
}

}  // namespace tlm_utils
