import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { blindOf, PERSONAL_ID_OF_BORROWER } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';

type By = Pick<Services, 'encryption'>;

/** Of this number: sealed under any key, or as a version before left it. */
const ofNumber = ({ encryption }: By, personalId: string) =>
  sql`(p.personal_id_index = any(${blindOf(encryption, PERSONAL_ID_OF_BORROWER.kind, personalId)}::bytea[])
    or p.personal_id = ${personalId})`;

interface Borrower {
  personalId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
}

/**
 * Who borrows: whoever proved before to be the person of this number, under the same address; else somebody new, who
 * is screened as every customer is. A number that somebody types makes them nobody: it is proved later. Two at once
 * take turns.
 */
export async function borrowerOf(tx: Tx, by: By, person: Borrower): Promise<string> {
  const email = person.email.trim().toLowerCase();
  await sql`select pg_advisory_xact_lock(hashtext('payers'), hashtext(${email}))`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select c.id from consumer_credit_persons p
    join consumer_credits l on l.id = p.consumer_credit_id and l.merchant_id = p.merchant_id
    join customers c on c.id = l.customer_id
    where ${ofNumber(by, person.personalId)} and lower(c.email) = ${email} and c.status <> 'CLOSED'
      and exists (select from authentications a where a.consumer_credit_id = l.id
        and a.merchant_id = l.merchant_id and a.status = 'SUCCESS')
    order by l.created_date limit 1`.execute(tx);
  if (rows[0]) return rows[0].id;
  const id = randomUUIDv7();
  await tx
    .insertInto('customers')
    .values({
      id,
      first_name: person.firstName,
      last_name: person.lastName,
      email,
      phone: person.phone,
      status: 'REGISTERED',
      created_date: sql<string>`now()`,
    })
    .execute();
  return id;
}

/** Whom staff blocked is lent nothing, under the same address or the same number. */
export async function isBlocked(
  tx: Tx,
  by: By,
  { customerId, personalId }: { customerId: string; personalId: string },
): Promise<boolean> {
  await sql`select hold_payer(${customerId}::uuid)`.execute(tx);
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (select 1 from customers c join customers me on me.id = ${customerId}
        where c.status = 'BLOCKED' and (c.id = me.id or lower(c.email) = lower(me.email)))
      or exists (select 1 from consumer_credit_persons p
        join consumer_credits l on l.id = p.consumer_credit_id and l.merchant_id = p.merchant_id
        join customers c on c.id = l.customer_id
        where ${ofNumber(by, personalId)} and c.status = 'BLOCKED') as blocked`.execute(tx);
  return rows[0]!.blocked;
}
