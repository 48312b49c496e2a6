// What channels offer to ports.
#ifndef ALLWAYS_SC_INTERFACE_H
#define ALLWAYS_SC_INTERFACE_H

#include "sysc/kernel/sc_event.h"

namespace sc_core {

class sc_interface {
 public:
  virtual void register_port(sc_port_base &port, const char *if_typename);
  virtual const sc_event &default_event() const;
  virtual ~sc_interface() {}

 protected:
  sc_interface() {}

 private:
  sc_interface(const sc_interface &) = delete;
  sc_interface &operator=(const sc_interface &) = delete;
};

}  // namespace sc_core

#endif
