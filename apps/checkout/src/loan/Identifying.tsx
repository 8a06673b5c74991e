import type { IdentificationMethod, LoanView } from '@paydesk/contract/loan-view.ts';
import { AUTHENTICATION_METHODS } from '@paydesk/contract/resources/authentications.ts';
import { Button } from '../parts/Button.tsx';
import { Framed } from '../parts/Framed.tsx';

type Page = NonNullable<LoanView['authentication']> | NonNullable<LoanView['signing']>;

const WORDS: Readonly<Record<IdentificationMethod, string>> = {
  SMART_ID: 'In the app on your phone',
  MOBILE_ID: 'By the SIM card of your phone',
  BANK_LINK: 'In your internet bank',
  ID_CARD: 'With a card reader',
};

interface MethodsProps {
  methods: readonly IdentificationMethod[];
  chosen: IdentificationMethod;
  choose: (method: IdentificationMethod) => void;
  legend: string;
}

export const Methods = ({ methods, chosen, choose, legend }: MethodsProps) => (
  <fieldset class="ways">
    <legend>{legend}</legend>
    {methods.map((method) => (
      <label key={method} class="way">
        <input
          type="radio"
          name="method"
          value={method}
          checked={method === chosen}
          onChange={() => choose(method)}
        />
        <span>
          {AUTHENTICATION_METHODS[method]}
          <small>{WORDS[method]}</small>
        </span>
      </label>
    ))}
  </fieldset>
);

/** A code to compare with what the phone shows, or the page of whoever asks, or both. */
export function UnderWay({ page, onReturned }: { page: Page; onReturned: () => void }) {
  const method = AUTHENTICATION_METHODS[page.method ?? 'SMART_ID'];
  return (
    <>
      {page.code && (
        <output class="code">
          <span>Look at your phone. Go on there only if it shows the same code:</span>
          <span class="digits">{page.code}</span>
        </output>
      )}
      {page.url ? (
        <Framed
          page={{ url: page.url, framed: page.framed }}
          title={method}
          onReturned={onReturned}
        >
          <p>You go to a page of {method}, and come back here.</p>
          <Button onClick={() => location.assign(page.url!)}>Go to {method}</Button>
        </Framed>
      ) : (
        <p class="quiet">
          <span class="turning" aria-hidden="true" /> We wait for your answer there. This page goes
          on by itself.
        </p>
      )}
    </>
  );
}
