import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { termsOf, type Quote } from '@paydesk/contract/resources/checkouts/terms.ts';
import { money } from '../words.ts';
import { Calculator } from './Calculator.tsx';
import { chosenQuotes, chosenTerm } from './terms.ts';
import type { Borrowing } from './use-loan.ts';

/** By card or by instalments, with what those cost; nothing where a card is all there is. */
export function Means({ view, borrowing }: { view: CheckoutView; borrowing: Borrowing }) {
  const { data, borrows, choice } = borrowing;
  if (!view.means.includes('CONSUMER_CREDIT')) return null;
  const [best] = chosenQuotes(borrowing);
  const byLoan = borrows || !view.means.includes('CARD');
  return (
    <>
      {view.means.includes('CARD') && (
        <fieldset class="ways">
          <legend>How do you want to pay?</legend>
          <label class="way">
            <input
              type="radio"
              name="means"
              checked={!byLoan}
              onChange={() => choice({ borrows: false })}
            />
            <span>
              Card
              <small>All at once</small>
            </span>
          </label>
          <label class="way">
            <input
              type="radio"
              name="means"
              checked={byLoan}
              onChange={() => choice({ borrows: true })}
            />
            <span>
              Instalments
              <small>{best ? quoteWords(best, view.currency) : 'A loan pays it'}</small>
            </span>
          </label>
        </fieldset>
      )}
      {byLoan && data && termsOf(data.products).length > 0 && (
        <Calculator
          data={data}
          months={chosenTerm(borrowing)}
          choose={(months) => choice({ months })}
        />
      )}
    </>
  );
}

/**
 * As the calculator below begins, and by the term that was chosen there. No figure of a credit without its term, its
 * rate and its total; a line breaks between them, and in none.
 */
const quoteWords = ({ monthly, months, apr, total }: Quote, currency: string) =>
  [
    months === 1
      ? `${money(total, currency)} after a month`
      : `${money(monthly, currency)} a month for ${months} months`,
    `APR ${formatAmount(apr)} %`,
    ...(months === 1 ? [] : [`${money(total, currency)} in all`]),
  ]
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(' · ');
