import { sql } from 'kysely';
import { refuseAddress, releaseAddress, reserveAddress } from '../../platform/auth/attempts.ts';
import { ENFORCED, enforcedFor } from '../../platform/auth/enforced.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import { readPasskey } from '../../platform/auth/passkeys.ts';
import { ANSWER_MS, challengeFor, partyOf } from '../../platform/auth/passkeys/challenges.ts';
import { takePasskey } from '../../platform/auth/passkeys/rows.ts';
import { invalid, unauthorized } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { beginSession } from '../../platform/auth/begin.ts';
import { auditLogin, personBy } from './login-person.ts';

type Key = 'GET /api/passkeys/sign-in' | 'POST /api/passkeys/sign-in';

/** Who signs in by a passkey alone: the device has made sure of its person, so it is both factors. */
export function passkeySignInHandlers(services: Services): Handlers<Key> {
  const { database } = services;
  return {
    'GET /api/passkeys/sign-in': async () => {
      const party = partyOf(services);
      return (
        party && {
          challenge: challengeFor(services, 'sign in'),
          rpId: party.id,
          timeout: ANSWER_MS,
          // which there are is nobody's business before it is known who asks
          allowCredentials: [],
          userVerification: 'required' as const,
        }
      );
    },

    'POST /api/passkeys/sign-in': async (context) => {
      const { body, address } = context;
      const byAddress = await database.transaction('all', (tx) => reserveAddress(tx, address));
      const shown = await readPasskey(services, body.credential, { purpose: 'sign in' });
      const login = await database.transaction('all', async (tx) => {
        const firm = shown && (await enforcedFor(tx, shown.userId));
        if (firm) throw invalid('credential', ENFORCED(firm));
        const user = shown ? await personBy(services, tx, 'id', shown.userId) : undefined;
        const taken = shown && (await takePasskey(tx, shown));
        if (user && taken === 'copied')
          await tellUser(tx, services, user.id, 'PASSKEY_COPIED', { name: shown!.name, address });
        const { numUpdatedRows } = await tx
          .updateTable('users')
          .set({ last_login_date: sql`pg_catalog.now()` })
          .where('id', '=', taken === 'taken' && user ? user.id : null)
          .where('status', '=', 'ACTIVATED')
          .executeTakeFirst();
        const details = {
          by: 'passkey',
          ...(user && { status: user.status }),
          ...(taken === 'copied' && { passkey: 'copied' }),
        };
        if (!user || !numUpdatedRows) {
          await auditLogin(tx, user, address, { result: 'FAILED', details });
          return null;
        }
        await releaseAddress(tx, byAddress);
        await auditLogin(tx, user, address, {
          result: 'SUCCESS',
          details: { secondFactor: 'passkey', passkeyId: shown!.passkeyId },
        });
        return beginSession(tx, services, context, {
          userId: user.id,
          passwordExpired: user.expired,
          secondFactor: true,
        });
      });
      if (login) return login;
      throw byAddress.last ? await refuseAddress(database, byAddress) : unauthorized();
    },
  };
}
