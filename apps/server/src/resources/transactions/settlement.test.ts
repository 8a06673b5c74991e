import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addDays } from '@paydesk/contract/kernel/dates.ts';
import type { Settlement, SettlementLine } from '../../gateways/acquirer.ts';
import { acquirerOver } from '../../gateways/protocol/gateways.ts';
import { insertMerchant } from '../../seed/factories.ts';
import { insertPayment } from '../../testing/money.ts';
import { core } from '../../testing/machines.ts';
import { openCheckout } from '../../testing/payments.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { tasksOf } from '../../resources.ts';

const OWN = 'https://own.firm.test/v1';
const settled = (...lines: SettlementLine[]): Settlement => ({ outcome: 'settled', lines });

describe('settlement files', () => {
  let server: TestServer;
  /** What each acquirer says of a day, by its address. */
  let says: (gateway: string, day: string) => Settlement;
  const today = () => server.services.now().toISOString().slice(0, 10);
  const inDays = (off: number) => addDays(today(), off);
  const compared = () => addDays(today(), -2);

  before(async () => {
    server = await testServer({
      // on a day that the demo's own refunds of the last weeks are not among
      now: () => new Date(Date.now() + 30 * 86_400_000),
      acquirer: (sandbox) => ({
        ...sandbox,
        settlement: (day, route) => Promise.resolve(says(route!.gateway!, day)),
      }),
    });
  });
  after(() => server.close());
  beforeEach(() =>
    server.pool.query('delete from payment_operations; delete from settlements_compared'),
  );

  const run = () =>
    tasksOf(server.services)
      .find(({ name }) => name === 'read-settlements')!
      .run();

  /** 12.50 EUR, captured on the day that is compared, or another. */
  async function captured(gateway: string, day = compared()): Promise<SettlementLine> {
    const merchantId = (await insertMerchant(server.pool, {})).id;
    const { checkoutId, orderId, purchaseId } = await openCheckout(server, { merchantId });
    const date = new Date(`${day}T12:00:00Z`);
    const id = await insertPayment(server, { merchantId, amountCents: 12_50n, date });
    await server.pool.query(
      `with a as (insert into payment_attempts (id, checkout_id, merchant_id, order_id, purchase_id, stage,
           amount_cents, currency, frame, gateway, created_date, updated_date)
         values ($1, $2, $3, $4, $5, 'PAID', 1250, 'EUR', false, $6, $7, $7) returning *)
       insert into payment_operations (id, attempt_id, merchant_id, kind, status, amount_cents, currency,
         created_date, user_name, gateway)
       select $8, id, merchant_id, 'CAPTURE', 'APPROVED', 1250, 'EUR', $7, 'Checkout', gateway from a`,
      [id, checkoutId, merchantId, orderId, purchaseId, gateway, date, randomUUIDv7()],
    );
    return {
      paymentId: id,
      capturedCents: 12_50n,
      refundedCents: 0n,
      feeCents: 40n,
      currency: 'EUR',
      payout: null,
    };
  }

  test('AM-102 one acquirer that says nothing keeps nobody from finding what another booked otherwise', async () => {
    await captured(OWN);
    const line = await captured('sandbox');
    says = (gateway, day) =>
      gateway === OWN
        ? { outcome: 'unknown', reason: 'No answer' }
        : settled(...(day === compared() ? [{ ...line, capturedCents: 12_49n }] : []));
    const { failed, error } = (await run())!;
    assert.equal(failed, 1);
    assert.match(error!, /No answer/);
    assert.ok(
      server.logLines.some(
        (one) => /a settlement differs/.test(one) && one.includes(line.paymentId),
      ),
    );
  });

  test('AM-102 a day on which nothing ran, or the acquirer said nothing, is compared afterwards, and once', async () => {
    says = () => settled();
    const upTo = async () =>
      (await server.all<{ day: string }>('select day::text from settlements_compared')).map(
        ({ day }) => day,
      );
    const away = addDays(today(), -10);
    // compared last before nothing ran for nine days
    await captured('sandbox', addDays(today(), -1));
    await run();
    assert.deepEqual(await upTo(), [compared()]);
    await server.pool.query('update settlements_compared set day = $1', [addDays(away, -1)]);
    await server.pool.query('delete from payment_operations');
    const missed = await captured('sandbox', away);
    // its file can't be had at first; that of a later day can, and differs too
    const later = await captured('sandbox', addDays(today(), -6));
    const lines = (day: string) =>
      day === away
        ? [{ ...missed, capturedCents: 12_49n }]
        : day === addDays(today(), -6)
          ? [{ ...later, capturedCents: 25_00n }]
          : [];
    says = (_, day) =>
      day === away ? { outcome: 'unknown', reason: 'No answer' } : settled(...lines(day));
    const silent = (await run())!;
    assert.equal(silent.failed, 1);
    assert.match(silent.error!, new RegExp(`No answer.*${later.paymentId}`));
    assert.deepEqual(await upTo(), [addDays(away, -1)]);
    says = (_, day) => settled(...lines(day));
    const { failed, error } = (await run())!;
    assert.equal(failed, 2);
    assert.match(error!, new RegExp(`${missed.paymentId}: 12.49 EUR taken by the file, 12.50`));
    assert.deepEqual(await upTo(), [compared()]);
    assert.equal((await run())!.failed, 0);
  });

  test('AM-102 what went back elsewhere and came in from a core is asked of no acquirer’s file', async () => {
    const line = await captured('sandbox');
    says = (_, day) => settled(...(day === compared() ? [line] : []));
    const paid = {
      merchant: 'Amber & Oak',
      date: `${compared()}T12:00:00.000Z`,
      amount: 100,
      currency: 'EUR',
      status: 'SUCCESS',
    };
    const ours = await core(server);
    const { body, text } = await ours.call('POST /api/provider-api/transactions', {
      body: {
        rows: [
          { ...paid, externalId: 'S-1' },
          { ...paid, externalId: 'S-2', refundOf: 'S-1', amount: 40 },
          { ...paid, externalId: 'S-3', status: 'REVERSED' },
        ],
      },
    });
    assert.equal(body.created, 3, text);
    assert.deepEqual(await run(), { processed: 1, failed: 0 });
  });

  test('AM-102 what was booked in another currency is a difference, and its fee is no fee of ours', async () => {
    const line = await captured('sandbox');
    says = (_, day) => settled(...(day === compared() ? [line] : []));
    assert.deepEqual(await run(), { processed: 1, failed: 0 });
    const other = await captured('sandbox');
    says = (_, day) =>
      settled(...(day === compared() ? [line, { ...other, currency: 'JPY', feeCents: 41n }] : []));
    assert.equal((await run())!.failed, 1);
    const fees = await server.all(
      'select acquirer_fee_cents::int as fee from transactions where id = any($1) order by 1',
      [[line.paymentId, other.paymentId]],
    );
    assert.deepEqual(fees, [{ fee: 40 }, { fee: null }]);
  });

  test('AM-102 what was never asked for, was declined or is only held is a difference with its sum, and so is what was taken before', async () => {
    const line = await captured('sandbox');
    const set = (id: string, to: string) =>
      server.pool.query(`update payment_operations set ${to} where attempt_id = $1`, [id]);
    const [declined, held, long, open, elsewhere] = [
      await captured('sandbox'),
      await captured('sandbox'),
      await captured('sandbox'),
      await captured('sandbox'),
      await captured(OWN),
    ];
    const unpaid = `update transactions set status = $2 where id = $1`;
    await set(declined.paymentId, `status = 'DECLINED'`);
    await server.pool.query(unpaid, [declined.paymentId, 'DECLINED']);
    await server.pool.query('delete from payment_operations where attempt_id = $1', [
      held.paymentId,
    ]);
    await server.pool.query(unpaid, [held.paymentId, 'PROCESSING']);
    // asked for days ago: told of just then, or not yet
    const daysAgo = `created_date = '${new Date(Date.now() - 4 * 86_400_000).toISOString()}'`;
    await set(long.paymentId, `${daysAgo}, settled_date = created_date`);
    await set(open.paymentId, `${daysAgo}, status = 'PENDING'`);
    const twice = await captured('sandbox');
    await set(twice.paymentId, daysAgo);
    const foreign = { ...line, paymentId: randomUUIDv7(), capturedCents: 1_234_56n };
    // its money is there by the acquirer's own word, though no capture of ours says so (AM-113)
    const confirmed = { ...line, paymentId: '' };
    confirmed.paymentId = await insertPayment(server, {
      merchantId: await server.merchantId('Amber & Oak'),
      amountCents: 12_50n,
    });
    const lines = [line, declined, held, long, open, twice, foreign, confirmed, elsewhere];
    says = (gateway, day) =>
      settled(...(day !== compared() ? [] : gateway === OWN ? [elsewhere] : lines));
    const { failed, error } = (await run())!;
    assert.equal(failed, 5, error!);
    const none = 'taken by the file, nothing by our books';
    for (const { paymentId } of [declined, held, twice, elsewhere])
      assert.ok(error!.includes(`${paymentId}: 12.50 EUR ${none}`), error!);
    assert.ok(error!.includes(`${foreign.paymentId}: 1'234.56 EUR ${none}`), error!);

    // given back without us, and ten cents too little
    says = (_, day) =>
      settled(
        ...(day === compared()
          ? [
              { ...line, capturedCents: 12_40n },
              { ...confirmed, capturedCents: 0n, refundedCents: 5_00n },
            ]
          : []),
      );
    await server.pool.query('delete from payment_operations where attempt_id <> $1', [
      line.paymentId,
    ]);
    const other = (await run())!;
    assert.equal(other.failed, 2, other.error!);
    assert.match(other.error!, /^2 payments were booked otherwise: /);
    assert.match(other.error!, /: 12\.40 EUR taken by the file, 12\.50 EUR taken by our books/);
    assert.match(other.error!, /: 5\.00 EUR given back by the file, nothing by our books/);
  });

  test('AM-102 what was taken and came back days later is a difference; a payout that is put off is kept with its new day', async () => {
    const line = await captured('sandbox');
    const back = await captured('sandbox', inDays(-6));
    says = (_, asked) =>
      settled(
        ...(asked === compared()
          ? [
              { ...line, payout: { reference: 'PO-1', day: inDays(1) } },
              { ...back, capturedCents: -12_50n },
            ]
          : []),
      );
    const { failed, error } = (await run())!;
    assert.equal(failed, 1, error!);
    assert.match(
      error!,
      new RegExp(`${back.paymentId}: -12\\.50 EUR taken by the file, nothing by our books`),
    );
    const paidOut = () =>
      server.one('select payout_reference, paid_out_day::text from transactions where id = $1', [
        line.paymentId,
      ]);
    assert.deepEqual(await paidOut(), { payout_reference: 'PO-1', paid_out_day: inDays(1) });
    says = (_, asked) =>
      settled(
        ...(asked === compared()
          ? [{ ...line, payout: { reference: 'PO-1', day: inDays(3) } }]
          : []),
      );
    await run();
    assert.deepEqual(await paidOut(), { payout_reference: 'PO-1', paid_out_day: inDays(3) });
  });

  test('SB-47 a file that goes round in circles, or on without end, is read no further', async () => {
    const ids = Array.from({ length: 3 }, () => randomUUIDv7()).sort();
    let pages = 0;
    const over = (next: (page: number) => string | null) => {
      pages = 0;
      const settlement = ({ day }: { day: string }) =>
        pages < 5000
          ? Promise.resolve({ day, lines: [], next: next(pages++) })
          : Promise.reject(new Error('It was read on and on'));
      return acquirerOver({ settlement } as never, () => ({ answerTo: '', noticeTo: '' }));
    };
    // by two steps, which no look at the page before finds
    await assert.rejects(over((page) => ids[page % 2]!).settlement(today()), /in circles/);
    assert.ok(pages < 4);
    const endless = over(
      (page) => `00000000-0000-7000-8000-${page.toString(16).padStart(12, '0')}`,
    );
    await assert.rejects(endless.settlement(today()), /no end/);
    const some = over((page) => ids[page] ?? null);
    assert.deepEqual(await some.settlement(today()), settled());
    assert.equal(pages, 4);
  });
});
