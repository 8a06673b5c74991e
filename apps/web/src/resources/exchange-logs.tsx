import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  EXCHANGE_OUTCOMES,
  type EXCHANGE_TYPES,
  exchangeLog,
  exchangeLogs,
  HOURS_TO_TRY,
  sendCallbackAgain,
  stillTried,
} from '@paydesk/contract/resources/exchange-logs.ts';
import { Field } from '../platform/Field.tsx';
import { namedIn, nextWords } from '../of-message.ts';
import { paths } from '../paths.ts';
import { ActionButton, ActionMenu } from '../platform/ActionButton.tsx';
import { AppLink } from '../platform/AppLink.tsx';
import { specOf } from '../platform/DetailScreen/RecordActions.tsx';
import { formatDateTime, shortId } from '../platform/format.ts';
import { IdLink } from '../platform/IdLink.tsx';
import { LogScreen } from '../platform/LogScreen/LogScreen.tsx';
import type { LogOf } from '../platform/LogScreen/types.ts';
import { useCall } from '../platform/query.ts';
import { useOpens } from '../platform/closed.ts';
import { DateTime } from '../ui/values.tsx';
import { useActor } from '../platform/session.ts';
import { IconBuildingStore, IconCreditCard, IconRefresh, IconShoppingCart } from '../ui/icons.ts';

const iconLinks = [
  {
    label: 'Purchase',
    icon: <IconCreditCard size={16} aria-hidden />,
    to: ({ purchaseId }: { purchaseId: string | null }) =>
      purchaseId ? paths.purchase(purchaseId) : null,
  },
  {
    label: 'Order',
    icon: <IconShoppingCart size={16} aria-hidden />,
    to: ({ orderId }: { orderId: string | null }) => (orderId ? paths.order(orderId) : null),
  },
  {
    label: 'Merchant',
    visibleTo: 'technical',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }: { merchantId?: string }) =>
      merchantId ? paths.merchantById(merchantId) : null,
  },
] as const;

// both names of a line, whole
const columns = {
  purchaseId: {
    cell: ({ purchaseId }: { purchaseId: string | null }) => (
      <IdLink label="Purchase" id={purchaseId} href={paths.purchase} />
    ),
  },
  // 'Answer to the order verification', whole
  xmlType: { width: 208 },
} as const;

type Row = RowOf<typeof exchangeLogs.columns>;

/** Of a purchase, or of an order that came to none. */
const about = ({ purchaseId, orderId }: Row): Readonly<Record<`f_${string}`, string>> | null =>
  purchaseId ? { f_purchaseId: purchaseId } : orderId ? { f_orderId: orderId } : null;

const AGAIN = 'POST /api/exchange-logs/{id}/actions/send-again';
const again = <IconRefresh size={16} aria-hidden />;

/** Staff send it again; a merchant's people see to the address. */
function NotArrived({ row }: { row: Row }) {
  return AUDIENCES.staff(useActor()) ? (
    <ActionButton {...specOf(exchangeLog, AGAIN, row as never, again)} />
  ) : (
    <AppLink href={paths.merchant()}>Change the address</AppLink>
  );
}

/** When, which stands where all wait that were not delivered: to staff, who may open that. */
function NextAttempt({ id }: { id: string }) {
  const list = paths.undeliveredMessages({ f_id: id });
  const enabled = useOpens()(list);
  const query = { page: 0, size: 1, f_id: id };
  const { data } = useCall('GET /api/undelivered-messages', { query }, { enabled });
  const at = data?.content[0]?.nextAttempt;
  if (!at) return null;
  return (
    <div>
      <Field label="Next attempt">
        {nextWords(at) ?? <DateTime value={at} />}{' '}
        <AppLink href={list}>Undelivered message</AppLink>
      </Field>
    </div>
  );
}

/** What each is, for who does not know it by its name. */
const WORDS: Readonly<Record<keyof typeof EXCHANGE_TYPES, string>> = {
  PMTREQ: 'Payment request',
  PMTRESP: 'Answer to the payment request',
  PMTSTATRESP: 'Payment status',
  ORDERVERREQ: 'Order verification',
  ORDERVERRESP: 'Answer to the order verification',
  PURCHCOMPLREQ: 'Callback to the merchant',
};

/** PMTREQ and PMTRESP, ORDERVERREQ and ORDERVERRESP; a state told unasked stands alone. */
const log: LogOf<Row> = {
  payload: 'xml',
  conversation: about,
  message: ({ xmlType }) => ({
    name: xmlType.replace(/(REQ|RESP)$/, ''),
    side: xmlType.endsWith('RESP') ? 'answer' : 'request',
  }),
  half: {
    column: 'xmlType',
    // what the two begin with is said once
    both: ({ xmlType }) => `${WORDS[xmlType as keyof typeof EXCHANGE_TYPES]} and answer`,
  },
  result: 'outcome',
  title: ({ xmlType }) => xmlType,
  words: ({ xmlType }) => WORDS[xmlType as keyof typeof EXCHANGE_TYPES],
  receiver: ({ xmlType, address }) =>
    xmlType === 'PMTREQ' ? 'us' : address ? { address, label: 'Address now' } : null,
  way: (row) => {
    const tried = stillTried(row, new Date());
    return tried && tried !== 'given up' ? <NextAttempt key={row.id} id={row.id} /> : null;
  },
  action: (row) =>
    row.outcome === 'FAILED' && row.xmlType === 'PURCHCOMPLREQ' ? (
      <NotArrived key={row.id} row={row} />
    ) : null,
  outcome: (row) => {
    const { outcome, outcomeDetail, outcomeDate, attempts } = row;
    if (!outcome) return null;
    const tried = stillTried(row, new Date());
    const more = [
      ...(attempts === 1 ? ['1 attempt'] : []),
      ...(attempts! > 1
        ? [`${attempts} attempts, the last on ${formatDateTime(outcomeDate!)}`]
        : []),
      ...(tried === 'given up'
        ? [`given up after ${HOURS_TO_TRY} hours`]
        : tried
          ? [`will be tried again until ${formatDateTime(tried.until)}`]
          : []),
    ];
    return {
      words: EXCHANGE_OUTCOMES[outcome],
      code: /answered (\d{3})$/.exec(outcome === 'FAILED' ? outcomeDetail! : '')?.[1],
      why: outcomeDetail!,
      more,
      tone: outcome === 'FAILED' ? 'error' : 'success',
    };
  },
  subject: (row) => {
    const { purchaseId, orderId } = row;
    const filters = about(row);
    if (!filters) return null;
    return {
      ...(purchaseId
        ? { label: `Purchase ${shortId(purchaseId)}`, href: paths.purchase(purchaseId) }
        : { label: `Order ${shortId(orderId!)}`, href: paths.order(orderId!) }),
      also: [
        ...(purchaseId && orderId
          ? [{ label: `Order ${shortId(orderId)}`, href: paths.order(orderId) }]
          : []),
        ...namedIn(row.xml, [purchaseId, orderId]),
      ],
      list: paths.exchangeLogs(filters),
    };
  },
};

/** Of a callback alone: everything else was asked, or is an answer. */
const menu = (row: Row) =>
  row.xmlType === 'PURCHCOMPLREQ' ? (
    <ActionMenu
      key={row.id}
      quiet
      label={`Actions for the callback of ${formatDateTime(row.createdDate)}`}
      actions={[specOf(exchangeLog, AGAIN, row as never, again)]}
    />
  ) : (
    <span />
  );

/** EL-01..09 */
export function ExchangeLogsScreen() {
  const may = isAllowed(useActor(), sendCallbackAgain.asks);
  return (
    <LogScreen
      resource={exchangeLogs}
      record={exchangeLog}
      nothingYet="No messages yet. Each one between the merchant’s systems and Paydesk appears here."
      columns={columns}
      iconLinks={iconLinks}
      menu={may ? menu : undefined}
      log={log}
    />
  );
}
