import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { browserTimeZone } from '../format.ts';
import { LISTED, queryOf } from '../query.ts';
import type { AnyQueue } from './types.ts';

/** Who works on a queue takes the oldest first, and nobody gets through more at a sitting. */
const SIZE = 100;

export interface Item {
  queue: AnyQueue;
  id: string;
  row: { id: string };
  /** Somebody else has decided it since it was shown. */
  gone?: boolean;
}

export const queryOfQueue = ({ filters }: AnyQueue) => ({
  ...filters,
  timeZone: browserTimeZone(),
});

/**
 * What waits, the oldest first. Nothing in it moves by itself: what comes stands below, what another takes
 * stays where it was and says so until the person goes on.
 */
export function useQueue(queues: readonly AnyQueue[]) {
  const answers = useQueries({
    queries: queues.map((queue) => ({
      ...queryOf(queue.list, {
        query: {
          page: 0,
          size: SIZE,
          sort: 'createdDate,ASC',
          ...queryOfQueue(queue),
        } as never,
      }),
      meta: LISTED,
    })),
  });
  const lists = answers.map(
    ({ data }) => data as unknown as ListAnswer<{ id: string }> | undefined,
  );
  const stamp = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const [kept, setKept] = useState<{ stamp: string; items: Item[] }>({ stamp: '', items: [] });
  if (kept.stamp !== stamp)
    setKept({
      stamp,
      items: queues.flatMap((queue, at) => merged(queue, kept.items, lists[at]?.content)),
    });
  return {
    items: kept.items,
    counts: lists.map((list) => list?.totalElements),
    error: answers.find(({ error }) => error)?.error ?? null,
    isPending: answers.some((answer) => answer.isPending),
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
    again: (at: number) => void answers[at]?.refetch(),
    /** The person goes on: what is over leaves the queue. */
    leave: (over?: string) =>
      setKept((now) => ({
        ...now,
        items: now.items.filter((one) => !one.gone && one.id !== over),
      })),
  };
}

function merged(queue: AnyQueue, before: readonly Item[], rows: readonly { id: string }[] = []) {
  const now = new Map(rows.map((row) => [row.id, row]));
  const own = before.filter((item) => item.queue.slug === queue.slug);
  const stayed = own.map(({ id, row }): Item => {
    const newer = now.get(id);
    return newer ? { queue, id, row: newer } : { queue, id, row, gone: true };
  });
  const known = new Set(own.map(({ id }) => id));
  return [
    ...stayed,
    ...rows.filter(({ id }) => !known.has(id)).map((row): Item => ({ queue, id: row.id, row })),
  ];
}
