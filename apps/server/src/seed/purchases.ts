import { audit } from './audit.ts';
import { exchangeLogs } from './exchange-logs.ts';
import { purchaseRow } from './factories.ts';
import { randomAmount } from './payments.ts';
import { goodsFor } from './words.ts';
import { daysBefore, type Shop } from './people.ts';
import type { PurchaseRow } from './tables.ts';
import { HOUR_MS, later, type World } from './world.ts';

/** Purchases that nobody has paid: some still open, some that staff cancelled, with who it was. */
export function openPurchases(world: World, shop: Shop): void {
  const { random } = world;
  const [admin] = world.staff;
  const make = (
    daysAgo: number,
    status: PurchaseRow['status'],
    given: Partial<PurchaseRow> = {},
  ) => {
    const date = later(daysBefore(world.clock, daysAgo), -HOUR_MS);
    const id = random.id(date);
    const customerId = random.pick(world.customers).id;
    const amountCents = randomAmount(random);
    const row = purchaseRow({
      id,
      merchantId: shop.merchant.id,
      customerId,
      amountCents,
      status,
      createdDate: date,
      paymentInfo: `Order ${shop.initials}-${shop.nextOrder++}, ${goodsFor(random, shop.goods, amountCents)}`,
      externalId: `${shop.initials}-${random.digits(8)}`,
      expirationDate: later(date, 7 * 24 * HOUR_MS),
      ...given,
    });
    world.emit('purchases', row);
    exchangeLogs(world, row, null);
    return row;
  };
  for (const daysAgo of [0, 1, 2]) make(daysAgo, daysAgo === 2 ? 'SIGNED' : 'UNSIGNED');
  for (const [daysAgo, reasonNote] of [
    [6, 'Ordered twice'],
    [13, null],
    [21, 'The shop asked for it'],
  ] as const) {
    const before = daysAgo === 13 ? 'SIGNED' : 'UNSIGNED';
    const reason = { reasonCode: 'CANCELLED_BY_STAFF', reasonNote };
    const row = make(daysAgo, 'CANCELLED', { ...reason, lastCallbackStatus: 'OK' });
    const about = {
      entityType: 'PURCHASE',
      entityId: row.id,
      merchantId: row.merchantId,
      result: 'SUCCESS',
    };
    const cancelled = later(row.createdDate, 3 * HOUR_MS);
    audit(world, cancelled, admin!, {
      action: 'CANCEL',
      ...about,
      details: {
        changes: {
          status: { before, after: 'CANCELLED' },
          reason_code: { before: null, after: reason.reasonCode },
          ...(reasonNote && { reason_note: { before: null, after: reasonNote } }),
        },
      },
    });
    // once more, and that one arrived
    if (daysAgo === 13)
      audit(world, later(cancelled, HOUR_MS), admin!, {
        action: 'RESEND_CALLBACK',
        ...about,
        details: { lastCallbackStatus: 'ERROR' },
      });
  }
}
