import { sql, type UpdateObject } from 'kysely';
import type { Route } from '../../gateways/acquirer.ts';
import type { FinancingInstitution, RefundOrder } from '../../gateways/financing-institution.ts';
import { INSTITUTION } from '../../domain/lending/asked.ts';
import { auditLoan } from '../../domain/lending/audited.ts';
import { institutionNoticed } from '../../domain/lending/notices.ts';
import {
  lateAnswers,
  type Decided as LateAnswer,
  type Noted,
} from '../../gateways/late-answers.ts';
import { institutionAnswer, loanAnswers } from '../../gateways/protocol/institution.ts';
import { isTheirs, type SaidAt } from '../../gateways/said-at.ts';
import type { Database } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Tables } from '../../platform/db/schema.ts';
import { dueRows, eachDue, whileTaken, type Due, type Leases } from '../../platform/leases.ts';
import { errorLine } from '../../platform/log.ts';
import type { WayOut } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { settle, type Decided } from './settle.ts';

const BATCH = 20;
/** Who hangs holds up no other. */
const AT_ONCE = 4;
const LONGEST_PAUSE_SECONDS = 300;

const OPEN: Leases = {
  table: 'consumer_credits_refunds',
  due: 'next_inquiry_date',
  open: sql`status = 'REQUESTED'`,
};

/** Whose loan it gives back. */
const LENDER = sql<string | null>`(select c.financing_institution_id from consumer_credits c
  where c.id = consumer_credit_id and c.merchant_id = consumer_credits_refunds.merchant_id)`;
/** Where it was sent to, and whether somebody wants it back. */
type Sent = Route & { takenBack: boolean };
const ROUTE = sql<Sent>`cancel_asked_date is not null as "takenBack", gateway, ${LENDER} as "of"`;

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
    (services) =>
    async (_id, { amountCents, ...order }) => {
      const { database, institution } = services;
      const { requestId: id } = order;
      const change = await changeOpen(database, id);
      // from here on the institution may have it: what is taken back before is never sent, and what somebody wants
      // back since is not sent again
      // the first time it was sent; where rows are spread now() stands in no coalesce of an update
      if (!(await change({ sent_date: sql`least(sent_date, now())` }, WANTED))) return;
      try {
        const answer = await institution.refund({ ...order, amountCents: BigInt(amountCents) });
        if (answer.outcome === 'open')
          await change({ next_inquiry_date: sql`now()`, delivery_error: null });
        else await settle(services, id, answer);
      } catch (error) {
        await change({ delivery_error: errorLine(error) });
        throw error;
      }
    },
};

const WANTED = sql<boolean>`cancel_asked_date is null`;

/** Changes a request for as long as it is open; false for one that is not. */
async function changeOpen({ kysely }: Database, id: string) {
  const { merchant_id: merchantId } = await kysely
    .selectFrom('consumer_credits_refunds')
    .select('merchant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return async (
    set: UpdateObject<Tables, 'consumer_credits_refunds'>,
    where = sql<boolean>`true`,
  ): Promise<boolean> => {
    const { numUpdatedRows } = await kysely
      .updateTable('consumer_credits_refunds')
      .set(set)
      .where(theRow(id, merchantId))
      .where('status', '=', 'REQUESTED')
      .where(where)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
}

/** Asks the institution about the requests that it has taken and not decided, until it has. */
export const askInstitution = (services: Services): Task => ({
  name: 'ask-financing-institution',
  everyMs: 1000,
  inEachProcess: true,
  async run(stopping) {
    const { kysely } = services.database;
    const work = (found: Due) => {
      // taking it pushes the next attempt away, so two processes do not ask at once
      const pauseSeconds = Math.min(2 ** Math.min(found.attempts, 20), LONGEST_PAUSE_SECONDS);
      const wait = { pauseSeconds, returning: ROUTE };
      return whileTaken(kysely, OPEN, found, wait, (sent) => ask(services, found, sent));
    };
    const due = await dueRows(kysely, OPEN, sql`now()`, BATCH);
    await eachDue(due, work, { stopping, atOnce: AT_ONCE });
  },
});

async function ask(services: Services, { id }: Due, { takenBack, ...route }: Sent): Promise<void> {
  const { database, institution, log } = services;
  const note = async (set: UpdateObject<Tables, 'consumer_credits_refunds'>) =>
    (await changeOpen(database, id))(set);
  try {
    const answer = takenBack
      ? await takeBack(institution, id, route)
      : await institution.inquire(id, route);
    if (answer.outcome !== 'open') await settle(services, id, answer);
    else await note({ delivery_error: null, inquired_date: sql`now()` });
  } catch (error) {
    await note({ delivery_error: errorLine(error) });
    log.warn({ requestId: id, err: error }, 'the institution does not answer');
  }
}

/** Whoever takes nothing back, or comes too late for it, says what became of the request. */
async function takeBack(
  institution: FinancingInstitution,
  id: string,
  route: Route,
): Promise<Decided | { outcome: 'open' }> {
  const { outcome } = await institution
    .cancelRefund(id, route)
    .catch(() => ({ outcome: 'rejected' }) as const);
  if (outcome === 'confirmed') return { outcome: 'cancelled' };
  return outcome === 'open' ? { outcome } : institution.inquire(id, route);
}

/** What the institution says later of a request: settled at once, without waiting to ask. */
export const institutionAnswers = (services: Services) =>
  lateAnswers(services, 'FINANCING_INSTITUTION', async (answer, at) => {
    const { operationId: id, outcome } = answer;
    const find = services.database.kysely
      .selectFrom('consumer_credits_refunds')
      .select(['merchant_id', 'status', 'gateway', 'consumer_credit_id', LENDER.as('of')])
      .where('id', '=', id);
    const found = await find.executeTakeFirst();
    if (!found) return loanAnswered(services, answer, at);
    // a request is decided by whom it was sent to, and by nobody else
    if (!isTheirs(services, 'FINANCING_INSTITUTION', at, found)) return null;
    let isNew = false;
    await settle(services, id, institutionAnswer(answer) as Decided, async (tx) => {
      await auditLoan(
        tx,
        { ...INSTITUTION, address: at.from },
        {
          action: 'LATE_ANSWER',
          entityType: 'CREDIT_REFUND',
          entityId: id,
          merchantId: found.merchant_id,
          result: 'SUCCESS',
          details: {
            gateway: 'institution',
            outcome,
            consumerCreditId: found.consumer_credit_id,
          },
        },
        { consumerCreditId: found.consumer_credit_id },
      );
      isNew = true;
    });
    if (isNew) return true;
    const { status } = await find.executeTakeFirstOrThrow();
    if ((status === 'CONFIRMED') !== (outcome === 'approved'))
      services.log.error(
        { requestId: id, status, outcome },
        'the institution contradicts what it said',
      );
    return false;
  });

/** Of no refund request: of an application, of what was signed, or of a loan's end. */
async function loanAnswered(services: Services, answer: LateAnswer, at: SaidAt): Noted {
  for (const notice of loanAnswers(answer)) {
    const noted = await institutionNoticed(services, notice, at);
    if (noted !== null) return noted;
  }
  return null;
}
