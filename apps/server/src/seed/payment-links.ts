import { daysBefore } from './people.ts';
import { fullName, later, HOUR_MS, type World } from './world.ts';

const PLANS = [
  { purpose: 'Deposit for a made-to-measure order', cents: 250_00n, uses: 'ONE', age: 2, days: 14 },
  { purpose: 'Workshop place', cents: 45_00n, uses: 'MANY', age: 20, days: 60 },
  { purpose: 'Delivery to the island', cents: 39_90n, uses: 'ONE', age: 40, days: 7 },
  { purpose: 'Gift voucher', cents: 50_00n, uses: 'MANY', age: 60, days: null },
] as const;

/** What the two named merchants have asked for by a link: one still good, one expired, one disabled. */
export function paymentLinks(world: World): void {
  const { clock, emit, random } = world;
  for (const shop of world.shops.slice(0, 2)) {
    const [first] = shop.staff;
    if (!first) continue;
    for (const { purpose, cents, uses, age, days } of PLANS) {
      const createdDate = daysBefore(clock, age);
      const disabled = days === null;
      const disabledDate = disabled ? later(createdDate, 30 * HOUR_MS) : null;
      emit('paymentLinks', {
        id: random.id(createdDate),
        merchantId: shop.merchant.id,
        purpose,
        amountCents: cents,
        currency: 'EUR',
        uses,
        usedCount: 0,
        expiresDate: days === null ? null : later(createdDate, days * 24 * HOUR_MS),
        disabledDate,
        disabledBy: disabled ? fullName(first) : null,
        createdDate,
        createdBy: fullName(first),
        updatedDate: disabledDate,
        updatedBy: disabled ? fullName(first) : null,
      });
    }
  }
}
