import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Loan } from './loan.ts';

/** Who applied, as they named themselves. */
export const personOf = (db: Db, { id, merchant_id }: Pick<Loan, 'id' | 'merchant_id'>) =>
  db
    .selectFrom('consumer_credit_persons')
    .select(['personal_id', 'country', 'first_name', 'last_name', 'phone_number', 'email'])
    .select(sql<string>`to_char(date_of_birth, 'YYYY-MM-DD')`.as('date_of_birth'))
    .where('consumer_credit_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
