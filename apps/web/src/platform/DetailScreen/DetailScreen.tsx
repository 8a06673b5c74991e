import { toldTo, type Answer, type MoneyStory } from '@paydesk/contract/kernel/story.ts';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { CopyButton } from '../../ui/Copy.tsx';
import { Deadline } from '../../ui/Since.tsx';
import { DateTime, unbroken } from '../../ui/values.tsx';
import { Boundary } from '../../ui/Boundary.tsx';
import { CaseTimeline, type RecordTimeline } from './CaseTimeline.tsx';
import { MoneyCard, type MoneyRows } from './MoneyCard.tsx';
import { AppLink } from '../AppLink.tsx';
import { Printed } from '../Printed.tsx';
import { People, type Person } from './People.tsx';
import { askAgain } from '../query.ts';
import styles from './detail.module.css';
import { AsItWas, Refused, Skeleton } from './unread.tsx';
import { History, type RecordHistory } from './History.tsx';
import { errorText, isOutage } from '../errors.ts';
import { formatDateTime } from '../format.ts';
import { notify } from '../notify.tsx';
import { useActor } from '../session.ts';
import { useTitle } from '../title.ts';
import { useDelayed } from '../useDelayed.ts';
import { late, Silent } from '../late.tsx';

// a record that can't hear what happens is read all the same
const Fresh = late(() => import('../live/Fresh.tsx'), Silent);

/** What a query of one record tells a screen. */
export interface RecordQuery<T> {
  data: T | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => unknown;
}

/** The record together with what stands above its cards, so that nothing is pushed down later. */
export const togetherWith = <T,>(
  { data, error, isPending, refetch }: RecordQuery<T>,
  other: { isPending: boolean },
): RecordQuery<T> =>
  other.isPending && !error
    ? { data: undefined, error, isPending: true, refetch }
    : { data, error, isPending, refetch };

export interface DetailParts {
  /** What it is, in one breath: an amount or a name. */
  title: string;
  /** Names it in the browser's tab. */
  tabTitle?: string;
  chips?: ReactNode;
  id?: string;
  date?: string;
  /** What happened at that date; without it the record was created. */
  dated?: string;
  note?: ReactNode;
  /** What happened and what to do next, under the title; the code is for those who know codes. */
  answer?: Answer | null;
  /** Where the words of the answer's next step lead that do. */
  next?: string | undefined;
  actions?: ReactNode;
  /** Above all cards: what is still under way. */
  notice?: ReactNode;
  /** What was asked about it and waits for somebody. */
  waiting?: ReactNode;
  /** What became of its money. */
  money?: MoneyStory | null;
  /** Where its figures lead. */
  moneyRows?: MoneyRows;
  /** What belongs to the answer: before people and story. */
  lead?: ReactNode;
  /** Everything that happened to the record's case: its one history. */
  timeline?: RecordTimeline;
  main: ReactNode;
  /** Who stands behind it, on top of where it leads. */
  people?: readonly Person[];
  /** Where there is one column its story comes before whose it is. */
  storyFirst?: boolean;
  aside?: ReactNode;
  /** Shown below all of it. */
  history?: RecordHistory;
}

interface DetailScreenProps<T> {
  query: RecordQuery<T>;
  /** The call that the record is read by, where it follows what others do to it. */
  address?: ((record: T) => string) | undefined;
  children: (record: T) => DetailParts;
}

/** One record: what it is at the top, its story and fields at the left, where it leads at the right. */
export function DetailScreen<T>({ query, address, children }: DetailScreenProps<T>) {
  const { error } = query;
  const told = useRef('');
  useEffect(() => {
    const words = error ? errorText(error).lines.join() : '';
    // a record may ask again by itself: what fails on is said once
    if (error && words !== told.current) notify.failure(error);
    told.current = words;
  }, [error]);
  const waiting = useDelayed(query.isPending, 200);
  const onRetry = () => {
    told.current = '';
    void query.refetch();
  };
  // a dialog above it keeps what is typed there, and the key by which a second try moves no money twice
  if (error && !(query.data && isOutage(error))) return <Refused error={error} onRetry={onRetry} />;
  if (!query.data) return waiting ? <Skeleton /> : null;
  return (
    <>
      {error ? <AsItWas onRetry={onRetry} /> : null}
      <Parts {...children(query.data)} record={query.data} />
      {address ? (
        <Suspense fallback={null}>
          <Fresh address={address(query.data)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Parts({ record, ...parts }: DetailParts & { record: unknown }) {
  const { title, tabTitle, chips, id, date, dated, note, actions, main, aside, history } = parts;
  const { notice, timeline, money, lead, people, storyFirst, waiting, next } = parts;
  const answer = toldTo(useActor(), parts.answer ?? null);
  const leads = Boolean(notice || money || lead);
  const beside =
    people?.length || aside ? (
      <div className={styles.aside}>
        {people?.length ? <People of={people} /> : null}
        <Boundary what="This part" onRetry={askAgain}>
          {aside}
        </Boundary>
      </div>
    ) : null;
  // where there is one column, and for who hears them: people come after the money, mere links last
  const peopleFirst = leads && !storyFirst && Boolean(people?.length);
  useTitle(tabTitle ?? title);
  const whose = people?.find(({ value }) => value && typeof value === 'string')?.value;
  return (
    <article data-of={whose ? `${whose as string}, ${formatDateTime(date)}` : undefined}>
      <Printed what={tabTitle ?? title} />
      <header className={styles.header}>
        <div className={styles.what}>
          <h1>{unbroken(title)}</h1>
          {chips}
        </div>
        {actions ? (
          // search reads there what can be done
          <div className={styles.actions} data-bar>
            <Boundary what="What can be done" onRetry={askAgain}>
              {actions}
            </Boundary>
          </div>
        ) : null}
        <div className={styles.facts}>
          {id ? (
            <span className={styles.id}>
              <WholeId id={id} />
              <CopyButton text={id} label="Copy ID" />
            </span>
          ) : null}
          {date ? (
            <span>
              {dated ?? 'Created'} <DateTime value={date} />
            </span>
          ) : null}
          {note ? <span className={styles.note}>{note}</span> : null}
        </div>
        {answer ? (
          <p className={styles.answer} data-tone={answer.tone}>
            <strong>
              {unbroken(answer.reason)}
              {answer.code ? ` (${answer.code})` : ''}
              {answer.at ? (
                <>
                  {' '}
                  on <DateTime value={answer.at} />
                </>
              ) : null}
              .
            </strong>{' '}
            <Deadline of={answer.due} />
            <NextStep of={answer} href={next} />
          </p>
        ) : null}
      </header>
      {waiting}
      <div className={styles.columns} data-alone={beside ? undefined : true}>
        {leads ? (
          <div className={styles.lead} data-in-turn>
            {notice}
            {money ? <MoneyCard of={money} rows={parts.moneyRows} /> : null}
            {lead ? (
              <Boundary what="This part" onRetry={askAgain}>
                {lead}
              </Boundary>
            ) : null}
          </div>
        ) : null}
        {peopleFirst ? beside : null}
        <div className={styles.main} data-in-turn>
          {timeline ? (
            <Boundary key={`timeline of ${timeline.id}`} what="The timeline" onRetry={askAgain}>
              <CaseTimeline {...timeline} record={record} />
            </Boundary>
          ) : null}
          <Boundary what="This part" onRetry={askAgain}>
            {main}
          </Boundary>
          {history && !timeline ? <History key={`history of ${history.id}`} {...history} /> : null}
        </div>
        {peopleFirst ? null : beside}
      </div>
    </article>
  );
}

/** Its words that lead somewhere are a link, where there is something to go to. */
function NextStep({ of: { nextStep, leads }, href }: { of: Answer; href: string | undefined }) {
  const at = leads && href ? nextStep.indexOf(leads) : -1;
  if (at < 0) return unbroken(nextStep);
  return (
    <>
      {unbroken(nextStep.slice(0, at))}
      <AppLink href={href!}>{leads}</AppLink>
      {nextStep.slice(at + leads!.length)}
    </>
  );
}

/** Whole where the window has room for it and on paper, else without what stands before its end. */
const WholeId = ({ id }: { id: string }) => (
  <span title={id}>
    {id.slice(0, HEAD)}
    <span className={styles.middle}>
      <span>{id.slice(HEAD, -TAIL)}</span>
    </span>
    {id.slice(Math.max(HEAD, id.length - TAIL))}
  </span>
);
const HEAD = 24;
const TAIL = 4;
