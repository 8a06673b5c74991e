import { sql } from 'kysely';
import { NameIndex, partsOf, SAME, type Hit, type Listed } from './names.ts';
import type { Finding } from '../../gateways/screening.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

/** What a customer was found by: an entry of our own list, or what a provider says of a whole list. */
export interface Found extends Finding {
  hits: readonly Hit[];
  /** What a provider says of it by itself, unless that is nothing. */
  said?: Finding | undefined;
}

/** The own list as it was read. */
export interface OwnList {
  /** Null where none was loaded. */
  index: NameIndex | null;
  /** When it was loaded last. */
  loaded: string;
}

/** What a load takes for itself, and who writes down what the list said holds with others. */
const TURN = sql`hashtext('sanctioned-names')`;

/** Loads come one after the other, and after who is just being written down; since when this one counts. */
export async function beginLoad(tx: Tx): Promise<string> {
  await sql`select pg_advisory_xact_lock(${TURN})`.execute(tx);
  // its transaction began before it had its turn: who was written down in between was on the list before
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(tx);
  return rows[0]!.at;
}

/**
 * Whether it is still the list that people were looked up on, and stays it until the transaction ends. Else what it
 * said is no answer any more: written down, it would count as one by the list that was loaded meanwhile.
 */
export async function isStill(tx: Tx, { loaded }: OwnList): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${TURN})`.execute(tx);
  const { rows } = await sql<{ loaded: string }>`
    select ${LOADED} as loaded from sanctioned_names`.execute(tx);
  return rows[0]!.loaded === loaded;
}

const LOADED = sql`coalesce(max(created_date)::text, '')`;

/** The own list as it is now, in memory while it stays so. */
export const ownList = (database: Database) => (): Promise<OwnList> => {
  const known = LISTS.get(database) ?? listOf(database);
  LISTS.set(database, known);
  return known();
};

/** Whether there is one, without reading it. */
export async function hasOwnList(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from sanctioned_names) as has`.execute(tx);
  return rows[0]!.has;
}

/** One in memory, whoever asks. */
const LISTS = new WeakMap<Database, () => Promise<OwnList>>();

function listOf(database: Database): () => Promise<OwnList> {
  let kept: (OwnList & { key: string }) | undefined;
  return async () => {
    const [now] = await database.run(
      sql<{ key: string; loaded: string }>`
        select ${LOADED} as loaded, count(*) || ' ' || ${LOADED} || ' ' ||
          coalesce(md5(string_agg(distinct source || created_date, ' ')), '') as key
        from sanctioned_names`,
      'all',
    );
    if (kept?.key !== now!.key) {
      const { rows } = await sql<Omit<Listed, 'parts'>>`
        select id, source, entry, name, born from sanctioned_names`.execute(database.kysely);
      const names = rows.map((one) => ({ ...one, parts: partsOf(one.name) }));
      kept = { ...now!, index: names.length ? new NameIndex(names) : null };
    }
    return kept;
  };
}

/** What the own list says beside a provider: the worse of both, with the entries that were hit. */
export function together(findings: readonly Finding[], own: readonly Hit[] | null): Found[] {
  const found: Found[] = findings.map((one) => ({
    ...one,
    hits: [],
    said: one.result === 'CLEAR' ? undefined : one,
  }));
  if (own === null) return found;
  const score = own[0]?.score ?? 0;
  const result = score >= SAME ? 'MATCH' : own.length ? 'POSSIBLE_MATCH' : 'CLEAR';
  const theirs = found.find(({ list }) => list === 'SANCTIONS');
  if (!theirs) return [...found, { list: 'SANCTIONS', matchScore: score, result, hits: own }];
  const worse = RANK[result] > RANK[theirs.result] || score > theirs.matchScore;
  const both: Found = worse
    ? {
        list: 'SANCTIONS',
        matchScore: Math.max(score, theirs.matchScore),
        result: RANK[result] > RANK[theirs.result] ? result : theirs.result,
        hits: own,
        said: theirs.said,
      }
    : { ...theirs, hits: own };
  return found.map((one) => (one === theirs ? both : one));
}

const RANK = { CLEAR: 0, POSSIBLE_MATCH: 1, MATCH: 2 } as const;
