import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../query.ts';
import { hrefOf } from './Hits.tsx';
import type { Entries } from './keys.ts';
import { recent, type Recent } from './recent.ts';

/** For as long an answer of before says what a record is called. */
const KNOWN_MS = 60_000;

/**
 * What was opened last, as it stood when the box opened. Of a record of another tab this browser knows the address
 * alone: what it is called is asked of search, which tells only who may read it, and stands in the place of its id.
 */
export function useRecents(entries: Entries): readonly Recent[] {
  const [records] = useState(() => recent(entries));
  const asked = records.filter(({ id }) => id !== undefined);
  const found = useQueries({
    queries: asked.map(({ id = '' }) => ({
      ...queryOf('GET /api/search', { query: { q: id } }),
      staleTime: KNOWN_MS,
      gcTime: KNOWN_MS,
    })),
  });
  const hits = found.flatMap(({ data }) => data ?? []);
  return records.map((record) => {
    const hit = record.id && hits.find((one) => hrefOf(one) === record.href);
    return hit
      ? { ...record, title: hit.title, ...(hit.detail && { detail: hit.detail }) }
      : record;
  });
}
