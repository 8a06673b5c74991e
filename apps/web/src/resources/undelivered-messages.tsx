import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  MESSAGE_KINDS,
  MOST_AGAIN,
  sendAgain,
  sendManyAgain,
  undeliveredMessage,
  undeliveredMessages,
  type MessageKind,
  type UndeliveredMessage,
} from '@paydesk/contract/resources/undelivered-messages.ts';
import { namedIn, nextWords } from '../of-message.ts';
import { paths } from '../paths.ts';
import { ActionButton, ActionMenu } from '../platform/ActionButton.tsx';
import { call } from '../platform/api.ts';
import { AppLink } from '../platform/AppLink.tsx';
import { specOf, specsOf } from '../platform/DetailScreen/RecordActions.tsx';
import { formatCount } from '../platform/format.ts';
import type { Listed, RowIconLink } from '../platform/ListScreen/types.ts';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { useCall } from '../platform/query.ts';
import { Raw } from '../platform/ReadScreen/Raw.tsx';
import sheet from '../platform/ReadScreen/read.module.css';
import { ReadScreen } from '../platform/ReadScreen/ReadScreen.tsx';
import type { Whole } from '../platform/ReadScreen/types.ts';
import { useActor } from '../platform/session.ts';
import { IconBuildingStore, IconFileCode, IconRefresh } from '../ui/icons.ts';

const again = <IconRefresh size={16} aria-hidden />;

const iconLinks: RowIconLink<UndeliveredMessage>[] = [
  {
    label: 'Message',
    icon: <IconFileCode size={16} aria-hidden />,
    // the log has it once it was tried
    to: ({ id, kind, attempts }) =>
      kind === 'CALLBACK' && attempts ? paths.exchangeLogs({ f_id: id }) : null,
  },
  {
    label: 'Merchant',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }) => (merchantId ? paths.merchantById(merchantId) : null),
  },
];

const AGAIN = 'POST /api/undelivered-messages/{id}/actions/send-again';

const menu = (message: UndeliveredMessage) => (
  <ActionMenu
    key={message.id}
    quiet
    label={`Actions for message ${message.id}`}
    actions={specsOf(undeliveredMessage, message, { [AGAIN]: again })}
  />
);

/** The same where it is read, by those who may. */
function SendAgain({ row }: { row: UndeliveredMessage }) {
  return isAllowed(useActor(), sendAgain.asks) ? (
    <ActionButton {...specOf(undeliveredMessage, AGAIN, row, again)} />
  ) : null;
}

const kindWords = ({ kind }: UndeliveredMessage) => MESSAGE_KINDS[kind as MessageKind];

/** Of what its message tells, which its reader may not read; of an email nobody is told more than its address. */
const TELLS_OF: Partial<Record<MessageKind, string>> = {
  CALLBACK: 'a purchase',
  CREDIT_REFUND: 'the refund of a loan',
};
const closed = (of: string | undefined) =>
  `It can’t be read here: its key is gone${of ? `, or it tells of ${of}, which you may not read` : ''}.`;
const ONLY_ITS_READER =
  'The text of an email is for its reader alone: the link in it lets them in.';

/** What it says, and what that is about. */
function Content({ row: { id, kind } }: { row: UndeliveredMessage }) {
  const { data } = useCall('GET /api/undelivered-messages/{id}/content', { params: { id } });
  const text = data?.text;
  return (
    <>
      <section className={sheet.part} aria-label="Payload">
        <h3>Payload</h3>
        {text ? (
          <>
            <p>
              {namedIn(text).map(({ label, href }) => (
                <AppLink key={href} href={href}>
                  {label}
                </AppLink>
              ))}
              {kind === 'MAIL' ? ONLY_ITS_READER : null}
            </p>
            <Raw text={text} label="Payload" />
          </>
        ) : (
          <p>{data ? closed(TELLS_OF[kind as MessageKind]) : ' '}</p>
        )}
      </section>
    </>
  );
}

/** What it tells of which record, where that is known: the error stands after it. */
const saidBy = (row: UndeliveredMessage) =>
  row.tells ? `${kindWords(row)} · ${row.tells}` : kindWords(row);

const whole: Whole<UndeliveredMessage> = {
  column: 'kind',
  words: saidBy,
  what: 'message',
  title: (row) => `${kindWords(row)} · ${row.status.description}`,
  action: (row) => <SendAgain key={row.id} row={row} />,
  parts: (row) => <Content row={row} />,
};

/** Its address fails, so that it was not tried itself. */
const isBehind = ({ status, attempts }: UndeliveredMessage) =>
  status.name === 'HELD' && attempts === 0;

// the error takes what the window leaves over
const columns = {
  error: {
    cell: (row: UndeliveredMessage) =>
      renderValue(
        undeliveredMessages.columns.error,
        row.error && isBehind(row)
          ? `Not tried, as those before it failed: ${row.error}`
          : row.error,
      ),
  },
  nextAttempt: {
    cell: (row: UndeliveredMessage) =>
      nextWords(row.nextAttempt) ??
      renderValue(undeliveredMessages.columns.nextAttempt, row.nextAttempt),
  },
};

const messagesOf = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'message' : 'messages'}`;

/** Over exactly what is listed, which the question says. */
const sendAll = ({ query, filters, total }: Listed) => {
  const count = Math.min(total ?? 0, MOST_AGAIN);
  const { sort: _sort, ...asked } = query;
  return (
    <ActionButton
      action={sendManyAgain}
      record={{ total }}
      title={`Send ${messagesOf(count)} again?`}
      intro={
        <>
          <p>
            {filters
              ? 'These are all messages under the present filters of the list.'
              : 'No filter is set: these are all undelivered messages, of every merchant.'}
            {total !== undefined && total > count
              ? ` There are ${formatCount(total)}; the oldest ${formatCount(count)} go now.`
              : ''}
          </p>
          <p>
            They leave within seconds, each under the same id, so that the receiver can tell a
            repeat. Emails whose link has expired stay as they are.
          </p>
        </>
      }
      submitLabel={`Send ${messagesOf(count)} again`}
      icon={again}
      run={() => call('POST /api/undelivered-messages/actions/send-again', { query: asked })}
      outcome={({ sent, ranOut, left }) =>
        [
          sent ? `${messagesOf(sent)} sent again` : 'Nothing was sent again',
          ...(ranOut ? [`${messagesOf(ranOut)} had expired`] : []),
          ...(left ? [`${messagesOf(left)} left for the next time`] : []),
        ].join('; ')
      }
    />
  );
};

/** AM-47, AM-48: what has not left the house, and sending it again. */
export function UndeliveredMessagesScreen() {
  const may = isAllowed(useActor(), sendAgain.asks);
  return (
    <ReadScreen
      resource={undeliveredMessages}
      whole={whole}
      record={undeliveredMessage}
      columns={columns}
      iconLinks={iconLinks}
      menu={may ? menu : undefined}
      nothingYet="Every message has been delivered. One that fails waits here, and is retried automatically."
      actions={sendAll}
    />
  );
}
