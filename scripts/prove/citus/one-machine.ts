/**
 * What of the tests that ask a database is of one machine by its nature, and so not run where rows are spread: a whole
 * file, or the tests whose titles begin so. Whoever adds to it says what the test itself does; what a server does is
 * mended in the server.
 */
export interface OnOneMachine {
  file: string;
  tests?: readonly string[];
  why: string;
}

export const ON_ONE_MACHINE: readonly OnOneMachine[] = [
  {
    file: 'apps/server/src/backup.test.ts',
    why: 'copies and brings back the database of one machine; those of a cluster are copied each for itself',
  },
  {
    file: 'apps/server/src/platform/backup/log-archive.test.ts',
    why: 'keeps the log of writes of one server, which is started for it',
  },
  {
    file: 'apps/server/src/replica.test.ts',
    why: 'starts a server and a replica of it, and ends them',
  },
  {
    file: 'apps/server/src/upgrades.test.ts',
    why: 'brings databases of earlier releases here, and compares the schema to the letter',
  },
  {
    file: 'apps/server/src/platform/db/migrate.test.ts',
    why: 'migrates databases that are none of ours yet',
  },
  {
    file: 'apps/server/src/platform/db/placement.test.ts',
    why: 'looks at the references before rows are spread, which takes some away',
  },
  {
    file: 'apps/server/src/platform/db/spread/spread.test.ts',
    why: 'carries the plan out on one machine, with stand-ins for Citus',
  },
  {
    file: 'apps/server/src/platform/db/testing.test.ts',
    why: 'makes and drops databases of one server by hand',
  },
  {
    file: 'apps/server/src/lists.plans.test.ts',
    why: 'reads the plans of one PostgreSQL; the coordinator’s name no index',
  },
];
