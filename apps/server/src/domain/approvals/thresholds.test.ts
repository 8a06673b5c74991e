import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { testServer } from '../../testing/server.ts';
import { countOfDay } from './thresholds.ts';

for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
  test(`SB-07, AM-23 what a person may refund in a day is of the day of the installation's zone: ${zone}`, async (t) => {
    const server = await testServer({ settings: { BUSINESS_TIME_ZONE: zone } });
    t.after(() => server.close());
    const { userId } = await server.as('operator@amber.test');
    const begun = Temporal.Now.zonedDateTimeISO(zone).startOfDay().toInstant();
    for (const [cents, at] of [
      [5000n, begun.subtract({ milliseconds: 1 })],
      [3000n, begun],
    ] as const)
      await server.pool.query(
        `insert into approval_sums (id, user_id, kind, cents, created_date)
         values ($1, $2, 'REFUND', $3, $4)`,
        [randomUUIDv7(), userId, cents, at.toString()],
      );
    const count = (cents: bigint) =>
      countOfDay(server.services, { userId } as Parameters<typeof countOfDay>[1], {
        kind: 'REFUND',
        cents,
        most: 10_000n,
        repeatKey: null,
      });
    assert.ok(await count(6000n), 'yesterday counts no more');
    assert.equal(await count(2000n), null, 'from midnight on all does');
    assert.ok(await count(1000n), 'to the cent');
  });

test('SB-07, AM-23 a day that begins twice is one: what was refunded before its second midnight counts', async (t) => {
  const zone = 'America/Havana';
  const server = await testServer({ clock: true, settings: { BUSINESS_TIME_ZONE: zone } });
  t.after(() => server.close());
  const { userId } = await server.as('operator@amber.test');
  let midnight = Temporal.Now.zonedDateTimeISO(zone);
  do midnight = midnight.getTimeZoneTransition('next')!;
  while (midnight.month < 10);
  const begun = midnight.toInstant().subtract({ minutes: 30 });
  await server.services.clock.move!(
    (midnight.epochMilliseconds + 1_800_000 - server.services.now().getTime()) / 1000,
  );
  await server.pool.query(
    `insert into approval_sums (id, user_id, kind, cents, created_date)
     values ($1, $2, 'REFUND', 3000, $3)`,
    [randomUUIDv7(), userId, begun.toString()],
  );
  const room = await countOfDay(server.services, { userId } as Parameters<typeof countOfDay>[1], {
    kind: 'REFUND',
    cents: 8000n,
    most: 10_000n,
    repeatKey: null,
  });
  assert.equal(room, null);
});
