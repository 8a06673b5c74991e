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
    file: 'apps/server/src/platform/db/indexes.test.ts',
    why: 'looks at the keys before rows are spread, which brings the merchant into each',
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
  {
    file: 'apps/server/src/resources/orders/plans.test.ts',
    why: 'reads the plans of one PostgreSQL, owner by owner, as no machine of several reads',
  },
  {
    file: 'apps/server/src/resources/users/race.test.ts',
    tests: ['SB-03 who is changed waits for no other merchant’s administrators'],
    why: 'people are on every machine, and one of them at a time is changed',
  },
  {
    file: 'apps/server/src/resources/transactions/idempotency.test.ts',
    tests: ['AM-102 what the database ended since others waited for it in a circle'],
    why: 'puts a trigger on a table of one machine, which ends a statement as a circle would',
  },
  {
    file: 'apps/server/src/platform/search/search.test.ts',
    tests: ['the database takes case and accents off as the server does'],
    why: 'holds two tables of letters side by side, and that of PostgreSQL 15 is older by some',
  },
  {
    file: 'apps/server/src/roles.test.ts',
    tests: ['SB-46 no statement gives somebody a role that does not fit them either'],
    why: 'a trigger that looks at another table holds it, and stands where rows are spread no more',
  },
  {
    file: 'apps/server/src/resources/transactions/journal.test.ts',
    tests: ['SB-46, SB-50 each way of falsifying a refund or a reversal is found by itself'],
    why: 'falsifies books by taking triggers off by hand, which no machine of several lets happen within a transaction',
  },
  {
    file: 'apps/server/src/platform/record/many.test.ts',
    tests: [
      'AM-102 a call that was cut off goes on under its key',
      'AM-105, SB-01, SB-02 whoever is blocked or loses the right in the middle',
    ],
    why: 'cuts a call off by a trigger that it puts on a table of one machine, and waits until that one says that somebody waits for a row',
  },
  {
    file: 'apps/server/src/tasks.kills.test.ts',
    why: 'hears of each batch by a trigger that it puts on a table of one machine',
  },
  {
    file: 'apps/server/src/keys-change.test.ts',
    tests: ['every column of bytes is sealed and gone through'],
    why: 'wants the triggers that refuse a closed key, which stand where rows are spread no more',
  },
  {
    file: 'apps/server/src/main.test.ts',
    why: 'starts servers by users, passwords and databases of one PostgreSQL, which it makes and drops',
  },
  {
    file: 'apps/server/src/loans-of-the-demo.test.ts',
    tests: ['SB-53, LN-35 each that is under way has an end by the clock'],
    why: 'reads loans beside the books of the sandboxes, which lie in one place',
  },
  {
    file: 'apps/server/src/platform/clock.test.ts',
    why: 'moves the clock under people who are signed in: a demo is of one machine',
  },
  {
    file: 'apps/server/src/year.test.ts',
    why: 'moves the clock under people who are signed in: a demo is of one machine',
  },
  {
    file: 'apps/server/src/resources/recurring/life.test.ts',
    why: 'moves the clock under people who are signed in: a demo is of one machine',
  },
  {
    file: 'apps/server/src/seed/load.test.ts',
    why: 'fills an empty database with its indexes and triggers set aside, which is done before rows are spread',
  },
  {
    file: 'apps/server/src/personal-data.test.ts',
    tests: ['SB-46, AM-118 of whom nothing was heard for as long as staff say'],
    why: 'moves the clock under people who are signed in: a demo is of one machine',
  },
  {
    file: 'apps/server/src/late-totals.test.ts',
    why: 'puts a view that waits in a table’s place, which is done on one machine alone',
  },
  {
    file: 'apps/server/src/provider-api.test.ts',
    tests: ['SB-50 a batch that PostgreSQL ends because it waits in a circle with others'],
    why: 'makes the circle by what one machine alone says of who waits for whom',
  },
  {
    file: 'apps/server/src/resources/recurring/hostile.test.ts',
    why: 'moves the clock under people who are signed in: a demo is of one machine',
  },
  {
    file: 'apps/server/src/resources/recurring/actions.test.ts',
    why: 'moves the clock under people who are signed in: a demo is of one machine',
  },
  {
    file: 'apps/server/src/lists.property.test.ts',
    why: 'hands payments on to another merchant, whose rows lie elsewhere where rows are spread',
  },
  {
    file: 'apps/server/src/sealed-values.test.ts',
    tests: [
      'ADR 159 what a version before left is sealed in portions',
      'ADR 181, LN-35 a paper of a loan lies sealed in its own row',
    ],
    why: 'has a version before read beside this one: while rows are spread none runs (SEALED_FOR_GOOD)',
  },
  {
    file: 'apps/server/src/audit.test.ts',
    why: 'hears of each write by triggers that it puts on every table of one machine',
  },
];
