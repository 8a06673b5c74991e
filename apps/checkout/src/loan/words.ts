import { formatDate } from '@paydesk/contract/kernel/instants.ts';
import type { LoanView } from '@paydesk/contract/loan-view.ts';

/** What each of a loan's pages is called; the tab and who listens have it too. */
export const LOAN_TITLES = {
  apply: 'About you',
  elsewhere: 'Go on where you applied',
  waiting: 'Your application is being decided',
  review: 'A person looks at your application',
  offers: 'Choose your offer',
  identify: 'Show who you are',
  sign: 'Read and sign',
  confirming: 'Your signature has arrived',
  done: 'Thank you',
  refunded: 'The loan has been refunded',
  failed: 'The loan did not go ahead',
} as const;

export type LoanScreen = keyof typeof LOAN_TITLES;

/** Which page a loan is at. */
export function screenOf({ status, inReview }: LoanView): LoanScreen {
  switch (status) {
    case 'DRAFT':
    case 'CUSTOMER_RISK_EVALUATION_SUCCEEDED':
    case 'APPLICATION_CREATED':
      return inReview ? 'review' : 'waiting';
    case 'OFFER_SELECTION':
      return 'offers';
    case 'OFFER_CHOSEN':
      return inReview ? 'review' : 'identify';
    case 'SIGNING_DOCUMENTS_PREPARED':
      return 'sign';
    case 'AGREEMENT_DOCUMENT_SIGNED':
      return inReview ? 'review' : 'confirming';
    case 'WAITING_FOR_CONFIRMATION':
      return 'confirming';
    case 'CONFIRMED':
      return 'done';
    case 'REFUNDED':
      return 'refunded';
    case 'FAILED':
      return 'failed';
  }
}

/** Where a borrower is written to: it need not be the address that the order has. */
export const THEIR_MAIL = 'the email address in your application';

export const dayOf = (date: string) => formatDate(date, 'UTC');

export const chosenOf = ({ offers, chosenOfferId }: LoanView) =>
  offers.find(({ id }) => id === chosenOfferId) ?? null;

export const triesWords = (left: number) =>
  left === 1 ? 'One try is left.' : `${left} tries are left.`;
