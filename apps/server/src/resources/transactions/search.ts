import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  refundTransaction,
  reverseTransaction,
} from '@paydesk/contract/resources/transactions/actions.ts';
import {
  cancelTransaction,
  captureTransaction,
  passTransaction,
  refuseTransaction,
} from '@paydesk/contract/resources/transactions/held-actions.ts';
import {
  leftBeside,
  REVERSAL_WINDOW_DAYS,
} from '@paydesk/contract/resources/transactions/rules.ts';
import { sql } from 'kysely';
import { CLAIMED } from '../../domain/payments/sums.ts';
import type { Deeds, Source } from '../../platform/search/sources.ts';
import { stateOf, type TransactionRow } from './detail.ts';

/** What banks claim of it, or have taken; hardly any payment has a dispute. */
const CLAIMED_OF_IT = `case when coalesce(t.dispute, 'WON') = 'WON' then 0 else (
    ${CLAIMED} and transaction_id = t.id and merchant_id = t.merchant_id) end`;
/** Money of it may go back, as far as its row says. */
const LEFT = `t.status = 'SUCCESS' and t.pending_reversal_cents = 0
  and t.amount_cents > t.refunded_cents + t.pending_refund_cents + t.reversed_cents + ${CLAIMED_OF_IT}`;
const REFUNDABLE = `(${LEFT} and t.refunded_transaction_id is null and t.moves_money)`;
const REVERSIBLE = `(${LEFT} and (t.refunded_transaction_id is not null or t.moves_money)
  and t.date > now() - interval '${REVERSAL_WINDOW_DAYS} days')`;

/** Its row out of JSON. */
function rowOf(json: Readonly<Record<string, unknown>>): TransactionRow {
  const fields = Object.entries(json).map(([key, value]) => [
    key,
    key.endsWith('_cents') && value !== null ? BigInt(value as number) : value,
  ]);
  return Object.fromEntries(fields) as TransactionRow;
}

// whether an acquirer is set up, and whether a payer pays again, is looked at where it is done
function state(json: object) {
  const row = rowOf(json as never) as TransactionRow & { claimed_cents: bigint };
  return stateOf(row, null, 'set up', row.claimed_cents);
}

const deeds: Deeds = {
  state: `to_jsonb(t) || jsonb_build_object('claimed_cents', ${CLAIMED_OF_IT})`,
  stateOf: state,
  left: (json: object) => {
    const one = state(json);
    const left = leftBeside(one);
    return left > 0 && left < one.amount ? formatAmount(left) : null;
  },
  all: [
    { action: refundTransaction, can: REFUNDABLE },
    { action: reverseTransaction, can: REVERSIBLE },
    { action: captureTransaction, can: `(t.hold = 'AUTHORISED')` },
    { action: cancelTransaction, can: `(t.hold = 'AUTHORISED')` },
    { action: passTransaction, can: `(t.hold = 'REVIEW')` },
    { action: refuseTransaction, can: `(t.hold = 'REVIEW')` },
  ],
};

/** How payments are found, and what somebody may come to do to them. */
export const search: Source = {
  read: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
  scope: 'merchant',
  from: 'transactions t',
  id: 't.id',
  tenant: 't.merchant_id',
  title: `case when t.refunded_transaction_id is null then '' else ' refund' end`,
  cents: 't.amount_cents',
  left: 't.amount_cents - t.refunded_cents - t.pending_refund_cents - t.reversed_cents',
  negative: '(t.refunded_transaction_id is not null)',
  // beside its status, as lists say it
  detail: `concat_ws(' · ', case when t.refunded_cents >= t.amount_cents then 'refunded in full' end,
    '•• ' || t.card_last_four,
    to_char(t.date at time zone :zone, 'DD.MM.YYYY HH24:MI'), :whose,
    coalesce(t.description, t.account_statement_reference))`,
  status: 't.status',
  newest: 't.date',
  lastFour: 't.card_last_four',
  card: 't.card_pan',
  described: 't.description',
  order: 't.order_id',
  customer: 't.customer_id',
  daily: true,
  also: { Reference: 't.account_statement_reference', 'Payment id': 't.external_payment_id' },
  deeds,
  where: ({ text, card }) => [
    ...(card ? [sql<boolean>`t.card_pan = ${card}`] : []),
    // in whatever case it was copied; an equality, which the trigrams answer too
    sql<boolean>`t.account_statement_reference = ${text.toUpperCase()}`,
    sql<boolean>`t.external_payment_id = ${text}`,
    sql<boolean>`t.external_payment_id = ${text.toUpperCase()}`,
  ],
};
