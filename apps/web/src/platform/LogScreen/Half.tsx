import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '../../ui/Copy.tsx';
import { CopyWords } from '../../ui/CopyWords.tsx';
import { Field } from '../Field.tsx';
import { Moment } from '../ReadScreen/Moment.tsx';
import { Raw } from '../ReadScreen/Raw.tsx';
import sheet from '../ReadScreen/read.module.css';
import { consoleSettingsQuery } from '../session.ts';
import styles from './log.module.css';
import type { Message } from './pairs.ts';
import { curlOf, formOf, linesOf, type Line } from './read.ts';
import type { Became, LogOf } from './types.ts';
import type { Said as Row } from './useExchanges.ts';

export type Said = Message & {
  title: string;
  /** By its name in the protocol, where the title says it in words. */
  named: string | undefined;
  text: string;
  receiver: ReturnType<LogOf<Row>['receiver']>;
};

interface HalfProps {
  title: string;
  one: Said | null;
  raw: boolean;
  waiting: boolean;
  /** What became of it. */
  outcome?: Became | null;
  action?: ReactNode;
  /** Of its way to the other side, below the address. */
  way?: ReactNode;
  /** Why there is none. */
  missing?: string | undefined;
  /** The one whose row was opened. */
  isOpen: boolean;
}

/** The request or the answer of an exchange: by its values, or as it was sent. */
export function Half({
  title,
  one,
  raw,
  waiting,
  isOpen,
  outcome = null,
  action,
  way,
  missing = MISSING[title],
}: HalfProps): ReactNode {
  const lines = one ? linesOf(one.text) : [];
  const { data: console } = useQuery(consoleSettingsQuery);
  const receiver = one?.receiver ?? null;
  const address = (receiver === 'us' ? console?.publicUrl : receiver?.address) ?? null;
  return (
    <section className={styles.half} aria-label={title} data-open={isOpen || undefined}>
      <header>
        <h3>
          {title}
          {one ? <small>{[one.named, formOf(one.text)].filter(Boolean).join(' · ')}</small> : null}
        </h3>
        {one ? <Moment value={one.at} /> : null}
        {/* there while the next message comes too: the focus stays on them */}
        {one || waiting ? (
          <CopyButton text={one?.text ?? notYet} label={`Copy ${title.toLowerCase()}`} />
        ) : null}
        {(one || waiting) && title === 'Request' ? (
          <CopyWords text={one ? curlOf(one.text, address) : notYet} label="Copy as curl" />
        ) : null}
      </header>
      {outcome ? (
        <div className={styles.outcome} data-tone={outcome.tone}>
          <p>{[`${outcome.words}: ${outcome.why}`, ...outcome.more].join(' · ')}</p>
          {action}
        </div>
      ) : null}
      {title === 'Request' && receiver && receiver !== 'us' ? (
        <dl className={styles.way}>
          <div>
            <Field label={receiver.label ?? 'Address'}>{receiver.address}</Field>
          </div>
          {way}
        </dl>
      ) : null}
      {!one ? (
        <p className={styles.missing}>{waiting ? ' ' : missing}</p>
      ) : raw || !lines.length ? (
        <Raw text={one.text} label={title} />
      ) : (
        partsOf(lines).map((some, part) => (
          // the lines of one message, which stay where they are
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={part}>
            {some[0]!.part ? <h4>{some[0]!.part}</h4> : null}
            <dl className={sheet.facts}>
              {some.map(({ label, value, words, sent }, place) => (
                // oxlint-disable-next-line react/no-array-index-key
                <div key={place}>
                  <Field label={label}>
                    <span title={sent}>{value || '—'}</span>
                    {words ? <span className={sheet.words}>{words}</span> : null}
                  </Field>
                </div>
              ))}
            </dl>
          </Fragment>
        ))
      )}
    </section>
  );
}

/** A message that carries others along is read part by part. */
function partsOf(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [];
  for (const line of lines)
    if (line.part === parts.at(-1)?.[0]!.part && parts.length) parts.at(-1)!.push(line);
    else parts.push([line]);
  return parts;
}

const MISSING: Readonly<Record<string, string>> = {
  Request: 'None: the other side sent it unprompted, or the request is older than the logs.',
  Answer: 'None: nobody answered, or the answer is not logged yet.',
};

export const NOT_KEPT = 'None is kept: what became of the request stands above.';

const notYet = async () => null;
