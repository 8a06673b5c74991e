import { shoppersFailureOf } from '@paydesk/contract/declines.ts';
import { everyWords } from '@paydesk/contract/intervals.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { mailLetter } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';
import { postPurchaseCallback } from '../callbacks.ts';
import { payBase } from '../checkouts.ts';
import type { Recurring, RecurringDue } from './rows.ts';

/** What happens to a recurring payment, as its merchant is told by callback (docs/merchant-api.md) and its payer by mail. */
export type Happened =
  | 'BEGUN'
  | 'CHARGED'
  | 'DECLINED'
  | 'UNPAID'
  | 'MISSED'
  | 'PAUSED'
  | 'RESUMED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'AMOUNT_CHANGED';

interface About {
  due?: RecurringDue;
  transactionId?: string;
  code?: string | null;
  /** When a declined one is tried again. */
  again?: string;
  /** What the last decline came to. */
  ended?: 'SUSPEND' | 'CANCEL' | null;
  by?: 'MERCHANT' | 'CUSTOMER';
}

const DAYS_TO_TRY = 7;

/** The payer's own page of it; the token is all that opens it. */
export const recurringUrl = (
  services: Services,
  { access_token }: Pick<Recurring, 'access_token'>,
) => `${payBase(services)}/r/${access_token}`;

/** Tells merchant and payer, in the transaction of the change. */
export async function told(
  tx: Tx,
  services: Services,
  { id, merchant_id }: Pick<Recurring, 'id' | 'merchant_id'>,
  happened: Happened,
  about: About = {},
): Promise<void> {
  const { rows } = await sql<Recurring & Told>`
    select r.*, m.name as shop, m.email as shop_email, right(r.card_pan, 4) as last4,
      (select status from recurring_dues d where d.id = ${about.due?.id ?? null}::uuid
        and d.merchant_id = r.merchant_id) as due_status
    from recurring_payments r join merchants m on m.id = r.merchant_id
    where r.id = ${id} and r.merchant_id = ${merchant_id}`.execute(tx);
  const one = rows[0]!;
  await postPurchaseCallback(tx, services, one.payment_request_id, {
    event: `RECURRING_${happened}`,
    recurringPaymentId: one.id,
    recurringStatus: one.status,
    suspendReason: one.suspend_reason,
    recurringAmount: fromCents(one.amount_cents).toFixed(2),
    nextChargeAt: one.next_charge_at,
    ...(about.due && { dueDay: about.due.due_day, dueStatus: one.due_status }),
    ...(about.transactionId && { transactionId: about.transactionId }),
    ...(about.code && { declineCode: about.code }),
    ...(about.again && { triedAgainAt: about.again }),
    ...(about.by && { by: about.by }),
  });
  const words = one.payer_email ? wordsOf(one, happened, about) : null;
  if (!words || !one.payer_email) return;
  const { shop, shop_email: address } = one;
  const mail = {
    to: one.payer_email,
    subject: words.subject,
    heading: words.heading,
    before: words.lines,
    action: { label: words.button ?? 'See, pause or cancel it', link: recurringUrl(services, one) },
    after: [
      `What you buy comes from ${shop}${address ? `; write to ${address} about it` : ''}. On the page of the button you see what is charged when, and pause or cancel at any time.`,
    ],
  };
  await mailLetter(tx, services, () => mail, {
    minutes: DAYS_TO_TRY * 24 * 60,
    merchantId: one.merchant_id,
  });
}

interface Told {
  shop: string;
  shop_email: string | null;
  last4: string | null;
  due_status: string | null;
}
interface Words {
  subject: string;
  heading: string;
  lines: string[];
  button?: string;
}

const lines = (...some: string[]) => some.filter(Boolean);
const dayOf = (instant: string) => instant.slice(0, 10);

/** Null: the payer needs not know. */
function wordsOf(one: Recurring & Told, happened: Happened, about: About): Words | null {
  const { shop, last4 } = one;
  const money = (cents: bigint) => `${formatAmount(fromCents(cents))} ${one.currency}`;
  const amount = money(about.due?.amount_cents ?? one.amount_cents);
  const every = everyWords({ unit: one.interval_unit, count: one.interval_count });
  const what = one.payment_info ?? `your subscription at ${shop}`;
  const card = last4 ? `the card ending in ${last4}` : 'your card';
  const next = one.next_charge_at ? `The next charge is on ${dayOf(one.next_charge_at)}.` : '';
  switch (happened) {
    case 'BEGUN':
      return {
        subject: `Your subscription at ${shop}: ${amount} ${every}`,
        heading: `${amount} ${every}, until you cancel`,
        lines: lines(
          `You agreed that ${shop} takes ${amount} ${every} from ${card}, for ${what}. The first payment is made.`,
          next,
        ),
      };
    case 'CHARGED':
      return {
        subject: `Receipt from ${shop}: ${amount}`,
        heading: `You paid ${amount}`,
        lines: lines(`${shop} took ${amount} from ${card}, for ${what}.`, next),
      };
    case 'DECLINED':
      return {
        subject: `${shop} could not take ${amount}`,
        heading: `${amount} could not be taken`,
        lines: lines(
          `${shop} tried to take ${amount} from ${card}, for ${what}. ${shoppersFailureOf(about.code ?? null).reason}.`,
          about.again
            ? `It is tried again on ${dayOf(about.again)}; you need not do anything but see that the card can be charged then.`
            : '',
        ),
      };
    case 'UNPAID':
      return {
        subject: `${shop} could not take ${amount}`,
        heading: `${amount} is not paid`,
        lines: lines(
          `${shop} tried to take ${amount} from ${card}, for ${what}. ${shoppersFailureOf(about.code ?? null).reason}.`,
          about.ended === 'SUSPEND'
            ? `Nothing is taken any more. Please write to ${shop} to begin again with another card.`
            : about.ended === 'CANCEL'
              ? 'It is cancelled: nothing is taken any more.'
              : 'Please see that the card can be charged next time.',
        ),
        button: 'See what was charged',
      };
    case 'PAUSED':
      return {
        subject: `Paused: your subscription at ${shop}`,
        heading: 'Your subscription is paused',
        lines: lines(`Nothing is taken for ${what} until it is resumed.`),
      };
    case 'RESUMED':
      return {
        subject: `Resumed: your subscription at ${shop}`,
        heading: 'Your subscription goes on',
        lines: lines(
          `${shop} takes ${money(one.amount_cents)} ${every} from ${card} again, for ${what}.`,
          next,
        ),
      };
    case 'CANCELLED':
    case 'EXPIRED':
      return {
        subject: `Ended: your subscription at ${shop}`,
        heading: 'Your subscription has ended',
        lines: lines(`Nothing is taken any more for ${what}. What was paid stays paid.`),
        button: 'See what was charged',
      };
    case 'AMOUNT_CHANGED':
      return {
        subject: `${shop} takes ${money(one.amount_cents)} from now on`,
        heading: `${money(one.amount_cents)} ${every} from now on`,
        lines: lines(
          `${shop} has changed what it takes from ${card} for ${what}: ${money(one.amount_cents)} ${every}. You agreed to at most ${money(one.most_cents)}.`,
          next,
        ),
      };
    case 'MISSED':
      return null;
  }
}
