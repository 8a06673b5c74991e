import { randomUUIDv7 } from 'node:crypto';
import { SKIP_REASONS, type SkipReason } from '@paydesk/contract/charging.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { RuleOutcome } from '@paydesk/contract/risk.ts';
import { sql } from 'kysely';
import type { MoneyRequest } from '../../gateways/acquirer.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import { isOpen } from '../../domain/merchant-features.ts';
import { evaluate } from '../../domain/rules/evaluate.ts';
import { log } from '../../domain/transactions/log.ts';
import { payerRefusal } from '../../domain/transactions/payer.ts';

/** Who makes a charge that nobody sits at. */
export const BY = { userId: null, userName: 'Recurring', address: null };
const DAYS_BETWEEN = 30;

/** Whether a recurring payment `r` is to be charged now; where nobody can charge it, what is due stays due. */
const isDue = ({
  addressOf,
  demo,
}: Services) => sql`r.status = 'ACTIVE' and r.next_charge_at <= now()
  and (r.expiration_date is null or r.expiration_date > now())
  and exists (select from purchases p where p.id = r.payment_request_id
    and p.merchant_id = r.merchant_id and p.status in ('SIGNED', 'SETTLED', 'REFUNDED', 'DECLINED'))
  and exists (select from merchants m where m.id = r.merchant_id and m.status = 'ACTIVE'
    ${addressOf('ACQUIRER', null) !== null ? sql`` : demo ? sql`and false` : sql`and m.acquirer_url is not null`})
  and not exists (select from recurring_charges c where c.recurring_payment_id = r.id
    and c.merchant_id = r.merchant_id and c.status = 'PENDING')`;

interface Due {
  id: string;
  merchant_id: string;
  customer_id: string | null;
  purchase_id: string;
  payment_info: string | null;
  due_date: string;
  amount_cents: bigint;
  currency: string;
  acquirer_url: string | null;
  card_pan: string | null;
  card_id: string | null;
  open: boolean;
}

/** What was due: the charges to be made, and how many are not, skipped or refused by a rule. */
interface Reserved {
  requests: MoneyRequest[];
  skipped: number;
  blocked: number;
}

/**
 * Takes the next few that are due and writes their charges down, each with its transaction; from here
 * on the next one is a month away, so nothing is due twice. Nobody is charged who never agreed, whose
 * purchase was cancelled, or for a merchant that is not active; what was missed is not caught up.
 * From whom no money is taken, and for whom recurring payments are closed, the date is skipped
 * (SB-42, AM-116).
 */
export async function reserveDue(
  tx: Tx,
  services: Services,
  portion: number,
  retryAfterSeconds: number,
): Promise<Reserved> {
  const due = isDue(services);
  const { rows: found } = await sql<{ id: string; merchant_id: string }>`
    select id, merchant_id from recurring_payments r where ${due}
    order by next_charge_at, id limit ${portion}`.execute(tx);
  const rows: Due[] = [];
  for (const { id, merchant_id } of found) {
    // it is not disabled while its customers are charged
    await lockMerchant(tx, merchant_id, 'kept');
    const locked = await sql<Due>`
      select r.id, r.merchant_id, coalesce(r.customer_id, p.customer_id) as customer_id,
        r.payment_request_id as purchase_id, r.payment_info, r.next_charge_at as due_date,
        p.amount_cents, p.currency, m.acquirer_url, last.card_pan, last.card_id,
        ${isOpen('r.merchant_id', 'RECURRING')} as open
      from recurring_payments r join merchants m on m.id = r.merchant_id
      left join lateral (select t.card_pan, t.card_id from transactions t
        where t.recurring_payment_id = r.id and t.merchant_id = r.merchant_id
          and t.refunded_transaction_id is null
        order by t.date desc, t.id desc limit 1) last on true
      join purchases p on p.id = r.payment_request_id and p.merchant_id = r.merchant_id
      where r.id = ${id} and r.merchant_id = ${merchant_id} and ${due}
      for no key update of r skip locked for share of p skip locked`.execute(tx);
    rows.push(...locked.rows);
  }
  const reserved: Reserved = { requests: [], skipped: 0, blocked: 0 };
  for (const row of rows) {
    const id = randomUUIDv7();
    const refused = row.open ? await payerRefusal(tx, row) : 'RECURRING';
    const outcome = refused ? null : await askRules(tx, row, id);
    const reason = refused ?? (outcome && STOPS.includes(outcome) ? 'RISK' : null);
    if (reason) {
      await skip(tx, row, reason);
      reserved.skipped++;
    } else if (outcome === 'BLOCK') {
      await block(tx, row, id);
      reserved.blocked++;
    } else reserved.requests.push(await reserve(tx, services, row, id, retryAfterSeconds));
    await moveOn(tx, row);
  }
  return reserved;
}

/** Nobody sits at a charge who could be asked, and nobody holds one for a look. */
const STOPS: readonly RuleOutcome[] = ['REVIEW', 'THREE_D_SECURE'];

/** What the risk rules say of a charge; of one that is not made they speak of its purchase (ST-03). */
async function askRules(tx: Tx, due: Due, id: string): Promise<RuleOutcome> {
  const { outcome } = await evaluate(tx, {
    kind: 'RECURRING',
    merchantId: due.merchant_id,
    customerId: due.customer_id,
    cardPan: due.card_pan,
    cardId: due.card_id,
    amountCents: due.amount_cents,
    currency: due.currency,
    subject: (of) =>
      STOPS.includes(of) ? { type: 'PURCHASE', id: due.purchase_id } : { type: 'TRANSACTION', id },
  });
  return outcome;
}

/** The next time that is still to come, a month after the last or some of them. */
const moveOn = (tx: Tx, { id, merchant_id }: Due) =>
  sql`update recurring_payments set next_charge_at = next_charge_at + make_interval(days =>
      ${DAYS_BETWEEN} * (1 + floor(extract(epoch from now() - next_charge_at) / 86400 / ${DAYS_BETWEEN}))::int)
    where ${theRow(id, merchant_id)}`.execute(tx);

/** Says on the recurring payment and in the audit log why nothing was charged. */
async function skip(tx: Tx, due: Due, reason: SkipReason): Promise<void> {
  await tx
    .updateTable('recurring_payments')
    .set({ skipped_date: sql`now()`, skip_reason: reason })
    .where(theRow(due.id, due.merchant_id))
    .execute();
  await audit(tx, BY, {
    action: 'SKIP_CHARGE',
    entityType: 'RECURRING_PAYMENT',
    entityId: due.id,
    merchantId: due.merchant_id,
    result: 'FAILED',
    details: {
      reason: SKIP_REASONS[reason],
      amount: fromCents(due.amount_cents),
      dueDate: due.due_date,
    },
  });
}

/** The transaction of a charge. */
const transactionOf = (due: Due, id: string) => ({
  id,
  merchant_id: due.merchant_id,
  customer_id: due.customer_id,
  purchase_id: due.purchase_id,
  recurring_payment_id: due.id,
  date: sql<string>`now()`,
  amount_cents: due.amount_cents,
  currency: due.currency,
  description: due.payment_info,
  card_pan: due.card_pan,
  card_id: due.card_id,
  created_by: BY.userName,
});

/** A charge that a rule refuses: it is on record, and the acquirer never hears of it. */
async function block(tx: Tx, due: Due, id: string): Promise<void> {
  await tx
    .insertInto('transactions')
    .values({
      ...transactionOf(due, id),
      status: 'RP_BLOCKED',
      external_error_type: 'RISK',
      external_error_code: 'BLOCKED_BY_RULE',
      external_error_description: BLOCKED,
    })
    .execute();
  const { merchant_id } = due;
  await log(tx, BY, { id, merchant_id }, 'CHARGE_FAILED', null, 'RP_BLOCKED', BLOCKED);
}

/** Which rule it was stands in the results, for staff. */
const BLOCKED = 'A risk rule refused the payment';

async function reserve(
  tx: Tx,
  { addressOf }: Services,
  due: Due,
  id: string,
  retryAfterSeconds: number,
): Promise<MoneyRequest> {
  const gateway = addressOf('ACQUIRER', due.acquirer_url);
  const { amount_cents, currency, merchant_id } = due;
  await tx
    .insertInto('transactions')
    .values({ ...transactionOf(due, id), status: 'PROCESSING', awaiting_acquirer: true })
    .execute();
  await log(tx, BY, { id, merchant_id }, 'CREATED', null, 'PROCESSING');
  await tx
    .insertInto('recurring_charges')
    .values({
      id,
      merchant_id,
      recurring_payment_id: due.id,
      due_date: due.due_date,
      status: 'PENDING',
      created_date: sql`now()`,
      // should this process end before it settles, the acquirer is asked from then on
      next_attempt_date: sql`now() + make_interval(secs => ${retryAfterSeconds})`,
      gateway,
    })
    .execute();
  return {
    operationId: id,
    kind: 'CHARGE',
    transactionId: id,
    amountCents: amount_cents,
    currency,
    route: { gateway, of: merchant_id },
  };
}
