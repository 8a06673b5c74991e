import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { SECOND_PERSON, type SecondPersonKind } from '@paydesk/contract/kernel/second-person.ts';
import { DNS_PREFIX } from '@paydesk/contract/resources/sso.ts';
import { carryOut, carryOutLate } from './domain/approvals/carry-out.ts';
import { findPerson } from './platform/auth/sessions.ts';
import { decideHandlers } from './resources/approvals/decide.ts';
import { insertThreshold } from './testing/approvals.ts';
import { CHANGES, type Changing } from './testing/changes.ts';
import { DEMO_PASSWORD } from './seed/seed.ts';
import { insertMerchant } from './seed/factories.ts';
import { insertOrder } from './seed/factories/orders.ts';
import { insertPayment, markSuccessful } from './testing/money.ts';
import { insertRole, without } from './testing/roles.ts';
import { testServer, TRYING_OUT, type Client, type TestServer } from './testing/server.ts';

const REFUND = 'PUT /api/transactions/{id}/actions/refund';
const REASON = { 'second-person-reason': encodeURIComponent('Zwölf Stück kamen zurück') };
const waitingRows = (Object.entries(table) as [Key, Endpoint][]).filter(
  ([, row]) => row.secondPerson && !row.secondPerson.opens,
);
const files = (Object.entries(table) as [Key, Endpoint][]).filter(
  ([, row]) => row.secondPerson?.opens,
);

const approve = (by: Client, id: string) =>
  by.call('POST /api/approvals/{id}/actions/approve', { params: { id }, body: {} });
const refund = (by: Client, id: string, amount: number, headers: Record<string, string> = REASON) =>
  by.call(REFUND, {
    params: { id },
    body: { amount, currency: 'EUR', refundReason: 'OTHER_REFUND' },
    headers,
  });
const asked = async (by: Client, id: string, amount: number, headers?: Record<string, string>) => {
  const reply = await refund(by, id, amount, { ...REASON, ...headers });
  assert.equal(reply.status, 202, reply.text);
  return (reply.body as unknown as { approvalId: string }).approvalId;
};
const set = (by: Client, body: object) => by.call('POST /api/approval-thresholds', { body });
const remove = (by: Client, id: string) =>
  by.call('DELETE /api/approval-thresholds/{id}', { params: { id }, headers: REASON });
const approvalOf = ({ status, text, body }: { status: number; text: string; body: unknown }) => {
  assert.equal(status, 202, text);
  return (body as { approvalId: string }).approvalId;
};
const paymentsFile = (by: Client) => by.call('GET /api/transactions.csv', { query: {} } as never);
const under = (key: string) => ({ ...REASON, 'idempotency-key': key });
/** Of a line that names no other record. */
const NO_RECORD = { entityType: null, entityId: null };
const ibanLine = (value: string) => [{ what: 'IBAN', value, ...NO_RECORD }];
const words = ({ status, text }: { status: number; text: string }) => `${status} ${text}`;

const noRefunds = (base: 'MERCHANT_OPERATOR' | 'MERCHANT_ADMIN') => ({
  base,
  rights: without(base, 'REFUND'),
});

describe('what waits for a second person', () => {
  let server: TestServer;
  let amber: string;
  let operator: Client;
  let owner: Client;
  let admin: Client;
  before(async () => {
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, CALLBACK_ALLOW: '127.0.0.1' },
    });
    amber = await server.merchantId('Amber & Oak');
    operator = await server.as('operator@amber.test');
    owner = await server.as('owner@amber.test');
    admin = await server.as('admin@paydesk.test');
  });
  after(() => server.close());
  beforeEach(() => server.pool.query('delete from approval_thresholds'));

  const payment = () => insertPayment(server, { merchantId: amber });
  const refunded = async (id: string) =>
    Number(
      (
        await server.one<{ cents: string }>(
          `select coalesce(sum(amount_cents), 0) as cents from money_operations
           where transaction_id = $1 and status = 'APPROVED'`,
          [id],
        )
      ).cents,
    ) / 100;
  const one = (id: string) =>
    server.one<{ status: string; outcome: string | null; outcome_text: string; sealed: unknown }>(
      'select status, outcome, outcome_text, sealed from approvals where id = $1',
      [id],
    );

  test('SB-07 what is taken back while somebody agrees to it is refused them, and not done', async () => {
    await insertThreshold(server, { kind: 'REFUND', amountCents: 0n, merchantId: amber });
    const id = await payment();
    const request = await asked(operator, id, 3);
    const { services } = server;
    const { database } = services;
    // once they have looked at it, and before their word is written
    let looked = false;
    const slowly: typeof database = Object.create(database, {
      transaction: {
        value: async (...given: Parameters<typeof database.transaction>) => {
          const seen = await database.transaction(...given);
          if (looked) return seen;
          looked = true;
          const params = { id: request };
          await operator.call('POST /api/approvals/{id}/actions/withdraw', { params });
          return seen;
        },
      },
    }) as never;
    const handlers = decideHandlers({ ...services, database: slowly });
    const actor = (await findPerson(database, owner.userId!, '127.0.0.1'))!;
    await assert.rejects(
      async () =>
        handlers['POST /api/approvals/{id}/actions/approve']({
          actor,
          params: { id: request },
          body: {},
        } as never),
      /refused/,
    );
    assert.deepEqual([(await one(request)).status, await refunded(id)], ['WITHDRAWN', 0]);
  });

  test('SB-07, SB-18, AM-113 a mark beside what has paid for the same is asked of nobody before that was read, and whoever agrees reads of it, as it is then', async () => {
    await insertThreshold(server, { kind: 'MARK', amountCents: 0n, merchantId: amber });
    const { id: orderId } = await insertOrder(server.pool, { merchantId: amber });
    const given = { merchantId: amber, orderId, amountCents: 42_00n } as const;
    const failed = await insertPayment(server, { ...given, status: 'FAILED' });
    const paid = await insertPayment(server, { ...given, status: 'SUCCESS' });
    const waits = () =>
      server.all('select from approvals where entity_id = $1 and outcome is null', [failed]);
    for (const seen of [null, failed]) {
      const refused = await markSuccessful(operator, failed, { seen, headers: REASON });
      assert.deepEqual([refused.status, refused.error.errorCode], [409, 'STALE'], refused.text);
      assert.match(refused.error.errors[0]!.message, new RegExp(`of 42\\.00 EUR.*${paid}`));
    }
    assert.equal((await waits()).length, 0);
    const request = approvalOf(
      await markSuccessful(operator, failed, { seen: paid, headers: REASON }),
    );
    const read = async () =>
      (await owner.call('GET /api/approvals/{id}', { params: { id: request } })).body;
    const { about, asked: lines } = await read();
    assert.equal(about, 'a payment beside another payment, of 42.00 EUR');
    assert.deepEqual(lines, [
      {
        what: 'Also paid',
        value:
          'Another payment, of 42.00 EUR, has paid for the same already. With this one it counts as paid twice.',
        entityType: 'TRANSACTION',
        entityId: paid,
      },
    ]);
    await server.pool.query(`update transactions set refunded_cents = 4200 where id = $1`, [paid]);
    assert.deepEqual((await read()).asked, [], 'given back meanwhile');
    await server.pool.query(`update transactions set refunded_cents = 0 where id = $1`, [paid]);
    assert.equal((await approve(owner, request)).status, 200);
    assert.deepEqual([(await one(request)).outcome], ['DONE'], (await one(request)).outcome_text);
  });

  test('SB-07, AM-104 an edit whose IBAN was read before somebody changed it is asked of nobody, and one that leaves it as it was read does not wait', async () => {
    const [first, second, third] = [
      'LV80BANK0000435195001',
      'EE382200221020145685',
      'LT121000011101001000',
    ];
    const { id } = await insertMerchant(server.pool);
    const params = { id };
    const { name } = (await admin.call('GET /api/merchants/{id}', { params })).body;
    const edit = (
      { readAs, ...body }: { readAs?: object; iban: string | null; phone?: string | null },
      headers: Record<string, string> = REASON,
    ) => {
      const whole = { name, ...body, readAs: readAs && { name, ...readAs } };
      return admin.call('PUT /api/merchants/{id}', { params, body: whole as never, headers });
    };
    const ibanOf = async () => (await admin.call('GET /api/merchants/{id}', { params })).body.iban;
    const { iban, phone: number } = (await edit({ iban: first }, {})).body;
    const read = { iban, phone: number };
    await insertThreshold(server, { kind: 'IBAN' });
    const waits = async () =>
      (await server.all('select from approvals where entity_id = $1', [id])).length;

    // by two, while a form stands open
    const other = await server.person({
      userRole: 'BACKOFFICE_ADMIN',
      firstName: 'Ieva',
      lastName: 'Kalna',
    });
    const request = approvalOf(await edit({ ...read, iban: second, readAs: read }));
    const { asked: lines } = (
      await other.call('GET /api/approvals/{id}', { params: { id: request } })
    ).body;
    assert.deepEqual(lines, ibanLine(`${second}, in place of ${first}`));
    assert.equal((await approve(other, request)).body.outcome, 'DONE');
    assert.equal(await ibanOf(), second);

    const stale = await edit({ iban: third, readAs: read });
    assert.deepEqual([stale.status, stale.error.errorCode], [409, 'STALE'], stale.text);
    assert.partialDeepStrictEqual(stale.error.errors, [{ field: 'iban', value: second }]);
    assert.equal(await waits(), 1, 'asked of nobody');

    // what is sent as it was read stays as it is now
    const phone = await edit({ iban: first, phone: '+371 2000 0001', readAs: read }, {});
    assert.equal(phone.status, 200, phone.text);
    assert.deepEqual([phone.body.iban, phone.body.phone], [second, '+371 2000 0001']);
    // nor is it another one with blanks in it
    assert.equal((await edit({ iban: 'ee38 2200 2210 2014 5685' }, {})).status, 200);
    assert.equal(await ibanOf(), second);

    // asked by a system that says not what it has read, and changed meanwhile
    const late = approvalOf(await edit({ iban: third }));
    const none = approvalOf(await edit({ iban: null, readAs: { iban: second } }));
    const taken = await other.call('GET /api/approvals/{id}', { params: { id: none } });
    assert.deepEqual(taken.body.asked, ibanLine(`None, in place of ${second}`));
    assert.equal((await approve(other, none)).body.outcome, 'DONE');
    assert.match((await approve(other, late)).body.outcomeText!, /changed since/);
    assert.equal(await ibanOf(), null);
  });

  test('SB-07 nothing waits where no threshold is set, and of what is below one', async () => {
    const id = await payment();
    assert.equal((await refund(operator, id, 10, {})).status, 200);
    await insertThreshold(server, { kind: 'REFUND', amountCents: 1000n, merchantId: amber });
    assert.equal((await refund(operator, id, 10, {})).status, 200, 'above, not from');
    for (const other of [
      { kind: 'REVERSAL', amountCents: 0n } as const,
      { kind: 'REFUND', amountCents: 0n, userRole: 'MERCHANT_ADMIN' } as const,
      {
        kind: 'REFUND',
        amountCents: 0n,
        merchantId: await server.merchantId('Baltic Books'),
      } as const,
    ])
      await insertThreshold(server, other);
    assert.equal((await refund(operator, id, 10, {})).status, 200, 'of others');
  });

  test('SB-07, SB-46 above it a reason is asked for; then it waits, is agreed to by another, and done once', async () => {
    await insertThreshold(server, { kind: 'REFUND', amountCents: 1000n, merchantId: amber });
    const id = await payment();
    const first = await refund(operator, id, 10.01, {});
    assert.deepEqual([first.status, first.error.errorCode], [403, 'SECOND_PERSON_NEEDED']);
    assert.match(words(await refund(operator, id, 100_000)), /^400 .*is left/, 'asked of nobody');
    const request = await asked(operator, id, 10.01, { 'idempotency-key': 'twice' });
    assert.equal(await asked(operator, id, 10.01, { 'idempotency-key': 'twice' }), request);
    assert.equal(await refunded(id), 0);
    const seen = await owner.call('GET /api/approvals/{id}', { params: { id: request } });
    assert.deepEqual(
      [seen.body.kind, seen.body.amount, seen.body.reason, seen.body.aboutId],
      ['REFUND', 10.01, 'Zwölf Stück kamen zurück', id],
    );
    assert.ok(seen.body.asked.some(({ what, value }) => what === 'Amount' && value === '10.01'));
    assert.equal((await approve(operator, request)).status, 403);
    const baltic = await server.as('owner@baltic.test');
    assert.equal((await approve(baltic, request)).status, 404);
    const replies = await Promise.all([
      approve(owner, request),
      approve(admin, request),
      approve(owner, request),
      approve(admin, request),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400]);
    assert.equal(await refunded(id), 10.01);
    const { status, outcome, sealed } = await one(request);
    assert.deepEqual([status, outcome, sealed], ['APPROVED', 'DONE', null]);
    // begun again, as after a kill
    await server.pool.query(`update approvals set outcome = 'RUNNING' where id = $1`, [request]);
    assert.equal((await refund(operator, id, 10.01, { 'idempotency-key': 'twice' })).status, 200);
    assert.equal(await refunded(id), 10.01);
    const log = await server.all<{ action: string; user_id: string; result: string }>(
      `select action, user_id, result from audit_logs where entity_id = $1 and result <> 'REFUSED'
       order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      log.map(({ action, user_id: by, result }) => [action, by, result]),
      [
        ['ASK_SECOND_PERSON', operator.userId, 'PENDING'],
        ['APPROVE', owner.userId === log[1]!.user_id ? owner.userId : admin.userId, 'SUCCESS'],
        ['REFUND', operator.userId, 'PENDING'],
        ['REFUND', operator.userId, 'SUCCESS'],
      ],
    );
  });

  test('AM-102, SB-07 a key is one question’s: another under it is refused, and the same is the same request however it was decided', async () => {
    await insertThreshold(server, { kind: 'REFUND', amountCents: 1000n, merchantId: amber });
    const id = await payment();
    const first = await asked(operator, id, 20, under('a#b'));
    const other = await payment();
    for (const [of, amount] of [
      [id, 21],
      [other, 20],
      // below the threshold: it would be done at once, and what was agreed to never
      [id, 1],
    ] as const) {
      const reply = await refund(operator, of, amount, under('a#b'));
      assert.match(words(reply), /^400 .*used for another request/, `${amount}`);
      assert.equal(reply.error.errors[0]!.field, 'Idempotency-Key');
    }
    // another's key, and one that begins alike
    await asked(operator, id, 21, under('a'));
    await asked(owner, id, 22, under('a#b'));
    // two at once, of which each may be the first
    const both = await Promise.all([30, 31].map((n) => refund(operator, id, n, under('race'))));
    assert.deepEqual(both.map(({ status }) => status).sort(), [202, 400]);

    assert.equal(await asked(operator, id, 20, under('a#b')), first);
    const decline = await owner.call('POST /api/approvals/{id}/actions/decline', {
      params: { id: first },
      body: {},
    });
    assert.equal(decline.status, 200, decline.text);
    assert.equal(await asked(operator, id, 20, under('a#b')), first, 'refused');
    assert.match(words(await refund(operator, id, 21, under('a#b'))), /^400 .*another request/);
    assert.notEqual(await asked(operator, id, 20), first, 'asked anew');

    const done = await asked(operator, id, 40, under('done'));
    assert.equal((await approve(owner, done)).body.outcome, 'DONE');
    const again = await refund(operator, id, 40, under('done'));
    assert.deepEqual([again.status, again.body.id], [200, id], 'what was done');
    assert.match(words(await refund(operator, id, 41, under('done'))), /^400 .*another request/);
    assert.equal(await refunded(id), 40);

    const late = await asked(operator, other, 40, under('late'));
    await server.pool.query(`update transactions set status = 'FAILED' where id = $1`, [other]);
    assert.equal((await approve(owner, late)).body.outcome, 'REFUSED');
    assert.equal(await asked(operator, other, 40, under('late')), late, 'agreed to, and not done');
  });

  test('SB-07 killed between the word and the deed, or in the deed: a task goes on, and it is done once', async () => {
    await insertThreshold(server, { kind: 'REFUND', amountCents: 0n });
    const id = await payment();
    const request = await asked(operator, id, 5);
    // the word is written, and the process is gone
    await server.pool.query(
      `update approvals set status = 'APPROVED', outcome = 'RUNNING', decided_by_id = $2,
         decided_by = 'A B', decided_date = now() where id = $1`,
      [request, owner.userId],
    );
    const { sealed } = await one(request);
    await Promise.all(Array.from({ length: 4 }, () => carryOut(server.services, request)));
    assert.equal(await refunded(id), 5);
    // the deed is done, and the process was gone before it wrote so
    await server.pool.query(`update approvals set outcome = 'RUNNING', sealed = $2 where id = $1`, [
      request,
      sealed,
    ]);
    await carryOut(server.services, request);
    assert.deepEqual([await refunded(id), (await one(request)).outcome], [5, 'DONE']);
  });

  type Lost = (asker: Client, second: Client) => Promise<unknown>;
  const role = async (by: Client, given: Partial<Parameters<typeof insertRole>[1] & object>) =>
    server.pool.query('update users set role_id = $1 where id = $2', [
      await insertRole(server, { merchantId: amber, ...given }),
      by.userId,
    ]);
  const block = (by: Client) =>
    admin.call('POST /api/users/{id}/actions/block', { params: { id: by.userId! } });
  const LOST: Readonly<Record<string, Lost>> = {
    'who asked is blocked': (asker) => block(asker),
    'who confirmed is blocked': (_, second) => block(second),
    'who asked refunds no more': (asker) => role(asker, noRefunds('MERCHANT_OPERATOR')),
    'who confirmed refunds no more': (_, second) => role(second, noRefunds('MERCHANT_ADMIN')),
    'who asked refunds less at once': (asker) => role(asker, { refundUpTo: 299n }),
    'who confirmed refunds less at once': (_, second) =>
      role(second, { base: 'MERCHANT_ADMIN', refundUpTo: 299n }),
    'who confirmed is of another merchant': async (_, second) =>
      server.pool.query('update users set merchant_id = $1 where id = $2', [
        await server.merchantId('Baltic Books'),
        second.userId,
      ]),
    'who confirmed has the mailbox of who asked': (asker, second) =>
      server.pool.query(
        `update users set email = (select replace(email, '@', '+b@') from users where id = $1) where id = $2`,
        [asker.userId, second.userId],
      ),
    'their merchant is disabled': () =>
      server.pool.query(`update merchants set status = 'DISABLED' where id = $1`, [amber]),
  };

  for (const [what, lose] of Object.entries(LOST))
    test(`SB-02, SB-07, SB-46 agreed to and left by a killed process, it is done late by what its people may do then: ${what}`, async () => {
      await insertThreshold(server, { kind: 'REFUND', amountCents: 0n, merchantId: amber });
      const asker = await server.person({ userRole: 'MERCHANT_OPERATOR', merchantId: amber });
      const second = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: amber });
      const [kept, id] = [await payment(), await payment()];
      const agreed = async (request: string) =>
        server.pool.query(
          `update approvals set status = 'APPROVED', outcome = 'RUNNING', decided_by_id = $2,
             decided_by = 'A B', decided_date = now() - interval '61 seconds' where id = $1`,
          [request, second.userId],
        );
      const late = () => carryOutLate(server.services).run(new AbortController().signal);
      const before = await asked(asker, kept, 3);
      await agreed(before);
      await late();
      assert.deepEqual([await refunded(kept), (await one(before)).outcome], [3, 'DONE']);
      const request = await asked(asker, id, 3);
      await agreed(request);
      await lose(asker, second);
      try {
        await Promise.all([late(), late()]);
        const { outcome, outcome_text, sealed } = await one(request);
        assert.deepEqual([outcome, sealed, await refunded(id)], ['REFUSED', null, 0]);
        const refusals = await server.all<{ why: string }>(
          `select details ->> 'why' as why from audit_logs
           where action = 'CARRY_OUT' and result = 'REFUSED' and details ->> 'approvalId' = $1`,
          [request],
        );
        assert.deepEqual(refusals, [{ why: outcome_text }]);
      } finally {
        await server.pool.query(`update merchants set status = 'ACTIVE' where id = $1`, [amber]);
      }
    });

  test('SB-07 nobody agrees to their own: not by a second account of the mailbox, nor who took a threshold away since', async () => {
    await insertThreshold(server, { kind: 'REFUND', amountCents: 0n });
    const id = await payment();
    const own = await asked(owner, id, 1);
    assert.match(words(await approve(owner, own)), /^400 .*You have asked for it/);
    const { email } = await server.one<{ email: string }>('select email from users where id = $1', [
      owner.userId,
    ]);
    // mail leads each of these to the same; addresses written wide may be from before they were refused
    const alike = [
      email.replace('@', '+two@'),
      email.replace('@a', '@\uff41'),
      email.replace('@', '@\u200b'),
      `<${email}>`,
    ];
    for (const written of alike) {
      assert.notEqual(written, email);
      const twin = await server.person({
        userRole: 'MERCHANT_ADMIN',
        merchantId: amber,
        email: written,
      });
      assert.match(words(await approve(twin, own)), /^403 .*the same address/, written);
    }
    await server.pool.query(`update users set email = 'olga.amber@gmail.com' where id = $1`, [
      owner.userId,
    ]);
    const dotted = await server.person({
      userRole: 'MERCHANT_ADMIN',
      merchantId: amber,
      email: 'ol.gaamber+two@googlemail.com',
    });
    assert.match(words(await approve(dotted, own)), /^403 .*the same address/);
    await server.pool.query('update users set email = $2 where id = $1', [owner.userId, email]);
    const threshold = await insertThreshold(server, { kind: 'REFUND', amountCents: 0n });
    const other = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    const removal = await admin.call('DELETE /api/approval-thresholds/{id}', {
      params: { id: threshold },
      headers: REASON,
    });
    assert.equal(removal.status, 202, removal.text);
    const { approvalId } = removal.body as { approvalId: string };
    assert.match(words(await approve(admin, approvalId)), /^400 .*You have asked for it/);
    assert.equal((await approve(other, approvalId)).status, 200);
    assert.equal(
      (await server.all('select from approval_thresholds where id = $1', [threshold])).length,
      0,
    );
    for (const by of [other, admin])
      assert.match(words(await approve(by, own)), /^403 .*changed a threshold/);
    assert.equal((await one(own)).status, 'PENDING');
    assert.equal(await refunded(id), 0);
  });

  test('SB-07 refused, taken back and run out, nothing is done; what has changed since is not done either', async () => {
    await insertThreshold(server, { kind: 'REFUND', amountCents: 0n });
    const id = await payment();
    const declined = await asked(operator, id, 1);
    const decline = (by: Client) =>
      by.call('POST /api/approvals/{id}/actions/decline', {
        params: { id: declined },
        body: { note: 'Ask again on Monday' },
      });
    assert.equal((await decline(operator)).status, 403);
    assert.equal((await decline(owner)).status, 200);
    const back = await asked(operator, id, 2);
    const withdraw = (by: Client) =>
      by.call('POST /api/approvals/{id}/actions/withdraw', { params: { id: back } });
    assert.equal((await withdraw(owner)).status, 400);
    assert.equal((await withdraw(operator)).status, 200);
    const late = await asked(operator, id, 3);
    await server.pool.query(
      `update approvals set expires_date = now() - interval '1 second' where id = $1`,
      [late],
    );
    for (const request of [declined, back, late])
      assert.equal((await approve(owner, request)).status, 400);
    const gone = await asked(operator, id, 4);
    await server.pool.query(`update transactions set status = 'FAILED' where id = $1`, [id]);
    assert.equal((await approve(owner, gone)).body.outcome, 'REFUSED');
    const leaver = await server.person({ userRole: 'MERCHANT_OPERATOR', merchantId: amber });
    const left = await payment();
    const theirs = await asked(leaver, left, 4);
    await server.pool.query(`update users set status = 'BLOCKED' where id = $1`, [leaver.userId]);
    assert.match((await approve(owner, theirs)).body.outcomeText!, /may not go on/);
    assert.deepEqual([await refunded(id), await refunded(left)], [0, 0]);
    for (const request of [declined, back, gone, theirs])
      assert.equal((await one(request)).sealed, null, 'nothing of it is kept');
  });

  test('SB-07 an administrator is made of whom two have agreed on: of nobody with another address or name by then', async () => {
    const second = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: amber });
    await insertThreshold(server, { kind: 'ADMINISTRATOR' });
    const ways = {
      'POST /api/users/{id}/actions/grant-administrator': {},
      'POST /api/users/{id}/actions/set-role': { body: { userRole: 'MERCHANT_ADMIN' } },
      'PUT /api/user-merchant/employees/role': { body: { userRole: 'MERCHANT_ADMIN' } },
    } as const;
    for (const [key, { body }] of Object.entries(ways) as [Key, { body?: object }][]) {
      const { userId: id } = await server.person({
        userRole: 'MERCHANT_OPERATOR',
        merchantId: amber,
        status: 'NOT_ACTIVATED',
      });
      const inPath = key.includes('{id}');
      const grant = async () =>
        approvalOf(
          await owner.call(key, {
            ...(inPath && { params: { id } }),
            ...(body && { body: { ...body, ...(!inPath && { id }) } }),
            headers: REASON,
          } as never),
        );
      const role = async () =>
        (
          await server.one<{ role: string }>('select user_role as role from users where id = $1', [
            id,
          ])
        ).role;
      for (const other of [`email = 'x${randomUUIDv7()}@amber.test'`, `last_name = 'Else'`]) {
        const request = await grant();
        await server.pool.query(`update users set ${other} where id = $1`, [id]);
        assert.match((await approve(second, request)).body.outcomeText!, /changed since/, key);
        assert.equal(await role(), 'MERCHANT_OPERATOR');
      }
      assert.equal((await approve(second, await grant())).body.outcome, 'DONE');
      assert.equal(await role(), 'MERCHANT_ADMIN');
    }
  });

  test('SB-07 what a person refunds in a day counts together, many at once too; what was refused counts for nothing', async () => {
    await insertThreshold(server, { kind: 'REFUND', amountCents: 5000n, counts: 'DAY' });
    const id = await payment();
    const by = await server.person({ userRole: 'MERCHANT_OPERATOR', merchantId: amber });
    assert.equal((await refund(by, id, 100_000, {})).status, 400);
    const replies = await Promise.all(Array.from({ length: 8 }, () => refund(by, id, 10, {})));
    assert.deepEqual(
      replies.map(({ status }) => status).sort(),
      [200, 200, 200, 200, 200, 403, 403, 403],
    );
    assert.equal(await refunded(id), 50);
    await asked(by, id, 1);
    assert.equal((await refund(operator, id, 10, {})).status, 200, 'of another person');
  });

  test('SB-07 a merchant sets its own and sees no other; what staff have set is theirs', async () => {
    const body = { kind: 'REFUND', amount: 100, counts: 'EACH' };
    const baltic = await server.merchantId('Baltic Books');
    const made = await set(owner, { ...body, merchantId: baltic });
    assert.deepEqual(
      [made.status, made.body.merchantId, made.body.setBy],
      [200, amber, 'MERCHANT'],
    );
    assert.equal((await set(operator, body)).status, 403);
    assert.match(words(await set(owner, { ...body, userRole: 'BACKOFFICE_ADMIN' })), /^400/);
    assert.match(words(await set(owner, { kind: 'REFUND', counts: 'EACH' })), /^400 .*amount/);
    assert.match(words(await set(owner, { ...body, kind: 'IBAN' })), /^400 .*no amounts/);
    await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    const staffs = await set(admin, { ...body, merchantId: amber });
    assert.match(words(await remove(owner, staffs.body.id)), /^400 .*provider has set it/);
    const nobodys = await set(admin, { ...body, merchantId: randomUUIDv7() });
    assert.match(words(nobodys), /^400 .*There is no such merchant/);
    const others = await server.as('owner@baltic.test');
    assert.equal((await remove(others, made.body.id)).status, 404);
    const { content } = (await others.call('GET /api/approval-thresholds')).body;
    assert.deepEqual(content, []);
  });

  test('SB-07 a sealed call tells no secret to anybody, and is read by nobody’s eyes in the database', async () => {
    await insertThreshold(server, { kind: 'GATEWAY' });
    await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    const secret = 'a secret of thirty-two characters or more';
    const reply = await admin.call('POST /api/merchants/{id}/actions/set-acquirer', {
      params: { id: amber },
      body: { url: 'https://gateway.example/', secret },
      headers: REASON,
    });
    const { approvalId } = reply.body as unknown as { approvalId: string };
    const seen = await admin.call('GET /api/approvals/{id}', { params: { id: approvalId } });
    assert.deepEqual(seen.body.asked, [
      { what: 'Address', value: 'https://gateway.example/', ...NO_RECORD },
      { what: 'Secret', value: 'A new one', ...NO_RECORD },
    ]);
    const found = await server.all(
      'select from approvals where position($1 in approvals::text) > 0',
      [secret],
    );
    assert.equal(found.length, 0);
    assert.equal(
      (await owner.call('GET /api/approvals/{id}', { params: { id: approvalId } })).status,
      404,
    );
  });

  test('SB-07, SB-46, AM-118 the setting that erases customers by the clock waits as an erasure does, other settings do not; done once', async () => {
    const change = (name: string, value: unknown, headers: Record<string, string> = {}) =>
      admin.call('PUT /api/settings/meta-data/{name}', {
        params: { name },
        body: { value },
        headers,
      } as never);
    const days = 'retention.customers.days';
    const kept = async () =>
      (await server.one<{ value: string }>('select value from meta_data where key = $1', [days]))
        .value;
    await insertThreshold(server, { kind: 'EXPORT' });
    assert.equal((await change(days, 2000)).status, 200, 'a threshold of others');
    await insertThreshold(server, { kind: 'ERASURE' });
    assert.equal((await change('orders.expire.days', 22)).status, 200, 'another setting');
    assert.equal((await change(days, 0)).status, 200, 'nobody is erased by that');
    assert.match(words(await change(days, 30)), /^400 /, 'what is refused is asked of nobody');
    for (const value of [1826, ' 1826 ', '1826.0'])
      assert.match(words(await change(days, value)), /^403 .*SECOND_PERSON_NEEDED/);
    const request = approvalOf(await change(days, 1826, REASON));
    const second = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    const seen = await second.call('GET /api/approvals/{id}', { params: { id: request } });
    assert.deepEqual(
      [seen.body.kind, seen.body.about, seen.body.asked],
      ['ERASURE', days, [{ what: 'Value', value: '1826', ...NO_RECORD }]],
    );
    assert.equal(await kept(), '0');
    assert.match(words(await approve(admin, request)), /^400 /);
    const { sealed } = await one(request);
    assert.equal((await approve(second, request)).body.outcome, 'DONE');
    assert.equal(await kept(), '1826');
    // taken back since, and begun again as after a kill
    assert.equal((await change(days, 0)).status, 200);
    await server.pool.query(`update approvals set outcome = 'RUNNING', sealed = $2 where id = $1`, [
      request,
      sealed,
    ]);
    await carryOut(server.services, request);
    assert.deepEqual([(await one(request)).outcome, await kept()], ['DONE', '0']);
  });

  test('SB-07 a connection of single sign-on is turned on by two where administrators are made by two, and as it was looked at', async () => {
    const { id } = (await CHANGES['POST /api/sso/connections/{id}/actions/turn-on'](server))
      .params! as { id: string };
    await server.pool.query(
      `update sso_connections set role_claim = 'groups', admin_value = 'Chiefs' where id = $1`,
      [id],
    );
    const on = (headers: Record<string, string> = {}) =>
      owner.call('POST /api/sso/connections/{id}/actions/turn-on', { params: { id }, headers });
    const isOn = async () =>
      (
        await server.one<{ is_on: boolean }>('select is_on from sso_connections where id = $1', [
          id,
        ])
      ).is_on;
    const put = (state: string) =>
      server.pool.query(`update sso_connections set ${state} where id = $1`, [id]);
    await insertThreshold(server, { kind: 'ADMINISTRATOR' });
    await put('tried_date = null');
    assert.match(words(await on()), /^400 .*Try it first/, 'asked of nobody');
    await put(`tried_date = now() - interval '1 hour'`);
    const late = approvalOf(await on(REASON));
    const second = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: amber });
    const seen = await second.call('GET /api/approvals/{id}', { params: { id: late } });
    assert.equal(seen.body.kind, 'ADMINISTRATOR');
    const said = Object.fromEntries(seen.body.asked.map(({ what, value }) => [what, value]));
    assert.equal(said['Its value for administrators'], 'Chiefs');
    // tried anew, as after every change of it
    await put('tried_date = now()');
    assert.match((await approve(second, late)).body.outcomeText!, /changed since/);
    assert.equal(await isOn(), false);
    const request = approvalOf(await on(REASON));
    assert.equal((await approve(second, request)).body.outcome, 'DONE');
    assert.equal(await isOn(), true);
    assert.match(words(await on(REASON)), /^400 .*on already/);
    // one more of its domains would be one that nobody has agreed to
    const domain = `${randomUUIDv7()}.test`;
    await server.pool.query(
      `insert into sso_domains (connection_id, domain, token) values ($1, $2, 'proof')`,
      [id, domain],
    );
    const texts = mock.method(server.services, 'textsOf', async () => [`${DNS_PREFIX}proof`]);
    const verify = async () => {
      const reply = await owner.call('POST /api/sso/connections/{id}/actions/verify', {
        params: { id },
      });
      if (reply.status !== 200) return `${reply.status} ${reply.error.errors[0]?.message}`;
      return `200 ${reply.body.domains.find((each) => each.domain === domain)?.verified}`;
    };
    assert.match(await verify(), /^400 Turn it off first/);
    await put('is_on = false');
    assert.equal(await verify(), '200 true');
    texts.mock.restore();
    // whether it waits goes by nothing that may change between the look and the deed
    const { secondPerson } = table['POST /api/sso/connections/{id}/actions/turn-on'] as Endpoint;
    assert.equal(secondPerson!.kind, 'ADMINISTRATOR');
  });

  describe('every row of the table that may wait', () => {
    test('SB-07 each kind has one, and each is done once by its key', () => {
      for (const [key, row] of waitingRows)
        // another door to an action of a record takes the key along
        assert.ok(
          row.idempotent ||
            row.secondPerson!.action ||
            row.secondPerson!.reads ||
            row.secondPerson!.is,
          `${key}: under no key`,
        );
      assert.ok(waitingRows.length >= 14, `${waitingRows.length} rows`);
    });

    for (const [key] of waitingRows)
      test(`SB-07 ${key} waits above a threshold, and is done once another has agreed`, async () => {
        await server.person({ userRole: 'BACKOFFICE_ADMIN' });
        const made = await CHANGES[key as Changing](server);
        const { action, by = owner, body } = made;
        const params = key in OF_THE_KIND ? OF_THE_KIND[key] : made.params;
        const kinds = Object.keys(SECOND_PERSON) as SecondPersonKind[];
        for (const kind of kinds) await insertThreshold(server, { kind, ...zero(kind) });
        const administrator = { ...(body as object), ...asAdministrator(key, body) };
        const call = (headers: Record<string, string>) =>
          by.call(key, {
            ...(params && { params }),
            ...(body === undefined ? {} : { body: administrator }),
            headers,
          });
        if (key in ANOTHER_ADDRESS) {
          await server.pool.query(`update users set user_role = 'MERCHANT_ADMIN' where id = $1`, [
            params?.['id'] ?? (body as { id: string }).id,
          ]);
          await by.call('POST /api/users/me/password/confirm', {
            body: { password: DEMO_PASSWORD },
          });
        }
        const before = await digest(params?.['id']);
        const first = await call({});
        assert.deepEqual(
          [first.status, first.error.errorCode],
          [403, 'SECOND_PERSON_NEEDED'],
          first.text,
        );
        const reply = await call(REASON);
        assert.equal(reply.status, 202, reply.text);
        const second = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
        const late = approvalOf(reply);
        await server.pool.query(
          `update approvals set expires_date = now() - interval '1 second' where id = $1`,
          [late],
        );
        assert.match(words(await approve(second, late)), /^400 /, 'too late');
        const since = await server.one<{ now: string }>('select clock_timestamp()::text as now');
        const approvalId = approvalOf(await call(REASON));
        assert.notEqual(approvalId, late, 'asked anew');
        assert.equal(await digest(params?.['id']), before, 'nothing is done yet');
        assert.match(words(await approve(by, approvalId)), /^(400|403) /);
        assert.equal(await digest(params?.['id']), before, 'by nobody alone');
        const done = await approve(second, approvalId);
        assert.deepEqual([done.status, done.body.outcome], [200, 'DONE'], done.text);
        if (action === 'ASK_SECOND_PERSON') return;
        const times = async () =>
          (
            await server.all(
              `select result from audit_logs where action = $1 and user_id = $2
                 and result in ('SUCCESS', 'PENDING') and created_date >= $3::timestamptz(3)`,
              [action, by.userId, since.now],
            )
          ).length;
        const did = await times();
        assert.ok(did >= 1, `${action} in the name of who asked`);
        assert.match(words(await approve(second, approvalId)), /^400 /, 'once');
        await carryOut(server.services, approvalId);
        assert.equal(await times(), did, 'done once');
      });

    for (const [key, { secondPerson }] of files)
      test(`SB-06, SB-07, SB-46 ${key} waits above a threshold, and answers its asker alone for an hour`, async () => {
        const own = key.includes('user-merchant');
        const by = await server.person(
          own
            ? { userRole: 'MERCHANT_ADMIN', merchantId: amber }
            : { userRole: 'BACKOFFICE_TECHNICAL' },
        );
        const second = await server.person(
          own
            ? { userRole: 'MERCHANT_ADMIN', merchantId: amber }
            : { userRole: 'BACKOFFICE_ADMIN' },
        );
        const call = (who: Client, headers = {}, query: object = { f_id: randomUUIDv7() }) =>
          who.call(key, { query, headers } as never);
        assert.equal((await call(by)).status, 200, 'no threshold');
        await insertThreshold(server, { kind: 'EXPORT' });
        const query = { f_id: randomUUIDv7() };
        const refused = await call(by, {}, query);
        assert.deepEqual(
          [refused.status, refused.error.errorCode],
          [403, 'SECOND_PERSON_NEEDED'],
          refused.text,
        );
        const late = approvalOf(await call(by, REASON, query));
        await server.pool.query(
          `update approvals set expires_date = now() - interval '1 second' where id = $1`,
          [late],
        );
        assert.match(words(await approve(second, late)), /^400 /, 'too late');
        const request = approvalOf(await call(by, REASON, query));
        const seen = await second.call('GET /api/approvals/{id}', { params: { id: request } });
        assert.deepEqual([seen.body.kind, seen.body.about], ['EXPORT', secondPerson!.opens!.name]);
        assert.deepEqual(
          seen.body.asked.map(({ value }) => value),
          [query.f_id],
        );
        assert.match(words(await approve(by, request)), /^(400|403) /);
        assert.equal((await call(by, REASON, query)).status, 202, 'nothing yet');
        assert.equal((await approve(second, request)).body.outcome, 'DONE');
        const whole = await call(by, {}, query);
        assert.equal(whole.status, 200, whole.text);
        assert.equal((await call(by)).status, 403, 'other rows');
        assert.equal((await call(second, {}, query)).status, 403, 'another person');
        await server.pool.query(
          `update approvals set decided_date = decided_date - interval '61 minutes' where id = $1`,
          [request],
        );
        assert.equal((await call(by, {}, query)).status, 403, 'an hour later');
      });

    test('SB-46 a file with names, addresses or messages of people is one that may wait', () => {
      const told =
        /email|phone|(first|last|user)Name|personalId|^payer$|^customer$|xml|payload|^user$/i;
      const silent = (Object.entries(table) as [Key, Endpoint][]).filter(
        ([, { list, secondPerson }]) =>
          (list?.as === 'csv' || list?.as === 'lines') &&
          !secondPerson &&
          Object.entries(list.resource.columns).some(
            ([name, column]) => told.test(name) || 'name' in column,
          ),
      );
      assert.deepEqual(
        silent.map(([key]) => key),
        [],
      );
    });

    test('SB-07 a merchant’s file of payments tells of nobody, and waits for nobody', async () => {
      await insertThreshold(server, { kind: 'EXPORT' });
      assert.deepEqual(
        [(await paymentsFile(operator)).status, (await paymentsFile(admin)).status],
        [200, 403],
      );
    });
  });

  const digest = async (id: string | undefined) =>
    JSON.stringify(
      id &&
        (await server.all(
          `select md5(t::text) from transactions t where id = $1
           union all select md5(m::text) from merchants m where id = $1
           union all select md5(r::text) from rules r where id = $1
           union all select md5(i::text) from financing_institutions i where id = $1
           union all select user_role from users u where id = $1
           union all select counts from approval_thresholds a where id = $1`,
          [id],
        )),
    );
});

const zero = (kind: SecondPersonKind) =>
  ['REFUND', 'REVERSAL', 'MARK'].includes(kind) ? { amountCents: 0n } : {};

/** The cases of the audit log change something that waits for nobody. */
const OF_THE_KIND: Readonly<Record<string, Record<string, string>>> = {
  'PUT /api/settings/meta-data/{name}': { name: 'retention.customers.days' },
};

/** Whose person is to be an administrator, for another address of theirs. */
const ANOTHER_ADDRESS = { 'PUT /api/users/{id}': true, 'PUT /api/user-merchant/employees': true };

/** The cases of the audit log change something harmless; this is what waits. */
const asAdministrator = (key: Key, body: unknown) =>
  key in OF_THE_KIND
    ? { value: 3000 }
    : key === 'PUT /api/merchants/{id}'
      ? { iban: 'EE382200221020145685' }
      : key === 'POST /api/users'
        ? { userRole: 'BACKOFFICE_ADMIN', email: `${randomUUIDv7()}@desk.test` }
        : key === 'POST /api/user-merchant/employees'
          ? { userRole: 'MERCHANT_ADMIN', email: `${randomUUIDv7()}@desk.test` }
          : key in ANOTHER_ADDRESS
            ? { email: `${randomUUIDv7()}@desk.test` }
            : body && key === 'PUT /api/user-merchant/employees/role'
              ? { userRole: 'MERCHANT_ADMIN' }
              : {};
