import { checkFields } from '@paydesk/contract/kernel/fields.ts';
import {
  fieldsOf,
  type CheckoutDetails,
  type CheckoutView,
} from '@paydesk/contract/resources/checkouts.ts';
import { COUNTRIES } from '@paydesk/contract/merchant-record.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { mayFrame } from '../address.ts';
import { keep, kept } from '../kept.ts';
import { Means } from '../loan/Means.tsx';
import { chosenTerm } from '../loan/terms.ts';
import type { Borrowing } from '../loan/use-loan.ts';
import type { Checkout } from '../use-checkout.ts';
import { isAnew, money, TITLES } from '../words.ts';
import { Button } from './Button.tsx';
import { Declined } from './Declined.tsx';
import { Delivery } from './Delivery.tsx';
import { Field } from './Field.tsx';
import { GiveUp } from './GiveUp.tsx';
import { Note } from './Note.tsx';

type Values = Record<keyof CheckoutDetails, string>;

interface Props {
  checkout: Checkout;
  view: CheckoutView;
  borrowing: Borrowing;
}

/** Who pays, where it goes, and the button: one page, or two where something is sent. */
export function Pay({ checkout, view, borrowing }: Props) {
  const { errors, busy } = checkout;
  const fields = fieldsOf(view.ships);
  const keptAs = `checkout ${view.id}`;
  const [values, setValues] = useState<Values>(() => ({
    ...said(view),
    ...kept<Values>(keptAs),
    ...(view.emailFixed && { email: view.customer.email! }),
  }));
  const [changing, setChanging] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  // nothing is taken from another page before its shopper has read so
  const begunElsewhere = 'here' in errors;
  const byCard = view.means.includes('CARD');
  const byLoan = view.means.includes('CONSUMER_CREDIT') && (borrowing.borrows || !byCard);
  const known = !Object.keys(checkFields(fields, said(view))).length;
  // an address first: what a delivery costs depends on it
  const asking = !view.ships || !known || changing;

  // what was refused is where the keys are next
  useEffect(() => {
    const [first] = Object.keys(errors);
    if (first) formRef.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [errors]);

  function change(key: string, value: string) {
    const next = { ...values, [key]: value };
    setValues(next);
    keep(keptAs, next);
    const { [key]: was, ...rest } = errors;
    if (was) checkout.refuse(rest);
  }

  const details = () => ({
    ...(Object.fromEntries(
      Object.keys(fields).map((key) => [key, values[key as keyof Values].trim() || null]),
    ) as unknown as CheckoutDetails),
    ...(view.ships && { shippingMethodId: values.shippingMethodId || null }),
  });

  async function submit() {
    if (asking) {
      const refused = checkFields(fields, values);
      if (Object.keys(refused).length) return checkout.refuse(refused);
      if (view.ships) {
        const now = await checkout.say(details());
        if (now) setChanging(false);
        // the page is another one now, though its address is the same
        if (now) document.getElementById('title')?.focus();
        return;
      }
    } else if (view.shipping === null) return checkout.refuse({ shippingMethodId: NO_DELIVERY });
    if (byLoan) {
      // what was said is kept before a lender is asked
      const now = asking ? await checkout.say(details()) : view;
      if (now) borrowing.choice({ applying: true, months: chosenTerm(borrowing) });
      return;
    }
    const now = await checkout.pay(asking ? details() : null, mayFrame(), begunElsewhere);
    if (now?.page && !now.page.framed) location.assign(now.page.url);
  }

  const whole = errors[''] ?? Object.entries(errors).find(([key]) => !(key in SHOWN))?.[1];
  const does = byLoan
    ? 'Continue to the loan'
    : begunElsewhere
      ? 'Pay here instead'
      : // the card comes next, where that amount is paid
        `Continue to card · ${money(view.amount, view.currency)}`;
  if (!view.means.length)
    return (
      <Note kind="warning" alert>
        Nobody lends this amount at the moment, and {view.merchant.name} takes nothing else for this
        order. Please go back to the shop.
      </Note>
    );
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <h1 id="title" tabIndex={-1}>
        {view.state === 'declined' && !isAnew(view)
          ? TITLES.declined
          : asking
            ? 'Your details'
            : 'Delivery and payment'}
      </h1>
      <Declined failure={view.failure} />
      {view.elsewhere && view.state !== 'open' && (
        <Note kind="info">
          {view.state === 'card'
            ? 'This payment was begun in another browser. If that was you, go on there, or pay here instead: the page for the card there closes then.'
            : 'A card was given in another browser, and not taken. Nothing was taken: you can pay here instead.'}
        </Note>
      )}
      {(!view.ships || !asking) && <Means view={view} borrowing={borrowing} />}
      {asking ? (
        <div class="fields">
          {Object.entries(fields).map(([key, field]) => (
            <Field
              key={key}
              name={key}
              field={field}
              value={values[key as keyof Values]}
              error={errors[key]}
              readOnly={key === 'email' && view.emailFixed}
              onChange={(value) => change(key, value)}
            />
          ))}
        </div>
      ) : (
        <>
          <dl class="said">
            <div>
              <dt>Contact</dt>
              <dd>
                {view.customer.firstName} {view.customer.lastName}
                <br />
                {view.customer.email}
              </dd>
            </div>
            <div>
              <dt>Address</dt>
              <dd>
                {view.customer.addressLine}
                <br />
                {view.customer.postalCode} {view.customer.city}, {countryOf(view)}
              </dd>
            </div>
            <Button plain onClick={() => setChanging(true)}>
              Change
            </Button>
          </dl>
          <Delivery
            checkout={checkout}
            view={view}
            chosen={values.shippingMethodId}
            choose={(id) => {
              change('shippingMethodId', id);
              void checkout.say({ ...details(), shippingMethodId: id });
            }}
          />
        </>
      )}
      {whole ? (
        <Note kind={begunElsewhere ? 'warning' : 'error'} alert>
          {whole}
        </Note>
      ) : (
        checkout.left && (
          <Note kind="info" alert>
            The page for the card was closed: this payment was begun again in another window or on
            another device, or no card was given in time. Nothing was taken.
          </Note>
        )
      )}
      {!byLoan && (!view.ships || !asking) && <Consent view={view} />}
      <Button busy={busy === 'paying' || busy === 'saying'}>
        {!view.ships
          ? does
          : asking
            ? 'Continue to delivery'
            : view.shipping === null
              ? 'Choose a delivery'
              : does}
      </Button>
      {!byLoan && (
        <p class="quiet">
          You type your card on the page of the bank that takes the payment. {view.merchant.name}{' '}
          and Paydesk never see its number.
        </p>
      )}
      {!checkout.unbegun && <GiveUp checkout={checkout} view={view} />}
    </form>
  );
}

const NO_DELIVERY = 'Choose a delivery whose price is known';

/** Whose words stand at the field; all others stand above the button. */
const SHOWN: Record<string, true> = {
  email: true,
  firstName: true,
  lastName: true,
  phone: true,
  addressLine: true,
  postalCode: true,
  city: true,
  country: true,
  shippingMethodId: true,
};

const countryOf = ({ customer: { country } }: CheckoutView) =>
  COUNTRIES[country as keyof typeof COUNTRIES];

const said = ({ customer }: CheckoutView) =>
  Object.fromEntries(Object.entries(customer).map(([key, value]) => [key, value ?? ''])) as Values;

function Consent({ view: { merchant, recurring } }: { view: CheckoutView }) {
  return (
    <p class="consent">
      By paying you agree to{' '}
      {merchant.termsUrl ? (
        <a href={merchant.termsUrl} target="_blank" rel="noopener noreferrer">
          the terms of {merchant.name}
        </a>
      ) : (
        `this payment to ${merchant.name}`
      )}
      .{recurring && ` You agree that ${recurring.sentence}`}
    </p>
  );
}
