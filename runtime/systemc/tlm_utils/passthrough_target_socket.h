// Target sockets without conversion between blocking and non-blocking calls.
#ifndef ALLWAYS_PASSTHROUGH_TARGET_SOCKET_H
#define ALLWAYS_PASSTHROUGH_TARGET_SOCKET_H

#include "tlm_utils/simple_target_socket.h"

namespace tlm_utils {

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class passthrough_target_socket : public simple_target_socket_b<MODULE, BUSWIDTH, TYPES> {
 public:
  passthrough_target_socket()
      : simple_target_socket_b<MODULE, BUSWIDTH, TYPES>(sc_core::sc_gen_unique_name("passthrough_target_socket"), false) {}
  explicit passthrough_target_socket(const char *name) : simple_target_socket_b<MODULE, BUSWIDTH, TYPES>(name, false) {}
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class passthrough_target_socket_tagged : public target_socket_tagged_b<MODULE, BUSWIDTH, TYPES, false> {
 public:
  using target_socket_tagged_b<MODULE, BUSWIDTH, TYPES, false>::target_socket_tagged_b;
};

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class passthrough_target_socket_optional
    : public simple_target_socket_b<MODULE, BUSWIDTH, TYPES, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  typedef simple_target_socket_b<MODULE, BUSWIDTH, TYPES, sc_core::SC_ZERO_OR_MORE_BOUND> functions_base;
  passthrough_target_socket_optional()
      : functions_base(sc_core::sc_gen_unique_name("passthrough_target_socket_optional"), false) {}
  explicit passthrough_target_socket_optional(const char *name) : functions_base(name, false) {}
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class passthrough_target_socket_tagged_optional
    : public target_socket_tagged_b<MODULE, BUSWIDTH, TYPES, false, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  using target_socket_tagged_b<MODULE, BUSWIDTH, TYPES, false, sc_core::SC_ZERO_OR_MORE_BOUND>::target_socket_tagged_b;
};

}  // namespace tlm_utils

#endif
