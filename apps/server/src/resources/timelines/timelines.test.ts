import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  holdsAny,
  ROLE_PERMISSIONS,
  type Permission,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { TIMELINES, type TimelineOf } from '@paydesk/contract/resources/timelines.ts';
import {
  insertCustomer,
  insertPurchase,
  insertRow,
  insertTransaction,
} from '../../seed/factories.ts';
import { insertConsumerCredit, insertLoan } from '../../seed/factories/financing.ts';
import { insertOrder } from '../../seed/factories/orders.ts';
import { insertExchangeLog, insertRecurringPayment } from '../../seed/factories/payments.ts';
import {
  insertPayment,
  markRefunded,
  markSuccessful,
  refund,
  reverse,
} from '../../testing/money.ts';
import { insertHeld } from '../../testing/payments.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import type { TimelineEvent } from './words.ts';

/** A case with everything in it, ten minutes between one thing and the next. */
async function wholeCase(server: TestServer, merchantId: string) {
  const db = server.pool;
  const begun = Date.now() - 6 * 3_600_000;
  let step = 0;
  const next = () => new Date(begun + 600_000 * step++);
  const order = await insertOrder(db, {
    merchantId,
    amountCents: 120_00n,
    status: 'PAID',
    label: 'Two oak stools',
    externalOrderNumber: 'AO-77',
    error: 'The shop answered 500',
    createdDate: next(),
  });
  const purchase = await insertPurchase(db, {
    merchantId,
    amountCents: 120_00n,
    lastCallbackStatus: 'ERROR',
    createdDate: next(),
  });
  await db.query('update orders set purchase_id = $1 where id = $2', [purchase.id, order.id]);
  const message = (xmlType: string) =>
    insertExchangeLog(db, { merchantId, purchaseId: purchase.id, xmlType, createdDate: next() });
  await message('PMTREQ');
  await insertRecurringPayment(db, {
    merchantId,
    paymentRequestId: purchase.id,
    createdDate: next(),
  });
  const failed = await insertTransaction(db, {
    merchantId,
    purchaseId: purchase.id,
    orderId: order.id,
    amountCents: 120_00n,
    status: 'DECLINED',
    externalErrorDescription: 'Do not honour',
    createdBy: 'Payment page',
    date: next(),
  });
  const payment = await insertTransaction(db, {
    merchantId,
    purchaseId: purchase.id,
    orderId: order.id,
    amountCents: 120_00n,
    externalPaymentId: 'PAY-1',
    createdBy: 'Payment page',
    date: next(),
  });
  await message('PURCHCOMPLREQ');
  await message('PURCHCOMPLREQ');
  const customer = await insertCustomer(db);
  const loan = await insertConsumerCredit(db, {
    merchantId,
    orderId: order.id,
    customerId: customer.id,
    amountCents: 120_00n,
    loanNumber: 'L-9',
    createdDate: next(),
    agreementSigningDate: next(),
  });
  const staff = await server.as('admin@paydesk.test');
  for (const [entityType, entityId] of [
    ['ORDER', order.id],
    ['PURCHASE', purchase.id],
    ['TRANSACTION', payment.id],
    ['LOAN', loan.id],
  ] as const)
    await insertRow(db, 'auditLogs', {
      id: randomUUIDv7(),
      createdDate: next(),
      userId: staff.userId,
      userName: 'Elīna Bērziņa',
      application: 'BACKOFFICE',
      action: `CHANGE_${entityType}`,
      entityType,
      entityId,
      merchantId,
      address: '192.0.2.7',
      result: 'SUCCESS',
      details: JSON.stringify({ changes: { status: { before: 'A', after: 'B' } } }) as never,
    });
  return {
    ids: { transaction: payment.id, purchase: purchase.id, order: order.id, loan: loan.id },
    failed: failed.id,
  };
}

const told = ({ title, who }: TimelineEvent) => (who ? `${title}, by ${who}` : title);

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('the timeline of a case', () => {
  let server: TestServer;
  let amber: string;
  let one: Awaited<ReturnType<typeof wholeCase>>;
  const everything = Object.keys(TIMELINES) as TimelineOf[];

  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    one = await wholeCase(server, amber);
    // the same case of the neighbour, so that whatever is found too much has something to find
    await wholeCase(server, await server.merchantId('Baltic Books'));
    const operator = await server.as('operator@amber.test');
    const about = { headers: { 'idempotency-key': 'timeline-1' } };
    await refund(operator, one.ids.transaction, 20, {}, about);
    const staff = await server.as('admin@paydesk.test');
    await reverse(
      staff,
      one.ids.transaction,
      100,
      {},
      {
        headers: { 'idempotency-key': 'timeline-2' },
      },
    );
  });
  after(() => server.close());

  const of = (client: Client, kind: TimelineOf, id: string = one.ids[kind]) =>
    client.call(`GET /api/timelines/${kind}/{id}`, { params: { id } });

  const MONEY = [
    'Reversal of 100.00 EUR succeeded, by Elīna Bērziņa',
    'Refund of 20.00 EUR succeeded, by Toms Liepiņš',
  ];

  test('SB-46, RP-03 a refund of another payment of the case says of which it is', async () => {
    const staff = await server.as('admin@paydesk.test');
    const titlesOf = async (id: string) =>
      (await of(staff, 'transaction', id)).body.events.map(({ title }) => title);
    assert.ok((await titlesOf(one.ids.transaction)).includes('Refund of 20.00 EUR succeeded'));
    assert.ok(
      (await titlesOf(one.failed)).includes(
        'Refund of 20.00 EUR succeeded, of the payment of 120.00',
      ),
    );
  });

  test('SB-46, LN-32 each step of a loan is told once: who proved who they are, and that it was signed', async () => {
    const staff = await server.as('admin@paydesk.test');
    const { id, merchantId } = await server.one<{ id: string; merchantId: string }>(
      `select s.consumer_credit_id as id, s.merchant_id as "merchantId" from loan_events s join loan_events m
         on m.consumer_credit_id = s.consumer_credit_id and m.merchant_id = s.merchant_id
         and m.kind = 'MOVED' and m.status_after = 'AGREEMENT_DOCUMENT_SIGNED'
       where s.kind = 'SIGNED' limit 1`,
    );
    const told = async () => (await of(staff, 'loan', id)).body.events.map(({ title }) => title);
    const titles = await told();
    for (const kind of ['AUTHENTICATION', 'SIGNING'])
      await insertRow(server.pool, 'auditLogs', {
        id: randomUUIDv7(),
        createdDate: new Date(),
        userId: null,
        userName: null,
        address: null,
        application: 'CHECKOUT',
        action: `BEGIN_LOAN_${kind}`,
        entityType: 'CONSUMER_CREDIT',
        entityId: id,
        merchantId,
        result: 'SUCCESS',
        details: JSON.stringify({ method: 'SMART_ID' }) as never,
      });
    assert.deepEqual(await told(), titles, 'that it was begun is a step of the loan');
    const times = (words: RegExp) => titles.filter((title) => words.test(title)).length;
    assert.deepEqual(
      [times(/signed$/i), times(/proved who they are/), times(/applied for/)],
      [1, 1, 1],
      titles.join('; '),
    );
  });

  test('LN-28, AT-05 a loan’s number stands where its institution gave it, and not where it was applied for', async () => {
    const { id } = await server.one<{ id: string }>(
      `select e.consumer_credit_id as id from loan_events e join consumer_credits l
         on l.id = e.consumer_credit_id and l.merchant_id = e.merchant_id and l.loan_number is not null
       where e.kind = 'MOVED' and e.status_after = 'CONFIRMED' limit 1`,
    );
    const { events } = (await of(await server.as('owner@amber.test'), 'loan', id)).body;
    assert.deepEqual(
      events
        .filter(({ kind, detail }) => kind === 'LOAN' && /number /.test(detail ?? ''))
        .map(({ title }) => title),
      ['The institution confirmed the loan'],
    );
  });

  test('RO-26, LN-10, SB-04 who borrows, on which list a name stands and why a person decided is told to staff alone', async () => {
    const { id } = await insertLoan(server.pool, { merchantId: amber });
    const steps = [
      ['AUTHENTICATED', null, 'Rihards Koppel'],
      ['SIGNED', null, 'Rihards Koppel'],
      ['HELD', null, 'The name stands on a list: sanctions'],
      ['REVIEW_PASSED', null, 'Called the customer'],
      ['MOVED', 'CUSTOMER_RISK_EVALUATION_SUCCEEDED', 'Called the customer'],
      ['MOVED', 'OFFER_CHOSEN', '52.72 EUR a month'],
    ] as const;
    for (const [kind, to, detail] of steps)
      await server.pool.query(
        `insert into loan_events (id, consumer_credit_id, merchant_id, kind, status_after, detail,
           user_name, created_date) values ($1, $2, $3, $4, $5, $6, 'Paydesk', now())`,
        [randomUUIDv7(), id, amber, kind, to, detail],
      );
    const details = async (email: string) => {
      const { body } = await of(await server.as(email), 'loan', id);
      return body.events
        .filter(({ title }) => !/applied for|placed/.test(title))
        .map(({ detail }) => detail);
    };
    assert.deepEqual(
      (await details('admin@paydesk.test')).sort(),
      steps.map(([, , detail]): string | null => detail).sort(),
    );
    for (const theirs of ['owner@amber.test', 'operator@amber.test'])
      assert.deepEqual(
        (await details(theirs)).filter((detail) => detail !== null),
        ['52.72 EUR a month'],
      );
  });

  test('AT-01, SB-46 every record of the case tells all of it, across all of them, the latest first', async () => {
    const staff = await server.as('admin@paydesk.test');
    for (const kind of everything) {
      const { events, more } = (await of(staff, kind)).body;
      assert.deepEqual(
        events.map(told),
        [
          ...MONEY,
          'Change loan, by Elīna Bērziņa',
          'Change transaction, by Elīna Bērziņa',
          'Change purchase, by Elīna Bērziņa',
          'Change order, by Elīna Bērziņa',
          'Loan agreement signed',
          'Loan of 120.00 EUR applied for',
          'Status sent to the merchant',
          'Status sent to the merchant',
          'Payment of 120.00 EUR succeeded, by Payment page',
          'Payment of 120.00 EUR was declined, by Payment page',
          'Recurring payment agreed',
          'Payment requested',
          'Purchase of 120.00 EUR begun',
          'Order of 120.00 EUR placed',
        ],
        kind,
      );
      assert.equal(more, false);
    }
  });

  test('SB-46 what happened at one instant stands in the order of cause, the effect first', async () => {
    const date = new Date();
    const order = await insertOrder(server.pool, {
      merchantId: amber,
      amountCents: 10_00n,
      createdDate: date,
    });
    const purchase = await insertPurchase(server.pool, {
      merchantId: amber,
      amountCents: 10_00n,
      createdDate: date,
    });
    await server.pool.query('update orders set purchase_id = $1 where id = $2', [
      purchase.id,
      order.id,
    ]);
    for (const xmlType of ['PURCHCOMPLREQ', 'PMTREQ'])
      await insertExchangeLog(server.pool, {
        merchantId: amber,
        purchaseId: purchase.id,
        xmlType,
        ...(xmlType === 'PURCHCOMPLREQ' && {
          xml: '<purchcomplreq><status>UNSIGNED</status></purchcomplreq>',
          outcome: 'FAILED',
          outcomeDetail: 'The address answered 503',
          outcomeDate: date,
          attempts: 1,
        }),
        createdDate: date,
      });
    const payment = { merchantId: amber, purchaseId: purchase.id, orderId: order.id, date };
    const { id } = await insertTransaction(server.pool, { ...payment, amountCents: 10_00n });
    await insertTransaction(server.pool, {
      ...payment,
      amountCents: 3_00n,
      refundedTransactionId: id,
      status: 'FAILED',
    });
    const { events } = (await of(await server.as('owner@amber.test'), 'transaction', id)).body;
    assert.deepEqual(
      events.map(({ title }) => title),
      [
        'Status sent to your system: Unsigned',
        'Refund of 3.00 EUR failed',
        'Payment of 10.00 EUR succeeded',
        'Purchase of 10.00 EUR begun',
        'Payment requested',
        'Order of 10.00 EUR placed',
      ],
    );
    // that it did not arrive, and why
    assert.equal(events[0]!.status?.description, 'Not delivered');
    assert.equal(events[0]!.detail, 'The address answered 503');
  });

  const moneyOf = async (client: Client, which: string) =>
    (await of(client, 'transaction', which)).body.events
      .filter(({ kind }) => kind !== 'PURCHASE')
      .map(({ title }) => title);

  test('AM-113, SB-04 a marked payment is told with what happened before, in words that everybody may read; a reversed refund says so', async () => {
    const owner = await server.as('owner@amber.test');
    const id = await insertPayment(server, {
      merchantId: amber,
      status: 'DECLINED',
      externalErrorType: 'ISSUER',
      externalErrorCode: '51',
      externalErrorDescription: 'RAW WORDS',
    });
    await markSuccessful(owner, id);
    const given = await markRefunded(owner, id, 40);
    await reverse(owner, given.body.refunds[0]!.transactionId, 40);
    const paid = await insertPayment(server, { merchantId: amber });
    const back = await refund(owner, paid, 20);
    await reverse(owner, back.body.refunds[0]!.transactionId, 15);
    assert.deepEqual(await moneyOf(owner, id), [
      'Reversal of 40.00 EUR of a manual refund recorded',
      '40.00 EUR marked as refunded',
      'Payment of 100.00 EUR marked as successful by hand: the acquirer does not have the money',
      'Payment of 100.00 EUR was declined',
    ]);
    assert.deepEqual(await moneyOf(owner, paid), [
      'Refund reversed: 15.00 EUR taken back',
      'Refund of 20.00 EUR succeeded',
      'Payment of 100.00 EUR succeeded',
    ]);
    const large = await insertPayment(server, { merchantId: amber, amountCents: 20_000_00n });
    await refund(owner, large, 9999.01);
    const { id: refused } = await server.one<{ id: string }>(
      'select id from transactions where refunded_transaction_id = $1',
      [large],
    );
    await markSuccessful(owner, refused);
    await reverse(owner, refused, 9999.01);
    assert.deepEqual(await moneyOf(owner, large), [
      "Reversal of 9'999.01 EUR of a manual refund recorded",
      "Refund of 9'999.01 EUR marked as successful by hand",
      "Refund of 9'999.01 EUR failed",
      "Payment of 20'000.00 EUR succeeded",
    ]);
    for (const [email, raw] of [
      ['owner@amber.test', false],
      ['admin@paydesk.test', false],
      ['technical@paydesk.test', true],
    ] as const) {
      const reply = await of(await server.as(email), 'transaction', id);
      assert.equal(reply.text.includes('RAW WORDS'), raw, email);
      assert.ok(reply.text.includes('There is not enough money on the card'), email);
    }
  });

  test('each event leads to its own record, and none to the record that is shown', async () => {
    const staff = await server.as('admin@paydesk.test');
    for (const kind of everything) {
      const { events } = (await of(staff, kind)).body;
      for (const { link, title } of events)
        assert.notEqual(link?.id === one.ids[kind] && link.of === kind, true, title);
      const links = new Set(events.map(({ link }) => link?.of));
      const others = [...everything, 'recurring'].filter((each) => each !== kind);
      for (const other of others) assert.ok(links.has(other as 'order'), `${kind} → ${other}`);
    }
    const { events } = (await of(staff, 'order')).body;
    assert.deepEqual(events.find(({ kind }) => kind === 'MESSAGE')?.link, {
      of: 'exchangeLogs',
      id: one.ids.purchase,
    });
  });

  test('what is known of each stands beside it: reason, note, reference, number, how it ended', async () => {
    const { events } = (await of(await server.as('owner@amber.test'), 'order')).body;
    const details = Object.fromEntries(events.map(({ title, detail }) => [title, detail]));
    assert.equal(details['Payment of 120.00 EUR succeeded'], 'reference PAY-1');
    assert.equal(details['Order of 120.00 EUR placed'], 'number AO-77 · Two oak stools');
    assert.match(details['Refund of 20.00 EUR succeeded']!, /^Other refund · /);
    const callbacks = events.filter(({ kind }) => kind === 'CALLBACK');
    assert.deepEqual(
      callbacks.map(({ status }) => status?.name),
      ['ERROR', undefined],
      'the last report alone is known to have failed',
    );
    const change = events.find(({ kind }) => kind === 'CHANGE');
    assert.deepEqual(JSON.parse(change!.changes!), {
      changes: { status: { before: 'A', after: 'B' } },
    });
  });

  test('SB-03, SB-04 each person is told what the own lists show, and no more', async () => {
    /** A kind of event, and the lists that show the same. */
    const READ: readonly [RegExp, readonly Permission[]][] = [
      [/^(PAYMENT|REFUND|REVERSAL)$/, TIMELINES.transaction],
      [/^(PURCHASE|RECURRING|MESSAGE|CALLBACK)$/, TIMELINES.purchase],
      [/^(ORDER|LOAN)$/, TIMELINES.order],
    ];
    const people: [string, UserRole, readonly Permission[]][] = [];
    for (const role of Object.keys(ROLE_PERMISSIONS) as UserRole[]) {
      const held = ROLE_PERMISSIONS[role];
      people.push([role, role, held]);
      for (const [, permissions] of READ) {
        const without = held.filter((permission) => !permissions.includes(permission));
        people.push([`${role} without ${permissions.join()}`, role, without]);
        const only = held.filter((permission) => permissions.includes(permission));
        people.push([`${role} with ${only.join()} alone`, role, only]);
      }
    }
    for (const [name, userRole, permissions] of people) {
      const merchantId = userRole.startsWith('MERCHANT_') ? amber : null;
      const client = await server.person({ userRole, permissions, merchantId });
      for (const kind of everything) {
        const reply = await of(client, kind);
        const may = (read: readonly Permission[]) => holdsAny({ permissions }, read);
        assert.equal(reply.status, may(TIMELINES[kind]) ? 200 : 403, `${kind} by ${name}`);
        if (reply.status !== 200) continue;
        const { events } = reply.body;
        for (const [kinds, read] of READ)
          assert.equal(
            events.some((event) => kinds.test(event.kind)),
            may(read),
            `${kind} by ${name}: ${kinds.source}`,
          );
        const changed = events.filter((event) => event.kind === 'CHANGE').map(({ title }) => title);
        const expected = (
          [
            ['loan', 'Change loan'],
            ['transaction', 'Change transaction'],
            ['purchase', 'Change purchase'],
            ['order', 'Change order'],
          ] as const
        ).flatMap(([each, title]) => (may(TIMELINES[each]) ? [title] : []));
        assert.deepEqual(changed, expected, `${kind} by ${name}`);
        const technical = userRole === 'BACKOFFICE_TECHNICAL';
        assert.equal(
          reply.text.includes('Do not honour'),
          technical && may(TIMELINES.transaction),
          name,
        );
        assert.equal(
          reply.text.includes('The shop answered 500'),
          technical && may(TIMELINES.order),
          name,
        );
        assert.doesNotMatch(reply.text, /192\.0\.2\.7/, 'no address');
        if (merchantId) assert.doesNotMatch(reply.text, /Elīna/, 'staff have no names there');
      }
    }
  });

  test('SB-03 events of another merchant that a wrong id leads to stay out', async () => {
    const baltic = await server.merchantId('Baltic Books');
    const order = await insertOrder(server.pool, { merchantId: amber });
    await insertTransaction(server.pool, { merchantId: baltic, orderId: order.id });
    const { events } = (await of(await server.as('admin@paydesk.test'), 'order', order.id)).body;
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['ORDER'],
    );
  });

  test('SB-04 what staff wrote down for themselves is told to staff alone', async () => {
    const staff = await server.as('admin@paydesk.test');
    const createdDate = new Date(Date.now() - 60_000);
    const { id } = await insertOrder(server.pool, { merchantId: amber, createdDate });
    await insertRow(server.pool, 'auditLogs', {
      id: randomUUIDv7(),
      createdDate: new Date(),
      userId: staff.userId,
      userName: null,
      application: 'BACKOFFICE',
      action: 'EDIT_COMMENT',
      entityType: 'ORDER',
      entityId: id,
      merchantId: null,
      address: null,
      result: 'SUCCESS',
      details: '{}' as never,
    });
    const kinds = async (client: Client) =>
      (await of(client, 'order', id)).body.events.map(({ kind }) => kind);
    assert.deepEqual(await kinds(staff), ['CHANGE', 'ORDER']);
    assert.deepEqual(await kinds(await server.as('owner@amber.test')), ['ORDER']);
  });

  test('ST-03, SB-46 why a payment was approved after review stands in its story for staff, and in the audit log', async () => {
    const id = await insertHeld(server, amber, 'REVIEW');
    const staff = await server.as('admin@paydesk.test');
    const approved = await staff.call('POST /api/transactions/{id}/actions/pass', {
      params: { id },
      body: { reasonNote: 'Called the shopper' },
    });
    assert.ok(approved.status < 300, approved.text);
    const told = async (by: Client) =>
      (await of(by, 'transaction', id)).body.events.find(({ kind }) => kind === 'CHANGE');
    const [row] = await server.all<{ result: string; details: Record<string, unknown> }>(
      `select result, details from audit_logs where entity_id = $1 and action = 'PASS_REVIEW'`,
      [id],
    );
    assert.deepEqual([row!.result, row!.details['reasonNote']], ['SUCCESS', 'Called the shopper']);
    assert.equal((await told(staff))?.title, 'Approved after review');
    assert.equal((await told(staff))?.detail, 'Called the shopper');
    const seen = await told(await server.as('owner@amber.test'));
    assert.deepEqual([seen?.title, seen?.detail], ['Approved after review', null]);
  });

  test('a payment that was refused after review stands where it was refused, and one that ended at once where it began', async () => {
    const id = await insertHeld(server, amber, 'REVIEW');
    const began = hoursAgo(5);
    await server.pool.query('update transactions set date = $2 where id = $1', [id, began]);
    const staff = await server.as('admin@paydesk.test');
    const refused = await staff.call('POST /api/transactions/{id}/actions/refuse', {
      params: { id },
      body: { reasonNote: 'Stolen card' },
    });
    assert.equal(refused.status, 200, refused.text);
    const owner = await server.as('owner@amber.test');
    for (const by of [staff, owner]) {
      const { events } = (await of(by, 'transaction', id)).body;
      const blocked = events.find((one) => one.id === id && one.kind === 'PAYMENT')!;
      assert.match(blocked.title, /was blocked/);
      assert.ok(Date.now() - Date.parse(blocked.date) < 60_000, blocked.date);
    }
    const { id: declined } = await insertTransaction(server.pool, {
      merchantId: amber,
      status: 'DECLINED',
      date: new Date(began),
    });
    const { events } = (await of(owner, 'transaction', declined)).body;
    assert.equal(events.find((one) => one.id === declined)!.date, began);
  });

  test('an answer awaited from the acquirer is pending, a refused one failed', async () => {
    const merchantId = amber;
    const operator = await server.as('operator@amber.test');
    const lost = await insertPayment(server, { merchantId, amountCents: 9999_03n });
    await refund(operator, lost, 9999.03, {}, { headers: { 'idempotency-key': 'timeline-3' } });
    const [pending] = (await of(operator, 'transaction', lost)).body.events;
    assert.equal(pending?.title, "Refund of 9'999.03 EUR is pending");
    assert.equal(pending?.status?.name, 'PENDING');
    assert.equal(pending?.link?.of, 'transaction');
    const declined = await insertPayment(server, { merchantId, amountCents: 9999_01n });
    const owner = await server.as('owner@amber.test');
    await reverse(owner, declined, 9999.01, {}, { headers: { 'idempotency-key': 'timeline-4' } });
    const { events } = (await of(operator, 'transaction', declined)).body;
    assert.equal(events[0]?.title, "Reversal of 9'999.01 EUR was declined");
    await server.settleEverything();
    const [settled] = (await of(operator, 'transaction', lost)).body.events;
    assert.equal(settled?.title, "Refund of 9'999.03 EUR succeeded");
  });

  test('of hundreds the newest 200 are told, the record’s own always, and that there are more', async () => {
    const merchantId = amber;
    const purchase = await insertPurchase(server.pool, { merchantId });
    const charges: string[] = [];
    for (let month = 0; month < 230; month++) {
      const date = new Date(Date.now() - month * 86_400_000);
      const { id } = await insertTransaction(server.pool, {
        merchantId,
        purchaseId: purchase.id,
        date,
      });
      charges.push(id);
    }
    const owner = await server.as('owner@amber.test');
    const whole = (await of(owner, 'purchase', purchase.id)).body;
    assert.equal(whole.more, true);
    assert.equal(whole.events.length, 200);
    assert.deepEqual(
      whole.events.flatMap(({ link }) => (link?.of === 'transaction' ? [link.id] : [])),
      charges.slice(0, 199),
    );
    const first = charges.at(-1)!;
    const { events } = (await of(owner, 'transaction', first)).body;
    assert.ok(events.some(({ id }) => id === first));
  });
});
