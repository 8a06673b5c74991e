import { onClient } from './client.ts';

/**
 * A schema that stands before PostgreSQL's own where a connection says so, with a `now()` that can be moved. Where none
 * says so, which is everywhere but in demos and tests, nothing of it is ever asked.
 */
export const CLOCK_PATH = 'clock,pg_catalog,public';

const IN_CLOCK = `
  create schema if not exists clock;
  create table if not exists clock.moved (
    only_one boolean primary key default true check (only_one),
    seconds double precision not null check (seconds >= 0)
  );
  create or replace function clock.now() returns timestamptz language sql stable parallel safe as
    'select pg_catalog.now() + pg_catalog.make_interval(secs => (select seconds from clock.moved))';
  create or replace function clock.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => (select seconds from clock.moved))';
  grant usage on schema clock to paydesk_server, paydesk_merchant, paydesk_confined;
  grant select, update on clock.moved to paydesk_server;
  grant select on clock.moved to paydesk_merchant, paydesk_confined;
`;

/** Makes it ready, as the owner of the tables, moved by so much at least. */
export const prepareClock = (ownerUrl: string, seconds = 0): Promise<void> =>
  onClient(ownerUrl, async (client) => {
    await client.query(IN_CLOCK);
    await client.query(
      `insert into clock.moved (seconds) values ($1)
       on conflict (only_one) do update set seconds = greatest(clock.moved.seconds, excluded.seconds)`,
      [seconds],
    );
  });
