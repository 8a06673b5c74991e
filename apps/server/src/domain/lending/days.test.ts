import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { today } from '../../platform/business-day.ts';
import { confirmedLoan, onlyTheseLend, type Lenders } from '../../testing/loans.ts';
import { testServer, TRYING_OUT, type TestServer } from '../../testing/server.ts';
import { loanView } from './view.ts';

describe('the days of a loan', () => {
  let server: TestServer;
  let lenders: Lenders;
  let merchantId: string;
  before(async () => {
    server = await testServer(TRYING_OUT);
    lenders = await onlyTheseLend(server);
    merchantId = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  /** The same installation, with business days of that zone, and at that moment. */
  function at(zone: string, moment?: string): TestServer {
    const { services } = server;
    const config = { ...services.config, BUSINESS_TIME_ZONE: zone };
    const now = moment === undefined ? services.now : () => new Date(moment);
    return { ...server, services: { ...services, config, now } };
  }

  // whenever this runs, one of them has another day than UTC
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    test(`LN-35, AM-23 the 14 days begin on the day of signing where business days are cut: ${zone}`, async () => {
      const { loanId } = await confirmedLoan(at(zone), merchantId, lenders.online);
      const { signed, until } = await server.one<{ signed: string; until: string }>(
        `select agreement_signing_date as signed, to_char(withdraw_until, 'YYYY-MM-DD') as until
         from consumer_credits where id = $1`,
        [loanId],
      );
      const day = Temporal.Instant.from(signed).toZonedDateTimeISO(zone).toPlainDate();
      assert.equal(until, day.add({ days: 14 }).toString());
    });

  test('LN-35, AM-23 its last day to withdraw, and a day of interest, end at midnight where business days are cut, in summer and winter', async () => {
    const { loanId, checkoutId } = await confirmedLoan(server, merchantId, lenders.online);
    const seen = async (moment: string, zone = 'Europe/Riga') => {
      const loan = (await loanView(at(zone, moment).services, checkoutId))!;
      return [loan.withdrawUntil, loan.withdrawing && 'may', loan.repaying!.interest] as const;
    };
    for (const [until, last, over] of [
      ['2026-01-15', '2026-01-15T21:30:00.000Z', '2026-01-15T22:30:00.000Z'],
      ['2026-07-15', '2026-07-15T20:30:00.000Z', '2026-07-15T21:30:00.000Z'],
    ] as const) {
      await server.pool.query(
        `update consumer_credits set withdraw_until = $2::date, decided_date = $2::date - interval '10 days'
         where id = $1`,
        [loanId, until],
      );
      const [day, may, interest] = await seen(last);
      assert.deepEqual([day, may], [until, 'may'], last);
      const [gone, mayNot, more] = await seen(over);
      assert.deepEqual([gone, mayNot], [null, null], over);
      assert.ok(more > interest, `${over}: ${more}, before ${interest}`);
      const late = `${until}T23:30:00.000Z`;
      assert.equal((await seen(late))[1], null, late);
      assert.equal((await seen(late, 'UTC'))[1], 'may', late);
    }
  });

  test('LN-35 a loan says itself whether it may be withdrawn from', async () => {
    const { loanId: id } = await confirmedLoan(server, merchantId, lenders.online);
    const staff = await server.as('admin@paydesk.test');
    const now = Temporal.PlainDate.from(today(server.services));
    for (const [days, withdrawable] of [
      [0, true],
      [-1, false],
    ] as const) {
      await server.pool.query('update consumer_credits set withdraw_until = $2 where id = $1', [
        id,
        now.add({ days }).toString(),
      ]);
      const { body } = await staff.call('GET /api/financing/consumer-credits/{id}', {
        params: { id },
      });
      assert.equal(body.withdrawable, withdrawable);
    }
  });
});
