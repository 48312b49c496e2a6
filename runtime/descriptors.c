// Pipes and event counters (unistd.h, fcntl.h, sys/eventfd.h). Who reads what is not there yet, or counts beyond the end,
// waits. Signals do not arrive, so that nothing is interrupted and a count is short only where less is there.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "model.h"

enum { FIRST = 3, MAX_DESCRIPTORS = 32, MAX_CHANNELS = 16, MAX_BYTES = 256 };
enum { NONE, READ_END, WRITE_END, COUNTER };

struct descriptor {
  unsigned char kind, channel;
  _Bool nonblocking;
};

// What is written and not read yet. Not used again after its end: somebody may still wait.
struct channel {
  unsigned char readers, writers;  // ends that are open
  _Bool one_by_one;                // EFD_SEMAPHORE
  unsigned length;
  uint64_t count;
  char bytes[MAX_BYTES];  // from the oldest on, zeros behind the last
};

static struct descriptor table[MAX_DESCRIPTORS];  // the first is number 3
static struct channel channels[MAX_CHANNELS];
static unsigned used;

HELPER int failed(int error) {
  errno = error;
  return -1;
}

static struct descriptor look(int number) {
  struct descriptor d = {0};
  __allways_atomic_begin();
  if (number >= FIRST && number < FIRST + MAX_DESCRIPTORS) d = table[number - FIRST];
  __allways_atomic_end();
  return d;
}

// --- making and closing -----------------------------------------------------------------------------------------------

// Both in the region of the caller.
static unsigned new_channel(void) {
  if (used == MAX_CHANNELS) __allways_unsupported("more than 16 pipes and event counters");
  return used++;
}

static int new_descriptor(int kind, unsigned channel, _Bool nonblocking) {
  int i = 0;
  while (i < MAX_DESCRIPTORS && table[i].kind) i++;
  if (i == MAX_DESCRIPTORS) __allways_unsupported("more than 32 descriptors");
  table[i] = (struct descriptor){(unsigned char)kind, (unsigned char)channel, nonblocking};
  return FIRST + i;
}

HELPER _Bool none_left(void) { return __allways_malloc_may_fail && __allways_nondet_bool("no descriptor is left"); }

int pipe2(int *ends, int flags) {
  if (flags & ~(O_NONBLOCK | O_CLOEXEC)) __allways_unsupported("pipe2 with these flags");
  if (none_left()) return failed(EMFILE);
  _Bool nonblocking = (flags & O_NONBLOCK) != 0;
  __allways_atomic_begin();
  unsigned c = new_channel();
  channels[c].readers = channels[c].writers = 1;
  int in = new_descriptor(READ_END, c, nonblocking), out = new_descriptor(WRITE_END, c, nonblocking);
  __allways_atomic_end();
  ends[0] = in;
  ends[1] = out;
  return 0;
}

int pipe(int *ends) { return pipe2(ends, 0); }

int eventfd(unsigned value, int flags) {
  if (flags & ~(EFD_NONBLOCK | EFD_CLOEXEC | EFD_SEMAPHORE)) return failed(EINVAL);
  if (none_left()) return failed(EMFILE);
  __allways_atomic_begin();
  unsigned c = new_channel();
  channels[c].count = value;
  channels[c].one_by_one = (flags & EFD_SEMAPHORE) != 0;
  int made = new_descriptor(COUNTER, c, (flags & EFD_NONBLOCK) != 0);
  __allways_atomic_end();
  return made;
}

int close(int number) {
  if (number >= 0 && number < FIRST) __allways_unsupported("closing a standard stream");
  struct descriptor d = look(number);
  if (!d.kind) return failed(EBADF);
  __allways_atomic_begin();
  table[number - FIRST] = (struct descriptor){0};
  if (d.kind == READ_END) channels[d.channel].readers = 0;
  if (d.kind == WRITE_END) channels[d.channel].writers = 0;
  __allways_atomic_end();
  return 0;
}

int fcntl(int number, int command, ...) {
  va_list ap;
  va_start(ap, command);
  int value = command == F_SETFL || command == F_SETFD ? va_arg(ap, int) : 0;
  va_end(ap);
  if (number >= 0 && number < FIRST) __allways_unsupported("fcntl of a standard stream");
  struct descriptor d = look(number);
  if (!d.kind) return failed(EBADF);
  int mode = d.kind == READ_END ? O_RDONLY : d.kind == WRITE_END ? O_WRONLY : O_RDWR;
  if (command == F_GETFL) return mode | (d.nonblocking ? O_NONBLOCK : 0);
  if (command == F_GETFD || command == F_SETFD) return 0;  // seen by programs that are started, and none is
  if (command != F_SETFL) __allways_unsupported("fcntl with this command");
  __allways_atomic_begin();
  table[number - FIRST].nonblocking = (value & O_NONBLOCK) != 0;
  __allways_atomic_end();
  return 0;
}

// --- reading and writing ------------------------------------------------------------------------------------------------

// A cancelled thread that got nothing leaves.
HELPER int nothing(const struct thread *self, _Bool nonblocking) {
  if (!nonblocking && is_cancelled(self)) thread_cancelled();
  return failed(EAGAIN);
}

static ssize_t read_pipe(struct channel *c, _Bool nonblocking, char *to, size_t n) {
  char taken[MAX_BYTES];
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((c->length != 0) | (c->writers == 0) | nonblocking | is_cancelled(self));
  _Bool over = !c->length && !c->writers;
  unsigned got = n < c->length ? (unsigned)n : c->length, left = c->length - got;
  for (unsigned i = 0; i < got; i++) taken[i] = c->bytes[i];
  for (unsigned i = 0; i < left; i++) c->bytes[i] = c->bytes[got + i];
  for (unsigned i = left; i < left + got; i++) c->bytes[i] = 0;
  c->length = left;
  __allways_atomic_end();
  if (!got) return over ? 0 : nothing(self, nonblocking);
  for (unsigned i = 0; i < got; i++) to[i] = taken[i];
  return got;
}

static ssize_t write_pipe(struct channel *c, const char *from, size_t n) {
  char given[MAX_BYTES];
  if (n > MAX_BYTES) __allways_unsupported("more than 256 bytes in a pipe");
  for (size_t i = 0; i < n; i++) given[i] = from[i];
  __allways_atomic_begin();
  if (!c->readers) __allways_unsupported("writing to a pipe that nobody reads (SIGPIPE)");
  if (n > MAX_BYTES - c->length) __allways_unsupported("more than 256 bytes in a pipe");
  for (size_t i = 0; i < n; i++) c->bytes[c->length + i] = given[i];
  c->length += (unsigned)n;
  __allways_atomic_end();
  return (ssize_t)n;
}

static ssize_t read_counter(struct channel *c, _Bool nonblocking, void *to, size_t n) {
  if (n < sizeof(uint64_t)) return failed(EINVAL);
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((c->count != 0) | nonblocking | is_cancelled(self));
  uint64_t got = c->one_by_one ? c->count != 0 : c->count;
  c->count -= got;
  __allways_atomic_end();
  if (!got) return nothing(self, nonblocking);
  __builtin_memcpy(to, &got, sizeof got);
  return sizeof got;
}

static ssize_t write_counter(struct channel *c, _Bool nonblocking, const void *from, size_t n) {
  uint64_t more;
  if (n < sizeof more) return failed(EINVAL);
  __builtin_memcpy(&more, from, sizeof more);
  if (more == UINT64_MAX) return failed(EINVAL);
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((more <= UINT64_MAX - 1 - c->count) | nonblocking | is_cancelled(self));
  _Bool fits = more <= UINT64_MAX - 1 - c->count;
  if (fits) c->count += more;
  __allways_atomic_end();
  return fits ? (ssize_t)sizeof more : nothing(self, nonblocking);
}

ssize_t descriptor_read(int number, void *to, size_t n) {
  struct descriptor d = look(number);
  struct channel *c = &channels[d.channel];
  if (d.kind == COUNTER) return read_counter(c, d.nonblocking, to, n);
  if (d.kind != READ_END) return failed(EBADF);
  return n ? read_pipe(c, d.nonblocking, to, n) : 0;
}

ssize_t descriptor_write(int number, const void *from, size_t n) {
  struct descriptor d = look(number);
  struct channel *c = &channels[d.channel];
  if (d.kind == COUNTER) return write_counter(c, d.nonblocking, from, n);
  if (d.kind != WRITE_END) return failed(EBADF);
  return n ? write_pipe(c, from, n) : 0;
}

// From the standard input: any bytes, as many as the system likes, or the end, or an error. Not at the place of the call: as
// of allways_any_write.
static __attribute__((noinline)) ssize_t read_input(char *to, size_t n) {
  ssize_t got = __allways_nondet_long("bytes read");
  __allways_assume((got >= -1) & (got <= (ssize_t)n));
  if (got < 0) return failed(EIO);
  for (ssize_t i = 0; i < got; i++) to[i] = __allways_nondet_char("standard input");
  return got;
}

MODEL ssize_t read(int number, void *to, size_t n) {
  cancellation_point();
  if (number == STDIN_FILENO) return read_input(to, n);
  if (__allways_descriptors) return descriptor_read(number, to, n);
  __allways_unsupported("reading from a descriptor other than the standard input");
}

// --- waiting for several --------------------------------------------------------------------------------------------------

enum { MAX_POLLED = 8 };

// In the region of the caller; it reads only, for a guard.
static short events_of(struct descriptor d) {
  const struct channel *c = &channels[d.channel];
  if (d.kind == READ_END) return (short)((c->length ? POLLIN : 0) | (c->writers ? 0 : POLLHUP));
  if (d.kind == WRITE_END) return (short)(c->readers ? POLLOUT : POLLERR);
  if (d.kind == COUNTER) return (short)((c->count ? POLLIN : 0) | (c->count < UINT64_MAX - 1 ? POLLOUT : 0));
  return POLLNVAL;
}

HELPER short wanted(short asked, short now) { return (short)(now & (asked | POLLERR | POLLHUP | POLLNVAL)); }

// With a time limit the moment is the scheduler's choice.
int poll(struct pollfd *fds, nfds_t n, int timeout) {
  struct descriptor d[MAX_POLLED];
  short asked[MAX_POLLED], got[MAX_POLLED];
  struct moments begin = {0};
  if (n > MAX_POLLED) __allways_unsupported("poll of more than 8 descriptors");
  cancellation_point();
  if (__allways_clocks && timeout > 0) begin = time_begin();
  for (nfds_t i = 0; i < n; i++) {
    if (fds[i].fd >= 0 && fds[i].fd < FIRST) __allways_unsupported("poll of a standard stream");
    d[i] = look(fds[i].fd);
    asked[i] = (short)(fds[i].events & (POLLIN | POLLOUT));
    got[i] = fds[i].fd < 0;  // is left out
  }
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  _Bool ready = timeout >= 0;
  for (nfds_t i = 0; i < n; i++) ready |= !got[i] && wanted(asked[i], events_of(d[i]));
  __allways_await(ready | is_cancelled(self));
  for (nfds_t i = 0; i < n; i++) got[i] = got[i] ? 0 : wanted(asked[i], events_of(d[i]));
  __allways_atomic_end();
  int count = 0;
  for (nfds_t i = 0; i < n; i++) count += (fds[i].revents = got[i]) != 0;
  if (!count && timeout < 0) thread_cancelled();
  if (!count && __allways_clocks && timeout > 0) {
    struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
    time_lasted(&begin, &time);
  }
  return count;
}

int eventfd_read(int number, eventfd_t *value) { return read(number, value, sizeof *value) == sizeof *value ? 0 : -1; }
int eventfd_write(int number, eventfd_t value) { return write(number, &value, sizeof value) == sizeof value ? 0 : -1; }
