import { randomUUIDv7 } from 'node:crypto';
import type { PayerRefusal } from '@paydesk/contract/charging.ts';
import { sql } from 'kysely';
import type { TokenCard } from '../../gateways/acquirer.ts';
import { byKey } from '../../platform/db/plans.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface Shopper {
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
}

export interface Payer {
  customerId: string;
  cardId: string;
  /** Null, or why no money is taken from them (SB-42). */
  refusal: PayerRefusal | null;
}

/** As it is kept: what there is of the number. */
export const panOf = ({ first6, last4 }: Pick<TokenCard, 'first6' | 'last4'>): string =>
  `${first6 ?? '******'}******${last4}`;

/**
 * Who pays with this card: whoever paid with it under the same address before, else somebody new, who is
 * screened as every customer is. An address alone is nobody: whoever types another's must not become them. Whom
 * staff blocked stays so under every card, and a card under every address. Two at once take turns; who is blocked or
 * whose card is taken away meanwhile is refused in the end, when both are held.
 */
export async function payerOf(
  tx: Tx,
  shopper: Shopper,
  card: TokenCard,
  gateway: string | null,
): Promise<Payer> {
  const email = shopper.email.trim().toLowerCase();
  await sql`select pg_advisory_xact_lock(hashtext('payers'), hashtext(${email}))`.execute(tx);
  const { rows } = await sql<Known & { customer_id: string }>`
    ${byKey} select c.id as customer_id, k.id as card_id, k.status, k.expires_month::text as expires
    from cards k join customers c on c.id = k.customer_id
    where k.token = ${card.token} and k.gateway is not distinct from ${gateway}
      and lower(c.email) = ${email}
    order by array_position(array['BLOCKED','ACTIVE','EXPIRED','DELETED'], k.status), k.created_date
    limit 1`.execute(tx);
  const known = rows[0];
  const customerId = known?.customer_id ?? (await newCustomer(tx, shopper, email));
  const cardId =
    known && known.status !== 'DELETED'
      ? await renewed(tx, known, card)
      : await newCard(tx, customerId, card, gateway);
  return {
    customerId,
    cardId,
    refusal: await refusalOf(tx, customerId, cardId, email, card, gateway),
  };
}

/** Another card of somebody who pays already; whom staff blocked, and a card that they blocked, stays so. */
export async function cardOfPayer(
  tx: Tx,
  customerId: string,
  card: TokenCard,
  gateway: string | null,
): Promise<Pick<Payer, 'cardId' | 'refusal'>> {
  const { email } = await tx
    .selectFrom('customers')
    .select(sql<string | null>`lower(email)`.as('email'))
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  await sql`select pg_advisory_xact_lock(hashtext('payers'), hashtext(${email ?? customerId}))`.execute(
    tx,
  );
  const { rows } = await sql<Known>`
    select id as card_id, status, expires_month::text as expires from cards where customer_id = ${customerId} and token = ${card.token}
      and gateway is not distinct from ${gateway} and status <> 'DELETED'
    order by array_position(array['BLOCKED','ACTIVE','EXPIRED'], status), created_date
    limit 1`.execute(tx);
  const known = rows[0];
  const cardId = known
    ? await renewed(tx, known, card)
    : await newCard(tx, customerId, card, gateway);
  return {
    cardId,
    refusal: await refusalOf(tx, customerId, cardId, email ?? '', card, gateway),
  };
}

async function newCustomer(tx: Tx, shopper: Shopper, email: string): Promise<string> {
  const id = randomUUIDv7();
  await tx
    .insertInto('customers')
    .values({
      id,
      first_name: shopper.firstName.trim(),
      last_name: shopper.lastName.trim(),
      email,
      phone: shopper.phone,
      status: 'REGISTERED',
      created_date: sql<string>`now()`,
    })
    .execute();
  return id;
}

const firstDay = (month: string) => `${month}-01`;

async function newCard(
  tx: Tx,
  customerId: string,
  card: TokenCard,
  gateway: string | null,
): Promise<string> {
  const id = randomUUIDv7();
  const chosen = await tx
    .selectFrom('cards')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .executeTakeFirst();
  await tx
    .insertInto('cards')
    .values({
      id,
      customer_id: customerId,
      first6: card.first6,
      last4: card.last4,
      card_type: card.type,
      payment_scheme: card.scheme,
      issuer: card.issuer,
      expires_month: firstDay(card.expires),
      status: 'ACTIVE',
      onboarding_status: 'PENDING',
      is_default: !chosen,
      created_date: sql<string>`now()`,
      token: card.token,
      gateway,
    })
    .execute();
  return id;
}

interface Known {
  card_id: string;
  status: string;
  /** The first day of its last month. */
  expires: string;
}

/** The bank may have sent a new one under the same number. */
async function renewed(tx: Tx, { card_id: id, expires }: Known, card: TokenCard): Promise<string> {
  if (expires >= firstDay(card.expires)) return id;
  await sql`
    update cards set expires_month = ${firstDay(card.expires)}::date,
      status = case when status = 'EXPIRED' then 'ACTIVE' else status end
    where id = ${id} and expires_month < ${firstDay(card.expires)}::date`.execute(tx);
  return id;
}

async function refusalOf(
  tx: Tx,
  customerId: string,
  cardId: string,
  email: string,
  card: TokenCard,
  gateway: string | null,
): Promise<PayerRefusal | null> {
  await sql`select hold_payer(${customerId}::uuid)`.execute(tx);
  const { rows } = await sql<{ refusal: PayerRefusal | null }>`
    ${byKey} select case
      when exists (select from customers where lower(email) = ${email} and status = 'BLOCKED')
        or (select status from customers where id = ${customerId}) in ('BLOCKED','CLOSED') then 'CUSTOMER'
      when (select status from cards where id = ${cardId}) <> 'ACTIVE'
        or exists (select from cards where token = ${card.token}
          and gateway is not distinct from ${gateway} and status = 'BLOCKED') then 'CARD'
    end as refusal`.execute(tx);
  return rows[0]!.refusal;
}

/** Who has paid is a customer, and the card has been proved. */
export async function payerPaid(tx: Tx, customerId: string, cardId: string | null): Promise<void> {
  // most are both already: where rows are spread, what is on each machine is changed by one at a time
  const { rows } = await sql<{ customer: string | null; card: string | null }>`
    ${byKey} select (select status from customers where id = ${customerId}::uuid) as customer,
      (select onboarding_status from cards where id = ${cardId}::uuid) as card`.execute(tx);
  const { customer, card } = rows[0]!;
  // people before their cards, as whoever is new is written
  if (customer === 'REGISTERED')
    await tx
      .updateTable('customers')
      .set({ status: 'ACTIVE' })
      .where('id', '=', customerId)
      .where('status', '=', 'REGISTERED')
      .execute();
  if (card === 'PENDING')
    await tx
      .updateTable('cards')
      .set({ onboarding_status: 'VERIFIED' })
      .where('id', '=', cardId)
      .where('onboarding_status', '=', 'PENDING')
      .execute();
}
