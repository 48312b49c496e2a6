// Types at run time: the classes of type descriptions, conversions to base classes, dynamic_cast.
#include "abi.h"

std::type_info::~type_info() {}
bool std::type_info::__is_pointer_p() const { return false; }
bool std::type_info::__is_function_p() const { return false; }
bool std::type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const { return false; }
bool std::type_info::__do_catch(const type_info *thrown, void **, unsigned) const { return this == thrown; }

namespace __cxxabiv1 {

// The compiler emits the descriptions of all fundamental types here.
__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
bool __function_type_info::__is_function_p() const { return true; }
__enum_type_info::~__enum_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
bool __pointer_type_info::__is_pointer_p() const { return true; }
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}

bool __class_type_info::bases(char *, bool, __visitor &) const { return true; }

bool __si_class_type_info::bases(char *object, bool is_public, __visitor &v) const {
  return v.visit(base, object, is_public);
}

static bool visit_base(const __vmi_class_type_info::base_info &base, char *object, bool is_public, __visitor &v) {
  using info = __vmi_class_type_info::base_info;
  long offset = base.offset_flags >> info::SHIFT;
  // A virtual base: where it lies is said in the object's table.
  if (object && base.offset_flags & info::VIRTUAL)
    offset = *reinterpret_cast<const std::ptrdiff_t *>(*reinterpret_cast<char **>(object) + offset);
  char *at = object ? object + offset : nullptr;
  return v.visit(base.type, at, is_public && base.offset_flags & info::PUBLIC);
}

// The first ones without a loop: places that are constants are known to an analysis that does not follow numbers.
bool __vmi_class_type_info::bases(char *object, bool is_public, __visitor &v) const {
  if (count > 0 && !visit_base(base[0], object, is_public, v)) return false;
  if (count > 1 && !visit_base(base[1], object, is_public, v)) return false;
  if (count > 2 && !visit_base(base[2], object, is_public, v)) return false;
  if (count > 3 && !visit_base(base[3], object, is_public, v)) return false;
  if (count > 4 && !visit_base(base[4], object, is_public, v)) return false;
  for (unsigned i = 5; i < count; i++)
    if (!visit_base(base[i], object, is_public, v)) return false;
  return true;
}

namespace {

// All subobjects of one type.
struct search : __visitor {
  const __class_type_info *wanted;
  char *found = nullptr;
  int count = 0;
  bool reached = false;  // by a public way
  explicit search(const __class_type_info *w) : wanted(w) {}
  bool visit(const __class_type_info *type, char *object, bool is_public) override {
    if (type != wanted) return type->bases(object, is_public, *this);
    if (!count || found != object) count++;
    found = object;
    reached = reached || is_public;
    return true;
  }
};

// Is the subobject at `at` a public base?
struct holds : __visitor {
  const __class_type_info *wanted;
  char *at;
  bool yes = false;
  holds(const __class_type_info *w, char *a) : wanted(w), at(a) {}
  bool visit(const __class_type_info *type, char *object, bool is_public) override {
    if (type == wanted && object == at && is_public) yes = true;
    return yes ? false : type->bases(object, is_public, *this);
  }
};

// Objects of the wanted type that have the source as a public base.
struct around : __visitor {
  const __class_type_info *wanted, *source;
  char *at, *found = nullptr;
  int count = 0;
  around(const __class_type_info *w, const __class_type_info *s, char *a) : wanted(w), source(s), at(a) {}
  bool visit(const __class_type_info *type, char *object, bool) override {
    if (type != wanted) return type->bases(object, true, *this);
    holds h(source, at);
    h.visit(type, object, true);
    if (h.yes && (!count || found != object)) {
      count++;
      found = object;
    }
    return true;
  }
};

}  // namespace

bool __class_type_info::__do_upcast(const __class_type_info *target, void **object) const {
  search s(target);
  s.visit(this, static_cast<char *>(*object), true);
  // A null pointer has no addresses to tell two bases of one type apart; it converts wherever one is public.
  if (s.count != 1 || !s.reached) return false;
  *object = s.found;
  return true;
}

extern "C" void *__dynamic_cast(const void *from, const __class_type_info *source, const __class_type_info *target,
                                std::ptrdiff_t) {
  char *at = static_cast<char *>(const_cast<void *>(from));
  char **table = *reinterpret_cast<char ***>(at);
  char *whole = at + reinterpret_cast<std::ptrdiff_t *>(table)[-2];
  const __class_type_info *type = reinterpret_cast<const __class_type_info *>(table[-1]);
  around down(target, source, at);
  down.visit(type, whole, true);
  if (down.count) return down.count == 1 ? down.found : nullptr;
  holds seen(source, at);
  seen.visit(type, whole, true);
  if (!seen.yes) return nullptr;
  void *to = whole;
  return type->__do_upcast(target, &to) ? to : nullptr;
}

}  // namespace __cxxabiv1
