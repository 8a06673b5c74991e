import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { whyNotAmount } from '@paydesk/contract/amounts.ts';
import { refundLoan } from '@paydesk/contract/resources/consumer-credits/actions.ts';
import { insertUser } from './seed/factories.ts';
import { insertPayment } from './testing/money.ts';
import { insertRole, withRole, without } from './testing/roles.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const base = 'MERCHANT_ADMIN';
const role = { id: '', name: 'Till', lacks: [], beneath: [], refundUpTo: 50, reverseUpTo: null };

test('SB-46 a role’s amount is passed by that amount, and by no cent more', () => {
  assert.equal(whyNotAmount({ role }, 'REFUND', 50), null);
  assert.match(whyNotAmount({ role }, 'REFUND', 50.01)!, /“Till” refunds at most 50\.00 at once/);
  assert.match(whyNotAmount({ role }, 'LOAN_REFUND', 50.01)!, /refunds at most/);
  assert.equal(whyNotAmount({ role }, 'REVERSE', 9_999_999.99), null);
  assert.equal(whyNotAmount({ role: null }, 'REFUND', 9_999_999.99), null);
  for (const partialRefund of [true, false]) {
    const loan = {
      amount: 80,
      totalRequestedRefundsAmount: 0,
      currency: 'EUR',
      institution: { partialRefund },
    };
    const { amount } = refundLoan.fieldsOf!(loan as never, { role } as never);
    assert.equal((amount as { max: number }).max, 50);
  }
});

describe('amounts of roles', () => {
  let server: TestServer;
  let amber: string;
  let owner: Client;
  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
  });
  after(() => server.close());

  const paid = async () => {
    const made = (await insertPayment(server, {
      merchantId: amber,
      amountCents: 8000n,
    })) as unknown;
    return typeof made === 'string' ? made : (made as { id: string }).id;
  };
  const limited = (refundUpTo: bigint, reverseUpTo: bigint) =>
    withRole(server, {
      base,
      rights: without(base),
      merchantId: amber,
      refundUpTo,
      reverseUpTo,
    });
  const DEEDS = [
    ['refund', { refundReason: 'OTHER_REFUND' }],
    ['refund', { refundReason: 'REFUNDED_MANUALLY' }],
    ['reverse', { reasonCode: 'OTHER_REVERSAL' }],
  ] as const;
  const send = (by: Client, verb: 'PUT' | 'POST', id: string, at: number, amount: number) => {
    const [what, reason] = DEEDS[at]!;
    return by.call(`${verb} /api/transactions/{id}/actions/${what}`, {
      params: { id },
      body: { amount, currency: 'EUR', ...reason } as never,
    });
  };

  for (const verb of ['PUT', 'POST'] as const)
    for (const [at, [what, reason]] of DEEDS.entries())
      test(`SB-15..17, SB-46 ${verb} ${what} ${Object.values(reason)[0]}: up to the role’s amount, to the cent`, async () => {
        const till = await limited(5000n, 3000n);
        const [most, name] = what === 'refund' ? [50, 'refunds'] : [30, 'reverses'];
        const id = await paid();
        const more = await send(till, verb, id, at, most + 0.01);
        assert.equal(more.status, 400, more.text);
        const [error] = (
          more as unknown as { error: { errors: { field: string; message: string }[] } }
        ).error.errors;
        assert.equal(error!.field, 'amount');
        assert.match(error!.message, new RegExp(`${name} at most ${most}\\.00 at once`));
        const equal = await send(till, verb, id, at, most);
        assert.equal(equal.status, 200, equal.text);
        // whoever has no role of the kind gives back all that is left
        if (what === 'refund') assert.equal((await send(owner, verb, id, at, 30)).status, 200);
        else assert.equal((await send(owner, verb, await paid(), at, 80)).status, 200);
      });

  test('SB-46 an amount is set, changed and taken away with what it was; it counts from the next call on', async () => {
    const body = { name: 'Desk', base, rights: ['PAYMENTS', 'REFUND'], refundUpTo: 20 };
    const wrong = await owner.call('POST /api/roles', {
      body: { ...body, reverseUpTo: 5 } as never,
    });
    assert.match(wrong.text, /Nobody of this role reverses anything/);
    for (const refundUpTo of [0, -1, 1.001])
      assert.equal(
        (await owner.call('POST /api/roles', { body: { ...body, refundUpTo } as never })).status,
        400,
      );
    const made = await owner.call('POST /api/roles', { body: body as never });
    assert.equal(made.status, 200, made.text);
    const { id } = made.body;
    const person = await insertUser(server.pool, { merchantId: amber, userRole: base, roleId: id });
    const desk = await server.session(person.id);
    const payment = await paid();
    assert.equal((await send(desk, 'PUT', payment, 0, 20.01)).status, 400);
    const edit = (values: object) =>
      owner.call('PUT /api/roles/{id}', {
        params: { id },
        body: { name: 'Desk', rights: ['PAYMENTS', 'REFUND'], ...values } as never,
      });
    const kept = await edit({ description: 'x' });
    assert.equal(kept.body.refundUpTo, 20, kept.text);
    assert.equal((await edit({ description: 'x', refundUpTo: 30.5 })).body.refundUpTo, 30.5);
    assert.equal((await send(desk, 'PUT', payment, 0, 30.5)).status, 200);
    assert.equal((await edit({ description: 'x', refundUpTo: null })).body.refundUpTo, null);
    assert.equal((await send(desk, 'PUT', payment, 0, 40)).status, 200);
    const audits = await server.all<{ changes: Record<string, object> }>(
      `select details->'changes' as changes from audit_logs where entity_id = $1
         and entity_type = 'ROLE' and result = 'SUCCESS' order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      audits.map(({ changes }) => changes['refundUpTo']),
      [
        { before: null, after: 20 },
        undefined,
        { before: 20, after: 30.5 },
        { before: 30.5, after: null },
      ],
    );
    const { body: rights } = await owner.call('GET /api/rights');
    assert.equal(rights.find((one) => one.id === id)!.refundUpTo, null);
  });

  test('SB-46 nobody gives a higher amount than their own: by making, editing, giving, taking or inviting', async () => {
    const till = await limited(5000n, 3000n);
    const beyond = /refunds at most 50\.00|holds more|leaves out|leaves this out|own role/;
    const refused = ({ status, text }: { status: number; text: string }) => {
      assert.ok(status === 400 || status === 403, `${status} ${text}`);
      assert.match(text, beyond);
    };
    const rights = ['PAYMENTS', 'REFUND'] as const;
    const create = (refundUpTo: number | null) =>
      till.call('POST /api/roles', {
        body: { name: `To ${refundUpTo}`, base, rights, refundUpTo } as never,
      });
    refused(await create(50.01));
    refused(await create(null));
    const made = await create(50);
    assert.equal(made.status, 200, made.text);
    const edit = (id: string, refundUpTo: number | null) =>
      till.call('PUT /api/roles/{id}', {
        params: { id },
        body: { name: `Now ${refundUpTo}`, rights, refundUpTo } as never,
      });
    refused(await edit(made.body.id, 50.01));
    refused(await edit(made.body.id, null));
    const more = await insertRole(server, { base, rights, merchantId: amber, refundUpTo: 5001n });
    const none = await insertRole(server, { base, rights, merchantId: amber });
    refused(await edit(more, 1));
    refused(await till.call('DELETE /api/roles/{id}', { params: { id: none } }));
    const own = { merchantId: amber, userRole: base, roleId: made.body.id } as const;
    const { id } = await insertUser(server.pool, own);
    const give = (userRole: string, roleId: string | null) =>
      till.call('POST /api/users/{id}/actions/set-role', {
        params: { id },
        body: { userRole, roleId } as never,
      });
    for (const roleId of [more, none, null]) refused(await give(base, roleId));
    // an operator’s own role refunds without a limit
    refused(await give('MERCHANT_OPERATOR', null));
    for (const roleId of [more, undefined])
      refused(
        await till.call('POST /api/user-merchant/employees', {
          body: {
            firstName: 'A',
            lastName: 'B',
            email: `a${roleId}@x.test`,
            phoneNumber: '1',
            merchantId: amber,
            userRole: base,
            roleId,
          } as never,
        }),
      );
    const mate = await insertUser(server.pool, { ...own, roleId: more });
    refused(await till.call('POST /api/users/{id}/actions/block', { params: { id: mate.id } }));
    assert.equal((await give(base, made.body.id)).status, 200);
  });
});
