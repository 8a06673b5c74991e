/** The cards of the sandbox: numbers that no bank has given out, and what happens to each. It takes no other number. */

export const TEST_CARD_NAMES = [
  'approve',
  'approveMastercard',
  'approveAmex',
  'insufficientFunds',
  'lostCard',
  'doNotHonour',
  'expiredCard',
  'challenge',
  'failedChallenge',
  'lostAnswer',
  'lateAnswer',
  'declinesLater',
  'disputeLater',
  'disputeWon',
  'disputeLost',
] as const;
export type TestCardName = (typeof TEST_CARD_NAMES)[number];

export interface TestCard {
  name: TestCardName;
  number: string;
  scheme: 'VISA' | 'MASTERCARD' | 'AMEX';
  type: 'DEBIT' | 'CREDIT' | 'PREPAID';
  issuer: string;
  /** What it is good for, in a few words. */
  words: string;
  /** How a dispute of it ends, a minute after it was raised; of the others nobody decides. */
  decided?: 'WON' | 'LOST';
  /** Why the issuer says no, and its code; of the others none. */
  refusal?: { reason: string; code: string };
  /** The same of charges that nobody sits at alone: its first payment is approved. */
  later?: { reason: string; code: string };
}

const visa = { scheme: 'VISA', type: 'CREDIT', issuer: 'Sandbox Bank' } as const;
const refused = (reason: string, code: string) => ({ reason, code });

export const TEST_CARDS: readonly TestCard[] = [
  { ...visa, name: 'approve', number: '4242424242424242', words: 'Approved' },
  {
    name: 'approveMastercard',
    number: '5555555555554444',
    scheme: 'MASTERCARD',
    type: 'DEBIT',
    issuer: 'Sandbox Savings',
    words: 'Approved, a debit card',
  },
  {
    name: 'approveAmex',
    number: '378282246310005',
    scheme: 'AMEX',
    type: 'CREDIT',
    issuer: 'Sandbox Express',
    words: 'Approved, four digits as CVC',
  },
  {
    ...visa,
    name: 'insufficientFunds',
    number: '4000000000009995',
    type: 'DEBIT',
    words: 'Declined: not enough money',
    refusal: refused('Insufficient funds', '51'),
  },
  {
    ...visa,
    name: 'lostCard',
    number: '4000000000009987',
    words: 'Declined: reported lost',
    refusal: refused('Lost card', '41'),
  },
  {
    ...visa,
    name: 'doNotHonour',
    number: '4000000000000002',
    words: 'Declined without a reason',
    refusal: refused('Do not honour', '05'),
  },
  {
    ...visa,
    name: 'expiredCard',
    number: '4000000000000069',
    words: 'Declined: expired',
    refusal: refused('Expired card', '54'),
  },
  {
    ...visa,
    name: 'challenge',
    number: '4000000000003220',
    words: 'The bank asks you to confirm',
  },
  {
    ...visa,
    name: 'failedChallenge',
    number: '4000000000003063',
    words: 'The bank asks, and does not believe you',
  },
  {
    ...visa,
    name: 'lostAnswer',
    number: '4000000000000119',
    words: 'Approved, and the answer is lost',
  },
  {
    ...visa,
    name: 'lateAnswer',
    number: '4000000000000077',
    words: 'Approved, some seconds later',
  },
  {
    ...visa,
    name: 'declinesLater',
    number: '4000000000000341',
    words: 'Approved; recurring charges later are declined',
    later: refused('Insufficient funds', '51'),
  },
  {
    ...visa,
    name: 'disputeLater',
    number: '4000000000000259',
    words: 'Approved, and disputed a minute later',
  },
  {
    ...visa,
    name: 'disputeWon',
    number: '4000000000005423',
    decided: 'WON',
    words: 'Disputed, and won: the shop keeps the money',
  },
  {
    ...visa,
    name: 'disputeLost',
    number: '4000000000007726',
    decided: 'LOST',
    words: 'Disputed, and lost: the payer gets it back',
  },
];

/** The test card of a number, typed with or without spaces. */
export const testCardOf = (number: string): TestCard | null =>
  TEST_CARDS.find((card) => card.number === number.replace(/[\s-]/g, '')) ?? null;
