// Payloads laid out for a bus of the other byte order, and back.
#include <systemc>
#include <tlm>

#include <cstring>
#include <iostream>

static unsigned seed = 1;
static unsigned draw(unsigned n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}

typedef unsigned char byte;
static byte memory[256];

static void serve(tlm::tlm_generic_payload &t) {
  std::cout << (t.is_read() ? "read " : "write ") << t.get_address() << " " << t.get_data_length() << " " << t.get_streaming_width();
  const byte *enable = t.get_byte_enable_ptr();
  if (enable) std::cout << " enables " << t.get_byte_enable_length() << ":";
  for (unsigned k = 0; k < t.get_data_length(); k++) {
    const bool used = !enable || enable[k % t.get_byte_enable_length()] != TLM_BYTE_DISABLED;
    if (enable) std::cout << (used ? '1' : '0');
    byte &cell = memory[(t.get_address() + k % t.get_streaming_width()) % 256];
    if (!used) continue;
    if (t.is_read()) t.get_data_ptr()[k] = cell;
    else cell = t.get_data_ptr()[k];
  }
  std::cout << std::endl;
}

enum way { generic, word, aligned, single };

template <class W>
static void one(way how, unsigned bus, bool through_context) {
  const unsigned d = sizeof(W);
  unsigned words = how == single ? 1 : 1 + draw(5), rows = how == generic ? 1 + draw(2) : 1, address = 16 + draw(32);
  if (how == aligned) {
    address = 16 + bus * draw(3);
    words = bus / d * (1 + draw(3));
  } else if (how == single) {
    address = 16 + bus * draw(3) + d * draw(bus / d);
  } else if (how == word && draw(2)) {
    address = address / d * d;
  }
  const unsigned width = words * d, length = width * rows, enables = draw(3);
  byte data[256], enable[256];
  for (unsigned k = 0; k < length; k++) data[k] = static_cast<byte>(draw(256));
  for (unsigned k = 0; k < length; k++) enable[k] = k % d && how != generic ? enable[k - 1] : draw(2) ? 0xff : 0;
  tlm::tlm_generic_payload t;
  t.set_command(draw(2) ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  t.set_address(address);
  t.set_data_ptr(data);
  t.set_data_length(length);
  t.set_streaming_width(width);
  if (enables == 2 && how != single) {
    t.set_byte_enable_ptr(enable);
    t.set_byte_enable_length(how == generic && draw(2) ? d : length);
  }
  if (how == generic) tlm::tlm_to_hostendian_generic<W>(&t, bus);
  else if (how == word) tlm::tlm_to_hostendian_word<W>(&t, bus);
  else if (how == aligned) tlm::tlm_to_hostendian_aligned<W>(&t, bus);
  else tlm::tlm_to_hostendian_single<W>(&t, bus);
  serve(t);
  if (through_context) tlm::tlm_from_hostendian(&t);
  else if (how == generic) tlm::tlm_from_hostendian_generic<W>(&t, bus);
  else if (how == word) tlm::tlm_from_hostendian_word<W>(&t, bus);
  else if (how == aligned) tlm::tlm_from_hostendian_aligned<W>(&t, bus);
  else tlm::tlm_from_hostendian_single<W>(&t, bus);
  unsigned sum = 0;
  for (unsigned k = 0; k < length; k++) sum = sum * 31 + data[k];
  std::cout << "data " << sum;
  sum = 0;
  for (byte b : memory) sum = sum * 31 + b;
  std::cout << " memory " << sum << std::endl;
}

int sc_main(int, char **) {
  for (unsigned k = 0; k < sizeof memory; k++) memory[k] = static_cast<byte>(draw(256));
  for (int i = 0; i < 12; i++) {
    for (way how : {generic, word, aligned, single}) {
      const unsigned bus = 8u << draw(2);
      one<unsigned short>(how, bus, i % 2);
      one<unsigned>(how, bus, i % 2);
      one<unsigned char>(how, bus, i % 2);
      one<unsigned long long>(how, bus, i % 2);
    }
  }
  return 0;
}
