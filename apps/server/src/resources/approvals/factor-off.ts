import { sql } from 'kysely';
import { endPending } from '../../platform/auth/email-changes.ts';
import { dropFactor } from '../../platform/auth/factors.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import { invalid } from '../../platform/errors.ts';
import type { Approving } from './record.ts';

/** A second factor that its holder has lost: the password alone signs in, until there is another. */
export const factorOff: Approving = {
  what: ({ about }) => `the second factor of ${about} to be removed`,
  approve: async ({ tx, services, actor, row, request }) => {
    const userId = row.entity_id;
    const { rows } = await sql<{ since: string | null }>`
      select (select max(since) from (
          select confirmed_date as since from second_factors where user_id = u.id
          union all select created_date from passkeys where user_id = u.id) factor) as since
      from users u where u.id = ${userId} and u.status <> 'DEACTIVATED'`.execute(tx);
    const since = rows[0]?.since;
    if (!since) throw invalid('status', 'There is no second factor to take off any more');
    // one that was set up since is not the one that was lost
    if (Date.parse(since) > Date.parse(row.created_date))
      throw invalid('status', 'A new second factor was set up since it was asked for');
    await dropFactor(tx, userId);
    // what waits in a mailbox opens nothing that the factor guarded
    await endPending(tx, userId, 'VOID');
    await endSessions(tx, userId);
    await tellUser(tx, services, userId, 'FACTOR_TAKEN_OFF', {
      by: request.createdBy,
      confirmedBy: actor.userName,
    });
    return { secondFactor: { before: true, after: false } };
  },
  decline: ({ tx, services, actor, row }) =>
    tellUser(tx, services, row.entity_id, 'FACTOR_KEPT', { by: actor.userName }),
};
