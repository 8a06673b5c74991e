import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDays } from '@paydesk/contract/kernel/dates.ts';
import { ROUTE_SETS } from '@paydesk/contract/permissions.ts';
import type { BusinessDay } from '@paydesk/contract/resources/business-days.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { Random } from '../../seed/random.ts';
import { runs } from '@paydesk/contract/testing/proof.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { foldBusinessDays, followBusinessZone, wrongDays } from './counters.ts';
import { businessDayHandlers } from './report.ts';

/**
 * Business days against a plain aggregate over the rows, added up here by Temporal: nothing of the
 * database's calendar or of its counters is in it.
 */
const ZONES = [
  'UTC',
  'Europe/Riga',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
  'Atlantic/Azores',
  'America/Santiago',
  'America/Sao_Paulo',
  'Asia/Tehran',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Marquesas',
  'Africa/Casablanca',
  'Antarctica/Troll',
];
const FIRST = '2023-01-01';
const LAST = '2025-12-31';
const DAY_MS = 86_400_000;

interface Row {
  merchant_id: string;
  refunded_transaction_id: string | null;
  date: Date;
  status: string;
  amount_cents: bigint;
  moves_money: boolean;
  reversal_date: Date | null;
  reversed_cents: bigint;
}

/** Each day of the zone with anything on it. */
function plainly(rows: Row[], zone: string): Map<string, Map<string, number>> {
  const days = new Map<string, Map<string, number>>();
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const add = (moment: Date, name: string, cents: bigint) => {
    const date = dayOf.format(moment);
    const day = days.get(date) ?? new Map<string, number>();
    days.set(date, day);
    day.set(name, (day.get(name) ?? 0) + 1);
    day.set(`${name}Amount`, (day.get(`${name}Amount`) ?? 0) + Number(cents));
  };
  for (const row of rows) {
    if (!row.moves_money || !['SUCCESS', 'REVERSED'].includes(row.status)) continue;
    const side = row.refunded_transaction_id ? 'credit' : 'debit';
    add(row.date, `${side}Transactions`, row.amount_cents);
    if (row.status === 'REVERSED' && row.reversal_date)
      add(row.reversal_date, `${side}Reversals`, row.reversed_cents);
  }
  return days;
}

describe('business days of many zones', () => {
  let server: TestServer;
  let merchants: string[];
  const random = new Random(2026);
  before(async () => {
    server = await testServer();
    merchants = [await server.merchantId('Amber & Oak'), await server.merchantId('Baltic Books')];
    await insertRandom(runs(6000, 60_000));
  });
  after(() => server.close());

  /** All over the years; a third of them within hours of a change of the clocks or the end of a day. */
  function moment(): Date {
    const begin = Date.parse(FIRST);
    const end = Date.parse(LAST) + DAY_MS;
    const any = begin + Math.floor(random.fraction() * (end - begin));
    if (random.chance(0.67)) return new Date(any);
    const zone = random.pick(ZONES);
    const near = Temporal.Instant.fromEpochMilliseconds(any).toZonedDateTimeISO(zone);
    const change = near.getTimeZoneTransition('next');
    const edge =
      change && random.chance(0.5) && change.epochMilliseconds < end
        ? change.epochMilliseconds
        : near.startOfDay().epochMilliseconds;
    return new Date(
      edge + random.pick([-3_600_000, -60_000, -1, 0, 1, 60_000, 3_599_999, 3_600_000]),
    );
  }

  async function insertRandom(count: number): Promise<void> {
    const rows = Array.from({ length: count }, () => {
      const date = moment();
      const amount = random.int(1, 100_000);
      const reversed = random.chance(0.15);
      return {
        merchant: random.pick(merchants),
        date: date.toISOString(),
        status: reversed ? 'REVERSED' : random.pick(['SUCCESS', 'SUCCESS', 'SUCCESS', 'DECLINED']),
        amount,
        refund: random.chance(0.2),
        moves: random.chance(0.9),
        reversal: reversed ? moment().toISOString() : null,
        reversed: reversed ? random.int(1, amount) : 0,
      };
    });
    // which one of its merchant's it refunds does not matter here
    const { rowCount } = await server.pool.query(
      `with original as (select distinct on (merchant_id) merchant_id, id from transactions order by merchant_id, id)
       insert into transactions (id, merchant_id, date, status, amount_cents, currency,
         refunded_transaction_id, moves_money, reversal_date, reversed_cents)
       select gen_random_uuid(), r.merchant, r.date, r.status, r.amount, 'EUR',
         case when r.refund then original.id end, r.moves or not r.refund, r.reversal, r.reversed
       from jsonb_to_recordset($1::jsonb) as r (merchant uuid, date timestamptz,
         status text, amount bigint, refund boolean, moves boolean, reversal timestamptz,
         reversed bigint)
       join original on original.merchant_id = r.merchant`,
      [JSON.stringify(rows)],
    );
    assert.equal(rowCount, rows.length, 'each merchant has one');
  }

  const actorOf = (merchantId: string | null): SignedIn => ({
    userId: merchants[0]!,
    userRole: merchantId ? 'MERCHANT_ADMIN' : 'BACKOFFICE_ADMIN',
    permissions: merchantId ? [ROUTE_SETS.TRANSACTION_DASHBOARD[1]] : ['READ_ANY_TRANSACTION'],
    merchantId,
    sessionId: '',
    rights: '',
    passwordFresh: false,
    written: null,
    secondFactor: { on: false, fresh: false, ofMerchant: false },
    userName: '',
    passwordExpired: false,
    timeZone: 'UTC',
    address: '',
    sight: merchantId ? { merchantId, userId: merchants[0]! } : 'all',
  });

  async function compare(zone: string): Promise<number> {
    const services = {
      ...server.services,
      config: { ...server.services.config, BUSINESS_TIME_ZONE: zone },
    };
    const report = businessDayHandlers(services)['GET /api/reports/business-days'];
    const all = (
      await server.all<Omit<Row, 'date' | 'reversal_date'> & Record<string, string>>(
        `select merchant_id, refunded_transaction_id, date, status, amount_cents, moves_money,
           reversal_date, reversed_cents from transactions`,
      )
    ).map((row) => ({
      ...row,
      date: new Date(row['date']!),
      reversal_date: row['reversal_date'] ? new Date(row['reversal_date']) : null,
    })) as Row[];
    let seen = 0;
    for (const merchantId of [null, ...merchants]) {
      const rows = all.filter((row) => !merchantId || row.merchant_id === merchantId);
      const expected = plainly(rows, zone);
      for (let from = FIRST; from <= LAST; from = addDays(from, 366)) {
        const end = addDays(from, 365);
        const query = { from, to: end < LAST ? end : LAST };
        const days = (await report({
          actor: actorOf(merchantId),
          query,
        } as never)) as BusinessDay[];
        for (const [nth, { date, ...figures }] of days.entries()) {
          assert.equal(date, addDays(from, nth));
          const day = expected.get(date);
          const there = Object.fromEntries(
            Object.keys(figures).map((name) => [
              name,
              name.endsWith('Amount') ? (day?.get(name) ?? 0) / 100 : (day?.get(name) ?? 0),
            ]),
          );
          assert.deepEqual(figures, there, `${zone} ${date} ${merchantId}`);
          seen++;
        }
      }
    }
    return seen;
  }

  test('SB-44, AM-23 every day of three years is what the rows say, in each of 20 zones, tenants apart', async (t) => {
    let seen = 0;
    for (const zone of ZONES) {
      const services = {
        ...server.services,
        config: { ...server.services.config, BUSINESS_TIME_ZONE: zone },
      };
      if (zone === 'Asia/Beirut') seen += await compare(zone); // from the rows, before the rebuild
      await followBusinessZone(services).run();
      // some of it waits to be folded, some of it is folded into days of this zone
      await insertRandom(runs(20, 500));
      await foldBusinessDays(services).run();
      await server.pool.query(
        `update transactions set date = (date at time zone 'UTC' + interval '13 hours') at time zone 'UTC', amount_cents = amount_cents + 7
         where id in (select id from transactions where amount_cents % 11 = 0 limit 50)`,
      );
      await server.pool.query(
        `delete from transactions where id in (
           select t.id from transactions t where batch_id is null and created_by is null
             and not exists (select from transactions r where r.refunded_transaction_id = t.id and r.merchant_id = t.merchant_id)
             and not exists (select from transaction_logs l where l.transaction_id = t.id and l.merchant_id = t.merchant_id) limit 5)`,
      );
      seen += await compare(zone);
    }
    assert.ok(seen >= ZONES.length * 3 * 1096);
    assert.deepEqual(await wrongDays(server.database), []);
    t.diagnostic(`${seen} days compared in ${ZONES.length} zones`);
  });
});
