import { loanOf } from '@paydesk/contract/credit.ts';
import { testApplicantOf, type TestApplicantName } from '@paydesk/contract/test-applicants.ts';
import type { InstitutionOperation, OperationAnswer } from '../protocol/messages.ts';
import { institutionReference } from './words.ts';

/** What the sandbox's institution decides about people and their loans: by how the personal id ends. */

export type Application = Extract<InstitutionOperation, { kind: 'LOAN_APPLICATION' }>;
export type Acceptance = Extract<InstitutionOperation, { kind: 'LOAN_ACCEPTANCE' }>;
type Approved = Omit<Extract<OperationAnswer, { outcome: 'approved' }>, 'operationId'>;
/** An answer, without the id that it is given under. */
export type Answer =
  | Approved
  | Omit<Extract<OperationAnswer, { outcome: 'declined' }>, 'operationId'>;
export type Offer = NonNullable<Approved['offers']>[number];
export type Instalment = NonNullable<Approved['loan']>['instalments'][number];

export interface Decision {
  answer: Answer;
  /** It is taken, and known later. */
  late?: boolean;
  /** Done, but the first answer is lost. */
  lost?: boolean;
}

const OFFER_DAYS = 7;
const DAY_MS = 86_400_000;

export const refused = (reason: string): Decision => ({ answer: { outcome: 'declined', reason } });

const LATE: readonly TestApplicantName[] = ['later', 'declinedLater'];
const DECLINED: readonly TestApplicantName[] = ['declined', 'declinedLater'];

/** What it offers somebody: each of the products that were named, at its own rate. Null: it never came. */
export function decideApplication(application: Application, at: Date): Decision | null {
  const { operationId, amountCents, months, products, person } = application;
  const name = testApplicantOf(person.personalId);
  if (name === 'lost') return null;
  const late = LATE.includes(name) || !application.instantDecision;
  if (DECLINED.includes(name))
    return { ...refused('The institution does not lend to this person'), late };
  const validMs = name === 'shortOffer' ? 60_000 : OFFER_DAYS * DAY_MS;
  const offers = products.map(({ code, rate }): Offer => {
    const { monthlyCents, totalCents, apr } = loanOf({
      amountCents: BigInt(amountCents),
      rate: BigInt(rate),
      months,
    });
    return {
      offerId: institutionReference(`${operationId} ${code}`, 'O'),
      product: code,
      amountCents,
      months,
      rate,
      apr: Math.round(apr * 100),
      monthlyCents: Number(monthlyCents),
      totalCents: Number(totalCents),
      validUntil: new Date(at.getTime() + validMs).toISOString(),
    };
  });
  const reference = institutionReference(operationId, 'A');
  return {
    answer: { outcome: 'approved', reference, offers },
    late,
    lost: name === 'lostAnswer',
  };
}

const pad = (number: number) => String(number).padStart(2, '0');

/** The same day so many months later, or the last of that month. */
export function monthsAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const count = year * 12 + month - 1 + months;
  const [then, of] = [Math.floor(count / 12), (count % 12) + 1];
  const last = new Date(Date.UTC(then, of, 0)).getUTCDate();
  return `${then}-${pad(of)}-${pad(Math.min(date, last))}`;
}

/** When which instalment is due; the first a month after the day of the confirmation. */
export const instalmentsOf = (offer: Offer, confirmed: string): Instalment[] =>
  loanOf({
    amountCents: BigInt(offer.amountCents),
    rate: BigInt(offer.rate),
    months: offer.months,
  }).schedule.map(({ month, cents, interestCents }) => ({
    number: month,
    dueDate: monthsAfter(confirmed, month),
    amountCents: Number(cents),
    interestCents: Number(interestCents),
  }));

/** What comes of a signed agreement: the offer is one of its own, and holds. */
export function decideAcceptance(
  acceptance: Acceptance,
  application: Application,
  offer: Offer,
  at: Date,
): Decision {
  const name = testApplicantOf(application.person.personalId);
  if (name === 'refused') return refused('The institution does not confirm the loan');
  return {
    answer: {
      outcome: 'approved',
      reference: institutionReference(acceptance.operationId, 'C'),
      loan: {
        number: institutionReference(acceptance.loanId, 'L'),
        instalments: instalmentsOf(offer, at.toISOString().slice(0, 10)),
      },
    },
    late: name === 'confirmedLater' || !acceptance.instantDecision,
    lost: name === 'lostConfirmation',
  };
}
