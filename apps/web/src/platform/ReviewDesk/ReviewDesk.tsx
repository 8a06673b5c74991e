import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { Button } from '../../ui/Button.tsx';
import { addressOf } from '../api.ts';
import { errorText } from '../errors.ts';
import { formatCount } from '../format.ts';
import { KeysSaid } from '../form/keys.ts';
import { FilterBar } from '../ListScreen/FilterBar.tsx';
import { readState } from '../ListScreen/state.ts';
import { isTyped } from '../form/typed.ts';
import { mayLeave } from '../leave.ts';
import { notify } from '../notify.tsx';
import { queryClient, queryOf } from '../query.ts';
import { useAnySearch, useSearchChange } from '../route-state.ts';
import { useScreenKeys } from '../screen-keys.ts';
import { useActor } from '../session.ts';
import { Bar } from './Bar.tsx';
import { Case } from './Case.tsx';
import { Kinds, Whose } from './choices.tsx';
import { Nothing } from './Nothing.tsx';
import { Queue } from './Queue.tsx';
import styles from './review.module.css';
import { Steps } from './Steps.tsx';
import { narrowed, type AnyQueue } from './types.ts';
import { keptOf, PARTS, queryOfQueue, useQueue, type Item, type Part } from './useQueue.ts';
import { late, Silent } from '../late.tsx';

const Fresh = late(() => import('../live/Fresh.tsx'), Silent);

/** What others write to a whole list is looked at no more often than this. */
const PAUSE_MS = 3000;

interface Props {
  title: string;
  queues: readonly AnyQueue[];
  /** What is known of the person behind a case. */
  Customer: ComponentType<{ customerId: string; writeKey: string }>;
  /** The address of the desk, with a case open on it. */
  hrefOf: (search: Record<string, string>) => string;
}

/** Queue, case and decision on one screen: after a decision the next case is there, and the hand stays where it is. */
export function ReviewDesk({ title, queues: all, Customer, hrefOf }: Props): ReactNode {
  const actor = useActor();
  const [allowed] = useState(() => all.filter(({ asks }) => isAllowed(actor, asks)));
  const search: Readonly<Record<string, string | undefined>> = useAnySearch();
  const { filters } = readState(search);
  const queues = narrowed(allowed, filters);
  const change = useSearchChange();
  const part = isPart(search['of']) ? search['of'] : 'all';
  const kind = allowed.find(({ slug }) => slug === search['kind']);
  const of = keptOf(part, kind, filters);
  const { items: every, counts, error, isPending, retry, again, leave } = useQueue(queues, part);
  const items = kind ? every.filter(({ queue }) => queue.slug === kind.slug) : every;
  const root = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(false);
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [queueOpen, setQueueOpen] = useState(false);
  useScreenKeys(root);

  const named = queues.find(({ slug }) => search[slug]);
  // of an address that names none the oldest, and that one stays whatever else comes meanwhile
  const [opened, setOpened] = useState<string>();
  const first = items.find(({ id }) => id === opened) ?? (isPending ? undefined : items[0]);
  if (!named && first && first.id !== opened) setOpened(first.id);
  const current = named ? { queue: named, id: search[named.slug]! } : first;
  const open = useRef(current?.id);
  useEffect(() => {
    open.current = current?.id;
  });
  const at = items.findIndex(
    ({ id, queue }) => queue.slug === current?.queue.slug && id === current.id,
  );
  const next = items[at + 1];
  const previous = items[at - 1];

  const show = (item: Item | undefined) => {
    // whoever presses Next presses it again
    setFollows(!document.activeElement?.closest('[data-steps]'));
    change(() => (item ? { ...of, [item.queue.slug]: item.id } : of), true);
  };
  const mayGo = () => {
    // no question is asked below the queue of a phone
    if (isTyped(root.current)) setQueueOpen(false);
    return mayLeave(root.current);
  };
  const choose = async (
    which: Part,
    of: AnyQueue | undefined,
    under: Readonly<Record<string, string>> = filters,
  ) => {
    if (!(await mayGo())) return;
    // what was said of the case before is over
    notify.clear();
    change(() => keptOf(which, of, under), true);
  };
  const go = async (item: Item) => {
    if (!(await mayGo())) return;
    notify.clear();
    leave();
    show(item);
  };
  const onDone = () => {
    const left = items.filter(({ id, gone }) => id !== current?.id && !gone);
    const mine = left.filter(
      ({ queue, row, holder }) =>
        !queue.notYours?.(row, actor) && (!holder || holder.userId === actor.userId),
    );
    const after = mine.find((item) => items.indexOf(item) > at);
    leave(current?.id);
    // whoever has gone elsewhere while it was sent stays there
    if (open.current === current?.id) show(after ?? mine[0] ?? left[0]);
  };
  useEffect(() => {
    // the next one is there before it is asked for
    if (next)
      void queryClient.prefetchQuery(
        queryOf(next.queue.one, { params: { id: next.id } as never }) as never,
      );
  }, [next]);

  const totalOf = (which: Part, of: AnyQueue | undefined) => {
    const asked = counts.filter((_, at) => !of || queues[at]!.slug === of.slug);
    return asked.some((count) => count === undefined)
      ? ''
      : formatCount(asked.reduce((sum, count) => sum + count![which], 0));
  };
  const columns = Object.assign({}, ...allowed.map((queue) => queue.columns)) as Columns;
  // an id comes by a link, and nobody types it; what a queue is of itself has one of its values by a link alone
  const offered = Object.entries(columns).filter(
    ([key, column]) =>
      column.kind !== 'id' && !allowed.some((queue) => `f_${key}` in queue.filters),
  );
  const shown = queues.flatMap((queue, at) =>
    kind && queue.slug !== kind.slug ? [] : [{ queue, count: counts[at] }],
  );
  const whose = (
    <Whose
      part={part}
      totalOf={(which) => totalOf(which, kind)}
      onChoose={(which) => void choose(which, kind)}
    />
  );
  const steps = <Steps previous={previous} next={next} onGo={go} />;
  const filterLine = (
    <div className={styles.filters}>
      <Kinds
        kinds={allowed}
        kind={kind}
        totalOf={(of) => totalOf(part, of)}
        onChoose={(of) => void choose(part, of)}
      />
      <FilterBar
        filters={filters}
        columns={columns}
        // what an id is called
        rows={every.map(({ row }) => ({ ...row }))}
        offered={offered}
        enumerations={NONE}
        phone={false}
        onFilter={(key, value) => {
          const { [key]: _, ...others } = filters;
          void choose(part, kind, value ? { ...others, [key]: value } : others);
        }}
        onClear={() => void choose(part, kind, {})}
      />
    </div>
  );
  const queue = error ? null : (
    <Queue
      queues={shown.map(({ queue }) => queue)}
      items={items}
      part={part}
      counts={shown.map(({ count }) => count)}
      current={current?.id}
      hrefOf={({ queue, id }) => hrefOf({ ...of, [queue.slug]: id })}
      onGo={(item) => {
        setQueueOpen(false);
        void go(item);
      }}
    />
  );
  const filtered = Object.keys(filters).length;
  return (
    <div ref={root} data-desk>
      <header className={styles.title}>
        <h1>{title}</h1>
        {phone ? null : (
          <>
            {whose}
            {steps}
          </>
        )}
      </header>
      {phone ? (
        <Bar
          item={items[at]}
          at={at}
          counts={shown.map(({ count }) => count)}
          part={part}
          kind={kind}
          filtered={filtered}
          steps={steps}
          open={queueOpen}
          onOpen={setQueueOpen}
        >
          {whose}
          {filterLine}
          {queue}
        </Bar>
      ) : (
        filterLine
      )}
      {error ? (
        <div role="alert" className={styles.case}>
          <p>{errorText(error).lines.join(' ')}</p>
          <div>
            <Button onClick={retry}>Retry</Button>
          </div>
        </div>
      ) : (
        <div className={styles.columns}>
          {phone ? null : queue}
          {current ? (
            <KeysSaid value>
              <Case
                key={current.id}
                queue={current.queue}
                id={current.id}
                follows={follows}
                Customer={Customer}
                onDone={onDone}
              />
            </KeysSaid>
          ) : isPending ? (
            <div className={styles.case} aria-busy />
          ) : (
            <Nothing
              queues={allowed.filter((queue) => !kind || queue === kind)}
              part={part}
              filtered={filtered > 0}
              follows={follows}
            />
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {queues.map((queue, place) => (
          <Fresh
            key={queue.slug}
            address={addressOf(queue.list, {}, queryOfQueue(queue)).url}
            again={() => again(place)}
            pause={PAUSE_MS}
          />
        ))}
      </Suspense>
    </div>
  );
}

/** Where the queue has no room beside the case; as in the style sheet. */
const PHONE = '(max-width: 700px)';

/** The columns bring their own values. */
const NONE = {};

const isPart = (text: string | undefined): text is Part => text !== undefined && text in PARTS;
