/** What the database says, or leaves unsaid, when it can't; the same call may succeed a moment later. */

/** True for a database that is down, starting or just gone, that stands still, or has no room (class 53). */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // on a socket in the file system, nobody listening is a file that is not there
  if (syscall !== undefined) return /^(connect|read|write)$/.test(syscall);
  // 25006: a standby, or a primary that has become one
  if (code !== undefined) return /^(08|53|57P0[1-5]|25006)/.test(code);
  // what the driver and its pool say themselves has no code
  return /^Connection terminated|connection error and is not queryable|^timeout exceeded when trying to connect/.test(
    error.message,
  );
}
