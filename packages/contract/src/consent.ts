import { everyWords, type Interval } from './intervals.ts';
import { formatAmount, fromCents } from './kernel/money.ts';

/** What the shopper agrees to, word for word: it stands above the button, and is kept. */
export function consentSentence(
  { unit, every, mostCents }: { unit: Interval['unit']; every: number; mostCents: bigint },
  { shop, amountCents, currency }: { shop: string; amountCents: bigint; currency: string },
): string {
  const money = (cents: bigint) => `${formatAmount(fromCents(cents))} ${currency}`;
  const words = everyWords({ unit, count: every });
  const most = mostCents > amountCents ? `, and never more than ${money(mostCents)} at a time` : '';
  return (
    `${shop} takes ${money(amountCents)} from your card now and ${words} from now on, until you cancel${most}. ` +
    'You can pause or cancel at any time by the link in every receipt.'
  );
}
