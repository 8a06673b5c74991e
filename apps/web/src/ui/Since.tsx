import { useEffect, useState } from 'react';
import { formatDateTime } from '@paydesk/contract/kernel/instants.ts';
import type { Answer } from '@paydesk/contract/kernel/story.ts';
import { DateTime } from './values.tsx';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const count = (many: number, one: string) => `${many} ${many === 1 ? one : `${one}s`}`;

/** 'under a minute', '19 hours', '2 days', '2 years' */
function lasting(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return count(minutes, 'minute');
  if (minutes < 48 * 60) return count(Math.floor(minutes / 60), 'hour');
  const days = Math.floor(minutes / (24 * 60));
  // nobody pictures 1066 days
  return days < 2 * 365 ? count(days, 'day') : count(Math.floor(days / 365), 'year');
}

/** How long something has lasted, in words: 'for 2 days'. */
const sinceWords = (from: string, now: number) => `for ${lasting(now - Date.parse(from))}`;

/** As time goes by. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const waitsLong = (from: string, late: number, now: number) =>
  now - Date.parse(from) > late * DAY_MS;
const endsSoon = (at: string, late: number, now: number) => Date.parse(at) - now < late * DAY_MS;

/** By the colours that `Due`, `Oldest` and `Since` give it: 2 what is over, 1 what is late, 0 the rest. */
export const urgencyOf = (
  { due, oldest }: { due: string | null; oldest: string | null },
  late: number,
  now: number,
) =>
  due
    ? Number(endsSoon(due, late, now)) + Number(endsSoon(due, 0, now))
    : Number(oldest !== null && waitsLong(oldest, late, now));

/** Of several how long the oldest has waited: of all of them it would be read without that word. */
export function Oldest({ from, late }: { from: string; late: number }) {
  const now = useNow();
  const waited = now - Date.parse(from);
  return (
    <time
      dateTime={from}
      title={formatDateTime(from)}
      data-late={waitsLong(from, late, now) || undefined}
    >
      oldest {lasting(waited)}
    </time>
  );
}

/** By when the next of them must be done; in a colour in the last so many days before, and in another one after it. */
export function Due(props: {
  at: string;
  late: number;
  /** What it is called by: 'due', 'expires'. */
  word?: string;
  next?: boolean;
}) {
  const { at, late, word = 'due', next = false } = props;
  const now = useNow();
  const left = Date.parse(at) - now;
  return (
    <time
      dateTime={at}
      title={formatDateTime(at)}
      data-late={endsSoon(at, late, now) || undefined}
      data-over={left < 0 || undefined}
    >
      {left < 0
        ? `overdue by ${lasting(-left)}`
        : `${next ? 'next ' : ''}${word} in ${lasting(left)}`}
    </time>
  );
}

/** How long somebody still has: '4 days left'. */
export function Left({ until }: { until: string }) {
  const left = Date.parse(until) - useNow();
  return left < 0 ? 'which is over' : `${lasting(left)} left`;
}

/** Until when somebody has to do something, and what comes of it then, before the next step. */
export const Deadline = ({ of: due }: { of: Answer['due'] }) =>
  due ? (
    <>
      {due.words} <DateTime value={due.at} />, <Left until={due.at} />.{' '}
    </>
  ) : null;

interface SinceProps {
  from: string;
  of?: string;
  /** After so many days somebody is to look: it has a colour then. */
  late?: number | undefined;
}

/** The same as time goes by, with the instant for whoever wants it to the minute; behind a noun, ‘Yours, just now’. */
export function Since({ from, of, late = Infinity }: SinceProps) {
  const now = useNow();
  const isNew = of !== undefined && now - Date.parse(from) < MINUTE_MS;
  return (
    <>
      {of === undefined ? null : isNew ? `${of}, ` : `${of} `}
      <time
        dateTime={from}
        title={formatDateTime(from)}
        data-late={waitsLong(from, late, now) || undefined}
      >
        {isNew ? 'just now' : sinceWords(from, now)}
      </time>
    </>
  );
}
