import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailsOf } from '../../testing/mails.ts';
import { insertAgreed } from '../../testing/recurring.ts';
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
