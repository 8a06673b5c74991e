import { action, type Action } from '../../kernel/action.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import type { Requirement } from '../../policy.ts';
import { CARD_STATUSES, CUSTOMER_STATUSES, type CardStatus, type CustomerStatus } from './lists.ts';

interface State<S extends string> {
  status: { name: S };
}

/** An action that leads from some statuses into one. */
export type Move<S extends string> = Action<State<S>> & { from: readonly S[]; to: S };

/** Reading takes the permission, changing the role as well (AM-15, AM-82). */
const asks = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
} as const satisfies Requirement;

/** AM-74 */
const SUCCESS = 'Action completed successfully';

/** Moves of one kind of record; what forbids one is its status alone (SB-42). */
/* @__NO_SIDE_EFFECTS__ */
const movesOf =
  <S extends string>(noun: string, statuses: Enumeration<S>) =>
  (label: string, done: string, from: readonly S[], to: S): Move<S> => ({
    ...action<State<S>, Record<never, never>>({
      label,
      asks,
      whyNot: ({ status: { name } }) =>
        from.includes(name)
          ? null
          : `Only ${either(from.map((one) => statuses[one].toLowerCase()))} ${noun} can be ${done}; this one is ${statuses[name].toLowerCase()}`,
      fields: {},
      success: SUCCESS,
    }),
    from,
    to,
  });

function either(words: readonly string[]): string {
  const article = /^[aeiou]/.test(words[0]!) ? 'an' : 'a';
  const all = [words.slice(0, -1).join(', '), words.at(-1)!].filter(Boolean).join(' or ');
  return `${article} ${all}`;
}

const customerMove = movesOf<CustomerStatus>('customer', CUSTOMER_STATUSES);

/** What can be done about a customer, by the name in the path (AM-15); who is closed stays so. */
export const customerActions = {
  block: customerMove('Block', 'blocked', ['REGISTERED', 'ACTIVE'], 'BLOCKED'),
  activate: customerMove('Activate', 'activated', ['REGISTERED', 'BLOCKED'], 'ACTIVE'),
  close: customerMove('Close', 'closed', ['REGISTERED', 'ACTIVE', 'BLOCKED'], 'CLOSED'),
};
export type CustomerAction = keyof typeof customerActions;

const cardMove = movesOf<CardStatus>('card', CARD_STATUSES);

/** The same of a card; a deleted one is kept for the records and used no more. */
export const cardActions = {
  block: cardMove('Block', 'blocked', ['ACTIVE'], 'BLOCKED'),
  activate: cardMove('Activate', 'activated', ['BLOCKED'], 'ACTIVE'),
  delete: cardMove('Delete', 'deleted', ['ACTIVE', 'BLOCKED', 'EXPIRED'], 'DELETED'),
};
export type CardAction = keyof typeof cardActions;
