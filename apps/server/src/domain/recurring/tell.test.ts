import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { mailsOf } from '../../testing/mails.ts';
import { insertAgreed } from '../../testing/recurring.ts';
import { insertRule } from '../../testing/rules.ts';
import { testServer } from '../../testing/server.ts';
import { told } from './tell.ts';

test('AM-122 a mail names the day on which the installation charges, wherever UTC is by then', async (t) => {
  const payerEmail = 'day@payer.test';
  for (const [zone, day] of [
    ['Pacific/Auckland', '11.02.2027'],
    ['America/Havana', '10.02.2027'],
  ] as const) {
    const server = await testServer({ settings: { BUSINESS_TIME_ZONE: zone } });
    t.after(() => server.close());
    const merchant_id = await server.merchantId('Amber & Oak');
    const { id } = await insertAgreed(server, merchant_id, {
      payerEmail,
      nextChargeAt: new Date('2027-02-10T20:00:00Z'),
    });
    const again = '2027-02-10T20:00:00.000Z';
    await server.services.database.transaction('all', async (tx) => {
      await told(tx, server.services, { id, merchant_id }, 'RESUMED', { by: 'MERCHANT' });
      await told(tx, server.services, { id, merchant_id }, 'DECLINED', { again });
    });
    const [resumed, declined] = await mailsOf(server, payerEmail);
    assert.match(resumed!.text, new RegExp(`The next charge is on ${day}`));
    assert.match(declined!.text, new RegExp(`It is tried again on ${day}`));
  }
});

test('ST-03, AM-122 a charge that a risk rule refuses is told to its payer as one that is not paid', async (t) => {
  const server = await testServer({ settings: { BUSINESS_TIME_ZONE: 'UTC' } });
  t.after(() => server.close());
  await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
  await insertRule(server, {
    active: true,
    conditions: [{ field: 'amount', comparison: 'MORE_THAN', value: 14 }],
  });
  const payerEmail = 'refused@payer.test';
  const { id } = await insertAgreed(server, await server.merchantId('Amber & Oak'), {
    payerEmail,
    nextChargeAt: new Date(server.services.now().getTime() - 60_000),
  });
  await tasksOf(server.services)
    .find(({ name }) => name === 'charge-recurring-payments')!
    .run();
  const { status } = await server.one<{ status: string }>(
    'select status from recurring_dues where recurring_payment_id = $1',
    [id],
  );
  assert.equal(status, 'UNPAID');
  const [mail, ...others] = await mailsOf(server, payerEmail);
  assert.match(mail!.text, /14\.99 EUR is not paid/);
  assert.deepEqual(others, []);
});
