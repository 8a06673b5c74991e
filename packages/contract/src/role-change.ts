import { AMOUNTS, amountNames, counts } from './amounts.ts';
import { formatAmount } from './kernel/money.ts';
import type { Amounts } from './permissions.ts';
import { RIGHT_WORDS, type GivenRight } from './rights.ts';

/** What the people of a role have by it. */
export interface Kept extends Amounts {
  rights: readonly GivenRight[];
  /** The names of the merchants that it reaches; none: every merchant. */
  merchants: readonly string[];
}

/** What they lose by a change, each in words; what they gain is no loss, nor an amount of what they can't do any more. */
export function lossesOf(before: Kept, after: Kept): string[] {
  const gone = before.rights.filter((right) => !after.rights.includes(right));
  const lowered = amountNames.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (is === null || (was !== null && is >= was) || !counts(name, before.rights)) return [];
    if (!counts(name, after.rights)) return [];
    const least = was === null ? 'without a limit' : `up to ${formatAmount(was)}`;
    return [`${AMOUNTS[name].label} ${formatAmount(is)} alone, where it was ${least}`];
  });
  const left = before.merchants.filter((name) => !after.merchants.includes(name));
  const reached = !after.merchants.length
    ? []
    : before.merchants.length
      ? left.map((name) => `Everything of ${name}`)
      : [`Every merchant but ${after.merchants.join(', ')}`];
  return [...gone.map((right) => RIGHT_WORDS[right]), ...lowered, ...reached];
}

/** What they gain by it, each in words; of a right that is new its amount is not said too. */
export function gainsOf(before: Kept, after: Kept): string[] {
  const given = after.rights.filter((right) => !before.rights.includes(right));
  const raised = amountNames.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (was === null || (is !== null && is <= was)) return [];
    if (!counts(name, before.rights) || !counts(name, after.rights)) return [];
    const { label } = AMOUNTS[name];
    const now =
      is === null ? label.replace(/up to$/, 'without a limit') : `${label} ${formatAmount(is)}`;
    return [`${now}, where it was up to ${formatAmount(was)}`];
  });
  const reached = !before.merchants.length
    ? []
    : after.merchants.length
      ? after.merchants
          .filter((name) => !before.merchants.includes(name))
          .map((name) => `Everything of ${name}`)
      : ['Every merchant'];
  return [...given.map((right) => RIGHT_WORDS[right]), ...raised, ...reached];
}

/** So many of those whom it concerns are named. */
const NAMED = 3;

/** 'Anna Berg, Jan Kalns and 5 more', of those who are known by name. */
export function peopleWords(names: readonly string[], count: number): string {
  const shown = names.slice(0, NAMED);
  if (!shown.length) return count === 1 ? '1 person' : `${count} people`;
  const more = count - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.at(-1)!;
  return shown.length === 1 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}
