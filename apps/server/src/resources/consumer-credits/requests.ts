import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { ConsumerCredit } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import { refundRequest } from '@paydesk/contract/resources/consumer-credits/refund-requests.ts';
import { sql, type Selectable } from 'kysely';
import { changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Tables } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/errors.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import { post } from '../../platform/outbox.ts';
import { defineRecord, lock } from '../../platform/record.ts';
import { answerOf } from '../../platform/record/answer.ts';
import type { Services } from '../../platform/services.ts';
import { creditRefundRequestsList } from './lists.ts';
import { loanRecord } from './record.ts';
import { tellRefund } from './settle.ts';

type Row = Selectable<Tables['consumer_credits_refunds']>;
type Sent = Pick<
  Row,
  'id' | 'merchant_id' | 'amount_cents' | 'reason' | 'targeted_note' | 'gateway'
>;

/** Puts a request into the outbox, whole: the same id is the same order, however often it is sent. */
export async function sendRequest(
  tx: Tx,
  services: Services,
  loan: ConsumerCredit,
  request: Sent,
  institutionId: string | null,
): Promise<void> {
  const order = {
    requestId: request.id,
    consumerCreditId: loan.id,
    externalId: loan.externalId,
    loanNumber: loan.loanNumber,
    amountCents: String(request.amount_cents),
    currency: loan.currency,
    reason: request.reason,
    note: request.targeted_note,
    instantDecision: loan.institution.instantDecision,
    route: { gateway: request.gateway, of: institutionId },
  };
  // money that somebody waits for: it is never too late
  await post(tx, services, 'CREDIT_REFUND', order, {
    minutes: null,
    merchantId: request.merchant_id,
  });
}

const loanOf = (tx: Tx, { consumer_credit_id: id, merchant_id: merchantId }: Row) =>
  tx
    .selectFrom('consumer_credits')
    .select(['total_requested_refunds_cents', 'financing_institution_id'])
    .where(theRow(id, merchantId));

/** The loan first: whoever asks for a refund, and whoever answers one, locks in this order. */
async function lockRequest(tx: Tx, actor: SignedIn, id: string) {
  const seen = await tx
    .selectFrom('consumer_credits_refunds as r')
    .selectAll()
    .where('r.id', '=', id)
    .where(scopeOf(creditRefundRequestsList.resource, 'r.merchant_id', actor))
    .executeTakeFirst();
  if (!seen) throw notFound();
  await loanOf(tx, seen).forUpdate().execute();
  const stored = { list: creditRefundRequestsList, table: 'consumer_credits_refunds' } as const;
  return { row: await lock(tx, stored, actor, id, false), actor };
}

/** A refund request while it waits (SB-39); what is done to it stands in the history of its loan. */
export const refundRequestRecord = defineRecord({
  record: refundRequest,
  list: creditRefundRequestsList,
  table: 'consumer_credits_refunds',
  columns: {},
  lock: lockRequest,
  about: ({ consumer_credit_id: entityId, merchant_id: merchantId }) => ({
    entityType: 'CONSUMER_CREDIT',
    entityId,
    merchantId,
  }),
  actions: {
    'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/cancel': async ({
      tx,
      services,
      actor,
      row,
    }) => {
      const told = { requestId: row.id, amount: fromCents(row.amount_cents) };
      // the institution may have it: it is asked, and its answer is what counts
      if (row.sent_date !== null)
        return {
          set: {
            cancel_asked_date: sql<string>`now()` as never,
            cancel_user_id: actor.userId,
            cancel_user_name: actor.userName,
            next_inquiry_date: sql<string>`now()` as never,
            attempts: 0,
          },
          details: { ...told, asked: true },
          pending: true,
        };
      const { total_requested_refunds_cents: requested } = await loanOf(
        tx,
        row,
      ).executeTakeFirstOrThrow();
      const left = requested - row.amount_cents;
      await tx
        .updateTable('consumer_credits')
        .set({
          total_requested_refunds_cents: left,
          updated_date: sql`now()`,
          updated_by: actor.userName,
        })
        .where(theRow(row.consumer_credit_id, row.merchant_id))
        .execute();
      await tellRefund(tx, services, { ...row, status: 'CANCELLED' });
      return {
        set: {
          status: 'CANCELLED',
          settled_date: sql<string>`now()` as never,
          cancel_user_id: actor.userId,
          cancel_user_name: actor.userName,
        },
        details: { ...told, changes: changes(figures(requested), figures(left)) },
      };
    },
    // in its turn, which is now: whatever it answers is written down as any answer of it
    'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/ask': async ({
      row,
    }) => ({
      set: {
        attempts: 0,
        ...(row.next_inquiry_date !== null && {
          next_inquiry_date: sql<string>`now()` as never,
        }),
      },
      details: { requestId: row.id, amount: fromCents(row.amount_cents) },
    }),
    'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/send-again': async ({
      tx,
      services,
      actor,
      row,
    }) => {
      const details = { requestId: row.id, amount: fromCents(row.amount_cents) };
      const again = { delivery_error: null, attempts: 0 };
      // one that it has taken is asked about; it would answer another order as it answered the first
      if (row.next_inquiry_date !== null)
        return { set: { ...again, next_inquiry_date: sql<string>`now()` as never }, details };
      const loan = await answerOf(services, loanRecord, tx, actor, row.consumer_credit_id);
      const { financing_institution_id: of } = await loanOf(tx, row).executeTakeFirstOrThrow();
      await sendRequest(tx, services, loan, row, of);
      return { set: again, details };
    },
  },
});

/** What a request changes on the loan, as the audit log shows it. */
export const figures = (cents: bigint) => ({ total_requested_refunds_amount: fromCents(cents) });
