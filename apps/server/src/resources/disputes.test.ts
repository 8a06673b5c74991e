import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { disputeSaid } from '../testing/disputes.ts';
import { insertMerchant } from '../seed/factories.ts';
import { insertPayment } from '../testing/money.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const day = (year: number) => `${year}-01-01T00:00:00.000Z`;

describe('Disputes', () => {
  let server: TestServer;
  let amber: string;
  let owner: Client;
  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
    await server.pool.query('delete from disputes');
  });
  after(() => server.close());

  const claimed = async (said: Partial<Parameters<typeof disputeSaid>[1]> = {}, whose = amber) => {
    const paymentId = await insertPayment(server, { merchantId: whose, amountCents: 100_00n });
    assert.equal(await disputeSaid(server, { paymentId, ...said }), true);
    return paymentId;
  };

  test('AM-103, AM-109 the soonest to answer come first and those that are decided last, with what is claimed of what was paid', async () => {
    const late = await claimed({ respondBy: day(2091), amountCents: 64_50n, disputeId: 'CB-late' });
    const soon = await claimed({ respondBy: day(2090), disputeId: 'CB-soon', reason: 'Fraud' });
    const won = await claimed({ respondBy: day(2089), disputeId: 'CB-won' });
    await disputeSaid(server, { paymentId: won, disputeId: 'CB-won', status: 'WON' });
    const { content, totalElements } = (await owner.call('GET /api/disputes')).body;
    assert.equal(totalElements, 3);
    assert.deepEqual(
      content.map((row) => [row.externalId, row.transactionId, row.respondBy, row.status.name]),
      [
        ['CB-soon', soon, day(2090), 'OPEN'],
        ['CB-late', late, day(2091), 'OPEN'],
        ['CB-won', won, null, 'WON'],
      ],
    );
    assert.deepEqual([content[1]!.amount, content[1]!.paidAmount], [64.5, 100]);
    assert.deepEqual(
      content.map(({ decidedDate }) => decidedDate !== null),
      [false, false, true],
    );
    assert.ok(!('merchantName' in content[0]!), 'staff alone read whose it is');
    const sums = (await owner.call('GET /api/disputes/totals')).body;
    assert.match(JSON.stringify(sums), /74\.5/, 'what is open is summed without what is decided');
    const { text } = await owner.call('GET /api/disputes.csv', {
      query: { f_externalId: 'CB-soon' },
    });
    assert.match(text, /^\uFEFFRespond by,Payment,Claimed,Paid,Currency,Reason,Case,/);
    assert.match(text, /,CB-soon,/);
  });

  test('AM-103 a reason that an acquirer tells by a code is read in words, by which it is found too', async () => {
    const codes = [
      ['CB-code', 'product_not_received', 'Goods or services not received'],
      ['CB-loud', 'FRAUDULENT', 'Fraud: not made by the cardholder'],
      ['CB-new', 'travel_not_as_booked', 'Travel not as booked'],
      ['CB-words', 'Charged in the wrong shop', 'Charged in the wrong shop'],
    ] as const;
    for (const [disputeId, reason] of codes) await claimed({ disputeId, reason });
    for (const [f_externalId, , f_reason] of codes) {
      const { content } = (await owner.call('GET /api/disputes', { query: { f_reason } })).body;
      assert.deepEqual(
        content.map((row) => [row.externalId, row.reason]),
        [[f_externalId, f_reason]],
      );
    }
  });

  test('SB-03 another merchant’s are in no list, file, sum or filter of its people, and staff read them all', async () => {
    const { id: other } = await insertMerchant(server.pool);
    await claimed({ disputeId: 'CB-other', amountCents: 1_23n }, other);
    const staff = await server.as('admin@paydesk.test');
    const query = { f_externalId: 'CB-other' };
    assert.equal((await staff.call('GET /api/disputes', { query })).body.totalElements, 1);
    assert.equal((await owner.call('GET /api/disputes', { query })).body.totalElements, 0);
    const { text } = await owner.call('GET /api/disputes.csv');
    assert.doesNotMatch(text, /CB-other/);
    const sums = (await owner.call('GET /api/disputes/totals', { query })).body;
    assert.doesNotMatch(JSON.stringify(sums), /1\.23/);
    const asked = await owner.call('GET /api/disputes', {
      query: { f_merchantId: other } as never,
    });
    assert.equal(asked.status, 400, 'no column of theirs');
  });
});
