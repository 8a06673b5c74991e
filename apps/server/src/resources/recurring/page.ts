import type { AuditAction } from '@paydesk/contract/audited.ts';
import { everyWords } from '@paydesk/contract/intervals.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { TEST_CARDS } from '@paydesk/contract/test-cards.ts';
import { canCancel, canPause, canResume } from '@paydesk/contract/resources/recurring/actions.ts';
import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
import { DUE_STATUSES } from '@paydesk/contract/resources/recurring/dues.ts';
import { cancel, pause, resume } from '../../domain/recurring/actions.ts';
import { whyNoNewCard, type CardChange } from '../../domain/recurring/card-change.ts';
import { nextCharge } from '../../domain/recurring/hold.ts';
import { monthOf } from '../../domain/recurring/days.ts';
import { askNewCard, goOnWithCard } from '../../domain/recurring/new-card.ts';
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
  | 'POST /api/recurring-pages/{id}/cancel'
  | 'POST /api/recurring-pages/{id}/card'
  | 'POST /api/recurring-pages/{id}/card/continue';

const MOST_CHARGES = 50;

const payer = (address: string) => ({ userId: null, userName: null, address });

/** What a payer does who has the link of a receipt (AM-122). */
export function recurringPageHandlers(services: Services): Handlers<Keys> {
  const { database } = services;
  const act =
    (action: AuditAction, why: (one: Recurring) => string | null, doIt: typeof pause) =>
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
        return view(tx, services, await find(tx, token));
      });
  const again = (token: string) =>
    database.transaction('all', async (tx) => view(tx, services, await find(tx, token)));
  return {
    'GET /api/recurring-pages/{id}': ({ params }) => again(params.id),
    'POST /api/recurring-pages/{id}/pause': act('PAUSE', (one) => canPause(stateOf(one)), pause),
    'POST /api/recurring-pages/{id}/resume': act(
      'RESUME',
      (one) => whyNotResumed(one, services.now()),
      resume,
    ),
    'POST /api/recurring-pages/{id}/cancel': act(
      'CANCEL',
      (one) => canCancel(stateOf(one)),
      cancel,
    ),
    'POST /api/recurring-pages/{id}/card': async ({ params: { id: token }, body, address }) => {
      const found = await database.transaction('all', (tx) => find(tx, token));
      await askNewCard(services, found, body.frame, payer(address));
      return again(token);
    },
    'POST /api/recurring-pages/{id}/card/continue': async ({ params: { id: token }, address }) => {
      const change = await database.transaction('all', async (tx) =>
        lastChange(tx, await find(tx, token)),
      );
      if (change) await goOnWithCard(services, change.id, payer(address));
      return again(token);
    },
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

const stateOf = ({ status, expiration_date }: Recurring) => ({
  status: { name: status as RecurringPage['status'] },
  expirationDate: expiration_date,
});

const whyNotResumed = (one: Recurring, now: Date): string | null =>
  canResume(stateOf(one), now) ??
  (one.suspend_reason === 'PAUSED_BY_CUSTOMER'
    ? null
    : 'It was not you who paused it: please write to the shop');

/** What is told of a new card for so long after it has ended. */
const TOLD_MINUTES = 15;

const lastChange = (tx: Tx, { id, merchant_id }: Recurring): Promise<CardChange | undefined> =>
  tx
    .selectFrom('recurring_card_changes')
    .selectAll()
    .where('recurring_payment_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .orderBy('created_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const STATES = {
  CARD: 'card',
  AUTHORISING: 'working',
  CHALLENGE: 'challenge',
  RELEASING: 'working',
  DONE: 'done',
  FAILED: 'failed',
  ABANDONED: 'failed',
} as const satisfies Record<CardChange['stage'], string>;

function newCardOf({ now }: Services, change: CardChange | undefined): RecurringPage['newCard'] {
  if (!change) return null;
  const { stage, page_url: url, frame: framed, replaced, reason, updated_date } = change;
  // what a bank held by a yes that came too late is let go of without the payer
  const over = stage === 'FAILED' || (stage === 'RELEASING' && !replaced && reason !== null);
  const ended = stage === 'DONE' || stage === 'ABANDONED' || over;
  const since = now().getTime() - Date.parse(updated_date ?? change.created_date);
  // who left the page knows it
  if (stage === 'ABANDONED' || (ended && since > TOLD_MINUTES * 60_000)) return null;
  const page = url === null ? null : { url, framed };
  const state = replaced ? 'done' : over ? 'failed' : STATES[stage];
  return { state, page, reason: state === 'failed' ? reason : null };
}

async function view(tx: Tx, services: Services, one: Recurring): Promise<RecurringPage> {
  const { merchant_id } = one;
  const merchant = await tx
    .selectFrom('merchants')
    .select(['name', 'email', 'logo_url as logoUrl'])
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
  const { onHold, nextChargeAt } = await nextCharge(tx, one);
  return {
    merchant,
    what: one.payment_info,
    amount: fromCents(one.amount_cents),
    currency: one.currency as RecurringPage['currency'],
    every: everyWords({ unit: one.interval_unit, count: one.interval_count }),
    status: one.status as RecurringPage['status'],
    suspendReason: one.suspend_reason,
    nextChargeAt,
    // what exactly is wrong with a person is not for a link to say
    onHold: onHold && (onHold === 'CARD' ? 'CARD' : 'OTHER'),
    card: one.card_pan?.slice(-4) ?? null,
    cardExpires: one.card_expires,
    cardOver:
      one.card_expires !== null &&
      whyNoNewCard(one) === null &&
      one.card_expires < monthOf(services, one.next_charge_at ?? services.now().toISOString()),
    unpaid: days.filter(({ status }) => status === 'UNPAID' || status === 'MISSED').length,
    newCard: newCardOf(services, await lastChange(tx, one)),
    testCards:
      services.demo && services.gateways.ACQUIRER === 'sandbox'
        ? TEST_CARDS.map(({ number, words }) => ({ number, words }))
        : null,
    consent: one.consent_text,
    charges: days.map(({ due_day, amount_cents, status }) => ({
      day: due_day,
      amount: fromCents(amount_cents),
      status: DUE_STATUSES[status],
    })),
    mayPause: canPause(stateOf(one)) === null,
    mayResume: whyNotResumed(one, services.now()) === null,
    mayCancel: canCancel(stateOf(one)) === null,
    mayChangeCard: whyNoNewCard(one) === null,
  };
}
