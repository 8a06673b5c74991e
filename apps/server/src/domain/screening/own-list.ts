import { sql } from 'kysely';
import { NameIndex, partsOf, SAME, type Hit, type Listed } from './names.ts';
import type { Finding } from '../../gateways/screening.ts';
import type { Database } from '../../platform/db/database.ts';

/** What a customer was found by: an entry of our own list, or what a provider says of a whole list. */
export interface Found extends Finding {
  hits: readonly Hit[];
}

/** The own list as it is now, in memory while it stays so; null where none was loaded. */
export const ownList = (database: Database) => (): Promise<NameIndex | null> => {
  const known = LISTS.get(database) ?? listOf(database);
  LISTS.set(database, known);
  return known();
};

/** One in memory, whoever asks. */
const LISTS = new WeakMap<Database, () => Promise<NameIndex | null>>();

function listOf(database: Database): () => Promise<NameIndex | null> {
  let kept: { key: string; index: NameIndex | null } | undefined;
  return async () => {
    const [now] = await database.run(
      sql<{ key: string }>`
        select count(*) || ' ' || coalesce(max(created_date)::text, '') || ' ' ||
          coalesce(md5(string_agg(distinct source || created_date, ' ')), '') as key
        from sanctioned_names`,
      'all',
    );
    if (kept?.key !== now!.key) {
      const { rows } = await sql<Omit<Listed, 'parts'>>`
        select id, source, entry, name, born from sanctioned_names`.execute(database.kysely);
      const names = rows.map((one) => ({ ...one, parts: partsOf(one.name) }));
      kept = { key: now!.key, index: names.length ? new NameIndex(names) : null };
    }
    return kept.index;
  };
}

/** What the own list says beside a provider: the worse of both, with the entries that were hit. */
export function together(findings: readonly Finding[], own: readonly Hit[] | null): Found[] {
  const found: Found[] = findings.map((one) => ({ ...one, hits: [] }));
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
      }
    : { ...theirs, hits: own };
  return found.map((one) => (one === theirs ? both : one));
}

const RANK = { CLEAR: 0, POSSIBLE_MATCH: 1, MATCH: 2 } as const;
