import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ImportKind } from '@paydesk/contract/imports.ts';
import { insertInstitution } from './seed/factories/financing.ts';
import { core } from './testing/machines.ts';
import { insertUser } from './seed/factories.ts';
import { until } from './testing/kills/paydesk.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';
import { wrongDays } from './resources/business-days/counters.ts';
import { wrongCounts } from './resources/transactions/counters.ts';
import { wrongEntries } from './resources/transactions/journal-check.ts';

const DATE = '2026-06-01T10:00:00.000Z';
const CARD = '4242424242424242';

const gone = (field: string) => `${field}: This person was erased here, and stays so`;

describe('a core that goes on beside Paydesk', () => {
  let server: TestServer;
  let admin: Client;
  let ours: Client;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
    ours = await core(server);
  });
  after(() => server.close());

  const send = async (
    kind: ImportKind,
    rows: readonly unknown[],
    { by = ours, headers = {} }: { by?: Client; headers?: Record<string, string> } = {},
  ) => {
    const { status, body, text } = await by.call(`POST /api/provider-api/${kind}`, {
      body: { rows: [...rows] },
      headers,
    });
    assert.equal(status, 200, text);
    return body;
  };
  /** One row: what came of it, or by which field it is refused and why. */
  const one = async (kind: ImportKind, row: object) => {
    const { rows } = await send(kind, [row]);
    const { result, errors } = rows[0]!;
    return errors.length
      ? errors.map(({ field, message }) => `${field}: ${message}`).join('; ')
      : result;
  };
  const idOf = async (kind: ImportKind, externalId: string) =>
    (
      await server.one<{ id: string }>(
        'select id from external_ids where kind = $1 and external_id = $2',
        [kind, externalId],
      )
    ).id;
  const paid = { merchant: 'Amber & Oak', date: DATE, amount: 100, currency: 'EUR' };

  test('AM-82 a row that stands twice in a call comes to the same both times: refused, it is not there', async () => {
    const nobodys = { ...paid, externalId: 'D-1', status: 'SUCCESS', merchant: 'No such one' };
    const ok = { ...paid, externalId: 'D-2', status: 'SUCCESS' };
    const { unchanged, refused, rows } = await send('transactions', [nobodys, nobodys, ok, ok]);
    assert.deepEqual([unchanged, refused], [1, 2]);
    assert.deepEqual(
      rows.map(({ result }) => result),
      ['REFUSED', 'REFUSED', 'CREATED', 'UNCHANGED'],
    );
    assert.deepEqual(rows[1]!.errors, rows[0]!.errors);
    assert.equal(rows[3]!.id, rows[2]!.id);
    assert.equal((await send('transactions', [nobodys])).rows[0]!.result, 'REFUSED');
  });

  test('rows are made, repeated and changed; each is answered by itself, and the books agree', async () => {
    const payment = { ...paid, externalId: 'T-1', status: 'PROCESSING' };
    const first = await send('transactions', [
      payment,
      { ...payment, externalId: 'T-2', amount: 10.005, card: CARD },
      { ...payment, externalId: 'T-3', note: `paid with ${CARD}` },
      'no row',
    ]);
    assert.deepEqual(
      first.rows.map(({ externalId, result, errors }) => [externalId, result, errors]),
      [
        ['T-1', 'CREATED', []],
        [
          'T-2',
          'REFUSED',
          [
            {
              field: 'card',
              message: 'A card number must not stand here: its last four digits are enough',
            },
          ],
        ],
        [
          'T-3',
          'REFUSED',
          [
            {
              field: 'note',
              message: 'A card number must not stand here: its last four digits are enough',
            },
          ],
        ],
        [null, 'REFUSED', [{ field: 'row', message: 'A row must be an object' }]],
      ],
    );
    assert.equal(await one('transactions', payment), 'UNCHANGED');
    const done = { ...payment, status: 'SUCCESS', card: '424242******4242' };
    assert.equal(await one('transactions', done), 'CHANGED');
    // money and whose it is stay as they came in; what is not over can't begin again
    assert.equal(
      await one('transactions', { ...done, amount: 99, status: 'FAILED' }),
      'amount: Amount stays as it came in; status: It is SUCCESS here, which does not become FAILED',
    );
    assert.equal(
      await one('transactions', { ...done, merchant: 'Baltic Books' }),
      'merchant: It came in as another merchant’s',
    );
    const refund = { ...paid, externalId: 'R-1', refundOf: 'T-1', amount: 40, status: 'FAILED' };
    assert.equal(await one('transactions', refund), 'CREATED');
    assert.equal(await one('transactions', { ...refund, status: 'SUCCESS' }), 'CHANGED');
    assert.equal(
      await one('transactions', { ...done, status: 'REVERSED' }),
      'status: A part of it has gone back already',
    );
    const whole = { ...payment, externalId: 'T-4', status: 'SUCCESS' };
    await send('transactions', [whole]);
    assert.equal(await one('transactions', { ...whole, status: 'REVERSED' }), 'CHANGED');
    const seen = async (id: string) =>
      (
        await admin.call('GET /api/transactions/{id}', {
          params: { id: await idOf('transactions', id) },
        })
      ).body;
    const original = await seen('T-1');
    assert.deepEqual(
      [original.status.name, original.refundedAmount, original.remainingAmount],
      ['SUCCESS', 40, 60],
    );
    assert.equal((await seen('T-4')).reversedAmount, 100);
    assert.deepEqual(await wrongCounts(server.database), []);
    assert.deepEqual(await wrongDays(server.database), []);
    assert.deepEqual((await wrongEntries(server.database)).wrong, []);
    const history = await admin.call('GET /api/transactions/{id}/history', {
      params: { id: await idOf('transactions', 'T-1') },
    });
    assert.equal(history.body.content[0]!.action, 'CHANGED_BY_CORE');
  });

  test('TX-50 a payment is taken back whole and its refund found to have succeeded in one call: no more goes back than was paid', async () => {
    const payment = { ...paid, externalId: 'W-1', status: 'SUCCESS' };
    const refund = { ...paid, externalId: 'W-2', refundOf: 'W-1', amount: 40, status: 'FAILED' };
    await send('transactions', [payment, refund]);
    const { rows } = await send('transactions', [
      { ...refund, status: 'SUCCESS' },
      { ...payment, status: 'REVERSED' },
      { ...payment, externalId: 'W-3' },
    ]);
    assert.deepEqual(
      rows.map(({ result, errors }) => [result, ...errors.map(({ message }) => message)]),
      [['REFUSED', 'The payment is REVERSED'], ['CHANGED'], ['CREATED']],
    );
    // what it gives back of is over in the same call
    const late = { ...payment, externalId: 'W-4', status: 'PROCESSING' };
    const back = { ...refund, externalId: 'W-5', refundOf: 'W-4' };
    await send('transactions', [late, back]);
    const both = await send('transactions', [
      { ...back, status: 'SUCCESS' },
      { ...late, status: 'SUCCESS' },
    ]);
    assert.equal(both.changed, 2);
    assert.deepEqual((await wrongEntries(server.database)).wrong, []);
  });

  test('a merchant, customer and purchase are changed by their core; what staff decided stays', async () => {
    const merchant = { externalId: 'M-1', name: 'Elm & Ash', date: DATE, status: 'ACTIVE' };
    assert.equal(await one('merchants', merchant), 'CREATED');
    assert.equal(
      await one('merchants', { ...merchant, name: 'AMBER  & oak' }),
      'name: Another merchant has this Name',
    );
    assert.equal(
      await one('merchants', { ...merchant, phone: '+371 2000 0000', status: 'DISABLED' }),
      'CHANGED',
    );
    const customer = {
      externalId: 'C-1',
      firstName: 'Ilze',
      lastName: 'Kalniņa',
      email: 'ilze@mail.test',
      date: DATE,
      status: 'ACTIVE',
    };
    await send('customers', [customer]);
    const params = { id: await idOf('customers', 'C-1') };
    await admin.call('POST /api/customers/{id}/actions/block', { params });
    // its core does not know: the block stays, and the new address is taken
    assert.equal(await one('customers', { ...customer, email: 'ik@mail.test' }), 'CHANGED');
    const { body } = await admin.call('GET /api/customers/{id}', { params });
    assert.deepEqual([body.status.name, body.email], ['BLOCKED', 'ik@mail.test']);
    await one('customers', { ...customer, status: 'BLOCKED' });
    assert.equal(
      await one('customers', customer),
      'status: It is BLOCKED here, which does not become ACTIVE',
    );
    const purchase = { ...paid, externalId: 'P-1', status: 'SETTLED' };
    await send('purchases', [purchase]);
    await send('transactions', [
      { ...paid, externalId: 'T-P', purchase: 'P-1', status: 'SUCCESS' },
    ]);
    assert.equal(
      await one('purchases', { ...purchase, status: 'REFUNDED' }),
      'status: Payments of it still have 100.00',
    );
  });

  test('SB-46 who was erased stays erased, whatever their core says of them since', async () => {
    const zane = {
      externalId: 'C-gone',
      date: DATE,
      firstName: 'Zane',
      lastName: 'Gone',
      email: 'zane@gone.test',
      status: 'ACTIVE',
    };
    assert.equal(await one('customers', zane), 'CREATED');
    const id = await idOf('customers', 'C-gone');
    const bought = { ...paid, customer: 'C-gone', externalId: 'P-gone', status: 'SETTLED' };
    const payment = { ...paid, customer: 'C-gone', externalId: 'T-gone', status: 'FAILED' };
    assert.equal(await one('purchases', { ...bought, info: 'Lamp for Zane' }), 'CREATED');
    assert.equal(await one('transactions', { ...payment, description: 'By Zane' }), 'CREATED');
    const erased = await admin.call('POST /api/personal-data/{id}', {
      params: { id },
      body: { reason: 'She asked for it' },
    });
    assert.equal(erased.status, 200, erased.text);
    const row = () => server.one('select to_jsonb(c) as row from customers c where id = $1', [id]);
    const before = await row();
    assert.equal(await one('customers', zane), 'UNCHANGED');
    for (const said of [{ phone: '+371 20000001' }, { email: 'zane@new.test' }])
      assert.equal(
        await one('customers', { ...zane, ...said }),
        'externalId: This person was erased here, and stays so',
      );
    assert.deepEqual(await row(), before);
    // nor is anything told of them by what they bought and paid, which goes on all the same
    assert.equal(await one('purchases', { ...bought, info: 'A lamp of Zane’s' }), gone('info'));
    for (const [field, said] of [
      ['description', 'Paid by Zane'],
      ['card', '411111******1111'],
      ['statementReference', 'ZANE GONE'],
    ] as const)
      assert.equal(
        await one('transactions', { ...payment, description: 'By Zane', [field]: said }),
        gone(field),
      );
    const ended = { ...payment, description: 'By Zane', status: 'SUCCESS' };
    assert.equal(await one('transactions', ended), 'CHANGED');
    const kept = await server.one<object>(
      `select status, description, card_pan, account_statement_reference from transactions
       where customer_id = $1`,
      [id],
    );
    assert.doesNotMatch(JSON.stringify(kept), /Zane/i);
    // what comes in anew of them is booked, and tells of them no more than that
    const lent = { ...paid, customer: 'C-gone', externalId: 'L-gone', status: 'FAILED' };
    for (const [kind, row, field] of [
      ['purchases', { ...bought, externalId: 'P-late' }, 'info'],
      ['transactions', { ...payment, externalId: 'T-late' }, 'description'],
      ['loans', lent, 'failureReason'],
    ] as const) {
      assert.equal(await one(kind, { ...row, [field]: 'By Zane' }), gone(field));
      assert.equal(await one(kind, row), 'CREATED');
    }
  });

  test('SB-46 what tells of somebody who is being erased at that moment waits for it, and is refused', async () => {
    const ivo = { externalId: 'C-going', date: DATE, firstName: 'Ivo', lastName: 'Going' };
    const customer = { ...ivo, email: 'ivo@going.test', status: 'ACTIVE' };
    assert.equal(await one('customers', customer), 'CREATED');
    const id = await idOf('customers', 'C-going');
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from customers where id = $1 for update', [id]);
      await client.query(
        `insert into erasures (id, customer_id, reason, created_date, created_by)
         values (gen_random_uuid(), $1, 'He asked for it', now(), 'Test')`,
        [id],
      );
      const coming = one('purchases', {
        ...paid,
        customer: 'C-going',
        externalId: 'P-going',
        status: 'SETTLED',
        info: 'Lamp for Ivo',
      });
      await until('it waits', async () => {
        const { n } = await server.one<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return n > 0;
      });
      await client.query('commit');
      assert.equal(await coming, gone('info'));
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('SB-16 a refund gives back to nobody else than who paid, and of no other purchase', async () => {
    const person = { date: DATE, firstName: 'Ana', lastName: 'Birch', status: 'ACTIVE' };
    const same = { ...paid, customer: 'C-a', purchase: 'P-a', status: 'SUCCESS' };
    for (const nth of ['a', 'b']) {
      const customer = { ...person, externalId: `C-${nth}`, email: `${nth}@birch.test` };
      assert.equal(await one('customers', customer), 'CREATED');
      const purchase = { ...paid, customer: 'C-a', externalId: `P-${nth}`, status: 'SETTLED' };
      assert.equal(await one('purchases', purchase), 'CREATED');
    }
    assert.equal(await one('transactions', { ...same, externalId: 'A-a' }), 'CREATED');
    const refund = { ...same, refundOf: 'A-a', amount: 10 };
    const back = (externalId: string, said: object) =>
      one('transactions', { ...refund, ...said, externalId });
    for (const status of ['SUCCESS', 'FAILED']) {
      assert.equal(
        await back('B-a', { status, customer: 'C-b' }),
        'customer: The payment is another customer’s',
      );
      assert.equal(
        await back('B-a', { status, purchase: 'P-b' }),
        'purchase: The payment is of another purchase',
      );
    }
    assert.equal(await back('B-a', {}), 'CREATED');
    assert.equal(await back('B-b', { customer: undefined, purchase: undefined }), 'CREATED');
  });

  test('LN-35 loans come in with every status, and go through them', async () => {
    const { code } = (await insertInstitution(server.pool, {})) as { code: string };
    const loan = { ...paid, customer: 'C-1', institution: code, signedDate: DATE };
    const statuses = [
      'DRAFT',
      'CUSTOMER_RISK_EVALUATION_SUCCEEDED',
      'APPLICATION_CREATED',
      'OFFER_SELECTION',
      'OFFER_CHOSEN',
      'SIGNING_DOCUMENTS_PREPARED',
      'AGREEMENT_DOCUMENT_SIGNED',
      'WAITING_FOR_CONFIRMATION',
      'CONFIRMED',
      'REFUNDED',
      'FAILED',
    ];
    const unsigned = { ...loan, signedDate: undefined };
    const came = await send(
      'loans',
      statuses.map((status, at) => ({
        ...(at > 5 && at < 10 ? loan : unsigned),
        externalId: `L-${status}`,
        status,
      })),
    );
    assert.equal(came.created, 11, JSON.stringify(came.rows));
    assert.equal(
      await one('loans', { ...unsigned, externalId: 'L-x', status: 'WAITING_FOR_CONFIRMATION' }),
      'signedDate: A signed loan has its date',
    );
    const stored = async (status: string) =>
      server.one(
        `select c.status, o.status as "order", c.total_requested_refunds_cents::int as back,
           (select sum(amount_cents)::int from consumer_credits_refunds r
            where r.consumer_credit_id = c.id and r.merchant_id = c.merchant_id and r.status = 'CONFIRMED') as refunds
         from consumer_credits c join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id where c.id = $1`,
        [await idOf('loans', `L-${status}`)],
      );
    const refunded = { status: 'REFUNDED', order: 'PAID', back: 10000, refunds: 10000 };
    assert.deepEqual(await stored('REFUNDED'), refunded);
    const draft = { ...loan, externalId: 'L-DRAFT' };
    assert.equal(await one('loans', { ...draft, status: 'CONFIRMED' }), 'CHANGED');
    assert.equal(
      await one('loans', { ...draft, status: 'OFFER_CHOSEN', signedDate: undefined }),
      'status: It is CONFIRMED here, which does not become OFFER_CHOSEN',
    );
    assert.equal(await one('loans', { ...draft, status: 'REFUNDED' }), 'CHANGED');
    assert.deepEqual(await stored('DRAFT'), refunded);
  });

  test('SB-50 under one Idempotency-Key a batch is answered once; ten at once make each row once', async () => {
    const rows = Array.from({ length: 50 }, (_, nth) => ({
      ...paid,
      externalId: `I-${nth}`,
      status: 'SUCCESS',
    }));
    const headers = { 'idempotency-key': randomUUIDv7() };
    const [first, again] = await Promise.all([
      send('transactions', rows, { headers }),
      send('transactions', rows, { headers }),
    ]);
    assert.deepEqual(again, first);
    assert.equal(first.created, 50);
    const other = await ours.call('POST /api/provider-api/transactions', {
      body: { rows: rows.slice(1) },
      headers,
    });
    assert.deepEqual(other.error.errors, [
      { field: 'Idempotency-Key', message: 'The key has been used for another request' },
    ]);
    const later = rows.map((row) => ({ ...row, externalId: `${row.externalId}b` }));
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        send('transactions', nth % 2 ? later : later.toReversed()),
      ),
    );
    assert.equal(
      ten.reduce((sum, { created }) => sum + created, 0),
      50,
    );
    const changed = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        send(
          'transactions',
          later.map((row) => ({ ...row, description: `by ${nth}` })),
        ),
      ),
    );
    assert.ok(changed.every(({ refused }) => refused === 0));
    for (const body of [{ rows: [] }, { rows: Array.from({ length: 501 }, () => ({})) }, {}]) {
      const { status, error } = await ours.call('POST /api/provider-api/loans', {
        body: body as never,
      });
      assert.deepEqual([status, error.errors[0]!.field], [400, 'rows']);
    }
  });

  test('SB-50 a batch that PostgreSQL ends because it waits in a circle with others is done anew', async () => {
    const row = { ...paid, externalId: 'D-1', status: 'SUCCESS' };
    await send('transactions', [row]);
    const id = await idOf('transactions', 'D-1');
    const merchantId = await server.merchantId(paid.merchant);
    const other = await server.pool.connect();
    /** What the batch needs is held, and what it holds is asked for: who notices first is ended. */
    const circle = async (round: number): Promise<boolean> => {
      await other.query('begin');
      try {
        const { rows } = await other.query('select pg_backend_pid() as pid');
        await other.query(
          'select from transactions where id = $1 and merchant_id = $2 for update',
          [id, merchantId],
        );
        const batch = send('transactions', [{ ...row, description: `round ${round}` }], {
          headers: { 'idempotency-key': randomUUIDv7() },
        });
        const waits = `select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`;
        while (!(await server.pool.query(waits, [rows[0].pid])).rowCount);
        // its key is written by then
        const ended = await other.query('lock table idempotency_keys in share mode').then(
          () => true,
          () => false,
        );
        await other.query('rollback');
        const { changed, refused } = await batch;
        assert.deepEqual({ changed, refused }, { changed: 1, refused: 0 });
        return ended;
      } finally {
        await other.query('rollback');
      }
    };
    try {
      let round = 0;
      // the batch began to wait before, and is who notices but on a machine that stands still for a second
      while (!(await circle(++round))) assert.ok(round < 5, 'the batch was never the one');
    } finally {
      other.release();
    }
    assert.deepEqual((await wrongEntries(server.database)).wrong, []);
  });

  test('SB-45, AM-82 a key is shown once and kept as a hash; rotated or disabled it opens nothing', async () => {
    const made = await admin.call('POST /api/provider-keys', {
      body: { name: 'Ledger', writesTransactions: true },
    });
    const { id, key } = made.body;
    assert.match(key!, /^pdp_[A-Za-z0-9_-]{43}$/);
    const params = { id };
    const read = await admin.call('GET /api/provider-keys/{id}', { params });
    assert.equal(read.body.key, null);
    assert.equal(read.body.makerStatus, 'ACTIVATED');
    // it is the provider's: it goes on, and says that its maker is gone
    const { id: gone } = await insertUser(server.pool, { status: 'DEACTIVATED' });
    await server.pool.query('update provider_keys set made_by = $2 where id = $1', [id, gone]);
    const { content } = (
      await admin.call('GET /api/settings/provider-keys', { query: { f_id: id } })
    ).body;
    assert.deepEqual(
      content.map(({ makerStatus, status }) => [makerStatus, status.name]),
      [['DEACTIVATED', 'ACTIVE']],
    );
    assert.deepEqual(
      await server.all(
        `select from provider_keys where position($1 in provider_keys::text) > 0
         union all select from audit_logs where position($1 in audit_logs::text) > 0
         union all select from idempotency_keys where position($1 in idempotency_keys::text) > 0`,
        [key],
      ),
      [],
    );
    const status = async (by: string | null) =>
      (
        await server
          .client(by, id)
          .call('POST /api/provider-api/transactions', { body: { rows: [{}] } })
      ).status;
    assert.equal(await status(key), 200);
    const rotated = await admin.call('POST /api/provider-keys/{id}/actions/rotate', { params });
    assert.deepEqual([await status(key), await status(rotated.body.key)], [401, 200]);
    await admin.call('POST /api/provider-keys/{id}/actions/disable', { params });
    assert.equal(await status(rotated.body.key), 401);
    const none = await admin.call('POST /api/provider-keys', { body: { name: 'Nothing' } });
    assert.deepEqual([none.status, none.error.errors[0]!.field], [400, 'writesLoans']);
  });
});
