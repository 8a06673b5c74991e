import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { binsOf } from '../../domain/rules/bins.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const HEAD = 'from,to,scheme,issuer,country,product';

const many = (first: number, rows: number) =>
  [HEAD, ...Array.from({ length: rows }, (_, at) => `${first + at},${first + at},VISA,B,LV,`)].join(
    '\n',
  );

describe('BIN ranges', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const query = { f_scheme: 'AMEX', sort: 'from,ASC' };

  it('API-145, ST-04 are listed by scheme, and in the order of their first numbers', async () => {
    const { body } = await staff.call('GET /api/settings/bin-ranges', { query });
    const shown = body.content.map(({ from, to, cardType }) => `${from}-${to} ${cardType}`);
    assert.deepEqual(shown, [
      '37480000-37489999 CREDIT',
      '37550000-37554999 DEBIT',
      '37555000-37559999 PREPAID',
    ]);
  });

  it('API-146, CS-17 come as a file of the same rows', async () => {
    const { text } = await staff.call('GET /api/settings/bin-ranges.csv', { query });
    const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\r\n');
    assert.equal(head, 'ID,From,To,Scheme,Card Type,Issuer,Country,Active,Updated,Product');
    assert.equal(rows.length, 3);
    assert.match(rows[0]!, /,37480000,37489999,AMEX,CREDIT,Gulf Credit Union,FI,true,/);
  });

  const load = (body: string, how: Record<string, string> = {}) =>
    staff.call('POST /api/settings/bin-ranges', { body, query: how });
  const count = () =>
    server.one<{ count: bigint; first: string }>(
      'select count(*) as count, min(range_from) as first from bin_ranges',
    );

  it('ST-04 a file with bad rows says which by their lines and changes nothing; the good ones load in one step', async () => {
    const before = await count();
    const file = [
      HEAD,
      '400000,400099,VISA,Birch Bank,LV,Gold',
      '40010000,40019999,visa,"Birch, Oak & Sons",lt,',
      '4002,400299,VISA,Birch Bank,LV,',
      '400300,400200,VISA,Birch Bank,LV,',
      '40005000,40015000,MASTERCARD,Oak Bank,EE,',
      '400400,400499,PIGEON,Birch Bank,LV,',
      '400500,400599,VISA,Birch Bank,Latvia,',
      '400000,400099,VISA,Birch Bank,LV,Gold',
      '399999,399999,Mastercard,Oak Bank,EE,World',
      '',
    ].join('\r\n');
    const refusals = [
      { line: 4, message: 'From must be six to eight digits' },
      { line: 5, message: 'From is above To' },
      { line: 6, message: 'Overlaps line 2, 40000000–40009999' },
      {
        line: 7,
        message:
          'Scheme must be one of VISA, MASTERCARD, AMEX, MAESTRO, DISCOVER, DINERS, JCB, UNIONPAY, OTHER',
      },
      { line: 8, message: 'Country must be two letters, such as LV' },
      { line: 9, message: 'Overlaps line 2, 40000000–40009999' },
    ];
    const checked = await load(file, { check: 'true' });
    const report = { rows: 9, good: 3, refused: 6, refusals };
    assert.deepEqual(checked.body, { ...report, replaced: false });
    const { status, text } = await load(file);
    assert.equal(status, 400);
    const { errors } = JSON.parse(text) as { errors: unknown };
    assert.deepEqual(
      errors,
      refusals.map(({ line, message }) => ({ field: `line ${line}`, message })),
    );
    assert.deepEqual(await count(), before);
    assert.deepEqual((await load(file, { skipRefused: 'true' })).body, {
      ...report,
      replaced: true,
    });
    assert.deepEqual(await count(), { count: 3n, first: '39999900' });
    const db = server.services.database.kysely;
    const bins = await binsOf(db, ['400012', '40010001', '399999', '123456', '400099']);
    assert.deepEqual(Object.fromEntries(bins), {
      '400012': { scheme: 'VISA', issuer: 'Birch Bank', country: 'LV', product: 'Gold' },
      '40010001': { scheme: 'VISA', issuer: 'Birch, Oak & Sons', country: 'LT', product: null },
      '399999': { scheme: 'MASTERCARD', issuer: 'Oak Bank', country: 'EE', product: 'World' },
      '400099': { scheme: 'VISA', issuer: 'Birch Bank', country: 'LV', product: 'Gold' },
    });
    for (const wrong of [HEAD, '', `${HEAD}\n"4000`, 'a,b\n1,2', '\u0000\u0001'])
      assert.equal((await load(wrong)).status, 400, wrong);
    assert.equal((await load(`${HEAD}\n4,4,VISA,B,LV,`, { check: 'maybe' })).status, 400);
    for (const type of ['application/json', 'text/plain', 'multipart/form-data']) {
      const answer = await staff.call('POST /api/settings/bin-ranges', {
        body: '{}',
        headers: { 'content-type': type },
      });
      assert.equal(answer.status, 415, type);
    }
    assert.deepEqual(await count(), { count: 3n, first: '39999900' });
  });

  it('SB-01, SB-02 whoever is blocked or may do something else while their file comes loads nothing by it', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    assert.ok(server.app.server.requestTimeout > 0, 'none comes for ever');
    for (const lose of [
      `update users set status = 'BLOCKED' where id = $1`,
      `update users set user_role = 'BACKOFFICE_TECHNICAL', permissions = '{READ_ANY_USER}' where id = $1`,
    ]) {
      const by = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
      const before = await count();
      const headers = { authorization: `Bearer ${by.token}`, 'content-type': 'text/csv' };
      const call = request({ port, method: 'POST', path: '/api/settings/bin-ranges', headers });
      const answered = once(call, 'response');
      call.write(`${many(500_000, 50_000)}\n`);
      await sleep(300);
      await server.pool.query(lose, [by.userId]);
      call.end('600000,600000,VISA,B,LV,\n');
      const [response] = (await answered) as [IncomingMessage];
      assert.equal(response.statusCode, 401);
      response.resume();
      assert.deepEqual(await count(), before);
    }
  });

  it('SB-47, AM-68 no file brings in what a form refuses: card numbers, and what reads as another', async () => {
    const before = await count();
    const number = 'A card number must not stand here: its last four digits are enough';
    for (const [cells, message] of [
      ['4242 4242 4242 4242,LV,', `Issuer: ${number}`],
      ['Birch Bank,LV,Gold 5555555555554444', `Product: ${number}`],
      ['Birch\u202eknaB,LV,', `Issuer: ${messages.deceiving}`],
      ['Birch Bank,LV,a\u009bb', `Product: ${messages.deceiving}`],
      ['a\u0000b,LV,', 'Issuer must be text in UTF-8'],
      [`${'x'.repeat(256)},LV,`, 'Issuer: Maximum length is 255 characters'],
    ] as const) {
      const { body } = await load(`${HEAD}\n400000,400099,VISA,${cells}`, { check: 'true' });
      assert.deepEqual(body.refusals, [{ line: 2, message }]);
    }
    assert.deepEqual(await count(), before);
  });

  it('ST-04 who looks while it is loaded sees the ranges before or the new ones, and two who load take turns', async () => {
    await load(many(500_000, 4000));
    const loading = new AbortController();
    const seen = new Set<string>();
    const looking = (async () => {
      while (!loading.signal.aborted) {
        const { count: rows, first } = await count();
        seen.add(`${first} ${rows}`);
      }
    })();
    const loads = await Promise.all([load(many(600_000, 5000)), load(many(700_000, 6000))]);
    loading.abort();
    await looking;
    assert.deepEqual(
      loads.map(({ body }) => body.good),
      [5000, 6000],
    );
    for (const one of seen)
      assert.ok(['50000000 4000', '60000000 5000', '70000000 6000'].includes(one), one);
  });
});
