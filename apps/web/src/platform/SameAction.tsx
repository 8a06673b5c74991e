import { useQueries, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { TextButton } from '../ui/Button.tsx';
import type { Entry } from './auditCells.tsx';
import type { AnyResource } from './ListScreen/useList.ts';
import { queryOf } from './query.ts';
import { Moment } from './ReadScreen/Moment.tsx';
import sheet from './ReadScreen/read.module.css';
import { useOpenRow } from './ReadScreen/useOpenRow.ts';
import { recordsOf, sameAction } from './same-action.ts';

/** As many as one record comes to; more are found by its filter. */
const MOST = 200;

interface Props {
  row: Entry;
  resource: Pick<AnyResource, 'path'>;
  what: (row: Entry) => string;
  who: (row: Entry) => string;
}

function useEntries({ path }: Props['resource'], records: readonly string[]): Entry[] {
  const answers = useQueries({
    queries: records.map(
      (f_entityId) =>
        queryOf(`GET ${path}` as Key, {
          query: { page: 0, size: MOST, sort: 'createdDate,DESC', f_entityId } as never,
        }) as UseQueryOptions<ListAnswer<Entry>>,
    ),
  });
  return answers.flatMap(({ data }) => data?.content ?? []);
}

/** What was asked for, and what the other side said to it later: each of them leads to the others. */
export default function SameAction({ row, resource, what, who }: Props): ReactNode {
  const { show } = useOpenRow();
  const records = recordsOf(row);
  const under = useEntries(resource, records);
  // its answer may name another id, under which it was asked for anew
  const named = new Set(sameAction(row, under).flatMap(recordsOf));
  const more = useEntries(
    resource,
    [...named].filter((id) => !records.includes(id)),
  );
  const others = sameAction(row, [...under, ...more]).toSorted(
    (a, b) => a.createdDate.localeCompare(b.createdDate) || a.id.localeCompare(b.id),
  );
  if (!others.length) return null;
  return (
    <section className={sheet.part} aria-label="Same action">
      <h3>Same action</h3>
      <dl className={sheet.facts}>
        {others.map((other) => (
          <div key={other.id}>
            <dt>
              <Moment value={other.createdDate} />
            </dt>
            <dd>
              <TextButton onClick={() => show(other.id)}>{what(other)}</TextButton>
              <span className={sheet.words}>
                {[who(other), other.address].filter(Boolean).join(', ')}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
