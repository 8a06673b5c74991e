import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { CopyWords } from '../../ui/CopyWords.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { tokensOf } from '../../ui/highlight.ts';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import { prettyPayload } from '../../ui/pretty.ts';
import { DateTime } from '../../ui/values.tsx';
import { Field } from '../Field.tsx';
import { AppLink } from '../AppLink.tsx';
import type { AnyRow } from '../ListScreen/cells.tsx';
import { useListed, type AnyResource } from '../ListScreen/useList.ts';
import { queryOf } from '../query.ts';
import { consoleSettingsQuery } from '../session.ts';
import { useScreenKeys } from '../screen-keys.ts';
import styles from './log.module.css';
import { askedOfAll, foldedBy, pairOf, tookWords, type Message } from './pairs.ts';
import { curlOf, linesOf } from './read.ts';
import type { Became, LogOf } from './types.ts';

// one chunk: neither is there before a row is
export { CopyMessages } from './CopyMessages.tsx';

/** So much is said of one payment at most. */
const CONVERSATION = 200;

const NO_ROWS: readonly AnyRow[] = [];

type Row = AnyRow & { id: string; createdDate: string };
type Said = Message & { title: string; text: string; receiver: ReturnType<LogOf<Row>['receiver']> };

interface Props {
  id: string;
  resource: AnyResource;
  log: LogOf<Row>;
  onShow: (id: string | null) => void;
}

/** One message with its other half: read or raw, how long the answer took, and the next of the list. */
export default function LogPanel({ id, resource, log, onShow }: Props): ReactNode {
  const page = useListed(resource);
  const all = (page.data?.content ?? NO_ROWS) as unknown as readonly Row[];
  const asked = useMemo(() => askedOfAll(all, log), [all, log]);
  // as the list has them: the next one is another exchange, and not its other half
  const rows = foldedBy(all, asked);
  const at = rows.findIndex((row) => row.id === id || asked.get(row.id)?.request.id === id);
  // one that is on another page by now
  const alone = useList(resource, { f_id: id }, !page.isPending && at < 0);
  const row = all.find((one) => one.id === id) ?? alone.data?.content[0];
  // both halves are one row of the list: neither was opened rather than the other
  const both = asked.has(rows[at]?.id ?? '');
  const [raw, setRaw] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useScreenKeys(root);

  const conversation = row ? log.conversation(row) : null;
  const others = useList(resource, conversation ?? {}, conversation !== null);
  const messages = (others.data?.content ?? (row ? [row] : [])).map((one): Said => ({
    ...log.message(one),
    id: one.id,
    at: one.createdDate,
    title: log.title(one as Row),
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
      title={row ? [...new Set(titles)].join(', ') || log.title(row) : 'Message'}
      onClose={() => onShow(null)}
    >
      <div ref={root} className={styles.panel}>
        <div className={styles.bar}>
          <Button
            icon={<IconArrowUp size={16} aria-hidden />}
            aria-disabled={at > 0 ? undefined : true}
            title={at > 0 ? undefined : 'It is the first one on this page'}
            data-key="p k"
            data-does="Previous message"
            onClick={() => at > 0 && onShow(rows[at - 1]!.id)}
          >
            Previous<kbd aria-hidden>p</kbd>
          </Button>
          <Button
            icon={<IconArrowDown size={16} aria-hidden />}
            aria-disabled={at >= 0 && at < rows.length - 1 ? undefined : true}
            title={at < rows.length - 1 ? undefined : 'It is the last one on this page'}
            data-key="n j"
            data-does="Next message"
            onClick={() => at >= 0 && at < rows.length - 1 && onShow(rows[at + 1]!.id)}
          >
            Next<kbd aria-hidden>n</kbd>
          </Button>
          <Button
            aria-pressed={raw}
            data-key="r"
            data-does="As it was sent, or read"
            onClick={() => setRaw(!raw)}
          >
            Raw<kbd aria-hidden>r</kbd>
          </Button>
          <output aria-live="polite">
            {durationMs === null ? '' : `Answered after ${tookWords(durationMs)}`}
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
          <p className={styles.missing}>There is no such message, or it is not yours to read.</p>
        )}
      </div>
    </Dialog>
  );
}

/** All under these filters, the oldest first. */
const useList = (
  resource: AnyResource,
  filters: Readonly<Record<string, string>>,
  enabled: boolean,
) =>
  useQuery({
    ...(queryOf(`GET ${resource.path}` as Key, {
      query: { page: 0, size: CONVERSATION, sort: 'createdDate,ASC', ...filters } as never,
    }) as UseQueryOptions<ListAnswer<Row>>),
    enabled,
  });

interface HalfProps {
  title: string;
  one: Said | null;
  raw: boolean;
  waiting: boolean;
  /** What became of it. */
  outcome?: Became | null;
  action?: ReactNode;
  /** Why there is none. */
  missing?: string | undefined;
  /** The one whose row was opened. */
  isOpen: boolean;
}

function Half({
  title,
  one,
  raw,
  waiting,
  isOpen,
  outcome = null,
  action,
  missing = MISSING[title],
}: HalfProps): ReactNode {
  const lines = one ? linesOf(one.text) : [];
  const { data: console } = useQuery(consoleSettingsQuery);
  const receiver = one?.receiver ?? null;
  const address = (receiver === 'us' ? console?.publicUrl : receiver?.address) ?? null;
  return (
    <section className={styles.half} aria-label={title} data-open={isOpen || undefined}>
      <header>
        <h3>{title}</h3>
        {one ? <DateTime value={one.at} /> : null}
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
          <p>{[outcome.words, ...outcome.more].join(' · ')}</p>
          {action}
        </div>
      ) : null}
      {!one ? (
        <p className={styles.missing}>{waiting ? ' ' : missing}</p>
      ) : raw || !lines.length ? (
        <Raw text={one.text} label={title} />
      ) : (
        <dl>
          {lines.map(({ label, value, words }, place) => (
            // the lines of one message, which stay where they are
            // oxlint-disable-next-line react/no-array-index-key
            <div key={place}>
              <Field label={label}>
                {value || '—'}
                {words ? <span>{words}</span> : null}
              </Field>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

const MISSING: Readonly<Record<string, string>> = {
  Request: 'None: the other side sent it unprompted, or the request is older than the logs.',
  Answer: 'None: nobody answered, or the answer is not logged yet.',
};

const NOT_KEPT = 'None is kept: what became of the request stands above.';

const notYet = async () => null;

function Raw({ text, label }: { text: string; label: string }): ReactNode {
  return (
    // scrolls, so the keyboard must reach it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0} aria-label={`${label}, raw`}>
      {tokensOf(prettyPayload(text)).map(({ kind, text: part }, at) =>
        kind === 'text' ? (
          part
        ) : (
          // a text's parts stay where they are
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} data-kind={kind}>
            {part}
          </span>
        ),
      )}
    </pre>
  );
}
