import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { Note } from './Note.tsx';

/** Why a card was not taken, above what can be done now. */
export const Declined = ({ failure }: Pick<CheckoutView, 'failure'>) =>
  failure && (
    <Note kind="error" alert>
      <strong>{failure.reason}.</strong> {failure.nextStep} Nothing was taken.
    </Note>
  );
