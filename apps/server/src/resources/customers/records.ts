import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { Enumeration, Named } from '@paydesk/contract/kernel/enumeration.ts';
import type { Customer } from '@paydesk/contract/resources/customers/endpoints.ts';
import {
  CARD_ONBOARDING_STATUSES,
  CARD_STATUSES,
  CUSTOMER_STATUSES,
  type cards,
} from '@paydesk/contract/resources/customers/lists.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';

type Card = RowOf<typeof cards.columns>;

/** A status as it is stored, with its words. */
const named = <N extends string>(words: Enumeration<N>, name: string): Named<N> => ({
  name: name as N,
  description: words[name as N],
});

/** One customer, the personal id without its middle (API-23). */
export async function loadCustomer(db: Db, id: string): Promise<Customer> {
  const row = await db
    .selectFrom('customers as c')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      sql<string | null>`masked_personal_id(personal_id)`.as('personalId'),
      'email',
      'phone',
      'status',
      'country',
      sql<number>`(select count(*)::int from cards where customer_id = c.id)`.as('cards'),
      'created_date as createdDate',
      'last_login_date as lastLoginDate',
      'updated_date as updatedDate',
      'updated_by as updatedBy',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { ...row, status: named(CUSTOMER_STATUSES, row.status) };
}

/** One card as the list of its customer's cards has it. */
export async function loadCard(db: Db, id: string): Promise<Card> {
  const row = await db
    .selectFrom('cards')
    .select([
      'id',
      sql<string>`first6 || '******' || last4`.as('card'),
      'card_type as cardType',
      'payment_scheme as paymentScheme',
      'issuer',
      sql<string>`to_char(expires_month, 'MM/YY')`.as('expires'),
      'status',
      'onboarding_status as onboardingStatus',
      'is_default as isDefault',
      'created_date as createdDate',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    status: named(CARD_STATUSES, row.status),
    onboardingStatus: named(CARD_ONBOARDING_STATUSES, row.onboardingStatus),
  };
}
