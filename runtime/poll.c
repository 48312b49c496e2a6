// Waiting for several descriptors: poll.h, sys/select.h, sys/epoll.h.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "channels.h"

enum { MAX_POLLED = 8, MAX_POLLERS = 4, MAX_WATCHED = 8 };
enum { SOME_EVENTS = POLLIN | POLLOUT | POLLRDHUP, ALWAYS = POLLERR | POLLHUP | POLLNVAL };

// --- what is there ----------------------------------------------------------------------------------------------------

// All of these in the region of the caller. `may`: for a guard, which reads only: what expires some time, too.
static short socket_events(struct descriptor d) {
  const struct channel *in = &allways_channels[d.channel], *out = &allways_channels[d.other];
  _Bool no_more = !in->writers || in->over, no_way = !out->readers || out->over;
  return (short)((in->length || no_more ? POLLIN : 0) | (no_more ? POLLRDHUP : 0) | (no_more && no_way ? POLLHUP : 0) |
                 (in->reset ? POLLERR : 0) | POLLOUT);
}

static short events_of(struct descriptor d, _Bool may, const unsigned long long *own) {
  const struct channel *c = &allways_channels[d.channel];
  if (d.kind == READ_END) return (short)((c->length ? POLLIN : 0) | (c->writers ? 0 : POLLHUP));
  if (d.kind == WRITE_END) return (short)(c->readers ? POLLOUT : POLLOUT | POLLERR);
  if (d.kind == COUNTER) return (short)((c->count ? POLLIN : 0) | (c->count < UINT64_MAX - 1 ? POLLOUT : 0));
  if (__allways_sockets && d.kind == SOCKET) return socket_events(d);
  if (__allways_timers && d.kind == TIMER) return (short)((may ? timer_may(d.channel) : timer_has(d.channel)) ? POLLIN : 0);
  if (__allways_signal_files && d.kind == SIGNALS) return (short)(signal_pending(own) & c->count ? POLLIN : 0);
  if (d.kind == PLAIN || d.kind == POLLER) return 0;
  return POLLNVAL;
}

static void settle(struct descriptor d) {
  if (__allways_timers && d.kind == TIMER) timer_settle(d.channel);
}

static void tell(struct descriptor d) {
  if (__allways_timers && d.kind == TIMER) timer_told(d.channel);
}

static void refuse(struct descriptor d) {
  if (d.kind == POLLER) __allways_unsupported("waiting for an epoll instance");
  if (d.kind == PLAIN) __allways_unsupported("waiting for a socket that is not connected");
}

static void waited(const struct moments *begin, int timeout) {
  if (!__allways_clocks || timeout <= 0) return;
  struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
  time_lasted(begin, &time);
}

// --- poll and select ----------------------------------------------------------------------------------------------------

HELPER short wanted(short asked, short now) { return (short)(now & (asked | ALWAYS)); }

// With a time limit the moment is the scheduler's choice.
int poll(struct pollfd *fds, nfds_t n, int timeout) {
  struct descriptor d[MAX_POLLED];
  short asked[MAX_POLLED], got[MAX_POLLED];
  struct moments begin = {0};
  const unsigned long long *own = __allways_signal_files ? signal_own() : NULL;
  if (n > MAX_POLLED) __allways_unsupported("poll of more than 8 descriptors");
  cancellation_point();
  if (__allways_clocks && timeout > 0) begin = time_begin();
  for (nfds_t i = 0; i < n; i++) {
    if (fds[i].fd >= 0 && fds[i].fd < FIRST) __allways_unsupported("poll of a standard stream");
    d[i] = descriptor_look(fds[i].fd);
    asked[i] = (short)(fds[i].events & SOME_EVENTS);
    got[i] = fds[i].fd < 0;  // is left out
    if (!got[i]) refuse(d[i]);
  }
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  _Bool ready = timeout >= 0;
  for (nfds_t i = 0; i < n; i++) ready |= !got[i] && wanted(asked[i], events_of(d[i], 1, own));
  __allways_await(ready | is_cancelled(self));
  int count = 0;
  for (nfds_t i = 0; i < n; i++) {
    if (!got[i]) settle(d[i]);
    got[i] = got[i] ? 0 : wanted(asked[i], events_of(d[i], 0, own));
    count += got[i] != 0;
  }
  if (__allways_timers) __allways_assume((count != 0) | (timeout >= 0) | is_cancelled(self));
  __allways_atomic_end();
  for (nfds_t i = 0; i < n; i++) {
    fds[i].revents = got[i];
    tell(d[i]);
  }
  if (!count && timeout < 0) thread_cancelled();
  if (!count) waited(&begin, timeout);
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
    int kind = descriptor_look(i).kind;
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

// --- epoll --------------------------------------------------------------------------------------------------------------

// What an instance waits for. A descriptor is known by its number and what it stood for when it was added.
struct watched {
  struct descriptor d;
  _Bool used, told;  // told: of EPOLLONESHOT, until it is asked for anew
  _Bool fresh;       // something has come since the last report, of EPOLLET
  int number;
  uint32_t events;
  uint64_t data;
};

static struct watched pollers[MAX_POLLERS][MAX_WATCHED];
static unsigned used_pollers;

#define EPOLL_HINTS (EPOLLONESHOT | EPOLLET | EPOLLEXCLUSIVE | EPOLLWAKEUP)
#define EPOLL_EVENTS (EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLPRI | EPOLLERR | EPOLLHUP)

_Static_assert(EPOLLIN == POLLIN && EPOLLOUT == POLLOUT && EPOLLRDHUP == POLLRDHUP && EPOLLERR == POLLERR && EPOLLHUP == POLLHUP,
               "events have the numbers of poll");

int epoll_create1(int flags) {
  if (flags & ~EPOLL_CLOEXEC) return failed(EINVAL);
  int made = descriptor_alone(POLLER, 0);
  if (made < 0) return made;
  __allways_atomic_begin();
  if (used_pollers == MAX_POLLERS) __allways_unsupported("more than 4 epoll instances");
  allways_channels[descriptor_look(made).channel].count = used_pollers++;
  __allways_atomic_end();
  return made;
}

int epoll_create(int size) { return size <= 0 ? failed(EINVAL) : epoll_create1(0); }

HELPER _Bool is_same(struct descriptor a, struct descriptor b) { return a.kind == b.kind && a.channel == b.channel; }

static struct watched *find(struct watched *all, int number, struct descriptor d) {
  for (int i = 0; i < MAX_WATCHED; i++)
    if (all[i].used && all[i].number == number && is_same(all[i].d, d)) return &all[i];
  return NULL;
}

static struct watched *find_room(struct watched *all) {
  for (int i = 0; i < MAX_WATCHED; i++)
    if (!all[i].used) return &all[i];
  __allways_unsupported("more than 8 descriptors in an epoll instance");
}

// In the region of the caller; an error, or 0.
static int control(struct watched *all, int action, int number, struct descriptor d, uint32_t events, uint64_t data) {
  struct watched *w = find(all, number, d);
  if (action == EPOLL_CTL_ADD && w) return EEXIST;
  if (action != EPOLL_CTL_ADD && !w) return ENOENT;
  if (action == EPOLL_CTL_MOD && ((w->events | events) & EPOLLEXCLUSIVE)) return EINVAL;
  if (!w) w = find_room(all);
  *w = (struct watched){0};
  if (action != EPOLL_CTL_DEL) *w = (struct watched){d, 1, 0, 1, number, events, data};
  return 0;
}

int epoll_ctl(int poller, int action, int number, struct epoll_event *event) {
  struct descriptor p = descriptor_look(poller), d = descriptor_look(number);
  if (number >= 0 && number < FIRST) __allways_unsupported("epoll of a standard stream");
  if (!p.kind || !d.kind) return failed(EBADF);
  if (poller == number || p.kind != POLLER) return failed(EINVAL);
  if (action != EPOLL_CTL_ADD && action != EPOLL_CTL_MOD && action != EPOLL_CTL_DEL) return failed(EINVAL);
  refuse(d);
  uint32_t events = action == EPOLL_CTL_DEL ? 0 : event->events;
  uint64_t data = action == EPOLL_CTL_DEL ? 0 : event->data.u64;
  if (events & ~(uint32_t)(EPOLL_HINTS | EPOLL_EVENTS | EPOLLRDNORM | EPOLLWRNORM)) __allways_unsupported("epoll_ctl with these events");
  __allways_atomic_begin();
  int error = control(pollers[allways_channels[p.channel].count], action, number, d, events, data);
  __allways_atomic_end();
  return error ? failed(error) : 0;
}

void descriptor_changed(unsigned channel, _Bool gone) {
  for (unsigned i = 0; i < MAX_POLLERS * MAX_WATCHED; i++) {
    struct watched *w = &pollers[0][i];
    if (!w->used) continue;
    int kind = w->d.kind;
    _Bool in = w->d.channel == channel && kind != WRITE_END, out = kind == SOCKET ? w->d.other == channel : w->d.channel == channel;
    if (gone ? out && kind != READ_END && (w->events & (EPOLLOUT | EPOLLERR)) : in) w->fresh = 1;
  }
}

// The last number of what it stands for: then nobody can ask for it any more.
void descriptor_forgotten(int number, struct descriptor d) {
  for (int i = 0; i < MAX_DESCRIPTORS; i++)
    if (is_same(allways_descriptor_table[i], d)) return;
  for (unsigned i = 0; i < MAX_POLLERS * MAX_WATCHED; i++)
    if (pollers[0][i].used && is_same(pollers[0][i].d, d)) pollers[0][i] = (struct watched){0};
}

static uint32_t ready_of(const struct watched *w, _Bool may, const unsigned long long *own) {
  if (!w->used || w->told) return 0;
  uint32_t asked = w->events | EPOLLERR | EPOLLHUP, now = (uint32_t)(unsigned short)events_of(w->d, may, own);
  // A timer that expires is a change.
  _Bool fresh = !(w->events & EPOLLET) || w->fresh || (__allways_timers && may && w->d.kind == TIMER && !timer_has(w->d.channel));
  return fresh ? now & asked : 0;
}

// In which order they are told is nobody's promise: one of those that are left, each time.
static struct watched *choose(struct watched *all, const unsigned long long *own) {
  struct watched *chosen = NULL;
  for (int i = 0; i < MAX_WATCHED; i++) {
    if (!ready_of(&all[i], 0, own)) continue;
    if (!chosen || (!__allways_libc_glibc && __allways_nondet_bool("told before the others"))) chosen = &all[i];
  }
  return chosen;
}

static int collect(struct watched *all, struct epoll_event *out, int most, const unsigned long long *own) {
  struct watched *taken[MAX_WATCHED];
  int n = 0;
  for (struct watched *w; n < most && n < MAX_WATCHED && (w = choose(all, own)); n++) {
    out[n] = (struct epoll_event){.events = ready_of(w, 0, own), .data.u64 = w->data};
    taken[n] = w;
    w->used = 0;
  }
  for (int i = 0; i < n; i++) {
    taken[i]->used = 1;
    taken[i]->fresh = 0;
    taken[i]->told = (taken[i]->events & EPOLLONESHOT) != 0;
  }
  return n;
}

int epoll_pwait(int poller, struct epoll_event *events, int most, int timeout, const sigset_t *mask) {
  struct epoll_event got[MAX_WATCHED];
  struct descriptor p = descriptor_look(poller), watched[MAX_WATCHED];
  struct moments begin = {0};
  const unsigned long long *own = __allways_signal_files ? signal_own() : NULL;
  cancellation_point();
  if (most <= 0 || (p.kind && p.kind != POLLER)) return failed(EINVAL);
  if (!p.kind) return failed(EBADF);
  if (__allways_clocks && timeout > 0) begin = time_begin();
  struct watched *all = pollers[allways_channels[p.channel].count];
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  _Bool ready = timeout >= 0;
  for (int i = 0; i < MAX_WATCHED; i++) ready |= ready_of(&all[i], 1, own) != 0;
  __allways_await(ready | is_cancelled(self));
  for (int i = 0; i < MAX_WATCHED; i++) {
    _Bool had = __allways_timers && all[i].used && all[i].d.kind == TIMER && timer_has(all[i].d.channel);
    watched[i] = all[i].used ? all[i].d : (struct descriptor){0};
    settle(watched[i]);
    if (__allways_timers && watched[i].kind == TIMER && !had && timer_has(watched[i].channel)) all[i].fresh = 1;
  }
  int n = collect(all, got, most, own);
  if (__allways_timers) __allways_assume((n != 0) | (timeout >= 0) | is_cancelled(self));
  __allways_atomic_end();
  for (int i = 0; i < MAX_WATCHED; i++) tell(watched[i]);
  for (int i = 0; i < n; i++) events[i] = got[i];
  if (!n && timeout < 0) thread_cancelled();
  if (!n) waited(&begin, timeout);
  return n;
}

int epoll_wait(int poller, struct epoll_event *events, int most, int timeout) {
  return epoll_pwait(poller, events, most, timeout, NULL);
}

int epoll_pwait2(int poller, struct epoll_event *events, int most, const struct timespec *limit, const sigset_t *mask) {
  if (limit && (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000)) return failed(EINVAL);
  return epoll_pwait(poller, events, most, milliseconds(limit), mask);
}
