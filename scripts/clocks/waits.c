/*
 * Loaded before libfaketime, for what it answers wrongly: waits go to the system as they are. Within a wait of its own
 * it tells a signal's handler the true time, so that no time-out of PostgreSQL came under a moved clock; and waits of
 * Chromium's, which go by the clock that nobody moves, ended at once and again. Nobody here waits by the moved one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int epoll_pwait(int fd, struct epoll_event *events, int most, int timeout, const sigset_t *mask) {
  return syscall(SYS_epoll_pwait, fd, events, most, timeout, mask, _NSIG / 8);
}

int epoll_wait(int fd, struct epoll_event *events, int most, int timeout) {
  return epoll_pwait(fd, events, most, timeout, NULL);
}

int poll(struct pollfd *fds, nfds_t count, int timeout) {
  struct timespec wait = {timeout / 1000, timeout % 1000 * 1000000L};
  return syscall(SYS_ppoll, fds, count, timeout < 0 ? NULL : &wait, NULL, _NSIG / 8);
}

static void *libc(void) { return dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD); }

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *at) {
  static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (!real) real = dlsym(libc(), "pthread_cond_timedwait");
  return real(cond, mutex, at);
}

int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *at) {
  static int (*real)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
  if (!real) real = dlsym(libc(), "pthread_cond_clockwait");
  return real(cond, mutex, clock, at);
}
