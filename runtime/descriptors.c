// Pipes and event counters (unistd.h, fcntl.h, sys/eventfd.h). Who reads what is not there yet, or counts beyond the end,
// waits. Signals do not arrive, so that nothing is interrupted and a count is short only where less is there.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "model.h"

enum { FIRST = 3, MAX_DESCRIPTORS = 32, MAX_CHANNELS = 16, MAX_BYTES = 256 };
enum { NONE, READ_END, WRITE_END, COUNTER };

struct descriptor {
  unsigned char kind, channel;
  _Bool nonblocking;  // of what `look` gives; kept in the channel, where all copies of a descriptor find it
};

// What is written and not read yet. Not used again after its end: somebody may still wait.
struct channel {
  unsigned char readers, writers;  // ends that are open
  _Bool one_by_one;                // EFD_SEMAPHORE
  _Bool nonblocking[2];            // the end that writes; the other one, or a counter
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
  if (d.kind) d.nonblocking = channels[d.channel].nonblocking[d.kind != WRITE_END];
  __allways_atomic_end();
  return d;
}

// --- making and closing -----------------------------------------------------------------------------------------------

// Both in the region of the caller.
static unsigned new_channel(void) {
  if (used == MAX_CHANNELS) __allways_unsupported("more than 16 pipes and event counters");
  return used++;
}

// The lowest free number, of those from `least` on.
static int new_descriptor(int kind, unsigned channel, int least) {
  int i = least > FIRST ? least - FIRST : 0;
  while (i < MAX_DESCRIPTORS && table[i].kind) i++;
  if (i >= MAX_DESCRIPTORS) __allways_unsupported("more than 32 descriptors");
  table[i] = (struct descriptor){(unsigned char)kind, (unsigned char)channel, 0};
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
  channels[c].nonblocking[0] = channels[c].nonblocking[1] = nonblocking;
  int in = new_descriptor(READ_END, c, 0), out = new_descriptor(WRITE_END, c, 0);
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
  channels[c].nonblocking[1] = (flags & EFD_NONBLOCK) != 0;
  int made = new_descriptor(COUNTER, c, 0);
  __allways_atomic_end();
  return made;
}

// In the region of the caller.
static void release(int number) {
  struct descriptor d = table[number - FIRST];
  table[number - FIRST] = (struct descriptor){0};
  if (d.kind == READ_END) channels[d.channel].readers--;
  if (d.kind == WRITE_END) channels[d.channel].writers--;
}

int close(int number) {
  cancellation_point();
  if (number >= 0 && number < FIRST) __allways_unsupported("closing a standard stream");
  if (!look(number).kind) return failed(EBADF);
  __allways_atomic_begin();
  release(number);
  __allways_atomic_end();
  return 0;
}

// In the region of the caller: another number for the same end.
static void count_copy(struct descriptor d) {
  if (d.kind == READ_END) channels[d.channel].readers++;
  if (d.kind == WRITE_END) channels[d.channel].writers++;
}

static int copy_from(int number, int least) {
  if (number >= 0 && number < FIRST) __allways_unsupported("another descriptor of a standard stream");
  struct descriptor d = look(number);
  if (!d.kind) return failed(EBADF);
  if (least < 0) return failed(EINVAL);
  if (none_left()) return failed(EMFILE);
  __allways_atomic_begin();
  int made = new_descriptor(d.kind, d.channel, least);
  count_copy(d);
  __allways_atomic_end();
  return made;
}

int dup(int number) { return copy_from(number, 0); }

// What `to` was is closed in the same moment.
int dup2(int number, int to) {
  if ((number >= 0 && number < FIRST) || (to >= 0 && to < FIRST)) __allways_unsupported("another descriptor of, or for, a standard stream");
  struct descriptor d = look(number);
  if (!d.kind || to < 0) return failed(EBADF);
  if (to >= FIRST + MAX_DESCRIPTORS) __allways_unsupported("a descriptor beyond the number 34");
  if (to == number) return to;
  __allways_atomic_begin();
  if (table[to - FIRST].kind) release(to);
  table[to - FIRST] = (struct descriptor){d.kind, d.channel, 0};
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
  struct descriptor d = look(number);
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
  if (number == 1 || number == 2 || look(number).kind == COUNTER) return write_each(number, pieces, n);
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
  if (!length && look(number).kind == COUNTER) return 0;
  ssize_t got = read(number, all, length < MAX_BYTES ? (size_t)length : MAX_BYTES);
  for (int i = 0; i < n && done < got; i++) {
    size_t now = pieces[i].iov_len < (size_t)(got - done) ? pieces[i].iov_len : (size_t)(got - done);
    __builtin_memcpy(pieces[i].iov_base, all + done, now);
    done += (ssize_t)now;
  }
  return got;
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

// Rounded up: a wait is never too short.
static int milliseconds(const struct timespec *t) {
  if (!t) return -1;
  if (t->tv_sec > 1000000) return 1000000000;
  return (int)(t->tv_sec * 1000 + (t->tv_nsec + 999999) / 1000000);
}

// Masks matter to signals, and none arrive.
int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *limit, const sigset_t *mask) {
  if (limit && (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000)) return failed(EINVAL);
  return poll(fds, n, milliseconds(limit));
}

static int select_these(int n, fd_set *in, fd_set *out, fd_set *special, int timeout) {
  struct pollfd fds[MAX_POLLED];
  nfds_t used_fds = 0;
  if (n < 0 || n > FD_SETSIZE) return failed(EINVAL);
  for (int i = 0; i < n; i++) {
    short asked = (short)((in && FD_ISSET(i, in) ? POLLIN : 0) | (out && FD_ISSET(i, out) ? POLLOUT : 0));
    if (!asked && !(special && FD_ISSET(i, special))) continue;
    int kind = look(i).kind;
    if (i >= FIRST && !kind) return failed(EBADF);
    if (kind == READ_END) asked &= POLLIN;
    if (!asked && kind) continue;  // nothing special ever happens to it
    if (used_fds == MAX_POLLED) __allways_unsupported("select of more than 8 descriptors");
    fds[used_fds++] = (struct pollfd){.fd = i, .events = asked};
  }
  if (poll(fds, used_fds, timeout) < 0) return -1;
  if (in) FD_ZERO(in);
  if (out) FD_ZERO(out);
  if (special) FD_ZERO(special);
  int count = 0;
  for (nfds_t i = 0; i < used_fds; i++) {
    if (in && (fds[i].events & POLLIN) && (fds[i].revents & (POLLIN | POLLHUP | POLLERR))) {
      FD_SET(fds[i].fd, in);
      count++;
    }
    if (out && (fds[i].events & POLLOUT) && (fds[i].revents & (POLLOUT | POLLERR))) {
      FD_SET(fds[i].fd, out);
      count++;
    }
  }
  return count;
}

int pselect(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict special, const struct timespec *restrict limit,
            const sigset_t *restrict mask) {
  if (limit && (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000)) return failed(EINVAL);
  return select_these(n, in, out, special, milliseconds(limit));
}

// What is left of the time limit may be written to it.
int select(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict special, struct timeval *restrict limit) {
  struct timespec t = {0};
  if (limit && (limit->tv_sec < 0 || limit->tv_usec < 0)) return failed(EINVAL);
  if (limit) t = (struct timespec){limit->tv_sec + limit->tv_usec / 1000000, limit->tv_usec % 1000000 * 1000};
  int count = select_these(n, in, out, special, limit ? milliseconds(&t) : -1);
  if (limit && (t.tv_sec || t.tv_nsec) && count >= 0) {
    long seconds = count ? __allways_nondet_long("seconds left") : 0, part = count ? __allways_nondet_long("microseconds left") : 0;
    __allways_assume((seconds >= 0) & (part >= 0) & (part < 1000000));
    __allways_assume((seconds < limit->tv_sec) | ((seconds == limit->tv_sec) & (part <= limit->tv_usec)));
    *limit = (struct timeval){seconds, part};
  }
  return count;
}

int eventfd_read(int number, eventfd_t *value) { return read(number, value, sizeof *value) == sizeof *value ? 0 : -1; }
int eventfd_write(int number, eventfd_t value) { return write(number, &value, sizeof value) == sizeof value ? 0 : -1; }
