import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareSandboxes } from '../gateways/sandboxes.ts';
import { signCall } from '../platform/auth/signatures.ts';
import { createLog } from '../platform/log.ts';
import { insertPayment, read, refund } from '../testing/money.ts';
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
      `select details, address from audit_logs where action = 'LATE_ANSWER'`,
    );
    assert.deepEqual(rows, [
      { details: { gateway: 'acquirer', outcome: 'approved' }, address: '127.0.0.1' },
    ]);
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
