/**
 * Who may borrow in a demo: personal ids that nobody has, and what happens to each. What decides is how an id ends, so
 * that an id of another country may end alike; whoever else applies is offered a loan at once.
 */

export const TEST_APPLICANT_NAMES = [
  'offered',
  'later',
  'declined',
  'declinedLater',
  'lostAnswer',
  'lost',
  'shortOffer',
  'refused',
  'confirmedLater',
  'lostConfirmation',
  'arrears',
  'repaid',
  'withdrawn',
] as const;
export type TestApplicantName = (typeof TEST_APPLICANT_NAMES)[number];

export interface TestApplicant {
  name: TestApplicantName;
  /** Estonian. */
  personalId: string;
  /** The end that decides; the first one has none. */
  ends: string | null;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  /** What it is good for, in a few words. */
  words: string;
}

const one = (
  name: TestApplicantName,
  personalId: string,
  [firstName, lastName]: [string, string],
  words: string,
): TestApplicant => ({
  name,
  personalId,
  ends: name === 'offered' ? null : personalId.slice(-3),
  firstName,
  lastName,
  dateOfBirth: `19${personalId.slice(1, 3)}-${personalId.slice(3, 5)}-${personalId.slice(5, 7)}`,
  words,
});

export const TEST_APPLICANTS: readonly TestApplicant[] = [
  one('offered', '38402292719', ['Mihkel', 'Õunapuu'], 'Offered at once, and confirmed'),
  one('later', '48409272011', ['Kärt', 'Mägi'], 'Offered ten seconds later'),
  one('declined', '38504263022', ['Jānis', 'Bērziņš'], 'Declined'),
  one('declinedLater', '48511230033', ['Agnė', 'Žukauskienė'], 'Declined ten seconds later'),
  one('lostAnswer', '38606229044', ['Märt', 'Saar'], 'Offered, and the answer is lost'),
  one('lost', '48701199055', ['Līga', 'Kalniņa'], 'Never answered, never arrived'),
  one('shortOffer', '49007084122', ['Rūta', 'Petraitė'], 'Offered for one minute'),
  one('refused', '38708187066', ['Toomas', 'Põder'], 'Offered, and refused after signing'),
  one('confirmedLater', '48803175077', ['Ieva', 'Ozoliņa'], 'Confirmed ten seconds after signing'),
  one('lostConfirmation', '39102049133', ['Łukasz', 'Wójcik'], 'Confirmed, and the answer is lost'),
  one('arrears', '38810145088', ['Andrius', 'Jankauskas'], 'Pays the second instalment late'),
  one('repaid', '48905125099', ['Helle', 'Tamm'], 'Repays all after the second instalment'),
  one('withdrawn', '38912090111', ['Andris', 'Liepiņš'], 'Withdraws at the bank a minute later'),
];

/** What happens to whoever has the personal id. */
export const testApplicantOf = (personalId: string): TestApplicantName =>
  TEST_APPLICANTS.find(({ ends }) => ends !== null && personalId.endsWith(ends))?.name ?? 'offered';

/** Whom the sandbox of the identification knows without asking: an adapter's test mode does too (docs/gateways). */
export const TEST_IDENTITIES = {
  approved: '49109034144',
  declined: '39204025155',
  /** Never arrives, and is never answered. */
  lost: '49210292166',
  /** Identified, but the first answer is lost. */
  unanswered: '39305280177',
  late: '49312258188',
} as const;
export type TestIdentity = keyof typeof TEST_IDENTITIES;

export const testIdentityOf = (personalId: string): TestIdentity | null =>
  (Object.keys(TEST_IDENTITIES) as TestIdentity[]).find((name) =>
    personalId.endsWith(TEST_IDENTITIES[name].slice(-3)),
  ) ?? null;
