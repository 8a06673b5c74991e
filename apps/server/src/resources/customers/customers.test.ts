import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  cardActions,
  cardStanding,
  customerActions,
  type CardAction,
  type CustomerAction,
} from '@paydesk/contract/resources/customers/actions.ts';
import { CUSTOMER_STATUSES } from '@paydesk/contract/kernel/customer-statuses.ts';
import { customerAnswer } from '@paydesk/contract/resources/customers/story.ts';
import { table } from '@paydesk/contract/index.ts';
import { formatAmount, together } from '@paydesk/contract/kernel/money.ts';
import { openApi } from '@paydesk/contract/kernel/openapi.ts';
import { askedOf } from '@paydesk/contract/kernel/fields.ts';
import { CARD_STATUSES } from '@paydesk/contract/resources/customers/lists.ts';
import { insertCustomer, insertMerchant, insertTransaction } from '../../seed/factories.ts';
import { insertCard } from '../../seed/factories/customers.ts';
import { refusalOf } from '../../testing/answers.ts';
import { insertAgreed } from '../../testing/recurring.ts';
import { insertCase } from '../../testing/screening.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const names = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as K[];

/** What AM-15 and the specification's silence leave open, written out: from where each may be done. */
const CUSTOMER_MATRIX: Record<keyof typeof CUSTOMER_STATUSES, CustomerAction[]> = {
  REGISTERED: ['block', 'activate', 'close'],
  ACTIVE: ['block', 'close'],
  BLOCKED: ['activate', 'close'],
  CLOSED: [],
};
const CARD_MATRIX: Record<keyof typeof CARD_STATUSES, CardAction[]> = {
  ACTIVE: ['block', 'delete'],
  BLOCKED: ['activate', 'delete'],
  EXPIRED: ['delete'],
  DELETED: [],
};

const onCustomer = (by: Client, id: string, name: CustomerAction, reason?: string) =>
  by.call(`POST /api/customers/{id}/actions/${name}`, {
    params: { id },
    ...(reason !== undefined && { body: { reason } }),
  });
const onCard = (by: Client, id: string, name: CardAction, reason?: string) =>
  by.call(`POST /api/cards/{id}/actions/${name}`, {
    params: { id },
    ...(reason !== undefined && { body: { reason } }),
  });

const at = (date: string) => ({ date: new Date(date) });

describe('customers and their cards', () => {
  let server: TestServer;
  let admin: Client;
  let technical: Client;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
    technical = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const stored = (table: 'customers' | 'cards', id: string) =>
    server.one<{ row: Record<string, unknown>; audits: bigint }>(
      `select to_jsonb(t) as row,
         (select count(*) from audit_logs where result <> 'REFUSED' and
           (entity_id = $1 or details->>'cardId' = $1::text)) as audits
       from ${table} t where id = $1`,
      [id],
    );

  for (const status of names(CUSTOMER_STATUSES))
    test(`CU-05, CU-06, API-25, API-26, SB-42 customer ${status}: the actions listed are those that work`, async () => {
      const given = await insertCustomer(server.pool, { status });
      const listed = await admin.call('GET /api/customers/{id}/actions', {
        params: { id: given.id },
      });
      assert.deepEqual(listed.body, CUSTOMER_MATRIX[status]);
      for (const name of names(customerActions)) {
        const { id } = await insertCustomer(server.pool, { status });
        const earlier = await stored('customers', id);
        const reply = await onCustomer(admin, id, name);
        const later = await stored('customers', id);
        if (CUSTOMER_MATRIX[status].includes(name)) {
          assert.equal(reply.status, 200, reply.text);
          assert.equal(reply.body.status.name, customerActions[name].to);
          assert.equal(reply.body.updatedBy, 'Elīna Bērziņa');
          assert.equal(later.row['status'], customerActions[name].to);
          assert.equal(later.audits, 1n);
        } else {
          assert.equal(reply.status, 400);
          const { errorCode, errors } = refusalOf(reply);
          assert.equal(errorCode, 'VALIDATION_FAILURE');
          assert.deepEqual(errors, [
            {
              field: 'status',
              message: customerActions[name].whyNot({ status: { name: status } }, new Date()),
            },
          ]);
          assert.deepEqual(later, earlier, 'nothing was changed');
        }
      }
    });

  for (const status of names(CARD_STATUSES))
    test(`CU-07, API-27, SB-42 card ${status}: what the matrix allows is done, all else refused`, async () => {
      const { id: customerId } = await insertCustomer(server.pool);
      for (const name of names(cardActions)) {
        const { id } = await insertCard(server.pool, { customerId, status });
        const earlier = await stored('cards', id);
        const reply = await onCard(admin, id, name);
        const later = await stored('cards', id);
        if (CARD_MATRIX[status].includes(name)) {
          assert.equal(reply.status, 200, reply.text);
          assert.equal(reply.body.status.name, cardActions[name].to);
          assert.equal(later.row['status'], cardActions[name].to);
          assert.equal(later.row['updated_by'], 'Elīna Bērziņa');
          assert.equal(later.audits, 1n);
        } else {
          assert.equal(reply.status, 400);
          assert.equal(
            refusalOf(reply).errors[0]!.message,
            cardActions[name].whyNot({ status: { name: status } }, new Date()),
          );
          assert.deepEqual(later, earlier, 'nothing was changed');
        }
      }
    });

  test('SB-42 the reasons say what would do and what is', () => {
    const closed = { status: { name: 'CLOSED' } } as const;
    assert.equal(
      customerActions.block.whyNot(closed, new Date()),
      'Only a registered or active customer can be blocked; this one is closed',
    );
    assert.equal(
      customerActions.close.whyNot(closed, new Date()),
      'Only a registered, active or blocked customer can be closed; this one is closed',
    );
    assert.equal(
      cardActions.block.whyNot({ status: { name: 'EXPIRED' } }, new Date()),
      'Only an active card can be blocked; this one is expired',
    );
  });

  test('AM-15, AM-82, API-25 technical staff read everything, are offered nothing and change nothing', async () => {
    const { id } = await insertCustomer(server.pool);
    const card = await insertCard(server.pool, { customerId: id });
    const params = { id };
    assert.equal((await technical.call('GET /api/customers/{id}', { params })).status, 200);
    const listed = await technical.call('GET /api/customers/{id}/actions', { params });
    assert.deepEqual(listed.body, []);
    for (const name of names(customerActions))
      assert.equal((await onCustomer(technical, id, name)).status, 403, name);
    for (const name of names(cardActions))
      assert.equal((await onCard(technical, card.id, name)).status, 403, name);
    assert.equal((await stored('customers', id)).audits, 0n);
  });

  test('API-21, AM-82 a merchant’s people see no customer, no card and no screening', async () => {
    const { id } = await insertCustomer(server.pool);
    for (const email of ['owner@amber.test', 'operator@amber.test']) {
      const person = await server.as(email);
      const params = { id };
      for (const reply of [
        await person.call('GET /api/customers'),
        await person.call('GET /api/customers.csv'),
        await person.call('GET /api/customers/{id}', { params }),
        await person.call('GET /api/customers/{id}/cards', { params }),
        await person.call('GET /api/customers/{id}/actions', { params }),
        await person.call('GET /api/screening'),
        await person.call('GET /api/screening.csv'),
      ])
        assert.equal(reply.status, 403, reply.text);
    }
  });

  test('CU-02, SB-46 what staff write down of a customer stays: nobody changes it, a merchant’s people read none, another customer’s is absent', async () => {
    const [one, other] = [await insertCustomer(server.pool), await insertCustomer(server.pool)];
    const params = { id: one.id };
    const written = await technical.call('POST /api/customers/{id}/notes', {
      params,
      body: { note: '  Called: pays on Friday ' },
    });
    assert.equal(written.status, 200, written.text);
    const { id, note, createdBy } = written.body;
    assert.equal(note, 'Called: pays on Friday');
    const list = await admin.call('GET /api/customers/{id}/notes', { params });
    assert.deepEqual(
      list.body.content.map((each) => [each.id, each.note, each.createdBy]),
      [[id, note, createdBy]],
    );
    const key = 'GET /api/customers/{id}/notes/{noteId}';
    assert.equal((await admin.call(key, { params: { ...params, noteId: id } })).status, 200);
    const elsewhere = { id: other.id, noteId: id };
    assert.equal((await admin.call(key, { params: elsewhere })).status, 404);
    const owner = await server.as('owner@amber.test');
    assert.equal((await owner.call('GET /api/customers/{id}/notes', { params })).status, 403);
    for (const change of ['update customer_notes set note = note', 'delete from customer_notes'])
      await assert.rejects(server.pool.query(change));
  });

  test('SB-42, SB-46, SB-47 why somebody is blocked, let go or closed is kept with who and when, and audited; a call may say nothing', async () => {
    const { id } = await insertCustomer(server.pool, { status: 'ACTIVE' });
    const blocked = await onCustomer(admin, id, 'block', '  Card reported stolen ');
    assert.equal(blocked.status, 200, blocked.text);
    assert.equal(blocked.body.statusReason, 'Card reported stolen');
    assert.equal(blocked.body.statusBy, 'Elīna Bērziņa');
    assert.ok(Math.abs(Date.parse(blocked.body.statusDate!) - Date.now()) < 60_000);
    assert.equal(blocked.body.statusDate, blocked.body.updatedDate, 'one clock');
    assert.match(
      customerAnswer(blocked.body)!.nextStep,
      /^Elīna Bērziņa wrote: “Card reported stolen”. No payment was refused since/,
    );
    // the block's reason is none of the status that follows
    const freed = await onCustomer(admin, id, 'activate');
    assert.deepEqual([freed.status, freed.body.statusReason], [200, null]);
    const number = await onCustomer(admin, id, 'close', 'Pays with 4111 1111 1111 1111');
    assert.equal(number.status, 400);
    assert.match(refusalOf(number).errors[0]!.message, /^A card number must not stand here/);
    assert.equal((await onCustomer(admin, id, 'close', 'x'.repeat(501))).status, 400);
    const card = await insertCard(server.pool, { customerId: id });
    const held = await onCard(admin, card.id, 'block', 'Lost at the harbour');
    assert.equal(held.body.statusReason, 'Lost at the harbour');
    assert.equal((await onCard(admin, card.id, 'activate')).body.statusReason, null);
    const told = await server.all<{ action: string; reason: string | null }>(
      `select action, details->>'reason' as reason from audit_logs
       where entity_id = $1 and result = 'SUCCESS' order by id`,
      [id],
    );
    assert.deepEqual(
      told.map(({ action, reason }) => [action, reason]),
      [
        ['BLOCK', 'Card reported stolen'],
        ['ACTIVATE', null],
        ['BLOCK_CARD', 'Lost at the harbour'],
        ['ACTIVATE_CARD', null],
      ],
    );
    assert.equal(askedOf(customerActions.block.fields)['reason']!.required, true, 'in the console');
    const body = openApi(table, { version: 'test' }).paths['/api/customers/{id}/actions/block']
      ?.post?.requestBody;
    assert.equal(body?.required, false);
  });

  test('SB-42 a block tells how many payments came to nothing since', async () => {
    const { id } = await insertCustomer(server.pool, { status: 'ACTIVE' });
    const merchantId = await server.merchantId('Amber & Oak');
    const failed = { merchantId, customerId: id, status: 'FAILED' as const };
    await insertTransaction(server.pool, { ...failed, date: new Date(Date.now() - 3_600_000) });
    assert.equal((await onCustomer(admin, id, 'block')).body.refusedSince, 0);
    await insertTransaction(server.pool, { ...failed, date: new Date(Date.now() + 60_000) });
    const { body } = await admin.call('GET /api/customers/{id}', { params: { id } });
    assert.equal(body.refusedSince, 1);
  });

  test('CU-02, SB-42 a customer’s page says first what of theirs waits for a decision, and a block what it stops', async () => {
    const [one] = await server.all<{ id: string; payment: string; cents: string }>(
      `select customer_id as id, id as payment, amount_cents as cents from transactions
       where hold = 'REVIEW' and customer_id in (select id from customers where status = 'ACTIVE')
       order by date, id limit 1`,
    );
    const params = { id: one!.id };
    const { body } = await technical.call('GET /api/customers/{id}', { params });
    const amount = Number(one!.cents) / 100;
    assert.deepEqual(body.held, {
      kind: 'PAYMENT',
      id: one!.payment,
      amount,
      currency: 'EUR',
      count: 1,
    });
    const { tone, reason, nextStep, leads } = customerAnswer(body)!;
    assert.equal(tone, 'warning');
    assert.equal(reason, `A payment of ${formatAmount(amount)} EUR is held for review`);
    assert.ok(nextStep.includes(leads!));
    assert.notEqual(customerAnswer({ ...body, held: null })!.reason, reason);
    const asked = customerActions.block.dialog!.consequence as (one: typeof body) => string;
    assert.match(
      asked({ ...body, activeRecurring: 1 }),
      /\nTheir active recurring payment is not charged until then\.\nWhat is held for review/,
    );
    // what its page calls on hold is none of the active ones, and is lost for good when they are closed alone
    const merchant = await insertMerchant(server.pool);
    const counts = async () => {
      const { activeRecurring, heldRecurring } = (
        await technical.call('GET /api/customers/{id}', { params })
      ).body;
      return { activeRecurring, heldRecurring };
    };
    const none = await counts();
    await insertAgreed(server, merchant.id, { customerId: one!.id });
    const charged = { ...none, activeRecurring: none.activeRecurring + 1 };
    assert.deepEqual(await counts(), charged);
    await server.pool.query(`update merchants set status = 'DISABLED' where id = $1`, [
      merchant.id,
    ]);
    assert.deepEqual(await counts(), { ...none, heldRecurring: none.heldRecurring + 1 });
    const onHold = { ...body, held: null, activeRecurring: 0, heldRecurring: 2 };
    assert.doesNotMatch(asked(onHold), /\n/);
    const closed = customerActions.close.dialog!.consequence as typeof asked;
    assert.match(
      closed(onHold),
      /\nTheir 2 recurring payments on hold are not charged any more\.$/,
    );
  });

  test('API-23, CU-02 a customer is all that is stored, but for the middle of the personal id', async () => {
    const createdDate = new Date('2026-02-01T10:00:00.000Z');
    const given = await insertCustomer(server.pool, {
      firstName: 'Austra',
      lastName: 'Zīle',
      email: 'austra@mail.test',
      personalId: '120385-12945',
      phone: '+371 2000 0000',
      status: 'REGISTERED',
      country: 'LV',
      createdDate,
    });
    await insertCard(server.pool, { customerId: given.id });
    const merchantId = await server.merchantId('Amber & Oak');
    const paid = { merchantId, customerId: given.id };
    await insertTransaction(server.pool, {
      ...paid,
      ...at('2026-02-02T09:30:00.000Z'),
      amountCents: 100_10n,
      refundedCents: 30_00n,
    });
    const lastDate = '2026-03-02T09:30:00.000Z';
    const lost = await insertTransaction(server.pool, {
      ...paid,
      ...at(lastDate),
      amountCents: 20_20n,
    });
    for (const [cents, status] of [
      [4_00n, 'LOST'],
      [1_50n, 'OPEN'],
      [9_00n, 'WON'],
    ])
      await server.pool.query(
        `insert into disputes (id, merchant_id, transaction_id, external_id, amount_cents, currency, reason,
           status, created_date) values (gen_random_uuid(), $1, $2, $4, $3, 'EUR', 'Fraud', $4, now())`,
        [merchantId, lost.id, cents, status],
      );
    const failed = { ...paid, amountCents: 999_00n, status: 'FAILED' } as const;
    await insertTransaction(server.pool, { ...failed, ...at('2026-02-20T09:30:00.000Z') });
    await insertTransaction(server.pool, { ...failed, ...at('2026-03-03T09:30:00.000Z') });
    for (const result of ['CLEAR', 'CLEAR', 'MATCH'])
      await server.pool.query(
        `insert into screening_results (id, customer_id, name, list, match_score, result, created_date)
         values (gen_random_uuid(), $1, 'Austra Zīle', 'PEP', 80, $2, now())`,
        [given.id, result],
      );
    const params = { id: given.id };
    const { body, text } = await technical.call('GET /api/customers/{id}', { params });
    assert.deepEqual(body, {
      id: given.id,
      firstName: 'Austra',
      lastName: 'Zīle',
      personalId: '12••••••••45',
      email: 'austra@mail.test',
      phone: '+371 2000 0000',
      status: { name: 'REGISTERED', description: 'Registered' },
      country: 'LV',
      cards: 1,
      createdDate: createdDate.toISOString(),
      lastLoginDate: null,
      updatedDate: null,
      updatedBy: null,
      payments: 2,
      paidAmount: 120.3,
      refundedAmount: 30,
      reversedAmount: 0,
      claimedAmount: 5.5,
      lostAmount: 4,
      dispute: { transactionId: lost.id, amount: 1.5, currency: 'EUR', respondBy: null, count: 1 },
      disputes: 3,
      averageAmount: 60.15,
      failedPayments: 2,
      failedAmount: 1998,
      refusedSince: 0,
      blockedAs: null,
      held: null,
      lastPaid: { date: lastDate, amount: 20.2, currency: 'EUR' },
      failedSince: 1,
      screenings: 3,
      screeningHits: 1,
      screeningCase: null,
      screeningAsked: true,
      activeRecurring: 0,
      heldRecurring: 0,
      statusDate: null,
      statusBy: null,
      statusReason: null,
      unfinished: null,
      shownPersonalId: null,
      shownUntil: null,
      erasedDate: null,
    });
    // to the cent the rows that the figures open, and as many
    for (const [f_status, amount, count] of [
      ['SUCCESS,REVERSED', body.paidAmount, body.payments],
      ['FAILED,DECLINED,RP_BLOCKED', body.failedAmount, body.failedPayments],
    ] as const) {
      const rows = await technical.call('GET /api/transactions', {
        query: { f_customerId: given.id, f_type: 'PAYMENT', f_status },
      });
      assert.equal(rows.body.totalElements, count);
      assert.equal(together(...rows.body.content.map((row) => row.amount)), amount);
    }
    const query = { f_id: given.id };
    const list = await technical.call('GET /api/customers', { query });
    const file = await technical.call('GET /api/customers.csv', { query });
    const { updatedDate: _at, updatedBy: _by, payments: _payments, ...others } = body;
    const { paidAmount: _paid, refundedAmount: _refunded, ...more } = others;
    const {
      reversedAmount: _reversed,
      claimedAmount: _claimed,
      lostAmount: _gone,
      dispute: _dispute,
      disputes: _disputes,
      ...back
    } = more;
    const { averageAmount: _average, failedPayments: _tries, failedAmount: _lost, ...went } = back;
    const { refusedSince: _refused, blockedAs: _elsewhere, ...rest } = went;
    const { held: _held, activeRecurring: _active, lastPaid: _last, ...still } = rest;
    const { heldRecurring: _waiting, ...stood } = still;
    const {
      failedSince: _failed,
      screenings: _all,
      screeningHits: _hits,
      screeningCase: _case,
      screeningAsked: _asked,
      ...open
    } = stood;
    const { unfinished: _unfinished, erasedDate: _erased, ...standing } = open;
    const { statusDate: _since, statusBy: _who, ...left } = standing;
    const { shownPersonalId: _shown, shownUntil: _until, ...listed } = left;
    assert.deepEqual(list.body.content, [listed]);
    assert.match(file.text, /12••••••••45/);
    for (const answer of [text, list.text, file.text]) assert.ok(!answer.includes('0385'));
    const absent = await technical.call('GET /api/customers/{id}', {
      params: { id: randomUUIDv7() },
    });
    assert.equal(absent.status, 404);
    assert.equal(
      (await technical.call('GET /api/customers', { query: { f_personalId: '1203' } })).status,
      400,
      'nobody finds a personal id out by asking for its parts',
    );
  });

  test('CU-02, CU-08 a customer names the one case that screening made of them, and none of several', async () => {
    const person = await insertCustomer(server.pool, { status: 'ACTIVE' });
    const of = { id: person.id, name: 'Ana Birch' };
    const named = async () => {
      const { body } = await technical.call('GET /api/customers/{id}', {
        params: { id: person.id },
      });
      return body.screeningCase;
    };
    assert.equal(await named(), null);
    assert.equal(await insertCase(server, 'LOW', of), await named());
    await insertCase(server, 'LOW', of);
    assert.equal(await named(), null);
  });

  test('CU-03, CU-04, API-24, AM-68 a customer’s cards and no others, masked, filtered and sorted', async () => {
    const { id: customerId } = await insertCustomer(server.pool);
    const { id: other } = await insertCustomer(server.pool);
    const given = { customerId, expiresMonth: '2027-08-01' };
    const one = await insertCard(server.pool, {
      ...given,
      expiresMonth: '2028-01-01',
      last4: '0005',
      isDefault: true,
    });
    const two = await insertCard(server.pool, {
      ...given,
      first6: '510510',
      paymentScheme: 'MASTERCARD',
      cardType: 'PREPAID',
      issuer: 'Harbour Bank',
      status: 'BLOCKED',
      onboardingStatus: 'FAILED',
    });
    await insertCard(server.pool, { customerId: other });
    const key = 'GET /api/customers/{id}/cards';
    const ask = async (query: Record<string, string>) =>
      (await technical.call(key, { params: { id: customerId }, query })).body;
    const sorted = await ask({ sort: 'paymentScheme,ASC' });
    assert.equal(sorted.totalElements, 2);
    assert.deepEqual(
      sorted.content.map(({ id, card, expires }) => [id, card, expires]),
      [
        [two.id, '510510******1111', '08/27'],
        [one.id, '411111******0005', '01/28'],
      ],
    );
    // the year comes before the month (AM-109)
    const months = async (sort: string) =>
      (await ask({ sort })).content.map(({ expires }) => expires);
    assert.deepEqual(await months('expires,ASC'), ['08/27', '01/28']);
    assert.deepEqual(await months('expires,DESC'), ['01/28', '08/27']);
    for (const [filter, value] of [
      ['f_cardType', 'PREPAID'],
      ['f_status', 'BLOCKED'],
      ['f_onboardingStatus', 'FAILED'],
      ['f_issuer', 'harbour'],
      ['f_isDefault', 'false'],
      ['f_card', '510510'],
    ] as const)
      assert.deepEqual(
        (await ask({ [filter]: value })).content.map(({ id }) => id),
        [two.id],
        filter,
      );
    // of which the acquirer tells no first digits
    await insertCard(server.pool, { customerId: other, first6: null, last4: '0007' });
    const untold = await technical.call(key, {
      params: { id: other },
      query: { sort: 'card,ASC' },
    });
    assert.deepEqual(
      untold.body.content.map(({ card }) => card),
      ['************0007', '411111******1111'],
      untold.text,
    );
    const absent = await technical.call(key, { params: { id: randomUUIDv7() } });
    assert.equal(absent.status, 404);
    const all = await server.all<{ text: string }>(
      "select (to_jsonb(k) - 'id' - 'customer_id' - 'token')::text as text from cards k",
    );
    for (const { text } of all) assert.doesNotMatch(text, /\d{7}|cvv|cvc/i);
  });

  test('SB-42, CU-03 a blocked card says why, who blocked it and when; one that can be used again does not', async () => {
    const { id: customerId } = await insertCustomer(server.pool);
    const { id } = await insertCard(server.pool, { customerId });
    const read = async () => {
      const { body } = await technical.call('GET /api/customers/{id}/cards', {
        params: { id: customerId },
        query: { f_id: id },
      });
      return body.content[0]!;
    };
    assert.equal(cardStanding(await read()), null);
    await onCard(admin, id, 'block', 'Reported lost');
    assert.match(
      cardStanding(await read())!,
      /^“Reported lost” Elīna Bērziņa, \d\d\.\d\d\.\d{4} \d\d:\d\d$/,
    );
    await onCard(admin, id, 'activate', 'Found');
    assert.equal(cardStanding(await read()), null);
  });

  test('SB-42, CU-10 an active card says that nobody charges it, and whose state forbids it: its customer’s, the email’s, or the same card’s elsewhere', async () => {
    const email = `${randomUUIDv7()}@example.test`;
    const [one, same, other] = [
      await insertCustomer(server.pool, { email }),
      await insertCustomer(server.pool, { email }),
      await insertCustomer(server.pool),
    ];
    const [token, last4] = [randomUUIDv7(), '4343'];
    const card = await insertCard(server.pool, { customerId: one.id, token, last4 });
    const elsewhere = await insertCard(server.pool, { customerId: other.id, token, last4 });
    const read = async () => {
      const { body } = await technical.call('GET /api/customers/{id}/cards', {
        params: { id: one.id },
        query: { f_id: card.id },
      });
      return body.content[0]!;
    };
    assert.deepEqual([(await read()).refusal, cardStanding(await read())], [null, null]);
    await onCard(admin, elsewhere.id, 'block');
    assert.equal((await read()).refusal, 'CARD_BLOCKED');
    await onCustomer(admin, same.id, 'block');
    assert.equal(
      cardStanding(await read()),
      'Not charged: another customer with the same email is blocked',
    );
    const whole = async () =>
      (await technical.call('GET /api/customers/{id}', { params: { id: one.id } })).body;
    assert.equal((await whole()).blockedAs, same.id);
    assert.match(customerAnswer(await whole())!.reason, /another customer with their email/);
    await onCustomer(admin, one.id, 'block');
    assert.match(customerAnswer(await whole())!.reason, /^Blocked:/);
    const blocked = await read();
    assert.deepEqual([blocked.refusal, blocked.status.name], ['CUSTOMER_BLOCKED', 'ACTIVE']);
    assert.equal(cardStanding(blocked), 'The card itself is active');
    await onCard(admin, card.id, 'block', 'Lost');
    const lost = await read();
    assert.match(cardStanding(lost)!, /^“Lost” /);
    const { consequence } = cardActions.activate.dialog!;
    assert.match(
      typeof consequence === 'function' ? consequence(lost) : consequence!,
      /^The card is active then, but still not charged: the customer is blocked\./,
    );
    await onCustomer(admin, one.id, 'close');
    assert.equal((await read()).refusal, 'CUSTOMER_CLOSED');
  });

  test('SB-42 a deleted card is the default no more, and another can be', async () => {
    const { id: customerId } = await insertCustomer(server.pool);
    const { id } = await insertCard(server.pool, { customerId, isDefault: true });
    const { body } = await onCard(admin, id, 'delete');
    assert.deepEqual([body.status.name, body.isDefault], ['DELETED', false]);
    await insertCard(server.pool, { customerId, isDefault: true });
    await assert.rejects(insertCard(server.pool, { customerId, isDefault: true }), /one_default/);
  });

  test('AT-01, SB-46 the history of a customer tells of the customer and of the cards', async () => {
    const { id } = await insertCustomer(server.pool);
    const card = await insertCard(server.pool, { customerId: id, isDefault: true });
    await onCustomer(admin, id, 'block');
    await onCard(admin, card.id, 'delete');
    const { body } = await technical.call('GET /api/customers/{id}/history', { params: { id } });
    assert.deepEqual(
      body.content.map(({ user, action, result, details }) => [
        user,
        action,
        result.name,
        JSON.parse(details),
      ]),
      [
        [
          'Elīna Bērziņa',
          'DELETE_CARD',
          'SUCCESS',
          {
            card: '411111******1111',
            cardId: card.id,
            changes: {
              status: { before: 'ACTIVE', after: 'DELETED' },
              isDefault: { before: true, after: false },
            },
          },
        ],
        [
          'Elīna Bērziņa',
          'BLOCK',
          'SUCCESS',
          { changes: { status: { before: 'ACTIVE', after: 'BLOCKED' } } },
        ],
      ],
    );
  });

  test('SB-42 of many who would block one customer at once, one does', async () => {
    const { id } = await insertCustomer(server.pool);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => onCustomer(admin, id, 'block')),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [
      200,
      ...Array.from({ length: 7 }, () => 400),
    ]);
    assert.equal((await stored('customers', id)).audits, 1n);
  });
});
