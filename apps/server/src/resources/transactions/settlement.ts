import { addDays } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Settlement, SettlementLine } from '../../gateways/acquirer.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import type { Repeating, TaskFigures } from '../../platform/tasks.ts';

const HOUR_MS = 3_600_000;
/** A payout is told of some days after what it pays out. */
const DAYS = 7;
/** So far back a day is compared that was not in its time: nothing ran, or the acquirer said nothing. */
const MOST_DAYS = 31;

/** Whose file it is: the installation's acquirer, or that of one merchant. */
interface File {
  gateway: string;
  of: string | null;
  /** Up to which day it was held against the books; null: never. */
  compared: string | null;
}

/**
 * Reads what each acquirer that was asked for money booked in the last days: its fee and its payout are kept on the
 * payment, and what it booked up to the day before yesterday is held against what we asked it for, either way, each
 * day that was not before. A difference is an error in the log, and a failed one of the run, which says its sums;
 * nothing is mended in silence.
 */
export function readSettlements(services: Services): Repeating {
  const { acquirer, database, log } = services;
  return {
    name: 'read-settlements',
    everyMs: 12 * HOUR_MS,
    firstAfterMs: HOUR_MS,
    async run(stopping) {
      const today = services.now().toISOString().slice(0, 10);
      const own = services.addressOf('ACQUIRER', null);
      const read = { processed: 0, failed: 0 };
      const errors: string[] = [];
      const wrong: string[] = [];
      const upTo = addDays(today, -2);
      for (const file of await filesOf(database.kysely, own, today)) {
        // the newest is compared each time, since what is said of it may come in twice
        const missed = file.compared ? addDays(file.compared, 1) : upTo;
        const first = earlier(upTo, later(missed, addDays(today, -MOST_DAYS)));
        const days = new Map<string, SettlementLine[]>();
        const silent: string[] = [];
        const from = earlier(addDays(first, -1), addDays(today, -DAYS));
        for (let day = from; day < today; day = addDays(day, 1)) {
          if (stopping?.aborted) return read;
          const said: Settlement = await acquirer.settlement(day, file);
          if (said.outcome === 'unknown') {
            silent.push(`${day}: ${said.reason}`);
            continue;
          }
          days.set(day, said.lines);
          await note(database.kysely, file, own, said.lines);
          read.processed += said.lines.length;
        }
        errors.push(...silent);
        let compared = addDays(first, -1);
        let whole = true;
        for (let day = first; day <= upTo; day = addDays(day, 1)) {
          // around the day that is compared: what crossed midnight on its way is in the file beside it
          const around = [-1, 0, 1].map((off) => days.get(addDays(day, off)));
          if (!around.every((lines) => lines !== undefined)) {
            // tried again with what is missing; what was said of later days is looked at meanwhile
            whole = false;
            continue;
          }
          const found = await differences(database.kysely, file, own, day, around);
          if (found.length)
            log.error({ gateway: file.gateway, wrong: found.slice(0, 20) }, 'a settlement differs');
          wrong.push(...found);
          read.failed += found.length;
          if (whole) compared = day;
        }
        await keep(database.kysely, file, compared);
      }
      const error = [...errors.slice(0, 1), ...(wrong.length ? [told(wrong)] : [])].join('; ');
      return { ...read, ...(error && { error }) } satisfies TaskFigures;
    },
  };
}

const NAMED = 5;

/** What staff read of it under the run: the sums of the first, and how many there are. */
const told = (wrong: readonly string[]): string =>
  `${wrong.length === 1 ? '1 payment was' : `${wrong.length} payments were`} booked otherwise: ${wrong
    .slice(0, NAMED)
    .join('; ')}${wrong.length > NAMED ? ` and ${wrong.length - NAMED} more` : ''}`;

/**
 * What a payment was sent to, and when: payments, charges and what went back. Of what a core told of as it was
 * settled there, nobody was asked from here, and no file has it.
 */
const SENT = sql`(
  select attempt_id as id, merchant_id, gateway, created_date, settled_date, status, amount_cents as captured, 0::bigint as refunded
    from payment_operations where kind = 'CAPTURE'
  union all
  select id, merchant_id, gateway, created_date, settled_date, status, coalesce(amount_cents, 0), 0 from recurring_charges
  union all
  select transaction_id, merchant_id, gateway, created_date, settled_date, status, 0, amount_cents from money_operations
    where kind in ('REFUND', 'REVERSAL') and (gateway is null and settled_date = created_date) is not true)`;

const nameOf = ({ gateway, of }: Omit<File, 'compared'>) => (of ? `${gateway} ${of}` : gateway);

/**
 * Where money was asked for in the last days, or since it was compared, whatever is set up now; the installation's own
 * has one file for all.
 */
async function filesOf(db: Db, own: string | null, today: string): Promise<File[]> {
  const { rows: asked } = await sql<Omit<File, 'compared'> & { last: string }>`
    select coalesce(s.gateway, ${own}) as gateway,
      case when coalesce(s.gateway, ${own}) <> ${own} then s.merchant_id end as of,
      (max(s.created_date) at time zone 'UTC')::date::text as last
    from ${SENT} s
    where s.created_date >= ${addDays(today, -MOST_DAYS)}::date and coalesce(s.gateway, ${own}) is not null
    group by 1, 2 order by 1, 2`.execute(db);
  const { rows } = await sql<{ file: string; day: string }>`
    select file, day::text as day from settlements_compared`.execute(db);
  const compared = new Map(rows.map(({ file, day }) => [file, day]));
  return asked
    .map(({ gateway, of, last }) => ({
      gateway,
      of,
      last,
      compared: compared.get(nameOf({ gateway, of })) ?? null,
    }))
    .filter(
      ({ last, compared: day }) => last >= addDays(today, -DAYS) || (day !== null && last > day),
    );
}

async function keep(db: Db, file: File, day: string): Promise<void> {
  await sql`insert into settlements_compared (file, day) values (${nameOf(file)}, ${day}::date)
    on conflict (file) do update set day = excluded.day`.execute(db);
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one < other ? other : one);

const asRows = (lines: readonly SettlementLine[]) =>
  JSON.stringify(
    lines.map(({ paymentId, capturedCents, refundedCents, feeCents, currency, payout }) => ({
      id: paymentId,
      captured: String(capturedCents),
      refunded: String(refundedCents),
      fee: String(feeCents),
      currency,
      reference: payout?.reference ?? null,
      day: payout?.day ?? null,
    })),
  );
const LINES = sql`(id uuid, captured bigint, refunded bigint, fee bigint, currency text, reference text, day date)`;

/** Of those that were sent there: nobody's file says anything of another's payments. */
const sentThere = ({ gateway }: File, own: string | null) => sql`(
  exists (select from payment_operations o where o.attempt_id = t.id and o.merchant_id = t.merchant_id
    and o.kind = 'CAPTURE' and coalesce(o.gateway, ${own}) = ${gateway})
  or exists (select from recurring_charges c where c.id = t.id and c.merchant_id = t.merchant_id
    and coalesce(c.gateway, ${own}) = ${gateway}))`;

async function note(db: Db, file: File, own: string | null, lines: readonly SettlementLine[]) {
  await sql`
    update transactions t set acquirer_fee_cents = l.fee,
      payout_reference = coalesce(l.reference, t.payout_reference),
      paid_out_day = coalesce(l.day, t.paid_out_day)
    from jsonb_to_recordset(${asRows(lines)}::jsonb) as l ${LINES}
    where t.id = l.id and t.merchant_id = coalesce(${file.of}::uuid, t.merchant_id)
      and l.captured > 0 and l.currency = t.currency and t.refunded_transaction_id is null and ${sentThere(file, own)}
      and (t.acquirer_fee_cents, t.payout_reference, t.paid_out_day) is distinct from
        (l.fee, coalesce(l.reference, t.payout_reference), coalesce(l.day, t.paid_out_day))`.execute(
    db,
  );
}

/** A payment that a file and our own books don't say the same of. */
interface Differs {
  id: string;
  currencies: string[];
  captured: string;
  refunded: string;
  asked_captured: string;
  asked_refunded: string;
}

/** The payments that the file of a day, with those beside it, and our own books don't say the same of. */
async function differences(
  db: Db,
  file: File,
  own: string | null,
  day: string,
  around: readonly SettlementLine[][],
): Promise<string[]> {
  const [from, to] = [addDays(day, -1), addDays(day, 2)];
  const of = sql`s.merchant_id = coalesce(${file.of}::uuid, s.merchant_id)`;
  const there = sql`coalesce(s.gateway, ${own}) = ${file.gateway}`;
  // an answer may have been long in coming
  const near = sql`s.status = 'APPROVED' and ${there}
    and coalesce(s.settled_date, s.created_date) >= ${from}::date::timestamp at time zone 'UTC'`;
  const { rows } = await sql<Differs>`
    with said as (
      select id, sum(captured) as captured, sum(refunded) as refunded,
        array_agg(distinct currency) as currencies
      from jsonb_to_recordset(${asRows(around.flat())}::jsonb) as l ${LINES} group by id
    ), that_day as (
      select id, sum(captured) as captured, sum(refunded) as refunded,
        array_agg(distinct currency) as currencies
      from jsonb_to_recordset(${asRows(around[1] ?? [])}::jsonb) as l ${LINES} group by id
    ), asked as (
      select s.id, s.merchant_id, bool_or(s.status = 'PENDING') as open,
        coalesce(sum(s.captured) filter (where s.status = 'APPROVED'), 0) as captured,
        coalesce(sum(s.refunded) filter (where s.status = 'APPROVED'), 0) as refunded
      from ${SENT} s
      where s.created_date >= ${from}::date::timestamp at time zone 'UTC'
        and s.created_date < ${to}::date::timestamp at time zone 'UTC' and ${of} and ${there}
      group by s.id, s.merchant_id
      having bool_or(s.created_date >= ${day}::date::timestamp at time zone 'UTC' + interval '1 hour'
        and s.created_date < (${day}::date + 1)::timestamp at time zone 'UTC' - interval '1 hour')
    ), known as (
      select s.id, bool_or(s.status = 'PENDING' and ${there}) as open,
        coalesce(sum(s.captured) filter (where ${near}), 0) as captured,
        coalesce(sum(s.refunded) filter (where ${near}), 0) as refunded,
        bool_or(s.captured > 0 and s.status = 'APPROVED') as ever
      from ${SENT} s where s.id in (select id from that_day) and ${of}
        and s.created_date < ${to}::date::timestamp at time zone 'UTC'
      group by s.id, s.merchant_id
    ), taken as (
      -- by the acquirer's own word (AM-113), or asked for by a system before this one
      select t.id, t.amount_cents as cents from transactions t
      where t.id in (select id from that_day) and t.merchant_id = coalesce(${file.of}::uuid, t.merchant_id)
        and t.refunded_transaction_id is null and t.moves_money and t.status in ('SUCCESS', 'REVERSED')
    ), unasked as (
      select l.*, coalesce(known.open, false) as open, coalesce(known.refunded, 0) as asked_refunded,
        coalesce(known.captured, 0) + case when known.ever then 0 else coalesce(taken.cents, 0) end as asked_captured
      from that_day l left join known on known.id = l.id left join taken on taken.id = l.id
      where l.id not in (select id from asked)
    )
    select asked.id, coalesce(said.currencies, array[t.currency::text]) as currencies,
      coalesce(said.captured, 0) as captured, coalesce(said.refunded, 0) as refunded,
      asked.captured as asked_captured, asked.refunded as asked_refunded
    from asked
    left join transactions t on t.id = asked.id and t.merchant_id = asked.merchant_id
    left join said on said.id = asked.id
    where not asked.open and ((asked.captured, asked.refunded) is distinct from
      (coalesce(said.captured, 0), coalesce(said.refunded, 0))
      or said.currencies <> array[t.currency::text])
    union all
    -- never asked for, or declined, or taken once already, or what was taken has come back
    select id, currencies, captured, refunded, greatest(least(asked_captured, captured), 0), asked_refunded
    from unasked
    where not open and (captured > asked_captured or refunded > asked_refunded
      or captured < 0 or refunded < 0)
    order by 1`.execute(db);
  return rows.map(inWords);
}

/** '… : 12.50 EUR taken by the file, nothing by the books'. */
function inWords(one: Differs): string {
  const currency = one.currencies.join('/');
  const sums = (captured: string, refunded: string) =>
    [
      ...(BigInt(captured) ? [`${words(captured)} ${currency} taken`] : []),
      ...(BigInt(refunded) ? [`${words(refunded)} ${currency} given back`] : []),
    ].join(' and ') || 'nothing';
  return `${one.id}: ${sums(one.captured, one.refunded)} by the file, ${sums(one.asked_captured, one.asked_refunded)} by our books`;
}

const words = (cents: string) => formatAmount(fromCents(BigInt(cents)));
