// Sockets within the process (sys/socket.h): pairs of streams of bytes. Other machines and other processes are not there.
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "channels.h"

enum { HOW = SOCK_NONBLOCK | SOCK_CLOEXEC };
_Static_assert(SOCK_NONBLOCK == 04000, "O_NONBLOCK");

int socketpair(int domain, int type, int protocol, int *ends) {
  if (domain != AF_UNIX) return failed(EOPNOTSUPP);
  if ((type & ~HOW) != SOCK_STREAM) __allways_unsupported("socketpair of other sockets than streams");
  if (protocol && protocol != PF_UNIX) return failed(EPROTONOSUPPORT);
  return descriptor_pair(ends, type & SOCK_NONBLOCK);
}

// --- bytes ----------------------------------------------------------------------------------------------------------------

// `end`: nothing more will come, and nothing is there. `all`: as much as is asked for, unless it ends before.
ssize_t socket_read(struct descriptor d, void *to, size_t n, _Bool peeks, _Bool all) {
  char taken[MAX_BYTES];
  struct channel *c = &allways_channels[d.channel];
  const struct thread *self = cancellable();
  if (all && n > MAX_BYTES) __allways_unsupported("waiting for more than 256 bytes of a socket");
  size_t least = all && n ? n : 1;
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((c->length >= least) | (c->writers == 0) | c->over | d.nonblocking | is_cancelled(self));
  _Bool none = !c->length, end = none && (!c->writers || c->over), reset = c->reset && none;
  _Bool left = !d.nonblocking && c->length < least && c->writers && !c->over;
  unsigned got = left ? 0 : n < c->length ? (unsigned)n : c->length, rest = c->length - got;
  for (unsigned i = 0; i < got; i++) taken[i] = c->bytes[i];
  if (!peeks) {
    for (unsigned i = 0; i < rest; i++) c->bytes[i] = c->bytes[got + i];
    for (unsigned i = rest; i < c->length; i++) c->bytes[i] = 0;
    c->length = rest;
    if (__allways_pollers && got) descriptor_changed(d.channel, 1);
  }
  if (reset || (all && got < n)) c->reset = 0;  // who wants all comes to the end, too
  __allways_atomic_end();
  if (left) thread_cancelled();
  if (reset) return failed(ECONNRESET);
  if (none && !end) return failed(EAGAIN);
  for (unsigned i = 0; i < got; i++) ((char *)to)[i] = taken[i];
  return got;
}

ssize_t socket_write(struct descriptor d, const void *from, size_t n, _Bool quiet) {
  char given[MAX_BYTES];
  struct channel *c = &allways_channels[d.other];
  if (n > MAX_BYTES) __allways_unsupported("more than 256 bytes in a socket");
  for (size_t i = 0; i < n; i++) given[i] = ((const char *)from)[i];
  __allways_atomic_begin();
  _Bool broken = !c->readers || c->over;
  if (!broken && n > MAX_BYTES - c->length) __allways_unsupported("more than 256 bytes in a socket");
  for (size_t i = 0; i < n && !broken; i++) c->bytes[c->length + i] = given[i];
  if (!broken) c->length += (unsigned)n;
  if (__allways_pollers && !broken && n) descriptor_changed(d.other, 0);
  __allways_atomic_end();
  return broken ? descriptor_broken(quiet) : (ssize_t)n;
}

// --- send and recv ---------------------------------------------------------------------------------------------------------

// A connected socket, or an error.
static _Bool is_socket(int number, struct descriptor *d) {
  if (number >= 0 && number < FIRST) __allways_unsupported("a standard stream as a socket");
  *d = descriptor_look(number);
  if (d->kind == SOCKET) return 1;
  errno = !d->kind ? EBADF : d->kind == PLAIN ? ENOTCONN : ENOTSOCK;
  return 0;
}

ssize_t send(int number, const void *from, size_t n, int flags) {
  struct descriptor d;
  cancellation_point();
  if (!is_socket(number, &d)) return -1;
  if (flags & ~(MSG_NOSIGNAL | MSG_DONTWAIT | MSG_MORE)) __allways_unsupported("send with these flags");
  return socket_write(d, from, n, (flags & MSG_NOSIGNAL) != 0);
}

ssize_t recv(int number, void *to, size_t n, int flags) {
  struct descriptor d;
  cancellation_point();
  if (!is_socket(number, &d)) return -1;
  if (flags & ~(MSG_DONTWAIT | MSG_PEEK | MSG_WAITALL | MSG_NOSIGNAL)) __allways_unsupported("recv with these flags");
  if (flags & MSG_DONTWAIT) d.nonblocking = 1;
  return socket_read(d, to, n, (flags & MSG_PEEK) != 0, (flags & MSG_WAITALL) && !(flags & MSG_PEEK));
}

ssize_t sendto(int number, const void *from, size_t n, int flags, const struct sockaddr *to, socklen_t length) {
  if (to) __allways_unsupported("sendto with an address");
  return send(number, from, n, flags);
}

ssize_t recvfrom(int number, void *to, size_t n, int flags, struct sockaddr *from, socklen_t *length) {
  if (from) __allways_unsupported("recvfrom that asks for the address");
  return recv(number, to, n, flags);
}

ssize_t sendmsg(int number, const struct msghdr *message, int flags) {
  char all[MAX_BYTES];
  size_t n = 0;
  if (message->msg_name || message->msg_controllen) __allways_unsupported("sendmsg with an address or control data");
  for (size_t i = 0; i < message->msg_iovlen; i++) {
    size_t more = message->msg_iov[i].iov_len;
    if (more > sizeof all - n) __allways_unsupported("more than 256 bytes in a socket");
    __builtin_memcpy(all + n, message->msg_iov[i].iov_base, more);
    n += more;
  }
  return send(number, all, n, flags);
}

ssize_t recvmsg(int number, struct msghdr *message, int flags) {
  char all[MAX_BYTES];
  size_t n = 0, done = 0;
  if (message->msg_name) __allways_unsupported("recvmsg that asks for the address");
  for (size_t i = 0; i < message->msg_iovlen; i++) n += message->msg_iov[i].iov_len;
  ssize_t got = recv(number, all, n < sizeof all ? n : sizeof all, flags);
  for (size_t i = 0; got > 0 && done < (size_t)got; i++) {
    size_t room = message->msg_iov[i].iov_len, now = room < (size_t)got - done ? room : (size_t)got - done;
    __builtin_memcpy(message->msg_iov[i].iov_base, all + done, now);
    done += now;
  }
  if (got >= 0) {
    message->msg_controllen = 0;
    message->msg_flags = 0;
  }
  return got;
}

int shutdown(int number, int how) {
  struct descriptor d;
  if (!is_socket(number, &d)) return -1;
  if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR) return failed(EINVAL);
  __allways_atomic_begin();
  if (how != SHUT_WR) allways_channels[d.channel].over = 1;
  if (how != SHUT_RD) allways_channels[d.other].over = 1;
  if (__allways_pollers && how != SHUT_WR) descriptor_changed(d.channel, 0);
  if (__allways_pollers && how != SHUT_RD) descriptor_changed(d.other, 0);
  __allways_atomic_end();
  return 0;
}

// --- options: no wait has a time limit, nothing else shows ------------------------------------------------------------------

int setsockopt(int number, int level, int option, const void *value, socklen_t length) {
  struct descriptor d = descriptor_look(number);
  if (!d.kind) return failed(EBADF);
  if (d.kind != SOCKET && d.kind != PLAIN) return failed(ENOTSOCK);
  if (level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO || option == SO_LINGER || option == SO_RCVLOWAT))
    __allways_unsupported("setsockopt with this option");
  return 0;
}

int getsockopt(int number, int level, int option, void *restrict value, socklen_t *restrict length) {
  struct descriptor d = descriptor_look(number);
  if (!d.kind) return failed(EBADF);
  if (d.kind != SOCKET && d.kind != PLAIN) return failed(ENOTSOCK);
  if (level != SOL_SOCKET || (option != SO_ERROR && option != SO_TYPE) || *length < sizeof(int))
    __allways_unsupported("getsockopt with this option");
  int told = option == SO_TYPE ? SOCK_STREAM : 0;
  if (option == SO_ERROR && d.kind == SOCKET) {
    __allways_atomic_begin();
    if (allways_channels[d.channel].reset) told = ECONNRESET;
    allways_channels[d.channel].reset = 0;
    __allways_atomic_end();
  }
  __builtin_memcpy(value, &told, sizeof told);
  *length = sizeof told;
  return 0;
}
