import { CUSTOMER_STATUSES, type CustomerStatus } from '../../kernel/customer-statuses.ts';
import type { RowOf } from '../../kernel/columns.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import { fullName } from '../../kernel/full-name.ts';
import { formatDateTime } from '../../kernel/instants.ts';
import { formatAmount } from '../../kernel/money.ts';
import { HELD } from '../../kernel/paid.ts';
import type { Audited } from '../../kernel/record-action.ts';
import type { RecordAction, Words } from '../../kernel/record.ts';
import type { Requirement } from '../../policy.ts';
import { reasonFields } from '../../reasons.ts';
import {
  CARD_STATUSES,
  type CardRefusal,
  type cards,
  type CardStatus,
  type customers,
} from './lists.ts';

interface State<S extends string> {
  status: { name: S };
}

const moveFields = reasonFields(
  'Staff see it with your name on the customer’s page and in the audit log.',
);

/** An action that leads from some statuses into one; its rule looks at the status alone. */
export type Move<R, S extends string> = Omit<RecordAction<R, typeof moveFields>, 'whyNot'> & {
  whyNot: (record: State<S>, now: Date) => string | null;
  from: readonly S[];
  to: S;
};

/** Reading takes the permission, changing the role as well (AM-15, AM-82). */
const asks = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'CUSTOMERS_CHANGE',
} as const satisfies Requirement;

interface Kind<R, S extends string> {
  noun: string;
  statuses: Enumeration<S>;
  serves: string;
  title: (label: string) => Words<R>;
  submit: (label: string) => Words<R>;
  name: (record: R) => string;
}

interface Given<R, S extends string> {
  summary: string;
  audited: string;
  done: string;
  from: readonly S[];
  to: S;
  consequence: Words<R>;
  /** Its button, where the verb alone could be of the menu that it stands in. */
  named?: string;
}

/** Moves of one kind of record; what forbids one is its status alone (SB-42). */
/* @__NO_SIDE_EFFECTS__ */
const movesOf =
  <R extends State<S>, S extends string>({
    noun,
    statuses,
    serves,
    title,
    submit,
    name: nameOf,
  }: Kind<R, S>) =>
  (
    label: string,
    { summary, audited, done, from, to, consequence, named = label }: Given<R, S>,
  ): Move<R, S> => ({
    label: named,
    summary,
    serves,
    audited: audited as Audited,
    asks,
    fields: moveFields,
    whyNot: ({ status: { name } }) =>
      from.includes(name)
        ? null
        : `Only ${either(from.map((one) => statuses[one].toLowerCase()))} ${noun} can be ${done}; this one is ${statuses[name].toLowerCase()}`,
    dialog: { title: title(label), consequence, submit: submit(label) },
    danger: to !== 'ACTIVE',
    primary: to === 'ACTIVE',
    // AM-74
    success: 'Action completed successfully',
    did: (_after, before) => `${nameOf(before)} is ${statuses[to].toLowerCase()} now.`,
    from,
    to,
  });

function either(words: readonly string[]): string {
  const article = /^[aeiou]/.test(words[0]!) ? 'an' : 'a';
  const all = [words.slice(0, -1).join(', '), words.at(-1)!].filter(Boolean).join(' or ');
  return `${article} ${all}`;
}

type Person = State<CustomerStatus> &
  Pick<RowOf<typeof customers.columns>, 'firstName' | 'lastName'> & {
    activeRecurring: number;
    heldRecurring: number;
    held: { kind: keyof typeof HELD; amount: number; currency: string } | null;
  };

const notCharged = (count: number, one: string, many: string, until: string) =>
  count > 0 &&
  (count === 1
    ? `Their ${one} is not charged ${until}.`
    : `Their ${count} ${many} are not charged ${until}.`);

/** A paragraph for each thing that is under way: what becomes of it. */
function goesOn(
  { activeRecurring, heldRecurring, held }: Person,
  until: 'until then' | 'any more',
): string {
  const parts = [
    notCharged(activeRecurring, 'active recurring payment', 'active recurring payments', until),
    // on hold already, a block changes nothing of it; who is closed stays so
    until === 'any more' &&
      notCharged(heldRecurring, 'recurring payment on hold', 'recurring payments on hold', until),
    held &&
      `What is held for review still waits for a decision: ${HELD[held.kind].toLowerCase()} of ${formatAmount(held.amount)} ${held.currency}.`,
  ];
  return parts.map((words) => (words ? `\n${words}` : '')).join('');
}

const customerMove = movesOf<Person, CustomerStatus>({
  noun: 'customer',
  statuses: CUSTOMER_STATUSES,
  serves: 'API-26, CU-06, SB-42',
  title:
    (label) =>
    ({ firstName, lastName }) =>
      `${label} ${fullName(firstName, lastName)}?`,
  submit:
    (label) =>
    ({ firstName, lastName }) =>
      `${label} ${fullName(firstName, lastName)}`,
  name: ({ firstName, lastName }) => fullName(firstName, lastName),
});

/** What can be done about a customer, by the name in the path (AM-15); who is closed stays so. */
export const customerActions = {
  block: customerMove('Block', {
    summary: 'Block a registered or active customer',
    audited: 'BLOCK',
    done: 'blocked',
    from: ['REGISTERED', 'ACTIVE'],
    to: 'BLOCKED',
    consequence: (one) =>
      `A blocked customer can’t pay or apply for a loan until somebody activates them again. Cards and loans stay as they are.${goesOn(one, 'until then')}`,
  }),
  activate: customerMove('Activate', {
    summary: 'Activate a registered or blocked customer',
    audited: 'ACTIVATE',
    done: 'activated',
    from: ['REGISTERED', 'BLOCKED'],
    to: 'ACTIVE',
    consequence: 'An active customer can pay and apply for loans.',
  }),
  close: customerMove('Close', {
    named: 'Close customer',
    summary: 'Close a customer for good',
    audited: 'CLOSE',
    done: 'closed',
    from: ['REGISTERED', 'ACTIVE', 'BLOCKED'],
    to: 'CLOSED',
    consequence: (one) =>
      `A closed customer can’t pay or apply for a loan any more. Payments, cards and loans stay on record. This can’t be undone.${goesOn(one, 'any more')}`,
  }),
};
export type CustomerAction = keyof typeof customerActions;

type Card = State<CardStatus> &
  Pick<RowOf<typeof cards.columns>, 'card' | 'isDefault' | 'statusReason' | 'refusal'>;

/** As cards are written everywhere in the console. */
export const cardNumber = ({ card }: Pick<Card, 'card'>) => `•• ${card.slice(-4)}`;

const NOT_CHARGED: Readonly<Record<CardRefusal, string>> = {
  CUSTOMER_BLOCKED: 'the customer is blocked',
  CUSTOMER_CLOSED: 'the customer is closed',
  EMAIL_BLOCKED: 'another customer with the same email is blocked',
  CARD_BLOCKED: 'another customer’s record of the same card is blocked',
};

/** Why a card can’t be used, who said so and when, beside its status. */
export const cardStanding = ({
  status,
  statusReason,
  statusBy,
  statusDate,
  refusal,
}: Pick<
  RowOf<typeof cards.columns>,
  'status' | 'statusReason' | 'statusBy' | 'statusDate' | 'refusal'
>) => {
  if (status.name === 'ACTIVE' && refusal)
    return refusal.startsWith('CUSTOMER_')
      ? 'The card itself is active'
      : `Not charged: ${NOT_CHARGED[refusal]}`;
  if (status.name !== 'BLOCKED' && status.name !== 'DELETED') return null;
  const by = [statusBy, statusDate && formatDateTime(statusDate)].filter(Boolean).join(', ');
  return [statusReason && `“${statusReason}”`, by].filter(Boolean).join(' ') || null;
};

const cardMove = movesOf<Card, CardStatus>({
  noun: 'card',
  statuses: CARD_STATUSES,
  serves: 'API-27, CU-07, SB-42',
  title: (label) => (card) => `${label} card ${cardNumber(card)}?`,
  submit: (label) => `${label} card`,
  name: (card) => `Card ${cardNumber(card)}`,
});

/** The same of a card; a deleted one is kept for the records and used no more. */
export const cardActions = {
  block: cardMove('Block', {
    summary: 'Block an active card',
    audited: 'BLOCK_CARD',
    done: 'blocked',
    from: ['ACTIVE'],
    to: 'BLOCKED',
    consequence: 'The card can’t be used until somebody activates it again.',
  }),
  activate: cardMove('Activate', {
    summary: 'Activate a blocked card',
    audited: 'ACTIVATE_CARD',
    done: 'activated',
    from: ['BLOCKED'],
    to: 'ACTIVE',
    consequence: ({ statusReason, refusal }) =>
      `${refusal ? `The card is active then, but still not charged: ${NOT_CHARGED[refusal]}.` : 'The card can be used again.'}${statusReason ? `\nIt was blocked with these words: “${statusReason}”` : ''}`,
  }),
  delete: cardMove('Delete', {
    summary: 'Delete a card, which is kept for the records and is the default no more',
    audited: 'DELETE_CARD',
    done: 'deleted',
    from: ['ACTIVE', 'BLOCKED', 'EXPIRED'],
    to: 'DELETED',
    consequence: ({ isDefault }) =>
      `The card can’t be used any more. It stays in this list for the records. This can’t be undone.${isDefault ? '\nIt is the default card: the customer is left without one.' : ''}`,
  }),
};
export type CardAction = keyof typeof cardActions;
