import { endPending } from '../../platform/auth/email-changes.ts';
import { dropFactor } from '../../platform/auth/factors.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import { invalid } from '../../platform/errors.ts';
import type { Approving } from './record.ts';

/** A second factor that its holder has lost: the password alone signs in, until there is another. */
export const factorOff: Approving = {
  what: ({ about }) => `the second factor of ${about} to be taken off`,
  approve: async ({ tx, services, actor, row, request }) => {
    const userId = row.entity_id;
    const factor = await tx
      .selectFrom('second_factors as f')
      .innerJoin('users as u', 'u.id', 'f.user_id')
      .select('f.confirmed_date')
      .where('f.user_id', '=', userId)
      .where('f.confirmed_date', 'is not', null)
      .where('u.status', '<>', 'DEACTIVATED')
      .executeTakeFirst();
    if (!factor) throw invalid('status', 'There is no second factor to take off any more');
    // one that was set up since is not the one that was lost
    if (Date.parse(factor.confirmed_date!) > Date.parse(row.created_date))
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
