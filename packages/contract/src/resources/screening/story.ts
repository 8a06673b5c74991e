import { CUSTOMER_STATUSES } from '../../kernel/customer-statuses.ts';
import type { Answer } from '../../kernel/story.ts';
import { countryName } from '../../merchant-record.ts';
import {
  CASE_SOURCES,
  CASE_STATUSES,
  decideCase,
  SCREENING_LISTS,
  type ScreeningCase,
} from '../screening.ts';

/** What a case of screening says first, and what each decision does to whom (CU-08, SB-42). */

type Decision = 'FALSE_HIT' | 'TRUE_HIT';
const said = (name: string | null) => CASE_STATUSES[name as Decision].toLowerCase();

/** What was found, who has read it, and what is to be done about it. */
export function caseAnswer(one: ScreeningCase): Answer {
  const found = `${SCREENING_LISTS[one.list]}, ${CASE_SOURCES[one.source]}: ${one.score} of 100`;
  switch (one.status.name) {
    case 'OPEN':
      return { tone: 'warning', reason: found, ...unread(one) };
    case 'SECOND_READER':
      return {
        tone: 'warning',
        reason: found,
        nextStep: `${one.firstBy} said ${said(one.firstDecision)}: “${one.reason}” A second person reads it; whoever says otherwise leaves it to a third. ${meanwhile(one)}`,
      };
    case 'FALSE_HIT':
    case 'TRUE_HIT':
      return {
        tone: one.status.name === 'TRUE_HIT' ? 'error' : 'success',
        reason: `${one.decidedBy} decided: ${said(one.status.name)}`,
        nextStep: `“${one.reason}”`,
      };
  }
}

/** Nobody has said anything of it yet. */
function unread(one: ScreeningCase): Pick<Answer, 'nextStep' | 'for'> {
  const { asks } = decideCase;
  const till = meanwhile(one);
  const first = isBlind(one) ? `${blindWords(one)} ` : '';
  if (one.riskClass === 'HIGH')
    return {
      nextStep: `${first}The risk is high: two people must say the same before anything happens. ${till}`,
    };
  return isBlind(one)
    ? {
        nextStep: `${first}${till}`,
        for: {
          asks,
          others: `The provider names no entry: an administrator asks it again before deciding. ${till}`,
        },
      }
    : {
        nextStep: `Nobody has read it yet: say whether it is the same person. ${till}`,
        for: {
          asks,
          others: `Nobody has read it yet: an administrator says whether it is the same person. ${till}`,
        },
      };
}

/** What becomes of their money as long as nobody has decided: an open case holds nothing by itself. */
const meanwhile = ({ personStatus }: Pick<ScreeningCase, 'personStatus'>): string =>
  personStatus === 'BLOCKED' || personStatus === 'CLOSED'
    ? `The customer is ${CUSTOMER_STATUSES[personStatus].toLowerCase()}: no money is taken from them meanwhile.`
    : 'Payments go on until it is decided, unless a risk rule holds them.';

/** Where it stands on the list; whoever is asked outside speaks of a whole list, and names no entry. */
export const entryOf = ({ source, entry }: Pick<ScreeningCase, 'source' | 'entry'>) =>
  source === 'PROVIDER' ? null : entry;

type Read = Pick<
  ScreeningCase,
  'personName' | 'riskClass' | 'status' | 'firstDecision' | 'source' | 'listedName'
>;

/** Nobody has to say it after whoever says it now. */
export const isLast = ({ riskClass, status, firstDecision }: Read, decision: Decision): boolean =>
  riskClass !== 'HIGH' || (status.name === 'SECOND_READER' && firstDecision === decision);

/** Whoever is asked outside has said a figure, and neither whom it found nor when they were born. */
export const isBlind = ({ source, listedName }: Pick<Read, 'source' | 'listedName'>): boolean =>
  source === 'PROVIDER' && listedName === null;

const ASK_FIRST =
  'The provider names no entry, so there is nothing to compare: ask it again before you decide.';
const NOBODY_NOW =
  'Asked again, the provider finds nobody on this list any more: there is nothing to compare.';
const NO_EVIDENCE = 'This is decided without evidence: the provider names nobody to compare with.';

/** What there is to be done first, where nothing can be compared. */
const blindWords = ({ lastResult }: Pick<ScreeningCase, 'lastResult'>) =>
  lastResult === 'CLEAR' ? NOBODY_NOW : ASK_FIRST;

/** What a decision leads to, before it is sent; and that nobody can know better, where nothing is said of the other. */
export const decisionWords = (one: Read, decision: Decision): string =>
  [...(isBlind(one) ? [NO_EVIDENCE] : []), comesOf(one, decision)].join(' ');

function comesOf(one: Read, decision: Decision): string {
  if (!isLast(one, decision))
    return one.status.name === 'OPEN'
      ? 'The risk is high: nothing happens until a second person says the same. What you say is not taken back.'
      : 'The first reader said otherwise: nothing happens until a third person says what you say. What you say is not taken back.';
  return decision === 'TRUE_HIT'
    ? `${one.personName} is blocked: no payment by their cards and no loan goes through. The decision can’t be undone; who is blocked can be activated on their own page.`
    : `${one.personName} is left as they are, and the case is closed. This can’t be undone.`;
}

/** How what a list says of somebody agrees with what we know. */
export type Agreement = 'same' | 'partly' | 'differs' | 'unknown';

/** Letters without their signs, words in any order: 'KOPPEL, Artūrs' is 'arturs', 'koppel'. */
const wordsOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The words of a name that one of the others has too, in the order of the name. */
export function agreedWords(name: string, others: readonly string[]): string[] {
  const known = new Set(others.flatMap(wordsOf));
  return name.split(/\s+/).filter((word) => wordsOf(word).some((part) => known.has(part)));
}

/** By the words that are in both. */
export function nameAgreement(name: string, listed: readonly string[]): Agreement {
  if (!listed.length) return 'unknown';
  const agreed = agreedWords(name, listed).length;
  if (!agreed) return 'differs';
  return agreed === name.split(/\s+/).length ? 'same' : 'partly';
}

/** A day of a list as ours are written, or the year alone as it stands. */
export const listedDay = (born: string | null): string | null =>
  born && born.split('-').toReversed().join('.');

/** Of the entry, by their names. */
export const countriesOf = ({ listedCountries }: Pick<ScreeningCase, 'listedCountries'>) =>
  listedCountries && listedCountries.split('; ').map(countryName).join(', ');

/** Countries by their codes: one of the list's is ours, or none is. */
export function countryAgreement(ours: string | null, listed: string | null): Agreement {
  if (!ours || !listed) return 'unknown';
  const theirs = listed.split('; ');
  if (!theirs.includes(ours)) return 'differs';
  return theirs.length === 1 ? 'same' : 'partly';
}

/** A list has the day as 1965-03-12 or the year alone; we have 12.03.1965. */
export function bornAgreement(ours: string | null, listed: string | null): Agreement {
  if (!ours || !listed) return 'unknown';
  const [day, month, year] = ours.split('.');
  const [theirYear, theirMonth, theirDay] = listed.split('-');
  if (year !== theirYear) return 'differs';
  if (!theirDay) return 'partly';
  return month === theirMonth && day === theirDay ? 'same' : 'partly';
}
