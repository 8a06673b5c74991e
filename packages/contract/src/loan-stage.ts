import type { Columns } from './kernel/columns.ts';
import { CONSUMER_CREDIT_STATUSES, type ConsumerCreditStatus } from './kernel/loan-statuses.ts';
import { counted } from './kernel/many.ts';
import type { Answer } from './kernel/story.ts';
import { isUnderWay, LOAN_HOLDS, LOAN_WAITS } from './lending.ts';

/** How far a loan has come that nobody has lent yet: what its status leaves open. */

/** What its merchant's people are told too. */
export const OWN_STAGE = {
  okOfferCount: { label: 'Offers made', kind: 'number', hidden: true, filter: false },
  signsAtMerchant: {
    label: 'Signed at the merchant’s',
    kind: 'boolean',
    hidden: true,
    filter: false,
  },
  letGo: { label: 'Cancellation requested', kind: 'boolean', hidden: true, filter: false },
} as const satisfies Columns;

/** Of the institutions that were asked, staff alone are told. */
export const STAGE = {
  ...OWN_STAGE,
  askedCount: {
    label: 'Institutions asked',
    kind: 'number',
    hidden: true,
    filter: false,
    visibleTo: 'staff',
  },
  unansweredCount: {
    label: 'Institutions that have not answered',
    kind: 'number',
    hidden: true,
    filter: false,
    visibleTo: 'staff',
  },
} as const satisfies Columns;

/** How far the loan of an order or a purchase has come, and why it came to nothing. */
export const OF_LOAN = {
  loanStatus: {
    label: 'Loan status',
    kind: 'choice',
    enumeration: CONSUMER_CREDIT_STATUSES,
    nullable: true,
  },
  loanFailure: { label: 'Why the loan failed', kind: 'text', nullable: true },
  okOfferCount: { label: 'Offers accepted', kind: 'number' },
  askedCount: STAGE.askedCount,
  unansweredCount: STAGE.unansweredCount,
  signsAtMerchant: STAGE.signsAtMerchant,
  letGo: STAGE.letGo,
} as const satisfies Columns;

/** That it waits for a person's word, which is said beside its status, and since when. */
export const HELD = {
  hold: {
    label: 'Held',
    kind: 'choice',
    enumeration: LOAN_HOLDS,
    hidden: 'screen',
    lastInFile: 3,
    nullable: true,
  },
  heldDate: {
    label: 'Held Since',
    kind: 'dateTime',
    sort: true,
    filter: false,
    hidden: 'screen',
    visibleTo: 'staff',
    lastInFile: 3,
    nullable: true,
  },
} as const satisfies Columns;

export interface Staged {
  okOfferCount: number;
  askedCount?: number;
  unansweredCount?: number;
  signsAtMerchant?: boolean;
  letGo?: boolean;
}

/** Its merchant has the customer sign on paper, and says so. */
export const isToSignHere = (name: ConsumerCreditStatus, { signsAtMerchant }: Staged): boolean =>
  name === 'SIGNING_DOCUMENTS_PREPARED' && Boolean(signsAtMerchant);

/** In a word or two, which a list has room for in one line; that one waits for confirmation its status says. */
const SHORT: Readonly<Partial<Record<ConsumerCreditStatus, string>>> = {
  DRAFT: 'Risk check',
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: 'Not sent yet',
  APPLICATION_CREATED: 'Awaiting offers',
  OFFER_CHOSEN: 'Identity check',
  SIGNING_DOCUMENTS_PREPARED: 'Awaiting signature',
  AGREEMENT_DOCUMENT_SIGNED: 'Not sent yet',
};

function unanswered({ askedCount = 0, unansweredCount = 0 }: Staged): string | null {
  if (!unansweredCount) return null;
  if (askedCount === 1) return 'the institution has not answered';
  return `${unansweredCount} of ${askedCount} institutions ${unansweredCount === 1 ? 'has' : 'have'} not answered`;
}

/** What is known of its offers while they come, and while one is to be chosen. */
function offersOf(name: ConsumerCreditStatus, one: Staged): string | null {
  if (name === 'APPLICATION_CREATED') return unanswered(one);
  if (name !== 'OFFER_SELECTION') return null;
  const offers = one.okOfferCount
    ? `${counted(one.okOfferCount, 'offer')} to choose from`
    : 'no offer is left';
  return [offers, unanswered(one)].filter(Boolean).join('; ');
}

/** Beside its status in lists: 'Offer selection' and '2 offers'; null: the status says it. */
export function stageOf(name: ConsumerCreditStatus, one: Staged): string | null {
  const { okOfferCount: offers, askedCount: asked = 0, unansweredCount: awaited = 0 } = one;
  if (name === 'OFFER_SELECTION') {
    const made = offers ? counted(offers, 'offer') : 'No offer left';
    return awaited ? `${made}, ${awaited} awaited` : made;
  }
  if (name === 'APPLICATION_CREATED' && awaited)
    return asked === 1 ? 'Awaiting an offer' : `Awaiting ${awaited} of ${asked} offers`;
  if (one.letGo) return 'Cancellation requested';
  return isToSignHere(name, one) ? 'To sign at the merchant’s' : (SHORT[name] ?? null);
}

/** What it waits for, and how far that has come, as screens begin. */
export function waitsFor(name: ConsumerCreditStatus, one: Staged): string {
  const offers = offersOf(name, one);
  if (one.letGo) return 'Waiting for the institution’s answer to the cancellation';
  if (isToSignHere(name, one)) return 'Waiting for the agreement to be signed at the merchant’s';
  if (!offers) return LOAN_WAITS[name];
  return `${name === 'OFFER_SELECTION' ? 'Waiting for the shopper' : LOAN_WAITS[name]}: ${offers}`;
}

interface OfLoan extends Staged {
  loanStatus: ConsumerCreditStatus | null;
  loanFailure: string | null;
}

const inside = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** Somebody is to lend for it, and has not done so yet. */
export const lendsNow = ({ loanStatus }: Pick<OfLoan, 'loanStatus'>): boolean =>
  Boolean(loanStatus && isUnderWay(loanStatus));

/** How the loan of an order or a purchase stands that has not paid it; null: it has, or there is none. */
export function loanWords(one: OfLoan): string | null {
  const { loanStatus, loanFailure } = one;
  if (loanStatus === 'FAILED')
    return `Its loan failed${loanFailure ? `: ${inside(loanFailure)}` : ''}`;
  return loanStatus && isUnderWay(loanStatus)
    ? `Its loan is ${inside(waitsFor(loanStatus, one))}`
    : null;
}

/** Of what is being paid: what its loan waits for, or that its shopper does so by card. */
export const payingAnswer = (one: OfLoan): Answer =>
  lendsNow(one)
    ? {
        tone: 'info',
        reason: loanWords(one)!,
        nextStep: isToSignHere(one.loanStatus!, one)
          ? 'Once the customer has signed on paper, that is confirmed on its loan.'
          : 'The outcome will show here; all there is to know of it is on its loan.',
        leads: 'its loan',
      }
    : {
        tone: 'info',
        reason: 'Its shopper is paying it now',
        nextStep: 'The outcome will show here.',
      };
