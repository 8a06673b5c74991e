import { consentSentence } from '@paydesk/contract/consent.ts';
import type { IntervalUnit } from '@paydesk/contract/intervals.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { Asked } from '../../platform/ShoppersPage.tsx';

interface Given {
  purpose: string;
  cents: bigint;
  unit: IntervalUnit | null;
  every: number | null;
}

/** What the checkout asks for, as the order of such a link says it. */
export function askedBy({ purpose, cents, unit, every }: Given, shop: string): Asked {
  const amount = fromCents(cents);
  return {
    label: purpose,
    items: [{ label: purpose, amount, taxRate: 0, count: 1 }],
    amount,
    tax: 0,
    currency: 'EUR',
    recurring: unit
      ? consentSentence(
          { unit, every: every ?? 1, mostCents: cents },
          { shop, amountCents: cents, currency: 'EUR' },
        )
      : null,
  };
}
