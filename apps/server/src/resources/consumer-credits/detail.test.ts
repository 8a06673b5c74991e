import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { insertLoan } from '../../seed/factories/financing.ts';
import { openedOf, PERSONAL_ID_OF_BORROWER } from '../../platform/sealed-values.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const LOAN = '/api/financing/consumer-credits/{id}';

const EVERYBODYS =
  'id status failureReason externalId amount totalRequestedRefundsAmount agreementSigningDate loanNumber deviceOS offerRetrievalFinished createdDate updatedDate graceRepaymentCount downPaymentAmount downPaymentType downPaymentPurchaseId applicationUrl institution institutionMissing incomeType orderId allOfferCount allAuthenticationCount currency chosenOffer';
/** Of its life, beyond the specification's fields. */
const LIFE =
  'arrears arrearsSince decidedBy ended endedDate failureCode hold inReview leftToPay letGo live okOfferCount orderNumber orderStatus refundAskedSince refundUnreachable refundedAmount reviewAskedDate reviewedDate signsAtMerchant statusSince statusUntil termMonths withdrawUntil withdrawable';
const STAFFS =
  'endAsked institutionContact askedCount unansweredCount heldDate monthlyIncome monthlyObligations merchantId merchantName customerId customerName comment signature person reviewNote reviewedBy assignedBy takenBy takenDate takenUserId terms';

const keys = (...lists: string[]) => lists.flatMap((list) => list.split(' ')).sort();

const read = (client: Client, id: string) => client.call(`GET ${LOAN}`, { params: { id } });

describe('one loan', () => {
  let server: TestServer;
  let staff: Client;
  let owner: Client;
  let operator: Client;
  /** Confirmed, with all that stands around it. */
  let whole: string;
  let foreign: string;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    owner = await server.as('owner@amber.test');
    operator = await server.as('operator@amber.test');
    const confirmedOf = async (merchant: string) =>
      (
        await server.one<{ id: string }>(
          `select c.id from consumer_credits c join merchants m on m.id = c.merchant_id
           where m.name = $1 and c.status = 'CONFIRMED' and total_requested_refunds_cents = 0
             -- a part of which can go back
             and exists (select from financing_institution_features f
               where f.financing_institution_id = c.financing_institution_id and f.feature = 'PARTIAL_REFUND' and f.enabled)
           order by c.id limit 1`,
          [merchant],
        )
      ).id;
    whole = await confirmedOf('Amber & Oak');
    foreign = await confirmedOf('Baltic Books');
  });
  after(() => server.close());

  test('LN-28..31 LN-32, LN-33 API-48 staff read every field of the loan, its offer, signature and person', async () => {
    const { body: loan } = await read(staff, whole);
    assert.deepEqual(Object.keys(loan).sort(), keys(EVERYBODYS, LIFE, STAFFS));
    assert.deepEqual(loan.status, { name: 'CONFIRMED', description: 'Confirmed' });
    const params = { id: loan.orderId };
    const { body: order } = await staff.call('GET /api/orders/{id}', { params });
    assert.ok(order.externalOrderNumber);
    assert.equal(loan.orderNumber, order.externalOrderNumber, 'LN-01 what its order is called by');
    assert.equal(loan.orderStatus, 'PAID');
    assert.equal(order.loanNumber, loan.loanNumber, 'AM-67 and the other way round');
    assert.deepEqual(
      Object.keys(loan.chosenOffer!).sort(),
      keys('id sequence externalId financingInstitutionName financingInstitution'),
    );
    assert.deepEqual(
      Object.keys(loan.chosenOffer!.financingInstitution).sort(),
      keys('id name code active logoUrl'),
    );
    assert.deepEqual(
      Object.keys(loan.signature!).sort(),
      keys('signingServiceId status signedObjectId externalId error'),
    );
    assert.equal(loan.signature!.status, 'SIGNED');
    assert.deepEqual(
      Object.keys(loan.person!).sort(),
      keys('personalId firstName lastName dateOfBirth phoneNumber email'),
    );
    const row = await server.one<Record<string, unknown>>(
      `select c.*, p.*, o.id as offer_id, o.sequence, f.name
       from consumer_credits c join consumer_credit_persons p on p.consumer_credit_id = c.id and p.merchant_id = c.merchant_id
       join offers o on o.consumer_credit_id = c.id and o.merchant_id = c.merchant_id and o.status = 'CHOSEN'
       join financing_institutions f on f.id = o.financing_institution_id where c.id = $1`,
      [whole],
    );
    const { encryption } = server.services;
    assert.equal(
      loan.person!.personalId,
      openedOf(encryption, PERSONAL_ID_OF_BORROWER, whole, row as never),
    );
    assert.equal(loan.person!.dateOfBirth.length, 10);
    assert.deepEqual(
      [
        loan.chosenOffer!.id,
        loan.chosenOffer!.sequence,
        loan.chosenOffer!.financingInstitutionName,
      ],
      [row['offer_id'], row['sequence'], row['name']],
    );
    assert.equal(loan.customerId, row['customer_id']);
    assert.equal(loan.orderId, row['order_id']);
  });

  test('LN-03, LN-08..12 SB-04 AM-54 a merchant’s people read the institution, and nothing of staff', async () => {
    for (const client of [owner, operator]) {
      const { body: loan, text } = await read(client, whole);
      assert.deepEqual(Object.keys(loan).sort(), keys(EVERYBODYS, LIFE));
      assert.deepEqual(
        Object.keys(loan.chosenOffer!).sort(),
        keys('financingInstitutionName financingInstitution'),
      );
      const { person, comment, customerId } = (await read(staff, whole)).body;
      for (const hidden of [person!.personalId, person!.lastName, comment, customerId])
        if (hidden) assert.ok(!text.includes(hidden));
    }
  });

  test('API-48, AM-67 a loan without an offer has none; a foreign loan is an absent one', async () => {
    const { id } = await insertLoan(server.pool, {
      merchantId: await server.merchantId('Amber & Oak'),
    });
    const { body } = await read(staff, id);
    assert.deepEqual([body.chosenOffer, body.signature, body.person], [null, null, null]);
    assert.equal((await read(owner, foreign)).status, 404);
    assert.equal((await read(owner, randomUUIDv7())).status, 404);
    assert.equal((await read(staff, foreign)).status, 200);
  });

  test('API-50, API-52, LN-23, SB-40, AM-30 the comment: 511 characters, staff alone, never by GET', async () => {
    const params = { id: foreign };
    const edit = (client: Client, comment: unknown) =>
      client.call(`POST ${LOAN}/edit-comment`, { params, body: { comment } });
    const comment = 'ž'.repeat(511);
    const technical = await server.as('technical@paydesk.test');
    assert.deepEqual((await edit(technical, comment)).body, { comment });
    const asked = await staff.call(`GET ${LOAN}/edit-comment`, { params });
    assert.deepEqual(asked.body, { comment });
    assert.equal((await read(staff, foreign)).body.comment, comment);
    const { status, error } = await edit(staff, `${comment}x`);
    assert.equal(status, 400);
    assert.deepEqual(
      error.errors.map(({ field }) => field),
      ['comment'],
    );
    const balticOwner = await server.as('owner@baltic.test');
    assert.equal((await edit(balticOwner, 'x')).status, 403);
    assert.equal((await balticOwner.call(`GET ${LOAN}/edit-comment`, { params })).status, 403);
    assert.equal((await read(staff, foreign)).body.comment, comment);
    assert.deepEqual((await edit(staff, '')).body, { comment: null });
    assert.equal((await read(staff, foreign)).body.comment, null);
  });

  test('SB-04, SB-40, SB-46 the history tells staff of the comment, and the merchant nothing', async () => {
    const params = { id: whole };
    await staff.call(`POST ${LOAN}/edit-comment`, { params, body: { comment: 'Not for them' } });
    const history = (client: Client) => client.call(`GET ${LOAN}/history`, { params });
    const [latest] = (await history(staff)).body.content;
    assert.equal(latest!.action, 'EDIT_COMMENT');
    assert.match(latest!.details, /Not for them/);
    const seen = await history(owner);
    assert.equal(seen.status, 200);
    assert.ok(!seen.text.includes('Not for them'));
    await owner.call(`POST ${LOAN}/refund-requests`, {
      params,
      body: { amount: 2, reason: 'OTHER', internalNote: 'counted twice' },
    });
    const [request] = (await history(owner)).body.content;
    assert.deepEqual(
      [request!.action, request!.user, request!.result.name],
      ['CREDIT_REFUND', 'Anna Ozola', 'PENDING'],
    );
    assert.deepEqual(JSON.parse(request!.details).changes, {
      total_requested_refunds_amount: { before: 0, after: 2 },
    });
  });

  test('SB-03, SB-04 a merchant’s own statement can read its loans and who lends, not the comment on them nor whom to ask at a lender', async () => {
    const client = await server.pool.connect();
    const merchantId = await server.merchantId('Amber & Oak');
    try {
      for (const [column, refused, table = 'consumer_credits', least = 40] of [
        ['id, amount_cents, status', false],
        ['comment', true],
        ['*', true],
        ['id, name, code', false, 'financing_institutions', 3],
        ['operations_email', true, 'financing_institutions'],
        ['operations_phone', true, 'financing_institutions'],
      ] as const) {
        await client.query('begin');
        await client.query('set local role paydesk_merchant');
        await client.query(`set local paydesk.merchant_id = '${merchantId}'`);
        const read = client.query(`select ${column} from ${table}`);
        if (refused) await assert.rejects(read, /permission denied/, column);
        else assert.ok((await read).rowCount! > least);
        await client.query('rollback');
      }
    } finally {
      client.release();
    }
  });

  test('LN-34, SB-04 the internal note is read by those who wrote it: a merchant’s by the merchant and staff, staff’s by staff alone', async () => {
    const { id } = await insertLoan(server.pool, {
      merchantId: await server.merchantId('Amber & Oak'),
      status: 'CONFIRMED',
    });
    const params = { id };
    for (const [client, internalNote] of [
      [owner, 'from the shop'],
      [staff, 'from the back office'],
    ] as const) {
      const body = {
        amount: 2,
        reason: 'OTHER',
        internalNote,
        financingInstitutionTargetedNote: `${internalNote}, to the lender`,
      };
      const reply = await client.call(`POST ${LOAN}/refund-requests`, { params, body });
      assert.equal(reply.status, 200);
    }
    const seenBy = async (client: Client, query = {}) =>
      (
        await client.call(`GET ${LOAN}/refund-requests`, {
          params,
          query: { sort: 'createdDate,ASC', ...query },
        })
      ).body;
    const notes = async (client: Client) =>
      (await seenBy(client)).content.map((one) => [
        one.internalNote,
        one.financingInstitutionTargetedNote,
      ]);
    const toLender = ['from the shop, to the lender', 'from the back office, to the lender'];
    assert.deepEqual(await notes(staff), [
      ['from the shop', toLender[0]],
      ['from the back office', toLender[1]],
    ]);
    for (const client of [owner, operator]) {
      assert.deepEqual(await notes(client), [
        ['from the shop', toLender[0]],
        [null, toLender[1]],
      ]);
      // nor can it be guessed by filters
      assert.equal((await seenBy(client, { f_internalNote: 'back office' })).totalElements, 0);
      assert.equal((await seenBy(client, { f_internalNote: 'the shop' })).totalElements, 1);
    }
  });

  test('LN-33, SB-47 nothing of the person is logged', async () => {
    const { person } = (await read(staff, whole)).body;
    assert.ok(server.logLines.length > 5);
    for (const value of [person!.personalId, person!.email!, person!.phoneNumber!])
      assert.ok(!server.logLines.some((line) => line.includes(value)));
  });
});
