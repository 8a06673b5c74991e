import { useState } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { History as HistoryResource, HistoryRow } from '@paydesk/contract/kernel/history.ts';
import { Button } from '../../ui/Button.tsx';
import { Changes } from '../../ui/Changes.tsx';
import { detailWords, readable, readDetails, type CodeWords } from '../../ui/changes.ts';
import { toneOf } from '../../ui/tone.ts';
import { usePages } from '../pages.ts';
import { DetailFold, Timeline, type TimelineEntry } from './blocks.tsx';
import styles from './detail.module.css';
import { useCodes } from './useCodes.ts';

const AT_ONCE = 50;

/** Whose history a detail shows: the resource below the record, and its id. */
export interface RecordHistory {
  of: Pick<HistoryResource, 'slug' | 'title'> & { path: string };
  id: string;
  /** What the audit log calls its kind: whose words its codes have. */
  entity: string;
}

/** What was done to the record, by whom, the latest first; asked for when it is opened. */
export function History({ of, id, entity }: RecordHistory) {
  const [opened, setOpened] = useState(false);
  const history = usePages<HistoryRow>(`GET ${of.path}` as Key, { id }, AT_ONCE, opened);
  const codes = useCodes(opened);
  // told once, in words
  const pages = codes && history.data?.pages;
  const entries = pages?.flatMap(({ content }) =>
    content.map((row) => entryOf(row, codes?.[entity])),
  );
  return (
    <DetailFold title={of.title} onOpen={() => setOpened(true)}>
      {entries?.length ? <Timeline entries={entries} /> : null}
      {entries?.length === 0 ? <p className={styles.plain}>Nobody has changed it.</p> : null}
      {history.isError ? (
        <p className={styles.plain} role="alert">
          The history could not be loaded.{' '}
          <Button onClick={() => void history.refetch()}>Retry</Button>
        </p>
      ) : null}
      {history.isPending || (history.data && !codes) ? (
        <p className={styles.plain}>Loading …</p>
      ) : null}
      {history.hasNextPage ? (
        <Button pending={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Show older
        </Button>
      ) : null}
    </DetailFold>
  );
}

function entryOf(
  { id, createdDate, user, action, result, details }: HistoryRow,
  codes: CodeWords | undefined,
): TimelineEntry {
  const { changes, others } = readDetails(details, codes) ?? { changes: [], others: [] };
  const words = detailWords({ changes: [], others });
  return {
    key: id,
    tone: toneOf(result.name),
    title: `${readable(action)}: ${result.description.toLowerCase()}`,
    detail: words ? `by ${user} · ${words}` : `by ${user}`,
    more: changes.length ? <Changes changes={changes} label={readable(action)} /> : null,
    at: createdDate,
  };
}
