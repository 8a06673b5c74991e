import { isUnderWay, LOAN_LIMIT_HOURS } from '@paydesk/contract/lending.ts';
import { HOUR_MS, later, type World } from './world.ts';

/** The way of a loan; REFUNDED and FAILED are ends of their own. */
export const WAY = [
  'DRAFT',
  'CUSTOMER_RISK_EVALUATION_SUCCEEDED',
  'APPLICATION_CREATED',
  'OFFER_SELECTION',
  'OFFER_CHOSEN',
  'SIGNING_DOCUMENTS_PREPARED',
  'AGREEMENT_DOCUMENT_SIGNED',
  'WAITING_FOR_CONFIRMATION',
  'CONFIRMED',
] as const;
export type Step = (typeof WAY)[number];

export const STATUSES = [...WAY, 'REFUNDED', 'FAILED'] as const;
export type Status = (typeof STATUSES)[number];

/** So many hours after it was begun a loan of the demo comes to a step. */
export const HOURS: Readonly<Record<Step, number>> = {
  DRAFT: 0,
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: 0.01,
  APPLICATION_CREATED: 0.02,
  OFFER_SELECTION: 2.1,
  OFFER_CHOSEN: 3,
  SIGNING_DOCUMENTS_PREPARED: 4,
  AGREEMENT_DOCUMENT_SIGNED: 5,
  WAITING_FOR_CONFIRMATION: 5.02,
  CONFIRMED: 6,
};

/** Why it failed, and how far it had come by then. */
const FAILURES: [reason: string, reached: Step][] = [
  ['The customer did not pass the risk evaluation', 'DRAFT'],
  ['No institution made an offer', 'APPLICATION_CREATED'],
  ['The customer chose no offer in time', 'OFFER_SELECTION'],
  ['The agreement was not signed in time', 'SIGNING_DOCUMENTS_PREPARED'],
  ['The institution declined the agreement', 'WAITING_FOR_CONFIRMATION'],
];

/** Nobody of the demo waits for longer; an institution’s offer is good for twice as long. */
const LONGEST_HOURS = 96;

export interface Way {
  status: Status;
  nth: number;
  failureReason: string | null;
  reached: Step;
  /** It was applied for here: the running house moves it by what happens. */
  lives: boolean;
  createdDate: Date;
  /** Since when, and for how long, it waits where it is. */
  since: Date;
  until: Date | null;
  at: (hours: number) => Date;
  has: (step: Step) => boolean;
}

/** Every other one that is begun: a rule holds it, by what it is of. */
export const isHeld = ({ status, nth }: Pick<Way, 'status' | 'nth'>) =>
  status === 'DRAFT' && nth % 2 === 0;
/** What nobody looks at is of less. */
export const HELD_ABOVE = 4500;

/** How far a loan has come, and when; one that is under way has time left. */
export function wayOf({ random, clock }: World, status: Status, nth: number): Way {
  const [failureReason, failedAt] = status === 'FAILED' ? FAILURES[nth % 5]! : [null, null];
  const reached: Step = failedAt ?? (status === 'REFUNDED' ? 'CONFIRMED' : (status as Step));
  const limit = LOAN_LIMIT_HOURS[status];
  const waits = limit === null ? 0 : (Math.min(limit, LONGEST_HOURS) * random.int(5, 60)) / 100;
  const createdDate = isUnderWay(status)
    ? later(clock, -(waits + HOURS[reached]) * HOUR_MS)
    : // two days are enough for all that happens to it
      later(
        clock,
        -random.int(4 * 24, daysOf(status, nth) * 24) * HOUR_MS - random.int(0, HOUR_MS),
      );
  const at = (hours: number) => later(createdDate, hours * HOUR_MS);
  const since = at(HOURS[reached]);
  return {
    status,
    nth,
    failureReason,
    reached,
    lives: status !== 'REFUNDED' && status !== 'FAILED',
    createdDate,
    since,
    until: limit === null ? null : later(since, limit * HOUR_MS),
    at,
    has: (step) => WAY.indexOf(reached) >= WAY.indexOf(step),
  };
}

/** Whoever repays early has not yet. */
const daysOf = (status: Status, nth: number) => (status === 'CONFIRMED' && nth % 4 === 3 ? 50 : 88);
