// Helpers for initiators whose byte order is not the machine's: a payload is laid out anew for a bus of the other order, and what was
// read goes back to where the initiator wants it (IEEE 1666-2011, 14.20). Data words keep the machine's order ("arithmetic mode").
//
// All of them follow one rule. Seen by the initiator, byte j of a word of D bytes stands D - 1 - j behind the word's address; on a bus
// of B bytes, address a of one order is a ^ (B - 1) of the other.
#ifndef ALLWAYS_TLM_ENDIAN_CONV_H
#define ALLWAYS_TLM_ENDIAN_CONV_H

#include <cstring>
#include <vector>

#include "tlm_core/tlm_generic_payload.h"

namespace tlm {

// What a payload was before it was laid out anew; part of the payload until its extensions are freed.
class tlm_endian_context : public tlm_extension<tlm_endian_context> {
 public:
  tlm_extension_base *clone() const override { return nullptr; }
  void copy_from(const tlm_extension_base &) override {}

  void (*from_f)(tlm_generic_payload *, unsigned) = nullptr;
  unsigned sizeof_databus = 0, word = 0;
  sc_dt::uint64 address = 0, base = 0;
  unsigned length = 0, width = 0, new_width = 0;
  unsigned char *data = nullptr, *enable = nullptr;
  std::vector<unsigned char> new_data, new_enable;

  // Where byte k of the initiator's data stands now.
  unsigned place(unsigned k) const {
    const unsigned row = k / width, offset = k % width, j = offset % word;
    const sc_dt::uint64 seen = address + (offset - j) + (word - 1 - j);
    return static_cast<unsigned>((seen ^ (sizeof_databus - 1)) - base) + row * new_width;
  }
  // Both buffers, with nothing enabled.
  void make_room(unsigned n) {
    if (new_data.size() < n) {
      new_data.resize(n);
      new_enable.resize(n);
    }
    std::memset(new_enable.data(), TLM_BYTE_DISABLED, n);
  }
};

inline tlm_endian_context *establish_context(tlm_generic_payload *trans) {
  tlm_endian_context *c = trans->get_extension<tlm_endian_context>();
  if (c) return c;
  c = new tlm_endian_context;
  trans->set_extension(c);
  return c;
}

template <class DATAWORD>
inline tlm_endian_context *tlm_begin_conversion(tlm_generic_payload *trans, unsigned sizeof_databus,
                                                void (*from)(tlm_generic_payload *, unsigned)) {
  tlm_endian_context *c = establish_context(trans);
  c->from_f = from;
  c->sizeof_databus = sizeof_databus;
  c->word = sizeof(DATAWORD);
  return c;
}

// Data (of a write) and byte enables, byte by byte.
inline void tlm_lay_out_anew(tlm_generic_payload *trans, tlm_endian_context *c, unsigned char *enable, unsigned enable_length) {
  const bool writes = trans->is_write();
  for (unsigned k = 0; k < c->length; k++) {
    const unsigned to = c->place(k);
    if (writes) c->new_data[to] = c->data[k];
    c->new_enable[to] = enable ? enable[k % enable_length] : static_cast<unsigned char>(TLM_BYTE_ENABLED);
  }
}

inline void tlm_note_payload(const tlm_generic_payload *trans, tlm_endian_context *c, unsigned width) {
  c->address = trans->get_address();
  c->base = c->address & ~static_cast<sc_dt::uint64>(c->sizeof_databus - 1);
  c->data = trans->get_data_ptr();
  c->enable = trans->get_byte_enable_ptr();
  c->length = trans->get_data_length();
  c->width = width;
}

inline void tlm_put_anew(tlm_generic_payload *trans, tlm_endian_context *c, unsigned length, unsigned width) {
  trans->set_address(c->base);
  trans->set_data_ptr(c->new_data.data());
  trans->set_byte_enable_ptr(c->new_enable.data());
  trans->set_data_length(length);
  trans->set_byte_enable_length(length);
  trans->set_streaming_width(width);
}

// --- any payload of whole streaming widths, those of whole words ----------------------------------------------------

template <class DATAWORD>
inline void tlm_from_hostendian_generic(tlm_generic_payload *trans, unsigned) {
  if (!trans->is_read()) return;
  const tlm_endian_context *c = trans->get_extension<tlm_endian_context>();
  for (unsigned k = 0; k < c->length; k++) {
    const unsigned from = c->place(k);
    if (trans->get_byte_enable_ptr()[from] == TLM_BYTE_ENABLED) c->data[k] = trans->get_data_ptr()[from];
  }
}
template <class DATAWORD>
inline void tlm_to_hostendian_generic(tlm_generic_payload *trans, unsigned sizeof_databus) {
  tlm_endian_context *c = tlm_begin_conversion<DATAWORD>(trans, sizeof_databus, &tlm_from_hostendian_generic<DATAWORD>);
  const unsigned length = trans->get_data_length(), streamed = trans->get_streaming_width();
  tlm_note_payload(trans, c, streamed < length ? streamed : length);
  const sc_dt::uint64 last = (c->address + c->width - 1) & ~static_cast<sc_dt::uint64>(sizeof_databus - 1);
  c->new_width = static_cast<unsigned>(last - c->base) + sizeof_databus;
  const unsigned all = c->new_width * (length / c->width);
  c->make_room(all);
  tlm_lay_out_anew(trans, c, c->enable, trans->get_byte_enable_length());
  tlm_put_anew(trans, c, all, c->new_width);
}

// --- no streaming; a word is wholly enabled or not at all -----------------------------------------------------------

template <class DATAWORD>
inline void tlm_from_hostendian_word(tlm_generic_payload *trans, unsigned) {
  if (!trans->is_read()) return;
  const tlm_endian_context *c = trans->get_extension<tlm_endian_context>();
  for (unsigned k = 0; k < c->length; k++)
    if (!c->enable || c->enable[k] != TLM_BYTE_DISABLED) c->data[k] = trans->get_data_ptr()[c->place(k)];
}
template <class DATAWORD>
inline void tlm_to_hostendian_word(tlm_generic_payload *trans, unsigned sizeof_databus) {
  tlm_endian_context *c = tlm_begin_conversion<DATAWORD>(trans, sizeof_databus, &tlm_from_hostendian_word<DATAWORD>);
  tlm_note_payload(trans, c, trans->get_data_length());
  c->new_width = 0;  // there is one row
  c->make_room(c->length + 2 * sizeof_databus);
  tlm_lay_out_anew(trans, c, c->enable, c->length);
  unsigned length = 0;
  for (unsigned k = 0; k < c->length; k++)
    if (c->place(k) >= length) length = c->place(k) + 1;
  tlm_put_anew(trans, c, length, length);
}

// --- and whole words of the bus: address and length stay ------------------------------------------------------------

template <class DATAWORD>
inline void tlm_from_hostendian_aligned(tlm_generic_payload *trans, unsigned sizeof_databus) {
  if (sizeof_databus == sizeof(DATAWORD) || !trans->is_read()) return;
  const tlm_endian_context *c = trans->get_extension<tlm_endian_context>();
  const unsigned char *enable = trans->get_byte_enable_ptr();
  for (unsigned k = 0; k < c->length; k++)
    if (!enable || enable[c->place(k)] != TLM_BYTE_DISABLED) c->data[k] = trans->get_data_ptr()[c->place(k)];
}
template <class DATAWORD>
inline void tlm_to_hostendian_aligned(tlm_generic_payload *trans, unsigned sizeof_databus) {
  tlm_endian_context *c = tlm_begin_conversion<DATAWORD>(trans, sizeof_databus, &tlm_from_hostendian_aligned<DATAWORD>);
  if (sizeof_databus == sizeof(DATAWORD)) return;
  tlm_note_payload(trans, c, trans->get_data_length());
  c->new_width = 0;
  c->make_room(c->length);
  tlm_lay_out_anew(trans, c, c->enable, c->length);
  trans->set_data_ptr(c->new_data.data());
  if (!c->enable) return;
  trans->set_byte_enable_ptr(c->new_enable.data());
  trans->set_byte_enable_length(c->length);
}

// --- one word inside of one of the bus: in place --------------------------------------------------------------------

template <class DATAWORD>
inline void tlm_from_hostendian_single(tlm_generic_payload *, unsigned) {}
template <class DATAWORD>
inline void tlm_to_hostendian_single(tlm_generic_payload *trans, unsigned sizeof_databus) {
  tlm_begin_conversion<DATAWORD>(trans, sizeof_databus, &tlm_from_hostendian_single<DATAWORD>);
  const sc_dt::uint64 mask = sizeof_databus - 1, a = trans->get_address();
  trans->set_address((a & ~mask) | (sizeof_databus - (a & mask) - sizeof(DATAWORD)));
}

// What belongs to the one that was called.
inline void tlm_from_hostendian(tlm_generic_payload *trans) {
  const tlm_endian_context *c = trans->get_extension<tlm_endian_context>();
  c->from_f(trans, c->sizeof_databus);
}

}  // namespace tlm

#endif
