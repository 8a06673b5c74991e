import { sql } from 'kysely';
import type { Audited } from '@paydesk/contract/kernel/record-action.ts';
import { audit } from '../audit.ts';
import type { Tx } from '../db/database.ts';
import { doneSince } from './done-since.ts';

/** What machines prove themselves with, made by a person since a moment and taken back. */

interface Whose {
  userId: string;
  /** Who takes it back, where it is not who made it. */
  by?: { userId: string; userName: string };
  userName: string;
  /** From where it is taken back. */
  address: string;
  merchantId: string | null;
  since: string;
}

interface Gone {
  id: string;
  action: 'REVOKE_API_KEY' | 'DISABLE_CERTIFICATE' | 'DISABLE_PROVIDER_KEY';
  entityType: 'API_KEY' | 'CERTIFICATE' | 'PROVIDER_KEY';
  /** As people call it. */
  words: string;
}

/** As the records' actions are called, which the platform does not know. */
const MAKES = [
  'CERTIFY_REQUEST',
  'CREATE_API_KEY',
  'CREATE_PROVIDER_KEY',
  'GENERATE_API_KEY',
  'GENERATE_CERTIFICATE',
  'ROTATE_PROVIDER_KEY',
];

/**
 * Keys and certificates that this person made since then, and that still open something: void from the next call on,
 * each with its row in the audit log. Says what they were, by the words that people have for them. What somebody
 * else has put in their place stays.
 */
export async function revokeMade(tx: Tx, whose: Whose): Promise<string[]> {
  const { userId, merchantId, since } = whose;
  // asked first: where rows are spread, the log and a merchant's keys lie on different machines
  const made = await doneSince(tx, [userId], since, MAKES);
  const ids = merchantId ? made : await lastMade(tx, userId, made);
  if (!ids.length) return [];
  const gone = await (merchantId
    ? ofMerchant(tx, merchantId, ids, whose.userName)
    : ofProvider(tx, ids));
  for (const { id: entityId, action, entityType } of gone) {
    const [before, after] = ['ACTIVE', action.startsWith('REVOKE') ? 'REVOKED' : 'DISABLED'];
    await audit(
      tx,
      { ...whose, ...whose.by },
      {
        action: action as string as Audited,
        entityType,
        entityId,
        merchantId,
        result: 'SUCCESS',
        details: { changes: { status: { before, after } } },
      },
    );
  }
  return gone.map(({ words }) => words);
}

async function ofMerchant(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  by: string,
): Promise<Gone[]> {
  const named = await tx
    .updateTable('named_api_keys')
    .set({ revoked_date: sql<string>`now()`, updated_date: sql<string>`now()`, updated_by: by })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('revoked_date', 'is', null)
    .returning(['id', 'name'])
    .execute();
  // the one of the specification is there or is not
  const keys = await tx
    .deleteFrom('api_keys')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .returning(['id', 'last_four'])
    .execute();
  const certificates = await tx
    .updateTable('certificates')
    .set({ disabled_date: sql`now()`, disabled_by: by })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('disabled_date', 'is', null)
    .returning(['id', 'name'])
    .execute();
  const key = { action: 'REVOKE_API_KEY', entityType: 'API_KEY' } as const;
  const certificate = { action: 'DISABLE_CERTIFICATE', entityType: 'CERTIFICATE' } as const;
  return [
    ...named.map(({ id, name }) => ({ ...key, id, words: `the API key “${name}”` })),
    ...keys.map(({ id, last_four: four }) => ({ ...key, id, words: `the API key …${four}` })),
    ...certificates.map(({ id, name }) => ({
      ...certificate,
      id,
      words: `the certificate ${name}`,
    })),
  ];
}

/** Of these keys of the provider those that this person made last: one that is rotated keeps its id. */
async function lastMade(tx: Tx, userId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select distinct on (entity_id) entity_id as id, user_id as maker from audit_logs
      where entity_type = 'PROVIDER_KEY' and result = 'SUCCESS'
        and action = any(${MAKES}::text[]) and entity_id = any(${ids})
      order by entity_id, created_date desc, id desc
    ) last where maker = ${userId}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function ofProvider(tx: Tx, ids: readonly string[]): Promise<Gone[]> {
  const keys = await tx
    .updateTable('provider_keys')
    .set({ status: 'DISABLED', updated_date: sql<string>`now()` })
    .where('id', 'in', ids)
    .where('status', '=', 'ACTIVE')
    .returning(['id', 'name'])
    .execute();
  return keys.map(({ id, name }) => ({
    action: 'DISABLE_PROVIDER_KEY',
    entityType: 'PROVIDER_KEY',
    id,
    words: `the provider key “${name}”`,
  }));
}
