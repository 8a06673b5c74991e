import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A clock that jumps under whoever runs by it: a library of a page, compiled by the machine's own compiler, that adds
 * what stands in a file to what the system says. What is measured (monotonic) goes on as it was, as in a real jump.
 */
const SOURCE = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static volatile long long *seconds;
__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("CLOCK_JUMPS");
  int fd = file ? open(file, O_RDONLY) : -1;
  void *at = fd < 0 ? MAP_FAILED : mmap(0, 8, PROT_READ, MAP_SHARED, fd, 0);
  if (at != MAP_FAILED) seconds = at;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
  int code = syscall(SYS_clock_gettime, clock, now);
  if (!code && seconds && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *seconds;
  return code;
}
int gettimeofday(struct timeval *now, void *zone) {
  struct timespec at;
  (void)zone;
  int code = clock_gettime(CLOCK_REALTIME, &at);
  now->tv_sec = at.tv_sec;
  now->tv_usec = at.tv_nsec / 1000;
  return code;
}
time_t time(time_t *now) {
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  if (now) *now = at.tv_sec;
  return at.tv_sec;
}
`;

export interface MovedClock {
  /** For those who are to have it. */
  environment: Record<string, string>;
  /** So many seconds before the real one from now on. */
  jump(seconds: number): void;
}

/** Null where the machine has no compiler, or another loader. */
export function movedClock(folder: string): MovedClock | null {
  if (process.platform !== 'linux') return null;
  const [source, library, jumps] = ['clock.c', 'clock.so', 'clock.jumps'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(source, SOURCE);
  const made = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source]);
  if (made.status !== 0) return null;
  const jump = (seconds: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    // in its place: whoever has it open sees it at once
    const file = openSync(jumps, 'r+');
    writeSync(file, bytes, 0, 8, 0);
    closeSync(file);
  };
  writeFileSync(jumps, Buffer.alloc(8), { mode: 0o644 });
  return { environment: { LD_PRELOAD: library, CLOCK_JUMPS: jumps }, jump };
}
