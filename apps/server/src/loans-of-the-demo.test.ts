import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isUnderWay, LOAN_LIMIT_HOURS, LOANS_OVER } from '@paydesk/contract/lending.ts';
import type { ConsumerCreditStatus } from '@paydesk/contract/kernel/loan-statuses.ts';
import { chooseOffer } from './domain/lending/choose.ts';
import { openedOf, PERSONAL_ID_OF_BORROWER } from './platform/sealed-values.ts';
import { continueLoan } from './domain/lending/continue.ts';
import { institutionNoticed } from './domain/lending/notices.ts';
import { loanView } from './domain/lending/view.ts';
import { institutionBooks } from './gateways/financing-institution-sandbox.ts';
import { noticeOf } from './gateways/protocol/institution.ts';
import { sandboxesInProcess } from './gateways/sandboxes.ts';
import { tasksOf } from './resources.ts';
import { authenticate, sign, type Borrowing } from './testing/loans.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const LOAN = 'POST /api/financing/consumer-credits/{id}/actions';
const LIVING = `c.checkout_id is not null and c.status not in ('CONFIRMED', 'REFUNDED', 'FAILED')`;
/** What the clock does to loans and to what hangs on them. */
const TASKS = [
  'ask-institutions-of-loans',
  'ask-about-authentications',
  'ask-about-signatures',
  'continue-loans',
  'expire-loans',
  'end-unwanted-loans',
  'expire-offers',
  'remind-borrowers',
  'expire-orders',
  'expire-purchases',
];
const OVER: readonly string[] = LOANS_OVER;
const DAY_SECONDS = 86_400;

const underWay = (of: Record<string, number>) =>
  Object.entries(of)
    .filter(([status]) => isUnderWay(status as ConsumerCreditStatus))
    .reduce((sum, [, n]) => sum + n, 0);
const stands = async ({ view }: Borrowing) => {
  const { status, failure, ended } = await view();
  return [status, failure?.code ?? ended];
};

describe('the loans of the demo', () => {
  let server: TestServer;
  let books: ReturnType<typeof institutionBooks>;
  let staff: Client;
  let owner: Client;
  before(async () => {
    const now = () => server.services.now();
    server = await testServer({
      clock: true,
      sandboxes: (databaseUrl) => {
        books = institutionBooks({ databaseUrl, now });
        return sandboxesInProcess({ databaseUrl, timeoutMs: 2000, institutionLateMs: 1, now });
      },
    });
    [staff, owner] = await Promise.all([
      server.as('admin@paydesk.test'),
      server.as('owner@amber.test'),
    ]);
  });
  after(async () => {
    await books.close();
    await server.close();
  });

  const counts = async () =>
    Object.fromEntries(
      (
        await server.all<{ status: string; n: number }>(
          'select status, count(*)::int as n from consumer_credits group by 1 order by 1',
        )
      ).map(({ status, n }) => [status, n]),
    );
  /** One of Amber & Oak's own, as a shopper has it open. */
  async function loanOf(status: ConsumerCreditStatus, more = 'true'): Promise<Borrowing> {
    const {
      id,
      checkout_id: checkoutId,
      order_id: orderId,
    } = await server.one<{
      id: string;
      checkout_id: string;
      order_id: string;
    }>(
      `select c.id, c.checkout_id, c.order_id from consumer_credits c
       join merchants m on m.id = c.merchant_id and m.name = 'Amber & Oak'
       join consumer_credit_persons p on p.consumer_credit_id = c.id and p.merchant_id = c.merchant_id
       where c.status = $1 and c.checkout_id is not null and ${more} order by c.id limit 1`,
      [status],
    );
    return {
      checkoutId,
      orderId,
      loanId: id,
      view: async () => (await loanView(server.services, checkoutId))!,
      goOn: () => continueLoan(server.services, id),
    } as Borrowing;
  }
  /** The loans of those whose personal id ends so, as a condition. */
  async function ending(end: string): Promise<string> {
    const rows = await server.all<{ id: string; personal_id: null; personal_id_sealed: Buffer }>(
      'select consumer_credit_id as id, personal_id, personal_id_sealed from consumer_credit_persons',
    );
    const ids = rows.filter((row) =>
      openedOf(server.services.encryption, PERSONAL_ID_OF_BORROWER, row.id, row)!.endsWith(end),
    );
    return `c.id = any('{${ids.map(({ id }) => id).join(',')}}'::uuid[])`;
  }
  const press = async (name: string, { loanId }: Borrowing, body?: object) => {
    const answer = await staff.call(`${LOAN}/${name}` as never, {
      params: { id: loanId },
      ...(body && { body }),
    });
    assert.equal((answer as { status: number }).status, 200, (answer as { text: string }).text);
  };
  /** As often as it takes an institution that thinks for a moment. */
  const askAgain = async (loan: Borrowing) => {
    for (let times = 0; times < 5 && !OVER.includes((await loan.view()).status); times++)
      await press('ask-again', loan);
  };
  const pass = async (times: number, days: number) => {
    for (let nth = 0; nth < times; nth++) {
      await server.services.clock.move!(days * DAY_SECONDS);
      // what one answers is what the next goes on with
      for (let round = 0; round < 4; round++)
        for (const name of TASKS)
          await tasksOf(server.services)
            .find((task) => task.name === name)!
            .run();
    }
  };

  test('SB-53, LN-35 each that is under way has an end by the clock, a shopper who can go on, and what it waits for', async () => {
    const lame = await server.all<{ id: string; status: string }>(
      `select c.id, c.status from consumer_credits c
       join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id
       left join purchases u on u.id = o.purchase_id and u.merchant_id = o.merchant_id
       left join checkouts k on k.id = c.checkout_id and k.merchant_id = c.merchant_id and k.order_id = o.id
       left join consumer_credit_persons p on p.consumer_credit_id = c.id and p.merchant_id = c.merchant_id
       where c.status not in ('CONFIRMED', 'REFUNDED', 'FAILED') and (
         k.id is null or p.personal_id_sealed is null or o.status <> 'PENDING' or u.status is distinct from 'UNSIGNED'
         or c.status_until is null or c.term_months is null or c.income_cents is null
         or not case c.status
           when 'DRAFT' then (c.review or c.risk_date is null) and ${documentOf('SECCI')}
           when 'CUSTOMER_RISK_EVALUATION_SUCCEEDED' then ${documentOf('SECCI')}
           when 'APPLICATION_CREATED' then ${openOf('APPLY')}
           when 'OFFER_SELECTION' then ${offerOf('RECEIVED')}
           when 'OFFER_CHOSEN' then ${offerOf('CHOSEN')}
           when 'SIGNING_DOCUMENTS_PREPARED' then ${offerOf('CHOSEN')} and ${documentOf('AGREEMENT')}
             and exists (select from signatures s where s.consumer_credit_id = c.id and s.merchant_id = c.merchant_id and s.status = 'PENDING'
               and s.document_id is not null)
           when 'AGREEMENT_DOCUMENT_SIGNED' then ${offerOf('CHOSEN')} and ${documentOf('AGREEMENT')}
           else ${openOf('ACCEPT')} and ${documentOf('AGREEMENT')} end)`,
    );
    assert.deepEqual(lame, []);
    const limits = await server.all<{ status: ConsumerCreditStatus; hours: number }>(
      `select distinct status, extract(epoch from status_until - status_since)::float8 / 3600 as hours
       from consumer_credits c where ${LIVING}`,
    );
    assert.equal(limits.length, 8);
    for (const { status, hours } of limits) assert.equal(hours, LOAN_LIMIT_HOURS[status]);
    const lent = await server.all(
      `select c.id from consumer_credits c where c.status = 'CONFIRMED' and (c.token is null
         or (select count(*) from loan_instalments i where i.consumer_credit_id = c.id and i.merchant_id = c.merchant_id) = 0
         or c.amount_cents <> (select sum(principal_cents) from loan_instalments i where i.consumer_credit_id = c.id and i.merchant_id = c.merchant_id)
         or not exists (select from institution_sandbox.loans l where l.loan_id = c.id and l.loan_number = c.loan_number)
         or not exists (select from loan_operations o where o.consumer_credit_id = c.id and o.merchant_id = c.merchant_id and o.kind = 'ACCEPT'
           and o.status = 'APPROVED'))`,
    );
    assert.deepEqual(lent, []);
  });

  test('FI-01, SB-48 the schedule of a loan is its own, also where its merchant has lent to others', async () => {
    const loans = await server.all<{ id: string; numbers: number[] }>(
      `select i.consumer_credit_id as id, array_agg(i.number order by i.number) as numbers
       from loan_instalments i join merchants m on m.id = i.merchant_id and m.name = 'Amber & Oak'
       group by 1`,
    );
    assert.ok(loans.length > 1);
    for (const { id, numbers } of loans)
      for (const client of [staff, owner]) {
        const { body } = await client.call('GET /api/financing/consumer-credits/{id}/instalments', {
          params: { id },
          query: { size: '200', sort: 'number,ASC' },
        });
        assert.deepEqual(
          [body.content.map(({ number }) => number), body.totalElements],
          [numbers, numbers.length],
        );
      }
  });

  test('FI-01, LN-35 what a person does with one is obeyed by the institution and by whoever identifies people', async () => {
    const held = await loanOf('DRAFT', 'c.review');
    await press('pass', held, { note: 'Looked at' });
    assert.notEqual((await held.view()).status, 'DRAFT');

    const silent = await loanOf('APPLICATION_CREATED', `not ${await ending('022')}`);
    // this institution thinks for a moment
    for (let times = 0; (await silent.view()).status === 'APPLICATION_CREATED'; times++) {
      assert.ok(times < 5);
      await press('ask-again', silent);
    }
    assert.deepEqual(await stands(silent), ['OFFER_SELECTION', null]);
    const declined = await loanOf('APPLICATION_CREATED', await ending('022'));
    await press('send-again', declined);
    await askAgain(declined);
    assert.deepEqual(await stands(declined), ['FAILED', 'DECLINED_BY_ALL']);

    const chosen = await loanOf('OFFER_CHOSEN');
    const choosing = await loanOf('OFFER_SELECTION');
    const [offer] = (await choosing.view()).offers;
    await chooseOffer(server.services, choosing.loanId, offer!.id);
    for (const loan of [choosing, chosen]) {
      await authenticate(server, loan);
      await sign(server, loan, 'approve', 'MOBILE_ID');
      await askAgain(loan);
      assert.deepEqual(await stands(loan), ['CONFIRMED', null]);
      const { withdrawUntil, instalments } = await loan.view();
      assert.ok(withdrawUntil && instalments.length > 3);
    }
    const signing = await loanOf('SIGNING_DOCUMENTS_PREPARED');
    await sign(server, signing);
    await askAgain(signing);
    assert.deepEqual(await stands(signing), ['CONFIRMED', null]);

    const signed = await loanOf('WAITING_FOR_CONFIRMATION', `not ${await ending('066')}`);
    await askAgain(signed);
    assert.deepEqual(await stands(signed), ['CONFIRMED', null]);
    const refused = await loanOf('WAITING_FOR_CONFIRMATION', await ending('066'));
    await askAgain(refused);
    assert.deepEqual(await stands(refused), ['FAILED', 'REFUSED_BY_INSTITUTION']);
    const unwanted = await loanOf('WAITING_FOR_CONFIRMATION');
    // its confirmation is to be asked for at this moment
    await server.pool.query(
      `update loan_operations set next_attempt_date = now() - interval '1 second'
       where kind = 'ACCEPT' and consumer_credit_id = $1`,
      [unwanted.loanId],
    );
    const sent = async () =>
      server.one(
        "select attempts from loan_operations where kind = 'ACCEPT' and consumer_credit_id = $1",
        [unwanted.loanId],
      );
    const before = await sent();
    const cancelled = await owner.call(`${LOAN}/cancel` as never, {
      params: { id: unwanted.loanId },
      body: {},
    });
    assert.equal((cancelled as { status: number }).status, 200);
    assert.deepEqual(await stands(unwanted), ['FAILED', 'CANCELLED_BY_MERCHANT']);
    assert.deepEqual(await sent(), before, 'nobody was asked to lend as it was taken back');

    const running = await loanOf(
      'CONFIRMED',
      'c.withdraw_until > current_date and c.total_requested_refunds_cents = 0',
    );
    await press('withdraw', running);
    assert.deepEqual(await stands(running), ['CONFIRMED', 'WITHDRAWN']);
    const early = await loanOf('CONFIRMED', 'c.ended is null');
    await press('repay', early);
    assert.deepEqual(await stands(early), ['CONFIRMED', 'REPAID']);
  });

  test('LN-35, SB-53 let weeks pass: every one of them comes to an end, each with its reason; what is lent is paid back', async (t) => {
    const before = await counts();
    assert.ok(underWay(before) > 60, JSON.stringify(before));
    await pass(2, 3.5);
    const week = await counts();
    await pass(2, 7);
    const later = await counts();
    t.diagnostic(JSON.stringify({ before, week, later }));
    assert.ok(underWay(week) < underWay(before) / 2, JSON.stringify(week));
    assert.equal(underWay(later), 0, JSON.stringify(later));
    assert.ok(later['CONFIRMED']! > before['CONFIRMED']!);
    assert.deepEqual(
      await server.all(
        `select id, failure_code from consumer_credits c where status = 'FAILED' and checkout_id is not null
           and (failure_code is null or decided_by is null or failure_reason is null)`,
      ),
      [],
    );
    const codes = (
      await server.all<{ code: string }>(
        `select distinct failure_code as code from consumer_credits where failure_code is not null`,
      )
    ).map(({ code }) => code);
    for (const code of ['EXPIRED', 'DECLINED_BY_ALL', 'REFUSED_BY_INSTITUTION'])
      assert.ok(codes.includes(code), `${code} of ${codes.join(', ')}`);
    const reminded = await server.one<{ n: number }>(
      `select count(*)::int as n from loan_events where kind = 'REMINDED'`,
    );
    assert.ok(reminded.n > 5);

    const due = await books.notices.due();
    assert.ok(due.length > 20);
    for (const { notice, noticeTo } of due) {
      assert.equal(noticeTo, 'http://127.0.0.1:3000/gateway-notices/institution');
      const noted = await institutionNoticed(server.services, noticeOf(notice), {
        address: 'sandbox',
        from: '192.0.2.1',
      });
      assert.equal(noted, true, JSON.stringify(notice));
    }
  });
});

const documentOf = (kind: string) => `exists (select from loan_documents d
  where d.consumer_credit_id = c.id and d.merchant_id = c.merchant_id and d.kind = '${kind}')`;
const openOf = (kind: string) => `exists (select from loan_operations o
  where o.consumer_credit_id = c.id and o.kind = '${kind}' and o.status = 'PENDING'
    and o.next_attempt_date < c.status_until)`;
/** The institution stands by it. */
const offerOf = (status: string) => `exists (select from offers f
  join institution_sandbox.requests q on q.operation_id = f.application_id
  where f.consumer_credit_id = c.id and f.status = '${status}' and f.external_id = q.answer->'offers'->0->>'offerId'
    and q.content->>'loanId' = c.id::text)`;
