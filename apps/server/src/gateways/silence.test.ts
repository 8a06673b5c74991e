import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { LeftAlone } from '../platform/outbox/work.ts';
import { tasksOf } from '../resources.ts';
import { sandboxAdapters } from '../sandbox/adapters.ts';
import { insertLender, insertLoan } from '../seed/factories/financing.ts';
import { testServer } from '../testing/server.ts';
import { gatewayServer } from './protocol/server.ts';
import { prepareSandboxes } from './sandboxes.ts';
import { silences } from './silence.ts';

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('a gateway that does not answer', () => {
  test('SB-19 is left alone after three questions, and one asks again each half a minute', async () => {
    let at = 0;
    const { heard, unlessSilent } = silences(() => at);
    const asked: string[] = [];
    const ask = (address: string, takes: number, answer?: string) => () => {
      asked.push(address);
      at += takes;
      return answer === undefined ? Promise.reject(new Error('cut')) : Promise.resolve(answer);
    };
    // what fails at once says nothing, and holds nobody up
    for (let times = 0; times < 9; times++)
      await assert.rejects(unlessSilent('quick', ask('quick', 999)), /cut/);
    for (let times = 0; times < 3; times++)
      await assert.rejects(unlessSilent('silent', ask('silent', 5000)), /cut/);
    asked.length = 0;
    await assert.rejects(unlessSilent('silent', ask('silent', 5000)), LeftAlone);
    assert.deepEqual(asked, [], 'it is not asked');
    assert.equal(await unlessSilent('other', ask('other', 1, 'yes')), 'yes');
    // what is sent once is sent all the same
    await assert.rejects(heard('silent', ask('silent', 5000)), /cut/);
    at += 30_000;
    asked.length = 0;
    const one = unlessSilent('silent', ask('silent', 0, 'yes'));
    const beside = assert.rejects(unlessSilent('silent', ask('silent', 0, 'yes')), LeftAlone);
    assert.equal(await one, 'yes');
    await beside;
    assert.deepEqual(asked, ['silent'], 'one alone has asked');
    assert.equal(await unlessSilent('silent', ask('silent', 0, 'yes')), 'yes', 'it answers again');
  });

  test('AM-102, SB-39 sixteen refunds to a lender that hangs do not keep another lender’s waiting', async () => {
    const secret = 'the secret of both lenders and of their cores';
    let address = '';
    const server = await testServer({
      demo: false,
      publicUrl: () => address,
      settings: { CALLBACK_ALLOW: '127.0.0.1' },
    });
    await prepareSandboxes(server.url);
    const books = sandboxAdapters({ databaseUrl: server.url, timeoutMs: 1000 });
    const core = gatewayServer({ adapters: books.adapters, secretOf: () => secret });
    let met = 0;
    const hanging = createServer(() => void met++);
    try {
      await server.app.listen({ port: 0, host: '127.0.0.1' });
      address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
      const staff = await server.as('admin@paydesk.test');
      const owner = await server.as('owner@amber.test');
      const merchantId = await server.merchantId('Amber & Oak');
      const lender = async (url: string) => {
        const { institution } = await insertLender(server.pool);
        const set = await staff.call(
          'POST /api/financing/financing-institutions/{id}/actions/set-gateway',
          { params: { id: institution.id }, body: { url, secret } },
        );
        assert.equal(set.status, 200, set.text);
        return institution.id;
      };
      const asksBack = async (financingInstitutionId: string) => {
        const { id } = await insertLoan(server.pool, {
          merchantId,
          status: 'CONFIRMED',
          financingInstitutionId,
        });
        const path = '/api/financing/consumer-credits/{id}';
        const { amount } = (await owner.call(`GET ${path}`, { params: { id } })).body;
        const { status, text } = await owner.call(`POST ${path}/refund-requests`, {
          params: { id },
          body: { amount, reason: 'OTHER' },
        });
        assert.equal(status, 200, text);
        return id;
      };
      const deaf = await lender(`${await listening(hanging)}/institution`);
      const well = await lender(`${await listening(core.server)}/institution`);
      for (let times = 0; times < 16; times++) await asksBack(deaf);
      const loan = await asksBack(well);

      const stopping = new AbortController();
      const deliver = tasksOf(server.services).find(
        ({ name }) => name === 'deliver-credit-refunds',
      )!;
      const began = performance.now();
      const running = (async () => {
        while (!stopping.signal.aborted) {
          await deliver.run(stopping.signal);
          await wait(100);
        }
      })();
      const isSent = async () =>
        (
          await server.one<{ sent: boolean }>(
            `select sent_date is not null as sent from consumer_credits_refunds where consumer_credit_id = $1`,
            [loan],
          )
        ).sent;
      while (!(await isSent()) && performance.now() - began < 30_000) await wait(50);
      const took = performance.now() - began;
      stopping.abort();
      hanging.closeAllConnections();
      await running;
      assert.ok(took < 10_000, `the other lender’s left after ${Math.round(took)} ms`);
      assert.ok(met >= 3 && met <= 8, `the one that hangs was asked ${met} times`);
    } finally {
      hanging.close();
      hanging.closeAllConnections();
      await core.close();
      await books.close();
      await server.close();
    }
  });
});
