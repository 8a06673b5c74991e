import { Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { toldTo } from '@paydesk/contract/kernel/story.ts';
import type { Taken } from '@paydesk/contract/taking.ts';
import { Button } from '../../ui/Button.tsx';
import { Boundary } from '../../ui/Boundary.tsx';
import { Deadline } from '../../ui/Since.tsx';
import { Coming, LoadingWord } from '../../ui/Coming.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { addressOf } from '../api.ts';
import { AppLink } from '../AppLink.tsx';
import { errorText, isOutage } from '../errors.ts';
import { shortId } from '../format.ts';
import { askAgain, useCall } from '../query.ts';
import { useActor } from '../session.ts';
import { Decision } from './Decision.tsx';
import { Taking } from './Taking.tsx';
import styles from './review.module.css';
import type { AnyQueue } from './types.ts';
import { late, Silent } from '../late.tsx';

const Fresh = late(() => import('../live/Fresh.tsx'), Silent);

interface Props {
  queue: AnyQueue;
  id: string;
  /** The person came here by going on: the focus stands at its head. */
  follows: boolean;
  Customer: ComponentType<{ customerId: string; writeKey: string }>;
  onDone: () => void;
}

/** One case: what was found, what speaks for and against it, and the decision beside it. */
export function Case({ queue, id, follows, Customer, onDone }: Props): ReactNode {
  const { data: read, error, refetch } = useCall(queue.one, { params: { id } as never });
  const data = read as Taken | undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const head = data === undefined ? undefined : queue.head(data);
  const answer = toldTo(useActor(), head?.answer ?? null);
  useEffect(() => {
    if (follows) heading.current?.focus();
  }, [follows]);
  // nor does a decision that is being written go with the line
  if (error && !(data && isOutage(error))) {
    const { title, lines } = errorText(error);
    return (
      <div className={styles.case} role="alert">
        <h2>{title ?? 'There is nothing to show'}</h2>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <div>
          <Button onClick={() => void refetch()}>Retry</Button>
        </div>
      </div>
    );
  }
  const customerId = data === undefined ? null : queue.customerOf(data);
  return (
    <>
      <article className={styles.case} aria-busy={!data || undefined} data-in-turn>
        <header>
          <div className={styles.caseTitle}>
            <h2 ref={heading} tabIndex={-1}>
              {head?.title ?? '…'}
            </h2>
            {head?.chips}
          </div>
          {/* alone in an empty place they would say nothing */}
          {data ? (
            <>
              <Taking queue={queue} id={id} one={data} />
              <span className={styles.caseId} title={id}>
                {shortId(id)}
                <CopyButton text={id} label="Copy ID" />
              </span>
              <AppLink
                className={styles.details}
                href={queue.open(id)}
                data-key="o"
                data-does="Open it on its own screen"
              >
                Details <kbd aria-hidden>o</kbd>
              </AppLink>
            </>
          ) : null}
          {answer ? (
            <p className={styles.answer} data-tone={answer.tone}>
              <strong>{answer.reason}.</strong> <Deadline of={answer.due} />
              {answer.nextStep}
            </p>
          ) : null}
        </header>
        {data ? (
          <>
            <Boundary what="The evidence" onRetry={askAgain}>
              <queue.Evidence one={data} />
            </Boundary>
            <Suspense fallback={null}>
              <Fresh address={addressOf(queue.one, { id }).url} />
            </Suspense>
          </>
        ) : (
          <div data-coming>
            <LoadingWord />
          </div>
        )}
      </article>
      <div className={styles.side} data-in-turn>
        {data ? <Decision queue={queue} id={id} one={data} onDone={onDone} /> : null}
        {customerId ? (
          <Boundary what="The customer" onRetry={askAgain}>
            <Suspense fallback={<Coming />}>
              <Customer customerId={customerId} writeKey="w" />
            </Suspense>
          </Boundary>
        ) : null}
      </div>
    </>
  );
}
