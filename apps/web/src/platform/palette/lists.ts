import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { formatAmount, parseAmount } from '@paydesk/contract/kernel/money.ts';
import { deedCalled } from '@paydesk/contract/kernel/search.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { withoutCurrency } from '@paydesk/contract/kernel/typed-amounts.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { DISPUTE_STATUSES, HOLDS } from '@paydesk/contract/payments.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';
import { READS_PAYMENTS } from './deeds.ts';
import {
  amountIn,
  boundIn,
  dayIn,
  FILLING,
  lastFourIn,
  schemeBegun,
  schemeIn,
} from './narrowed.ts';
import type { Called } from './of-merchant.ts';
import { areSeenRows, rowsIn, rowsOf, statesOf, type Seen } from './states.ts';

const LEAST_LETTERS = 4;

interface Part {
  /** By which of its words it is called; one that is begun counts. */
  words: readonly string[];
  label: string;
  filter: Readonly<Record<string, string>>;
}

/** What a state is called as well. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  SUCCESS: ['successful', 'succeeded'],
  CANCELLED: ['canceled'],
  AUTHORISED: ['authorized', 'uncaptured', 'held', 'on hold'],
  REVIEW: ['held', 'on hold'],
};

const partsOf = (key: string, enumeration: Enumeration): Part[] =>
  Object.entries(enumeration).map(([name, label]) => ({
    words: [label.toLowerCase(), ...(ALSO[name] ?? [])],
    label,
    filter: { [key]: name },
  }));

const REFUNDS = 'REFUND,MANUAL_REFUND';
const REFUNDED = { label: 'Refunds', filter: { f_type: REFUNDS } };

/** What the list of payments is asked for most, by the words that its filters have. */
const PARTS: readonly Part[] = [
  ...partsOf('f_status', TRANSACTION_STATUSES),
  ...partsOf('f_hold', HOLDS),
  { words: ['refunds'], ...REFUNDED },
  ...partsOf('f_dispute', DISPUTE_STATUSES),
];

function listed(filter: Readonly<Record<string, string>>, labels: readonly string[]) {
  const href = paths.transactions(filter);
  return { name: href, href, label: `Transactions: ${labels.join(', ')}` };
}

interface Read {
  filters: Readonly<Record<string, string>>;
  labels: readonly string[];
  /** Whose they are to be, where more is said than filters have words for. */
  name: string;
  /** Of a day alone a payer's payments are found themselves. */
  byMerchant?: true;
}

/** What is left of it, beside what its words say: cards, an amount, a day, a name; null where nothing narrows. */
function narrowedBy(said: string, today: string, { label, filter }: Omit<Part, 'words'>) {
  const { rest: unbound, found: bound } = boundIn(said);
  const { rest: others, found: scheme } = schemeIn(unbound);
  const { rest: dayless, found: day } = dayIn(others.split(' ').filter(Boolean), today);
  // what is written as one may be a day, and an amount has one bound or is one
  const { rest: figures, found: amount } = bound
    ? { rest: dayless, found: bound }
    : amountIn(dayless);
  // beside one amount its payments are found themselves
  const { rest: more, found: card } = bound ? lastFourIn(figures) : { rest: figures, found: null };
  // of what stands so those alone that went back
  const rest = filter['f_status'] ? more.filter((one) => !/^refunds?$/.test(one)) : more;
  const back = rest.length < more.length ? REFUNDED : null;
  const narrowed = [card ?? scheme, amount, day].filter((one) => one !== null);
  const read: Read = {
    filters: Object.assign(
      {},
      back?.filter,
      filter,
      ...narrowed.map((one) => one.filter),
    ) as Read['filters'],
    labels: [back?.label ?? '', label, ...narrowed.map((one) => one.label)].filter(Boolean),
    name: rest.filter((one) => !FILLING.has(one)).join(' '),
  };
  return read.name || label || narrowed.length ? read : null;
}

/** Every way in which it says which payments are meant. */
function readsOf(text: string, today: string): Read[] {
  const said = plainly(text);
  const reads =
    said.length < LEAST_LETTERS
      ? []
      : PARTS.flatMap(({ words, ...part }) =>
          words
            .flatMap((word): Read[] => {
              if (word.startsWith(said) && !deedCalled(said))
                return [{ filters: part.filter, labels: [part.label], name: '' }];
              const at = ` ${said} `.indexOf(` ${word} `);
              if (at < 0 || said === word) return [];
              const rest = `${said.slice(0, at)}${said.slice(at + word.length)}`;
              return [narrowedBy(rest, today, part) ?? []].flat();
            })
            // by whichever of its words, it is said once
            .slice(0, 1),
        );
  const whole = schemeBegun(said);
  const back = reads.filter(({ filters }) => filters['f_status'] && filters['f_type']);
  if (reads.length) return back.length ? back : reads;
  const read = narrowedBy(whole, today, { label: '', filter: {} });
  if (!read) return [];
  if (boundIn(whole).found || schemeIn(whole).found) return [read];
  return isOfDays(said, read) ? [{ ...read, byMerchant: true }] : [];
}

/** 'payments yesterday', 'amber last week': payments, where nothing is to be done to them. */
function isOfDays(said: string, { name, filters }: Read): boolean {
  const words = said.split(' ');
  const isNamed = name !== '' || words.some((word) => /^(?:payment|transaction)s$/.test(word));
  return (
    isNamed &&
    filters['f_date'] !== undefined &&
    !TO_DO.test(`${said} `) &&
    words.every((word) => deedCalled(word) === null)
  );
}

const plainly = (text: string) => withoutCurrency(text).toLowerCase().replace(/\s+/g, ' ');

/** Of digits more than a name may be meant, and what rows are called is nobody's name. */
const isWhose = (seen: readonly Seen[], name: string) =>
  name !== '' && !/\d/.test(name) && !areSeenRows(seen, name);

/** The name in it, which may be a merchant's; null where it has none that this person could look for. */
export function nameIn(
  actor: Actor,
  text: string,
  { seen = [], today = isoDay(new Date()) }: { seen?: readonly Seen[]; today?: string } = {},
): string | null {
  if (!AUDIENCES.staff(actor) || !isAllowed(actor, READS_PAYMENTS)) return null;
  const rows = rowsIn(seen, plainly(text), today);
  const reads = rows.length ? rows : readsOf(text, today);
  return reads.find(({ name }) => isWhose(seen, name))?.name ?? null;
}

/**
 * 'declined yesterday', 'refunds over 500 last week', 'visa 43.99', 'failed amber', 'over 5000', 'missed': the lists
 * that have these, with their filters set; `refund` alone is what is to be done. Whose a name is nobody knows here:
 * staff are offered a merchant first where one is called so, and nobody is offered one that is not.
 */
export function listsOf(
  actor: Actor,
  text: string,
  {
    seen = [],
    merchants,
    today = isoDay(new Date()),
  }: {
    seen?: readonly Seen[];
    /** Who is called as `nameIn` has it; not yet known. */
    merchants?: readonly Called[] | undefined;
    today?: string;
  } = {},
) {
  const said = plainly(text);
  // of rows that are named so no payments are meant
  const rows = rowsIn(seen, said, today).length
    ? rowsOf(seen, said, today, AUDIENCES.staff(actor) ? (merchants ?? []) : [])
    : null;
  const reads = rows || !isAllowed(actor, READS_PAYMENTS) ? [] : readsOf(text, today);
  const ofPayments = reads.flatMap(({ filters, labels, name, byMerchant }) => {
    if (!name) return [listed(filters, labels)];
    if (!merchants || !AUDIENCES.staff(actor) || !isWhose(seen, name)) return [];
    const whose = (key: string, word: string, called: string) =>
      listed({ ...filters, [key]: called }, [...labels, `${word} ‘${called}’`]);
    const [only, ...others] = merchants.map((one) => one.name);
    return [
      ...(only ? [whose('f_merchantName', 'merchant', others.length ? name : only)] : []),
      ...(byMerchant ? [] : [whose('f_payer', 'payer', name)]),
    ];
  });
  const { rest, found } = boundIn(said);
  return [...(rows ?? ofPayments), ...(deedCalled(said) ? [] : statesOf(seen, rest.trim(), found))];
}

/** What somebody comes to do is nobody's name, and no words of a payment. */
const TO_DO =
  /^(?:mark|pause|resume|suspend|stop|charge|skip|send|resend|retry|print|edit|change|delete|remove|export|add|new|create) /;

/** '1'234,50' as '1234.5'; what is no amount as it stands. */
function figureOf(said: string): string {
  const [, sign = '', figure] = /^([-−]?)([\d.,'’]+[.,]\d\d)$/.exec(said) ?? [];
  const amount = figure === undefined ? null : parseAmount(figure.replace(/[.,'’](?=\d{3})/g, ''));
  return amount === null ? said : `${sign}${amount}`;
}

/** Where what nobody is called, and nothing is, may be found after all: words of payments older than search looks. */
export function furtherOf(actor: Actor, text: string) {
  const said = withoutCurrency(text);
  // of a card no more is kept of its beginning than these, however many its issuer counts
  const [, bin] = /^(\d{6})\d{0,6}$/.exec(said.replaceAll(/[\s-]/g, '')) ?? [];
  const cards =
    bin && isAllowed(actor, READS_PAYMENTS)
      ? [listed({ f_cardPan: bin }, [`cards that begin with ${bin}`])]
      : [];
  const [, sign, whole] = /^([-−]?)(\d{1,7})(?:\.\d{1,2})?$/.exec(figureOf(said)) ?? [];
  // of a figure its cents are often left out, or wrong
  if (whole && isAllowed(actor, READS_PAYMENTS))
    return [
      ...cards,
      listed({ f_amount: `${whole}..${whole}.99`, ...(sign && { f_type: REFUNDS }) }, [
        `${sign ? 'refunds' : 'amounts'} of ${formatAmount(Number(whole))} to ${formatAmount(Number(whole) + 0.99)}`,
      ]),
    ];
  const isName =
    said.length >= LEAST_LETTERS &&
    !TO_DO.test(`${said.toLowerCase()} `) &&
    !typedDay(said, isoDay(new Date()));
  if (!isName || !isAllowed(actor, READS_PAYMENTS)) return [];
  const ways = [
    ...(AUDIENCES.staff(actor) ? [['f_payer', 'payer'] as const] : []),
    ['f_description', 'description'] as const,
  ];
  const inWords = ways.map(([key, what]) => {
    const href = paths.transactions({ [key]: said });
    return { name: href, href, label: `Look in Transactions: ${what} ‘${said}’` };
  });
  return [...cards, ...inWords];
}
