import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareSandboxes } from '../gateways/sandboxes.ts';
import { signCall } from '../platform/auth/signatures.ts';
import { createLog } from '../platform/log.ts';
import { insertPayment, read, refund } from '../testing/money.ts';
import { newShopper } from '../testing/checkouts.ts';
import { insertAgreed } from '../testing/recurring.ts';
import { answerChallenge, typeCard } from '../testing/shopper.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';
import { startSandboxes } from './start.ts';

const TIMEOUT_MS = 1000;

const until = async (holds: () => Promise<boolean>) => {
  const end = Date.now() + 15_000;
  while (!(await holds())) {
    assert.ok(Date.now() < end, 'it never came');
    await wait(50);
  }
};

describe('the sandboxes in a process of their own', () => {
  let server: TestServer;
  let owner: Client;
  let amber: string;
  let beside: ReturnType<typeof startSandboxes>;
  let address = '';
  before(async () => {
    server = await testServer({
      settings: { ACQUIRER_TIMEOUT_MS: String(3 * TIMEOUT_MS) },
      publicUrl: () => address,
      sandboxes: (databaseUrl) => {
        const log = createLog('silent');
        beside = startSandboxes({
          log,
          databaseUrl,
          timeoutMs: TIMEOUT_MS,
          publicUrl: () => address,
        });
        return beside.sandboxes;
      },
    });
    await prepareSandboxes(server.url);
    beside.begin();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    owner = await server.as('owner@amber.test');
    amber = await server.merchantId('Amber & Oak');
  });
  after(async () => {
    const pid = beside.pid()!;
    await server.close();
    await beside.stop();
    assert.throws(() => process.kill(pid, 0), 'it ends with the server');
  });

  test('AM-102, AM-103 a refund goes over the wire, survives a kill of theirs, and a late answer settles without a question', async () => {
    const id = await insertPayment(server, { merchantId: amber, amountCents: 2_000_000n });
    assert.equal((await refund(owner, id, 12.5)).body.refundedAmount, 12.5);
    const declined = await refund(owner, id, 9999.01);
    assert.match(declined.text, /The acquirer declined the amount/);

    process.kill(beside.pid()!, 'SIGKILL');
    // who asks meanwhile waits for the next one, or is told that the answer is unknown: never twice
    const meanwhile = await refund(owner, id, 7.5);
    assert.ok([200, 202].includes(meanwhile.status), meanwhile.text);
    await server.settleEverything();
    const before = await read(owner, id);
    assert.equal(before.pendingAmount, 0);

    const late = await refund(owner, id, 9999.04);
    assert.equal(late.status, 202);
    // no task runs here: what settles it is their answer
    await until(async () => (await read(owner, id)).pendingAmount === 0);
    assert.equal((await read(owner, id)).refundedAmount, before.refundedAmount + 9999.04);
    const { rows } = await server.pool.query(
      // the one before may have been answered late too, where the machine is slow
      `select l.details, l.address from audit_logs l join money_operations o on o.id = l.entity_id
       where l.action = 'LATE_ANSWER' and o.amount_cents = 999904`,
    );
    const details = { gateway: 'acquirer', outcome: 'approved', transactionId: id };
    assert.deepEqual(rows, [{ details, address: '127.0.0.1' }]);
  });

  test('AM-102, AM-122 a payer’s new card whose bank answers late is heard of without a question, once', async () => {
    const { id } = await insertAgreed(server, amber);
    const { token } = await server.one<{ token: string }>(
      'select access_token as token from recurring_payments where id = $1',
      [id],
    );
    const about = { params: { id: token }, from: newShopper() };
    const opened = await server.anonymous.call('POST /api/recurring-pages/{id}/card', {
      ...about,
      body: { frame: true },
    });
    const url = opened.body.newCard!.page!.url;
    const page = await (await fetch(url)).text();
    assert.match(page, /The card is checked, and nothing is charged now/);
    assert.doesNotMatch(page, />Pay /);
    await typeCard(url, 'lateAnswer');
    const goOn = () => server.anonymous.call('POST /api/recurring-pages/{id}/card/continue', about);
    const next = (await goOn()).body.newCard!;
    assert.equal(next.state, 'challenge', JSON.stringify(next));
    const bank = await (await fetch(next.page!.url)).text();
    assert.match(bank, /Is it your card\?[^]+Nothing is charged now/);
    await answerChallenge(next.page!.url);
    // no task runs here, and its payer does not come back
    const stage = () =>
      server.one<{ stage: string; replaced: boolean }>(
        'select stage, replaced from recurring_card_changes where recurring_payment_id = $1',
        [id],
      );
    await until(async () => (await stage()).stage === 'DONE');
    assert.equal((await stage()).replaced, true);
    const heard = () =>
      server.all(
        `select details, address from audit_logs where action = 'LATE_ANSWER' and entity_id = $1`,
        [id],
      );
    // the row is written once the answer has been carried out
    await until(async () => (await heard()).length > 0);
    assert.deepEqual(await heard(), [
      { details: { gateway: 'acquirer', outcome: 'approved' }, address: '127.0.0.1' },
    ]);
    const { row } = await server.one<{ row: string }>(
      `select c.last4 as row from recurring_payments r join cards c on c.id = r.card_id where r.id = $1`,
      [id],
    );
    assert.equal(row, '0077');
  });

  test('AM-102 nobody else’s answer settles anything, and a repeat changes nothing', async () => {
    const target = `${address}/gateway-answers/acquirer`;
    const say = async ({
      operationId = String(randomUUIDv7()),
      keyId = 'acquirer',
      secret = beside.sandboxes.secret!,
      to = target,
    }) => {
      const body = JSON.stringify({ operationId, outcome: 'declined', reason: 'No' });
      const signed = signCall(
        { method: 'POST', targetUri: to, body },
        { keyId, secret },
        new Date(),
      );
      const headers = { 'content-type': 'application/json', ...signed };
      const answer = await fetch(target, { method: 'POST', headers, body });
      return [answer.status, await answer.json()] as const;
    };
    assert.equal((await say({ secret: 'another secret, as long as the right one' }))[0], 401);
    assert.equal((await say({ keyId: 'institution' }))[0], 401);
    assert.equal((await say({ to: target.replace('acquirer', 'institution') }))[0], 401);
    assert.equal((await say({}))[0], 404);
    const { id } = await server.one<{ id: string }>(
      `select id from money_operations where status = 'APPROVED' and kind = 'REFUND'
       order by created_date desc limit 1`,
    );
    assert.deepEqual(await say({ operationId: id }), [200, { noted: false }]);
    const kept = await server.one(`select status from money_operations where id = $1`, [id]);
    assert.deepEqual(kept, { status: 'APPROVED' });
  });
});
