// Numbers as text in memory, as libstdc++ prints them. The bodies are in runtime/cxx/format.cpp.
#ifndef ALLWAYS_BITS_FORMAT_H
#define ALLWAYS_BITS_FORMAT_H

namespace std {

// Room for every integer, and for floats of up to 300 digits behind the point.
enum { __allways_number_room = 1024 };

// Write the digits and return how many; no padding. `flags` as in ios_base.
int __allways_text_integer(char *to, unsigned long long bits, int width, bool is_signed, int flags);
int __allways_text_float(char *to, double value, int flags, int precision);

// How many characters the text has in front of what `internal` pads: a sign, or 0x.
inline int __allways_number_head(const char *text, int n) {
  if (n > 0 && (text[0] == '-' || text[0] == '+')) return 1;
  return n > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0;
}

}  // namespace std

#endif
