// All of SystemC and TLM, to be precompiled (cmake/runtime.cmake); programs include what they need by its own name.
#ifndef ALLWAYS_TLM_ALL_H
#define ALLWAYS_TLM_ALL_H

#include "systemc"
#include "tlm"
#include "tlm_utils/instance_specific_extensions.h"
#include "tlm_utils/multi_passthrough_initiator_socket.h"
#include "tlm_utils/multi_passthrough_target_socket.h"
#include "tlm_utils/passthrough_target_socket.h"
#include "tlm_utils/peq_with_cb_and_phase.h"
#include "tlm_utils/peq_with_get.h"
#include "tlm_utils/registered.h"
#include "tlm_utils/simple_initiator_socket.h"
#include "tlm_utils/simple_target_socket.h"
#include "tlm_utils/tlm_quantumkeeper.h"

#endif
