import { randomUUIDv7 } from 'node:crypto';
import { shoppersFailureOf } from '@paydesk/contract/declines.ts';
import { NO_ACQUIRER } from '@paydesk/contract/gateways.ts';
import { sql, type Selectable } from 'kysely';
import type { TokenCard } from '../../gateways/acquirer.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { RecurringCardChanges } from '../../platform/db/schema/recurring.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { cardOfPayer, panOf } from '../customers/payer.ts';
import { resume } from './actions.ts';
import { BY, holdRecurring, setRecurring, type Recurring } from './rows.ts';
import { told } from './tell.ts';

/** What a payer's new card goes through; who asks the acquirer meanwhile stands in new-card.ts. */

export type CardChange = Selectable<RecurringCardChanges>;
export type Doer = Parameters<typeof audit>[1];

/** The payer is at a page, or on the way to one: a second click finds it. */
export const OPEN: readonly CardChange['stage'][] = ['CARD', 'AUTHORISING', 'CHALLENGE'];

/** Null, or why no card can be typed for it. */
export const whyNoNewCard = ({ status, customer_id }: Recurring): string | null =>
  status !== 'ACTIVE' && status !== 'SUSPENDED'
    ? `It is ${status.toLowerCase()}: nothing is taken any more`
    : customer_id === null
      ? 'Nobody is known who pays it: please write to the shop'
      : null;

/** How soon somebody looks for a payer who did not come back. */
const LOOK_SECONDS = 20;

/** The change that is open, or a new one. */
export async function openChange(
  tx: Tx,
  services: Services,
  one: Recurring,
  frame: boolean,
  by: Doer,
): Promise<CardChange> {
  const { id: recurringId, merchant_id } = one;
  const refused = whyNoNewCard(one);
  if (refused) throw invalid('status', refused);
  const earlier = await tx
    .selectFrom('recurring_card_changes')
    .selectAll()
    .where('recurring_payment_id', '=', recurringId)
    .where('merchant_id', '=', merchant_id)
    .where('stage', 'in', OPEN)
    .executeTakeFirst();
  if (earlier) return earlier;
  const { acquirer_url, status } = await tx
    .selectFrom('merchants')
    .select(['acquirer_url', 'status'])
    .where('id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  if (status !== 'ACTIVE') throw invalid('card', 'The shop takes no payments at the moment');
  const gateway = services.addressOf('ACQUIRER', acquirer_url);
  if (gateway === null) throw invalid('card', NO_ACQUIRER);
  const change = await tx
    .insertInto('recurring_card_changes')
    .values({
      id: randomUUIDv7(),
      recurring_payment_id: recurringId,
      merchant_id,
      stage: 'CARD',
      frame,
      gateway,
      amount_cents: one.amount_cents,
      currency: one.currency,
      authorise_id: randomUUIDv7(),
      release_id: randomUUIDv7(),
      next_attempt_date: sql`now() + make_interval(secs => ${LOOK_SECONDS})`,
      created_date: sql<string>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await noted(tx, change, null, by);
  return change;
}

/** Its story; with why, where the acquirer does not let go of what is held. */
export const noted = (
  tx: Tx,
  change: Pick<CardChange, 'recurring_payment_id' | 'merchant_id' | 'stage'>,
  before: CardChange['stage'] | null,
  by: Doer,
  reason?: string,
) =>
  audit(tx, by, {
    action: 'NEW_CARD',
    entityType: 'RECURRING_PAYMENT',
    entityId: change.recurring_payment_id,
    merchantId: change.merchant_id,
    result: reason === undefined ? 'SUCCESS' : 'FAILED',
    details: {
      changes: { stage: { before, after: change.stage } },
      ...(reason !== undefined && { reason }),
    },
  });

/** Its bank holds the amount: from now on a no to letting go of it is no end. */
export const HELD_NOW = sql<string>`now()` as never;

/** The next stage, with what is known then. */
export async function advance(
  tx: Tx,
  change: CardChange,
  stage: CardChange['stage'],
  by: Doer,
  set: Partial<CardChange> = {},
): Promise<void> {
  const ends = stage === 'DONE' || stage === 'FAILED' || stage === 'ABANDONED';
  await tx
    .updateTable('recurring_card_changes')
    .set({
      ...(stage !== change.stage && { page_url: null }),
      ...set,
      stage,
      attempts: 0,
      next_attempt_date: ends ? null : sql`now() + make_interval(secs => ${LOOK_SECONDS})`,
      updated_date: sql`now()`,
    })
    .where(theRow(change.id, change.merchant_id))
    .execute();
  if (stage !== change.stage) await noted(tx, { ...change, stage }, change.stage, by);
}

/** The change as nobody else moves it, and the recurring payment before it. */
export async function holdChange(
  tx: Tx,
  id: string,
): Promise<{ change: CardChange; one: Recurring } | null> {
  const read = () => tx.selectFrom('recurring_card_changes').selectAll().where('id', '=', id);
  const found = await read().executeTakeFirst();
  if (!found) return null;
  const { merchant_id, recurring_payment_id } = found;
  const one = await holdRecurring(tx, { id: recurring_payment_id, merchant_id });
  const change = await read()
    .where('merchant_id', '=', merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { change, one };
}

/** The card is typed: whoever is blocked is asked nothing more. */
export async function cardTyped(
  tx: Tx,
  { change, one }: { change: CardChange; one: Recurring },
  card: TokenCard,
  by: Doer,
): Promise<void> {
  const why = whyNoNewCard(one);
  if (why) return advance(tx, change, 'FAILED', by, { reason: why });
  const { cardId, refusal } = await cardOfPayer(tx, one.customer_id!, card, change.gateway);
  await (refusal
    ? advance(tx, change, 'FAILED', by, { reason: shoppersFailureOf(null).reason })
    : advance(tx, change, 'AUTHORISING', by, { card_id: cardId }));
}

/** The bank has said yes: from now on this card is charged, and no other; what was declined for the old one goes on. */
export async function replaceCard(
  tx: Tx,
  services: Services,
  { change, one }: { change: CardChange; one: Recurring },
  networkReference: string | null,
  by: Doer,
): Promise<void> {
  const held_date = HELD_NOW;
  if (whyNoNewCard(one)) return advance(tx, change, 'RELEASING', by, { held_date });
  const card = await tx
    .selectFrom('cards')
    .select(['first6', 'last4', sql<string>`to_char(expires_month, 'YYYY-MM')`.as('expires')])
    .where('id', '=', change.card_id)
    .executeTakeFirstOrThrow();
  await setRecurring(tx, one, {
    card_id: change.card_id,
    card_pan: panOf(card),
    card_expires: card.expires,
    network_reference: networkReference,
    declined_in_a_row: 0,
  });
  await advance(tx, change, 'RELEASING', by, { replaced: true, held_date });
  await audit(tx, BY, {
    action: 'REPLACE_CARD',
    entityType: 'RECURRING_PAYMENT',
    entityId: one.id,
    merchantId: one.merchant_id,
    result: 'SUCCESS',
    details: { changes: { card: { before: one.card_pan, after: panOf(card) } } },
  });
  if (one.status === 'SUSPENDED' && one.suspend_reason === 'DECLINED') {
    const { details } = await resume(tx, services, await holdRecurring(tx, one), 'CUSTOMER', false);
    await audit(tx, BY, {
      action: 'RESUME',
      entityType: 'RECURRING_PAYMENT',
      entityId: one.id,
      merchantId: one.merchant_id,
      result: 'SUCCESS',
      details,
    });
  }
  await told(tx, services, one, 'CARD_CHANGED', { by: 'CUSTOMER' });
}
