import { randomUUID } from 'node:crypto';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { migrationNames } from './db/migrate.ts';
import type { Services } from './services.ts';

const ANSWER_MS = 1500;
const HOLDS_MS = 1000;
/** disk_full: a write that needs no more room proves nothing for so long. */
const FULL = '53100';
const FULL_MS = 5000;
const REFUSALS: Record<string, Standing> = {
  [FULL]: 'database full',
  '25006': 'read-only',
  '42501': 'rights missing',
  '42P01': 'migrations missing',
};

/**
 * In one statement: this process can write; it has every key that something may be under; all
 * migrations it was written for have run (later ones may have, by a process that takes over, but none that
 * breaks this one); and no table hides its rows, as one does that was restored without its grants or policies.
 */
const QUESTION = `
  with here as (
    insert into processes (id, seen_date) values ($1, pg_catalog.now())
    on conflict (id) do update set seen_date = excluded.seen_date
  )
  select
    exists (select from encryption_keys)
      and not exists (select from encryption_keys where retired_date is null and fingerprint <> all($2)) as key,
    not exists (select unnest($3::text[]) except select name from kysely_migration) as migrations,
    not exists (select from kysely_migration where breaks is not null and name <> all($3)) as fits,
    not exists (
      select from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (not has_table_privilege(c.oid, 'select') and c.relname !~ '^kysely_'
          or row_security_active(c.oid) and not exists (
            select from pg_policy p
            where p.polrelid = c.oid and p.polpermissive and p.polcmd = '*'
              and 'paydesk_server'::regrole = any (p.polroles)
              and pg_get_expr(p.polqual, p.polrelid) = 'true'))
    ) as rows`;

const WORDS = {
  key: 'another encryption key',
  migrations: 'migrations missing',
  fits: 'of a later version',
  rows: 'rows are hidden',
} as const;

type Found = Record<keyof typeof WORDS, boolean>;

export type Standing =
  | 'ready'
  | 'no database'
  | 'database full'
  | 'read-only'
  | 'rights missing'
  | (typeof WORDS)[keyof typeof WORDS];

export interface Readiness {
  /** At most a second old, and there within two whatever the database does. */
  standing(): Promise<Standing>;
  /** Tells of an error that a call or a task met. */
  met(error: unknown): void;
}

export function readiness({
  database,
  encryption,
}: Pick<Services, 'database' | 'encryption'>): Readiness {
  const process = randomUUID();
  const fingerprints = encryption.keys.map(({ fingerprint }) => fingerprint);
  let known: Promise<Standing> | undefined;
  let until = 0;
  let fullUntil = 0;

  async function ask(): Promise<Standing> {
    try {
      const values = [process, fingerprints, await migrationNames()];
      const [row] = await database.probe.ask<Found>(QUESTION, values, ANSWER_MS);
      const wrong = (['key', 'migrations', 'fits', 'rows'] as const).find((what) => !row![what]);
      if (wrong) return WORDS[wrong];
    } catch (error) {
      const { code } = error as { code?: string };
      return (code !== undefined && REFUSALS[code]) || 'no database';
    }
    return performance.now() < fullUntil ? 'database full' : 'ready';
  }

  return {
    standing() {
      if (!known || performance.now() >= until) {
        until = Infinity;
        // also where the question has to wait for another one
        known = inTime(ask(), ANSWER_MS, () => 'no database' as const);
        const held = () => (until = performance.now() + HOLDS_MS);
        known.then(held, held);
      }
      return known;
    },
    met(error) {
      // without a free connection this process serves on by those that it has
      if ((error as { code?: unknown } | null)?.code === FULL)
        fullUntil = performance.now() + FULL_MS;
    },
  };
}
