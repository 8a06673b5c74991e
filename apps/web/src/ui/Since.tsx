import { useEffect, useState } from 'react';
import { formatDateTime } from '@paydesk/contract/kernel/instants.ts';

const MINUTE_MS = 60_000;

const count = (many: number, one: string) => `for ${many} ${many === 1 ? one : `${one}s`}`;

/** How long something has lasted, in words: 'for 2 days'. */
export function sinceWords(from: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(from)) / MINUTE_MS);
  if (minutes < 1) return 'for under a minute';
  if (minutes < 60) return count(minutes, 'minute');
  if (minutes < 48 * 60) return count(Math.floor(minutes / 60), 'hour');
  return count(Math.floor(minutes / (24 * 60)), 'day');
}

/** The same as time goes by, with the instant for whoever wants it to the minute; behind a noun, ‘Yours, just now’. */
export function Since({ from, of }: { from: string; of?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const isNew = of !== undefined && now - Date.parse(from) < MINUTE_MS;
  return (
    <>
      {of === undefined ? null : isNew ? `${of}, ` : `${of} `}
      <time dateTime={from} title={formatDateTime(from)}>
        {isNew ? 'just now' : sinceWords(from, now)}
      </time>
    </>
  );
}
