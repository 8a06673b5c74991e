import { sql } from 'kysely';
import type { Audited } from '@paydesk/contract/kernel/record-action.ts';
import { audit } from '../audit.ts';
import type { Tx } from '../db/database.ts';
import { doneSince } from './done-since.ts';
import { endSessionsBy } from './sessions.ts';

/** Single sign-on that people have opened since a moment: to whoever rules its provider. */

interface Whose {
  userId: string;
  userName: string;
  /** From where it is taken back. */
  address: string;
  since: string;
}

/** As the actions are called, which the platform does not know. */
const OPENS = ['CREATE', 'TURN_ON', 'UPDATE'];
const PROVISIONS = 'PROVISION';

interface Opened {
  id: string;
  /** When they began to. */
  moment: string;
  opened: boolean;
  /** The token that is there is of their making, and not of somebody's who made another since. */
  holds: boolean;
}

/**
 * Connections that these people made, changed or turned on since then are off, and are tried anew before anybody turns
 * them on; tokens of providers that they made open nothing. Says what that was, by the words that people have, and who
 * has come by it.
 */
export async function closeOpened(
  tx: Tx,
  whose: Whose,
  by: readonly string[],
): Promise<{ words: string[]; people: string[] }> {
  const actions = [...OPENS, PROVISIONS];
  const ids = await doneSince(tx, by, whose.since, actions, 'SSO_CONNECTION');
  if (!ids.length) return { words: [], people: [] };
  const theirs = sql`user_id = any(${by}::uuid[]) and created_date >= ${whose.since}`;
  const { rows: found } = await sql<Opened>`
    select entity_id as id, min(created_date) filter (where ${theirs}) as moment,
      coalesce(bool_or(action = any(${OPENS}::text[])) filter (where ${theirs}), false) as opened,
      coalesce((array_agg(user_id order by created_date desc, id desc)
        filter (where action = ${PROVISIONS}))[1] = any(${by}::uuid[]), false) as holds
    from audit_logs where entity_type = 'SSO_CONNECTION' and result = 'SUCCESS'
      and action = any(${actions}::text[]) and entity_id = any(${ids})
    group by entity_id`.execute(tx);
  const opened = found.flatMap((one) => (one.opened ? [one.id] : []));
  const held = found.flatMap((one) => (one.holds ? [one.id] : []));
  const { rows: people } = await sql<{ id: string }>`
    select u.id from users u
    join unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ moment }) => moment)}::timestamptz[])
      as c (id, moment) on u.created_date >= c.moment
    where exists (select from scim_people p where p.user_id = u.id and p.connection_id = c.id)
      or c.id = any(${opened}::uuid[]) and exists (
        select from sso_identities i where i.user_id = u.id and i.connection_id = c.id)`.execute(
    tx,
  );
  const off = await sql<Gone>`
    update sso_connections set is_on = false, enforced = false, tried_date = null
    where id = any(${opened}::uuid[]) and (is_on or tried_date is not null)
    returning id, name, merchant_id`.execute(tx);
  const closed = await sql<Gone>`
    delete from scim_tokens using sso_connections c
    where c.id = connection_id and connection_id = any(${held}::uuid[])
    returning c.id, c.name, c.merchant_id`.execute(tx);
  const words: string[] = [];
  for (const gone of off.rows) {
    const endedSessions = await endSessionsBy(tx, gone.id);
    await write(tx, whose, 'TURN_OFF', gone, { on: { before: true, after: false } }, endedSessions);
    words.push(`the single sign-on “${gone.name}”`);
  }
  for (const gone of closed.rows) {
    await write(tx, whose, 'STOP_PROVISIONING', gone, { scim: { before: true, after: false } });
    words.push(`the access by SCIM to “${gone.name}”`);
  }
  return { words, people: people.map(({ id }) => id) };
}

interface Gone {
  id: string;
  name: string;
  merchant_id: string | null;
}

const write = (
  tx: Tx,
  whose: Whose,
  action: string,
  { id, merchant_id: merchantId }: Gone,
  changes: object,
  endedSessions?: number,
) =>
  audit(tx, whose, {
    action: action as Audited,
    entityType: 'SSO_CONNECTION',
    entityId: id,
    merchantId,
    result: 'SUCCESS',
    details: { changes, ...(endedSessions !== undefined && { endedSessions }) },
  });
