import { useEffect, useId, useRef, useState } from 'react';
import { LoadingWord } from '../../ui/Coming.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { PlainButton } from '../../ui/Button.tsx';
import { toneOf } from '../../ui/tone.ts';
import { DateTime, unbroken } from '../../ui/values.tsx';
import { AppLink } from '../AppLink.tsx';
import { useCall } from '../query.ts';
import { formatTime } from '../format.ts';
import { useDelayed } from '../useDelayed.ts';
import {
  byDay,
  detailOf,
  GROUPS,
  groupOf,
  groupsIn,
  hrefOf,
  ICONS,
  outcomeOf,
  UNSAID,
  type Event,
  type Group,
} from './caseEvents.ts';
import { DetailCard } from './blocks.tsx';
import detail from './detail.module.css';
import styles from './timeline.module.css';
import { useCodes, type Codes } from './useCodes.ts';

/** Whose case is told. */
export interface RecordTimeline {
  of: 'transaction' | 'purchase' | 'order' | 'loan';
  id: string;
}

/** As many as leave what stands below within reach. */
const AT_ONCE = 10;

/** Everything that happened to the case, across all its records, the latest first; waiting on top. */
export function CaseTimeline({ of, id, record }: RecordTimeline & { record: unknown }) {
  const [group, setGroup] = useState<Group | null>(null);
  const [whole, setWhole] = useState(false);
  const query = useCall(`GET /api/timelines/${of}/{id}`, { params: { id } });
  useFollow(record, query.refetch);
  const waiting = useDelayed(query.isPending, 200);
  const events = query.data?.events ?? [];
  const codes = useCodes(events.some(({ changes }) => changes !== null));
  const shown = events.filter((event) => group === null || groupOf(event.kind) === group);
  return (
    <DetailCard title="Timeline" coming={query.isPending} onRetry={query.refetch}>
      <Groups events={events} group={group} onGroup={setGroup} />
      {query.isError && !query.data ? (
        <p className={detail.plain} role="alert">
          The timeline could not be loaded.{' '}
          <Button onClick={() => void query.refetch()}>Retry</Button>
        </p>
      ) : null}
      {waiting ? <Skeleton /> : null}
      {query.data && !events.length ? (
        <p className={detail.plain}>Nothing has happened yet.</p>
      ) : null}
      <Days events={whole ? shown : shown.slice(0, AT_ONCE)} of={of} codes={codes} />
      {shown.length > AT_ONCE ? (
        <Button onClick={() => setWhole(!whole)}>
          {whole ? `Show the newest ${AT_ONCE}` : `Show all ${shown.length} events`}
        </Button>
      ) : null}
      {shown.length > AT_ONCE && !whole ? (
        <p className={styles.paper}>
          The newest {AT_ONCE} of {shown.length} events; all of them are on the screen.
        </p>
      ) : null}
      {query.data?.more && (whole || shown.length <= AT_ONCE) ? (
        <p className={styles.more}>These are the newest {events.length} events; there are more.</p>
      ) : null}
    </DetailCard>
  );
}

/** What is shown follows the record: each new state of it is asked for anew. */
function useFollow(record: unknown, refetch: () => unknown) {
  const seen = useRef(record);
  useEffect(() => {
    if (seen.current === record) return;
    seen.current = record;
    void refetch();
  }, [record, refetch]);
}

/** One kind of event at a time, where there are several. */
function Groups({
  events,
  group,
  onGroup,
}: {
  events: Event[];
  group: Group | null;
  onGroup: (group: Group | null) => void;
}) {
  const found = groupsIn(events);
  if (found.length < 2) return null;
  return (
    <fieldset className={styles.groups} aria-label="Show in the timeline">
      {[null, ...found].map((each) => (
        <PlainButton key={each} aria-pressed={group === each} onClick={() => onGroup(each)}>
          {each === null ? 'All' : GROUPS[each]}
        </PlainButton>
      ))}
    </fieldset>
  );
}

/** What codes are in words, and of which kind the record is that stands here. */
interface Told {
  of: RecordTimeline['of'];
  codes: Codes | undefined;
}

function Days({ events, ...told }: Told & { events: Event[] }) {
  const { waiting, days } = byDay(events);
  return (
    <>
      {waiting.length ? <Day title="Waiting" events={waiting} dated {...told} /> : null}
      {days.map(([day, each]) => (
        <Day key={day} title={day} events={each} {...told} />
      ))}
    </>
  );
}

interface DayProps extends Told {
  title: string;
  events: Event[];
  /** Of several days. */
  dated?: boolean;
}

function Day({ title, events, dated = false, ...told }: DayProps) {
  const id = useId();
  return (
    <>
      <h3 id={id} className={styles.day}>
        {title}
      </h3>
      <ol className={styles.events} aria-labelledby={id}>
        {events.map((event) => (
          <Entry
            key={`${event.kind} ${event.id} ${event.date}`}
            event={event}
            dated={dated}
            {...told}
          />
        ))}
      </ol>
    </>
  );
}

function Entry({ event, dated, of, codes }: Told & { event: Event; dated: boolean }) {
  const { kind, title, link, date } = event;
  const outcome = outcomeOf(event);
  const Icon = ICONS[kind];
  const detail = detailOf(event, of, codes);
  return (
    <li>
      <span className={styles.icon} data-tone={outcome ? toneOf(outcome.name) : undefined}>
        <Icon size={14} aria-hidden />
      </span>
      <div>
        <div className={styles.what}>
          {link ? (
            <AppLink href={hrefOf(link)}>{unbroken(title)}</AppLink>
          ) : (
            <strong>{unbroken(title)}</strong>
          )}
          {outcome && UNSAID.has(kind) ? <StatusChip status={outcome} /> : null}
        </div>
        {detail ? <p>{unbroken(detail)}</p> : null}
      </div>
      {dated ? <DateTime value={date} /> : <time dateTime={date}>{formatTime(date)}</time>}
    </li>
  );
}

function Skeleton() {
  return (
    <div className={detail.skeleton} aria-live="polite">
      <LoadingWord />
      <span />
      <span />
      <span />
    </div>
  );
}
