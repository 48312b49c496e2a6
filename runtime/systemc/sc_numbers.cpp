// Numbers and vectors: their errors and warnings, contexts of lengths.
#include <systemc>

namespace sc_dt {

template <> sc_length_param *&sc_context_now<sc_length_param>() {
  static sc_length_param *now;
  return now;
}

void sc_bad_bit(const char *type, int i, int length) {
  const std::string text = std::string(type) + " bit selection: index = " + std::to_string(i) + " violates 0 <= index <= " +
                           std::to_string(length - 1);
  sc_core::sc_error(5, text.c_str());
}

// Parts of small numbers have an order.
void sc_bad_part(const char *type, int l, int r, int length) {
  const bool small = __builtin_strchr(type, '[') != nullptr;
  const std::string top = std::to_string(length - 1);
  std::string text = std::string(type) + " part selection: left = " + std::to_string(l) + ", right = " + std::to_string(r);
  if (small)
    text += " violates " + top + " >= left >= right >= 0";
  else
    text += "\n  violates either (" + top + " >= left >= 0) or (" + top + " >= right >= 0)";
  sc_core::sc_error(5, text.c_str());
}

void sc_bad_length(const char *type, int length) {
  if (!*type) sc_core::sc_error(205);
  const std::string n = std::to_string(length);
  if (__builtin_strchr(type, '['))
    sc_core::sc_error(5, (std::string(type) + " initialization: length = " + n + " violates 1 <= length <= 64").c_str());
  sc_core::sc_error(400, (std::string(type) + "( int nb ) : nb = " + n + " is not valid").c_str());
}

void sc_bad_text(const char *text) {
  sc_core::sc_error(403, !text ? "character string is zero"
                         : !*text ? "character string is empty"
                                  : (std::string("character string '") + text + "' is not valid").c_str());
}
void sc_bad_vector_text(const char *text, bool logical) {
  if (logical && text && *text) sc_core::sc_error(202, (std::string("character string '") + text + "' is not valid").c_str());
  sc_core::sc_error(202, !text ? "character string is zero"
                         : !*text ? "character string is empty"
                                  : "string can contain only '0' and '1' characters");
}

void sc_bad_vector_number() { sc_core::sc_error(305); }  // the reference library makes a fixed-point number of it

void sc_bad_value(const char *type, int value, bool character) {
  const std::string shown = character ? std::string("'") + static_cast<char>(value) + "'" : std::to_string(value);
  sc_core::sc_error(204, (std::string(type) + "( " + shown + " )").c_str());
}

void sc_divided_by_zero() { sc_core::sc_error(402, "div_by_zero<Type>( Type ) : division by zero"); }
void sc_warn_of_logic(bool x) { sc_core::sc_warning(x ? 212 : 211); }

}  // namespace sc_dt
