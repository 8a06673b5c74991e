import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import {
  openedText,
  PERSONAL_ID_OF_BORROWER,
  PERSONAL_ID_OF_CUSTOMER,
  sealedSql,
} from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import { ORDERS, PURCHASES, within } from './held/whose.ts';
import { filled, type Of } from './sql.ts';

/** By what somebody is known: each as it was typed somewhere. */
export interface Words {
  /** Found anywhere, they mean this person: addresses, numbers, whole names. */
  strong: string[];
  /** Within their own rows alone: a first name by itself. */
  weak: string[];
}

const LEAST = 3;
/** Fewer digits are no number of anybody. */
export const LEAST_OF_NUMBER = 7;
/** What an erasure has put in their place. */
const ERASED = /^(erased|person|erased person|person erased|erased-.*@erased\.invalid)$/;

interface Row {
  /** Whose number lies sealed: the row it is bound to. */
  bound: string | null;
  borrows: boolean | null;
  first: string | null;
  last: string | null;
  email: string | null;
  phone: string | null;
  number: string | null;
}

const SOURCES = `
  select t.first_name as first, t.last_name as last, t.email, t.phone,
    ${sealedSql('t', PERSONAL_ID_OF_CUSTOMER)} as number, t.id as bound, false as borrows
  from customers t where t.id = $C
  union select t.first_name, t.last_name, t.email, t.phone_number,
    ${sealedSql('t', PERSONAL_ID_OF_BORROWER)}, t.consumer_credit_id, true
  from consumer_credits y join consumer_credit_persons t
    on t.consumer_credit_id = y.id and t.merchant_id = y.merchant_id where y.customer_id = $C
  union select t.first_name, t.last_name, null, t.phone, null, null, null from checkouts t
  where ${within(ORDERS, 'order_id')} or ${within(PURCHASES, 'purchase_id')}
  union select null, null, t.payer_email, null, null, null, null from recurring_payments t
  where t.customer_id = $C
  union select null, null, t.customer_email, null, null, null, null from orders t where ${within(ORDERS)}`;

/** All the ways in which rows of theirs name them. */
export async function wordsOf(
  db: Db,
  { encryption }: Pick<Services, 'encryption'>,
  customerId: string,
): Promise<Words> {
  const { rows: found } =
    await sql<Row>`${filled(SOURCES, { customerId, words: [], days: 0 } satisfies Of)}`.execute(db);
  const rows = found.map(({ number, bound, borrows, ...row }) => {
    const value = borrows ? PERSONAL_ID_OF_BORROWER : PERSONAL_ID_OF_CUSTOMER;
    return { ...row, number: openedText(encryption, value, bound ?? '', number) };
  });
  const strong = rows.flatMap(({ first, last, email, phone, number }) => [
    ...(first && last ? [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`] : []),
    email,
    ...[phone, number].filter((one) => (one?.replaceAll(/\D/g, '').length ?? 0) >= LEAST_OF_NUMBER),
  ]);
  const weak = rows.flatMap(({ first, last }) => [first, last]);
  return { strong: distinct(strong), weak: distinct(weak) };
}

/** As the address of a list has it that is filtered by it, and a view that is kept of that: `f_phone=%2B371+29551`. */
const inAddress = (word: string) =>
  String(new URLSearchParams({ '': word }))
    .slice(1)
    .replaceAll('%2C', ',');

/** What stands there, as one says it. */
export const outOfAddress = (text: string): string =>
  new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('')!.toLowerCase();

const distinct = (words: readonly (string | null)[]): string[] => [
  ...new Set(
    words.flatMap((word) => {
      const typed = word?.trim() ?? '';
      const small = typed.toLowerCase();
      if (small.length < LEAST || ERASED.test(small)) return [];
      // of signs that stand for a letter nobody can tell whether it is a small one
      const forms = [small, inAddress(small), inAddress(typed)];
      if (small.includes('@')) forms.push(encodeURIComponent(small));
      return forms.map((form) => form.toLowerCase());
    }),
  ),
];

/** How an address goes on with a letter that has a sign. */
const SIGNED = '%[89a-f]';

/** As regular expressions of PostgreSQL, the longest first: nothing within a longer word is met. */
export const patternsOf = ({ strong, weak }: Words): string[] =>
  [...strong, ...weak]
    .toSorted((one, other) => other.length - one.length)
    .map(
      (word) =>
        `(?<![[:alnum:]])${word.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}(?!${SIGNED}|[[:alnum:]])`,
    );
