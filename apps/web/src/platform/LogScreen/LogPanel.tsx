import { durationWords } from '@paydesk/contract/kernel/durations.ts';
import { useRef, useState, type ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { AppLink } from '../AppLink.tsx';
import type { AnyResource } from '../ListScreen/useList.ts';
import { RawButton } from '../ReadScreen/RawButton.tsx';
import sheet from '../ReadScreen/read.module.css';
import { Steps } from '../ReadScreen/Steps.tsx';
import { useUnder } from '../ReadScreen/useUnder.ts';
import { useScreenKeys } from '../screen-keys.ts';
import { Half, NOT_KEPT, type Said } from './Half.tsx';
import styles from './log.module.css';
import { pairOf } from './pairs.ts';
import type { LogOf } from './types.ts';
import { useExchanges, type Said as Row } from './useExchanges.ts';

// one chunk: neither is there before a row is
export { CopyMessages } from './CopyMessages.tsx';

interface Props {
  id: string;
  resource: AnyResource;
  log: LogOf<Row>;
  onShow: (id: string | null) => void;
}

/** One message with its other half: read or raw, how long the answer took, and the next of the list. */
export default function LogPanel({ id, resource, log, onShow }: Props): ReactNode {
  // as the list has them: the next one is another exchange, and not its other half
  const { page, rows: all, asked, lines: rows } = useExchanges(resource, log);
  const at = rows.findIndex((row) => row.id === id || asked.get(row.id)?.request.id === id);
  // one that is on another page by now
  const alone = useUnder<Row>(resource, { f_id: id }, !page.isPending && at < 0);
  const row = all.find((one) => one.id === id) ?? alone.data?.content[0];
  // both halves are one row of the list: neither was opened rather than the other
  const both = asked.has(rows[at]?.id ?? '');
  const [raw, setRaw] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useScreenKeys(root);

  const titled = log.words ?? log.title;
  const conversation = row ? log.conversation(row) : null;
  const others = useUnder<Row>(resource, conversation ?? {}, conversation !== null);
  const messages = (others.data?.content ?? (row ? [row] : [])).map((one): Said => ({
    ...log.message(one),
    id: one.id,
    at: one.createdDate,
    title: titled(one as Row),
    named: log.words && log.title(one as Row),
    text: String(one[log.payload] ?? ''),
    receiver: log.receiver(one as Row),
  }));
  const { request, answer, durationMs } = pairOf(messages, id);
  const subject = row && log.subject(row);
  const titles = [request, answer].flatMap((half) => half?.title ?? []);
  const rowOf = (half: Said | null) =>
    half && [...(others.data?.content ?? []), row].find((one) => one?.id === half.id);
  const outcomeOf = (half: Said | null) => {
    const said = rowOf(half);
    return (said && log.outcome?.(said)) ?? null;
  };
  const asks = rowOf(request);
  const waiting = page.isPending || alone.isFetching || (conversation !== null && others.isPending);
  return (
    <Dialog
      easy
      side
      title={row ? [...new Set(titles)].join(', ') || titled(row) : 'Message'}
      onClose={() => onShow(null)}
    >
      <div ref={root} className={sheet.panel}>
        <div className={sheet.bar}>
          <Steps rows={rows} at={at} what="message" onShow={onShow} />
          <RawButton raw={raw} does="As it was sent, or read" onRaw={setRaw} />
          <output aria-live="polite">
            {durationMs === null ? '' : `Answered after ${durationWords(durationMs)}`}
          </output>
        </div>
        {subject ? (
          <p className={styles.subject}>
            <AppLink href={subject.href}>{subject.label}</AppLink>
            {subject.also?.map(({ label, href }) => (
              <AppLink key={href} href={href}>
                {label}
              </AppLink>
            ))}
            <AppLink href={subject.list}>All its messages</AppLink>
          </p>
        ) : null}
        {row ? (
          <>
            <Half
              title="Request"
              one={request}
              outcome={outcomeOf(request)}
              action={asks && log.action?.(asks)}
              way={asks && log.way?.(asks)}
              raw={raw}
              waiting={waiting}
              isOpen={!both && request?.id === id}
            />
            <Half
              title="Answer"
              one={answer}
              missing={outcomeOf(request) ? NOT_KEPT : undefined}
              raw={raw}
              waiting={waiting}
              isOpen={!both && answer?.id === id}
            />
          </>
        ) : waiting ? null : (
          <p className={sheet.missing}>There is no such message, or it is not yours to read.</p>
        )}
      </div>
    </Dialog>
  );
}
