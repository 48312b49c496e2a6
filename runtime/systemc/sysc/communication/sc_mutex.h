// Mutexes and semaphores.
#ifndef ALLWAYS_SC_MUTEX_H
#define ALLWAYS_SC_MUTEX_H

#include "sysc/communication/sc_port.h"

namespace sc_core {

class sc_mutex_if : virtual public sc_interface {
 public:
  virtual int lock() = 0;
  virtual int trylock() = 0;
  virtual int unlock() = 0;
};

class sc_mutex : public sc_mutex_if, public sc_object {
 public:
  sc_mutex() : sc_mutex(sc_gen_unique_name("mutex")) {}
  explicit sc_mutex(const char *name) : sc_object(name), m_owner(nullptr), m_free_event(sc_kernel_event) {
    __allways_declare("mutex", static_cast<sc_object *>(this), this->name(), &m_owner, sizeof m_owner);
  }
  const char *kind() const override { return "sc_mutex"; }

  int lock() override {
    sc_process_b *self = sc_get_current_process_b();
    if (m_owner == self) return 0;
    while (m_owner) sc_core::wait(m_free_event);
    m_owner = self;
    return 0;
  }
  int trylock() override {
    sc_process_b *self = sc_get_current_process_b();
    if (m_owner == self) return 0;
    if (m_owner) return -1;
    m_owner = self;
    return 0;
  }
  int unlock() override {
    if (m_owner != sc_get_current_process_b()) return -1;
    m_owner = nullptr;
    m_free_event.notify();
    return 0;
  }

 protected:
  bool in_use() const { return m_owner != nullptr; }
  sc_process_b *m_owner;
  sc_event m_free_event;
};

class sc_semaphore_if : virtual public sc_interface {
 public:
  virtual int wait() = 0;
  virtual int trywait() = 0;
  virtual int post() = 0;
  virtual int get_value() const = 0;
};

class sc_semaphore : public sc_semaphore_if, public sc_object {
 public:
  explicit sc_semaphore(int value) : sc_semaphore(sc_gen_unique_name("semaphore"), value) {}
  sc_semaphore(const char *name, int value) : sc_object(name), m_free_event(sc_kernel_event), m_value(value) {
    if (value < 0) sc_complain(119, (std::string("semaphore '") + this->name() + "'").c_str());
    __allways_declare("semaphore", static_cast<sc_object *>(this), this->name(), &m_value, sizeof m_value);
  }
  const char *kind() const override { return "sc_semaphore"; }

  int wait() override {
    while (m_value <= 0) sc_core::wait(m_free_event);
    m_value--;
    return 0;
  }
  int trywait() override {
    if (m_value <= 0) return -1;
    m_value--;
    return 0;
  }
  int post() override {
    m_value++;
    m_free_event.notify();
    return 0;
  }
  int get_value() const override { return m_value; }

 protected:
  sc_event m_free_event;
  int m_value;
};

class sc_scoped_lock_base {};
template <class Lockable = sc_mutex>
class sc_scoped_lock : public sc_scoped_lock_base {
 public:
  explicit sc_scoped_lock(Lockable &lock) : m_lock(lock), m_active(true) { m_lock.lock(); }
  ~sc_scoped_lock() { release(); }
  bool release() {
    if (!m_active) return false;
    m_lock.unlock();
    m_active = false;
    return true;
  }

 private:
  Lockable &m_lock;
  bool m_active;
};

}  // namespace sc_core

#endif
