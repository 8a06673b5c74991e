import { randomUUID } from 'node:crypto';
import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import type { AcquirerNotice } from '../protocol/messages.ts';
import type { Books } from './books.ts';

/** What the sandbox's acquirer says unasked: a payment is disputed, and what came of it. */

const RESPOND_DAYS = 7;
export const FRAUD = 'Not recognised by the cardholder';

interface Disputed {
  paymentId: string;
  amountCents: bigint;
  currency: string;
  noticeTo: string;
}

export interface DueNotice {
  noticeTo: string;
  notice: AcquirerNotice;
}

const DAY_MS = 86_400_000;

/** By its own clock, which a demo may move: what is said of a dispute falls due as all else does. */
export function disputes(books: Books, now = () => new Date()) {
  const later = (ms: number) => new Date(now().getTime() + ms);

  /** What is said of a dispute, and when. */
  const write = (disputeId: string, payment: Disputed, status: DisputeStatus, inMs: number) =>
    books.query(
      `insert into acquirer_sandbox.notices (notice_id, dispute_id, payment_id, amount_cents, currency,
         reason, respond_by, status, notice_to, due_date)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        randomUUID(),
        disputeId,
        payment.paymentId,
        payment.amountCents,
        payment.currency,
        FRAUD,
        later(RESPOND_DAYS * DAY_MS),
        status,
        payment.noticeTo,
        later(inMs),
      ],
    );

  return {
    /**
     * A dispute of all of a payment, told `inMs` from now, and decided as long after that where somebody says how;
     * none where nobody said where notices go.
     */
    async raise(payment: Disputed, inMs: number, decided?: 'WON' | 'LOST'): Promise<void> {
      const id = randomUUID();
      await write(id, payment, 'OPEN', inMs);
      if (decided) await write(id, payment, decided, 2 * inMs);
    },

    /** The last dispute of a merchant that is open, decided now; false: there is none. */
    async decideLast(merchantId: string, status: 'WON' | 'LOST'): Promise<boolean> {
      const { rowCount } = await books.query(
        `insert into acquirer_sandbox.notices (notice_id, dispute_id, payment_id, amount_cents, currency,
           reason, respond_by, status, notice_to, due_date)
         select $1, dispute_id, payment_id, amount_cents, currency, reason, respond_by, $2, notice_to,
           $4
         from acquirer_sandbox.notices n
         where status = 'OPEN' and due_date <= $4
           and exists (select from acquirer_sandbox.card_pages p
             where p.payment_id = n.payment_id and p.merchant_id = $3)
           and not exists (select from acquirer_sandbox.notices d
             where d.dispute_id = n.dispute_id and d.status <> 'OPEN' and d.due_date <= $4)
         order by due_date desc limit 1`,
        [randomUUID(), status, merchantId, now()],
      );
      return rowCount === 1;
    },

    /** The last payment of a merchant that was captured and is not disputed yet, disputed now; false: there is none. */
    async raiseLast(merchantId: string): Promise<boolean> {
      const { rows } = await books.query<{
        payment_id: string;
        amount_cents: string;
        currency: string;
        notice_to: string;
      }>(
        `select r.transaction_id as payment_id, r.amount_cents, r.currency, a.notice_to
         from acquirer_sandbox.requests r
         join acquirer_sandbox.authorisations a on a.payment_id = r.transaction_id
         where r.kind = 'CAPTURE' and r.booked_date <= clock_timestamp() and a.notice_to is not null
           and exists (select from acquirer_sandbox.card_pages p
             where p.payment_id = r.transaction_id and p.merchant_id = $1)
           and not exists (select from acquirer_sandbox.notices n
             where n.payment_id = r.transaction_id)
         order by r.booked_date desc limit 1`,
        [merchantId],
      );
      const last = rows[0];
      if (!last) return false;
      await this.raise(
        {
          paymentId: last.payment_id,
          amountCents: BigInt(last.amount_cents),
          currency: last.currency,
          noticeTo: last.notice_to,
        },
        0,
      );
      return true;
    },

    async due(): Promise<DueNotice[]> {
      const { rows } = await books.query<{
        notice_id: string;
        dispute_id: string;
        payment_id: string;
        amount_cents: string;
        currency: string;
        reason: string;
        respond_by: Date;
        status: AcquirerNotice['status'];
        notice_to: string;
      }>(
        `select notice_id, dispute_id, payment_id, amount_cents, currency, reason, respond_by, status, notice_to
         from acquirer_sandbox.notices n
         where due_date <= $1 and not exists (
           select from acquirer_sandbox.notices_taken t where t.notice_id = n.notice_id)
         order by due_date limit 20`,
        [now()],
      );
      return rows.map((row) => ({
        noticeTo: row.notice_to,
        notice: {
          noticeId: row.notice_id,
          kind: 'DISPUTE',
          paymentId: row.payment_id,
          disputeId: row.dispute_id,
          amountCents: Number(row.amount_cents),
          currency: row.currency,
          reason: row.reason,
          respondBy: row.respond_by.toISOString(),
          status: row.status,
        },
      }));
    },

    taken: (noticeId: string) =>
      books.query(
        `insert into acquirer_sandbox.notices_taken (notice_id) values ($1) on conflict do nothing`,
        [noticeId],
      ),
  };
}
export type Disputes = ReturnType<typeof disputes>;
