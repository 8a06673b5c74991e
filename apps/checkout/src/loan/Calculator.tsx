import { representativeExample } from '@paydesk/contract/credit.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { CheckoutLoan } from '@paydesk/contract/resources/checkouts/view.ts';
import { quotesOf, termsOf, type Quote } from '@paydesk/contract/resources/checkouts/terms.ts';
import { money } from '../words.ts';

interface Props {
  data: CheckoutLoan;
  months: number;
  choose: (months: number) => void;
}

/** What it would cost over each of the terms, before anything is asked: monthly, in all, and by the year. */
export function Calculator({ data, months, choose }: Props) {
  const { amount, currency, products } = data;
  const terms = termsOf(products);
  const quotes = quotesOf(products, amount, months);
  const [best] = quotes;
  return (
    <section class="calculator" aria-label="What it costs">
      <fieldset class="terms">
        <legend>Over how many months?</legend>
        <div>
          {terms.map((one) => (
            <label key={one} class="term">
              <input
                type="radio"
                name="months"
                value={one}
                checked={one === months}
                onChange={() => choose(one)}
              />
              <span>
                {one}
                <span class="aside-words">{one === 1 ? ' month' : ' months'}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {best && (
        <>
          <output class="monthly">
            {best.months === 1 ? (
              <>
                <strong>{money(best.total, currency)}</strong> after a month
              </>
            ) : (
              <>
                <strong>{money(best.monthly, currency)}</strong> a month, {best.months} times
              </>
            )}
          </output>
          <Costs quote={best} amount={amount} currency={currency} />
          {quotes.length > 1 && <Others quotes={quotes} currency={currency} />}
          <p class="example">{exampleOf(best, amount, currency)}</p>
        </>
      )}
    </section>
  );
}

function Costs({ quote, amount, currency }: { quote: Quote; amount: number; currency: string }) {
  const rows: [string, string][] = [
    ['You borrow', money(amount, currency)],
    ['Total interest', money(quote.cost, currency)],
    ['You repay in total', money(quote.total, currency)],
    ['Fixed interest a year', `${formatAmount(quote.product.interestRate)} %`],
    ['APR', `${formatAmount(quote.apr)} %`],
    ['Lent by', quote.product.institution],
  ];
  return (
    <dl class="costs">
      {rows.map(([term, words]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

const Others = ({ quotes, currency }: { quotes: readonly Quote[]; currency: string }) => (
  <details class="others">
    <summary>{quotes.length} lenders fit: each is asked, and you choose</summary>
    <ul>
      {quotes.map(({ product, monthly, total, apr }) => (
        <li key={product.productId}>
          <span>
            {product.institution}
            <small>
              {product.product}, APR {`${formatAmount(apr)}\u00a0%`}
            </small>
          </span>
          <span class="sum">
            {money(monthly, currency)}
            <small>{money(total, currency)} in total</small>
          </span>
        </li>
      ))}
    </ul>
  </details>
);

/** The legal sentence, by the very amount and term. */
const exampleOf = ({ product, months }: Quote, amount: number, currency: string) =>
  representativeExample(
    {
      minAmount: amount,
      maxAmount: amount,
      minTermMonths: months,
      maxTermMonths: months,
      interestRate: product.interestRate,
    },
    currency,
  );
