import { eighthOfMemory } from '../../memory.ts';

/** PostgreSQL as Paydesk wants its own; one to throw away syncs nothing, and holds little. */
export const settingsOf = (scratch: boolean): Record<string, string | number> => ({
  // A page that is not among these is copied from the system's cache, which takes several times as long: of five
  // million payments what one filter reads is 256 MB.
  shared_buffers: `${scratch ? 256 : eighthOfMemory(256, 2048)}MB`,
  max_connections: 100,
  timezone: 'UTC',
  jit: 'off',
  random_page_cost: 1.1,
  // Its log goes into ours, where no personal data may be: no statements, no values. The errors
  // of statements reach the application, which logs what is fit to be logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '',
  log_checkpoints: 'off',
  max_slot_wal_keep_size: '4GB',
  ...(scratch ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {}),
});
