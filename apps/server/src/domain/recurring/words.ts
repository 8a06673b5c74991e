import { declineKind, shoppersFailureOf } from '@paydesk/contract/declines.ts';
import { expiryWords } from '@paydesk/contract/kernel/cards.ts';
import { everyWords } from '@paydesk/contract/intervals.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import type { Recurring } from './rows.ts';
import type { About, Happened } from './tell.ts';

/** What its payer reads of what happened to a recurring payment. */

export interface Told {
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

const NEW_CARD = 'Enter a new card';
const lines = (...some: string[]) => some.filter(Boolean);

/** Null: the payer needs not know. `dayOf`: how the day of a moment is written, where it is charged. */
export function wordsOf(
  one: Recurring & Told,
  happened: Happened,
  about: About,
  dayOf: (instant: string) => string,
): Words | null {
  const { shop, last4 } = one;
  const money = (cents: bigint) => `${formatAmount(fromCents(cents))} ${one.currency}`;
  const amount = money(about.due?.amount_cents ?? one.amount_cents);
  const every = everyWords({ unit: one.interval_unit, count: one.interval_count });
  const what = one.payment_info ?? `your subscription at ${shop}`;
  const card = last4 ? `the card ending in ${last4}` : 'your card';
  const over = one.status === 'CANCELLED' || one.status === 'EXPIRED';
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
          over
            ? 'Your subscription has ended: nothing is taken any more.'
            : about.ended === 'SUSPEND'
              ? 'Nothing is taken until you enter another card.'
              : declineKind(about.code ?? null) === 'HARD'
                ? 'Please enter another card, which is charged from then on.'
                : 'Please see that the card can be charged next time.',
        ),
        button:
          !over && (about.ended === 'SUSPEND' || declineKind(about.code ?? null) === 'HARD')
            ? NEW_CARD
            : 'See what was charged',
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
    case 'CARD_EXPIRING':
      return {
        subject: `Your card expires before ${shop} charges it`,
        heading: 'Please enter a new card',
        lines: lines(
          `${card.replace(/^t/, 'T').replace(/^y/, 'Y')} is valid until ${one.card_expires ? expiryWords(one.card_expires) : 'soon'}. ${next}`,
          `Enter a new one, so that ${what} goes on. Nothing is taken for it: your bank asks you to confirm it.`,
        ),
        button: NEW_CARD,
      };
    case 'CARD_CHANGED':
      return {
        subject: `A new card for your subscription at ${shop}`,
        heading: 'Your new card is charged from now on',
        lines: lines(
          `${money(one.amount_cents)} ${every} is taken from ${card} from now on, for ${what}.`,
          next,
          `If it was not you who entered it, please write to ${shop}.`,
        ),
      };
    case 'MISSED':
      return null;
  }
}
