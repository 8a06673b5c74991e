import type { ReactNode } from 'react';
import { shortCard } from '@paydesk/contract/kernel/cards.ts';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { fullName } from '@paydesk/contract/kernel/full-name.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { countryName } from '@paydesk/contract/merchant-record.ts';
import { HOLDS } from '@paydesk/contract/payments.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import {
  transaction as record,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions/record.ts';
import { transactionAnswer } from '@paydesk/contract/resources/transactions/story.ts';
import { eciWords } from '@paydesk/contract/three-d-secure.ts';
import { waitOf } from '@paydesk/contract/waits.ts';
import { orderValue } from '../../order-link.tsx';
import { paths } from '../../paths.ts';
import { DetailCard, Fields, type DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { People, type Person } from '../../platform/DetailScreen/People.tsx';
import { AppLink } from '../../platform/AppLink.tsx';
import { useCall } from '../../platform/query.ts';
import { RowsCard } from '../../platform/ReviewDesk/RowsCard.tsx';
import { choiceOf, picked, reviewQueue, takingOf } from '../../platform/ReviewDesk/types.ts';
import { useActor } from '../../platform/session.ts';
import { heldBy, RulesSaid } from '../../rules-said.tsx';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { DateTime } from '../../ui/values.tsx';
import { useSameDay, useUsual } from './beside.tsx';
import { peopleOf } from './related.tsx';

const PASS = 'POST /api/transactions/{id}/actions/pass';
const REFUSE = 'POST /api/transactions/{id}/actions/refuse';
type Row = RowOf<typeof transactions.columns>;

const whole = ({ amount, currency }: Pick<Row, 'amount' | 'currency'>) =>
  `${formatAmount(amount)} ${currency}`;

/** Payments that a risk rule holds for a look: their shoppers wait (ST-03). */
export const review = reviewQueue<Row, TransactionDetail>({
  slug: 'payment',
  title: 'Payments in review',
  list: 'GET /api/transactions',
  filters: { f_hold: 'REVIEW' },
  columns: picked(transactions.columns, ['merchantName', 'merchantId', 'amount']),
  one: 'GET /api/transactions/{id}',
  colleagues: 'GET /api/transactions/{id}/colleagues',
  asks: { anyOf: ['READ_ANY_TRANSACTION'] },
  // its shopper and its money wait for nothing else
  urgency: ({ date: made }) => ({ level: 'held', by: Date.parse(made) }),
  late: () => waitOf('reviews').late,
  because: heldBy('TRANSACTION', 'REVIEW'),
  row: (row, rule) => ({
    title: row.payer ?? shortCard(row.cardPan) ?? 'Payment',
    value: whole(row),
    why: ['Payment held', rule].filter(Boolean).join(': '),
    note: row.merchantName ?? '',
    since: row.date,
  }),
  open: (id) => paths.transaction(id),
  all: () => paths.transactions({ f_hold: 'REVIEW' }),
  head: (one) => ({
    title: [whole(one), fullName(one.customerFirstName, one.customerLastName)]
      .filter(Boolean)
      .join(' · '),
    chips: one.hold ? (
      <Chip tone="warning">{HOLDS[one.hold]}</Chip>
    ) : (
      <StatusChip status={one.status} />
    ),
    answer: transactionAnswer(one),
  }),
  choices: (one) => [
    choiceOf(record, PASS, one, {
      key: 'a',
      submit: `Approve ${whole(one)}`,
    }),
    choiceOf(record, REFUSE, one, {
      key: 'r',
      submit: `Refuse ${whole(one)}`,
      danger: true,
    }),
  ],
  taking: (one) => takingOf(record, one),
  customerOf: ({ customerId }) => customerId,
  Evidence,
});

/** Which rules looked at it and what they said, who pays whom, and how the person has paid before. */
function Evidence({ one }: { one: TransactionDetail }): ReactNode {
  const actor = useActor();
  return (
    <>
      <RulesSaid id={one.id} none="No rule results for this payment." />
      <Payment one={one} />
      {/* the customer stands beside the decision */}
      <People
        of={peopleOf(one, actor).filter(
          (each): each is Person => each !== false && each.label !== 'Customer',
        )}
      />
      {one.customerId ? <Before id={one.id} customerId={one.customerId} /> : null}
    </>
  );
}

/** A card that came with the payment is no card that was used before. */
const isNear = (one: string, other: string) =>
  Math.abs(Date.parse(one) - Date.parse(other)) < 5 * 60_000;

/** Where to: a country other than the card's speaks against it. */
type Delivery = Readonly<
  Record<'addressLine' | 'postalCode' | 'city' | 'country' | 'method', string | null>
>;
const deliveryOf = ({ addressLine, postalCode, city, country, method }: Delivery) =>
  [addressLine, `${postalCode} ${city}`.trim(), countryName(country), method]
    .filter(Boolean)
    .join(', ');

/** When and for what it was, by which card, and whether its bank knows the payer. */
function Payment({ one }: { one: TransactionDetail }) {
  const { customerId, cardId, orderId, cardCountry, eci, liabilityShift } = one;
  const hasCard = Boolean(customerId && cardId);
  const { data, error } = useCall(
    'GET /api/customers/{id}/cards',
    {
      params: { id: customerId ?? '' },
      query: { page: 0, size: 50, sort: 'createdDate,DESC', f_id: cardId ?? '' },
    },
    { enabled: hasCard },
  );
  const card = data?.content[0];
  const coming = hasCard && !data && !error;
  // their lines are there before their words, so that what stands around them stays where it is
  const other = error ? 'Could not be loaded' : coming ? '…' : null;
  const asked = useCall(
    'GET /api/orders/{id}',
    { params: { id: orderId ?? '' } },
    { enabled: Boolean(orderId) },
  );
  const shipment = asked.data?.shipment;
  const usual = useUsual(one);
  const sameDay = useSameDay(one);
  const fields: (DetailField | false)[] = [
    { label: 'Date', value: <DateTime value={one.date} /> },
    {
      label: 'Order',
      value: orderValue(one),
    },
    Boolean(orderId) && {
      label: 'Delivery',
      value: asked.data
        ? shipment
          ? deliveryOf(shipment)
          : 'Nothing is delivered'
        : asked.error
          ? 'Could not be loaded'
          : '…',
    },
    { label: 'For', value: one.description },
    // nobody knows it before the acquirer has seen the card
    cardCountry !== null &&
      cardCountry !== undefined && { label: 'Card country', value: countryName(cardCountry) },
    {
      label: '3-D Secure',
      value:
        eci === null
          ? 'Not asked yet'
          : `ECI ${eciWords(eci)}, ${liabilityShift ? 'the bank is liable' : 'the merchant is liable'}`,
    },
    hasCard && {
      label: 'Card known since',
      value: !card ? (
        other
      ) : isNear(card.createdDate, one.date) ? (
        'This payment'
      ) : (
        <DateTime value={card.createdDate} />
      ),
    },
    hasCard && { label: 'Issuer', value: card ? card.issuer : other },
    // below the others, which a second line of theirs would move
    Boolean(one.merchantId) && usual.field,
    Boolean(customerId) && sameDay.field,
  ];
  return (
    // an issuer of many words takes a second line, as an average does
    <DetailCard
      title="Payment"
      coming={coming || (Boolean(orderId) && asked.isPending) || usual.coming || sameDay.coming}
    >
      <Fields fields={fields.filter((field) => field !== false)} />
    </DetailCard>
  );
}

const { date, amount, currency, status, merchantName } = transactions.columns;
const PAYMENT_COLUMNS = { date, amount, currency, status, merchantName };

const PAYMENT_CELLS = {
  date: (row: Row) => (
    <AppLink href={paths.transaction(row.id)}>
      <DateTime value={row.date} />
    </AppLink>
  ),
};

/** The five before it of the same person, and how many of all were paid. */
function Before({ id, customerId }: { id: string; customerId: string }) {
  const asked = useCall('GET /api/transactions', {
    query: {
      page: 0,
      size: 50,
      sort: 'createdDate,DESC',
      f_customerId: customerId,
      f_type: 'PAYMENT',
    },
  });
  // which the card of the customer beside it has asked for too
  const { data: person, isPending } = useCall('GET /api/customers/{id}', {
    params: { id: customerId },
  });
  const rows = asked.data?.content.filter((row) => row.id !== id) ?? [];
  const tried = asked.data && Math.max(0, asked.data.totalElements - 1);
  return (
    <RowsCard
      title="Tried before"
      asked={asked}
      beside={isPending ? undefined : tried && person ? `${tried}, ${person.payments} paid` : tried}
      columns={PAYMENT_COLUMNS}
      rows={rows.slice(0, 5)}
      cells={PAYMENT_CELLS}
      none="Nothing: it is their first payment here."
    />
  );
}
