import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { InstitutionAnswer, RefundOrder } from '../../gateways/financing-institution.ts';
import { audit, changes } from '../../platform/audit.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { WayOut } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';

const BATCH = 20;
const LONGEST_PAUSE_SECONDS = 300;

declare module '../../platform/outbox.ts' {
  interface Outgoing {
    /** What the institution gets of a refund request, whole: nothing of it is read later. */
    CREDIT_REFUND: Omit<RefundOrder, 'amountCents'> & { amountCents: string };
  }
}

/** Hands a request to the institution (SB-39), as often as it takes: the same id is the same order. */
export const creditRefunds: WayOut<'CREDIT_REFUND'> = {
  queue: 'deliver-credit-refunds',
  deliver:
    ({ database, institution }) =>
    async (_id, { amountCents, ...order }) => {
      const answer = await institution.refund({ ...order, amountCents: BigInt(amountCents) });
      await note(database, order.requestId, answer);
    },
};

/** Asks the institution about the requests that it has taken and not decided, until it has. */
export function askInstitution({ database, institution, log }: Services): Task {
  return {
    name: 'ask-financing-institution',
    everyMs: 1000,
    inEachProcess: true,
    async run() {
      // claiming pushes the next attempt away, so two processes do not ask at once
      const claimed = await database.kysely
        .updateTable('consumer_credits_refunds')
        .set({
          attempts: sql`attempts + 1`,
          next_inquiry_date: sql`now() + make_interval(secs => least(power(2, least(attempts, 20)), ${LONGEST_PAUSE_SECONDS}))`,
        })
        .where('id', 'in', (query) =>
          query
            .selectFrom('consumer_credits_refunds')
            .select('id')
            .where('next_inquiry_date', '<=', sql<string>`now()`)
            .orderBy('next_inquiry_date')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returning('id')
        .execute();
      for (const { id } of claimed)
        try {
          const answer = await institution.inquire(id);
          if (answer.outcome !== 'open') await settle(database, id, answer);
        } catch (error) {
          log.warn({ requestId: id, err: error }, 'the institution does not answer');
        }
    },
  };
}

async function note(database: Database, requestId: string, answer: InstitutionAnswer) {
  if (answer.outcome !== 'open') return settle(database, requestId, answer);
  await database.kysely
    .updateTable('consumer_credits_refunds')
    .set({ next_inquiry_date: sql`now()` })
    .where('id', '=', requestId)
    .where('status', '=', 'REQUESTED')
    .execute();
}

type Decided = Exclude<InstitutionAnswer, { outcome: 'open' }>;

/**
 * Writes the institution's answer down, once: whoever comes second finds the request answered. What
 * is rejected can be asked for again; a loan whose whole amount is confirmed is REFUNDED (AM-80).
 */
async function settle(database: Database, requestId: string, answer: Decided): Promise<void> {
  await database.transaction('all', async (tx) => {
    const read = tx.selectFrom('consumer_credits_refunds').selectAll().where('id', '=', requestId);
    const { consumer_credit_id: loanId } = await read.executeTakeFirstOrThrow();
    // the loan first: whoever asks for another refund locks in this order too
    const before = await lockFigures(tx, loanId);
    const request = await read.forUpdate().executeTakeFirstOrThrow();
    if (request.status !== 'REQUESTED') return;
    const confirmed = answer.outcome === 'confirmed';
    await tx
      .updateTable('consumer_credits_refunds')
      .set({
        status: confirmed ? 'CONFIRMED' : 'REJECTED',
        settled_date: sql`now()`,
        next_inquiry_date: null,
        institution_reference: confirmed ? answer.reference : null,
        reject_reason: confirmed ? null : answer.reason,
      })
      .where('id', '=', requestId)
      .execute();
    if (confirmed)
      await sql`update consumer_credits c set status = 'REFUNDED', updated_date = now(), updated_by = null
        where id = ${loanId} and amount_cents = (
          select sum(amount_cents) from consumer_credits_refunds
          where consumer_credit_id = c.id and status = 'CONFIRMED'
        )`.execute(tx);
    else
      await sql`update consumer_credits set updated_date = now(), updated_by = null,
        total_requested_refunds_cents = total_requested_refunds_cents - ${request.amount_cents}
        where id = ${loanId}`.execute(tx);
    const by = { userId: request.user_id, userName: request.user_name, address: null };
    await audit(tx, by, {
      action: 'CREDIT_REFUND',
      entityType: 'CONSUMER_CREDIT',
      entityId: loanId,
      merchantId: request.merchant_id,
      result: confirmed ? 'SUCCESS' : 'FAILED',
      details: {
        requestId,
        amount: fromCents(request.amount_cents),
        changes: changes(before, await lockFigures(tx, loanId)),
        ...(confirmed ? {} : { reason: answer.reason }),
      },
    });
  });
}

/** Locks the loan; gives what an answer changes on it, as the audit log shows it. */
async function lockFigures(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('consumer_credits')
    .select(['status', 'total_requested_refunds_cents'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    status: row.status,
    total_requested_refunds_amount: fromCents(row.total_requested_refunds_cents),
  };
}
