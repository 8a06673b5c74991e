import { formatAmount } from './kernel/money.ts';
import type { Actor, Amounts } from './permissions.ts';
import type { Right } from './rights.ts';

/** How much at once a role of a firm's own gives back, of whichever of these rights it holds (ADR 164). */
export const AMOUNTS = {
  refundUpTo: {
    label: 'Refund up to',
    to: 'refund',
    does: 'refunds',
    rights: ['REFUND', 'LOAN_REFUND'],
  },
  reverseUpTo: { label: 'Reverse up to', to: 'reverse', does: 'reverses', rights: ['REVERSE'] },
} as const satisfies Readonly<
  Record<keyof Amounts, { label: string; to: string; does: string; rights: readonly Right[] }>
>;
export type AmountName = keyof Amounts;

export const amountNames = Object.keys(AMOUNTS) as AmountName[];
const rightsWith = (name: AmountName): readonly Right[] => AMOUNTS[name].rights;

/** Whether these rights are any that the amount limits. */
export const counts = (name: AmountName, rights: readonly Right[]): boolean =>
  rightsWith(name).some((right) => rights.includes(right));

type Of = Pick<Actor, 'role'>;

const mostOf = ({ role }: Of, right: Right | null) => {
  const name = amountNames.find((one) => right !== null && counts(one, [right]));
  const most = name && role?.[name];
  return most ? { most, ...AMOUNTS[name] } : null;
};

/** Null, or why somebody may not give this much back at once. */
export function whyNotAmount(actor: Of, right: Right | null, amount: number): string | null {
  const limit = mostOf(actor, right);
  return limit && amount > limit.most
    ? `Your role “${actor.role!.name}” ${limit.does} at most ${formatAmount(limit.most)} at once.`
    : null;
}

/** The limits of a field: what is left, or what the role gives back at once where that is less, which it says. */
export function upTo(
  actor: Of,
  right: Right,
  left: { max: number; maxMessage: string },
): { max: number; maxMessage: string; hint?: string } {
  const why = whyNotAmount(actor, right, left.max);
  if (!why) return left;
  const { most, to } = mostOf(actor, right)!;
  return { max: most, maxMessage: why, hint: `You may ${to} up to ${formatAmount(most)} at once.` };
}

/** Which amount of a role goes above that of another, of those that its rights make count. */
export const beyondAmount = (
  own: Amounts,
  given: Amounts,
  rights: readonly Right[],
): AmountName | null =>
  amountNames.find((name) => {
    const [most, asked] = [own[name], given[name]];
    return counts(name, rights) && most !== null && (asked === null || asked > most);
  }) ?? null;
