import { SHOWN_A_DAY, SHOWN_SECONDS } from '@paydesk/contract/resources/customers/personal.ts';
import { sql } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { openedOf, PERSONAL_ID_OF_CUSTOMER } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import { permit, permitOf, permitsOfDay } from './permits.ts';

/** Lets whoever gave a reason see the personal id of a customer for a while; not those of everybody. */
export async function letSee(
  tx: Tx,
  actor: SignedIn,
  { customerId, reason }: { customerId: string; reason: string },
): Promise<void> {
  if ((await permitsOfDay(tx, actor, 'SHOW')) >= SHOWN_A_DAY)
    throw invalid(
      'reason',
      `You have seen ${SHOWN_A_DAY} personal IDs within a day, which is the most`,
    );
  await permit(tx, actor, { customerId, kind: 'SHOW', reason, seconds: SHOWN_SECONDS });
}

/** The personal id of a customer, whole, and until when; null: this person has not asked for it just now. */
export async function seenBy(
  db: Db,
  { encryption }: Pick<Services, 'encryption'>,
  actor: Pick<SignedIn, 'userId'>,
  customerId: string,
): Promise<{ personalId: string | null; until: string } | null> {
  const given = await permitOf(db, actor, customerId, 'SHOW');
  if (!given) return null;
  const { rows } = await sql<{ personal_id: string | null; personal_id_sealed: Buffer | null }>`
    select personal_id, personal_id_sealed from customers where id = ${customerId}`.execute(db);
  return {
    personalId: openedOf(encryption, PERSONAL_ID_OF_CUSTOMER, customerId, rows[0]!),
    until: new Date(given.until).toISOString(),
  };
}
