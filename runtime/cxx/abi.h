// The C++ ABI (Itanium, as on Linux) as our models implement it: types at run time and thrown objects.
#ifndef CXX_ABI_H
#define CXX_ABI_H

#include <cstddef>
#include <typeinfo>

#include "intrinsics.h"

// Inlined at the call, so that what goes wrong inside has the place of the call.
#define MODEL __attribute__((always_inline))

// Descriptions of types as the compiler emits them; the methods are ours. A description is compared by its address: all
// parts of the program are linked before anything runs.
namespace __cxxabiv1 {

class __fundamental_type_info : public std::type_info {
public:
  virtual ~__fundamental_type_info();
};
class __array_type_info : public std::type_info {
public:
  virtual ~__array_type_info();
};
class __function_type_info : public std::type_info {
public:
  virtual ~__function_type_info();
  bool __is_function_p() const override;
};
class __enum_type_info : public std::type_info {
public:
  virtual ~__enum_type_info();
};

class __pbase_type_info : public std::type_info {
public:
  unsigned flags;
  const std::type_info *pointee;
  enum { QUALIFIERS = 7 };
  virtual ~__pbase_type_info();
};
class __pointer_type_info : public __pbase_type_info {
public:
  virtual ~__pointer_type_info();
  bool __is_pointer_p() const override;
};
class __pointer_to_member_type_info : public __pbase_type_info {
public:
  const class __class_type_info *context;
  virtual ~__pointer_to_member_type_info();
};

// Called for each base class subobject, with whether the way to it is public. True: go on.
struct __visitor {
  virtual bool visit(const class __class_type_info *type, char *object, bool is_public) = 0;
};

class __class_type_info : public std::type_info {
public:
  virtual ~__class_type_info();
  // Visits the direct bases. `object` is null for a null pointer: then bases have no address.
  virtual bool bases(char *object, bool is_public, __visitor &v) const;
  bool __do_upcast(const __class_type_info *target, void **object) const override;
};
class __si_class_type_info : public __class_type_info {
public:
  const __class_type_info *base;
  virtual ~__si_class_type_info();
  bool bases(char *object, bool is_public, __visitor &v) const override;
};
class __vmi_class_type_info : public __class_type_info {
public:
  unsigned flags, count;
  struct base_info {
    const __class_type_info *type;
    long offset_flags;
    enum { VIRTUAL = 1, PUBLIC = 2, SHIFT = 8 };
  } base[1];
  virtual ~__vmi_class_type_info();
  bool bases(char *object, bool is_public, __visitor &v) const override;
};

}  // namespace __cxxabiv1

namespace allways_cxx {

// In front of a thrown object. The value that is thrown is the address of `unwind`: code for `catch (T *&)` takes the
// object to begin UNWIND_BYTES behind it. A dependent one (std::rethrow_exception) has no object of its own.
enum { UNWIND_BYTES = 32 };
struct exception {
  const char *text;  // what an uncaught one says, or null; first, as is `type`: src/replay/machine_exec.c reads them
  const std::type_info *type;
  void (*destroy)(void *);
  exception *below;  // the exception that was being handled before
  exception *primary;
  void *object, *adjusted;  // adjusted: as the handler that was chosen sees it
  int handlers;             // that are inside of it; negative: it was thrown again
  int references;
  char unwind[UNWIND_BYTES];
};

inline exception *of_thrown(void *thrown) {
  return reinterpret_cast<exception *>(static_cast<char *>(thrown) - offsetof(exception, unwind));
}
inline exception *of_object(void *object) { return reinterpret_cast<exception *>(object) - 1; }

}  // namespace allways_cxx

#endif
