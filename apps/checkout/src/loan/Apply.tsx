import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { readPersonalId } from '@paydesk/contract/kernel/personal-ids.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import {
  borrowerFields,
  checkBorrower,
  readAmount,
  readDay,
  type Borrower,
} from '@paydesk/contract/resources/checkouts/fields.ts';
import type { Paper, TestPerson } from '@paydesk/contract/resources/checkouts/view.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { keep, kept } from '../kept.ts';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { Note } from '../parts/Note.tsx';
import { money } from '../words.ts';
import * as api from '../api.ts';
import { Steps } from './Steps.tsx';
import { chosenQuotes, chosenTerm } from './terms.ts';
import type { Borrowing } from './use-loan.ts';
import { LOAN_TITLES } from './words.ts';

type Values = Record<keyof Borrower, string>;

/** Who borrows, and what they have read before they agree. */
export function Apply({ view, borrowing }: { view: CheckoutView; borrowing: Borrowing }) {
  const { data, errors, busy, refuse, choice } = borrowing;
  const months = chosenTerm(borrowing);
  const [best] = chosenQuotes(borrowing);
  const keptAs = `borrower ${view.id}`;
  const [values, setValues] = useState<Values>(() => ({ ...known(view), ...kept<Values>(keptAs) }));
  const [agreed, setAgreed] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const { papers, missing, again } = usePapers(view.id, months);

  useEffect(() => {
    const [first] = Object.keys(errors);
    if (first) formRef.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [errors]);

  function change(next: Partial<Values>) {
    const then = { ...values, ...next };
    // an ID that says when its holder was born fills that in
    const born = 'personalId' in next && readPersonalId(then.personalId, then.country)?.born;
    if (born && !readDay(then.dateOfBirth))
      then.dateOfBirth = born.split('-').toReversed().join('.');
    setValues(then);
    keep(keptAs, then);
    const rest = Object.entries(errors).filter(([key]) => !(key in next));
    if (rest.length < Object.keys(errors).length) refuse(Object.fromEntries(rest));
  }

  async function submit() {
    const said = read(values);
    const refused = checkBorrower(said, new Date().toISOString().slice(0, 10));
    if (!agreed) refused['agreed'] = 'Please agree first';
    if (Object.keys(refused).length || !papers) return refuse(refused);
    const consents = papers.map(({ productId, sha256 }) => ({ productId, sha256 }));
    const body = { ...(said as Borrower), months, consents, agreed: true as const };
    const now = await borrowing.apply(body);
    if (!now?.loan) return;
    // what a person earns is not left in a tab
    keep(keptAs, null);
    choice({ applying: false, left: null });
  }

  const lenders = [...new Set(papers?.map(({ institution }) => institution))];
  const whole = errors[''] ?? Object.entries(errors).find(([key]) => !(key in SHOWN))?.[1];
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && papers) void submit();
      }}
    >
      <Steps at="apply" />
      <h1 id="title" tabIndex={-1}>
        {LOAN_TITLES.apply}
      </h1>
      {best && (
        <p class="terms-said">
          You borrow {money(best.total - best.cost, view.currency)}, and repay{' '}
          {best.months === 1
            ? money(best.total, view.currency)
            : `${money(best.monthly, view.currency)} a month, ${best.months} times`}
          : {money(best.total, view.currency)} in total, APR {formatAmount(best.apr)} %.{' '}
          <button type="button" class="link" onClick={() => choice({ applying: false })}>
            Change
          </button>
        </p>
      )}
      {data?.testPeople && (
        <TestPeople people={data.testPeople} use={(person) => change(typed(person))} />
      )}
      <div class="fields">
        {Object.entries(borrowerFields).map(([key, field]) => (
          <Field
            key={key}
            name={key}
            field={field}
            value={values[key as keyof Values]}
            error={errors[key]}
            onChange={(value) => change({ [key]: value })}
          />
        ))}
      </div>
      <section class="papers" aria-labelledby="papers">
        <h2 id="papers">Before you agree</h2>
        <p>
          What the law wants you to know of such a loan, on one form that all lenders in Europe use:
        </p>
        {papers ? (
          <ul>
            {papers.map(({ productId, institution, product, url }) => (
              <li key={productId}>
                <a href={url} target="_blank" rel="noopener">
                  Consumer credit information: {institution}, {product} (PDF)
                </a>
              </li>
            ))}
          </ul>
        ) : missing ? (
          <Note kind="warning" alert>
            The information can’t be loaded at the moment.{' '}
            <button type="button" class="link" onClick={again}>
              Try again
            </button>
          </Note>
        ) : (
          <p class="quiet">One moment …</p>
        )}
      </section>
      {/* nobody agrees to what is not there to be read */}
      {papers && (
        <label class="agree">
          <input
            type="checkbox"
            name="agreed"
            checked={agreed}
            aria-invalid={errors['agreed'] ? true : undefined}
            aria-describedby={errors['agreed'] ? 'agreed-error' : undefined}
            onChange={({ currentTarget }) => {
              setAgreed(currentTarget.checked);
              const { agreed: was, ...rest } = errors;
              if (was) refuse(rest);
            }}
          />
          <span>
            I have read this information. What I typed may go to {named(lenders)}, who may ask
            credit registers about me before they decide.
          </span>
        </label>
      )}
      {errors['agreed'] && (
        <p class="error" id="agreed-error">
          {errors['agreed']}
        </p>
      )}
      {whole && (
        <Note kind="error" alert>
          {whole}
        </Note>
      )}
      <p class="quiet">
        The decision may be made by a computer alone. If it is no, we tell you, and you can ask a
        person to look at it. You borrow nothing before you have signed.
      </p>
      <Button busy={busy === 'applying' || (!papers && !missing)}>
        Apply for {money(view.amount, view.currency)}
      </Button>
      <Button plain onClick={() => choice({ applying: false })}>
        Back
      </Button>
    </form>
  );
}

/** What is to be read of each product over so many months. */
function usePapers(id: string, months: number) {
  const [papers, setPapers] = useState<Paper[] | null>(null);
  const [missing, setMissing] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let left = false;
    setPapers(null);
    setMissing(false);
    api.loanPapers(id, months).then(
      (found) => !left && setPapers(found),
      () => !left && setMissing(true),
    );
    return () => {
      left = true;
    };
  }, [id, months, turn]);
  return { papers, missing, again: () => setTurn((now) => now + 1) };
}

function TestPeople({
  people,
  use,
}: {
  people: readonly TestPerson[];
  use: (person: TestPerson) => void;
}) {
  return (
    <details class="cards people">
      <summary>Test people of the sandbox</summary>
      <ul>
        {people.map((person) => (
          <li key={person.personalId}>
            <span>
              <code>{person.personalId}</code>
              <small>{person.words}</small>
            </span>
            <button type="button" class="link" onClick={() => use(person)}>
              Use<span class="aside-words"> this person: {person.words}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const SHOWN: Record<string, unknown> = { ...borrowerFields, agreed: true };

const EMPTY = Object.fromEntries(Object.keys(borrowerFields).map((key) => [key, ''])) as Values;

const known = ({ customer }: CheckoutView): Values => ({
  ...EMPTY,
  firstName: customer.firstName ?? '',
  lastName: customer.lastName ?? '',
  email: customer.email ?? '',
  phone: customer.phone ?? '',
  country: customer.country ?? '',
});

const typed = ({ firstName, lastName, personalId, dateOfBirth }: TestPerson): Partial<Values> => ({
  firstName,
  lastName,
  personalId,
  country: 'EE',
  dateOfBirth: dateOfBirth.split('-').toReversed().join('.'),
  phone: '+372 5000000',
  incomeType: 'SALARY',
  monthlyIncome: '2400',
  monthlyObligations: '0',
});

/** What was typed, as it is sent: what can't be read stays, and is refused under its field. */
const read = (values: Values) =>
  ({
    ...Object.fromEntries(
      Object.entries(values).map(([key, text]) => [key, text.trim() === '' ? null : text.trim()]),
    ),
    dateOfBirth: values.dateOfBirth.trim() && (readDay(values.dateOfBirth) ?? values.dateOfBirth),
    monthlyIncome: numberOf(values.monthlyIncome),
    monthlyObligations: numberOf(values.monthlyObligations),
  }) as { [K in keyof Borrower]: Borrower[K] | null };

const numberOf = (text: string) => (text.trim() === '' ? null : (readAmount(text) ?? Number.NaN));

const named = (names: readonly string[]) =>
  names.length < 2
    ? (names[0] ?? 'the lender')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
