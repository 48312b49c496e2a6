// What descriptors stand for (unistd.h): ends of pipes, event counters, connected sockets, timers, signals, and what waits for several of them.
// Signals do not arrive from outside, so that nothing is interrupted and a count is short only where less is there.
#ifndef CHANNELS_H
#define CHANNELS_H

#include <errno.h>
#include <stdint.h>

#include "model.h"

enum { FIRST = 3, MAX_DESCRIPTORS = 32, MAX_CHANNELS = 16, MAX_BYTES = 256 };
enum { NONE, READ_END, WRITE_END, COUNTER, SOCKET, POLLER, TIMER, SIGNALS, PLAIN };  // PLAIN: a socket that is not connected

struct descriptor {
  unsigned char kind, channel;
  unsigned char other;  // of a socket: the channel that it writes to
  _Bool nonblocking;    // of what `look` gives; kept in the channel, where all copies of a descriptor find it
};

// What is written and not read yet. Not used again after its end: somebody may still wait.
struct channel {
  unsigned char readers, writers;  // ends that are open
  _Bool one_by_one;                // EFD_SEMAPHORE
  _Bool nonblocking[2];            // the end that writes; the other one, or what has one end only
  _Bool over;                      // shutdown: nothing is written any more
  _Bool reset;                     // who wrote it has gone and left something unread
  unsigned length;
  uint64_t count;         // of a counter; signals: which
  char bytes[MAX_BYTES];  // from the oldest on, zeros behind the last
};

extern struct descriptor allways_descriptor_table[MAX_DESCRIPTORS];  // the first is number 3
extern struct channel allways_channels[MAX_CHANNELS];

HELPER int failed(int error) {
  errno = error;
  return -1;
}

HELPER _Bool none_left(void) { return __allways_malloc_may_fail && __allways_nondet_bool("no descriptor is left"); }

struct descriptor descriptor_look(int number);
// In the region of the caller: a channel, and the lowest free number, of those from `least` on.
unsigned descriptor_new_channel(void);
int descriptor_new(int kind, unsigned channel, unsigned other, int least);
int descriptor_alone(int kind, int flags);  // what has one end and a channel of its own; -1: none is left
int descriptor_pair(int *ends, int flags);

// poll.c. In the region of the caller: something has come to the channel (gone from it) that who waits for changes is told.
void descriptor_changed(unsigned channel, _Bool gone);
void descriptor_forgotten(int number, struct descriptor d);  // closed

// timers.c. `may`: it is running, so that it has expired or will; read only, for guards. `settle`: whether it has is chosen.
_Bool timer_may(unsigned channel);
_Bool timer_has(unsigned channel);
void timer_settle(unsigned channel);
void timer_told(unsigned channel);  // behind the region: clocks are as late
ssize_t timer_read(unsigned channel, _Bool nonblocking, void *to, size_t n);

// signal.c
const unsigned long long *signal_own(void);  // what is pending for the running thread
unsigned long long signal_pending(const unsigned long long *own);
ssize_t signal_read(unsigned long long mask, _Bool nonblocking, void *to, size_t n);

// sockets.c
ssize_t socket_write(struct descriptor d, const void *from, size_t n, _Bool quiet);
ssize_t socket_read(struct descriptor d, void *to, size_t n, _Bool peeks, _Bool all);

// Somebody writes and nobody reads: a signal, unless it is said that there is none.
ssize_t descriptor_broken(_Bool quiet);

#endif
