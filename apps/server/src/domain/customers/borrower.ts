import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

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
export async function borrowerOf(tx: Tx, person: Borrower): Promise<string> {
  const email = person.email.trim().toLowerCase();
  await sql`select pg_advisory_xact_lock(hashtext('payers'), hashtext(${email}))`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select c.id from consumer_credit_persons p
    join consumer_credits l on l.id = p.consumer_credit_id and l.merchant_id = p.merchant_id
    join customers c on c.id = l.customer_id
    where p.personal_id = ${person.personalId} and lower(c.email) = ${email} and c.status <> 'CLOSED'
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
  { customerId, personalId }: { customerId: string; personalId: string },
): Promise<boolean> {
  await sql`select hold_payer(${customerId}::uuid)`.execute(tx);
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (select 1 from customers c join customers me on me.id = ${customerId}
        where c.status = 'BLOCKED' and (c.id = me.id or lower(c.email) = lower(me.email)))
      or exists (select 1 from consumer_credit_persons p
        join consumer_credits l on l.id = p.consumer_credit_id and l.merchant_id = p.merchant_id
        join customers c on c.id = l.customer_id
        where p.personal_id = ${personalId} and c.status = 'BLOCKED') as blocked`.execute(tx);
  return rows[0]!.blocked;
}
