import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { insertPayment, refund, reverse } from '../../testing/money.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

/** What only somebody with the owner's password could do to the books: each is found, and it alone. */
describe('the nightly check of the books', () => {
  let server: TestServer;
  let staff: Client;
  let merchantId: string;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    merchantId = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  /** The task's own figures, and what it tells the log. */
  async function check() {
    const said: { what: string; id: string }[] = [];
    const { log } = server.services;
    const error = (told: { wrong: typeof said }) => void said.push(...told.wrong);
    const services = { ...server.services, log: Object.assign(Object.create(log), { error }) };
    const task = tasksOf(services).find(({ name }) => name === 'check-journal')!;
    const { failed } = (await task.run()) as { failed: number };
    return { failed, said: said.map(({ what, id }) => `${what} ${id}`).sort() };
  }

  /** A payment of 100.00 of which 40.00 went back; its own id and that of the operation. */
  async function movedBack(by: typeof refund) {
    const payment = await insertPayment(server, { merchantId });
    const { status, text } = await by(staff, payment, 40);
    assert.equal(status, 200, text);
    const { operation } = await server.one<{ operation: string }>(
      'select id as operation from money_operations where transaction_id = $1',
      [payment],
    );
    return { payment, operation };
  }

  /** Past the trigger that keeps the journal as it is. */
  async function tamper(statement: string, values: string[]) {
    const client = await server.pool.connect();
    await client.query('begin; alter table money_journal disable trigger append_only');
    const { rowCount } = await client.query(statement, values);
    await client.query('alter table money_journal enable trigger append_only; commit');
    client.release();
    assert.equal(rowCount, 1, statement);
  }

  const OPERATION = 'where operation_id = $1';
  /** What is done, to the operation or to the payment, and what the check must say of which of them. */
  const faults: [string, 'operation' | 'payment', ('journal' | 'sums')[]][] = [
    [`delete from money_journal ${OPERATION}`, 'operation', ['journal']],
    [
      `update money_journal set amount_cents = amount_cents + 1 ${OPERATION}`,
      'operation',
      ['journal'],
    ],
    [`update money_journal set kind = 'MANUAL_REFUND' ${OPERATION}`, 'operation', ['journal']],
    [`update money_journal set currency = 'SEK' ${OPERATION}`, 'operation', ['journal']],
    [
      `update money_journal set merchant_id = (select id from merchants where name = 'Baltic Books') ${OPERATION}`,
      'operation',
      ['journal'],
    ],
    [
      `update money_journal set transaction_id = (select id from transactions limit 1) ${OPERATION}`,
      'operation',
      ['journal'],
    ],
    [
      `update money_operations set status = 'DECLINED' where id = $1`,
      'operation',
      ['journal', 'sums'],
    ],
    [
      `update money_operations set amount_cents = amount_cents - 1 where id = $1`,
      'operation',
      ['journal', 'sums'],
    ],
    [
      'update transactions set pending_refund_cents = pending_refund_cents + 1 where id = $1',
      'payment',
      ['sums'],
    ],
    [
      'update transactions set pending_reversal_cents = pending_reversal_cents + 1 where id = $1',
      'payment',
      ['sums'],
    ],
  ];

  test('SB-46, SB-50 books that are right raise no alarm, whatever has happened to them', async () => {
    await movedBack(refund);
    await movedBack(reverse);
    assert.deepEqual(await check(), { failed: 0, said: [] });
  });

  test('SB-46, SB-50 each way of falsifying a refund or a reversal is found by itself, to the cent', async () => {
    const expected: string[] = [];
    const cases = [
      ...faults.map((fault) => [refund, ...fault] as const),
      ...faults.map((fault) => [reverse, ...fault] as const),
      [
        refund,
        'update transactions set refunded_cents = refunded_cents - 1 where id = $1',
        'payment',
        ['sums'],
      ],
      [
        reverse,
        'update transactions set reversed_cents = reversed_cents - 1 where id = $1',
        'payment',
        ['sums'],
      ],
    ] as const;
    for (const [by, statement, whose, kinds] of cases) {
      const made = await movedBack(by);
      await tamper(statement, [made[whose]]);
      for (const kind of kinds)
        expected.push(`${kind} ${kind === 'sums' ? made.payment : made.operation}`);
      assert.equal((await check()).failed, expected.length, statement);
    }
    const { failed, said } = await check();
    assert.equal(failed, expected.length);
    // the log names the first twenty of them
    assert.equal(said.length, 20);
    for (const one of said) assert.ok(expected.includes(one), one);
  });
});
