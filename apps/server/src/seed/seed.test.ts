import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verify } from '@node-rs/argon2';
import { wholeDays } from '@paydesk/contract/kernel/dates.ts';
import { ROLE_PERMISSIONS, APPLICATIONS } from '@paydesk/contract/permissions.ts';
import { MERCHANT_FEATURES } from '@paydesk/contract/merchant-record.ts';
import { EXCHANGE_TYPES } from '@paydesk/contract/resources/exchange-logs.ts';
import { ORDER_STATUSES } from '@paydesk/contract/kernel/order-statuses.ts';
import { CONSUMER_CREDIT_STATUSES } from '@paydesk/contract/kernel/loan-statuses.ts';
import { DELIVERY_TYPES } from '@paydesk/contract/kernel/enumeration.ts';
import { LANGUAGES, SEGMENTS } from '@paydesk/contract/resources/customers-announcements.ts';
import { RULE_RESULTS } from '@paydesk/contract/resources/rules-evaluation-results.ts';
import { RULE_SEVERITIES, RULE_TYPES } from '@paydesk/contract/resources/rules/actions.ts';
import { CUSTOMER_STATUSES } from '@paydesk/contract/kernel/customer-statuses.ts';
import { BIN_SCHEMES, CARD_TYPES, PAYMENT_SCHEMES } from '@paydesk/contract/kernel/cards.ts';
import {
  CARD_ONBOARDING_STATUSES,
  CARD_STATUSES,
} from '@paydesk/contract/resources/customers/lists.ts';
import { SCREENING_LISTS } from '@paydesk/contract/resources/screening.ts';
import { SCREENING_RESULTS } from '@paydesk/contract/risk.ts';
import { MPI_MESSAGE_TYPES } from '@paydesk/contract/three-d-secure.ts';
import { RECURRING_STATUSES } from '@paydesk/contract/resources/recurring.ts';
import { ORDER_PAYMENT_METHODS, ORDER_REJECT_REASONS } from '@paydesk/contract/resources/orders.ts';
import {
  MONEY_REASONS,
  TRANSACTION_EVENTS,
} from '@paydesk/contract/resources/transactions/record.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { TASK_STATUSES, TASK_TYPES } from '@paydesk/contract/tasks.ts';
import {
  CREATION_METHODS,
  ORDER_AUTHORIZATION_TYPES,
  WIDGET_STATUSES,
  WIDGET_TYPES,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { findingsOf } from '../gateways/screening-sandbox.ts';
import type { TestDatabase } from '../platform/db/testing.ts';
import { CASES, caseDescription } from './cases.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './seed.ts';
import { Asking, TEST_CLOCK, demoDatabase } from './testing.ts';

const NAMED = ['Amber & Oak', 'Baltic Books'];

let database: TestDatabase;
let db: Asking;

before(async () => {
  database = await demoDatabase();
  db = new Asking(database.url);
  await db.connect();
});

after(async () => {
  await db.end();
  await database.drop();
});

const distinct = async (expression: string, from: string) =>
  (await db.column<string>(`select distinct ${expression} from ${from}`)).sort();

const names = (of: object) => Object.keys(of).sort();
const sorted = (words: string) => words.split(' ').sort();

/** What happens on the way through a checkout; but for those that wait, the demo data's payments were made before there was one. */
const OF_CHECKOUTS = sorted(
  'BLOCKED CANCEL_FAILED CAPTURED CAPTURE_FAILED CAPTURE_REQUESTED CHALLENGED DECLINED REVIEW_APPROVED',
);
/** What the bank says of a challenge beside the payer, which acquirers tell of. */
const OF_RESULTS = ['RReq', 'RRes'];

describe('what the demo data holds', () => {
  it('SB-53 every transaction status, money reason and case, for both named merchants', async () => {
    for (const name of NAMED) {
      const mine = `from transactions t join merchants m on m.id = t.merchant_id and m.name = $1`;
      const statuses = await db.column<string>(`select distinct t.status ${mine}`, [name]);
      assert.deepEqual(statuses.sort(), Object.keys(TRANSACTION_STATUSES).sort());
      const reasons = await db.column<string>(
        `select distinct o.reason_code ${mine} join money_operations o on o.transaction_id = t.id`,
        [name],
      );
      assert.deepEqual(reasons.sort(), Object.keys(MONEY_REASONS).sort());
      const initials = name === NAMED[0] ? 'AO' : 'BB';
      for (const [key] of CASES) {
        const found = await db.rows(`select t.id ${mine} where t.description = $2`, [
          name,
          caseDescription(initials, key),
        ]);
        assert.equal(found.length, 1, `${name}: ${key}`);
      }
      assert.deepEqual(await db.column('select status from merchants where name = $1', [name]), [
        'ACTIVE',
      ]);
    }
  });

  it('SB-53 both named merchants have payments in review, authorised by hand, and disputed, won and lost', async () => {
    for (const name of NAMED) {
      const rows = await db.rows<{ words: string }>(
        `select concat_ws(' ', t.status, coalesce(t.hold, t.dispute), o.status, p.status, a.stage, c.capture,
           (select string_agg(x.kind || ' ' || x.status, ',') from payment_operations x where x.attempt_id = a.id),
           (select string_agg(d.status, ',') from disputes d where d.transaction_id = t.id),
           (select string_agg(r.result, ',') from rules_evaluation_results r
             where r.subject_id = t.id and r.result = 'REVIEW')) as words
         from transactions t join merchants m on m.id = t.merchant_id and m.name = $1
         join orders o on o.id = t.order_id join purchases p on p.id = t.purchase_id
         left join payment_attempts a on a.id = t.id left join checkouts c on c.id = a.checkout_id
         where t.hold is not null or t.dispute is not null order by t.date desc`,
        [name],
      );
      assert.deepEqual(
        rows.map(({ words }) => words),
        [
          'PROCESSING REVIEW VERIFIED UNSIGNED REVIEW AUTOMATIC REVIEW',
          'PROCESSING REVIEW VERIFIED UNSIGNED REVIEW AUTOMATIC REVIEW',
          'PROCESSING AUTHORISED VERIFIED SIGNED AUTHORISED MANUAL AUTHORISE APPROVED',
          'PROCESSING AUTHORISED VERIFIED SIGNED AUTHORISED MANUAL AUTHORISE APPROVED',
          'SUCCESS OPEN PAID SETTLED OPEN',
          'SUCCESS OPEN PAID SETTLED OPEN',
          'SUCCESS WON PAID SETTLED WON',
          'SUCCESS LOST PAID SETTLED LOST',
        ],
      );
    }
  });

  it('ST-03 of every loan that a rule holds one rule says so, which its story names', async () => {
    const rows = await db.rows<{ words: string; said: string }>(
      `select concat_ws(' ', c.status,
         (select string_agg(r.result || ' Held by the rule ' || u.name, ',')
           from rules_evaluation_results r join rules u on u.id = r.rule_id where r.subject_id = c.id)) as words,
         (select e.detail from loan_events e
           where e.consumer_credit_id = c.id and e.kind = 'HELD') as said
       from consumer_credits c where c.review`,
    );
    assert.ok(rows.length > 3);
    for (const { words, said } of rows) assert.equal(words, `DRAFT REVIEW ${said}`);
  });

  it('ST-03 what a rule saw of a payment, a loan or a customer is what their own pages say', async () => {
    const rows = await db.rows<{ code: string; details: string; expected: string }>(
      `select r.code, e.details, case r.code
           when 'NEW_CUSTOMER' then 'Customer for (days) is '
             || coalesce(floor(extract(epoch from e.created_date - c.created_date) / 86400)::text, 'not known')
           else 'Amount is ' || replace(to_char(coalesce(t.amount_cents, p.amount_cents, l.amount_cents)
             * 0.01, 'FM999,990.00'), ',', '''') end || ' (' as expected
       from rules_evaluation_results e join rules r on r.id = e.rule_id
       left join transactions t on t.id = e.subject_id
       left join purchases p on p.id = e.subject_id
       left join consumer_credits l on l.id = e.subject_id
       left join customers c on c.id = coalesce(t.customer_id, p.customer_id, l.customer_id, e.subject_id)
       where r.code in ('NEW_CUSTOMER', 'MAX_AMOUNT', 'MAX_LOAN')`,
    );
    assert.ok(rows.some(({ code }) => code === 'NEW_CUSTOMER'));
    assert.ok(rows.some(({ code }) => code === 'MAX_LOAN'));
    for (const { details, expected } of rows)
      assert.ok(details.includes(expected), `${details}, not ${expected}`);
  });

  it('SB-53 both named merchants ship in every way, enabled and not', async () => {
    for (const name of NAMED) {
      const of = (table: string, column: string) =>
        db.column(
          `select distinct t.${column} from ${table} t
           join merchants m on m.id = t.merchant_id and m.name = $1 order by 1`,
          [name],
        );
      assert.deepEqual(await of('shipping_methods', 'enabled'), [false, true]);
      assert.equal((await of('shipping_methods', 'generic_method_id')).length, 6);
      assert.deepEqual(await of('merchant_delivery_methods', 'enabled'), [false, true]);
      assert.deepEqual(
        await of('merchant_delivery_methods', 'type'),
        sorted('COURIER PICKUP_POINT POST'),
      );
    }
  });

  it('SB-53, AM-14, AM-16 every merchant was checked but the one that waits; every risk class, result and feature is there', async () => {
    for (const name of NAMED) {
      const of = (from: string) =>
        db.column<string>(
          `select ${from} f join merchants m on m.id = f.merchant_id and m.name = $1`,
          [name],
        );
      assert.deepEqual(await of('risk_class from merchant_backgrounds'), ['LOW']);
      assert.deepEqual(
        (await of('feature from merchant_features')).sort(),
        names(MERCHANT_FEATURES),
      );
      assert.deepEqual(await of('distinct enabled from merchant_features'), [true]);
    }
    assert.deepEqual(
      await distinct('risk_class', 'merchant_backgrounds'),
      sorted('LOW MEDIUM HIGH'),
    );
    assert.deepEqual(
      await distinct('screening_result', 'merchant_backgrounds'),
      sorted('CLEAR POSSIBLE_MATCH MATCH'),
    );
    assert.deepEqual(
      await distinct('feature', 'merchant_features where not enabled'),
      names(MERCHANT_FEATURES),
    );
    assert.deepEqual(
      await db.column(
        'select name from merchants m where not exists (select from merchant_backgrounds b where b.merchant_id = m.id)',
      ),
      ['Fjord & Fir'],
    );
    // what came to a status by an action says so in its history
    assert.deepEqual(
      await db.column(
        `select name from merchants m where status <> 'PENDING_APPROVAL' and not exists (
           select from audit_logs l where l.entity_id = m.id
             and l.details #>> '{changes,status,after}' = m.status)`,
      ),
      [],
    );
  });

  it('SB-53 both named merchants have widgets of every type, in every status, made both ways', async () => {
    for (const name of NAMED) {
      const of = (column: string) =>
        db.column(
          `select distinct ${column} from widgets w
           join merchants m on m.id = w.merchant_id and m.name = $1 order by 1`,
          [name],
        );
      assert.deepEqual(
        await of(`w.type || ' ' || w.status`),
        Object.keys(WIDGET_TYPES)
          .flatMap((type) => Object.keys(WIDGET_STATUSES).map((status) => `${type} ${status}`))
          .sort(),
      );
      assert.deepEqual(await of('creation_method'), Object.keys(CREATION_METHODS).sort());
      assert.deepEqual(
        await of('order_authorization_type'),
        Object.keys(ORDER_AUTHORIZATION_TYPES).sort(),
      );
      assert.deepEqual(await of(`items = '[]'`), [false, true]);
    }
  });

  it('SB-53, OR-11, AM-14 both named merchants have orders of every status, method and reason, several pending', async () => {
    for (const name of NAMED) {
      const mine = `orders o join merchants m on m.id = o.merchant_id and m.name = '${name}'`;
      assert.deepEqual(await distinct('o.status', mine), Object.keys(ORDER_STATUSES).sort());
      const methods = await distinct(`coalesce(payment_method, '')`, mine);
      assert.deepEqual(methods, ['', ...Object.keys(ORDER_PAYMENT_METHODS)].sort());
      const reasons = await distinct('reject_reason_code', `${mine} and o.status = 'REJECTED'`);
      assert.deepEqual(reasons, Object.keys(ORDER_REJECT_REASONS).sort());
      const pending = await db.column(`select o.id from ${mine} and o.status = 'PENDING'`);
      assert.ok(pending.length >= 4, `${name}: ${pending.length} pending`);
      const audited = `select from audit_logs l where l.entity_id = o.id and l.entity_type = 'ORDER'`;
      const reasonOf = `case when exists (${audited}) then reject_reason_code end`;
      assert.ok((await distinct(`coalesce(${reasonOf}, '')`, mine)).includes('MANUAL_REJECT'));
    }
    const wrong = await db.column(
      `select id from orders where (status = 'REJECTED') <> (reject_reason_code is not null)`,
    );
    assert.deepEqual(wrong, []);
  });

  it('AM-09, OR-10, AM-71 each order id of a payment has its order, of its amount, whose items and tax add up', async () => {
    const lost = await db.column(
      `select t.id from transactions t left join orders o
         on o.id = t.order_id and o.merchant_id = t.merchant_id
       where t.order_id is not null and (o.id is null
         or t.refunded_transaction_id is null and (o.amount_cents <> t.amount_cents
           or o.purchase_id is distinct from t.purchase_id or o.created_date > t.date))`,
    );
    assert.deepEqual(lost, []);
    const unlike = await db.column(
      `select o.id from orders o join transactions t on t.order_id = o.id
       where t.refunded_transaction_id is null
         and (o.status = 'PAID') <> (t.status in ('SUCCESS', 'REVERSED'))`,
    );
    assert.deepEqual(unlike, []);
    const [sums] = await db.rows<Record<string, string>>(
      `select count(*) filter (where gross is distinct from amount_cents) as amounts,
         count(*) filter (where tax is distinct from tax_cents) as taxes,
         count(*) filter (where lines not between 1 and 4) as long,
         count(*) as orders, count(*) filter (where shipment is not null) as shipped
       from orders o left join (
         select order_id, count(*) as lines, sum(i.amount_cents * count)::bigint as gross,
           sum(floor(i.amount_cents * count * tax_rate / (1 + tax_rate) + 0.5))::bigint as tax
         from order_items i group by order_id
       ) items on items.order_id = o.id`,
    );
    assert.deepEqual([sums!['amounts'], sums!['taxes'], sums!['long']], ['0', '0', '2']);
    assert.ok(Number(sums!['orders']) > 10_000);
    assert.ok(Number(sums!['shipped']) > 0.7 * Number(sums!['orders']));
  });

  it('SB-53 both named merchants have a certificate of every status and an API key', async () => {
    for (const name of NAMED) {
      const found = await db.rows<{ status: string; right: boolean }>(
        `select case when disabled_date is not null then 'DISABLED'
             when expiration_date <= $2 then 'EXPIRED' else 'ACTIVE' end as status,
           c.name ~ ('^' || m.merchant_number || '-\\d{12}$') as right
         from certificates c join merchants m on m.id = c.merchant_id and m.name = $1 order by 1`,
        [name, TEST_CLOCK],
      );
      const right = true;
      assert.deepEqual(
        found,
        sorted('ACTIVE DISABLED EXPIRED').map((status) => ({ status, right })),
      );
      const keys = await db.column(
        'select last_four from api_keys k join merchants m on m.id = k.merchant_id and m.name = $1',
        [name],
      );
      assert.equal(keys.length, 1);
    }
  });

  it('SB-53, AM-14 both named merchants have loans in every status, and all that stands around them', async () => {
    for (const name of NAMED) {
      const of = async (table: string, column: string, more = 'true') =>
        (
          await db.column<string>(
            `select distinct t.${column}::text from ${table} t
             join merchants m on m.id = t.merchant_id and m.name = $1 where ${more}`,
            [name],
          )
        ).sort();
      assert.deepEqual(
        await of('consumer_credits', 'status'),
        Object.keys(CONSUMER_CREDIT_STATUSES).sort(),
      );
      assert.deepEqual(
        await of('consumer_credits_refunds', 'status'),
        sorted('REQUESTED CONFIRMED REJECTED CANCELLED'),
      );
      assert.deepEqual(await of('offers', 'status'), sorted('RECEIVED CHOSEN DECLINED EXPIRED'));
      assert.deepEqual(await of('consumer_credits', 'all_offer_count'), sorted('0 1 2 3'));
      const untouched = `t.status = 'CONFIRMED' and t.total_requested_refunds_cents = 0
        and t.financing_institution_id is not null
        and exists (select from offers o where o.consumer_credit_id = t.id and o.status = 'CHOSEN')
        and not exists (select from consumer_credits_refunds r where r.consumer_credit_id = t.id)`;
      assert.ok((await of('consumer_credits', 'id', untouched)).length >= 1, name);
    }
    assert.deepEqual(
      await distinct('method', 'authentications'),
      sorted('SMART_ID MOBILE_ID BANK_LINK ID_CARD'),
    );
    assert.deepEqual(
      await distinct('status', 'authentications'),
      sorted('STARTED SUCCESS FAILED EXPIRED'),
    );
    assert.deepEqual(
      await distinct('status', 'signatures'),
      sorted('PENDING SIGNED FAILED EXPIRED'),
    );
    assert.deepEqual(
      await distinct('income_type', 'consumer_credits where income_type is not null'),
      sorted('SALARY PENSION SELF_EMPLOYED OTHER'),
    );
    assert.deepEqual(
      await distinct('down_payment_type', 'consumer_credits where down_payment_type is not null'),
      sorted('CARD NONE'),
    );
    assert.deepEqual(await distinct('active', 'financing_institutions'), [false, true]);
    assert.deepEqual(
      await distinct(`feature || ' ' || enabled`, 'financing_institution_features'),
      sorted('INSTANT_DECISION REMOTE_SIGNING PARTIAL_REFUND').flatMap((feature) => [
        `${feature} false`,
        `${feature} true`,
      ]),
    );
    assert.deepEqual(await distinct('active', 'financing_products'), [false, true]);
    // with a loan, and waiting for one
    assert.deepEqual(
      await distinct(
        `m.name || ' ' || (c.id is not null)`,
        `orders o join merchants m on m.id = o.merchant_id and m.name in ('Amber & Oak', 'Baltic Books')
         left join consumer_credits c on c.order_id = o.id where o.payment_method = 'CONSUMER_CREDIT'`,
      ),
      NAMED.flatMap((name) => [`${name} false`, `${name} true`]),
    );
  });

  it('SB-53, AM-80 the figures of every loan agree with what stands around it', async () => {
    const wrong = await db.rows(
      `select c.id from consumer_credits c join orders o on o.id = c.order_id
       where c.amount_cents <> o.amount_cents or o.payment_method <> 'CONSUMER_CREDIT'
         or c.amount_cents >= 900000 or c.amount_cents <> (select sum(amount_cents * count) from order_items i where i.order_id = o.id)
         or (c.status in ('CONFIRMED', 'REFUNDED')) <> (o.status = 'PAID')
         or c.all_offer_count <> (select count(*) from offers where consumer_credit_id = c.id)
         or c.all_authentication_count <> (select count(*) from authentications where consumer_credit_id = c.id)
         or c.total_requested_refunds_cents <> (select coalesce(sum(amount_cents), 0)
           from consumer_credits_refunds where consumer_credit_id = c.id and status in ('REQUESTED', 'CONFIRMED'))
         or (c.status = 'REFUNDED') <> (c.amount_cents = (select coalesce(sum(amount_cents), 0)
           from consumer_credits_refunds where consumer_credit_id = c.id and status = 'CONFIRMED'))
         or c.financing_institution_id is distinct from (select financing_institution_id
           from offers where consumer_credit_id = c.id and status = 'CHOSEN')
         or (c.failure_reason is not null) <> (c.status = 'FAILED')`,
    );
    assert.deepEqual(wrong, []);
    const [{ count }] = (await db.rows('select count(*)::int from consumer_credits')) as [
      { count: number },
    ];
    assert.ok(count > 250 && count < 500, `${count} loans`);
  });

  it('SB-53 every status of every other enumeration', async () => {
    assert.deepEqual(
      await distinct('status', 'merchants'),
      sorted('PENDING_APPROVAL APPROVED DECLINED ACTIVE DISABLED'),
    );
    assert.deepEqual(
      await distinct('status', 'users'),
      sorted('DEACTIVATED NOT_ACTIVATED ACTIVATED BLOCKED BLOCKED_SELF'),
    );
    assert.deepEqual(await distinct('user_role', 'users'), Object.keys(ROLE_PERMISSIONS).sort());
    assert.deepEqual(
      await distinct(
        `m.name || ' ' || p.status`,
        `purchases p join merchants m on m.id = merchant_id
        and m.name in ('Amber & Oak', 'Baltic Books')`,
      ),
      NAMED.flatMap((name) =>
        sorted('UNSIGNED SIGNED SETTLED REFUNDED DECLINED CANCELLED').map((s) => `${name} ${s}`),
      ),
    );
    assert.deepEqual(
      await distinct('event', 'transaction_logs'),
      Object.keys(TRANSACTION_EVENTS)
        .filter((event) => !OF_CHECKOUTS.includes(event))
        .sort(),
    );
    assert.deepEqual(
      await distinct('message_type', 'mpi_logs'),
      Object.keys(MPI_MESSAGE_TYPES)
        .filter((type) => !OF_RESULTS.includes(type))
        .sort(),
    );
    assert.deepEqual(await distinct('direction', 'soap_logs'), ['REQUEST', 'RESPONSE']);
    assert.deepEqual(
      await distinct(`type || ' ' || status`, 'task_executions'),
      Object.keys(TASK_TYPES)
        // a demo was never backed up
        .filter(
          (type) =>
            ![
              'BACKUP',
              'KEY_CHANGE',
              'AUDIT_HEAD',
              'AUDIT_PUSH',
              'ERASURE_CHECK',
              'CUSTOMER_RETENTION',
            ].includes(type),
        )
        .flatMap((type) => Object.keys(TASK_STATUSES).map((status) => `${type} ${status}`))
        .sort(),
    );
  });

  it('SB-53, RP-16 both named merchants have recurring payments and exchange logs of every kind', async () => {
    for (const name of NAMED) {
      const of = (table: string, column: string) =>
        db.column<string>(
          `select distinct t.${column} from ${table} t
           join merchants m on m.id = t.merchant_id and m.name = $1 order by 1`,
          [name],
        );
      assert.deepEqual(
        await of('recurring_payments', 'status'),
        Object.keys(RECURRING_STATUSES).sort(),
      );
      assert.deepEqual(await of('exchange_logs', 'xml_type'), Object.keys(EXCHANGE_TYPES).sort());
      assert.deepEqual(await of('purchases', 'last_callback_status'), ['ERROR', 'OK', null]);
    }
  });

  it('PU-07, EL-09 a purchase whose last callback failed has one in the logs that did not arrive, and no other has', async () => {
    const wrong = await db.rows(
      `select p.id from purchases p
       where coalesce(p.last_callback_status = 'ERROR', false) <> exists (
         select from exchange_logs l where l.purchase_id = p.id and l.outcome = 'FAILED')`,
    );
    assert.deepEqual(wrong, []);
  });

  it('AT-05 what failed has its words with the acquirer, which names one authorisation for a payment and hears of none that is held for review', async () => {
    const silent = await db.rows(
      `select id from transactions t
       where (status in ('FAILED', 'DECLINED', 'RP_BLOCKED') and moves_money or hold = 'REVIEW')
         and (hold is null) <> exists (select from soap_logs l
           where l.transaction_id = t.id and l.direction = 'RESPONSE')`,
    );
    assert.deepEqual(silent, []);
    const doubled = await db.rows(
      `select transaction_id from soap_logs
       group by 1 having count(distinct substring(payload from '<pay:authorisation>(\\d+)<')) > 1`,
    );
    assert.deepEqual(doubled, []);
    const unanswered = await db.rows(
      `select id from transactions t where hold = 'AUTHORISED' and not exists (
         select from soap_logs l where l.transaction_id = t.id and l.payload like '%APPROVED%')`,
    );
    assert.deepEqual(unanswered, []);
  });

  it('RP-15, AM-55 a recurring payment is the sum of its charges, transactions of its purchase', async () => {
    const wrong = await db.rows(
      `select r.id from recurring_payments r
       join purchases p on p.id = r.payment_request_id
       left join transactions t on t.recurring_payment_id = r.id
       group by r.id, p.id
       having (r.count, r.total_amount_cents, r.last_charged_at) is distinct from (
           count(*) filter (where t.refunded_transaction_id is null and t.status in ('SUCCESS', 'REVERSED')),
           coalesce(sum(t.amount_cents) filter (where t.refunded_transaction_id is null
             and t.status in ('SUCCESS', 'REVERSED')), 0),
           max(t.date) filter (where t.refunded_transaction_id is null
             and t.status in ('SUCCESS', 'REVERSED')))
         or bool_or((t.purchase_id, t.merchant_id, t.customer_id) is distinct from
           (r.payment_request_id, r.merchant_id, r.customer_id))
         or (p.merchant_id, p.customer_id) is distinct from (r.merchant_id, r.customer_id)`,
    );
    assert.deepEqual(wrong, []);
    const without = await db.rows(
      `select t.id from transactions t left join recurring_payments r on r.id = t.recurring_payment_id
       where t.recurring_payment_id is not null and r.id is null`,
    );
    assert.deepEqual(without, []);
    const [several] = await db.column<string>(
      'select count(*) from recurring_payments where count >= 3',
    );
    assert.ok(Number(several) > 100, `${several} with three charges and more`);
    // but the one that began it each was due on a day of its own
    const undue = await db.rows(
      `select r.id from recurring_payments r where greatest(r.count - 1, 0) <> (
         select count(*) from recurring_dues d join transactions t on t.id = d.transaction_id
         where d.recurring_payment_id = r.id and d.status = 'PAID' and t.recurring_payment_id = r.id)`,
    );
    assert.deepEqual(undue, []);
    const untold = await db.rows(
      `select id from recurring_payments r where suspend_reason = 'DECLINED' and not exists (
         select from recurring_dues d where d.recurring_payment_id = r.id and d.status = 'UNPAID' and d.attempts > 1)`,
    );
    assert.deepEqual(untold, [], 'declined too often, and on no day');
    // every month is of the calendar: 13 May is followed by 13 June, and 31 January by 28 February
    const early = await db.rows(
      `select r.id from recurring_payments r
       cross join lateral (
         select (max(t.date) at time zone 'UTC')::date as day from transactions t
         where t.recurring_payment_id = r.id and t.refunded_transaction_id is null
       ) tried
       where r.next_due_day is not null and (
         r.anchor_day <> extract(day from tried.day)
         or not exists (
           select from generate_series(1, 60) n
           where (tried.day + make_interval(months => n))::date = r.next_due_day::date))`,
    );
    assert.deepEqual(early, [], 'due on another day of the month than the last charge');
  });

  it('PU-06 a purchase says what it is for, until when, and why it came to nothing', async () => {
    const wrong = await db.rows(
      `select id from purchases
       where expiration_date is null and external_id is not null
         or (reason_code is not null) <> (status in ('DECLINED', 'CANCELLED')
           and not exists (select from transactions t
             where t.purchase_id = purchases.id and t.status = 'REVERSED'))
       limit 3`,
    );
    assert.deepEqual(wrong, []);
  });

  it('SB-47, AM-68 exchange logs hold no name, address or whole card number of a payer', async () => {
    const xml = await db.column<string>('select xml from exchange_logs');
    assert.ok(xml.length > 5000);
    for (const text of xml) {
      assert.ok(!/@|\d{13}/.test(text.replace(/<(\w*[iI]d)>[^<]*/g, '')), text);
      for (const [, value] of text.matchAll(/<payer\w+>([^<]*)</g)) assert.equal(value, '***');
      for (const [, card] of text.matchAll(/<card>([^<]*)</g))
        assert.match(card!, /^\d{6}\*{6}\d{4}$/);
    }
  });

  it('SB-53 AM-14 every value of the enumerations of rules, card ranges, announcements and delivery', async () => {
    const all: [expression: string, from: string, values: object][] = [
      ['type', 'rules', RULE_TYPES],
      ['severity', 'rules', RULE_SEVERITIES],
      ['result', 'rules_evaluation_results', RULE_RESULTS],
      ['scheme', 'bin_ranges', BIN_SCHEMES],
      ['card_type', 'bin_ranges', CARD_TYPES],
      ['application', 'meta_data', APPLICATIONS],
      ['application', 'announcements', APPLICATIONS],
      ['language', 'customers_announcements', LANGUAGES],
      ['segment', 'customers_announcements', SEGMENTS],
      ['type', 'delivery_methods', DELIVERY_TYPES],
    ];
    for (const [expression, from, values] of all)
      assert.deepEqual(await distinct(expression, from), Object.keys(values).sort(), from);
    for (const table of [
      'rules',
      'bin_ranges',
      'announcements',
      'customers_announcements',
      'delivery_companies',
      'delivery_methods',
      'pickup_points',
    ])
      assert.deepEqual(await distinct('active', table), [false, true], table);
  });

  it('ST-03 rules looked at every kind of record that there is, and at nothing else', async () => {
    for (const [type, table] of [
      ['TRANSACTION', 'transactions'],
      ['PURCHASE', 'purchases'],
      ['CONSUMER_CREDIT', 'consumer_credits'],
      ['CUSTOMER', 'customers'],
    ] as const) {
      const [facts] = await db.rows<Record<string, boolean>>(
        `select exists (select from ${table}) as some, count(*) > 0 as looked,
           coalesce(bool_and(t.id is not null), true) as known
         from rules_evaluation_results e left join ${table} t on t.id = e.subject_id
         where e.subject_type = $1`,
        [type],
      );
      assert.ok(facts!['known'], `${type}: each is there`);
      assert.equal(facts!['looked'], facts!['some'], type);
    }
  });

  it('SB-53 CU-09..13 customers, cards and screening in every state', async () => {
    const every = (column: string, table: string, words: object) =>
      distinct(column, table).then((found) => assert.deepEqual(found, Object.keys(words).sort()));
    await every('status', 'customers', CUSTOMER_STATUSES);
    await every('status', 'cards', CARD_STATUSES);
    await every('card_type', 'cards', CARD_TYPES);
    await every('payment_scheme', 'cards', PAYMENT_SCHEMES);
    await every('onboarding_status', 'cards', CARD_ONBOARDING_STATUSES);
    assert.equal(
      (await distinct(`list || ' ' || result`, 'screening_results')).length,
      Object.keys(SCREENING_LISTS).length * Object.keys(SCREENING_RESULTS).length,
    );
    const wrong = await db.column(
      `select count(*) from cards where (status = 'EXPIRED') <> (expires_month + interval '1 month' <= $1)
         and status <> 'DELETED'
       union all select count(*) from customers c where status in ('BLOCKED', 'CLOSED')
         and not exists (select from audit_logs where entity_id = c.id)
       union all select count(*) from customers where last_login_date < created_date
       union all select count(*) from screening_results where result = 'CLEAR' and reviewed_at is not null`,
      [TEST_CLOCK],
    );
    assert.deepEqual(wrong, ['0', '0', '0', '0']);
    // the same card is good for the same time, wherever that is told
    const [told] = await db.rows<{ all: number; other: number }>(
      `select count(*)::int as all,
         count(*) filter (where r.card_expires <> to_char(k.expires_month, 'YYYY-MM'))::int as other
       from recurring_payments r join cards k on k.id = r.card_id`,
    );
    assert.ok(told!.all > 0);
    assert.equal(told!.other, 0);
    // whoever borrows is called by the number under which search finds them
    const [called] = await db.rows<{ all: number; other: number }>(
      `select count(*)::int as all, count(*) filter (where p.phone_number <> c.phone)::int as other
       from consumer_credit_persons p
       join consumer_credits l on l.id = p.consumer_credit_id and l.merchant_id = p.merchant_id
       join customers c on c.id = l.customer_id`,
    );
    assert.ok(called!.all > 0);
    assert.equal(called!.other, 0);
  });

  it('CU-08, SB-53 nobody of a new demo is due to be screened, the provider would say the same, and a queue of cases is left to read', async () => {
    const people = await db.rows<{ name: string; born: string; last: Date; found: string[] }>(
      `select c.first_name || ' ' || c.last_name as name, s.born, s.last, s.found
       from customers c left join (
         select customer_id, to_char(max(date_of_birth), 'YYYY-MM-DD') as born, max(created_date) as last,
           array_agg(concat_ws(' ', list, match_score, result) order by list) as found
         from screening_results group by customer_id
       ) s on s.customer_id = c.id where c.status <> 'CLOSED'`,
    );
    assert.ok(people.length > 2500);
    const oldest = TEST_CLOCK.getTime() - 20 * 24 * 3_600_000;
    assert.deepEqual(
      people.filter(({ last }) => !last || last.getTime() < oldest),
      [],
    );
    const others = people.filter(({ name, born, found }) => {
      const said = findingsOf({ name, dateOfBirth: born })
        .map(({ list, matchScore, result }) => `${list} ${matchScore} ${result}`)
        .sort();
      return String(said) !== String(found);
    });
    // some have been found out about by chance, so that each list has each result
    assert.ok(others.length < people.length / 15, `${others.length} would be told otherwise`);
    const cases = await db.rows<{ open: boolean; days: number; wrong: boolean }>(
      `select s.status = 'OPEN' as open, date_part('day', $1 - s.created_date)::int as days,
         r.id is null or (r.verdict is not distinct from 'FALSE_HIT') = (s.status = 'OPEN')
           or s.decided_date < s.created_date
           or (s.risk_class = 'HIGH' and s.first_by = s.decided_by) as wrong
       from screening_cases s left join screening_results r
         on r.customer_id = s.customer_id and r.list = s.list and r.result <> 'CLEAR'`,
      [TEST_CLOCK],
    );
    assert.deepEqual(
      cases.filter(({ wrong }) => wrong),
      [],
    );
    const open = cases.filter((one) => one.open);
    assert.ok(open.length >= 10 && open.length <= 20, `${open.length} wait`);
    assert.ok(open.every(({ days }) => days === 0));
  });

  it('SB-53 transactions exactly 359 and 360 whole days old', async () => {
    for (const initials of ['AO', 'BB'] as const) {
      for (const days of [359, 360] as const) {
        const [row] = await db.rows<{ date: Date; status: string; untouched: boolean }>(
          `select date, status, refunded_cents + reversed_cents = 0 as untouched
           from transactions where description = $1`,
          [caseDescription(initials, `days${days}`)],
        );
        assert.equal(wholeDays(row!.date.toISOString(), TEST_CLOCK), days);
        assert.equal(row!.status, 'SUCCESS');
        assert.ok(row!.untouched);
      }
    }
  });

  it('SB-53 the demo sign-ins, each with its role, status and the one password', async () => {
    for (const { email, userRole, status = 'ACTIVATED', merchant = null } of DEMO_SIGN_INS) {
      const [user] = await db.rows<Record<string, unknown>>(
        `select u.*, m.name as merchant from users u left join merchants m on m.id = u.merchant_id
         where u.email = $1`,
        [email],
      );
      assert.ok(user, email);
      assert.deepEqual(
        [user['user_role'], user['status'], user['merchant'], user['permissions']],
        [userRole, status, merchant, ROLE_PERMISSIONS[userRole]],
      );
      const expires = user['password_expires_date'] as Date | null;
      if (status === 'NOT_ACTIVATED') assert.equal(user['password_hash'], null);
      else assert.equal(expires! < TEST_CLOCK, email === 'expired@amber.test', email);
    }
    const [owner] = await db.rows<{ name: string; hash: string }>(
      `select first_name || ' ' || last_name as name, password_hash as hash from users
       where email = 'owner@amber.test'`,
    );
    assert.equal(owner!.name, 'Anna Ozola');
    assert.ok(await verify(owner!.hash, DEMO_PASSWORD));
  });

  it('SB-53, AM-103 about 20,000 transactions of 90 days for 20 merchants, all under 9000.00 but one of 20000.00 a merchant that nothing was given back of', async () => {
    const [facts] = await db.rows<Record<string, string>>(
      `select count(*), count(distinct merchant_id) as merchants,
         max(amount_cents) filter (where amount_cents <> 2000000) as max,
         count(*) filter (where date < $1::timestamptz - interval '90 days') as older,
         count(distinct date::date) as days
       from transactions`,
      [TEST_CLOCK],
    );
    assert.equal(facts!['count'], '20000');
    assert.equal(facts!['merchants'], '20');
    assert.equal(facts!['older'], '4');
    assert.equal(facts!['days'], '93');
    assert.ok(Number(facts!['max']) < 9000_00);
    assert.deepEqual(
      await db.rows(
        `select count(*)::int as payments, count(distinct t.merchant_id)::int as merchants
         from transactions t where t.amount_cents = 2000000 and t.status = 'SUCCESS'
           and t.refunded_transaction_id is null and t.refunded_cents = 0`,
      ),
      [{ payments: 20, merchants: 20 }],
    );
  });

  it('SB-53 a payment of a customer by card is by a card of that customer, used in its time; so are its refunds and charges', async () => {
    const [facts] = await db.rows<Record<string, number>>(
      `select count(*)::int as paid, count(*) filter (where c.id is null)::int as loose,
         count(*) filter (where c.customer_id <> t.customer_id
           or c.first6 || '******' || c.last4 <> t.card_pan)::int as wrong,
         count(*) filter (where c.created_date > t.date
           or c.expires_month + interval '1 month' <= t.date and t.refunded_transaction_id is null)::int as untimely,
         count(*) filter (where u.updated_date <= t.date and t.refunded_transaction_id is null)::int as barred,
         count(distinct t.card_id) filter (where t.recurring_payment_id is not null)::int
           - count(distinct t.recurring_payment_id)::int as more_cards_than_one
       from transactions t left join cards c on c.id = t.card_id join customers u on u.id = t.customer_id
       where t.card_pan is not null`,
    );
    assert.ok(facts!['paid']! > 15_000, `${facts!['paid']} paid by card`);
    const { loose, wrong, untimely, barred } = facts!;
    assert.deepEqual(
      { loose, wrong, untimely, barred },
      { loose: 0, wrong: 0, untimely: 0, barred: 0 },
    );
    assert.ok(facts!['more_cards_than_one']! <= 0);
  });

  it('SB-53, SB-39 the sandbox institution knows every refund of a loan that waits, and answers it soon', async () => {
    const waiting = await db.rows<{ known: boolean }>(
      `select f.request_id is not null and f.amount_cents = r.amount_cents
         and f.decided_date = r.next_inquiry_date and f.reference is not null
         and f.decided_date between $1::timestamptz and $1::timestamptz + interval '1 hour' as known
       from consumer_credits_refunds r left join institution_sandbox.refunds f on f.request_id = r.id
       where r.status = 'REQUESTED'`,
      [TEST_CLOCK],
    );
    assert.ok(waiting.length >= 4);
    assert.ok(waiting.every(({ known }) => known));
  });

  it('AM-09 transactions without customer, purchase or order, and all the optional values', async () => {
    const [shares] = await db.rows<Record<string, number>>(
      `select avg((order_id is not null)::int)::float as orders,
         avg((recurring_payment_id is not null)::int)::float as recurring,
         avg((customer_id is null)::int)::float as strangers,
         avg((purchase_id is null)::int)::float as bare,
         avg((report_data <> '{}')::int)::float as report, avg((xid is not null)::int)::float as xid
       from transactions`,
    );
    const within = (key: string, least: number, most: number) =>
      assert.ok(shares![key]! > least && shares![key]! < most, `${key}: ${shares![key]}`);
    within('orders', 0.5, 0.7);
    within('recurring', 0.07, 0.13);
    within('strangers', 0.01, 0.1);
    within('bare', 0.01, 0.1);
    within('report', 0.6, 0.9);
    within('xid', 0.2, 0.6);
  });

  it('AM-68 no card number beyond first 6 and last 4, no security code, no address outside .test', async () => {
    const columns = await db.rows<{ table: string; column: string }>(
      `select format('%I.%I', table_schema, table_name) as table, column_name as column
       from information_schema.columns
       where table_schema in ('public', 'acquirer_sandbox') and data_type in ('text', 'jsonb', 'ARRAY')
         and table_name not like 'kysely%'`,
    );
    assert.ok(columns.length > 50);
    for (const { table, column: name } of columns) {
      // as long as a card's number, and none
      if (['iban', 'certificate', 'public_key', 'sha256'].includes(name)) continue;
      const found = await db.column<string>(
        `select ${name}::text from ${table} where ${name}::text ~ $1 or ${name}::text ~* $2
           or regexp_replace(${name}::text, '@[a-z0-9.]+\\.test\\M', '', 'g') ~ '@'
         limit 3`,
        ['\\d{13}|\\d{4} \\d{4} \\d{4}', '\\mcv[vc]2?\\M|securityCode'],
      );
      assert.deepEqual(found, [], `${table}.${name}`);
    }
    const cards = await db.column<string>(
      `select distinct card_pan from transactions where card_pan !~ '^\\d{6}\\*{6}\\d{4}$'`,
    );
    assert.deepEqual(cards, []);
  });

  it('SB-52 nothing lies after the clock but the day something expires, what is announced for later, the next charge and the next question', async () => {
    const columns = await db.rows<{ table: string; column: string }>(
      `select format('%I.%I', table_schema, table_name) as table, column_name as column
       from information_schema.columns
       where table_schema in ('public', 'acquirer_sandbox') and table_name not like 'kysely%'
         -- it says when a row was written, by the database's own clock
         and table_name <> 'changes'
         -- what the acquirer will say
         and (table_schema, table_name, column_name) <> ('acquirer_sandbox', 'notices', 'due_date')
         and data_type like 'timestamp%' and column_name not in
           ('password_expires_date', 'valid_from', 'valid_to', 'expiration_date', 'expires_date',
            'next_charge_at', 'next_attempt_date', 'status_until', 'valid_until',
            'next_inquiry_date', 'respond_by', 'capture_before')`,
    );
    for (const { table, column: name } of columns) {
      const [late] = await db.column<string>(`select count(*) from ${table} where ${name} > $1`, [
        TEST_CLOCK,
      ]);
      assert.equal(late, '0', `${table}.${name}`);
    }
  });
});
