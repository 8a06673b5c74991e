import { byOwnHandler, recordAction } from '../../kernel/record.ts';
import type { Taken } from '../../taking.ts';
import type { CASE_RISKS, CASE_SOURCES, CASE_STATUSES } from '../screening.ts';

/** Who may do what to a case of screening, and when. */

export interface CaseState extends Taken {
  personName: string;
  source: keyof typeof CASE_SOURCES;
  providerAsked: boolean;
  riskClass: keyof typeof CASE_RISKS;
  status: { name: keyof typeof CASE_STATUSES };
  firstUserId: string | null;
  match: string;
}

/** Why somebody does not decide a case: it is decided, or they have read it first (SB-42). */
export function canDecide(
  { status, firstUserId }: Pick<CaseState, 'status' | 'firstUserId'>,
  userId: string,
): string | null {
  if (status.name === 'OPEN') return null;
  if (status.name !== 'SECOND_READER') return 'It has been decided';
  return firstUserId === userId ? 'You have decided it already: a second person is needed' : null;
}

export const DECIDES = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'SCREENING_DECIDE',
} as const;

/** Null or why the provider is not asked once more: it did not find this person, or there is none. */
export function canAskProvider(one: CaseState, userId: string): string | null {
  if (one.source !== 'PROVIDER') return 'It was found on a list that was loaded here';
  if (!one.providerAsked) return 'No screening provider is connected';
  return canDecide(one, userId);
}

/** What it answers comes into the case: whom it found, and how much alike they are. */
export const askProvider = byOwnHandler(
  recordAction<CaseState>({
    label: 'Ask the provider again',
    summary:
      'Look the customer of a case up once more, at once; what is found comes into their cases, and decides none',
    serves: 'CU-08',
    asks: DECIDES,
    audited: 'ASK_SCREENING_AGAIN',
    whyNot: (one, _now, actor) => canAskProvider(one, actor.userId),
    success: 'The provider has answered',
  }),
);
