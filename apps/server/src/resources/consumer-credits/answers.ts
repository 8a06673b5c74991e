import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Route } from '../../gateways/acquirer.ts';
import type { InstitutionAnswer, RefundOrder } from '../../gateways/financing-institution.ts';
import { institutionNoticed } from '../../domain/lending/notices.ts';
import {
  lateAnswers,
  type Decided as LateAnswer,
  type Noted,
  type SaidAt,
} from '../../gateways/late-answers.ts';
import { institutionAnswer, loanAnswers } from '../../gateways/protocol/institution.ts';
import { audit, changes } from '../../platform/audit.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { dueRows, takeRow, type Leases } from '../../platform/leases.ts';
import type { WayOut } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';

const BATCH = 20;
const LONGEST_PAUSE_SECONDS = 300;

const OPEN: Leases = {
  table: 'consumer_credits_refunds',
  due: 'next_inquiry_date',
  open: sql`status = 'REQUESTED'`,
};

/** Where it was sent to. */
const ROUTE = sql<Route>`gateway, (select c.financing_institution_id from consumer_credits c
  where c.id = consumer_credit_id and c.merchant_id = consumer_credits_refunds.merchant_id) as "of"`;

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
      for (const found of await dueRows(database.kysely, OPEN, sql`now()`, BATCH)) {
        // taking it pushes the next attempt away, so two processes do not ask at once
        const pause = Math.min(2 ** Math.min(found.attempts, 20), LONGEST_PAUSE_SECONDS);
        const until = sql`now() + make_interval(secs => ${pause})`;
        const taken = await takeRow(database.kysely, OPEN, found, until, { returning: ROUTE });
        if (!taken) continue;
        const { id } = found;
        try {
          const answer = await institution.inquire(id, taken);
          if (answer.outcome !== 'open') await settle(database, id, answer);
        } catch (error) {
          log.warn({ requestId: id, err: error }, 'the institution does not answer');
        }
      }
    },
  };
}

/** What the institution says later of a request: settled at once, without waiting to ask. */
export const institutionAnswers = (services: Services) =>
  lateAnswers(services, 'FINANCING_INSTITUTION', async (answer, { address, from }) => {
    const { database } = services;
    const { operationId: id, outcome } = answer;
    const found = await database.kysely
      .selectFrom('consumer_credits_refunds')
      .select(['merchant_id', 'status', 'gateway'])
      .where('id', '=', id)
      .executeTakeFirst();
    // a request is decided by whom it was sent to, and by nobody else
    const sentTo = found?.gateway ?? services.addressOf('FINANCING_INSTITUTION', null);
    if (!found) return loanAnswered(services, answer, { address, from });
    if (sentTo !== address) return null;
    if (found.status !== 'REQUESTED') {
      if ((found.status === 'CONFIRMED') !== (outcome === 'approved'))
        services.log.error(
          { requestId: id, status: found.status, outcome },
          'the institution contradicts what it said',
        );
      return false;
    }
    await settle(database, id, institutionAnswer(answer) as Decided);
    await database.transaction('all', (tx) =>
      audit(
        tx,
        { userId: null, userName: null, address: from },
        {
          action: 'LATE_ANSWER',
          entityType: 'CREDIT_REFUND',
          entityId: id,
          merchantId: found.merchant_id,
          result: 'SUCCESS',
          details: { gateway: 'institution', outcome },
        },
      ),
    );
    return true;
  });

/** Of no refund request: of an application, of what was signed, or of a loan's end. */
async function loanAnswered(services: Services, answer: LateAnswer, at: SaidAt): Noted {
  for (const notice of loanAnswers(answer)) {
    const noted = await institutionNoticed(services, notice, at);
    if (noted !== null) return noted;
  }
  return null;
}

async function note(database: Database, requestId: string, answer: InstitutionAnswer) {
  if (answer.outcome !== 'open') return settle(database, requestId, answer);
  const { merchant_id } = await database.kysely
    .selectFrom('consumer_credits_refunds')
    .select('merchant_id')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow();
  await database.kysely
    .updateTable('consumer_credits_refunds')
    .set({ next_inquiry_date: sql`now()` })
    .where(theRow(requestId, merchant_id))
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
    const { consumer_credit_id: loanId, merchant_id: merchantId } =
      await read.executeTakeFirstOrThrow();
    // the loan first: whoever asks for another refund locks in this order too
    const before = await lockFigures(tx, loanId, merchantId);
    const request = await read
      .where('merchant_id', '=', merchantId)
      .forUpdate()
      .executeTakeFirstOrThrow();
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
      .where(theRow(requestId, merchantId))
      .execute();
    if (confirmed)
      await sql`update consumer_credits set status = 'REFUNDED', updated_date = now(), updated_by = null
        where ${theRow(loanId, merchantId)} and amount_cents = (
          select sum(amount_cents) from consumer_credits_refunds
          where consumer_credit_id = ${loanId} and merchant_id = ${merchantId}
            and status = 'CONFIRMED'
        )`.execute(tx);
    else
      await sql`update consumer_credits set updated_date = now(), updated_by = null,
        total_requested_refunds_cents = total_requested_refunds_cents - ${request.amount_cents}
        where ${theRow(loanId, merchantId)}`.execute(tx);
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
        changes: changes(before, await lockFigures(tx, loanId, merchantId)),
        ...(confirmed ? {} : { reason: answer.reason }),
      },
    });
  });
}

/** Locks the loan; gives what an answer changes on it, as the audit log shows it. */
async function lockFigures(tx: Tx, id: string, merchantId: string) {
  const row = await tx
    .selectFrom('consumer_credits')
    .select(['status', 'total_requested_refunds_cents'])
    .where(theRow(id, merchantId))
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    status: row.status,
    total_requested_refunds_amount: fromCents(row.total_requested_refunds_cents),
  };
}
