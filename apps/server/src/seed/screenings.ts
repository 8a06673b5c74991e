import { detailsOf, riskOf } from '../domain/screening/note.ts';
import { entryOf, findingsOf } from '../gateways/screening-sandbox.ts';
import type { Finding } from '../gateways/screening.ts';
import { daysBefore, type Customer } from './people.ts';
import type { Random } from './random.ts';
import type { ScreeningResultRow } from './tables.ts';
import { between, fullName, HOUR_MS, later, type World } from './world.ts';

/** The house screens everybody again after 30 days (`screening.interval.days`): of a new demo nobody is due. */
const LAST_DAYS = 20;
/** What was found before is decided: the desk reads its cases every day. */
const UNREAD_HOURS = 18;

/** Every so many have been found out about by chance, so that the demo has each result on each list. */
const BY_CHANCE = 16;
export const isFoundOut = (index: number) => index % BY_CHANCE === 0;

const FOUND: readonly (readonly [
  share: number,
  found: [ScreeningResultRow['result'], number, number],
])[] = [
  [82, ['CLEAR', 0, 39]],
  [12, ['POSSIBLE_MATCH', 55, 84]],
  [6, ['MATCH', 85, 100]],
];

const REASONS = {
  POSSIBLE_MATCH: 'Born on another day.',
  MATCH: 'The passport names another place of birth.',
} as const;

const lately = (random: Random, clock: Date) =>
  between(random, daysBefore(clock, LAST_DAYS), clock);

/** Who decided, and when; null while nobody has. */
type Read = { by: string; at: Date } | null;

/** One finding of each list; of some that are not clear it was said soon that it is somebody else. */
export function screenAtRandom(world: World, customer: Customer): void {
  const { random, clock, staff } = world;
  const createdDate = lately(random, clock);
  for (const list of ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA'] as const) {
    const [result, least, most] = random.weighted(FOUND);
    const soon = result !== 'CLEAR' && random.chance(0.7);
    const matchScore = random.int(least, most);
    const read = soon
      ? { by: fullName(random.pick(staff)), at: between(random, createdDate, clock) }
      : isUnread(world, createdDate)
        ? null
        : { by: fullName(staff[0]!), at: later(createdDate, 12 * HOUR_MS) };
    const person = { name: fullName(customer), dateOfBirth: customer.dateOfBirth };
    const entry = result === 'CLEAR' ? undefined : entryOf(person, list, result);
    note(world, customer, createdDate, { list, result, matchScore, entry }, read);
  }
}

/**
 * Everybody else, with what the sandbox says of them: asked again it says the same, so that nothing of theirs is new
 * then. Whose account is closed is not screened.
 */
export function screenings(world: World): void {
  const { random, clock, staff } = world;
  for (const [index, customer] of world.customers.entries()) {
    if (isFoundOut(index) || customer.status === 'CLOSED') continue;
    const createdDate = lately(random, clock);
    const { dateOfBirth } = customer;
    for (const finding of findingsOf({ name: fullName(customer), dateOfBirth })) {
      const read =
        finding.result === 'CLEAR' || isUnread(world, createdDate)
          ? null
          : { by: fullName(random.pick(staff)), at: between(random, createdDate, clock) };
      note(world, customer, createdDate, finding, read);
    }
  }
}

const isUnread = ({ clock }: World, createdDate: Date) =>
  createdDate > later(clock, -UNREAD_HOURS * HOUR_MS);

/** As the house writes it down: a result, and of what is not clear a case. */
function note(
  { random, emit, staff }: World,
  customer: Customer,
  createdDate: Date,
  { list, result, matchScore, entry }: Finding,
  read: Read,
): void {
  const person = fullName(customer);
  const decided = result === 'CLEAR' ? null : read;
  const verdict = decided && 'FALSE_HIT';
  emit('screeningResults', {
    id: random.id(createdDate),
    customerId: customer.id,
    name: person,
    dateOfBirth: customer.dateOfBirth,
    list,
    matchScore,
    result,
    reviewedBy: decided?.by ?? null,
    reviewedAt: decided?.at ?? null,
    verdict,
    createdDate,
  });
  if (result === 'CLEAR') return;
  const riskClass = riskOf(list, result === 'MATCH');
  // where the risk is high a second person has said the same (SB-42)
  const other = staff.map(fullName).find((name) => name !== decided?.by);
  emit('screeningCases', {
    id: random.id(createdDate),
    customerId: customer.id,
    list,
    source: 'PROVIDER',
    entry: list,
    listedName: entry?.name ?? null,
    listedBorn: entry?.born ?? null,
    listedDetails: detailsOf(entry),
    personName: person,
    personBorn: customer.dateOfBirth,
    score: matchScore,
    riskClass,
    status: verdict ?? 'OPEN',
    firstDecision: verdict,
    firstBy: decided && ((riskClass === 'HIGH' && other) || decided.by),
    firstDate: decided?.at ?? null,
    reason: decided && REASONS[result],
    decidedBy: decided?.by ?? null,
    decidedDate: decided?.at ?? null,
    createdDate,
  });
}
