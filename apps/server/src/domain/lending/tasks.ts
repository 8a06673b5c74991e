import { isUnderWay, LOAN_LIMIT_HOURS, WAITS_FOR_SHOPPER } from '@paydesk/contract/lending.ts';
import type { ConsumerCreditStatus } from '@paydesk/contract/kernel/loan-statuses.ts';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { linkPaid } from '../checkouts/link-paid.ts';
import { askInstitutions } from './ask.ts';
import { PAYDESK } from './asked.ts';
import { endIn } from './by-hand.ts';
import { askAboutTries, continueLoan } from './continue.ts';
import { changeLoan, hold, noteLoan } from './loan.ts';
import { mailReminder } from './mails.ts';
import { failIfNobodyLends, recount } from './offered.ts';

/** What happens to loans by the clock, each in every process; who holds a loan does it, and the next finds it done. */

const MOST = 100;
const MINUTE_MS = 60_000;

const each =
  (
    name: string,
    everyMs: number,
    find: (services: Services) => ReturnType<typeof sql<{ id: string }>>,
    work: (services: Services, id: string) => Promise<void>,
  ) =>
  (services: Services): Task => ({
    name,
    everyMs,
    inEachProcess: true,
    async run(stopping) {
      const { rows } = await find(services).execute(services.database.kysely);
      for (const { id } of rows) {
        if (stopping?.aborted) break;
        await work(services, id).catch((error: unknown) =>
          services.log.error({ loanId: id, err: error }, `${name} fails for a loan`),
        );
      }
    },
  });

/** What a killed process left between two steps, and drafts whose person nobody could look up. */
const continueLoans = each(
  'continue-loans',
  5_000,
  () => sql<{ id: string }>`
    select id from consumer_credits
    where checkout_id is not null and not review and status_since <= now() - interval '10 seconds'
      and (status in ('CUSTOMER_RISK_EVALUATION_SUCCEEDED', 'AGREEMENT_DOCUMENT_SIGNED')
        or status = 'DRAFT' and risk_date is null
        or status = 'OFFER_CHOSEN' and exists (select from authentications a
          where a.consumer_credit_id = consumer_credits.id
            and a.merchant_id = consumer_credits.merchant_id and a.status = 'SUCCESS'))
    order by status_since, id limit ${MOST}`,
  continueLoan,
);

/** Nobody continued in time. */
export const expireLoans = each(
  'expire-loans',
  MINUTE_MS,
  () => sql<{ id: string }>`
    select id from consumer_credits
    where status_until <= now() and checkout_id is not null
      and status not in ('CONFIRMED', 'REFUNDED', 'FAILED')
    order by status_until, id limit ${MOST}`,
  (services, id) =>
    services.database.transaction('all', async (tx) => {
      const { loan } = await hold(tx, id);
      if (!loan.status_until || new Date(loan.status_until) > services.now()) return;
      await endIn(tx, services, loan, { code: 'EXPIRED', detail: null }, PAYDESK);
    }),
);

/**
 * Its order was paid otherwise, as somebody marked by hand, or its purchase was given up, or its link for one payment
 * was paid by another order: nobody borrows for that. What is signed and sent is taken back where the institution says so.
 */
export const endUnwantedLoans = each(
  'end-unwanted-loans',
  MINUTE_MS,
  () => sql<{ id: string }>`
    select c.id from consumer_credits c
    join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id
    left join purchases p on p.id = o.purchase_id and p.merchant_id = o.merchant_id
    where c.status_until is not null and c.checkout_id is not null
      and c.status not in ('CONFIRMED', 'REFUNDED', 'FAILED')
      and (o.status not in ('DRAFT', 'PENDING', 'VERIFIED') or p.status = 'CANCELLED'
        or ${sql.raw(linkPaid('c.checkout_id', 'c.merchant_id'))})
    order by c.status_until, c.id limit ${MOST}`,
  (services, id) =>
    services.database.transaction('all', async (tx) => {
      const { loan, notWanted } = await hold(tx, id);
      // whoever was asked to take it back is asked already
      if (!isUnderWay(loan.status) || !loan.status_until || notWanted === null) return;
      await endIn(tx, services, loan, { code: 'ORDER_OVER', detail: notWanted }, PAYDESK);
    }),
);

/** Offers end as their institutions said. */
export const expireOffers = each(
  'expire-offers',
  MINUTE_MS,
  () => sql<{ id: string }>`
    select distinct o.consumer_credit_id as id from offers o
    join consumer_credits c on c.id = o.consumer_credit_id and c.merchant_id = o.merchant_id
    where o.status = 'RECEIVED' and o.valid_until <= now() and c.checkout_id is not null
    limit ${MOST}`,
  (services, id) =>
    services.database.transaction('all', async (tx) => {
      const { loan } = await hold(tx, id);
      const ended = await tx
        .updateTable('offers')
        .set({ status: 'EXPIRED' })
        .where('consumer_credit_id', '=', id)
        .where('merchant_id', '=', loan.merchant_id)
        .where('status', '=', 'RECEIVED')
        .where(sql<boolean>`valid_until <= now()`)
        .returning(['id', 'application_id'])
        .execute();
      if (!ended.length) return;
      await tx
        .updateTable('loan_applications')
        .set({ status: 'EXPIRED', updated_date: sql`now()` })
        .where('merchant_id', '=', loan.merchant_id)
        .where(
          'id',
          'in',
          ended.map((one) => one.application_id!),
        )
        .where('status', '=', 'OFFERED')
        // where another offer of it can still be chosen, its institution is told if nothing comes of that
        .where(
          sql<boolean>`not exists (select from offers other
            where other.consumer_credit_id = loan_applications.consumer_credit_id
              and other.merchant_id = loan_applications.merchant_id
              and other.application_id = loan_applications.id
              and other.status = 'RECEIVED')`,
        )
        .execute();
      await noteLoan(tx, loan, { kind: 'OFFERS_EXPIRED', by: PAYDESK });
      await failIfNobodyLends(tx, services, await recount(tx, loan));
    }),
);

const half = (status: ConsumerCreditStatus) => sql`(status = ${status}
  and status_since <= now() - make_interval(hours => ${LOAN_LIMIT_HOURS[status]! / 2}))`;

/** Whoever is waited for is reminded half-way, once for each status. */
export const remindBorrowers = each(
  'remind-borrowers',
  MINUTE_MS,
  () => sql<{ id: string }>`
    select id from consumer_credits
    where checkout_id is not null and reminded_date is null and status_until > now()
      and (${sql.join(WAITS_FOR_SHOPPER.map(half), sql` or `)})
    order by status_until, id limit ${MOST}`,
  (services, id) =>
    services.database.transaction('all', async (tx) => {
      const { loan } = await hold(tx, id);
      if (loan.reminded_date || !WAITS_FOR_SHOPPER.includes(loan.status)) return;
      await changeLoan(tx, loan, { reminded_date: sql`now()` as never });
      await mailReminder(tx, services, loan);
      await noteLoan(tx, loan, { kind: 'REMINDED', by: PAYDESK });
    }),
);

export const loanTasks = [
  askInstitutions,
  askAboutTries('AUTHENTICATION'),
  askAboutTries('SIGNING'),
  continueLoans,
  expireLoans,
  endUnwantedLoans,
  expireOffers,
  remindBorrowers,
];
