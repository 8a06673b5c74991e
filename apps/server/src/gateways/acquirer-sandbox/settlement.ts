import type { SettlementLine } from '../acquirer.ts';
import type { Books } from './books.ts';

/** What the acquirer keeps of each payment: 0.25 and 1.2 percent of what it took. */
const FEE = `case when sum(captured) > 0 then 25 + round(sum(captured) * 0.012) else 0 end`;

/** Two days later it is in the bank. */
const PAYOUT_DAYS = 2;

/** A day of the books (UTC), a line for each payment, after the payment named; `most` at a time. */
export async function settlementOf(
  books: Books,
  day: string,
  after: string | null,
  most: number,
): Promise<SettlementLine[]> {
  const { rows } = await books.query<{
    payment_id: string;
    captured: string;
    refunded: string;
    fee: string;
    currency: string;
    paid_out: string | null;
  }>(
    `select payment_id, sum(captured)::text as captured, sum(refunded)::text as refunded,
       (${FEE})::text as fee, currency,
       case when $1::date + ${PAYOUT_DAYS} <= (clock_timestamp() at time zone 'UTC')::date
         then ($1::date + ${PAYOUT_DAYS})::text end as paid_out
     from (
       select transaction_id as payment_id, currency,
         case when kind in ('CAPTURE', 'CHARGE') then amount_cents else 0 end as captured,
         case when kind in ('REFUND', 'REVERSAL') then amount_cents else 0 end as refunded
       from acquirer_sandbox.ledger
       where created_date >= $1::date::timestamp at time zone 'UTC'
         and created_date < ($1::date + 1)::timestamp at time zone 'UTC'
     ) booked
     where $2::uuid is null or payment_id > $2
     group by payment_id, currency order by payment_id limit $3`,
    [day, after, most],
  );
  return rows.map(({ payment_id, captured, refunded, fee, currency, paid_out: paidOut }) => ({
    paymentId: payment_id,
    capturedCents: BigInt(captured),
    refundedCents: BigInt(refunded),
    feeCents: BigInt(fee),
    currency,
    payout:
      paidOut === null ? null : { reference: `PO-${paidOut.replaceAll('-', '')}`, day: paidOut },
  }));
}
