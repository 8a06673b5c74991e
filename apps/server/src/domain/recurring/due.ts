import { randomUUIDv7 } from 'node:crypto';
import { CHARGE_HOLDS, SKIP_REASONS } from '@paydesk/contract/charging.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { RuleOutcome } from '@paydesk/contract/risk.ts';
import { sql, type RawBuilder } from 'kysely';
import type { MoneyRequest } from '../../gateways/acquirer.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import { isOpenTo } from '../merchant-features.ts';
import { evaluate } from '../rules/evaluate.ts';
import { blockedCharge } from '../transactions/charges.ts';
import { payerRefusal } from '../transactions/payer.ts';
import { noteCharged } from './asked.ts';
import { cardOf, reserve, transactionOf, type Card, type Due } from './charge.ts';
import { chargedAt, dayAfter, LATE_MS } from './days.ts';
import { whyMissed } from './missed.ts';
import { BY, dueOf, lookAgain, setDue, setRecurring, type RecurringDue } from './rows.ts';
import { told } from './tell.ts';

/**
 * Whether a recurring payment `r` can be charged at all; where nobody can charge it, what is due stays due. The merchant
 * is said in each part: as the row's where any may be found, by value where rows are held (ADR 87).
 */
const chargeable = ({ addressOf, demo }: Services, merchant: RawBuilder<unknown>) => sql`
  (r.expiration_date is null or r.expiration_date > now())
  and exists (select from purchases p where p.id = r.payment_request_id
    and p.merchant_id = ${merchant} and p.status in ('SIGNED', 'SETTLED', 'REFUNDED', 'DECLINED'))
  and exists (select from merchants m where m.id = ${merchant} and m.status = 'ACTIVE'
    ${addressOf('ACQUIRER', null) !== null ? sql`` : demo ? sql`and false` : sql`and m.acquirer_url is not null`})
  and not exists (select from recurring_charges c where c.recurring_payment_id = r.id
    and c.merchant_id = ${merchant} and c.status = 'PENDING')`;

/** Those of which a person wants a day charged now. */
const isAsked = (merchant: RawBuilder<unknown>) => sql`exists (select from recurring_dues d
  where d.recurring_payment_id = r.id and d.merchant_id = ${merchant} and d.status = 'RETRYING'
    and d.decided_by is not null and d.next_attempt_at <= now())`;

/** Those and, where not `asked` alone, whose time has come. */
const isDue = (services: Services, asked: boolean, merchant: RawBuilder<unknown>) =>
  asked
    ? sql`${chargeable(services, merchant)} and ${isAsked(merchant)}`
    : sql`${chargeable(services, merchant)}
      and ((r.status = 'ACTIVE' and r.next_charge_at <= now())
        or (r.status in ('ACTIVE','SUSPENDED') and ${isAsked(merchant)}))`;

/** What was due: the charges to be made, and how many are not, skipped, missed or refused by a rule. */
interface Reserved {
  requests: MoneyRequest[];
  skipped: number;
  blocked: number;
}

/**
 * Takes the next few that are due and writes their charges down, each with its day and its transaction; a day is
 * charged once. What is more than a day late was missed: it is listed, and waits for a person (ADR 120). Nobody is
 * charged who never agreed, whose purchase was cancelled, or for a merchant that is not active. From whom no money is
 * taken, and for whom recurring payments are closed, the day is skipped (SB-42, AM-116). `asked`: those alone that a
 * person wants charged now.
 */
export async function reserveDue(
  tx: Tx,
  services: Services,
  portion: number,
  retryAfterSeconds: number,
  asked = false,
): Promise<Reserved> {
  const { rows: found } = await sql<{ id: string; merchant_id: string }>`
    select id, merchant_id from recurring_payments r where ${isDue(services, asked, sql`r.merchant_id`)}
    order by next_charge_at, id limit ${portion}`.execute(tx);
  const reserved: Reserved = { requests: [], skipped: 0, blocked: 0 };
  for (const { id, merchant_id } of found) {
    // it is not disabled while its customers are charged
    await lockMerchant(tx, merchant_id, 'kept');
    const merchant = sql`${merchant_id}::uuid`;
    const { rows } = await sql<Due>`
      select r.*, coalesce(r.customer_id, p.customer_id) as payer_id, p.id as purchase_id, m.acquirer_url,
        (select t.card_pan from transactions t where t.recurring_payment_id = r.id
            and t.merchant_id = ${merchant} and t.refunded_transaction_id is null
          order by t.date desc, t.id desc limit 1) as last_pan,
        ${isOpenTo(merchant_id, 'RECURRING')} as open
      from recurring_payments r join merchants m on m.id = r.merchant_id
      join purchases p on p.id = r.payment_request_id and p.merchant_id = r.merchant_id
      where r.id = ${id} and r.merchant_id = ${merchant} and ${isDue(services, asked, merchant)}
      for no key update of r skip locked for share of p skip locked`.execute(tx);
    if (rows[0]) await reserveOne(tx, services, rows[0], retryAfterSeconds, reserved);
  }
  return reserved;
}

async function reserveOne(
  tx: Tx,
  services: Services,
  due: Due,
  retryAfterSeconds: number,
  reserved: Reserved,
): Promise<void> {
  const day =
    (await again(tx, services, due, reserved)) ?? (await nextOf(tx, services, due, reserved));
  if (day) await decide(tx, services, due, day, retryAfterSeconds, reserved);
  await lookAgain(tx, services, due);
}

/** The day that is tried again now, where there is one; whose time has long gone by waits for a person, too. */
async function again(
  tx: Tx,
  services: Services,
  due: Due,
  reserved: Reserved,
): Promise<RecurringDue | null> {
  const { id, merchant_id } = due;
  const { rows } = await sql<RecurringDue>`
    select d.* from recurring_dues d where d.recurring_payment_id = ${id} and d.merchant_id = ${merchant_id}
      and d.status = 'RETRYING' and d.next_attempt_at <= now()
    order by d.due_day for no key update`.execute(tx);
  for (const day of rows) {
    if (services.now().getTime() - Date.parse(day.next_attempt_at!) <= LATE_MS) return day;
    await setDue(tx, day, { status: 'UNPAID' });
    await noteCharged(tx, day, { refused: 'It could not be charged within a day' });
    reserved.skipped++;
    await told(tx, services, due, 'UNPAID', { due: day });
  }
  return null;
}

/** Its next day where that has come; those that were missed before it are written down. */
async function nextOf(
  tx: Tx,
  services: Services,
  due: Due,
  reserved: Reserved,
): Promise<RecurringDue | null> {
  const now = services.now().getTime();
  if (due.status !== 'ACTIVE') return null;
  for (let day = due.next_due_day; day !== null;) {
    const at = chargedAt(services, due, day);
    if (Date.parse(at) > now) return null;
    const missed = now - Date.parse(at) > LATE_MS;
    const made = missed
      ? await dueOf(tx, due, day, 'MISSED', { failure: await whyMissed(tx, due, at) })
      : await dueOf(tx, due, day, 'CHARGING');
    day = dayAfter(due, day);
    due.next_due_day = day;
    await setRecurring(tx, due, { next_due_day: day });
    if (made && missed) {
      reserved.skipped++;
      await told(tx, services, due, 'MISSED', { due: made });
    } else if (made) return made;
  }
  return null;
}

/** Whether it is charged, by who pays and by the rules; what is not says why. */
async function decide(
  tx: Tx,
  services: Services,
  due: Due,
  day: RecurringDue,
  retryAfterSeconds: number,
  reserved: Reserved,
): Promise<void> {
  const id = randomUUIDv7();
  const card = await cardOf(tx, services, due);
  const payer = { customer_id: due.payer_id, card_pan: card.pan };
  const refused = due.open
    ? ((await payerRefusal(tx, payer)) ?? (day.amount_cents > due.most_cents ? 'AGREED' : null))
    : 'RECURRING';
  const outcome = refused ? null : await askRules(tx, due, day, card, id);
  const reason = refused ?? (outcome && STOPS.includes(outcome) ? 'RISK' : null);
  if (reason) {
    await skip(tx, due, day, reason);
    await noteCharged(tx, day, { refused: SKIPPED[reason] });
    reserved.skipped++;
  } else if (outcome === 'BLOCK') {
    await blockedCharge(tx, transactionOf(due, day, card, id), BLOCKED);
    await setDue(tx, day, { status: 'UNPAID', transaction_id: id, failure: BLOCKED });
    await noteCharged(tx, day, { refused: BLOCKED });
    await told(tx, services, due, 'UNPAID', { due: day, transactionId: id });
    reserved.blocked++;
  } else reserved.requests.push(await reserve(tx, due, day, card, id, retryAfterSeconds));
}

/** Nobody sits at a charge who could be asked, and nobody holds one for a look. */
const STOPS: readonly RuleOutcome[] = ['REVIEW', 'THREE_D_SECURE'];

/** What the risk rules say of a charge; of one that is not made they speak of its purchase (ST-03). */
async function askRules(
  tx: Tx,
  due: Due,
  day: RecurringDue,
  card: Card,
  id: string,
): Promise<RuleOutcome> {
  const { outcome } = await evaluate(tx, {
    kind: 'RECURRING',
    merchantId: due.merchant_id,
    customerId: due.payer_id,
    cardPan: card.pan,
    cardId: card.id,
    amountCents: day.amount_cents,
    currency: day.currency,
    subject: (of) =>
      STOPS.includes(of) ? { type: 'PURCHASE', id: due.purchase_id } : { type: 'TRANSACTION', id },
  });
  return outcome;
}

const SKIPPED = { ...SKIP_REASONS, AGREED: CHARGE_HOLDS.AGREED } as const;

/** Says on the day, on the recurring payment and in the audit log why nothing was charged. */
async function skip(
  tx: Tx,
  due: Due,
  day: RecurringDue,
  reason: keyof typeof SKIPPED,
): Promise<void> {
  await setDue(tx, day, { status: 'SKIPPED', failure: SKIPPED[reason] });
  // that it takes more than was agreed to is said there already, for as long as it is so
  if (reason !== 'AGREED')
    await setRecurring(tx, due, { skipped_date: sql`now()`, skip_reason: reason });
  await audit(tx, BY, {
    action: 'SKIP_CHARGE',
    entityType: 'RECURRING_PAYMENT',
    entityId: due.id,
    merchantId: due.merchant_id,
    result: 'FAILED',
    details: {
      reason: SKIPPED[reason],
      amount: fromCents(day.amount_cents),
      dueDay: day.due_day,
    },
  });
}

/** Which rule it was stands in the results, for staff. */
export const BLOCKED = 'A risk rule refused the payment';
