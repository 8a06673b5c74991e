import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { booksAgree as checked } from '../books.ts';
import { disputeNoticed } from '../domain/payments/disputes.ts';
import { sandboxLine } from '../gateways/acquirer-sandbox.ts';
import { sandboxesInProcess } from '../gateways/sandboxes.ts';
import { refund } from '../testing/money.ts';
import { bookedOf } from '../testing/payments.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const press = async (client: Client, name: string, id: string, body?: object) => {
  const answer = (await client.call(`POST /api/transactions/{id}/actions/${name}` as never, {
    params: { id },
    ...(body && { body }),
  })) as { status: number; text: string };
  assert.equal(answer.status, 200, answer.text);
};

const inDays = (days: number) => () => new Date(Date.now() + days * 86_400_000);

/** The payments of the demo that nobody has decided: whoever presses a button moves them, at the acquirer's too. */
describe('payments of the demo that are held', () => {
  let server: TestServer;
  let databaseUrl: string;
  let staff: Client;
  let owner: Client;
  before(async () => {
    server = await testServer({
      sandboxes(url) {
        databaseUrl = url;
        return sandboxesInProcess({ databaseUrl, timeoutMs: 2000 });
      },
    });
    [staff, owner] = await Promise.all([
      server.as('admin@paydesk.test'),
      server.as('owner@amber.test'),
    ]);
  });
  after(() => server.close());

  const agrees = async () => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const good = await checked(server.services.database, { result: say, fault: say });
    assert.ok(good, said.join('\n'));
  };
  const heldBy = async (hold: string) =>
    server.one<{ id: string; cents: bigint; order_id: string; purchase_id: string }>(
      `select t.id, t.amount_cents as cents, t.order_id, t.purchase_id from transactions t
       join merchants m on m.id = t.merchant_id and m.name = 'Amber & Oak'
       where t.hold = $1 order by t.date desc limit 1`,
      [hold],
    );
  const standing = async ({ id }: { id: string }) => {
    const row = await server.one<Record<string, string | null>>(
      `select t.status, t.hold, a.stage, o.status as "order", p.status as purchase from transactions t
       join payment_attempts a on a.id = t.id join orders o on o.id = t.order_id
       join purchases p on p.id = t.purchase_id where t.id = $1`,
      [id],
    );
    return [row['status'], row['hold'], row['stage'], row['order'], row['purchase']];
  };

  test('TX-41, AM-103, ST-03 Pass, Refuse, Capture and Cancel: the acquirer knows the payment, and all books agree before and after', async () => {
    await agrees();
    const passed = await heldBy('REVIEW');
    await press(staff, 'pass', passed.id);
    assert.deepEqual(await standing(passed), ['SUCCESS', null, 'PAID', 'PAID', 'SETTLED']);
    assert.deepEqual(await bookedOf(server, passed.id), {
      AUTHORISE: `1 of ${passed.cents}`,
      CAPTURE: `1 of ${passed.cents}`,
    });
    const refused = await heldBy('REVIEW');
    await press(staff, 'refuse', refused.id, { reasonNote: 'Not theirs' });
    assert.deepEqual((await standing(refused)).slice(0, 3), ['RP_BLOCKED', null, 'BLOCKED']);
    assert.deepEqual(await bookedOf(server, refused.id), {});
    const captured = await heldBy('AUTHORISED');
    await press(owner, 'capture', captured.id);
    assert.deepEqual(await standing(captured), ['SUCCESS', null, 'PAID', 'PAID', 'SETTLED']);
    assert.deepEqual(await bookedOf(server, captured.id), {
      AUTHORISE: `1 of ${captured.cents}`,
      CAPTURE: `1 of ${captured.cents}`,
    });
    const cancelled = await heldBy('AUTHORISED');
    await press(owner, 'cancel', cancelled.id);
    assert.deepEqual((await standing(cancelled)).slice(0, 3), ['CANCELLED', null, 'CANCELLED']);
    assert.deepEqual(await bookedOf(server, cancelled.id), {
      AUTHORISE: `1 of ${cancelled.cents}`,
      CANCEL: `1 of ${cancelled.cents}`,
    });
    await agrees();
    // what was taken goes back by the same acquirer
    const back = await refund(owner, captured.id, 1);
    assert.equal(back.status, 200, back.text);
    await agrees();
  });

  const disputed = (status: string) =>
    server.one<{ id: string; dispute: string; cents: bigint }>(
      `select t.id, d.external_id as dispute, t.amount_cents as cents from transactions t
       join merchants m on m.id = t.merchant_id and m.name = 'Amber & Oak'
       join disputes d on d.transaction_id = t.id
       where t.dispute = $1 order by t.date limit 1`,
      [status],
    );
  const line = (days: number) => sandboxLine({ databaseUrl, now: inDays(days) });

  test('AM-103, SB-16 a dispute is decided by the acquirer when the time to answer is over: won, the payment is refunded as any other', async () => {
    for (const status of ['OPEN', 'LOST']) {
      const { id, cents } = await disputed(status);
      assert.equal((await refund(owner, id, fromCents(cents))).status, 400, status);
    }
    assert.equal((await refund(owner, (await disputed('WON')).id, 1)).status, 200);
    // the first is due 23 hours after the demo's day, which may be nearly over
    const early = line(0);
    assert.deepEqual(await early.disputes.due(), []);
    await early.close();
    const late = line(8);
    const due = await late.disputes.due();
    assert.equal(due.length, 4, 'two of each named merchant');
    for (const { noticeTo, notice } of due) {
      assert.equal(noticeTo, 'http://127.0.0.1:3000/gateway-notices/acquirer');
      const { paymentId, disputeId, amountCents, currency, reason, respondBy, status } = notice;
      const said = { paymentId, disputeId, amountCents: BigInt(amountCents), currency, reason };
      const at = { address: 'sandbox', from: '192.0.2.9' };
      const noted = await disputeNoticed(server.services, { ...said, respondBy, status }, at);
      assert.equal(noted, true, reason);
      const { cents } = await server.one<{ cents: bigint }>(
        'select amount_cents as cents from transactions where id = $1',
        [paymentId],
      );
      const { status: answer } = await refund(staff, paymentId, fromCents(cents));
      assert.equal(answer, status === 'WON' ? 200 : 400);
    }
    await late.close();
    await agrees();
  });
});
