/** Why Paydesk does not start, and what to do about it, in one line for whoever started it. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

const WORDS: Record<string, string> = {
  '28P01': 'The database refuses the password of its address: mend it in DATABASE_URL.',
  '28000':
    'The database lets nobody in under this address: mend the role in DATABASE_URL, or the database’s pg_hba.conf.',
  '3D000': 'The database that the address names is not there: create it, or mend DATABASE_URL.',
  '53300':
    'The database has no connection left: raise its max_connections, or start fewer processes.',
  '53100': 'The database’s disk is full: make room on it.',
  '57P03': 'The database is starting or stopping: start again when it is there.',
  '25006': 'The database is read-only, a standby perhaps: name the primary in DATABASE_URL.',
  ECONNREFUSED:
    'Nobody answers at the database’s address: start the database, or mend DATABASE_URL.',
  ENOTFOUND: 'The host of the database’s address is unknown: mend DATABASE_URL.',
  ETIMEDOUT:
    'The database does not answer: look at its address in DATABASE_URL, and at the network between.',
};

/** The line for what a person can mend; null for a fault of ours, which needs its stack. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof CannotStart) return error.message;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (path !== undefined && /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EEXIST)$/.test(code ?? ''))
    return `${path} can’t be written (${code}). Give Paydesk a DATA_DIR that it may write to and that has room.`;
  if (syscall === 'connect' && code === 'ENOENT') return WORDS['ECONNREFUSED']!;
  if (/timeout|timed out/i.test(error.message) && !code) return WORDS['ETIMEDOUT']!;
  return (code !== undefined && WORDS[code]) || null;
}
