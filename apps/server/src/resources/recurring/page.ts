import { everyWords } from '@paydesk/contract/intervals.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { canCancel, canPause, canResume } from '@paydesk/contract/resources/recurring/actions.ts';
import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
import { DUE_STATUSES } from '@paydesk/contract/resources/recurring/dues.ts';
import { cancel, pause, resume } from '../../domain/recurring/actions.ts';
import { holdRecurring, type Recurring } from '../../domain/recurring/rows.ts';
import { audit } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';

type Keys =
  | 'GET /api/recurring-pages/{id}'
  | 'POST /api/recurring-pages/{id}/pause'
  | 'POST /api/recurring-pages/{id}/resume'
  | 'POST /api/recurring-pages/{id}/cancel';

const MOST_CHARGES = 50;

/** What a payer does who has the link of a receipt (AM-122). */
export function recurringPageHandlers(services: Services): Handlers<Keys> {
  const { database } = services;
  const act =
    (action: string, why: (one: Recurring) => string | null, doIt: typeof pause) =>
    ({ params: { id: token }, address }: { params: { id: string }; address: string }) =>
      database.transaction('all', async (tx) => {
        const { id, merchant_id } = await find(tx, token);
        await lockMerchant(tx, merchant_id, 'kept');
        const one = await holdRecurring(tx, { id, merchant_id });
        const refused = why(one);
        if (refused) throw invalid('status', refused);
        const { details } = await doIt(tx, services, one, 'CUSTOMER');
        await audit(
          tx,
          { userId: null, userName: null, address },
          {
            action,
            entityType: 'RECURRING_PAYMENT',
            entityId: id,
            merchantId: merchant_id,
            result: 'SUCCESS',
            details: { ...details, by: 'the payer' },
          },
        );
        return view(tx, await find(tx, token));
      });
  return {
    'GET /api/recurring-pages/{id}': async ({ params }) =>
      database.transaction('all', async (tx) => view(tx, await find(tx, params.id))),
    'POST /api/recurring-pages/{id}/pause': act('PAUSE', (one) => canPause(stateOf(one)), pause),
    'POST /api/recurring-pages/{id}/resume': act('RESUME', whyNotResumed, resume),
    'POST /api/recurring-pages/{id}/cancel': act(
      'CANCEL',
      (one) => canCancel(stateOf(one)),
      cancel,
    ),
  };
}

async function find(db: Db, token: string): Promise<Recurring> {
  const found = await db
    .selectFrom('recurring_payments')
    .selectAll()
    .where('access_token', '=', token)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

const stateOf = ({ status }: Recurring) => ({
  status: { name: status as RecurringPage['status'] },
});

const whyNotResumed = (one: Recurring): string | null =>
  canResume(stateOf(one)) ??
  (one.suspend_reason === 'PAUSED_BY_CUSTOMER'
    ? null
    : 'It was not you who paused it: please write to the shop');

async function view(tx: Tx, one: Recurring): Promise<RecurringPage> {
  const { merchant_id } = one;
  const merchant = await tx
    .selectFrom('merchants')
    .select(['name', 'email'])
    .where('id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  const days = await tx
    .selectFrom('recurring_dues')
    .select(['due_day', 'amount_cents', 'status'])
    .where('recurring_payment_id', '=', one.id)
    .where('merchant_id', '=', merchant_id)
    .orderBy('due_day', 'desc')
    .limit(MOST_CHARGES)
    .execute();
  return {
    merchant,
    what: one.payment_info,
    amount: fromCents(one.amount_cents),
    currency: one.currency as RecurringPage['currency'],
    every: everyWords({ unit: one.interval_unit, count: one.interval_count }),
    status: one.status as RecurringPage['status'],
    suspendReason: one.suspend_reason,
    nextChargeAt: one.status === 'ACTIVE' ? one.next_charge_at : null,
    card: one.card_pan?.slice(-4) ?? null,
    consent: one.consent_text,
    charges: days.map(({ due_day, amount_cents, status }) => ({
      day: due_day,
      amount: fromCents(amount_cents),
      status: DUE_STATUSES[status],
    })),
    mayPause: canPause(stateOf(one)) === null,
    mayResume: whyNotResumed(one) === null,
    mayCancel: canCancel(stateOf(one)) === null,
  };
}
