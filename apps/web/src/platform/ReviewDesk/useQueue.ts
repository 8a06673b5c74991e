import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { holderOf, type Holder, type Taken } from '@paydesk/contract/taking.ts';
import { browserTimeZone } from '../format.ts';
import { LISTED, queryOf } from '../query.ts';
import { useActor } from '../session.ts';
import { URGENCIES, type AnyQueue } from './types.ts';

/** Who works on a queue takes them in turn, and nobody gets through more at a sitting. */
const SIZE = 100;

type Row = { id: string } & Taken;
type Answer = ListAnswer<Row> | undefined;

export interface Item {
  queue: AnyQueue;
  id: string;
  row: Row;
  /** Who has it in hand, as of when it was asked for. */
  holder: Holder | null;
  /** Somebody else has decided it since it was shown. */
  gone?: boolean;
  /** It came while the person was at others: it moves none of them. */
  isNew?: boolean;
}

interface Kept {
  stamp: string;
  part: Part;
  /** Under which filters. */
  under: string;
  items: Item[];
  /** Each list had answered: what comes since is new. */
  whole: boolean;
  /** What this person has decided, as it was: an answer that is older still has it. */
  over: Row[];
}

/** Which of the cases: all, the own, those that nobody has taken. */
export const PARTS = { all: 'All', nobodys: 'Unassigned', mine: 'Mine' } as const;
export type Part = keyof typeof PARTS;

/** What of the address stays from one case to the next. */
export const keptOf = (
  part: Part,
  kind: AnyQueue | undefined,
  filters: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...(part !== 'all' && { of: part }),
  ...(kind && { kind: kind.slug }),
  ...Object.fromEntries(Object.entries(filters).map(([key, value]) => [`f_${key}`, value])),
});

export const queryOfQueue = ({ filters }: AnyQueue) => ({
  ...filters,
  timeZone: browserTimeZone(),
});

/** Taken ever: an index has these few, wherever in the queue they are. */
const TAKEN = { f_takenDate: '01.01.2000..' };

/** Of all there are those too that wait for somebody else, but they are no work of this person's. */
const isIn = (part: Part, queue: AnyQueue, row: Row, actor: Actor): boolean =>
  part === 'all' || (isTheirs(queue, row, actor) && isOf(part, row, actor));

const isTheirs = ({ notYours }: AnyQueue, row: Row, actor: Actor): boolean =>
  !notYours?.(row, actor);

const isOf = (part: Exclude<Part, 'all'>, row: Row, { userId }: Actor): boolean => {
  const holder = holderOf(row, new Date());
  return part === 'mine' ? holder?.userId === userId : holder === null;
};

const LEVELS = Object.keys(URGENCIES);

/** The parts of the queue of all kinds, in their order. */
export const GROUPS = {
  handed: 'Handed to you',
  ...URGENCIES,
  others: 'For somebody else',
  new: 'Added meanwhile',
} as const;
export type Group = keyof typeof GROUPS;
const ORDER = Object.keys(GROUPS);

/** What waits for somebody else stands below what this person can decide; what a colleague asks of them above all. */
export function groupOf({ queue, row, isNew }: Item, part: Part, actor: Actor): Group {
  if (!isTheirs(queue, row, actor)) return 'others';
  if (isNew) return 'new';
  return part === 'mine' && row.assignedBy ? 'handed' : queue.urgency(row).level;
}

/** What is decided first of all kinds; of what is as urgent the order of its list stays. */
const inTurn = (items: readonly Item[], part: Part, actor: Actor): Item[] =>
  items
    .map((item) => ({
      item,
      place: ORDER.indexOf(groupOf(item, part, actor)),
      // of those that a colleague gave or that have just come the urgent ones first too
      level: LEVELS.indexOf(item.queue.urgency(item.row).level),
      by: item.queue.urgency(item.row).by,
    }))
    .toSorted((a, b) => a.place - b.place || a.level - b.level || a.by - b.by)
    .map(({ item }) => item);

/**
 * What waits, the most urgent first. Nothing in it moves by itself: what comes stands below, what another takes
 * stays where it was and says so until the person goes on.
 */
export function useQueue(queues: readonly AnyQueue[], part: Part) {
  const actor = useActor();
  const asked = [{}, TAKEN].flatMap((more) => queues.map((queue) => ({ queue, more })));
  const under = JSON.stringify(queues.map(({ filters }) => filters));
  const answers = useQueries({
    queries: asked.map(({ queue, more }) => ({
      ...queryOf(queue.list, {
        query: {
          page: 0,
          size: SIZE,
          sort: `${queue.first?.by ?? queue.since ?? 'createdDate'},ASC`,
          ...queryOfQueue(queue),
          ...more,
        } as never,
      }),
      meta: LISTED,
    })),
  });
  const lists = answers.map(({ data }) => data as unknown as Answer);
  const all = lists.slice(0, queues.length);
  const taken = lists.slice(queues.length);
  const stamp = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const [kept, setKept] = useState<Kept>({
    stamp: '',
    part,
    under,
    items: [],
    whole: false,
    over: [],
  });
  if (kept.stamp !== stamp || kept.part !== part || kept.under !== under) {
    const rows = queues.map((_, at) => rowsOf(all[at], taken[at]));
    const stays = kept.part === part && kept.under === under;
    const stale = (row: Row) =>
      kept.over.some((was) => was.id === row.id && JSON.stringify(was) === JSON.stringify(row));
    setKept({
      stamp,
      part,
      under,
      items: inTurn(
        queues.flatMap((queue, at) =>
          merged(
            queue,
            stays ? kept.items : [],
            rows[at]!.filter((row) => !stale(row)),
            (row) => isIn(part, queue, row, actor),
            stays && kept.whole,
          ),
        ),
        part,
        actor,
      ),
      whole: lists.every((list) => list !== undefined),
      over: rows.flat().filter(stale),
    });
  }
  return {
    items: kept.items,
    counts: queues.map((queue, at) => countsOf(queue, all[at], taken[at], actor)),
    error: answers.find(({ error }) => error)?.error ?? null,
    // what has just come stands in the queue from the next drawing on
    isPending: answers.some(({ isLoading }) => isLoading) || kept.stamp !== stamp,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
    again: (at: number) => {
      for (const place of [at, at + queues.length]) void answers[place]?.refetch();
    },
    /** The person goes on: what is over, or no longer among these, leaves the queue. */
    leave: (over?: string) =>
      setKept((now) => ({
        ...now,
        over: [...now.over, ...now.items.filter(({ id }) => id === over).map(({ row }) => row)],
        items: inTurn(
          now.items
            .filter(
              (one) => !one.gone && one.id !== over && isIn(now.part, one.queue, one.row, actor),
            )
            .map((one) => ({ ...one, isNew: false })),
          now.part,
          actor,
        ),
      })),
  };
}

/** What waits, and what was taken of those behind them. */
function rowsOf(all: Answer, taken: Answer): Row[] {
  if (!all) return [];
  const rows = [all, taken].flatMap((answer) => answer?.content ?? []);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** How many of each part this person can decide, whichever is shown; and how many there are. */
export type Counts = Record<Part, number> & { listed: number };

function countsOf(queue: AnyQueue, all: Answer, taken: Answer, actor: Actor): Counts | undefined {
  // none before the rows: the line below them would stand in their place
  if (!all || !taken) return undefined;
  const rows = [
    ...new Map([...all.content, ...taken.content].map((row) => [row.id, row])).values(),
  ];
  const others = rows.filter((row) => !isTheirs(queue, row, actor)).length;
  const held = rows.filter((row) => isTheirs(queue, row, actor) && !isOf('nobodys', row, actor));
  const theirs = all.totalElements - others;
  return {
    listed: all.totalElements,
    all: theirs,
    nobodys: theirs - held.length,
    mine: held.filter((row) => isOf('mine', row, actor)).length,
  };
}

function merged(
  queue: AnyQueue,
  before: readonly Item[],
  rows: readonly Row[],
  isShown: (row: Row) => boolean,
  isNew: boolean,
) {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  const own = before.filter((item) => item.queue.slug === queue.slug);
  const now = new Date();
  const itemOf = (row: Row): Item => ({ queue, id: row.id, row, holder: holderOf(row, now) });
  const stayed = own.map(({ id, row, isNew: came }): Item => {
    const newer = fresh.get(id);
    return {
      ...(newer ? itemOf(newer) : { ...itemOf(row), gone: true }),
      ...(came && { isNew: came }),
    };
  });
  const known = new Set(own.map(({ id }) => id));
  const others = rows.filter((row) => !known.has(row.id) && isShown(row)).map(itemOf);
  return [...stayed, ...(isNew ? others.map((item) => ({ ...item, isNew })) : others)];
}
