import type { PayerRefusal } from '@paydesk/contract/charging.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { isAudience } from '@paydesk/contract/permissions.ts';
import { failureOf } from '@paydesk/contract/declines.ts';
import { transactions, type TransactionType } from '@paydesk/contract/resources/transactions.ts';
import {
  type MoneyOut,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions/record.ts';
import { type TransactionState } from '@paydesk/contract/resources/transactions/rules.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import type { TransactionStatus } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { sql, type Selectable } from 'kysely';
import { alsoPaid } from '../../domain/payments/also-paid.ts';
import { claimedOf, leftToRefund, lostOf } from '../../domain/payments/sums.ts';
import { countryOf } from '../../domain/rules/bins.ts';
import { handOf } from '../../domain/taking.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Transactions } from '../../platform/db/schema/payments.ts';
import { notFound } from '../../platform/errors.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import type { Services } from '../../platform/services.ts';
import { nameTold } from '../../platform/told.ts';
import { refundOf, type RefundRow } from './refunds.ts';

export type TransactionRow = Selectable<Transactions>;

/** What can still go back to the payer: nothing done and nothing pending may come on top. */
export const remainingCents = (row: TransactionRow): bigint =>
  row.amount_cents -
  row.refunded_cents -
  row.pending_refund_cents -
  row.reversed_cents -
  row.pending_reversal_cents;

/** Its payer's bank claims of it, or has taken. */
export const isDisputed = ({ dispute }: TransactionRow): boolean =>
  dispute === 'OPEN' || dispute === 'LOST';

/** A payment that moved no money through the acquirer: somebody marked it as successful (AM-113). */
export const isMarkedByHand = (row: TransactionRow): boolean =>
  !row.moves_money && row.refunded_transaction_id === null;

const typeOf = (row: TransactionRow): TransactionType =>
  row.refunded_transaction_id === null ? 'PAYMENT' : row.moves_money ? 'REFUND' : 'MANUAL_REFUND';

/** The stored row as the contract's rules look at it. */
export function stateOf(
  row: TransactionRow,
  payerRefusal: PayerRefusal | null,
  acquirer: string | null,
  // where nobody has looked how much a bank claims, it is all
  claimedCents = isDisputed(row) ? row.amount_cents : 0n,
): TransactionState {
  return {
    type: typeOf(row),
    cardPan: row.card_pan,
    status: { name: row.status as TransactionStatus },
    date: row.date,
    amount: fromCents(row.amount_cents),
    currency: row.currency,
    refundedTransactionId: row.refunded_transaction_id,
    markedByHand: isMarkedByHand(row),
    remainingAmount: fromCents(remainingCents(row)),
    claimedAmount: fromCents(claimedCents),
    awaitingAcquirer:
      row.pending_reversal_cents > 0n
        ? 'reversal'
        : row.pending_refund_cents > 0n || (row.awaiting_acquirer && row.refunded_transaction_id)
          ? 'refund'
          : row.awaiting_acquirer
            ? 'payment'
            : null,
    payerRefusal,
    acquirerMissing: row.moves_money && acquirer === null,
    hold: row.hold,
    dispute: row.dispute,
  };
}

/** Where what this merchant's payments ask goes to; null: no acquirer is set up. */
export async function acquirerOf(
  db: Db,
  { addressOf }: Pick<Services, 'addressOf'>,
  merchantId: string,
): Promise<string | null> {
  const merchant = await db
    .selectFrom('merchants')
    .select('acquirer_url')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  return addressOf('ACQUIRER', merchant?.acquirer_url ?? null);
}

/** Why no money is taken from a payer: by reversing a refund, or of a payment that is held. */
async function payerRefusal(
  { database }: Services,
  { sight }: SignedIn,
  row: TransactionRow,
): Promise<PayerRefusal | null> {
  const takesBack = row.refunded_transaction_id !== null && row.moves_money;
  if (!takesBack && !row.hold) return null;
  const [found] = await database.run(
    sql<{ refusal: PayerRefusal | null }>`
      select charge_refusal(${row.customer_id}::uuid, ${row.card_pan}) as refusal`,
    sight,
  );
  return found!.refusal;
}

/** An instant within JSON, as answers have it. */
const asIso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const amountOf = (cents: string | null | undefined) =>
  cents === null || cents === undefined ? null : fromCents(BigInt(cents));

/** What the payer's bank says of it, as the database has it. */
type Claim = Omit<NonNullable<TransactionDetail['claim']>, 'amount'> & { cents: string };
const claimOf = ({ cents, ...said }: Claim) => ({ ...said, amount: fromCents(BigInt(cents)) });

/**
 * One transaction for this actor (API-32, TX-41..45). A refund counts with what a later reversal of
 * it left, so that the refunds always sum to the refunded amount.
 */
export async function loadDetail(
  services: Services,
  actor: SignedIn,
  id: string,
): Promise<TransactionDetail> {
  const staff = isAudience(actor, 'staff');
  const technical = isAudience(actor, 'technical');
  // a merchant's statements may not even name the tables of people and other merchants
  const people = staff
    ? sql`, m.name as merchant_name, c.first_name, c.last_name
        from transactions t join merchants m on m.id = t.merchant_id
        left join customers c on c.id = t.customer_id`
    : sql`from transactions t`;
  // of one merchant's person it is known by value, and one machine answers where rows are spread
  const whose = actor.merchantId ? sql`${actor.merchantId}::uuid` : sql`t.merchant_id`;
  const [row] = await services.database.run(
    sql<
      TransactionRow & {
        refunds: RefundRow[];
        capture_before: string | null;
        paid_for: string | null;
        order_number: string | null;
        claimed: bigint;
        lost: bigint;
        original: { status: TransactionStatus; cents: string; left: string | null } | null;
        claim: Claim | null;
        acquirer_url: string | null;
        also_paid: TransactionDetail['alsoPaidBy'];
        merchant_name?: string;
        reversed_refunds: bigint;
        first_name?: string | null;
        last_name?: string | null;
      }
    >`
      select t.*, ${sql.raw(nameTold('t.created_by'))} as created_by, ${sql.raw(nameTold('t.updated_by'))} as updated_by,
      t.paid_out_day::text as paid_out_day, (select acquirer_url from merchants where id = t.merchant_id) as acquirer_url, (
        select a.capture_before from payment_attempts a
        where a.id = t.id and a.merchant_id = ${whose} and t.hold = 'AUTHORISED'
      ) as capture_before,
      -- a recurring charge is no try at the order that began it; one that is open yet is paid by its purchase alone
      case when t.recurring_payment_id is null then coalesce(
        (select status from orders where id = t.order_id and merchant_id = ${whose} and status in ('PAID','REJECTED','EXPIRED')),
        (select status from purchases where id = t.purchase_id and merchant_id = ${whose})
      ) end as paid_for, (
        select external_order_number from orders where id = t.order_id and merchant_id = ${whose}
      ) as order_number, (
        select json_build_object('caseNumber', d.external_id, 'cents', d.amount_cents::text,
          'reason', d.reason, 'respondBy', ${asIso('d.respond_by')}, 'date', ${asIso('d.created_date')})
        from disputes d where d.transaction_id = t.id and d.merchant_id = ${whose}
        order by array_position(array['OPEN','LOST','WON'], d.status),
          case when d.status = 'OPEN' then d.respond_by end, d.created_date desc, d.id desc limit 1
      ) as claim, ${claimedOf(sql.ref('t.id'), whose)} as claimed, ${lostOf(sql.ref('t.id'), whose)} as lost, (
        select json_build_object('status', p.status, 'cents', p.amount_cents::text, 'left', (${sql.raw(leftToRefund('p'))})::text)
        from transactions p where p.id = t.refunded_transaction_id and p.merchant_id = ${whose}
      ) as original, (
        select coalesce(json_agg(r order by r.date, r.id), '[]') from (
          select o.id, o.refund_transaction_id as transaction_id, o.reason_code, o.reason_note,
            ${sql.raw(nameTold('o.user_name'))} as requested_by,
            (r.amount_cents - r.reversed_cents)::text as amount_cents, ${asIso('r.date')} as date
          from money_operations o
          join transactions r on r.id = o.refund_transaction_id and r.merchant_id = ${whose}
          where o.transaction_id = t.id and o.merchant_id = ${whose} and o.status = 'APPROVED' and r.status in ('SUCCESS', 'REVERSED')
            and r.amount_cents > r.reversed_cents
        ) r
      ) as refunds, (
        select coalesce(sum(r.reversed_cents), 0)::bigint from transactions r
        where r.refunded_transaction_id = t.id and r.merchant_id = ${whose} and r.status = 'REVERSED'
      ) as reversed_refunds, ${alsoPaid('t', whose)} as also_paid
      ${people} where t.id = ${id} and ${scopeOf(transactions, 't.merchant_id', actor)}`,
    actor.sight,
  );
  if (!row) throw notFound();
  const status = row.status as TransactionStatus;
  const acquirer = services.addressOf('ACQUIRER', row.acquirer_url);
  return {
    id: row.id,
    ...stateOf(row, await payerRefusal(services, actor, row), acquirer, row.claimed),
    description: row.description,
    currency: row.currency as 'EUR',
    status: { name: status, description: TRANSACTION_STATUSES[status] },
    ...(staff && {
      ...handOf(row),
      customerFirstName: row.first_name ?? null,
      customerLastName: row.last_name ?? null,
      customerId: row.customer_id,
      cardId: row.card_id,
      merchantId: row.merchant_id,
      merchantName: row.merchant_name!,
      cardCountry: row.hold === 'REVIEW' ? await countryOf(services, actor, row.card_pan) : null,
    }),
    purchaseId: row.purchase_id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    recurringPaymentId: row.recurring_payment_id,
    accountStatementReference: row.account_statement_reference,
    ...(technical && {
      externalErrorType: row.external_error_type,
      externalErrorCode: row.external_error_code,
      externalErrorDescription: row.external_error_description,
      xid: row.xid,
    }),
    externalPaymentId: row.external_payment_id,
    eci: row.eci,
    liabilityShift: row.liability_shift,
    captureBefore: row.capture_before,
    capturedDate: row.captured_date,
    ...(staff && {
      acquirerFee: row.acquirer_fee_cents === null ? null : fromCents(row.acquirer_fee_cents),
    }),
    paidOutDay: row.paid_out_day,
    payoutReference: row.payout_reference,
    batchId: row.batch_id,
    createdBy: row.created_by,
    refunds: row.refunds.map(refundOf),
    reversal: row.reversal_date
      ? {
          amount: fromCents(row.reversed_cents),
          date: row.reversal_date,
          reasonCode: row.reversal_reason_code as MoneyOut['reasonCode'],
          reasonNote: row.reversal_reason_note,
        }
      : null,
    claim: row.claim && claimOf(row.claim),
    lostAmount: fromCents(row.lost),
    originalStatus: row.original?.status ?? null,
    originalAmount: amountOf(row.original?.cents),
    originalLeft: amountOf(row.original?.left),
    alsoPaidBy: row.also_paid,
    failure: failureOf({
      status,
      isRefund: row.refunded_transaction_id !== null,
      errorType: row.external_error_type,
      errorCode: row.external_error_code,
      paidFor: row.paid_for,
    }),
    reportData: row.report_data,
    refundedAmount: fromCents(row.refunded_cents),
    reversedAmount: fromCents(row.reversed_cents),
    reversedRefundsAmount: fromCents(row.reversed_refunds),
    pendingAmount: fromCents(row.pending_refund_cents + row.pending_reversal_cents),
    updatedDate: row.updated_date,
    updatedBy: row.updated_by,
  };
}
