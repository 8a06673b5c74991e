import { CURRENCIES } from './enumeration.ts';

/** What a currency is called beside an amount: its code, its sign and its name. */
const CALLED = Object.keys(CURRENCIES)
  .flatMap((currency) =>
    (['code', 'narrowSymbol', 'name'] as const).map((currencyDisplay) =>
      new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency')!
        .value.toLowerCase(),
    ),
  )
  .map((called) =>
    /^\p{L}+$/u.test(called) ? `${called.replace(/s$/, '')}s?` : called.replace(/[$.()]/g, '\\$&'),
  )
  .join('|');
const BESIDE = new RegExp(
  `(?<=\\d)\\s*(?:${CALLED})(?![\\p{L}\\d])\\.?|(?<![\\p{L}\\d])(?:${CALLED})\\s*(?=[-−+]?\\d)`,
  'giu',
);

/** What was typed without the currency beside an amount: 'refund 43.99 eur', '€43.99'. */
export const withoutCurrency = (text: string): string => text.replace(BESIDE, ' ').trim();
