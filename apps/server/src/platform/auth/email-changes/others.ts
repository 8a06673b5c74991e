import { AUDITED_AT_MERCHANTS, AUDITED_IN_THE_HOUSE } from '@paydesk/contract/audited.ts';
import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { tellHolder } from '../notices.ts';

const WORDS: Enumeration = { ...AUDITED_AT_MERCHANTS, ...AUDITED_IN_THE_HOUSE };

interface TakenBack {
  /** Whose change of address was stopped. */
  whole: string;
  merchantId: string | null;
  since: string;
  /** The account, and all whom it had let in. */
  people: readonly string[];
  removed: readonly string[];
}

/**
 * The other administrators of the same side, and the house's, read what an account did before its owner stopped a change
 * of its address, and what of it is removed. What moved money, changed rights or left the house nobody takes back by
 * itself: a person looks at it.
 */
export async function tellOthers(
  tx: Tx,
  services: Services,
  { whole, merchantId, since, people, removed }: TakenBack,
): Promise<void> {
  // what was taken back just now is not of theirs; a row is of the millisecond
  const { rows } = await sql<{ action: string; kind: string; times: number }>`
    select action, entity_type as kind, count(*)::int as times from audit_logs
    where user_id = any(${people}::uuid[]) and result = 'SUCCESS' and created_date >= ${since}
      and created_date < date_trunc('milliseconds', pg_catalog.now())
      and not (entity_type = 'USER' and entity_id = user_id)
    group by action, entity_type order by 1, 2`.execute(tx);
  if (!rows.length && !removed.length) return;
  const { rows: others } = await sql<{ email: string; name: string; house: boolean }>`
    select email, first_name as name, merchant_id is null as house from users
    where user_role in ('MERCHANT_ADMIN', 'BACKOFFICE_ADMIN') and role_id is null
      and status = 'ACTIVATED' and not id = any(${people}::uuid[])
      and (merchant_id is null or merchant_id = ${merchantId}::uuid)
    order by email`.execute(tx);
  const done = rows.map(
    ({ action, kind, times }) =>
      `${wordsOf(action)} (${inSmall(kind)})${times > 1 ? ` × ${times}` : ''}`,
  );
  for (const { house, ...holder } of others)
    await tellHolder(tx, services, holder, 'ACCOUNT_TAKEN_BACK', { whole, house, done, removed });
}

const inSmall = (code: string) => code.toLowerCase().replaceAll('_', ' ');
const wordsOf = (action: string) => (WORDS[action] ?? inSmall(action)).toLowerCase();
