// Pipes and event counters (unistd.h, fcntl.h, sys/eventfd.h), and what all descriptors share. Who reads what is not there yet, or counts
// beyond the end, waits.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "channels.h"

struct descriptor allways_descriptor_table[MAX_DESCRIPTORS];
struct channel allways_channels[MAX_CHANNELS];
static unsigned used;

#define table allways_descriptor_table
#define channels allways_channels

struct descriptor descriptor_look(int number) {
  struct descriptor d = {0};
  __allways_atomic_begin();
  if (number >= FIRST && number < FIRST + MAX_DESCRIPTORS) d = table[number - FIRST];
  if (d.kind) d.nonblocking = channels[d.channel].nonblocking[d.kind != WRITE_END];
  __allways_atomic_end();
  return d;
}

// --- making and closing -----------------------------------------------------------------------------------------------

unsigned descriptor_new_channel(void) {
  if (used == MAX_CHANNELS) __allways_unsupported("more than 16 pipes, sockets, timers and event counters");
  return used++;
}

int descriptor_new(int kind, unsigned channel, unsigned other, int least) {
  int i = least > FIRST ? least - FIRST : 0;
  while (i < MAX_DESCRIPTORS && table[i].kind) i++;
  if (i >= MAX_DESCRIPTORS) __allways_unsupported("more than 32 descriptors");
  table[i] = (struct descriptor){(unsigned char)kind, (unsigned char)channel, (unsigned char)other, 0};
  return FIRST + i;
}

int descriptor_alone(int kind, int flags) {
  if (none_left()) return failed(EMFILE);
  __allways_atomic_begin();
  unsigned c = descriptor_new_channel();
  channels[c].nonblocking[1] = (flags & O_NONBLOCK) != 0;
  int made = descriptor_new(kind, c, c, 0);
  __allways_atomic_end();
  return made;
}

// Each of two reads what the other one writes.
int descriptor_pair(int *ends, int flags) {
  if (none_left()) return failed(EMFILE);
  __allways_atomic_begin();
  unsigned a = descriptor_new_channel(), b = descriptor_new_channel();
  channels[a].readers = channels[a].writers = channels[b].readers = channels[b].writers = 1;
  channels[a].nonblocking[1] = channels[b].nonblocking[1] = (flags & O_NONBLOCK) != 0;
  int first = descriptor_new(SOCKET, a, b, 0), second = descriptor_new(SOCKET, b, a, 0);
  __allways_atomic_end();
  ends[0] = first;
  ends[1] = second;
  return 0;
}

int pipe2(int *ends, int flags) {
  if (flags & ~(O_NONBLOCK | O_CLOEXEC)) __allways_unsupported("pipe2 with these flags");
  if (none_left()) return failed(EMFILE);
  _Bool nonblocking = (flags & O_NONBLOCK) != 0;
  __allways_atomic_begin();
  unsigned c = descriptor_new_channel();
  channels[c].readers = channels[c].writers = 1;
  channels[c].nonblocking[0] = channels[c].nonblocking[1] = nonblocking;
  int in = descriptor_new(READ_END, c, c, 0), out = descriptor_new(WRITE_END, c, c, 0);
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
  unsigned c = descriptor_new_channel();
  channels[c].count = value;
  channels[c].one_by_one = (flags & EFD_SEMAPHORE) != 0;
  channels[c].nonblocking[1] = (flags & EFD_NONBLOCK) != 0;
  int made = descriptor_new(COUNTER, c, c, 0);
  __allways_atomic_end();
  return made;
}

// In the region of the caller.
static void release(int number) {
  struct descriptor d = table[number - FIRST];
  struct channel *in = &channels[d.channel], *out = &channels[d.other];
  table[number - FIRST] = (struct descriptor){0};
  if (d.kind == READ_END || d.kind == SOCKET) in->readers--;
  if (d.kind == WRITE_END || d.kind == SOCKET) out->writers--;
  if (d.kind == SOCKET && !in->readers && in->length) out->reset = 1;
  if (!__allways_pollers) return;
  descriptor_forgotten(number, d);
  if (d.kind == READ_END || d.kind == SOCKET) descriptor_changed(d.channel, 1);
  if (d.kind == WRITE_END || d.kind == SOCKET) descriptor_changed(d.other, 0);
}

int close(int number) {
  cancellation_point();
  if (number >= 0 && number < FIRST) __allways_unsupported("closing a standard stream");
  if (!descriptor_look(number).kind) return failed(EBADF);
  __allways_atomic_begin();
  release(number);
  __allways_atomic_end();
  return 0;
}

// In the region of the caller: another number for the same end.
static void count_copy(struct descriptor d) {
  if (d.kind == READ_END || d.kind == SOCKET) channels[d.channel].readers++;
  if (d.kind == WRITE_END || d.kind == SOCKET) channels[d.other].writers++;
}

static int copy_from(int number, int least) {
  if (number >= 0 && number < FIRST) __allways_unsupported("another descriptor of a standard stream");
  struct descriptor d = descriptor_look(number);
  if (!d.kind) return failed(EBADF);
  if (least < 0) return failed(EINVAL);
  if (none_left()) return failed(EMFILE);
  __allways_atomic_begin();
  int made = descriptor_new(d.kind, d.channel, d.other, least);
  count_copy(d);
  __allways_atomic_end();
  return made;
}

int dup(int number) { return copy_from(number, 0); }

// What `to` was is closed in the same moment.
int dup2(int number, int to) {
  if ((number >= 0 && number < FIRST) || (to >= 0 && to < FIRST)) __allways_unsupported("another descriptor of, or for, a standard stream");
  struct descriptor d = descriptor_look(number);
  if (!d.kind || to < 0) return failed(EBADF);
  if (to >= FIRST + MAX_DESCRIPTORS) __allways_unsupported("a descriptor beyond the number 34");
  if (to == number) return to;
  __allways_atomic_begin();
  if (table[to - FIRST].kind) release(to);
  table[to - FIRST] = (struct descriptor){d.kind, d.channel, d.other, 0};
  count_copy(d);
  __allways_atomic_end();
  return to;
}

int dup3(int number, int to, int flags) {
  if (number == to || (flags & ~O_CLOEXEC)) return failed(EINVAL);
  return dup2(number, to);
}

int fcntl(int number, int command, ...) {
  va_list ap;
  va_start(ap, command);
  _Bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
  int value = command == F_SETFL || command == F_SETFD || copies ? va_arg(ap, int) : 0;
  va_end(ap);
  if (number >= 0 && number < FIRST) __allways_unsupported("fcntl of a standard stream");
  struct descriptor d = descriptor_look(number);
  if (!d.kind) return failed(EBADF);
  if (copies) return copy_from(number, value);
  int mode = d.kind == READ_END ? O_RDONLY : d.kind == WRITE_END ? O_WRONLY : O_RDWR;
  if (command == F_GETFL) return mode | (d.nonblocking ? O_NONBLOCK : 0);
  if (command == F_GETFD || command == F_SETFD) return 0;  // seen by programs that are started, and none is
  if (command != F_SETFL) __allways_unsupported("fcntl with this command");
  __allways_atomic_begin();
  channels[d.channel].nonblocking[d.kind != WRITE_END] = (value & O_NONBLOCK) != 0;
  __allways_atomic_end();
  return 0;
}

// Flags and what is there to be read.
int ioctl(int number, unsigned long request, ...) {
  va_list ap;
  va_start(ap, request);
  int *value = va_arg(ap, int *);
  va_end(ap);
  if (number >= 0 && number < FIRST) __allways_unsupported("ioctl of a standard stream");
  struct descriptor d = descriptor_look(number);
  if (!d.kind) return failed(EBADF);
  if (request == FIONBIO) return fcntl(number, F_SETFL, *value ? O_NONBLOCK : 0);
  if (request != FIONREAD) __allways_unsupported("ioctl with this request");
  if (d.kind != READ_END && d.kind != WRITE_END && d.kind != SOCKET) return failed(d.kind == POLLER ? EINVAL : ENOTTY);
  __allways_atomic_begin();
  int now = (int)channels[d.channel].length;
  __allways_atomic_end();
  *value = now;
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
  if (__allways_pollers && got) descriptor_changed((unsigned)(c - channels), 1);
  __allways_atomic_end();
  if (!got) return over ? 0 : nothing(self, nonblocking);
  for (unsigned i = 0; i < got; i++) to[i] = taken[i];
  return got;
}

// Whose default is that the program ends.
ssize_t descriptor_broken(_Bool quiet) {
  if (!quiet && !__allways_signal_handlers && !__allways_signal_masks) __allways_stop();
  if (!quiet) raise(SIGPIPE);
  return failed(EPIPE);
}

static ssize_t write_pipe(struct channel *c, const char *from, size_t n) {
  char given[MAX_BYTES];
  if (n > MAX_BYTES) __allways_unsupported("more than 256 bytes in a pipe");
  for (size_t i = 0; i < n; i++) given[i] = from[i];
  __allways_atomic_begin();
  _Bool broken = !c->readers;
  if (!broken && n > MAX_BYTES - c->length) __allways_unsupported("more than 256 bytes in a pipe");
  for (size_t i = 0; i < n && !broken; i++) c->bytes[c->length + i] = given[i];
  if (!broken) c->length += (unsigned)n;
  if (__allways_pollers && !broken) descriptor_changed((unsigned)(c - channels), 0);
  __allways_atomic_end();
  return broken ? descriptor_broken(0) : (ssize_t)n;
}

static ssize_t read_counter(struct channel *c, _Bool nonblocking, void *to, size_t n) {
  if (n < sizeof(uint64_t)) return failed(EINVAL);
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((c->count != 0) | nonblocking | is_cancelled(self));
  uint64_t got = c->one_by_one ? c->count != 0 : c->count;
  c->count -= got;
  if (__allways_pollers && got) descriptor_changed((unsigned)(c - channels), 1);
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
  if (__allways_pollers && fits) descriptor_changed((unsigned)(c - channels), 0);
  __allways_atomic_end();
  return fits ? (ssize_t)sizeof more : nothing(self, nonblocking);
}

ssize_t descriptor_read(int number, void *to, size_t n) {
  struct descriptor d = descriptor_look(number);
  struct channel *c = &channels[d.channel];
  if (d.kind == COUNTER) return read_counter(c, d.nonblocking, to, n);
  if (__allways_sockets && d.kind == SOCKET) return n ? socket_read(d, to, n, 0, 0) : 0;
  if (__allways_timers && d.kind == TIMER) return timer_read(d.channel, d.nonblocking, to, n);
  if (__allways_signal_files && d.kind == SIGNALS) return signal_read(c->count, d.nonblocking, to, n);
  if (d.kind == PLAIN) return failed(ENOTCONN);
  if (d.kind == POLLER) return failed(EINVAL);
  if (d.kind != READ_END) return failed(EBADF);
  return n ? read_pipe(c, d.nonblocking, to, n) : 0;
}

ssize_t descriptor_write(int number, const void *from, size_t n) {
  struct descriptor d = descriptor_look(number);
  struct channel *c = &channels[d.channel];
  if (d.kind == COUNTER) return write_counter(c, d.nonblocking, from, n);
  if (__allways_sockets && d.kind == SOCKET) return socket_write(d, from, n, 0);
  if (d.kind == PLAIN) return failed(ENOTCONN);
  if (d.kind == POLLER || d.kind == TIMER || d.kind == SIGNALS) return failed(EINVAL);
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

// --- several pieces -----------------------------------------------------------------------------------------------------

enum { MAX_PIECES = 1024 };

static ssize_t length_of(const struct iovec *pieces, int n) {
  size_t all = 0;
  if (n < 0 || n > MAX_PIECES) return failed(EINVAL);
  for (int i = 0; i < n; i++) all += pieces[i].iov_len;
  return (ssize_t)all;
}

static ssize_t write_each(int number, const struct iovec *pieces, int n) {
  ssize_t done = 0;
  for (int i = 0; i < n; i++) {
    if (!pieces[i].iov_len) continue;
    ssize_t now = write(number, pieces[i].iov_base, pieces[i].iov_len);
    if (now < 0) return done ? done : now;
    done += now;
    if (now < (ssize_t)pieces[i].iov_len) break;
  }
  return done;
}

// To a pipe in one piece, as a write is. A counter looks at each.
ssize_t writev(int number, const struct iovec *pieces, int n) {
  char all[MAX_BYTES];
  ssize_t length = length_of(pieces, n), done = 0;
  if (length < 0) return length;
  if (number == 1 || number == 2 || descriptor_look(number).kind == COUNTER) return write_each(number, pieces, n);
  if (length > MAX_BYTES) __allways_unsupported("more than 256 bytes in a pipe");
  for (int i = 0; i < n; i++) {
    __builtin_memcpy(all + done, pieces[i].iov_base, pieces[i].iov_len);
    done += (ssize_t)pieces[i].iov_len;
  }
  return write(number, all, (size_t)length);
}

ssize_t readv(int number, const struct iovec *pieces, int n) {
  char all[MAX_BYTES];
  ssize_t length = length_of(pieces, n), done = 0;
  if (length < 0) return length;
  if (number == STDIN_FILENO) __allways_unsupported("readv from the standard input");
  if (!length && descriptor_look(number).kind == COUNTER) return 0;
  ssize_t got = read(number, all, length < MAX_BYTES ? (size_t)length : MAX_BYTES);
  for (int i = 0; i < n && done < got; i++) {
    size_t now = pieces[i].iov_len < (size_t)(got - done) ? pieces[i].iov_len : (size_t)(got - done);
    __builtin_memcpy(pieces[i].iov_base, all + done, now);
    done += (ssize_t)now;
  }
  return got;
}

int eventfd_read(int number, eventfd_t *value) { return read(number, value, sizeof *value) == sizeof *value ? 0 : -1; }
int eventfd_write(int number, eventfd_t value) { return write(number, &value, sizeof value) == sizeof value ? 0 : -1; }
