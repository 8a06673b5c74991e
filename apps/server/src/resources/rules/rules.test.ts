import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RuleCondition } from '@paydesk/contract/resources/rules/conditions.ts';
import { evaluate } from '../../domain/rules/evaluate.ts';
import { tasksOf } from '../../resources.ts';
import {
  insertCustomer,
  insertMerchant,
  insertPurchase,
  insertTransaction,
} from '../../seed/factories.ts';
import { insertRecurringPayment } from '../../seed/factories/payments.ts';
import { newRule } from '../../testing/rules.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const MINUTE_MS = 60_000;
const more = (field: string, value: number) => ({ field, comparison: 'MORE_THAN', value });
const less = (field: string, value: number) => ({ field, comparison: 'LESS_THAN', value });
const is = (field: string, ...value: string[]) => ({ field, comparison: 'IS', value });
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

describe('rules', () => {
  let server: TestServer;
  let staff: Client;
  let technical: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    technical = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const list = (query: Record<string, string>) =>
    technical.call('GET /api/settings/rules', { query });
  const read = async (id: string) =>
    (await staff.call('GET /api/settings/rules/{id}', { params: { id } })).body;
  const act = (name: 'try' | 'activate' | 'deactivate', id: string, body = {}) =>
    staff.call(`POST /api/settings/rules/{id}/actions/${name}`, { params: { id }, body } as never);
  async function written(conditions: readonly RuleCondition[], more: object = {}) {
    const body = newRule(conditions, more);
    const { status, text, body: made } = await staff.call('POST /api/settings/rules', { body });
    assert.equal(status, 200, text);
    return made;
  }
  const refusal = async (conditions: readonly unknown[], more: object = {}) => {
    const body = newRule(conditions as RuleCondition[], more);
    const { status, text } = await staff.call('POST /api/settings/rules', { body });
    assert.equal(status, 400, text);
    const { errors } = JSON.parse(text) as { errors: { field: string; message: string }[] };
    return errors.map(({ field }) => field);
  };
  const hitsOf = async (id: string) =>
    (await staff.call('GET /api/settings/rules/{id}/hits', { params: { id } })).body.content;

  it('API-142, ST-01 are listed by type, and in the order of their names', async () => {
    const { body } = await list({ f_type: 'BLACKLIST', sort: 'name,DESC' });
    const shown = body.content.map(({ name, threshold }) => [name, threshold]);
    assert.deepEqual(shown, [
      ['Refused email domain', null],
      ['Refused card range', null],
    ]);
    assert.equal((await list({ f_active: 'false' })).body.totalElements, 1);
  });

  it('API-143, ST-02 one has what its row has, and what it asks; an unknown one is a 404', async () => {
    const [row] = (await list({ f_code: 'MAX_AMOUNT' })).body.content;
    const one = await technical.call('GET /api/settings/rules/{id}', { params: { id: row!.id } });
    assert.deepEqual({ ...one.body, ...row }, one.body);
    assert.deepEqual(one.body.conditions, [
      { field: 'kind', comparison: 'IS', value: ['PAYMENT'] },
      { field: 'amount', comparison: 'MORE_THAN', value: 5000 },
    ]);
    for (const id of [staff.userId!, 'x']) {
      const { status } = await staff.call('GET /api/settings/rules/{id}', { params: { id } });
      assert.equal(status, 404);
    }
  });

  it('ST-02 what can’t be is refused at its condition, and what can never be met is told as it is saved', async () => {
    assert.deepEqual(await refusal([]), ['conditions']);
    assert.deepEqual(await refusal([{ field: 'shoeSize', comparison: 'IS', value: 'x' }]), [
      'conditions[0].field',
    ]);
    for (const wrong of [
      { field: 'amount', comparison: 'IS', value: 1 },
      { field: 'mcc', comparison: 'MORE_THAN', value: 1 },
    ])
      assert.deepEqual(await refusal([more('amount', 1), wrong]), ['conditions[1].comparison']);
    for (const wrong of [
      more('amount', 1.234),
      more('amount', -1),
      more('countHour', 1.5),
      { field: 'amount', comparison: 'MORE_THAN', value: '5' },
      { field: 'amount', comparison: 'MORE_THAN' },
      is('mcc', '54'),
      is('cardCountry', 'lv'),
      is('cardBrand', 'PIGEON'),
      is('currency', '__proto__'),
      is('merchant', staff.userId!),
      { field: 'bin', comparison: 'BEGINS_WITH', value: ['1234567'] },
      { field: 'mcc', comparison: 'UNKNOWN', value: ['5411'] },
    ])
      assert.deepEqual(await refusal([wrong]), ['conditions[0].value'], JSON.stringify(wrong));
    // 10 is not below 10; five in an hour are five in a day; a Visa is no American Express
    for (const never of [
      [more('amount', 10), less('amount', 10)],
      [more('countHour', 5), less('countDay', 5)],
      [less('sumDay', 100), more('amount', 200)],
      [less('countHour', 1)],
      [is('cardBrand', 'VISA'), is('cardBrand', 'AMEX')],
      [
        { field: 'bin', comparison: 'BEGINS_WITH', value: ['4111'] },
        { field: 'bin', comparison: 'BEGINS_OTHERWISE', value: ['4'] },
      ],
      [{ field: 'cardCountry', comparison: 'UNKNOWN' }, is('cardCountry', 'LV')],
    ])
      assert.deepEqual(await refusal(never), [`conditions[${never.length - 1}].value`]);
    const code = crypto.randomUUID();
    const ten = await Promise.all(
      Array.from({ length: 10 }, () =>
        staff.call('POST /api/settings/rules', { body: newRule(undefined, { code }) }),
      ),
    );
    assert.deepEqual(ten.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
  });

  it('ST-02 a rule that another hides says so, and so does the one that hides', async () => {
    const wide = await written([more('amount', 8_000_000)], { name: 'Wide', priority: 7000 });
    await act('try', wide.id);
    assert.equal((await act('activate', wide.id)).status, 200);
    const narrow = await written([more('amount', 8_000_000), more('countDay', 3)], {
      priority: 7001,
    });
    assert.match(String(narrow.notices), /“Wide” \(priority 7000\) hides this rule/);
    const before = await written([more('amount', 7_000_000)], { priority: 6999 });
    assert.match(String(before.notices), /This rule hides “Wide”/);
    const beside = await written([more('amount', 7_000_000)], { priority: 7001 });
    assert.deepEqual(beside.notices, []);
    await act('deactivate', wide.id);
  });

  it('ST-02 a draft is tried on the very payments of 30 days, each as at its moment, before it is switched on', async () => {
    const { id: merchantId } = await insertMerchant(server.pool, { mccCode: '7995' });
    const { id: customerId } = await insertCustomer(server.pool, {
      createdDate: ago(60 * 24 * 100),
    });
    const { id: stranger } = await insertCustomer(server.pool);
    const pay = async (minutes: number, amountCents: bigint, given: object = {}) =>
      (
        await insertTransaction(server.pool, {
          merchantId,
          customerId,
          date: ago(minutes),
          amountCents,
          cardPan: '402500******1111',
          ...given,
        })
      ).id;
    const DAY = 60 * 24;
    // too long ago to be tried, and counted by the next one
    await pay(31 * DAY, 500_00n);
    const middle = await pay(15 * DAY, 450_00n);
    const first = await pay(130, 100_00n);
    // within the hour of the first one, and after it
    const second = await pay(80, 100_00n, { status: 'FAILED' });
    const third = await pay(71, 300_00n);
    const later = await pay(5, 100_00n);
    await pay(4, 100_00n, { customerId: stranger });
    await pay(3, 100_00n, { customerId: null });
    const ofHere = { field: 'merchant', comparison: 'IS', value: merchantId };
    const tried = async (...conditions: RuleCondition[]) => {
      const { id } = await written([ofHere, ...conditions]);
      const { body } = await act('try', id);
      const hits = await hitsOf(id);
      assert.equal(body.triedHits, hits.length);
      assert.equal(body.triedPayments! > 300, true, 'all payments are looked at');
      return hits.map((hit) => hit.transactionId).sort();
    };
    assert.deepEqual(await tried(more('countHour', 1)), [second, third].sort());
    assert.deepEqual(await tried(more('countHour', 2)), [third]);
    assert.deepEqual(await tried({ field: 'sumHour', comparison: 'AT_LEAST', value: 500 }), [
      third,
    ]);
    assert.deepEqual(await tried(more('countDay', 2)), [third, later].sort());
    assert.deepEqual(await tried(more('sumMonth', 900)), [middle, third, later].sort());
    assert.deepEqual(await tried(more('customerDays', 90)), [first, second, third, later].sort());
    const lv = { field: 'cardCountry', comparison: 'IS', value: 'LV' };
    const mcc = { field: 'mcc', comparison: 'IS', value: ['7995'] };
    const visa = { field: 'cardBrand', comparison: 'IS', value: ['VISA'] };
    assert.equal(
      (await tried(lv, mcc, visa, more('amount', 299.99), less('amount', 400))).join(),
      third,
    );
    // an id in whichever letters it was written
    const { id: capitals } = await written([
      { ...ofHere, value: merchantId.toUpperCase() },
      more('countHour', 2),
    ]);
    assert.equal((await act('try', capitals)).body.triedHits, 1);
    // what is not known is neither more nor less, nor is it anything else
    assert.equal((await tried({ field: 'countDay', comparison: 'UNKNOWN' })).length, 1);
    assert.equal((await tried(less('countDay', 2), less('amount', 101))).length, 2);
    assert.equal(
      (await tried({ field: 'screening', comparison: 'IS_NOT', value: ['MATCH'] })).length,
      0,
    );
    // nor does a number otherwise whose beginning no acquirer tells
    const untold = await pay(2, 100_00n, { customerId: null, cardPan: '************1111' });
    const begins = { field: 'bin', comparison: 'BEGINS_OTHERWISE', value: ['40'] };
    assert.deepEqual(await tried(begins), []);
    assert.deepEqual(await tried({ field: 'bin', comparison: 'UNKNOWN' }), [untold]);

    const { id } = await written([ofHere, more('countHour', 1)]);
    assert.equal((await act('activate', id)).status, 400, 'it was not tried');
    await act('try', id);
    assert.equal((await act('activate', id)).body.liveVersion, 1);
    // a change is a draft again, and the version before it goes on deciding
    const { code, name, type, severity, outcome, priority } = await read(id);
    const body = newRule([ofHere, more('countHour', 0)], {
      code,
      name,
      type,
      severity,
      outcome,
      priority,
    });
    const changed = await staff.call('PUT /api/settings/rules/{id}', { params: { id }, body });
    assert.deepEqual([changed.body.version, changed.body.liveVersion], [2, 1]);
    assert.equal((await act('activate', id)).status, 400, 'this version was not tried');
    // tried by now, but not the one that whoever presses has read
    await act('try', id);
    const unseen = await act('activate', id, { seenVersion: 1 });
    assert.deepEqual(
      [unseen.status, unseen.error.errors[0]?.field],
      [409, 'seenVersion'],
      'another one than was read',
    );
    assert.equal((await read(id)).liveVersion, 1);
    const versions = await technical.call('GET /api/settings/rules/{id}/versions', {
      params: { id },
    });
    assert.deepEqual(
      versions.body.content.map((one) => [one.version, one.live]),
      [
        [2, false],
        [1, true],
      ],
    );
    assert.ok(versions.body.content.every(({ createdBy }) => createdBy.length > 3));

    // live, the same function says the same, and its results can't be taken away
    const asking = (amountCents: bigint, customer: string | null = customerId) =>
      server.services.database.transaction('all', (tx) =>
        evaluate(tx, {
          kind: 'PAYMENT',
          merchantId,
          customerId: customer,
          cardPan: '402500******1111',
          cardId: null,
          amountCents,
          currency: 'EUR',
          subject: () => ({ type: 'TRANSACTION', id: first }),
        }),
      );
    assert.deepEqual(await asking(100n), { outcome: 'BLOCK', rule: { id, name } });
    assert.deepEqual((await asking(100n, null)).rule, null);
    const results = await staff.call('GET /api/rules-evaluation-results', {
      query: { f_ruleId: id, f_subjectId: first, sort: 'createdDate,ASC' },
    });
    assert.deepEqual(
      results.body.content.map((one) => [one.result.name, one.details]),
      [
        ['REJECTED', 'Met: Payments in the last hour is 2 (the rule: more than 1)'],
        ['PASSED', 'Not met: Payments in the last hour is not known (the rule: more than 1)'],
      ],
    );
    await act('deactivate', id);
    assert.equal((await asking(100n)).rule, null);
    const gone = await staff.call('DELETE /api/settings/rules/{id}', { params: { id } });
    assert.equal(gone.status, 400, 'payments were decided by it');
  });

  it('ST-03, SB-42 recurring charges ask the rules before money moves: blocked ones never reach the acquirer', async () => {
    await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
    const { id: merchantId } = await insertMerchant(server.pool);
    async function due(amountCents: bigint) {
      const purchase = await insertPurchase(server.pool, { merchantId, amountCents });
      const { id } = await insertRecurringPayment(server.pool, {
        merchantId,
        paymentRequestId: purchase.id,
        amountCents,
        nextChargeAt: ago(60),
      });
      return { id, purchaseId: purchase.id };
    }
    const ofHere = { field: 'merchant', comparison: 'IS', value: merchantId };
    for (const [outcome, amount, priority] of [
      ['PASS', 500, 10],
      ['BLOCK', 200, 20],
      ['REVIEW', 100, 30],
    ] as const) {
      const { id } = await written([ofHere, more('amount', amount)], { outcome, priority });
      await act('try', id);
      assert.equal((await act('activate', id)).status, 200);
    }
    const [passes, blocked, held, small] = [
      await due(600_00n),
      await due(300_00n),
      await due(150_00n),
      await due(50_00n),
    ];
    const run = tasksOf(server.services).find(({ name }) => name === 'charge-recurring-payments')!;
    assert.deepEqual(await run.run(), {
      processed: 3,
      failed: 1,
      skipped: 1,
      why: 'A risk rule refused the payment',
    });
    const state = async ({ id }: { id: string }) =>
      server.one<{
        status: string | null;
        type: string | null;
        skipped: string | null;
        again: boolean;
      }>(
        `select t.status, t.external_error_type as type, r.skip_reason as skipped,
           r.next_charge_at > now() + interval '20 days' as again
         from recurring_payments r left join transactions t on t.recurring_payment_id = r.id and t.merchant_id = r.merchant_id
         where r.id = $1`,
        [id],
      );
    const again = true;
    assert.deepEqual(await state(passes), { status: 'SUCCESS', type: null, skipped: null, again });
    assert.deepEqual(await state(small), { status: 'SUCCESS', type: null, skipped: null, again });
    assert.deepEqual(await state(blocked), {
      status: 'RP_BLOCKED',
      type: 'RISK',
      skipped: null,
      again,
    });
    assert.deepEqual(await state(held), { status: null, type: null, skipped: 'RISK', again });
    const asked = await server.one<{ count: bigint }>(
      `select count(*) from acquirer_sandbox.requests q join transactions t on t.id = q.transaction_id
       where t.recurring_payment_id = $1`,
      [blocked.id],
    );
    assert.equal(asked.count, 0n);
    const said = await server.all(
      `select subject_type as type, result from rules_evaluation_results where subject_id = $1 and result <> 'PASSED'`,
      [held.purchaseId],
    );
    assert.deepEqual(said, [{ type: 'PURCHASE', result: 'REVIEW' }]);
  });
});
