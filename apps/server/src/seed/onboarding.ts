import { MERCHANT_FEATURES, type MerchantFeatureName } from '@paydesk/contract/merchant-record.ts';
import type { MerchantStatus } from '@paydesk/contract/permissions.ts';
import { audit } from './audit.ts';
import type { MerchantRow } from './tables.ts';
import { FIRST_NAMES, LAST_NAMES } from './words.ts';
import { fullName, HOUR_MS, later, type World } from './world.ts';

const DAY_MS = 24 * HOUR_MS;

const BUSINESSES = [
  'Sells what it makes, in a shop of its own and online.',
  'Online shop with a warehouse; ships to the Baltic states and Finland.',
  'Two shops in the old town, and orders by telephone.',
  'Subscriptions and single sales, delivered by post.',
];

/** What came of the check: mostly nothing, and each of the others often enough to be seen. */
const CHECKS = [
  ['LOW', 'CLEAR'],
  ['LOW', 'CLEAR'],
  ['MEDIUM', 'CLEAR'],
  ['MEDIUM', 'POSSIBLE_MATCH'],
  ['HIGH', 'POSSIBLE_MATCH'],
] as const;

/** How each came to its status, a day or more apart. */
const WAYS: Record<
  MerchantStatus,
  [action: string, before: MerchantStatus, after: MerchantStatus][]
> = {
  PENDING_APPROVAL: [],
  DECLINED: [['DECLINE_MERCHANT', 'PENDING_APPROVAL', 'DECLINED']],
  APPROVED: [['APPROVE_MERCHANT', 'PENDING_APPROVAL', 'APPROVED']],
  ACTIVE: [
    ['APPROVE_MERCHANT', 'PENDING_APPROVAL', 'APPROVED'],
    ['ACTIVATE_MERCHANT', 'APPROVED', 'ACTIVE'],
  ],
  DISABLED: [
    ['APPROVE_MERCHANT', 'PENDING_APPROVAL', 'APPROVED'],
    ['ACTIVATE_MERCHANT', 'APPROVED', 'ACTIVE'],
    ['DISABLE_MERCHANT', 'ACTIVE', 'DISABLED'],
  ],
};

/** Why staff do that, in their own words; a way on says nothing. */
const REASONS: Readonly<Record<string, string>> = {
  DECLINE_MERCHANT:
    'Advises on investments without a licence, and its owner is on a sanctions list.',
  DISABLE_MERCHANT: 'Chargebacks above 2% for three months; its bank asked us to stop.',
};

/** The check of each merchant, what staff decided, and what is open to it. */
export function onboarding(world: World, merchants: readonly MerchantRow[]): void {
  const { emit, random, clock } = world;
  const [admin] = world.staff;
  if (!admin) return;
  let waiting = 0;
  for (const [index, merchant] of merchants.entries()) {
    const { id: merchantId, status, createdDate } = merchant;
    const checkedDate = later(createdDate, random.int(1, 72) * HOUR_MS);
    // the first that waits has not been looked at yet
    if (status !== 'PENDING_APPROVAL' || waiting++ > 0) {
      const declined = status === 'DECLINED';
      const [riskClass, screeningResult] = declined
        ? (['HIGH', 'MATCH'] as const)
        : CHECKS[index < 2 ? 0 : index % CHECKS.length]!;
      emit('merchantBackgrounds', {
        merchantId,
        registrationNumber: merchant.legalId ?? `4${random.digits(10)}`,
        beneficialOwners: JSON.stringify(owners(world)),
        businessDescription: declined
          ? 'Says that it advises on investments; could not say for whom.'
          : random.pick(BUSINESSES),
        expectedTurnoverCents: BigInt(random.int(24, 900)) * 1_000_00n,
        currency: 'EUR',
        riskClass,
        screeningResult,
        checkedDate,
        checkedBy: fullName(admin),
      });
    }
    const about = { entityType: 'MERCHANT', entityId: merchantId, merchantId, result: 'SUCCESS' };
    for (const [nth, [action, before, after]] of WAYS[status].entries()) {
      const date =
        action === 'DISABLE_MERCHANT'
          ? later(clock, -random.int(1, 10) * HOUR_MS)
          : later(checkedDate, (nth + 1) * DAY_MS);
      const reason = REASONS[action];
      audit(world, date, admin, {
        ...about,
        action,
        details: { ...(reason && { reason }), changes: { status: { before, after } } },
      });
      if (after === status)
        emit('merchantStandings', {
          merchantId,
          statusDate: date,
          statusBy: fullName(admin),
          statusReason: reason ?? null,
        });
    }
    const features = Object.keys(MERCHANT_FEATURES) as MerchantFeatureName[];
    for (const feature of features) {
      // the named ones have all of it; of the others each lacks something now and then
      if (index >= 2 && random.chance(0.5)) continue;
      emit('merchantFeatures', {
        merchantId,
        feature,
        enabled: index < 2 || random.chance(0.6),
        updatedDate: later(checkedDate, random.int(1, 300) * HOUR_MS),
        updatedBy: fullName(admin),
      });
    }
  }
}

/** One to three, who own all of it together. */
function owners({ random }: World) {
  const name = () => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const shares = random.pick([[100], [60, 40], [50, 30, 20], [51, 49]]);
  return shares.map((share) => ({ name: name(), share }));
}
