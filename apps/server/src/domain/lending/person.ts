import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { openedOf, PERSONAL_ID_OF_BORROWER } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import type { Loan } from './loan.ts';

/** Who applied, as they named themselves. */
export async function personOf(
  db: Db,
  { encryption }: Pick<Services, 'encryption'>,
  { id, merchant_id }: Pick<Loan, 'id' | 'merchant_id'>,
) {
  const { personal_id, personal_id_sealed, ...person } = await db
    .selectFrom('consumer_credit_persons')
    .select(['personal_id', 'personal_id_sealed', 'country', 'first_name', 'last_name'])
    .select(['phone_number', 'email'])
    .select(sql<string>`to_char(date_of_birth, 'YYYY-MM-DD')`.as('date_of_birth'))
    .where('consumer_credit_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  const row = { personal_id, personal_id_sealed };
  return { ...person, personal_id: openedOf(encryption, PERSONAL_ID_OF_BORROWER, id, row)! };
}
