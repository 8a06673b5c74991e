import type { CustomerStatus } from '@paydesk/contract/kernel/customer-statuses.ts';
import { audit } from './audit.ts';
import { customerRow } from './factories.ts';
import {
  daysBefore,
  plain,
  type Customer,
  type CustomerCard,
  type PeopleOptions,
} from './people.ts';
import type { Random } from './random.ts';
import { isFoundOut, screenAtRandom } from './screenings.ts';
import { DEMO_SIGN_INS } from './sign-ins.ts';
import type { CardRow, CustomerRow } from './tables.ts';
import { FIRST_NAMES, LAST_NAMES, REASONS_OF_STATUSES } from './words.ts';
import { between, HOUR_MS, later, type World } from './world.ts';

const DAY_MS = 24 * HOUR_MS;

const HOMES: readonly (readonly [share: number, home: [country: string, prefix: string]])[] = [
  [50, ['LV', '+371 2']],
  [24, ['EE', '+372 5']],
  [20, ['LT', '+370 6']],
  [6, ['SE', '+46 7']],
];

const STATUSES: readonly (readonly [share: number, status: CustomerStatus])[] = [
  [88, 'ACTIVE'],
  [6, 'REGISTERED'],
  [4, 'BLOCKED'],
  [2, 'CLOSED'],
];

/** Everybody who pays; those who are blocked or closed were so by the first administrator. */
export function makeCustomers(count: number, options: PeopleOptions): Customer[] {
  const random = options.random.fork('customers');
  const details = options.random.fork('particulars');
  return Array.from({ length: count }, (_, index) => {
    const createdDate = daysBefore(options.clock, random.int(361, 1000));
    const firstName = random.pick(FIRST_NAMES);
    const lastName = random.pick(LAST_NAMES);
    const email = `${plain(firstName)}.${plain(lastName)}.${index + 1}@mail.test`;
    const id = random.id(createdDate);
    const { dateOfBirth, ...known } = particulars(details, options.clock, createdDate);
    const { phone, status, updatedDate } = known;
    const updatedBy = updatedDate && DEMO_SIGN_INS[0]!.name;
    const reasons = REASONS_OF_STATUSES[status] ?? [];
    const statusReason = updatedDate && reasons[index % reasons.length]!;
    const person = { id, firstName, lastName, email, createdDate };
    const stood = { statusDate: updatedDate, statusBy: updatedBy, statusReason };
    options.emit('customers', customerRow({ ...person, ...known, ...stood, updatedBy }));
    return { ...person, phone, status, statusReason, updatedDate, dateOfBirth, cards: [] };
  });
}

/** What is known of a customer besides name and address, and the day of birth that goes with it. */
function particulars(random: Random, clock: Date, createdDate: Date) {
  const [country, prefix] = random.weighted(HOMES);
  const status = random.weighted(STATUSES);
  const born = later(clock, -random.int(19 * 365, 80 * 365) * DAY_MS);
  const known = clock.getTime() - createdDate.getTime();
  const changed = status === 'BLOCKED' || status === 'CLOSED';
  const changedMs = changed ? Math.round(known * 0.5 * random.fraction()) : 0;
  const seenMs =
    changedMs + Math.round(Math.min(known - changedMs, 90 * DAY_MS) * random.fraction());
  return {
    dateOfBirth: born.toISOString().slice(0, 10),
    personalId: personalId(random, country, born),
    phone: random.chance(0.95) ? `${prefix}${random.digits(3)} ${random.digits(4)}` : null,
    status,
    country,
    lastLoginDate: status === 'REGISTERED' ? null : later(clock, -seenMs),
    updatedDate: changed ? later(clock, -changedMs) : null,
  } satisfies Partial<CustomerRow> & { dateOfBirth: string };
}

/** In the shape that the country writes them; the last digits are nobody's. */
function personalId(random: Random, country: string, born: Date): string {
  const [year, month, day] = born.toISOString().slice(0, 10).split('-') as [string, string, string];
  if (country === 'LV') return `${day}${month}${year.slice(2)}-${random.digits(5)}`;
  if (country === 'SE') return `${year.slice(2)}${month}${day}-${random.digits(4)}`;
  const century = year < '2000' ? 3 : 5;
  return `${century + random.int(0, 1)}${year.slice(2)}${month}${day}${random.digits(4)}`;
}

const CARDS_OF_ONE: readonly (readonly [share: number, count: number])[] = [
  [12, 0],
  [64, 1],
  [18, 2],
  [6, 3],
];

const KINDS: readonly (readonly [share: number, kind: [CardRow['paymentScheme'], string[]]])[] = [
  [55, ['VISA', ['411111', '424242', '400000']]],
  [40, ['MASTERCARD', ['510510', '555555', '222300', '520082']]],
  [5, ['AMEX', ['378282', '371449']]],
];

const TYPES: readonly (readonly [share: number, type: CardRow['cardType']])[] = [
  [70, 'DEBIT'],
  [24, 'CREDIT'],
  [6, 'PREPAID'],
];

const ISSUERS = ['Harbour Bank', 'Birch Savings', 'Gulf Savings Bank', 'Meadow Credit Union'];

const CARD_STATUSES: readonly (readonly [share: number, status: CardRow['status']])[] = [
  [88, 'ACTIVE'],
  [6, 'BLOCKED'],
  [6, 'DELETED'],
];

const ONBOARDING: readonly (readonly [share: number, status: CardRow['onboardingStatus']])[] = [
  [90, 'VERIFIED'],
  [6, 'PENDING'],
  [4, 'FAILED'],
];

/** The cards of every customer, what screening found, and who blocked or closed whom. */
export function customerFiles(world: World): void {
  for (const [index, customer] of world.customers.entries()) {
    cards(world, customer);
    if (isFoundOut(index)) screenAtRandom(world, customer);
    if (customer.updatedDate) blockedOrClosed(world, customer, customer.updatedDate);
  }
}

function cards({ random, clock, emit }: World, customer: Customer) {
  const { id: customerId, createdDate: since } = customer;
  let isDefault = true;
  for (let left = random.weighted(CARDS_OF_ONE); left > 0; left--) {
    const createdDate = between(random, since, clock);
    const [paymentScheme, bins] = random.weighted(KINDS);
    const month = createdDate.getUTCMonth() + random.int(3, 48);
    const until = new Date(Date.UTC(createdDate.getUTCFullYear(), month + 1));
    const expires = later(until, -DAY_MS).toISOString().slice(0, 7);
    const status = until <= clock ? 'EXPIRED' : random.weighted(CARD_STATUSES);
    const id = random.id(createdDate);
    const [first6, last4] = [random.pick(bins), random.digits(4)];
    // when one was blocked or deleted is not known, so that nothing was paid with it
    if (status === 'ACTIVE' || status === 'EXPIRED')
      customer.cards.push({
        id,
        pan: `${first6}******${last4}`,
        from: createdDate,
        until,
        expires,
      });
    emit('cards', {
      id,
      customerId,
      first6,
      last4,
      cardType: random.weighted(TYPES),
      token: null,
      gateway: null,
      paymentScheme,
      issuer: random.chance(0.95) ? random.pick(ISSUERS) : null,
      expiresMonth: `${expires}-01`,
      status,
      statusReason: null,
      onboardingStatus: random.weighted(ONBOARDING),
      isDefault: isDefault && status !== 'DELETED',
      createdDate,
      updatedDate: null,
      updatedBy: null,
    });
    isDefault &&= status === 'DELETED';
  }
}

/** Blocked or closed by then. */
export const isBarred = ({ updatedDate }: Customer, date: Date): boolean =>
  updatedDate !== null && updatedDate <= date;

/**
 * Somebody who could pay by card at that time, and the card: nobody was blocked or closed by
 * `known`, and the card is good until `until`, up to which it is used.
 */
export function payer(
  { random, customers }: Pick<World, 'random' | 'customers'>,
  date: Date,
  until: Date = date,
  known: Date = date,
): { customer: Customer; card: CustomerCard } {
  for (;;) {
    const customer = random.pick(customers);
    if (customer.status === 'REGISTERED' || isBarred(customer, known)) continue;
    const usable = customer.cards.filter((card) => card.from <= date && card.until > until);
    if (usable.length) return { customer, card: random.pick(usable) };
  }
}

function blockedOrClosed(world: World, { id, status, statusReason }: Customer, date: Date): void {
  audit(world, date, world.staff[0]!, {
    action: status === 'BLOCKED' ? 'BLOCK' : 'CLOSE',
    entityType: 'CUSTOMER',
    entityId: id,
    result: 'SUCCESS',
    details: { reason: statusReason, changes: { status: { before: 'ACTIVE', after: status } } },
  });
}
